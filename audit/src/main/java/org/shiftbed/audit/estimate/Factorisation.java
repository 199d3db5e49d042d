package org.shiftbed.audit.estimate;

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
        Directions[] directions = variables.stream().map(Directions::new).toArray(Directions[]::new);
        double[][] x = new double[variables.size()][];
        for (int u = 0; u < units.size(); u++) {
            for (int i = 0; i < variables.size(); i++) {
                if (!variables.get(i).observes(u)) {
                    continue;
                }
                directions[i].load(u);
                x[i] = scores(variables.get(i), nuisances, i, u, directions[i]);
                for (int j = 0; j < i; j++) {
                    if (variables.get(j).observes(u)) {
                        add(
                                units.weight()[u],
                                directions[j].rows(),
                                x[j],
                                offset[j],
                                directions[i].rows(),
                                x[i],
                                offset[i],
                                sums,
                                squares);
                    }
                }
            }
        }
        return largest(units, variables.size(), offset, sums, squares);
    }

    static double[] scores(ShiftingVariable variable, Nuisances nuisances, int i, int u, Directions direction) {
        int q = variable.dimension();
        double[] x = new double[direction.rows().length];
        for (int k = 0; k < q; k++) {
            double eps = variable.statistic()[u * q + k] - nuisances.mean(i, k, u);
            for (int r = 0; r < x.length; r++) {
                x[r] += direction.values()[r * q + k] * eps;
            }
        }
        return x;
    }

    private static void add(
            double weight,
            int[] rowsJ,
            double[] xj,
            int offsetJ,
            int[] rowsI,
            double[] xi,
            int offsetI,
            double[][] sums,
            double[][] squares) {
        for (int r = 0; r < rowsI.length; r++) {
            for (int t = 0; t < rowsJ.length; t++) {
                double product = xi[r] * xj[t];
                sums[offsetI + rowsI[r]][offsetJ + rowsJ[t]] += weight * product;
                squares[offsetI + rowsI[r]][offsetJ + rowsJ[t]] += weight * product * product;
            }
        }
    }

    private static Factorisation largest(
            Units units, int variables, int[] offset, double[][] sums, double[][] squares) {
        double total = units.total();
        double n = units.rows();
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
