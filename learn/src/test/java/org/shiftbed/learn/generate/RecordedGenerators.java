package org.shiftbed.learn.generate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.shiftbed.learn.Precision;
import org.shiftbed.learn.golden.Formula;
import org.shiftbed.learn.golden.RecordedMethod;
import org.shiftbed.learn.network.NamedTensors;
import org.shiftbed.learn.torch.AdamOptimizer;
import org.shiftbed.learn.torch.Gradients;
import org.shiftbed.learn.torch.Tensors;

/** Recorded numbers of the models that make pictures, with weights given by formula. */
public final class RecordedGenerators {
    private RecordedGenerators() {}

    /** Shapes, reconstruction, divergence, loss, what each layer gives, gradients. */
    public static void betaVae(RecordedMethod recorded) {
        int channels = (int) RecordedMethod.number(recorded.json(), "channels");
        int latents = (int) RecordedMethod.number(recorded.json(), "latents");
        int batch = (int) RecordedMethod.number(recorded.json(), "batch");
        double relative = relative(recorded);
        Formula formula = new Formula(recorded.object("formula"));
        try (BetaVae vae =
                new BetaVae(channels, latents, BetaVae.WIDTH, new NamedTensors(recorded.precision(), "cpu"))) {
            fill(recorded, formula, "", vae.state());
            assertThat(vae.parameterCount())
                    .isEqualTo((long) RecordedMethod.number(recorded.json(), "parameters_total"));
            Tensor x = pictures(formula, batch, channels).to(Tensors.type(recorded.precision()));
            List<Tensor> down = vae.convolved(x);
            assertThat(shapes(down)).isEqualTo(String.valueOf(recorded.json().get("encoder_shapes")));
            Tensor noise = recorded.input("epsilon");
            BetaVae.Posterior posterior = vae.encode(x);
            Tensor z = posterior.sample(noise);
            List<Tensor> up = vae.deconvolved(z);
            assertThat(shapes(up)).isEqualTo(String.valueOf(recorded.json().get("decoder_shapes")));
            Tensor logits = up.get(up.size() - 1);
            double beta = VaeLoss.beta(
                    RecordedMethod.number(recorded.json(), "beta_norm"),
                    channels * BetaVae.SIDE * BetaVae.SIDE,
                    latents);
            RecordedMethod.near("beta", beta, RecordedMethod.number(recorded.json(), "beta"), 1e-12);
            VaeLoss loss = VaeLoss.of(x, logits, posterior, beta);
            recorded.close("mu", posterior.mean());
            recorded.close("log_variance", posterior.logVariance());
            recorded.close("z", z);
            Map<String, Object> numbers =
                    recorded.object(recorded.precision() == Precision.FLOAT64 ? "float64" : "float32");
            RecordedMethod.near(
                    "reconstruction",
                    Tensors.item(loss.reconstruction()),
                    RecordedMethod.number(numbers, "reconstruction"),
                    relative);
            RecordedMethod.near("KL", Tensors.item(loss.divergence()), RecordedMethod.number(numbers, "KL"), relative);
            RecordedMethod.near("loss", Tensors.item(loss.total()), RecordedMethod.number(numbers, "loss"), relative);
            Map<String, Object> activations = recorded.object("activations");
            for (int i = 0; i < down.size(); i++) {
                recorded.sums("conv" + i, map(activations, "encoder.conv" + i), down.get(i), relative);
                recorded.sums("deconv" + i, map(activations, "decoder.deconv" + i), up.get(i), relative);
            }
            recorded.close("logits_lattice", lattice(logits));
            gradients(recorded, "gradients", loss.total(), vae.parameters(), vae.state(), relative);
        }
    }

