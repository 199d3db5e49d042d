package org.shiftbed.learn.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.shiftbed.learn.Algorithms;
import org.shiftbed.learn.Precision;
import org.shiftbed.learn.torch.AdamOptimizer;
import org.shiftbed.learn.torch.Natives;
import org.shiftbed.learn.torch.Tensors;
import org.shiftbed.learn.weights.StateDict;
import org.shiftbed.learn.weights.StoredTensor;

/**
 * Gradients of every algorithm against central differences of the loss that it reports, and the losses of DANN against plain arithmetic: in double, on
 * a perceptron of a hundred weights and three environments of five rows.
 */
class GradientsTest {
    private static final int INPUTS = 6;
    private static final int CLASSES = 3;
    private static final double STEP = 1e-6;
    private static final double PENALTY = 0.7;
    private static final String EXTRA = "extra/";

    /** Of larger tensors only a few entries are looked at; all of the perceptron's are smaller. */
    private static final int LARGE = 60;

    private static final int FEW = 6;

    @BeforeAll
    static void natives() {
        Natives.load(1);
    }

    /**
     * @param name algorithm
     * @param changed hyperparameters
     * @param strict layers
     * @param objective what the update minimises, of the values it returns
     * @param trained prefixes of the weights that the update moves along its gradient
     * @param set entries of the state before the update
     */
    private record Case(
            String name,
            Map<String, Object> changed,
            Set<String> strict,
            ToDoubleFunction<Map<String, Double>> objective,
            List<String> trained,
            Map<String, double[]> set) {
        Case(String name, Map<String, Object> changed, ToDoubleFunction<Map<String, Double>> objective) {
            this(name, changed, Set.of("algorithm"), objective, BOTH, Map.of());
        }

        @Override
        public String toString() {
            return name + " " + strict + " " + trained;
        }
    }

    private static final ToDoubleFunction<Map<String, Double>> TRM =
            values -> value(values, "nll") + value(values, "trm_loss");
    private static final List<String> BOTH = List.of("featurizer.", "classifier.");

