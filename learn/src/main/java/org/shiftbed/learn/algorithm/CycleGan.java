package org.shiftbed.learn.algorithm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.LongOptional;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;
import org.shiftbed.data.ImageShape;
import org.shiftbed.learn.generate.Discriminator;
import org.shiftbed.learn.generate.Generator;
import org.shiftbed.learn.generate.TranslationLosses;
import org.shiftbed.learn.hyperparameter.CommonHyperparameters;
import org.shiftbed.learn.hyperparameter.HyperparameterSpace;
import org.shiftbed.learn.hyperparameter.HyperparameterValues;
import org.shiftbed.learn.network.NetworkFactory;
import org.shiftbed.learn.torch.AdamOptimizer;
import org.shiftbed.learn.torch.Tensors;

/**
 * Learned augmentation (Zhu et al., 2017, in the form of Choi et al., StarGAN, 2018; {@code controlled-shifts.md} 3.3). The first stage learns to
 * translate a picture into each value of the attribute that training has: the discriminator makes a step in every update, the generator in every
 * {@code critic_updates}th, both with Adam(0.5, 0.999), whose rate falls to 0 in a straight line over the second half. The second stage trains the network
 * on pictures that are translated into values drawn uniformly, with their labels; with probability 1 - {@code alpha} a row stays as it is.
 *
 * <p>Absent values and single rows are legal.
 */
public final class CycleGan extends SingleOptimizerAlgorithm implements TwoStage {
    private static final double BETA1 = 0.5;
    private static final double BETA2 = 0.999;
    /** Columns of the samples, the picture itself not counted. */
    private static final int SHOWN = 10;

    private final Generator generator;
    private final Discriminator critic;
    private final TranslationLosses losses;
    private final AdamOptimizer generatorOptimizer;
    private final AdamOptimizer criticOptimizer;
    private final Tensor criticUpdates;
    private final double rate;
    private final double alpha;
    private final long each;

    CycleGan(AlgorithmFactory.Context context) {
        super(context);
        int channels = context.shape().channels();
        int side = context.shape().height();
        int width = (int) hyperparameters.whole("width");
        generator = new Generator(channels, context.values(), side, width, namedTensors());
        critic = new Discriminator(channels, context.values(), side, width, namedTensors());
        aside("generator", generator.state(), generator::close);
        aside("discriminator", critic.state(), critic::close);
        losses = new TranslationLosses(
                hyperparameters.number("lambda_a"), hyperparameters.text("loss").equals(Factory.LEAST_SQUARES));
        rate = hyperparameters.number("lr_stargan");
        generatorOptimizer = adam("generator", generator.parameters(), rate, 0, BETA1, BETA2);
        criticOptimizer = adam("discriminator", critic.parameters(), rate, 0, BETA1, BETA2);
        criticUpdates = extra("critic_updates", Tensors.of(new long[] {0}, 1));
        alpha = hyperparameters.number("alpha");
        each = hyperparameters.whole("critic_updates");
    }

    @Override
    public Map<String, Double> updateFirst(List<Minibatch> minibatches, double done) {
        double now = rate * Math.min(1, 2 * (1 - done));
        generatorOptimizer.learningRate(now);
        criticOptimizer.learningRate(now);
        Tensor x = signed(allX(minibatches));
        Tensor value = environments(minibatches);
        int size = Math.toIntExact(x.size(0));
        int[] order = context.draws().permutation(size);
        long[] chosen = new long[size];
        for (int i = 0; i < size; i++) {
            chosen[i] = order[i];
        }
        Tensor target = value.index_select(0, placed(Tensors.of(chosen, size)));
        Tensor translated;
        try (NoGradGuard guard = new NoGradGuard()) {
            translated = generator.translate(x, target);
        }
        Tensor share = Tensors.of(context.draws().uniform(size), size, 1, 1, 1).to(x);
        TranslationLosses.OfDiscriminator ofCritic = losses.discriminator(critic, x, translated, value, share);
        criticOptimizer.minimise(ofCritic.total());
        increment(criticUpdates);
        double critical = Tensors.item(ofCritic.critic());
        double attribute = Tensors.item(ofCritic.attribute());
        if ((long) Tensors.item(criticUpdates) % each != 0) {
            return Map.of("critic", critical, "attribute", attribute);
        }
        Tensor made = generator.translate(x, target);
        Tensor back = generator.translate(made, value);
        TranslationLosses.OfGenerator ofGenerator = losses.generator(critic, x, made, back, target);
        generatorOptimizer.minimise(ofGenerator.total());
        return Map.of(
                "critic",
                critical,
                "attribute",
                attribute,
                "reconstruction",
                Tensors.item(ofGenerator.reconstruction()),
                "translated_attribute",
                Tensors.item(ofGenerator.attribute()));
    }

    /** Nothing is to be done: the second stage moves the network alone. */
    @Override
    public void endFirst() {}

    @Override
    public Map<String, Double> update(List<Minibatch> minibatches) {
        Tensor x = augmented(allX(minibatches));
        Tensor loss = crossEntropy(predict(x), allY(minibatches));
        minimise(loss);
        return Map.of("loss", Tensors.item(loss));
    }

