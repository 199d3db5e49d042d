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
    private static final double PENALTY = GradientCase.PENALTY;
    private static final String EXTRA = "extra/";

    /** Of larger tensors only a few entries are looked at; all of the perceptron's are smaller. */
    private static final int LARGE = 60;

    private static final int FEW = 6;

    @BeforeAll
    static void natives() {
        Natives.load(1);
    }

    static Stream<GradientCase> cases() {
        return GradientCase.all();
    }

    private static double value(Map<String, Double> values, String key) {
        return GradientCase.value(values, key);
    }

    @Test
    void everyAlgorithmHasACase() {
        Set<String> elsewhere = Set.of("Transfer"); // TransferTest: its update is several steps
        assertThat(Stream.concat(cases().map(GradientCase::name), elsewhere.stream()))
                .containsAll(Algorithms.all().stream()
                        // Those that only augment pictures are ERM.
                        .filter(factory -> !(factory instanceof HeuristicAugmentation))
                        // The controlled forms have recorded gradients: MethodsGoldenTest.
                        .filter(factory -> factory.info().forms().contains("domainbed"))
                        .map(factory -> factory.info().name())
                        .toList());
    }

    @ParameterizedTest
    @MethodSource("cases")
    void gradientsEqualCentralDifferencesOfTheLoss(GradientCase made) {
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
        List<GradientCase> adversarial =
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
    private static Map<String, double[]> gradients(NetworkAlgorithm algorithm, GradientCase made) {
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
            Algorithm algorithm, GradientCase made, Map<String, StoredTensor> start, String key, int index, double by) {
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
    private static Map<String, double[]> start(Algorithm algorithm, GradientCase made) {
        algorithm.update(batch(made));
        Map<String, double[]> state = new LinkedHashMap<>();
        algorithm.state().forEach((key, tensor) -> state.put(key, Tensors.toDoubles(tensor)));
        ((NetworkAlgorithm) algorithm)
                .extraState()
                .forEach((key, tensor) -> state.put(EXTRA + key, Tensors.toDoubles(tensor)));
        return start(algorithm, made, state);
    }

    private static Map<String, double[]> start(Algorithm algorithm, GradientCase made, Map<String, double[]> state) {
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

    private static List<Minibatch> batch(GradientCase made) {
        return made.name().equals("Fish") ? batch().subList(0, 1) : batch();
    }

    private static Algorithm create(GradientCase made) {
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