    static Stream<Case> cases() {
        Map<String, Object> adversarial =
                Map.of("grad_penalty", PENALTY, "lambda", 2.0, "d_steps_per_g_step", 1L, "mlp_depth", 3L);
        ToDoubleFunction<Map<String, Double>> loss = values -> value(values, "loss");
        Set<String> strict = Set.of("algorithm");
        Map<String, double[]> generator = Map.of("update_count", new double[] {0});
        Map<String, double[]> discriminator = Map.of("update_count", new double[] {1});
        Map<String, Object> disentangled =
                Map.of("mlp_depth", 3L, "cnt_lambda", 0.6, "dclf_lambda", 0.7, "disc_lambda", 0.8, "rmxd_lambda", 0.9);
        return Stream.of(
                new Case("ERM", Map.of(), loss),
                new Case("IRM", Map.of("irm_lambda", 7.0, "irm_penalty_anneal_iters", 0L), loss),
                new Case("VREx", Map.of("vrex_lambda", 7.0, "vrex_penalty_anneal_iters", 0L), loss),
                // Without a step of q its weights are constants of the loss, as they are meant to be.
                new Case("GroupDRO", Map.of("groupdro_eta", 0.0), strict, loss, BOTH, Map.of("q", new double[] {
                    0.2, 0.3, 0.5
                })),
                new Case("Mixup", Map.of(), loss),
                new Case("CORAL", Map.of("mmd_gamma", 3.0), weighted("loss", 3, "penalty")),
                new Case("MMD", Map.of("mmd_gamma", 3.0), weighted("loss", 3, "penalty")),
                new Case("DANN", adversarial, strict, values -> value(values, "gen_loss"), BOTH, generator),
                new Case(
                        "DANN",
                        adversarial,
                        strict,
                        values -> value(values, "disc_loss"),
                        List.of("discriminator."),
                        discriminator),
                new Case("CDANN", adversarial, Set.of(), values -> value(values, "gen_loss"), BOTH, generator),
                new Case(
                        "CDANN",
                        adversarial,
                        Set.of(),
                        values -> value(values, "disc_loss"),
                        List.of("discriminator.", "class_embeddings."),
                        discriminator),
                new Case("SD", Map.of("sd_reg", 0.7), weighted("loss", 0.7, "penalty")),
                new Case("IB_ERM", Map.of("ib_lambda", 3.0, "ib_penalty_anneal_iters", 0L), loss),
                new Case(
                        "IB_IRM",
                        Map.of(
                                "ib_lambda",
                                3.0,
                                "ib_penalty_anneal_iters",
                                0L,
                                "irm_lambda",
                                7.0,
                                "irm_penalty_anneal_iters",
                                0L),
                        loss),
                // Differentiating through the two ends of the bisection gives the derivative of another function (D18).
                new Case("EQRM", Map.of("eqrm_burnin_iters", 0.0), Set.of(), loss, BOTH, Map.of()),
                new Case(
                        "RDM",
                        Map.of("rdm_lambda", 3.0, "variance_weight", 0.5, "rdm_penalty_anneal_iters", 0L),
                        values -> value(values, "total_loss")),
                new Case("CausIRL_CORAL", Map.of("mmd_gamma", 3.0), weighted("loss", 3, "penalty")),
                new Case("CausIRL_MMD", Map.of("mmd_gamma", 3.0), weighted("loss", 3, "penalty")),
                new Case("CAD", Map.of("lmbda", 2.0), values -> value(values, "total_loss")),
                new Case(
                        "CAD",
                        Map.of("lmbda", 2.0, "is_flipped", false, "is_normalized", true),
                        values -> value(values, "total_loss")),
                new Case("CondCAD", Map.of("lmbda", 2.0), values -> value(values, "total_loss")),
                new Case("CondCAD", Map.of("lmbda", 2.0, "is_flipped", false), values -> value(values, "total_loss")),
                new Case("RSC", Map.of(), loss),
                new Case("SelfReg", Map.of(), loss),
                new Case("SelfReg", Map.of(), Set.of(), loss, List.of("featurizer.", "classifier.", "cdpl."), Map.of()),
                new Case("MTL", Map.of("mtl_ema", 0.7), loss),
                new Case("MTL", Map.of("mtl_ema", 0.7), Set.of(), loss, BOTH, Map.of()),
                // The featurizer moves twice an update; the recorded run covers it.
                new Case(
                        "SagNet", Map.of(), strict, values -> value(values, "loss_c"), List.of("network_c."), Map.of()),
                new Case(
                        "SagNet", Map.of(), strict, values -> value(values, "loss_s"), List.of("network_s."), Map.of()),
                new Case("URM", Map.of("urm_adv_lambda", 0.7), loss),
                new Case("URM", Map.of("urm_adv_lambda", 0.7, "urm_generator_output", "sigmoid"), loss),
                new Case(
                        "ADRMX",
                        disentangled,
                        strict,
                        values -> value(values, "loss_total"),
                        List.of("featurizer_", "classifier_"),
                        Map.of("update_count", new double[] {1})),
                new Case(
                        "ADRMX",
                        disentangled,
                        Set.of(),
                        values -> value(values, "loss_total"),
                        List.of("featurizer_", "classifier_"),
                        Map.of("update_count", new double[] {1})),
                new Case(
                        "ADRMX",
                        disentangled,
                        strict,
                        values -> value(values, "loss_disc"),
                        List.of("discriminator."),
                        generator),
                // One environment: with several, Adam steps several times an update.
                new Case("Fish", Map.of(), strict, loss, List.of("network.net."), Map.of()),
                // Without a step the meta-test gradient is taken at the same weights, so that it is a derivative of the
                // reported loss.
                new Case("MLDG", Map.of("lr", 1e-14, "mldg_beta", 0.6, "n_meta_test", 1L), loss),
                new Case("MLDG", Map.of("lr", 1e-14, "n_meta_test", 5L), Set.of(), loss, BOTH, Map.of()),
                // Masks of ones.
                new Case("ANDMask", Map.of("tau", 0.0), loss),
                new Case("SANDMask", Map.of("tau", -1.0, "k", 1e30), loss),
                new Case("IGA", Map.of("penalty", 3.0), weighted("loss", 3, "penalty")),
                new Case("Fishr", Map.of("lambda", 7.0, "penalty_anneal_iters", 0L), loss),
                new Case(
                        "Fishr", Map.of("lambda", 7.0, "penalty_anneal_iters", 0L, "nonlinear_classifier", true), loss),
                // The heads' fit and the inverse Hessian are constants; what flows to the featurizer is in TrmTest.
                new Case("TRM", Map.of("iters", 0L), strict, TRM, List.of("classifier."), Map.of()),
                new Case("TRM", Map.of(), TRM),
                new Case("ARM", Map.of(), loss),
                new Case("ARM", Map.of(), Set.of(), loss, List.of("context_net.", "featurizer."), Map.of()),
                new Case("ERMPlusPlus", Map.of(), strict, loss, List.of("classifier."), Map.of()),
                new Case("ERMPlusPlus", Map.of("linear_steps", 0L), loss));
    }

