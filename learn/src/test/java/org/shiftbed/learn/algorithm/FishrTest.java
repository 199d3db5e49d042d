package org.shiftbed.learn.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shiftbed.learn.torch.Gradients;
import org.shiftbed.learn.torch.Natives;
import org.shiftbed.learn.torch.Tensors;

/** Variances from two matrix products against those of gradients taken row by row, and the smoothed penalty against plain sums of them. */
class FishrTest {
    private static final double EMA = 0.9;

    @BeforeAll
    static void natives() {
        Natives.load(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void penaltyIsThatOfGradientsTakenRowByRow(boolean nonlinear) {
        Map<String, Object> changed = Map.of(
                "lambda",
                5.0,
                "penalty_anneal_iters",
                1L,
                "ema",
                EMA,
                "mlp_width",
                8L,
                "nonlinear_classifier",
                nonlinear);
        try (PointerScope scope = new PointerScope();
                NetworkAlgorithm fishr =
                        (NetworkAlgorithm) IrregularBatchesTest.create("Fishr", 4, changed, Set.of("algorithm"))) {
            double[][] smoothed = new double[4][];
            // The third environment has one row, then none, then five.
            for (int[] counts : new int[][] {{5, 3, 1, 4}, {2, 6, 0, 3}, {4, 4, 5, 2}}) {
                List<Minibatch> batch = IrregularBatchesTest.minibatches(counts);
                List<double[]> used = new ArrayList<>();
                for (Minibatch minibatch : batch) {
                    if (minibatch.y().numel() >= 2) {
                        double[] v = variances(fishr, minibatch);
                        int e = minibatch.environment();
                        smoothed[e] = smoothed[e] == null ? new double[v.length] : smoothed[e];
                        for (int i = 0; i < v.length; i++) {
                            smoothed[e][i] = EMA * smoothed[e][i] + (1 - EMA) * v[i];
                        }
                        used.add(smoothed[e]);
                    }
                }
                double penalty = 0;
                int coordinates = used.get(0).length;
                for (int i = 0; i < coordinates; i++) {
                    double mean = 0;
                    for (double[] u : used) {
                        mean += u[i] / (1 - EMA) / used.size();
                    }
                    for (double[] u : used) {
                        penalty += Math.pow(u[i] / (1 - EMA) - mean, 2) / coordinates / used.size();
                    }
                }
                double weight = Tensors.item(Tensors.require(fishr.state(), "update_count")) >= 1 ? 5 : 0;
                Map<String, Double> values = fishr.update(batch);
                assertThat(penalty).isGreaterThan(1e-6);
                assertThat(values.get("penalty")).isCloseTo(penalty, within(1e-12));
                assertThat(values.get("loss"))
                        .isCloseTo(Objects.requireNonNull(values.get("nll")) + weight * penalty, within(1e-12));
                for (int e = 0; e < 4; e++) {
                    if (smoothed[e] != null) {
                        assertThat(kept(fishr, e)).containsExactly(smoothed[e], within(1e-12));
                    }
                }
            }
        }
    }

    @Test
    void nothingButTheSmoothedVariancesIsKeptOutsideTheState() {
        try (PointerScope scope = new PointerScope();
                NetworkAlgorithm fishr = (NetworkAlgorithm) IrregularBatchesTest.create("Fishr", 2, Map.of())) {
            assertThat(fishr.extraState().keySet())
                    .containsExactly(
                            "ema_per_domain.0.weight",
                            "ema_per_domain.0.bias",
                            "ema_per_domain.1.weight",
                            "ema_per_domain.1.bias");
            assertThat(fishr.state().keySet()).noneMatch(name -> name.contains("ema"));
        }
    }

    /** Biased variance over the rows of each coordinate of the gradient of a row's cross-entropy by the classifier. */
    private static double[] variances(NetworkAlgorithm algorithm, Minibatch minibatch) {
        List<double[]> rows = new ArrayList<>();
        for (long i = 0; i < minibatch.y().numel(); i++) {
            Tensor loss = torch.cross_entropy_loss(
                    algorithm.predict(minibatch.x().narrow(0, i, 1)),
                    minibatch.y().narrow(0, i, 1));
            List<Tensor> flat = new ArrayList<>();
            Gradients.of(loss, algorithm.classifier.parameters()).forEach(g -> flat.add(torch.flatten(g, 0, -1)));
            rows.add(Tensors.toDoubles(Tensors.concatenate(flat)));
        }
        double[] variances = new double[rows.get(0).length];
        for (int k = 0; k < variances.length; k++) {
            int coordinate = k;
            double mean =
                    rows.stream().mapToDouble(row -> row[coordinate]).average().orElseThrow();
            variances[k] = rows.stream()
                    .mapToDouble(row -> (row[coordinate] - mean) * (row[coordinate] - mean))
                    .average()
                    .orElseThrow();
        }
        return variances;
    }

    private static double[] kept(NetworkAlgorithm algorithm, int environment) {
        List<Tensor> flat = new ArrayList<>();
        algorithm.extraState().forEach((name, tensor) -> {
            if (name.startsWith("ema_per_domain." + environment + ".")) {
                flat.add(tensor.view(-1));
            }
        });
        return Tensors.toDoubles(Tensors.concatenate(flat));
    }
}