    /** A row in all: translated with probability alpha into a value that training has, each as likely, its own included. */
    private Tensor augmented(Tensor x) {
        int size = Math.toIntExact(x.size(0));
        double[] coins = context.draws().uniform(size);
        long[] values = new long[size];
        double[] kept = new double[size];
        boolean any = false;
        for (int i = 0; i < size; i++) {
            values[i] = context.draws().integer(0, context.domains());
            kept[i] = coins[i] < alpha ? 0 : 1;
            any |= kept[i] == 0;
        }
        if (!any) {
            return x;
        }
        try (NoGradGuard guard = new NoGradGuard()) {
            Tensor translated = unsigned(generator.translate(signed(x), placed(Tensors.of(values, size))));
            Tensor keep = Tensors.of(kept, size, 1, 1, 1).to(x);
            return x.mul(keep).add(translated.mul(keep.neg().add(new Scalar(1.0))));
        }
    }

    /** How often the discriminator sees the value that a picture was translated into, and the mean absolute error of the way there and back. */
    @Override
    public Map<String, Double> assess(List<Minibatch> minibatches) {
        Tensor x = signed(allX(minibatches));
        int size = Math.toIntExact(x.size(0));
        long[] wanted = new long[size];
        for (int i = 0; i < size; i++) {
            wanted[i] = i % context.domains();
        }
        Tensor target = placed(Tensors.of(wanted, size));
        Tensor made = generator.translate(x, target);
        Tensor seen = critic.judge(made).attribute().argmax(new LongOptional(1), false);
        Tensor back = generator.translate(made, environments(minibatches));
        return Map.of(
                "attribute_accuracy",
                        Tensors.item(seen.eq(target).to(torch.ScalarType.Double).mean()),
                "reconstruction", Tensors.item(x.sub(back).abs().mean()));
    }

    @Override
    public Tensor samples(List<Minibatch> minibatches) {
        Tensor x = signed(allX(minibatches));
        List<Tensor> columns = new ArrayList<>(List.of(x));
        for (int value = 0; value < Math.min(SHOWN, context.domains()); value++) {
            long[] same = new long[Math.toIntExact(x.size(0))];
            Arrays.fill(same, value);
            columns.add(generator.translate(x, placed(Tensors.of(same, same.length))));
        }
        return unsigned(torch.stack(Tensors.vector(columns), 1));
    }

    private Tensor placed(Tensor indices) {
        return indices.to(zero().device(), torch.ScalarType.Long);
    }

    /** From [0, 1] to [-1, 1]. */
    private static Tensor signed(Tensor x) {
        return x.mul(new Scalar(2.0)).sub(new Scalar(1.0));
    }

    private static Tensor unsigned(Tensor x) {
        return x.add(new Scalar(1.0)).div(new Scalar(2.0));
    }

    /** Registers CycleGAN. */
    public static final class Factory implements AlgorithmFactory {
        private static final String GRADIENT_PENALTY = "wgan";
        private static final String LEAST_SQUARES = "lsgan";
        private static final double RATE = 1e-4;
        private static final int BATCH = 16;
        private static final double MOST_WIDTH = 512;

        @Override
        public boolean needsPictures() {
            return true;
        }

        @Override
        public Info info() {
            return new Info(
                    "CycleGAN",
                    "learned augmentation",
                    "Choi et al., StarGAN: Unified Generative Adversarial Networks for Multi-Domain Image-to-Image Translation, CVPR 2018",
                    "trains on pictures that a network translates into the other values of an attribute",
                    List.of(ATTRIBUTES),
                    2,
                    List.of(ControlledForms.NAME),
                    1,
                    "id");
        }

        @Override
        public @Nullable String unfit(ImageShape shape, NetworkFactory network) {
            return Generator.refuses(shape);
        }

        @Override
        public HyperparameterSpace space(SpaceContext context) {
            return CommonHyperparameters.controlled()
                    .with(
                            ControlledForms.rate(RATE),
                            ControlledForms.among(
                                    "lambda_a",
                                    1.0,
                                    List.of(0.01, 0.1, 1.0, 10.0),
                                    0,
                                    ControlledForms.UNBOUNDED,
                                    "weight of real against translated"),
                            ControlledForms.among(
                                    "lr_stargan",
                                    1e-4,
                                    List.of(1e-3, 1e-4, 1e-5),
                                    CommonHyperparameters.POSITIVE,
                                    ControlledForms.UNBOUNDED,
                                    "learning rate of generator and discriminator"),
                            ControlledForms.word(
                                    "loss",
                                    GRADIENT_PENALTY,
                                    List.of(GRADIENT_PENALTY, LEAST_SQUARES),
                                    "how real is told from translated"),
                            ControlledForms.number("alpha", 1, 0, 1, "share of the rows that are translated"),
                            ControlledForms.stage(2, "updates of the discriminator for each one of the classifier"),
                            ControlledForms.whole(
                                    "stage1_batch", BATCH, 1, CommonHyperparameters.MOST_ROWS, "rows of its batches"),
                            ControlledForms.whole(
                                    "critic_updates",
                                    5,
                                    1,
                                    CommonHyperparameters.MOST_STEPS,
                                    "updates of the discriminator for each one of the generator"),
                            ControlledForms.whole(
                                    "width", Generator.WIDTH, 1, MOST_WIDTH, "channels of the first convolutions"));
        }

        @Override
        public FirstStage firstStage(Map<String, Object> hyperparameters, int steps) {
            return ControlledForms.before(
                    hyperparameters, steps, (int) new HyperparameterValues(hyperparameters).whole("stage1_batch"));
        }

        @Override
        public Algorithm create(Context context) {
            return new CycleGan(context);
        }
    }
}