    private static ToDoubleFunction<Map<String, Double>> weighted(String loss, double weight, String penalty) {
        return values -> value(values, loss) + weight * value(values, penalty);
    }

    private static double value(Map<String, Double> values, String key) {
        return Objects.requireNonNull(values.get(key), key);
    }

    @Test
    void everyAlgorithmHasACase() {
        Set<String> elsewhere = Set.of("Transfer"); // TransferTest: its update is several steps
        assertThat(Stream.concat(cases().map(Case::name), elsewhere.stream()))
                .containsAll(Algorithms.all().stream()
                        // Those that only augment pictures are ERM.
                        .filter(factory -> !(factory instanceof HeuristicAugmentation))
                        .map(factory -> factory.info().name())
                        .toList());
    }

    @ParameterizedTest
    @MethodSource("cases")
    void gradientsEqualCentralDifferencesOfTheLoss(Case made) {
        try (PointerScope scope = new PointerScope()) {
            Algorithm algorithm = create(made);
            // After one update, so that whatever grows at first use is there.
            algorithm.update(batch(made));
            made.set()
                    .forEach((name, values) ->
                            Tensors.require(algorithm.state(), name).copy_(Tensors.of(values, values.length)));
            Map<String, StoredTensor> start = StateDict.snapshot(algorithm);
            Map<String, double[]> gradients = gradients((NetworkAlgorithm) algorithm, made);
            gradients.keySet().removeIf(key -> made.trained().stream().noneMatch(key::startsWith));
            assertThat(gradients).isNotEmpty();
            double largest = 0;
            for (Map.Entry<String, double[]> entry : gradients.entrySet()) {
                int length = entry.getValue().length;
                for (int i = 0; i < length; i += length <= LARGE ? 1 : length / FEW) {
                    double slope = (moved(algorithm, made, start, entry.getKey(), i, STEP)
                                    - moved(algorithm, made, start, entry.getKey(), i, -STEP))
                            / (2 * STEP);
                    double gradient = entry.getValue()[i];
                    assertThat(gradient)
                            .as("%s by %s[%d]", made.name(), entry.getKey(), i)
                            .isCloseTo(slope, within(2e-6 * Math.max(1, Math.abs(slope))));
                    largest = Math.max(largest, Math.abs(gradient));
                }
            }
            assertThat(largest).isGreaterThan(1e-2);
            algorithm.close();
        }
    }

