package org.shiftbed.audit.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shiftbed.audit.family.ExponentialFamily;
import org.shiftbed.audit.family.Families;
import org.shiftbed.audit.family.FamilyOptions;
import org.shiftbed.audit.form.Forms;
import org.shiftbed.audit.form.Parent;
import org.shiftbed.audit.form.ShiftForm;
import org.shiftbed.audit.nuisance.Features;
import org.shiftbed.audit.nuisance.Groups;

/**
 * Gradient and Hessian against the formulas of parametric-robustness 3.2 written out over rows: weighted rows, more than are summed at once, some
 * of them blank, variables with and without sums by pattern, coefficients that differ by pattern.
 */
class MomentsTest {
    private static final int ROWS = 2300;

    private int folds = 1;

    /** D (p by q) and D2 (p by p, one statistic) of one variable in a row, by hand. */
    private record Hand(double[][] direction, double[][] curvature) {}

    private final double[] y = new double[ROWS];
    private final double[] z = new double[ROWS];
    private final double[] a = new double[ROWS];
    private final double[] b = new double[ROWS];
    private final double[] c = new double[ROWS];
    private final double[] count = new double[ROWS];
    private final double[] loss = new double[ROWS];
    private final double[] omega = new double[ROWS];
    private final boolean[] known = new boolean[ROWS];

    private void draw(boolean binned) {
        SplittableRandom random = new SplittableRandom(5);
        for (int r = 0; r < ROWS; r++) {
            y[r] = random.nextInt(2);
            z[r] = binned ? 3 * random.nextDouble() : random.nextInt(3);
            a[r] = random.nextDouble() < 0.2 + 0.2 * z[r] ? 1 : 0;
            b[r] = random.nextDouble() < 0.3 + 0.3 * y[r] ? 1 : 0;
            c[r] = random.nextInt(3);
            count[r] = random.nextInt(4) + y[r];
            loss[r] = a[r] * (1 + b[r]) + 0.3 * c[r] * b[r] + 0.2 * count[r] * a[r] + z[r] * y[r] + random.nextDouble();
            omega[r] = 0.25 + random.nextDouble();
            known[r] = random.nextInt(10) > 0;
        }
    }

    private static ShiftingVariable variable(
            String name,
            ExponentialFamily family,
            String form,
            double[] w,
            @Nullable Parent parent,
            double[] parents,
            boolean @Nullable [] observed,
            int[] code,
            boolean exact) {
        int q = family.dimension();
        double[] statistic = new double[w.length * q];
        double[] t = new double[q];
        for (int r = 0; r < w.length; r++) {
            family.statistic(new double[] {w[r]}, t);
            System.arraycopy(t, 0, statistic, r * q, q);
        }
        List<Parent> described = parent == null ? List.of() : List.of(parent);
        ShiftForm shift = Forms.require("test", form, family, described, null);
        Features features = new Features();
        if (parent != null) {
            features.number(parent.name(), parents);
        }
        int patterns = Arrays.stream(code).max().orElse(0) + 1;
        return new ShiftingVariable(
                name,
                family,
                shift,
                statistic,
                parent == null ? new double[0][] : new double[][] {parents},
                observed,
                parent == null ? Groups.one(w.length) : Groups.of(code, patterns),
                exact,
                features,
                null);
    }

    private static ExponentialFamily family(String name, String column) {
        FamilyOptions options = FamilyOptions.of(column);
        return Families.require(
                "test", name, name.equals("categorical") ? options.withLevels(List.of("0", "1", "2")) : options);
    }

    @ParameterizedTest
    @CsvSource({"false, 1", "true, 1", "false, 3", "true, 3"})
    void gradientAndHessianAreTheFormulasOverRows(boolean binned, int foldCount) {
        folds = foldCount;
        draw(binned);
        int[] codeZ = Arrays.stream(z).mapToInt(value -> (int) value).toArray();
        int[] codeY = Arrays.stream(y).mapToInt(value -> (int) value).toArray();
        int[] none = new int[ROWS];
        Parent parentZ = binned ? Parent.continuous("z") : Parent.values("z", 0, 1, 2);
        Parent parentY = Parent.values("y", 0, 1);
        List<ShiftingVariable> variables = List.of(
                variable("a", family("bernoulli", "a"), "d0 + d1*(z - 0.5)", a, parentZ, z, known, codeZ, !binned),
                variable("b", family("bernoulli", "b"), "d0*(1 + 2*y) + d1*(3 - y)", b, parentY, y, null, codeY, true),
                variable("c", family("categorical", "c"), "constant", c, null, y, null, none, true),
                variable(
                        "n",
                        family("poisson", "n"),
                        "d0*(1 + y) + (1 + y)*d0^2",
                        count,
                        parentY,
                        y,
                        null,
                        codeY,
                        true));
        int[][] code = {codeZ, codeY, none, codeY};
        QuadraticLoss expected = byHand(variables, code);
        UnitsBuilder builder = new UnitsBuilder(new UnitsBuilder.Layout(new int[] {0}, folds, true, false, 1, false));
        builder.add(ROWS, new double[][] {a}, loss, null, omega, null);
        QuadraticLoss found = new Estimator(
                        builder.build().first(),
                        variables,
                        Parameters.of(variables, Collections.nCopies(4, null)),
                        new Settings(
                                Settings.Mode.GROUP,
                                1,
                                0,
                                folds > 1 ? Settings.CrossFit.ON : Settings.CrossFit.OFF,
                                Settings.Centring.PAIR))
                .quadratic();
        for (int k = 0; k < expected.gradient().length; k++) {
            assertThat(found.gradient()[k]).as("g " + k).isCloseTo(expected.gradient()[k], within(1e-12));
            for (int j = 0; j < expected.gradient().length; j++) {
                assertThat(found.hessian()[k][j])
                        .as("H " + k + " " + j)
                        .isCloseTo(expected.hessian()[k][j], within(1e-12));
            }
        }
    }

