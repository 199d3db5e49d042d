package org.shiftbed.learn.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shiftbed.learn.torch.Natives;
import org.shiftbed.learn.torch.Tensors;

/** An update of TRM against plain arithmetic: heads, transfer risk, weights of pairs, and the featurizer's gradient by central differences. */
class TrmTest {
    private static final int CLASSES = 3;
    private static final double COS = 0.5;
    private static final double ETA = 0.3;

    @BeforeAll
    static void natives() {
        Natives.load(1);
    }

    /** A head: weights [K * d], biases [K]. */
    private record Head(double[] weight, double[] bias) {}

    /** What the update holds constant: the heads after their fit, the weights of pairs, u of each environment. */
    private record Constants(List<Head> heads, double[][] alpha, List<double[]> u) {}

    @ParameterizedTest
    @CsvSource({"1, true, false", "1, false, false", "1, false, true", "40, true, false", "40, false, false"})
    void updateEqualsPlainArithmetic(double scale, boolean strict, boolean balanced) {
        Map<String, Object> changed = Map.of(
                "iters", 0L, "cos_lambda", COS, "groupdro_eta", ETA, "mlp_width", 4L, "class_balanced", balanced);
        torch.manual_seed(5);
        // Heads that descend with rate 0.1 on features forty times as large overshoot, and carry rounding along: fewer
        // digits are left.
        double tolerance = scale > 1 ? 1e-6 : 1e-9;
        try (PointerScope scope = new PointerScope();
                NetworkAlgorithm trm = (NetworkAlgorithm)
                        IrregularBatchesTest.create("TRM", 3, changed, strict ? Set.of("algorithm") : Set.of())) {
            double[][] alpha = {{0, 1, 1}, {1, 0, 1}, {1, 1, 0}};
            Map<String, double[]> moments = new java.util.HashMap<>();
            for (int update = 0; update < 2; update++) {
                List<Minibatch> batch = IrregularBatchesTest.minibatches(new int[] {5, 4 + update, 6}).stream()
                        .map(each -> new Minibatch(each.environment(), each.x().mul(new Scalar(scale)), each.y()))
                        .toList();
                PlainModel model = PlainModel.of(trm.state(), "featurizer", "classifier");
                for (double[] row : alpha) {
                    double sum = Arrays.stream(row).sum();
                    for (int i = 0; i < row.length; i++) {
                        row[i] /= sum;
                    }
                }
                List<Head> heads = new ArrayList<>();
                for (int e = 0; e < 3; e++) {
                    double[] weight = balanced ? model.parameters.get(6).clone() : extra(trm, "clist." + e + ".weight");
                    heads.add(fitted(
                            new Head(weight, extra(trm, "clist." + e + ".bias")),
                            features(model, batch.get(e)),
                            y(batch.get(e))));
                }
                List<double[]> u = new ArrayList<>();
                for (int q = 0; q < 3; q++) {
                    u.add(series(model, batch, heads.get(q), alpha[q], q, strict));
                }
                Constants constants = new Constants(heads, alpha, u);
                double[][] grown = grown(model, batch, constants);
                double transfer = transfer(model, batch, constants);
                Map<String, Double> values = trm.update(batch);
                assertThat(values.get("trm_loss"))
                        .isCloseTo(transfer, within(tolerance * Math.max(1, Math.abs(transfer))));
                assertThat(values.get("nll")).isCloseTo(nll(model, batch), within(tolerance));
                for (int e = 0; e < 3; e++) {
                    assertThat(extra(trm, "clist." + e + ".weight"))
                            .containsExactly(heads.get(e).weight(), within(tolerance));
                    assertThat(extra(trm, "clist." + e + ".bias"))
                            .containsExactly(heads.get(e).bias(), within(tolerance));
                }
                assertFeaturizerGradient(trm, model, batch, constants, moments);
                alpha = grown;
                assertThat(extra(trm, "alpha"))
                        .containsExactly(
                                Arrays.stream(alpha)
                                        .flatMapToDouble(Arrays::stream)
                                        .toArray(),
                                within(tolerance));
            }
        }
    }

    private static void assertFeaturizerGradient(
            NetworkAlgorithm trm,
            PlainModel model,
            List<Minibatch> batch,
            Constants constants,
            Map<String, double[]> moments) {
        double h = 1e-6;
        Map<String, Tensor> snapshot = trm.snapshot();
        for (int i = 0; i < 6; i++) {
            String name = "optimizer/featurizer/" + i + ".exp_avg";
            double[] moment = Tensors.toDoubles(Tensors.require(snapshot, name));
            double[] before = moments.getOrDefault(name, new double[moment.length]);
            for (int j = 0; j < moment.length; j++) {
                double[] values = new double[2];
                for (int side = 0; side < 2; side++) {
                    PlainModel moved = new PlainModel(model.parameters);
                    moved.parameters.get(i)[j] += side == 0 ? h : -h;
                    values[side] = nll(moved, batch) + transfer(moved, batch, constants);
                }
                double slope = (values[0] - values[1]) / (2 * h);
                assertThat((moment[j] - 0.9 * before[j]) / 0.1)
                        .as("%s[%d]", name, j)
                        .isCloseTo(slope, within(1e-5 * Math.max(1, Math.abs(slope))));
            }
            moments.put(name, moment);
        }
    }