    /** The penalty is the mean over rows of the squared gradient of the summed cross-entropy by the features: here by differences. */
    @Test
    void lossesOfDannWithItsGradientPenaltyEqualPlainArithmetic() {
        List<Case> adversarial =
                cases().filter(made -> made.name().equals("DANN")).toList();
        try (PointerScope scope = new PointerScope()) {
            Algorithm algorithm = create(adversarial.get(0));
            Map<String, double[]> start = start(algorithm, adversarial.get(0));
            double task = 0;
            double guess = 0;
            double penalty = 0;
            int rows = 0;
            for (Minibatch minibatch : batch()) {
                double[] x = Tensors.toDoubles(minibatch.x());
                long[] y = Tensors.toLongs(minibatch.y());
                for (int row = 0; row < y.length; row++, rows++) {
                    double[] z =
                            perceptron(start, "featurizer.", Arrays.copyOfRange(x, row * INPUTS, (row + 1) * INPUTS));
                    task += PlainModel.crossEntropy(linear(start, "classifier.", z), (int) y[row]);
                    guess += PlainModel.crossEntropy(perceptron(start, "discriminator.", z), minibatch.environment());
                    for (int k = 0; k < z.length; k++) {
                        double[] up = z.clone();
                        double[] down = z.clone();
                        up[k] += STEP;
                        down[k] -= STEP;
                        double slope = (PlainModel.crossEntropy(
                                                perceptron(start, "discriminator.", up), minibatch.environment())
                                        - PlainModel.crossEntropy(
                                                perceptron(start, "discriminator.", down), minibatch.environment()))
                                / (2 * STEP);
                        penalty += slope * slope;
                    }
                }
            }
            assertThat(penalty / rows).isGreaterThan(1e-4);
            double adversary = guess / rows + PENALTY * penalty / rows;
            load(algorithm, start(algorithm, adversarial.get(0), start));
            assertThat(algorithm.update(batch()).get("gen_loss")).isCloseTo(task / rows - 2 * adversary, within(1e-8));
            load(algorithm, start(algorithm, adversarial.get(1), start));
            assertThat(algorithm.update(batch()).get("disc_loss")).isCloseTo(adversary, within(1e-8));
            algorithm.close();
        }
    }

    /**
     * Updates once and finds what each Adam was given, by the names of the state: its first moment is m' = b m + (1 - b) g, or (1 - b) g where it
     * started afresh.
     */
    private static Map<String, double[]> gradients(NetworkAlgorithm algorithm, Case made) {
        Map<Long, double[]> before = new HashMap<>();
        moments(algorithm, (optimizer, address, moment, steps) -> before.put(address, moment));
        algorithm.update(batch(made));
        Map<String, double[]> gradients = new LinkedHashMap<>();
        moments(algorithm, (optimizer, address, moment, steps) -> {
            double[] old = steps == 1 ? new double[moment.length] : before.get(address);
            if (old == null || !Arrays.equals(old, moment)) {
                double beta = optimizer.beta1();
                double[] gradient = new double[moment.length];
                for (int i = 0; i < gradient.length; i++) {
                    gradient[i] = (moment[i] - beta * Objects.requireNonNull(old)[i]) / (1 - beta);
                }
                algorithm.state().forEach((key, tensor) -> {
                    if (tensor.unsafeGetTensorImpl().address() == address && !isAlias(key)) {
                        gradients.put(key, gradient);
                    }
                });
            }
        });
        return gradients;
    }

    private interface MomentVisitor {
        void visit(AdamOptimizer optimizer, long address, double[] moment, long steps);
    }

    private static void moments(NetworkAlgorithm algorithm, MomentVisitor visitor) {
        algorithm.optimizers().values().forEach(each -> {
            if (each instanceof AdamOptimizer adam) {
                Map<String, Tensor> memory = adam.memory();
                for (int i = 0; i < adam.parameters().size(); i++) {
                    Tensor moment = memory.get(i + ".exp_avg");
                    if (moment != null) {
                        visitor.visit(
                                adam,
                                adam.parameters().get(i).unsafeGetTensorImpl().address(),
                                Tensors.toDoubles(moment),
                                (long) Tensors.item(Tensors.require(memory, i + ".step")));
                    }
                }
            }
        });
    }

    /** The objective of the same update, with one weight moved before it. */
    private static double moved(
            Algorithm algorithm, Case made, Map<String, StoredTensor> start, String key, int index, double by) {
        StateDict.restore(algorithm, start);
        try (PointerScope scope = new PointerScope()) {
            try (NoGradGuard guard = new NoGradGuard()) {
                Tensors.require(algorithm.state(), key)
                        .view(-1)
                        .select(0, index)
                        .add_(new Scalar(by));
            }
            return made.objective().applyAsDouble(algorithm.update(batch(made)));
        }
    }

    private static boolean isAlias(String key) {
        return key.startsWith("network.0.") || key.startsWith("network.1.");
    }

