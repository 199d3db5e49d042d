package org.shiftbed.audit.estimate;

import java.util.Arrays;
import java.util.List;
import org.hipparchus.distribution.continuous.NormalDistribution;

/**
 * Whether the declared parents can be right (parametric-robustness 5.2, item 6): scores of different variables are uncorrelated where each
 * variable is independent of its non-descendants given its parents. A parent that was forgotten shows here.
 *
 * @param largest the largest absolute z value over all pairs of parameters of two variables; 0 where there is none
 * @param first the parameter of one variable where it is reached, or -1
 * @param second the parameter of the other, or -1
 * @param entries how many pairs were compared
 * @param limit the normal quantile at 5% shared by all pairs (Bonferroni)
 */
public record Factorisation(double largest, int first, int second, int entries, double limit) {
    private static final double LEVEL = 0.05;

    /** Whether no pair stands out. */
    public boolean holds() {
        return largest <= limit;
    }

    static Factorisation of(Units units, List<ShiftingVariable> variables, Nuisances nuisances, int[] offset) {
        int p = offset[variables.size()];
        double[][] sums = new double[p][p];
        double[][] squares = new double[p][p];
        int m = variables.size();
        Scores[] scores = new Scores[m];
        Scores[] squared = new Scores[m];
        int[][] place = new int[m][];
        ScoreProducts[][] products = new ScoreProducts[m][];
        ScoreProducts[][] squaredProducts = new ScoreProducts[m][];
        for (int i = 0; i < m; i++) {
            int start = offset[i];
            scores[i] = Scores.of(variables.get(i), nuisances, i);
            squared[i] = Scores.squared(variables.get(i), nuisances, i);
            place[i] = new int[offset[i + 1] - start];
            Arrays.setAll(place[i], a -> start + a);
            products[i] = new ScoreProducts[i];
            squaredProducts[i] = new ScoreProducts[i];
            for (int j = 0; j < i; j++) {
                products[i][j] = new ScoreProducts(scores[i], place[i], scores[j], place[j], sums);
                squaredProducts[i][j] = new ScoreProducts(squared[i], place[i], squared[j], place[j], squares);
            }
        }
        for (int u = 0; m > 1 && u < units.size(); u++) {
            for (int i = 0; i < m; i++) {
                if (!variables.get(i).observes(u)) {
                    continue;
                }
                scores[i].load(u);
                squared[i].load(u);
                for (int j = 0; j < i; j++) {
                    if (variables.get(j).observes(u)) {
                        products[i][j].add(units.weight()[u]);
                        squaredProducts[i][j].add(units.weight()[u]);
                    }
                }
            }
        }
        for (int i = 0; i < m; i++) {
            for (int j = 0; j < i; j++) {
                products[i][j].finish();
                squaredProducts[i][j].finish();
            }
        }
        return largest(units, variables.size(), offset, sums, squares);
    }

    private static Factorisation largest(
            Units units, int variables, int[] offset, double[][] sums, double[][] squares) {
        double total = units.total();
        // Rows of a cluster may say the same over and over: only clusters surely count.
        double n = units.cluster().length > 0 ? units.clusters() : units.rows();
        double largest = 0;
        int first = -1;
        int second = -1;
        int entries = 0;
        for (int i = 0; i < variables; i++) {
            for (int a = offset[i]; a < offset[i + 1]; a++) {
                for (int b = 0; b < offset[i]; b++) {
                    double mean = sums[a][b] / total;
                    double variance = squares[a][b] / total - mean * mean;
                    if (variance <= 1e-24 * Math.max(1, mean * mean)) {
                        continue;
                    }
                    entries++;
                    double z = Math.abs(mean) * Math.sqrt(n / variance);
                    if (z > largest || first < 0) {
                        largest = z;
                        first = b;
                        second = a;
                    }
                }
            }
        }
        double limit = entries == 0
                ? Double.POSITIVE_INFINITY
                : new NormalDistribution(0, 1).inverseCumulativeProbability(1 - LEVEL / (2.0 * entries));
        return new Factorisation(largest, first, second, entries, limit);
    }
}