    /** One step of the discriminator, then one of the generator. */
    public static void cycleGan(RecordedMethod recorded) {
        Map<String, Object> settings = recorded.object("settings");
        int channels = (int) RecordedMethod.number(settings, "C");
        int values = (int) RecordedMethod.number(settings, "A");
        int side = (int) RecordedMethod.number(settings, "side");
        int batch = (int) RecordedMethod.number(settings, "batch");
        double learningRate = RecordedMethod.number(settings, "lr");
        TranslationLosses losses = new TranslationLosses(RecordedMethod.number(settings, "lambda_a"), false);
        double relative = relative(recorded);
        Formula formula = new Formula(recorded.object("formula"));
        try (Generator generator = new Generator(
                        channels, values, side, Generator.WIDTH, new NamedTensors(recorded.precision(), "cpu"));
                Discriminator critic = new Discriminator(
                        channels, values, side, Generator.WIDTH, new NamedTensors(recorded.precision(), "cpu"))) {
            fill(recorded, formula, "G.", generator.state());
            fill(recorded, formula, "D.", critic.state());
            assertThat(count(generator.parameters()))
                    .isEqualTo((long) RecordedMethod.number(recorded.json(), "parameters_G"));
            assertThat(count(critic.parameters()))
                    .isEqualTo((long) RecordedMethod.number(recorded.json(), "parameters_D"));
            Tensor x = formula.input(0, batch, channels, side, side).to(Tensors.type(recorded.precision()));
            Tensor value = recorded.whole("a");
            Tensor target = recorded.whole("a_target");
            Tensor share = recorded.input("epsilon").view(batch, 1, 1, 1);
            stages(recorded, "activations_G", generator.stages(x, target), relative);
            Tensor translated = generator.translate(x, target).detach();
            stages(recorded, "activations_D_real", named(critic.convolved(x)), relative);
            stages(recorded, "activations_D_translated", named(critic.convolved(translated)), relative);
            recorded.close("D/gradient_norm", TranslationLosses.gradientNorms(critic, x, translated, share));
            TranslationLosses.OfDiscriminator ofCritic = losses.discriminator(critic, x, translated, value, share);
            Map<String, Object> numbers =
                    recorded.object(recorded.precision() == Precision.FLOAT64 ? "float64" : "float32");
            Map<String, Object> d = map(numbers, "D");
            near("penalty", Objects.requireNonNull(ofCritic.penalty()), d, "gradient_penalty", relative);
            near("L_a", ofCritic.critic(), d, "L_a", relative);
            near("L_c", ofCritic.attribute(), d, "L_c", relative);
            near("loss of D", ofCritic.total(), d, "loss", relative);
            List<Tensor> gradients =
                    gradients(recorded, "gradients_D", ofCritic.total(), critic.parameters(), critic.state(), relative);
            try (AdamOptimizer adam = adam(critic.parameters(), learningRate)) {
                adam.step(gradients);
            }
            weights(recorded, "after_D", critic.state());
            Tensor made = generator.translate(x, target);
            Tensor back = generator.translate(made, value);
            recorded.close("G/translated_lattice", lattice(made));
            recorded.close("G/reconstructed_lattice", lattice(back));
            TranslationLosses.OfGenerator ofGenerator = losses.generator(critic, x, made, back, target);
            Map<String, Object> g = map(numbers, "G");
            near("L_r", ofGenerator.reconstruction(), g, "L_r", relative);
            near("L_c of G", ofGenerator.attribute(), g, "L_c", relative);
            near("loss of G", ofGenerator.total(), g, "loss", relative);
            gradients = gradients(
                    recorded, "gradients_G", ofGenerator.total(), generator.parameters(), generator.state(), relative);
            try (AdamOptimizer adam = adam(generator.parameters(), learningRate)) {
                adam.step(gradients);
            }
            weights(recorded, "after_G", generator.state());
        }
    }

    private static AdamOptimizer adam(List<Tensor> parameters, double learningRate) {
        return new AdamOptimizer(parameters, learningRate, 0, 0.5, 0.999);
    }

    private static void near(String what, Tensor found, Map<String, Object> recorded, String key, double relative) {
        RecordedMethod.near(what, Tensors.item(found), RecordedMethod.number(recorded, key), relative);
    }

    private static double relative(RecordedMethod recorded) {
        return RecordedMethod.number(
                recorded.object("suggested_rtol"), recorded.precision() == Precision.FLOAT64 ? "double" : "float");
    }