    /** The state after one update, so that whatever grows at first use is there; then what the case sets. */
    private static Map<String, double[]> start(Algorithm algorithm, Case made) {
        algorithm.update(batch(made));
        Map<String, double[]> state = new LinkedHashMap<>();
        algorithm.state().forEach((key, tensor) -> state.put(key, Tensors.toDoubles(tensor)));
        ((NetworkAlgorithm) algorithm)
                .extraState()
                .forEach((key, tensor) -> state.put(EXTRA + key, Tensors.toDoubles(tensor)));
        return start(algorithm, made, state);
    }

    private static Map<String, double[]> start(Algorithm algorithm, Case made, Map<String, double[]> state) {
        assertThat(algorithm.state().keySet()).containsAll(made.set().keySet());
        Map<String, double[]> changed = new LinkedHashMap<>(state);
        changed.putAll(made.set());
        return changed;
    }

    private static void load(Algorithm algorithm, Map<String, double[]> state) {
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        try (PointerScope scope = new PointerScope()) {
            // The reference's state lists shared tensors twice.
            Map<Long, String> names = new HashMap<>();
            algorithm.state().forEach((key, tensor) -> {
                String source =
                        names.computeIfAbsent(tensor.unsafeGetTensorImpl().address(), unused -> key);
                double[] values = Objects.requireNonNull(state.get(source), source);
                tensors.put(key, Tensors.of(values, tensor.shape()).to(tensor.scalar_type()));
            });
            algorithm.load(tensors);
            ((NetworkAlgorithm) algorithm).extraState().forEach((key, tensor) -> {
                double[] values = Objects.requireNonNull(state.get(EXTRA + key), key);
                Tensors.copyInto(Map.of(key, tensor), Map.of(key, Tensors.of(values, tensor.shape())));
            });
        }
    }

    private static List<Minibatch> batch() {
        return IrregularBatchesTest.minibatches(new int[] {5, 5, 5});
    }

    private static List<Minibatch> batch(Case made) {
        return made.name().equals("Fish") ? batch().subList(0, 1) : batch();
    }

    private static Algorithm create(Case made) {
        torch.manual_seed(11);
        AlgorithmFactory factory = Algorithms.require(made.name(), "test");
        Map<String, Object> values =
                new HashMap<>(factory.space(new AlgorithmFactory.SpaceContext("sprites", true, "domainbed"))
                        .defaults());
        values.put("mlp_width", 4L);
        values.putAll(made.changed());
        return factory.create(new AlgorithmFactory.Context(
                IrregularBatchesTest.SHAPE,
                0,
                CLASSES,
                3,
                "domainbed",
                made.strict(),
                values,
                "mlp",
                Precision.FLOAT64,
                "cpu",
                new SameDraws()));
    }

    private static double[] perceptron(Map<String, double[]> state, String prefix, double[] x) {
        double[] hidden = relu(linear(state, prefix + "input.", x));
        return linear(state, prefix + "output.", relu(linear(state, prefix + "hiddens.0.", hidden)));
    }

    private static double[] linear(Map<String, double[]> state, String prefix, double[] x) {
        double[] weight = Objects.requireNonNull(state.get(prefix + "weight"), prefix);
        return PlainModel.affine(weight, Objects.requireNonNull(state.get(prefix + "bias"), prefix), x);
    }

    private static double[] relu(double[] x) {
        return Arrays.stream(x).map(value -> Math.max(0, value)).toArray();
    }

    /** The same draws at every update, so that a loss can be taken twice. */
    private static final class SameDraws implements RandomDraws {
        @Override
        public int[] permutation(int n) {
            List<Integer> order = new ArrayList<>();
            for (int i = n - 1; i >= 0; i--) {
                order.add(i);
            }
            return order.stream().mapToInt(Integer::intValue).toArray();
        }

        @Override
        public double beta(double a, double b) {
            return 0.3;
        }

        @Override
        public int integer(int low, int high) {
            return (low + high) / 2;
        }

        @Override
        public double[] uniform(int n) {
            return new double[n];
        }

        @Override
        public double[] normal(int n) {
            return new double[n];
        }
    }
}
