package org.shiftbed.learn.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.shiftbed.base.Seed;
import org.shiftbed.data.ImageShape;
import org.shiftbed.learn.Algorithms;
import org.shiftbed.learn.Precision;
import org.shiftbed.learn.torch.Natives;
import org.shiftbed.learn.torch.Tensors;

/** Transfer's steps, with plain arithmetic for the adversary. */
class TransferTest {
    private static final int INPUTS = 6;
    private static final int CLASSES = 3;

    @BeforeAll
    static void natives() {
        Natives.load(1);
    }

    /** Rate 0 for Phi and w leaves the adversary's climb alone: gradient steps by hand, each pulled back onto the ball. */
    @Test
    void adversaryClimbsTheGapWithinItsBall() {
        for (double delta : new double[] {100, 0.05}) {
            try (PointerScope scope = new PointerScope()) {
                double rate = 0.3;
                Transfer algorithm = create(
                        Set.of(),
                        Map.of("lr", 1e-300, "lr_d", rate, "delta", delta, "d_steps_per_g", 4L, "t_lambda", 1.7));
                List<Minibatch> batch = IrregularBatchesTest.minibatches(new int[] {5, 4, 6});
                double[] w = weights(algorithm, "classifier.");
                List<double[]> features = new ArrayList<>();
                for (Minibatch minibatch : batch) {
                    features.add(Tensors.toDoubles(algorithm.featurizer.forward(minibatch.x())));
                }
                double[] a = w.clone();
                double gap = 0;
                for (int step = 0; step < 4; step++) {
                    double[] risks = new double[3];
                    double[][] gradients = new double[3][];
                    for (int e = 0; e < 3; e++) {
                        gradients[e] = new double[a.length];
                        risks[e] = risk(
                                a, features.get(e), Tensors.toLongs(batch.get(e).y()), gradients[e]);
                    }
                    int high = argmax(risks, 1);
                    int low = argmax(risks, -1);
                    gap = 1.7 * (risks[high] - risks[low]);
                    double squares = 0;
                    for (int i = 0; i < a.length; i++) {
                        a[i] += rate * 1.7 * (gradients[high][i] - gradients[low][i]);
                        squares += (a[i] - w[i]) * (a[i] - w[i]);
                    }
                    double distance = Math.sqrt(squares);
                    assertThat(distance > delta).isEqualTo(delta < 1);
                    for (int i = 0; i < a.length && distance > delta; i++) {
                        a[i] = w[i] + delta / distance * (a[i] - w[i]);
                    }
                }
                Map<String, Double> values = algorithm.update(batch);
                assertThat(values.get("gap")).isCloseTo(gap, within(1e-10)).isGreaterThan(1e-3);
                assertThat(weights(algorithm, "adv_classifier.")).containsExactly(a, within(1e-10));
                algorithm.close();
            }
        }
    }

    @Test
    void descentMovesTheFeaturizerUnlessStrict() {
        for (Set<String> strict : List.of(Set.<String>of(), Set.of("algorithm"))) {
            try (PointerScope scope = new PointerScope()) {
                Transfer algorithm = create(strict, Map.of("gda", true, "lr", 0.1));
                double[] before = weights(algorithm, "featurizer.");
                double[] head = weights(algorithm, "classifier.");
                algorithm.update(IrregularBatchesTest.minibatches(new int[] {5, 4, 6}));
                assertThat(Arrays.equals(before, weights(algorithm, "featurizer.")))
                        .isEqualTo(!strict.isEmpty());
                assertThat(Arrays.equals(head, weights(algorithm, "classifier.")))
                        .isEqualTo(!strict.isEmpty());
                algorithm.close();
            }
        }
    }