    private static double nll(PlainModel model, List<Minibatch> batch) {
        double rows = batch.stream().mapToDouble(each -> each.y().numel()).sum();
        return batch.stream()
                .mapToDouble(each -> model.risk(each) * each.y().numel() / rows)
                .sum();
    }

    private static double transfer(PlainModel model, List<Minibatch> batch, Constants constants) {
        double sum = 0;
        for (int q = 0; q < 3; q++) {
            Head head = constants.heads().get(q);
            for (int p = 0; p < 3; p++) {
                if (p != q) {
                    sum += constants.alpha()[q][p] * risk(head, features(model, batch.get(p)), y(batch.get(p)));
                }
            }
            double[] own = gradient(head, features(model, batch.get(q)), y(batch.get(q)));
            for (int i = 0; i < own.length; i++) {
                sum -= COS * constants.u().get(q)[i] * own[i];
            }
        }
        return sum / 3;
    }

    private static double[][] grown(PlainModel model, List<Minibatch> batch, Constants constants) {
        double[][] alpha = new double[3][3];
        for (int q = 0; q < 3; q++) {
            for (int p = 0; p < 3; p++) {
                double a = constants.alpha()[q][p];
                double risk = risk(constants.heads().get(q), features(model, batch.get(p)), y(batch.get(p)));
                alpha[q][p] = a * Math.exp(ETA * a * risk);
            }
        }
        return alpha;
    }

    /** Ten terms of the Neumann series of H^-1 v, by the Hessian written out. */
    private static double[] series(
            PlainModel model, List<Minibatch> batch, Head head, double[] alpha, int q, boolean strict) {
        double[] v = new double[head.weight().length];
        for (int p = 0; p < 3; p++) {
            if (p != q) {
                double[] gradient = gradient(head, features(model, batch.get(p)), y(batch.get(p)));
                for (int i = 0; i < v.length; i++) {
                    v[i] += alpha[p] * gradient[i];
                }
            }
        }
        double[][] hessian = hessian(head, features(model, batch.get(q)));
        double[] term = v.clone();
        double[] sum = v.clone();
        for (int k = 1; k <= 10; k++) {
            double[] next = term.clone();
            for (int i = 0; i < v.length; i++) {
                for (int j = 0; j < v.length; j++) {
                    next[i] -= hessian[i][j] * term[j];
                }
            }
            term = next;
            if (k == 1 && strict) {
                sum = term.clone();
            }
            for (int i = 0; i < v.length; i++) {
                sum[i] += term[i];
            }
            if (Arrays.stream(sum).map(Math::abs).max().orElseThrow() > 10) {
                break;
            }
        }
        return sum;
    }

    private static Head fitted(Head start, List<double[]> z, long[] y) {
        Head head = new Head(start.weight().clone(), start.bias().clone());
        for (int step = 0; step < 30; step++) {
            double[] gradient = gradient(head, z, y);
            double[] bias = new double[CLASSES];
            for (int i = 0; i < y.length; i++) {
                double[] delta = delta(head, z.get(i), (int) y[i]);
                for (int k = 0; k < CLASSES; k++) {
                    bias[k] += delta[k] / y.length;
                }
            }
            for (int i = 0; i < gradient.length; i++) {
                head.weight()[i] -= 0.1 * gradient[i];
            }
            for (int k = 0; k < CLASSES; k++) {
                head.bias()[k] -= 0.1 * bias[k];
            }
        }
        return head;
    }

    private static double risk(Head head, List<double[]> z, long[] y) {
        double sum = 0;
        for (int i = 0; i < y.length; i++) {
            sum += PlainModel.crossEntropy(PlainModel.affine(head.weight(), head.bias(), z.get(i)), (int) y[i])
                    / y.length;
        }
        return sum;
    }

    /** By the weights. */
    private static double[] gradient(Head head, List<double[]> z, long[] y) {
        double[] gradient = new double[head.weight().length];
        for (int i = 0; i < y.length; i++) {
            double[] delta = delta(head, z.get(i), (int) y[i]);
            int d = z.get(i).length;
            for (int at = 0; at < gradient.length; at++) {
                gradient[at] += delta[at / d] * z.get(i)[at % d] / y.length;
            }
        }
        return gradient;
    }

    /** By the weights, twice: the mean over rows of (diag(p) - p p') times z z'. */
    private static double[][] hessian(Head head, List<double[]> z) {
        int n = head.weight().length;
        double[][] hessian = new double[n][n];
        for (double[] row : z) {
            int d = row.length;
            double[] p = delta(head, row, -1);
            for (int a = 0; a < n; a++) {
                for (int b = 0; b < n; b++) {
                    double curvature = (a / d == b / d ? p[a / d] : 0) - p[a / d] * p[b / d];
                    hessian[a][b] += curvature * row[a % d] * row[b % d] / z.size();
                }
            }
        }
        return hessian;
    }

    private static double[] delta(Head head, double[] z, int label) {
        return PlainModel.softmaxMinusOneHot(PlainModel.affine(head.weight(), head.bias(), z), label);
    }

    private static List<double[]> features(PlainModel model, Minibatch minibatch) {
        return PlainModel.rows(minibatch).stream().map(model::features).toList();
    }

    private static long[] y(Minibatch minibatch) {
        return Tensors.toLongs(minibatch.y());
    }

    private static double[] extra(NetworkAlgorithm algorithm, String name) {
        return Tensors.toDoubles(Tensors.require(algorithm.extraState(), name));
    }
}
