package org.shiftbed.audit.baseline;

import java.util.Arrays;
import org.shiftbed.audit.estimate.Units;
import org.shiftbed.audit.nuisance.Fitted;
import org.shiftbed.audit.nuisance.Groups;
import org.shiftbed.audit.nuisance.Regression;

/**
 * The worst subpopulation that keeps a share of W at every value of its parents Z (parametric-robustness 7.5; Subbaswamy, Adams and Saria
 * 2021): {@code sup of E[h mu(W,Z)]/k} over h in [0, 1] with {@code E[h|Z] = k}, mu(W,Z) = E[l|W,Z].
 *
 * @param keep k, above 0 and at most 1
 */
public record ConditionalSubpopulation(double keep) {
    public ConditionalSubpopulation {
        if (!(keep > 0 && keep <= 1)) {
            throw new IllegalArgumentException("the share of rows to keep must be above 0 and at most 1, got " + keep);
        }
    }

    /**
     * For discrete W and Z, exact for the sample: inside each value of Z the levels of W are sorted by their mean loss and the worst are kept.
     *
     * @param given value of Z in each unit
     * @param levels value of W in each unit
     * @param sign 1 where a larger loss is worse, -1 where a smaller one is
     */
    public Estimate discrete(Units units, Groups given, Groups levels, int sign) {
        return tables(units, given, levels, 1, sign);
    }

    /** The same with means, shares and edges of each fold from the rows outside it, so that the levels are not chosen by their own noise. */
    public Estimate crossFitted(Units units, Groups given, Groups levels, int sign) {
        return tables(units, given, levels, units.folds(), sign);
    }

    private Estimate tables(Units units, Groups given, Groups levels, int folds, int sign) {
        Units turned = sign > 0 ? units : Mirror.of(units);
        Kept kept = new Kept(units.size(), keep);
        for (int k = 0; k < folds; k++) {
            Table table = new Table(turned, given, levels, folds == 1 ? -1 : k);
            for (int u = 0; u < units.size(); u++) {
                if (folds == 1 || units.fold()[u] == k) {
                    table.set(kept, u, given.at(u), levels.at(u));
                }
            }
        }
        Estimate largest = kept.estimate(turned);
        return sign > 0 ? largest : largest.mirrored();
    }

    /**
     * For any W and Z. The edge e(Z), a conditional quantile of mu(W,Z), is location and scale of mu given Z by regression, and one quantile of
     * the standardised rest. Where that form does not hold, the answer is on the worse side: every e(Z) gives an upper bound of the worst mean, and
     * the true quantile the least one.
     *
     * @param mean mu(W,Z) in every unit, fitted on other folds
     * @param onParents regression on Z, with the same folds as the units
     * @param sign 1 where a larger loss is worse, -1 where a smaller one is
     */
    public Estimate general(Units units, Fitted mean, Regression onParents, int sign) {
        int n = units.size();
        double[] mu = new double[n];
        double overall = 0;
        for (int u = 0; u < n; u++) {
            mu[u] = sign * mean.at(u);
            overall += units.weight()[u] * mu[u];
        }
        overall /= units.total();
        Fitted location = onParents.fit(mu);
        double[] squares = new double[n];
        double variance = 0;
        for (int u = 0; u < n; u++) {
            squares[u] = (mu[u] - location.at(u)) * (mu[u] - location.at(u));
            variance += units.weight()[u] * squares[u];
        }
        variance /= units.total();
        Fitted spread = onParents.fit(squares);
        // A regression may leave the positive numbers; a hundredth of the typical scale keeps the rest in proportion.
        double floor = Math.max(variance * 1e-4, Double.MIN_NORMAL);
        double[] scale = new double[n];
        double[] rest = new double[n];
        double rounding = 1e-12 * (Math.abs(overall) + Math.sqrt(variance));
        for (int u = 0; u < n; u++) {
            double off = mu[u] - location.at(u);
            scale[u] = Math.sqrt(Math.max(spread.at(u), floor));
            rest[u] = Math.abs(off) <= rounding ? 0 : off / scale[u];
        }
        Kept kept = new Kept(n, keep);
        Edge[] edges = Edge.ofFolds(units, rest, units.folds(), keep);
        for (int u = 0; u < n; u++) {
            Edge edge = edges[units.fold()[u]];
            kept.set(u, mu[u], location.at(u) + scale[u] * edge.value(), edge.share(rest[u]));
        }
        Estimate largest = kept.estimate(sign > 0 ? units : Mirror.of(units));
        return sign > 0 ? largest : largest.mirrored();
    }

    /** Weights and mean losses by value of Z and level of W, of all units or of those outside a fold. */
    private final class Table {
        private final int width;
        private final double[] mean;
        private final Edge[] edges;

        Table(Units units, Groups given, Groups levels, int outside) {
            width = levels.count();
            double[] weight = new double[given.count() * width];
            mean = new double[weight.length];
            double[] all = new double[2];
            for (int u = 0; u < units.size(); u++) {
                if (units.fold()[u] != outside) {
                    int cell = given.at(u) * width + levels.at(u);
                    weight[cell] += units.weight()[u];
                    mean[cell] += units.loss()[u];
                    all[0] += units.weight()[u];
                    all[1] += units.loss()[u];
                }
            }
            double fallback = all[0] > 0 ? all[1] / all[0] : 0;
            edges = new Edge[given.count()];
            for (int z = 0; z < edges.length; z++) {
                double total = 0;
                double sum = 0;
                for (int c = z * width; c < (z + 1) * width; c++) {
                    total += weight[c];
                    sum += mean[c];
                }
                // A level not seen here is taken for an average one, a value of Z not seen for one level.
                double average = total > 0 ? sum / total : fallback;
                for (int c = z * width; c < (z + 1) * width; c++) {
                    mean[c] = weight[c] > 0 ? mean[c] / weight[c] : average;
                }
                edges[z] = total > 0
                        ? Edge.of(
                                LossDistribution.of(
                                        Arrays.copyOfRange(mean, z * width, (z + 1) * width),
                                        Arrays.copyOfRange(weight, z * width, (z + 1) * width)),
                                keep)
                        : new Edge(average, keep);
            }
        }

        void set(Kept kept, int unit, int z, int w) {
            double mu = mean[z * width + w];
            kept.set(unit, mu, edges[z].value(), edges[z].share(mu));
        }
    }
}