    private static void fill(RecordedMethod recorded, Formula formula, String prefix, Map<String, Tensor> state) {
        Map<String, Object> parameters = recorded.object("parameters");
        long expected = parameters.keySet().stream()
                .filter(name -> name.startsWith(prefix))
                .count();
        assertThat(state).hasSize((int) expected);
        try (NoGradGuard guard = new NoGradGuard()) {
            state.forEach((name, tensor) -> {
                Map<String, Object> recordedOne = map(parameters, prefix + name);
                Tensor value = formula.parameter(
                        prefix + name, (String) Objects.requireNonNull(recordedOne.get("kind")), tensor.shape());
                recorded.sums(prefix + name, recordedOne, value, 1e-9);
                tensor.copy_(value);
            });
        }
    }

    private static Tensor pictures(Formula formula, int batch, int channels) {
        int count = batch * channels * BetaVae.SIDE * BetaVae.SIDE;
        double frequency = RecordedMethod.number(formula.settings(), "xfreq");
        double phase = RecordedMethod.number(formula.settings(), "xphase");
        double[] values = new double[count];
        for (int k = 0; k < count; k++) {
            values[k] = (float) (0.5 + 0.5 * Math.sin(frequency * (k + 1) + phase));
        }
        return Tensors.of(values, batch, channels, BetaVae.SIDE, BetaVae.SIDE);
    }

    private static List<Tensor> gradients(
            RecordedMethod recorded,
            String key,
            Tensor loss,
            List<Tensor> parameters,
            Map<String, Tensor> state,
            double relative) {
        List<Tensor> gradients = Gradients.of(loss, parameters);
        List<String> names = new ArrayList<>(state.keySet());
        Map<String, Object> expected = recorded.object(key);
        for (int i = 0; i < gradients.size(); i++) {
            recorded.sums(key + " " + names.get(i), map(expected, names.get(i)), gradients.get(i), relative);
        }
        return gradients;
    }

    private static void weights(RecordedMethod recorded, String key, Map<String, Tensor> state) {
        // In float32 the first step of Adam goes the other way where a gradient is nothing but rounding: one such entry
        // of the 256 of a bias moves
        // the norm by 3e-5.
        double relative = recorded.precision() == Precision.FLOAT64 ? 1e-8 : 1e-4;
        recorded.object(key).forEach((name, sums) -> {
            double found = Tensors.item(Objects.requireNonNull(state.get(name), name)
                    .detach()
                    .square()
                    .sum()
                    .sqrt());
            RecordedMethod.near(
                    key + " " + name, found, RecordedMethod.number(map(recorded.object(key), name), "l2"), relative);
        });
    }

    private static void stages(RecordedMethod recorded, String key, Map<String, Tensor> stages, double relative) {
        assertThat(stages.keySet()).isEqualTo(recorded.object(key).keySet());
        stages.forEach(
                (name, tensor) -> recorded.sums(key + " " + name, map(recorded.object(key), name), tensor, relative));
    }

    private static Map<String, Tensor> named(List<Tensor> maps) {
        Map<String, Tensor> named = new LinkedHashMap<>();
        for (int i = 0; i < maps.size(); i++) {
            named.put("strided" + i, maps.get(i));
        }
        return named;
    }

    private static long count(List<Tensor> parameters) {
        return parameters.stream().mapToLong(Tensor::numel).sum();
    }

    private static String shapes(List<Tensor> tensors) {
        return tensors.stream()
                .map(tensor -> Arrays.toString(Arrays.copyOfRange(tensor.shape(), 1, 4)))
                .toList()
                .toString();
    }

    /** Rows and columns 3, 11, 19, ... */
    private static Tensor lattice(Tensor pictures) {
        long side = pictures.size(2);
        long[] places = java.util.stream.LongStream.iterate(3, k -> k < side, k -> k + 8)
                .toArray();
        Tensor index = Tensors.of(places, places.length);
        return pictures.index_select(2, index).index_select(3, index);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Map<String, Object> all, String key) {
        return (Map<String, Object>) Objects.requireNonNull(all.get(key), key);
    }
}
