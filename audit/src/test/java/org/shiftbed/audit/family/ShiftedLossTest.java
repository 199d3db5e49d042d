package org.shiftbed.audit.family;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.shiftbed.audit.form.Forms;
import org.shiftbed.audit.form.Parent;
import org.shiftbed.audit.form.ShiftForm;

/**
 * Gradient and Hessian of every family with every form: the formulas of parametric-robustness 2.1, summed over the law, against finite
 * differences of the exact loss, whose weights are normalised by summing.
 */
class ShiftedLossTest {
    private static final double[] SHARE = {0.4, 0.6};

    static Stream<Laws.Case> cases() {
        return Laws.all();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void gradientAndHessianAreTheDerivativesOfTheExactLoss(Laws.Case law) {
        int q = law.family().dimension();
        String curved = IntStream.range(0, q)
                .mapToObj(k -> k == 0
                        ? "0.3 * (exp(d0) - 1) - 0.2 * Y * d1^2"
                        : "0.2 * d1 * (1 + 0.5 * d0) - 0.1 * Y * sigmoid(d0) * d1 * " + k)
                .collect(Collectors.joining("; "));
        if (q == 1) {
            curved = curved + " + 0.1 * d0 * d1 + 0.2 * d1";
        }
        for (String text : List.of("constant", "per-value", "linear", "subset(Y=1)", curved)) {
            agrees(law, Forms.require("t", text, law.family(), List.of(Parent.values("Y", 0, 1)), null), text);
        }
        if (law.family().name().equals("gaussian-mean-variance")) {
            agrees(
                    law,
                    Forms.require("t", "mean-log-sd", law.family(), List.of(), new Forms.Nominal(0.2, 0.8)),
                    "mean-log-sd");
        }
    }

    @Test
    void theLabTestHasTheGradientAndHessianOfTheSpecification() {
        // parametric-robustness 8.1: losses by (Y, O), P(Y = 1) = 1/2.
        double[][] loss = {{0.3132616875, 1.0817256984}, {1.3132616875, 0.2762918737}};
        ExponentialFamily family = Laws.make("bernoulli", FamilyOptions.of("O"));
        double[][] linear = labTest(family, "linear", loss);
        assertThat(linear[0]).containsExactly(new double[] {-0.02639572, -0.10194032}, within(5e-9));
        assertThat(linear[1])
                .containsExactly(new double[] {0.08201883, 0.04710837, 0.04710837, 0.04710837}, within(5e-9));
        double[][] perValue = labTest(family, "per-value", loss);
        assertThat(perValue[0]).containsExactly(new double[] {0.07554460, -0.10194032}, within(5e-9));
        assertThat(perValue[1]).containsExactly(new double[] {0.03491045, 0, 0, 0.04710837}, within(5e-9));
    }

    private static double[][] labTest(ExponentialFamily family, String text, double[][] loss) {
        ShiftForm form = Forms.require("t", text, family, List.of(Parent.values("Y", 0, 1)), null);
        double[] gradient = new double[2];
        double[] hessian = new double[4];
        double[] d = new double[2];
        double[] v = new double[1];
        for (int y = 0; y < 2; y++) {
            double p = 1 / (1 + Math.exp(1 - 2 * y));
            form.jacobian(new double[] {y}, new double[2], d);
            family.tiltedCovariance(new double[] {p}, new double[1], v);
            for (int o = 0; o < 2; o++) {
                double weight = 0.5 * (o == 1 ? p : 1 - p) * loss[y][o];
                for (int a = 0; a < 2; a++) {
                    gradient[a] += weight * d[a] * (o - p);
                    for (int b = 0; b < 2; b++) {
                        hessian[a * 2 + b] += weight * d[a] * d[b] * ((o - p) * (o - p) - v[0]);
                    }
                }
            }
        }
        return new double[][] {gradient, hessian};
    }

    private static void agrees(Laws.Case law, ShiftForm form, String text) {
        int p = form.parameters();
        Model model = new Model(law, form);
        double[] gradient = new double[p];
        double[] hessian = new double[p * p];
        model.formulas(gradient, hessian);
        double scale = Math.max(0.05, Math.max(size(gradient), size(hessian)));
        for (int a = 0; a < p; a++) {
            int i = a;
            double slope = extrapolated(h -> (model.loss(i, h, i, 0) - model.loss(i, -h, i, 0)) / (2 * h));
            assertThat(gradient[a]).as("%s %s gradient %d", law, text, a).isEqualTo(slope, within(1e-6 * scale));
            for (int b = 0; b <= a; b++) {
                int j = b;
                double bend = extrapolated(h -> i == j
                        ? (model.loss(i, h, i, 0) + model.loss(i, -h, i, 0) - 2 * model.loss(i, 0, i, 0)) / (h * h)
                        : (model.loss(i, h, j, h)
                                        + model.loss(i, -h, j, -h)
                                        - model.loss(i, h, j, -h)
                                        - model.loss(i, -h, j, h))
                                / (4 * h * h));
                assertThat(hessian[a * p + b])
                        .as("%s %s hessian %d %d", law, text, a, b)
                        .isEqualTo(bend, within(1e-6 * scale));
                assertThat(hessian[b * p + a]).isEqualTo(hessian[a * p + b], within(1e-12 * scale));
            }
        }
    }

    private interface Quotient {
        double at(double h);
    }

    /** Richardson: the h^2 and h^4 terms of the error removed. */
    private static double extrapolated(Quotient quotient) {
        double one = quotient.at(0.02);
        double half = quotient.at(0.01);
        double quarter = quotient.at(0.005);
        double first = (4 * half - one) / 3;
        double second = (4 * quarter - half) / 3;
        return (16 * second - first) / 15;
    }

    private static double size(double[] values) {
        double size = 0;
        for (double value : values) {
            size = Math.max(size, Math.abs(value));
        }
        return size;
    }

    /** Y = 0 or 1 with the law of each, and a loss that depends on both. */
    private static final class Model {
        private final ExponentialFamily family;
        private final ShiftForm form;
        private final double[][] z;
        private final double[][] probability = new double[2][];
        private final double[][][] statistic = new double[2][][];
        private final double[][] loss = new double[2][];

        Model(Laws.Case law, ShiftForm form) {
            this.family = law.family();
            this.form = form;
            this.z = new double[][] {{0}, {1}};
            for (int y = 0; y < 2; y++) {
                // Points whose probability is nothing are left out.
                Grid grid = law.laws().get(y);
                int[] kept = IntStream.range(0, grid.size())
                        .filter(i -> grid.log(i) > -60)
                        .toArray();
                probability[y] = new double[kept.length];
                statistic[y] = new double[kept.length][family.dimension()];
                loss[y] = new double[kept.length];
                for (int i = 0; i < kept.length; i++) {
                    probability[y][i] = Math.exp(grid.log(kept[i]));
                    family.statistic(grid.point(kept[i]), statistic[y][i]);
                    double first = statistic[y][i][0];
                    double last = statistic[y][i][family.dimension() - 1];
                    loss[y][i] = Math.sin(first + y) + 0.5 * Math.cos(1.3 * last - 0.4 * y);
                }
            }
        }

        /** The exact loss where parameter a is moved by h and b by k. */
        double loss(int a, double h, int b, double k) {
            double[] delta = new double[form.parameters()];
            delta[a] += h;
            delta[b] += k;
            double[] s = new double[family.dimension()];
            double result = 0;
            for (int y = 0; y < 2; y++) {
                form.value(z[y], delta, s);
                double total = 0;
                double sum = 0;
                for (int i = 0; i < loss[y].length; i++) {
                    double exponent = 0;
                    for (int c = 0; c < s.length; c++) {
                        exponent += s[c] * statistic[y][i][c];
                    }
                    double weight = probability[y][i] * Math.exp(exponent);
                    total += weight;
                    sum += weight * loss[y][i];
                }
                result += SHARE[y] * sum / total;
            }
            return result;
        }

        /** g = E[l x], H = E[l (x x' - D V D' + D2.eps)] with x = D eps. */
        void formulas(double[] gradient, double[] hessian) {
            int p = form.parameters();
            int q = family.dimension();
            double[] d = new double[p * q];
            double[] d2 = new double[p * p * q];
            double[] v = new double[q * q];
            double[] x = new double[p];
            for (int y = 0; y < 2; y++) {
                double[] mean = new double[q];
                for (int i = 0; i < loss[y].length; i++) {
                    for (int k = 0; k < q; k++) {
                        mean[k] += probability[y][i] * statistic[y][i][k];
                    }
                }
                form.jacobian(z[y], new double[p], d);
                form.curvature(z[y], new double[p], d2);
                family.tiltedCovariance(mean, new double[q], v);
                for (int i = 0; i < loss[y].length; i++) {
                    double weight = SHARE[y] * probability[y][i] * loss[y][i];
                    for (int a = 0; a < p; a++) {
                        x[a] = 0;
                        for (int k = 0; k < q; k++) {
                            x[a] += d[a * q + k] * (statistic[y][i][k] - mean[k]);
                        }
                    }
                    for (int a = 0; a < p; a++) {
                        gradient[a] += weight * x[a];
                        for (int b = 0; b < p; b++) {
                            double kernel = x[a] * x[b];
                            for (int k = 0; k < q; k++) {
                                kernel += d2[(a * p + b) * q + k] * (statistic[y][i][k] - mean[k]);
                                for (int j = 0; j < q; j++) {
                                    kernel -= d[a * q + k] * v[k * q + j] * d[b * q + j];
                                }
                            }
                            hessian[a * p + b] += weight * kernel;
                        }
                    }
                }
            }
        }
    }
}