    /**
     * Plain descent for Phi and w: (1) along the mean cross-entropy, (2) Phi alone along the gap that the old adversary sees, whose slope is found by
     * differences.
     */
    @Test
    void featurizerDescendsTheLossAndThenTheGap() {
        try (PointerScope scope = new PointerScope()) {
            double rate = 0.05;
            double weight = 1.3;
            Map<String, Object> changed = Map.of("gda", true, "lr", rate, "t_lambda", weight, "d_steps_per_g", 1L);
            List<Minibatch> batch = IrregularBatchesTest.minibatches(new int[] {5, 4, 6});
            Transfer whole = create(Set.of(), changed);
            Transfer lossOnly = create(Set.of(), changed(changed, "t_lambda", 0.0));
            assertThat(weights(lossOnly, "featurizer.")).containsExactly(weights(whole, "featurizer."));
            double[] adversary = weights(whole, "adv_classifier.");
            whole.update(batch);
            lossOnly.update(batch);
            double[] head = weights(whole, "classifier.");
            assertThat(head).containsExactly(weights(lossOnly, "classifier."), within(1e-14));
            double[] after = weights(whole, "featurizer.");
            double[] between = weights(lossOnly, "featurizer.");
            Tensor bias = Tensors.require(lossOnly.state(), "featurizer.output.bias");
            double[] biasBetween = Tensors.toDoubles(bias);
            double[] biasAfter = Tensors.toDoubles(Tensors.require(whole.state(), "featurizer.output.bias"));
            assertThat(after).isNotEqualTo(between);
            for (int i = 0; i < biasBetween.length; i++) {
                double up = gap(lossOnly, adversary, batch, i, 1e-6);
                double down = gap(lossOnly, adversary, batch, i, -1e-6);
                double expected = biasBetween[i] - rate * weight * (up - down) / 2e-6;
                assertThat(biasAfter[i]).isCloseTo(expected, within(1e-8));
            }
            whole.close();
            lossOnly.close();
        }
    }

    /** The gap that an adversary sees when one bias of the features is moved; it adds to that feature of every row. */
    private static double gap(Transfer algorithm, double[] adversary, List<Minibatch> batch, int index, double by) {
        double[] risks = new double[batch.size()];
        for (int e = 0; e < risks.length; e++) {
            double[] z =
                    Tensors.toDoubles(algorithm.featurizer.forward(batch.get(e).x()));
            int width = algorithm.featurizer.features();
            for (int row = 0; row * width < z.length; row++) {
                z[row * width + index] += by;
            }
            risks[e] = risk(adversary, z, Tensors.toLongs(batch.get(e).y()), new double[adversary.length]);
        }
        return risks[argmax(risks, 1)] - risks[argmax(risks, -1)];
    }

    /** Mean cross-entropy of a linear classifier with weights [K, d] and then biases [K]; adds nothing to what it is given but its gradient. */
    private static double risk(double[] weights, double[] z, long[] y, double[] gradient) {
        int d = weights.length / CLASSES - 1;
        double sum = 0;
        for (int row = 0; row < y.length; row++) {
            double[] logits = new double[CLASSES];
            for (int k = 0; k < CLASSES; k++) {
                logits[k] = weights[CLASSES * d + k];
                for (int j = 0; j < d; j++) {
                    logits[k] += weights[k * d + j] * z[row * d + j];
                }
            }
            double total = Arrays.stream(logits).map(Math::exp).sum();
            sum += Math.log(total) - logits[(int) y[row]];
            for (int k = 0; k < CLASSES; k++) {
                double error = (Math.exp(logits[k]) / total - (k == y[row] ? 1 : 0)) / y.length;
                gradient[CLASSES * d + k] += error;
                for (int j = 0; j < d; j++) {
                    gradient[k * d + j] += error * z[row * d + j];
                }
            }
        }
        return sum / y.length;
    }

    private static int argmax(double[] values, int sign) {
        int best = 0;
        for (int i = 1; i < values.length; i++) {
            if (sign * values[i] > sign * values[best]) {
                best = i;
            }
        }
        return best;
    }

    private static double[] weights(Transfer algorithm, String prefix) {
        return algorithm.state().entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(prefix))
                .flatMapToDouble(entry -> Arrays.stream(Tensors.toDoubles(entry.getValue())))
                .toArray();
    }

    private static Map<String, Object> changed(Map<String, Object> values, String name, Object value) {
        Map<String, Object> changed = new HashMap<>(values);
        changed.put(name, value);
        return changed;
    }

    private static Transfer create(Set<String> strict, Map<String, Object> changed) {
        torch.manual_seed(4);
        AlgorithmFactory factory = Objects.requireNonNull(Algorithms.require("Transfer", "test"));
        Map<String, Object> values =
                new HashMap<>(factory.space(new AlgorithmFactory.SpaceContext("sprites", true, "domainbed"))
                        .defaults());
        values.put("mlp_width", 5L);
        values.putAll(changed);
        return (Transfer) factory.create(new AlgorithmFactory.Context(
                new ImageShape(1, 1, 1),
                INPUTS,
                CLASSES,
                3,
                "domainbed",
                strict,
                values,
                "mlp",
                Precision.FLOAT64,
                "cpu",
                new SeededDraws(Seed.of("transfer"))));
    }
}