    private Hand hand(int i, int r) {
        return switch (i) {
            case 0 -> new Hand(new double[][] {{1}, {z[r] - 0.5}}, new double[2][2]);
            case 1 -> new Hand(new double[][] {{1 + 2 * y[r]}, {3 - y[r]}}, new double[2][2]);
            case 2 -> new Hand(new double[][] {{1, 0}, {0, 1}}, new double[2][2]);
            default -> new Hand(new double[][] {{1 + y[r]}}, new double[][] {{2 * (1 + y[r])}});
        };
    }

    /** For every row the weighted mean over the rows of its group that count, those of its fold left out where there are folds. */
    private double[] means(double[] values, int[] groups, boolean[] counts) {
        Map<Integer, double[][]> sums = new HashMap<>();
        for (int r = 0; r < ROWS; r++) {
            if (counts[r]) {
                double[][] sum = sums.computeIfAbsent(groups[r], key -> new double[folds][2]);
                for (int k = 0; k < folds; k++) {
                    if (folds == 1 || r % folds != k) {
                        sum[k][0] += omega[r];
                        sum[k][1] += omega[r] * values[r];
                    }
                }
            }
        }
        double[] means = new double[ROWS];
        for (int r = 0; r < ROWS; r++) {
            double[] sum = sums.getOrDefault(groups[r], new double[folds][2])[r % folds];
            means[r] = sum[1] / sum[0];
        }
        return means;
    }

    private QuadraticLoss byHand(List<ShiftingVariable> variables, int[][] code) {
        int m = variables.size();
        double[][][] eps = new double[m][][];
        boolean[][] counts = new boolean[m][ROWS];
        int[] offset = new int[m + 1];
        for (int i = 0; i < m; i++) {
            ShiftingVariable variable = variables.get(i);
            int q = variable.dimension();
            offset[i + 1] = offset[i] + variable.form().parameters();
            eps[i] = new double[q][ROWS];
            for (int r = 0; r < ROWS; r++) {
                counts[i][r] = i > 0 || known[r];
            }
            for (int k = 0; k < q; k++) {
                double[] t = new double[ROWS];
                for (int r = 0; r < ROWS; r++) {
                    t[r] = variable.statistic().at(r, k);
                }
                double[] mean = means(t, code[i], counts[i]);
                for (int r = 0; r < ROWS; r++) {
                    eps[i][k][r] = t[r] - mean[r];
                }
            }
        }
        double total = Arrays.stream(omega).sum();
        double[] g = new double[offset[m]];
        double[][] h = new double[offset[m]][offset[m]];
        for (int i = 0; i < m; i++) {
            own(i, eps[i], code[i], counts[i], offset[i], total, g, h);
            for (int j = 0; j < i; j++) {
                int[] both = new int[ROWS];
                boolean[] count = new boolean[ROWS];
                for (int r = 0; r < ROWS; r++) {
                    both[r] = 10 * code[i][r] + code[j][r];
                    count[r] = counts[i][r] && counts[j][r];
                }
                double[] centre = means(loss, both, count);
                for (int r = 0; r < ROWS; r++) {
                    if (count[r]) {
                        double[] one = score(i, r, eps[i]);
                        double[] two = score(j, r, eps[j]);
                        for (int k = 0; k < one.length; k++) {
                            for (int t = 0; t < two.length; t++) {
                                double part = omega[r] * (loss[r] - centre[r]) * one[k] * two[t] / total;
                                h[offset[i] + k][offset[j] + t] += part;
                                h[offset[j] + t][offset[i] + k] += part;
                            }
                        }
                    }
                }
            }
        }
        return new QuadraticLoss(0, g, h);
    }

    private double[] score(int i, int r, double[][] eps) {
        double[][] direction = hand(i, r).direction();
        double[] x = new double[direction.length];
        for (int k = 0; k < x.length; k++) {
            for (int c = 0; c < eps.length; c++) {
                x[k] += direction[k][c] * eps[c][r];
            }
        }
        return x;
    }

    private void own(
            int i, double[][] eps, int[] code, boolean[] counts, int offset, double total, double[] g, double[][] h) {
        int q = eps.length;
        double[] mean = means(loss, code, counts);
        double[][][] variance = new double[q][q][];
        for (int k = 0; k < q; k++) {
            for (int t = 0; t < q; t++) {
                double[] product = new double[ROWS];
                for (int r = 0; r < ROWS; r++) {
                    product[r] = eps[k][r] * eps[t][r];
                }
                variance[k][t] = means(product, code, counts);
            }
        }
        for (int r = 0; r < ROWS; r++) {
            if (!counts[r]) {
                continue;
            }
            Hand hand = hand(i, r);
            double[] x = score(i, r, eps);
            double centred = omega[r] * (loss[r] - mean[r]) / total;
            for (int k = 0; k < x.length; k++) {
                g[offset + k] += centred * x[k];
                for (int t = 0; t < x.length; t++) {
                    double v = 0;
                    for (int s = 0; s < q; s++) {
                        for (int d = 0; d < q; d++) {
                            v += hand.direction()[k][s] * variance[s][d][r] * hand.direction()[t][d];
                        }
                    }
                    h[offset + k][offset + t] += centred * (x[k] * x[t] - v + hand.curvature()[k][t] * eps[0][r]);
                }
            }
        }
    }
}
