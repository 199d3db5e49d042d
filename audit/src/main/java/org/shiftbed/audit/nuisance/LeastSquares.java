package org.shiftbed.audit.nuisance;

import java.util.ArrayList;
import java.util.List;

/**
 * Least squares with an intercept on features of the parents, plain or with a ridge penalty on the slopes (parametric-robustness 3.1, modes
 * linear, poly and ridge). Solved by a pivoted Cholesky factor of the centred features' cross products; a feature that follows from the
 * others (its pivot falls below 1e-10 of its own variance) is dropped and counted. One factor a fold serves every target.
 */
public final class LeastSquares implements Regression {
    private static final double RANK_TOLERANCE = 1e-10;

    private final double[][] features;
    private final Sample sample;
    private final List<Factor> factors = new ArrayList<>();

    /**
     * @param features one array of values a feature, each of the length of the sample
     * @param penalty added to the diagonal of the centred cross products; 0 for plain least squares
     * @param sample the units to learn from
     */
    public LeastSquares(double[][] features, double penalty, Sample sample) {
        this.features = features;
        this.sample = sample;
        for (int k = 0; k < sample.folds(); k++) {
            factors.add(new Factor(k, penalty));
        }
    }

    @Override
    public Fitted fit(double[] target) {
        double[] fitted = new double[sample.size()];
        for (int k = 0; k < sample.folds(); k++) {
            double[] line = factors.get(k).line(target);
            for (int u = 0; u < fitted.length; u++) {
                if (sample.uses(u) && (sample.folds() == 1 || sample.fold()[u] == k)) {
                    double value = line[features.length];
                    for (int j = 0; j < features.length; j++) {
                        value += line[j] * features[j][u];
                    }
                    fitted[u] = value;
                }
            }
        }
        return Fitted.perUnit(fitted);
    }

    @Override
    public int coefficients() {
        return 1 + factors.stream().mapToInt(factor -> factor.rank).max().orElse(0);
    }

    @Override
    public int dropped() {
        return features.length
                - factors.stream().mapToInt(factor -> factor.rank).min().orElse(0);
    }

    /** The training part of one fold. */
    private final class Factor {
        private final int fold;
        private final double[] means;
        private final double total;
        /** The lower factor in the order of the pivots. */
        private final double[][] lower;

        private final int[] pivots;
        private final int rank;

        Factor(int fold, double penalty) {
            this.fold = fold;
            int p = features.length;
            means = new double[p];
            double weights = 0;
            for (int u = 0; u < sample.size(); u++) {
                if (sample.trains(u, fold)) {
                    weights += sample.weight()[u];
                    for (int j = 0; j < p; j++) {
                        means[j] += sample.weight()[u] * features[j][u];
                    }
                }
            }
            total = weights;
            for (int j = 0; j < p; j++) {
                means[j] = total > 0 ? means[j] / total : 0;
            }
            double[][] cross = cross(p, penalty);
            lower = new double[p][p];
            pivots = new int[p];
            rank = decompose(cross, lower, pivots);
        }

        private double[][] cross(int p, double penalty) {
            double[][] cross = new double[p][p];
            double[] centred = new double[p];
            for (int u = 0; u < sample.size(); u++) {
                if (sample.trains(u, fold)) {
                    for (int j = 0; j < p; j++) {
                        centred[j] = features[j][u] - means[j];
                    }
                    for (int a = 0; a < p; a++) {
                        double scaled = sample.weight()[u] * centred[a];
                        for (int b = 0; b <= a; b++) {
                            cross[a][b] += scaled * centred[b];
                        }
                    }
                }
            }
            for (int a = 0; a < p; a++) {
                cross[a][a] += penalty;
                for (int b = 0; b < a; b++) {
                    cross[b][a] = cross[a][b];
                }
            }
            return cross;
        }

        /** Slopes in the order of the features (0 for dropped ones), then the intercept. */
        double[] line(double[] target) {
            int p = features.length;
            double mean = 0;
            for (int u = 0; u < target.length; u++) {
                if (sample.trains(u, fold)) {
                    mean += sample.weight()[u] * target[u];
                }
            }
            mean = total > 0 ? mean / total : 0;
            double[] right = new double[p];
            for (int u = 0; u < target.length; u++) {
                if (sample.trains(u, fold)) {
                    double residual = sample.weight()[u] * (target[u] - mean);
                    for (int j = 0; j < p; j++) {
                        right[j] += residual * (features[j][u] - means[j]);
                    }
                }
            }
            double[] line = new double[p + 1];
            double[] solution = solve(right);
            double intercept = mean;
            for (int a = 0; a < rank; a++) {
                line[pivots[a]] = solution[a];
                intercept -= solution[a] * means[pivots[a]];
            }
            line[p] = intercept;
            return line;
        }

        private double[] solve(double[] right) {
            double[] y = new double[rank];
            for (int a = 0; a < rank; a++) {
                double sum = right[pivots[a]];
                for (int b = 0; b < a; b++) {
                    sum -= lower[a][b] * y[b];
                }
                y[a] = sum / lower[a][a];
            }
            for (int a = rank - 1; a >= 0; a--) {
                double sum = y[a];
                for (int b = a + 1; b < rank; b++) {
                    sum -= lower[b][a] * y[b];
                }
                y[a] = sum / lower[a][a];
            }
            return y;
        }
    }

    /** Pivoted Cholesky: fills {@code lower} and {@code pivots}, returns the rank. */
    private static int decompose(double[][] matrix, double[][] lower, int[] pivots) {
        int p = matrix.length;
        double[] remaining = new double[p];
        boolean[] taken = new boolean[p];
        double[][] rows = new double[p][p];
        for (int j = 0; j < p; j++) {
            remaining[j] = matrix[j][j];
        }
        for (int step = 0; step < p; step++) {
            int best = -1;
            double share = RANK_TOLERANCE;
            for (int j = 0; j < p; j++) {
                if (!taken[j] && matrix[j][j] > 0 && remaining[j] / matrix[j][j] > share) {
                    share = remaining[j] / matrix[j][j];
                    best = j;
                }
            }
            if (best < 0) {
                return step;
            }
            taken[best] = true;
            pivots[step] = best;
            double root = Math.sqrt(remaining[best]);
            rows[best][step] = root;
            System.arraycopy(rows[best], 0, lower[step], 0, step + 1);
            for (int j = 0; j < p; j++) {
                if (!taken[j]) {
                    double sum = matrix[best][j];
                    for (int b = 0; b < step; b++) {
                        sum -= rows[best][b] * rows[j][b];
                    }
                    rows[j][step] = sum / root;
                    remaining[j] -= rows[j][step] * rows[j][step];
                }
            }
        }
        return p;
    }
}
