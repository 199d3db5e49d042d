package org.shiftbed.audit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.hipparchus.distribution.continuous.NormalDistribution;
import org.shiftbed.audit.estimate.Estimator;
import org.shiftbed.audit.estimate.ShiftingVariable;
import org.shiftbed.audit.estimate.Units;
import org.shiftbed.audit.form.Parent;

/**
 * Whether the regression of a variable on parents that are numbers of any kind fits: in bins of each parent, and of each pair of parents, its residuals must
 * average to nothing. Estimate and weighted rows rest on the same regression, so that one cannot confirm the other where it does not.
 *
 * @param sentence what does not fit, and the way out
 * @param link whether the law's parameter itself comes from the regression, as with a logistic one
 */
record RegressionFit(String sentence, boolean link) {
    private static final int BINS = 10;
    private static final int BINS_OF_PAIRS = 4;
    private static final double TAIL = 3.2e-5;

    /** Share of a standard deviation below which a wrong mean moves nothing that anybody would notice. */
    private static final double MATERIAL = 0.15;

    /** One for each variable whose regression does not fit. */
    static List<RegressionFit> of(Prepared prepared, Estimator estimator) {
        List<RegressionFit> found = new ArrayList<>();
        for (int i = 0; i < prepared.variables().size(); i++) {
            if (estimator.regressed(i)) {
                new Check(prepared, estimator, i).worst().ifPresent(found::add);
            }
        }
        return found;
    }

    /** A bin of one parent or of two, with what was seen there. */
    private record Bin(String where, double seen, double fitted, double z, double share) {}

    private static final class Check {
        private final Prepared prepared;
        private final Units units;
        private final ShiftingVariable variable;
        private final int i;
        private final List<Parent> parents;
        private final double[][] residuals;
        private final double[][] means;
        private final double[] spread;
        private final boolean link;

        Check(Prepared prepared, Estimator estimator, int i) {
            this.prepared = prepared;
            this.i = i;
            units = estimator.units();
            variable = prepared.variables().get(i);
            parents = prepared.plans().get(i).asParents();
            link = estimator.generalised(i);
            int q = variable.dimension();
            residuals = new double[q][units.size()];
            means = new double[q][units.size()];
            spread = new double[q];
            double[] mean = new double[q];
            double total = 0;
            for (int u = 0; u < units.size(); u++) {
                if (!variable.observes(u)) {
                    continue;
                }
                estimator.mean(i, u, mean);
                total += units.weight()[u];
                for (int k = 0; k < q; k++) {
                    means[k][u] = mean[k];
                    residuals[k][u] = variable.statistic().at(u, k) - mean[k];
                    spread[k] += units.weight()[u] * residuals[k][u] * residuals[k][u];
                }
            }
            for (int k = 0; k < q; k++) {
                spread[k] = Math.sqrt(spread[k] / total);
            }
        }

        Optional<RegressionFit> worst() {
            List<int[]> codes = new ArrayList<>();
            List<int[]> coarse = new ArrayList<>();
            for (int j = 0; j < parents.size(); j++) {
                codes.add(bins(j, BINS));
                coarse.add(bins(j, BINS_OF_PAIRS));
            }
            List<Bin> bins = new ArrayList<>();
            for (int k = 0; k < residuals.length; k++) {
                for (int j = 0; j < codes.size(); j++) {
                    compare(k, codes.get(j), null, j, j, bins);
                    for (int other = 0; other < j; other++) {
                        compare(k, coarse.get(other), coarse.get(j), other, j, bins);
                    }
                }
            }
            double limit = -new NormalDistribution(0, 1).inverseCumulativeProbability(TAIL / Math.max(1, bins.size()));
            return bins.stream()
                    .filter(bin -> Math.abs(bin.z()) > limit && bin.share() > MATERIAL)
                    .max(Comparator.comparingDouble(Bin::share))
                    .map(bin -> new RegressionFit(sentence(bin), link));
        }

