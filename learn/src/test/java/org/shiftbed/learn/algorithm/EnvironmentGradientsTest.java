package org.shiftbed.learn.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.DoubleBinaryOperator;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shiftbed.base.Seed;
import org.shiftbed.base.UserError;
import org.shiftbed.learn.torch.Natives;
import org.shiftbed.learn.torch.Tensors;

/** Updates of the algorithms that work on the gradients of each environment, against plain arithmetic. */
class EnvironmentGradientsTest {
    private static final double RATE = 0.01;
    private static final double DECAY = 0.02;
    private static final Set<String> STRICT = Set.of("algorithm");
    private static final int[] COUNTS = {5, 3, 4};

    @BeforeAll
    static void natives() {
        Natives.load(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void fishGoesPartOfTheWayOfItsClone(boolean strict) {
        try (PointerScope scope = new PointerScope();
                Algorithm fish = create("Fish", Map.of("meta_lr", 0.3), strict)) {
            PlainModel theta = PlainModel.of(fish.state(), "network.net.0", "network.net.1");
            PlainModel clone = new PlainModel(theta.parameters);
            SeededDraws draws = new SeededDraws(Seed.of("test", "Fish"));
            for (int update = 0; update < 3; update++) {
                List<Minibatch> batch = batch(update);
                int[] order = strict ? new int[] {0, 1, 2} : draws.permutation(3);
                copy(theta.parameters, clone.parameters);
                double last = Double.NaN;
                for (int e : order) {
                    last = clone.risk(batch.get(e));
                    clone.step(clone.gradient(batch.get(e)), RATE, DECAY);
                }
                combine(theta.parameters, clone.parameters, (from, to) -> from + 0.3 * (to - from));
                assertThat(fish.update(batch).get("loss")).isCloseTo(last, within(1e-10));
                compare(fish.state(), "network.net.0", "network.net.1", theta);
            }
            if (strict) {
                compare(fish.state(), "network_inner.net.0", "network_inner.net.1", clone);
            } else {
                assertThat(fish.state().keySet()).noneMatch(name -> name.startsWith("network_inner"));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"1, true", "2, true", "1, false", "2, false", "3, true", "3, false"})
    void mldgAddsTheGradientsOfItsPairs(int metaTest, boolean strict) {
        try (PointerScope scope = new PointerScope();
                Algorithm mldg = create("MLDG", Map.of("n_meta_test", (long) metaTest, "mldg_beta", 0.7), strict)) {
            PlainModel theta = PlainModel.of(mldg.state(), "featurizer", "classifier");
            SeededDraws draws = new SeededDraws(Seed.of("test", "MLDG"));
            for (int update = 0; update < 3; update++) {
                List<Minibatch> batch = batch(update);
                int[] order = draws.permutation(3);
                // Three meta-test environments of three leave none: strict has no pair then, fixed takes two.
                int tests = strict ? metaTest : Math.min(metaTest, 2);
                List<double[]> direction = zeros(theta.parameters);
                double loss = 0;
                for (int i = 0; i < 3 - tests; i++) {
                    Minibatch train = batch.get(order[i]);
                    Minibatch test = batch.get(order[3 - tests + i % tests]);
                    PlainModel inner = new PlainModel(theta.parameters);
                    List<double[]> gradient = inner.gradient(train);
                    loss += inner.risk(train) / 3;
                    inner.step(gradient, RATE, DECAY);
                    loss += 0.7 * inner.risk(test) / 3;
                    combine(direction, gradient, (sum, g) -> sum + g / 3);
                    combine(direction, inner.gradient(test), (sum, g) -> sum + 0.7 * g / 3);
                }
                theta.step(direction, RATE, DECAY);
                assertThat(mldg.update(batch).get("loss")).isCloseTo(loss, within(1e-10));
                compare(mldg.state(), "featurizer", "classifier", theta);
            }
        }
    }

    @Test
    void mldgTrainsOnABatchOfOneEnvironmentAsErmUnlessStrict() {
        try (PointerScope scope = new PointerScope();
                Algorithm mldg = create("MLDG", Map.of(), false)) {
            PlainModel theta = PlainModel.of(mldg.state(), "featurizer", "classifier");
            List<Minibatch> one = batch(0).subList(1, 2);
            double risk = theta.risk(one.get(0));
            theta.step(theta.gradient(one.get(0)), RATE, DECAY);
            assertThat(mldg.update(one).get("loss")).isCloseTo(risk, within(1e-10));
            compare(mldg.state(), "featurizer", "classifier", theta);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "ANDMask, 1, true",
        "ANDMask, 0.3, true",
        "SANDMask, 0.3, true",
        "SANDMask, 1, true",
        "SANDMask, 1, false"
    })
    void masksWeighTheMeanGradientByAgreement(String name, double tau, boolean strict) {
        double k = 0.002;
        try (PointerScope scope = new PointerScope();
                Algorithm made = create(
                        name, name.equals("ANDMask") ? Map.of("tau", tau) : Map.of("tau", tau, "k", k), strict)) {
            PlainModel theta = PlainModel.of(made.state(), "featurizer", "classifier");
            double largest = 0;
            for (int update = 0; update < 3; update++) {
                List<Minibatch> batch = batch(update);
                List<List<double[]>> gradients =
                        batch.stream().map(theta::gradient).toList();
                double threshold = name.equals("SANDMask") && tau == 1 && !strict ? 2.0 / 3 : tau;
                List<double[]> direction = zeros(theta.parameters);
                for (int i = 0; i < direction.size(); i++) {
                    double total = 0;
                    for (int j = 0; j < direction.get(i).length; j++) {
                        double[] g = {
                            gradients.get(0).get(i)[j],
                            gradients.get(1).get(i)[j],
                            gradients.get(2).get(i)[j]
                        };
                        double mask = mask(g, threshold, name.equals("ANDMask") ? 0 : k);
                        total += mask;
                        direction.get(i)[j] = mask * (g[0] + g[1] + g[2]) / 3;
                    }
                    for (int j = 0; j < direction.get(i).length; j++) {
                        direction.get(i)[j] /= 1e-10 + total / direction.get(i).length;
                        largest = Math.max(largest, Math.abs(direction.get(i)[j]));
                    }
                }
                theta.step(direction, RATE, DECAY);
                double loss = batch.stream().mapToDouble(b -> risk(made, b)).sum() / 3;
                assertThat(made.update(batch).get("loss")).isCloseTo(loss, within(1e-10));
                compare(made.state(), "featurizer", "classifier", theta);
            }
            // At its default threshold SANDMask lets no gradient pass: weights only decay.
            assertThat(largest == 0).isEqualTo(name.equals("SANDMask") && tau == 1 && strict);
        }
    }

    private static double mask(double[] g, double tau, double k) {
        double agreement = Math.abs(Math.signum(g[0]) + Math.signum(g[1]) + Math.signum(g[2])) / 3;
        if (k == 0) {
            return agreement >= tau ? 1 : 0;
        }
        double mean = (g[0] + g[1] + g[2]) / 3;
        double variance =
                ((g[0] - mean) * (g[0] - mean) + (g[1] - mean) * (g[1] - mean) + (g[2] - mean) * (g[2] - mean)) / 2;
        double mask = Math.tanh(k / variance * (agreement - tau));
        return Double.isNaN(mask) ? 1e-17 : Math.max(0, mask);
    }

    @Test
    void igaPenalisesTheVarianceOfGradients() {
        try (PointerScope scope = new PointerScope();
                Algorithm iga =
                        IrregularBatchesTest.create("IGA", 3, Map.of("penalty", 3.0, "mlp_width", 5L), STRICT)) {
            PlainModel theta = PlainModel.of(iga.state(), "featurizer", "classifier");
            List<Minibatch> batch = batch(0);
            List<List<double[]>> gradients = batch.stream().map(theta::gradient).toList();
            List<double[]> mean = zeros(theta.parameters);
            gradients.forEach(each -> combine(mean, each, (sum, g) -> sum + g / 3));
            double penalty = 0;
            List<double[]> expected = mean.stream().map(double[]::clone).toList();
            for (int e = 0; e < 3; e++) {
                List<double[]> difference =
                        gradients.get(e).stream().map(double[]::clone).toList();
                combine(difference, mean, (g, m) -> g - m);
                penalty += difference.stream()
                        .flatMapToDouble(java.util.Arrays::stream)
                        .map(d -> d * d)
                        .sum();
                // d/dtheta |g_e - g|^2 with g constant is twice the Hessian of e times the difference.
                combine(expected, hessianTimes(theta, batch.get(e), difference), (sum, h) -> sum + 3 * 2 * h);
            }
            assertThat(iga.update(batch).get("penalty")).isCloseTo(penalty, within(1e-10));
            Map<String, Tensor> snapshot = iga.snapshot();
            for (int i = 0; i < expected.size(); i++) {
                double[] moment = Tensors.toDoubles(Tensors.require(snapshot, "optimizer/adam/" + i + ".exp_avg"));
                for (int j = 0; j < moment.length; j++) {
                    assertThat(moment[j] / 0.1).isCloseTo(expected.get(i)[j], within(1e-9));
                }
            }
        }
    }

    /** By differences of fourth order of the exact gradient. */
    private static List<double[]> hessianTimes(PlainModel theta, Minibatch minibatch, List<double[]> direction) {
        double h = 1e-4;
        List<double[]> product = zeros(direction);
        double[][] stencil = {{-2, 1}, {-1, -8}, {1, 8}, {2, -1}};
        for (double[] point : stencil) {
            PlainModel moved = new PlainModel(theta.parameters);
            combine(moved.parameters, direction, (w, d) -> w + point[0] * h * d);
            combine(product, moved.gradient(minibatch), (sum, g) -> sum + point[1] * g / (12 * h));
        }
        return product;
    }

    @ParameterizedTest
    @ValueSource(strings = {"MLDG", "SANDMask", "TRM"})
    void oneTrainingEnvironmentIsRefusedWhereTheMethodNeedsTwo(String name) {
        try (PointerScope scope = new PointerScope()) {
            assertThatThrownBy(() -> IrregularBatchesTest.create(name, 1, Map.of(), Set.of()))
                    .isInstanceOf(UserError.class)
                    .hasMessageContaining(name)
                    .hasMessageContaining("at least 2 in training, this run has 1");
            IrregularBatchesTest.create(name, 1, Map.of(), STRICT).close();
        }
    }

    @Test
    void statesOfSandMaskWithAndWithoutTheCountCanBeLoaded() {
        try (PointerScope scope = new PointerScope();
                Algorithm with = create("SANDMask", Map.of(), true);
                Algorithm without = create("ANDMask", Map.of(), true)) {
            assertThat(with.state()).containsKey("update_count");
            with.load(without.state());
            assertThat(with.state().keySet()).isEqualTo(without.state().keySet());
            compare(with.state(), "featurizer", "classifier", PlainModel.of(without.state(), "network.0", "network.1"));
        }
    }

    private static double risk(Algorithm algorithm, Minibatch minibatch) {
        return PlainModel.of(algorithm.state(), "featurizer", "classifier").risk(minibatch);
    }

    private static Algorithm create(String name, Map<String, Object> changed, boolean strict) {
        Map<String, Object> values = new java.util.HashMap<>(changed);
        values.putAll(Map.of("lr", RATE, "weight_decay", DECAY, "mlp_width", 5L));
        return IrregularBatchesTest.create(name, 3, values, strict ? STRICT : Set.of());
    }

    private static List<Minibatch> batch(int update) {
        return IrregularBatchesTest.minibatches(new int[] {COUNTS[0] + update, COUNTS[1], COUNTS[2]});
    }

    private static List<double[]> zeros(List<double[]> like) {
        List<double[]> zeros = new ArrayList<>();
        like.forEach(each -> zeros.add(new double[each.length]));
        return zeros;
    }

    private static void copy(List<double[]> from, List<double[]> into) {
        combine(into, from, (old, value) -> value);
    }

    private static void combine(List<double[]> into, List<double[]> other, DoubleBinaryOperator operator) {
        for (int i = 0; i < into.size(); i++) {
            double[] a = into.get(i);
            for (int j = 0; j < a.length; j++) {
                a[j] = operator.applyAsDouble(a[j], other.get(i)[j]);
            }
        }
    }

    private static void compare(Map<String, Tensor> state, String featurizer, String classifier, PlainModel expected) {
        List<String> names = PlainModel.names(featurizer, classifier);
        for (int i = 0; i < names.size(); i++) {
            Tensor found = Objects.requireNonNull(state.get(names.get(i)), names.get(i));
            assertThat(Tensors.toDoubles(found))
                    .as(names.get(i))
                    .containsExactly(expected.parameters.get(i), within(1e-10));
        }
    }
}
