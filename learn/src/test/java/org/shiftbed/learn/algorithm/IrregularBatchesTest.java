package org.shiftbed.learn.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.shiftbed.base.Seed;
import org.shiftbed.base.UserError;
import org.shiftbed.data.ImageShape;
import org.shiftbed.learn.Algorithms;
import org.shiftbed.learn.Precision;
import org.shiftbed.learn.torch.Natives;
import org.shiftbed.learn.torch.Tensors;

/** Environments that are absent, have one row, or differ in their counts, as batches drawn across parts have them. */
class IrregularBatchesTest {
    /** Pictures, for ARM has no use for vectors; the perceptron flattens them. */
    static final ImageShape SHAPE = new ImageShape(1, 2, 3);

    private static final int INPUTS = SHAPE.bytes();
    private static final int CLASSES = 3;

    /** Refused with one training environment. */
    private static final Set<String> NEED_TWO = Set.of("EQRM", "MLDG", "RDM", "SANDMask", "TRM");
    /** Their penalty does not compare environments. */
    private static final Set<String> WITHIN_ENVIRONMENTS = Set.of("IRM", "SD");

    @BeforeAll
    static void natives() {
        Natives.load(1);
    }

    static Set<String> algorithms() {
        return Algorithms.all().stream()
                .map(AlgorithmFactory::info)
                .filter(info -> info.forms().contains("domainbed"))
                .map(AlgorithmFactory.Info::name)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void updatesStayFiniteWhateverEnvironmentsABatchHas(String name) {
        if (!name.equals(
                "RDM")) { // strict, single rows and environments make its loss not-a-number, as the reference's (D16)
            updatesStayFinite(name, Set.of("algorithm"));
        }
        updatesStayFinite(name, Set.of());
    }

    private static void updatesStayFinite(String name, Set<String> strict) {
        try (PointerScope scope = new PointerScope()) {
            Algorithm algorithm = create(name, 4, Map.of(), strict);
            int[][] batches = {{5, 0, 3, 1}, {1, 1, 1, 1}, {0, 0, 7, 0}, {0, 1, 0, 0}, {2, 9, 0, 4}, {1, 2, 3, 4}};
            for (int[] counts : batches) {
                Map<String, Double> values = algorithm.update(minibatches(counts));
                assertThat(values.values())
                        .as("%s on %s", name, Arrays.toString(counts))
                        .allMatch(Double::isFinite);
            }
            algorithm
                    .state()
                    .forEach((key, tensor) -> assertThat(Tensors.toDoubles(tensor))
                            .as(key)
                            .satisfies(weights ->
                                    assertThat(Arrays.stream(weights)).allMatch(Double::isFinite)));
            algorithm.close();
        }
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void identicalRowsAndOneEnvironmentAreLegalOrRefused(String name) {
        try (PointerScope scope = new PointerScope()) {
            if (NEED_TWO.contains(name)) {
                assertThatThrownBy(() -> create(name, 1, Map.of()))
                        .isInstanceOf(UserError.class)
                        .hasMessageContaining("algorithm " + name + ": ")
                        .hasMessageContaining("at least 2");
                return;
            }
            Algorithm algorithm = create(name, 1, Map.of());
            for (int rows : new int[] {4, 1, 4}) {
                Tensor x = Tensors.of(new double[rows * INPUTS], rows, 1, 2, 3);
                long[] labels = Arrays.copyOf(new long[] {0, 1, 2, 0}, rows);
                Map<String, Double> values = algorithm.update(List.of(new Minibatch(0, x, Tensors.of(labels, rows))));
                assertThat(values.values()).as(values.toString()).allMatch(Double::isFinite);
                if (values.containsKey("penalty") && !WITHIN_ENVIRONMENTS.contains(name)) {
                    assertThat(value(values, "penalty")).isZero();
                }
            }
            algorithm.close();
        }
    }

    @Test
    void irmLeavesEnvironmentsOfOneRowOutOfThePenaltyOnly() {
        try (PointerScope scope = new PointerScope()) {
            Algorithm algorithm = create("IRM", 3, Map.of());
            List<Minibatch> batch = minibatches(new int[] {4, 1, 5});
            List<Tensor> logits = logits(algorithm, batch);
            double expected = 0;
            double risk = 0;
            for (int i = 0; i < 3; i++) {
                double[] z = Tensors.toDoubles(logits.get(i));
                long[] y = Tensors.toLongs(batch.get(i).y());
                risk += crossEntropy(1, z, y, 0, 1) / 3;
                if (y.length > 1) {
                    expected += slope(z, y, 0) * slope(z, y, 1) / 2;
                }
            }
            Map<String, Double> values = algorithm.update(batch);
            assertThat(value(values, "penalty")).isCloseTo(expected, within(1e-9));
            assertThat(value(values, "nll")).isCloseTo(risk, within(1e-12));
            algorithm.close();
        }
    }

    @Test
    void coralAndMmdPairEnvironmentsOfAtLeastTwoRows() {
        for (String name : List.of("CORAL", "MMD")) {
            try (PointerScope scope = new PointerScope()) {
                List<Minibatch> withSingle = minibatches(new int[] {4, 1, 5});
                List<Minibatch> without = List.of(withSingle.get(0), withSingle.get(2));
                Algorithm first = create(name, 3, Map.of());
                Algorithm second = create(name, 3, Map.of());
                second.load(first.state());
                double penalty = value(first.update(withSingle), "penalty");
                assertThat(penalty).isPositive();
                assertThat(value(second.update(without), "penalty")).isEqualTo(penalty);
                first.close();
                second.close();
            }
        }
    }

    @Test
    void groupDroKeepsWeightsOfAbsentEnvironmentsByIndex() {
        try (PointerScope scope = new PointerScope()) {
            Algorithm algorithm = create("GroupDRO", 3, Map.of("groupdro_eta", 0.7));
            List<Minibatch> batch = minibatches(new int[] {0, 3, 2});
            List<Tensor> logits = logits(algorithm, batch);
            double r1 = crossEntropy(
                    1,
                    Tensors.toDoubles(logits.get(0)),
                    Tensors.toLongs(batch.get(0).y()),
                    0,
                    1);
            double r2 = crossEntropy(
                    1,
                    Tensors.toDoubles(logits.get(1)),
                    Tensors.toLongs(batch.get(1).y()),
                    0,
                    1);
            double loss = value(algorithm.update(batch), "loss");
            double total = 1 + Math.exp(0.7 * r1) + Math.exp(0.7 * r2);
            double[] q = entry(algorithm, "q");
            assertThat(q)
                    .containsExactly(
                            new double[] {1 / total, Math.exp(0.7 * r1) / total, Math.exp(0.7 * r2) / total},
                            within(1e-12));
            assertThat(loss).isCloseTo(q[1] * r1 + q[2] * r2, within(1e-12));
            algorithm.close();
        }
    }

    @Test
    void vrexTakesTheVarianceOverPresentEnvironments() {
        try (PointerScope scope = new PointerScope()) {
            Algorithm algorithm = create("VREx", 3, Map.of());
            List<Minibatch> batch = minibatches(new int[] {2, 0, 6});
            List<Tensor> logits = logits(algorithm, batch);
            double a = crossEntropy(
                    1,
                    Tensors.toDoubles(logits.get(0)),
                    Tensors.toLongs(batch.get(0).y()),
                    0,
                    1);
            double b = crossEntropy(
                    1,
                    Tensors.toDoubles(logits.get(1)),
                    Tensors.toLongs(batch.get(1).y()),
                    0,
                    1);
            Map<String, Double> values = algorithm.update(batch);
            assertThat(value(values, "penalty")).isCloseTo((a - b) * (a - b) / 4, within(1e-12));
            assertThat(value(values, "nll")).isCloseTo(b, within(1e-12));
            algorithm.close();
        }
    }

    @Test
    void groupDroLoadsAStateWhoseWeightsHaveGrown() {
        try (PointerScope scope = new PointerScope()) {
            Algorithm trained = create("GroupDRO", 3, Map.of(), Set.of("algorithm"));
            trained.update(minibatches(new int[] {2, 2, 2}));
            Algorithm fresh = create("GroupDRO", 3, Map.of(), Set.of("algorithm"));
            assertThat(entry(fresh, "q")).isEmpty();
            fresh.load(trained.state());
            trained.state()
                    .forEach((key, tensor) ->
                            assertThat(entry(fresh, key)).as(key).isEqualTo(Tensors.toDoubles(tensor)));
            trained.close();
            fresh.close();
        }
    }

    private static double value(Map<String, Double> values, String key) {
        return Objects.requireNonNull(values.get(key), key);
    }

    private static double[] entry(Algorithm algorithm, String key) {
        return Tensors.toDoubles(Objects.requireNonNull(algorithm.state().get(key), key));
    }

    /** Central difference of the cross-entropy by the scale of the logits, over rows from {@code from} in steps of two. */
    private static double slope(double[] z, long[] y, int from) {
        double h = 1e-5;
        return (crossEntropy(1 + h, z, y, from, 2) - crossEntropy(1 - h, z, y, from, 2)) / (2 * h);
    }

    private static double crossEntropy(double scale, double[] z, long[] y, int from, int step) {
        double sum = 0;
        int rows = 0;
        for (int i = from; i < y.length; i += step) {
            double normaliser = 0;
            for (int k = 0; k < CLASSES; k++) {
                normaliser += Math.exp(scale * z[i * CLASSES + k]);
            }
            sum += Math.log(normaliser) - scale * z[i * CLASSES + (int) y[i]];
            rows++;
        }
        return sum / rows;
    }

    private static List<Tensor> logits(Algorithm algorithm, List<Minibatch> batch) {
        try (NoGradGuard guard = new NoGradGuard()) {
            return batch.stream().map(m -> algorithm.predict(m.x())).toList();
        }
    }

    static List<Minibatch> minibatches(int[] counts) {
        SplittableRandom random = new SplittableRandom(Arrays.hashCode(counts));
        List<Minibatch> made = new ArrayList<>();
        for (int e = 0; e < counts.length; e++) {
            if (counts[e] > 0) {
                double[] x = random.doubles((long) counts[e] * INPUTS, -2, 2).toArray();
                long[] y = random.longs(counts[e], 0, CLASSES).toArray();
                made.add(new Minibatch(e, Tensors.of(x, counts[e], 1, 2, 3), Tensors.of(y, y.length)));
            }
        }
        return made;
    }

    static Algorithm create(String name, int domains, Map<String, Object> changed) {
        return create(name, domains, changed, Set.of());
    }

    static Algorithm create(String name, int domains, Map<String, Object> changed, Set<String> strict) {
        AlgorithmFactory factory = Algorithms.require(name, "test");
        Map<String, Object> values =
                new HashMap<>(factory.space(new AlgorithmFactory.SpaceContext("sprites", true, "domainbed"))
                        .defaults());
        values.computeIfPresent("resize", (key, large) -> 4L);
        values.putAll(changed);
        return Algorithms.create(
                name,
                new AlgorithmFactory.Context(
                        SHAPE,
                        0,
                        CLASSES,
                        domains,
                        "domainbed",
                        strict,
                        values,
                        "mlp",
                        Precision.FLOAT64,
                        "cpu",
                        new SeededDraws(Seed.of("test", name))));
    }
}