        private String sentence(Bin bin) {
            String names = String.join(", ", prepared.plans().get(i).spec().given());
            boolean coin = variable.family().name().equals("bernoulli");
            return "The regression of '" + variable.name() + "' on " + names + " does not fit: where " + bin.where()
                    + ", " + (coin ? "the share of its second value is " : "the mean of its statistic is ")
                    + Judge.number(bin.seen()) + " and the regression says " + Judge.number(bin.fitted())
                    + "; cut its parents into bins, or use a polynomial regression.";
        }

        /** Quantiles of a number, or the levels of a category. */
        private int[] bins(int j, int count) {
            double[] z = variable.parents()[j];
            int[] code = new int[z.length];
            if (parents.get(j).levels() > 0) {
                Arrays.setAll(
                        code,
                        u -> variable.observes(u) ? Math.max(0, parents.get(j).level(z[u])) : -1);
                return code;
            }
            double[] sorted = java.util.stream.IntStream.range(0, z.length)
                    .filter(variable::observes)
                    .mapToDouble(u -> z[u])
                    .sorted()
                    .toArray();
            double[] edges = new double[count - 1];
            for (int b = 0; b < edges.length; b++) {
                edges[b] = sorted[(int) ((long) (b + 1) * sorted.length / count)];
            }
            for (int u = 0; u < code.length; u++) {
                int at = Arrays.binarySearch(edges, z[u]);
                code[u] = variable.observes(u) ? (at >= 0 ? at + 1 : -at - 1) : -1;
            }
            return code;
        }

        private void compare(
                int k,
                int[] one,
                int @org.jspecify.annotations.Nullable [] two,
                int first,
                int second,
                List<Bin> bins) {
            int wide = 1 + Arrays.stream(one).max().orElse(0);
            int high = two == null ? 1 : 1 + Arrays.stream(two).max().orElse(0);
            if ((long) wide * high > 10_000) {
                return;
            }
            int count = wide * high;
            double[] weight = new double[count];
            double[] sum = new double[count];
            double[] square = new double[count];
            double[] fitted = new double[count];
            double[][] low = new double[2][count];
            double[][] top = new double[2][count];
            for (double[] some : low) {
                Arrays.fill(some, Double.POSITIVE_INFINITY);
            }
            for (double[] some : top) {
                Arrays.fill(some, Double.NEGATIVE_INFINITY);
            }
            for (int u = 0; u < one.length; u++) {
                if (one[u] < 0) {
                    continue;
                }
                int c = one[u] + (two == null ? 0 : wide * two[u]);
                double e = residuals[k][u];
                weight[c] += units.weight()[u];
                sum[c] += units.weight()[u] * e;
                square[c] += units.squaredWeight()[u] * e * e;
                fitted[c] += units.weight()[u] * means[k][u];
                low[0][c] = Math.min(low[0][c], variable.parents()[first][u]);
                top[0][c] = Math.max(top[0][c], variable.parents()[first][u]);
                low[1][c] = Math.min(low[1][c], variable.parents()[second][u]);
                top[1][c] = Math.max(top[1][c], variable.parents()[second][u]);
            }
            for (int c = 0; c < count; c++) {
                if (weight[c] > 0 && square[c] > 0) {
                    String where = range(first, low[0][c], top[0][c])
                            + (two == null ? "" : " and " + range(second, low[1][c], top[1][c]));
                    bins.add(new Bin(
                            where,
                            (fitted[c] + sum[c]) / weight[c],
                            fitted[c] / weight[c],
                            sum[c] / Math.sqrt(square[c]),
                            Math.abs(sum[c]) / weight[c] / spread[k]));
                }
            }
        }

        private String range(int j, double low, double top) {
            Parent parent = parents.get(j);
            String name = prepared.plans().get(i).spec().given().get(j);
            if (parent.levels() > 0) {
                return parent.label(parent.level(low));
            }
            return name + " is " + (low == top ? number(low) : number(low) + " to " + number(top));
        }

        private static String number(double value) {
            return value == Math.rint(value) && Math.abs(value) < 1e15
                    ? Long.toString((long) value)
                    : String.format(Locale.ROOT, "%.3g", value);
        }
    }
}
