package org.shiftbed.audit.nuisance;

import java.util.Arrays;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.ArrayRealVector;
import org.hipparchus.linear.CholeskyDecomposition;
import org.hipparchus.linear.RealVector;

/**
 * Conditional means of a bounded or positive statistic by maximum likelihood (parametric-robustness 3.1, mode GLM): logistic and multinomial
 * regression for one-hot statistics, Poisson regression for counts. Newton's method with halved steps on standardised features. A penalty of 1e-6 on
 * the standardised slopes, per unit of weight 1, keeps separated data finite.
 */
public final class GeneralisedLinear {
    private static final double PENALTY = 1e-6;
    private static final int ROUNDS = 100;

    /** How a linear predictor becomes a mean. */
    public enum Link {
        /** {@code exp(eta_k) / (1 + sum exp(eta))}: probabilities of the levels but the reference. */
        SOFTMAX,
        /** {@code exp(eta)}. */
        LOG
    }

    private final double[][] features;
    private final Link link;
    private final Sample sample;
    private final double[] centre;
    private final double[] scale;

    /**
     * @param features one array of values a feature
     * @param link what the means are
     * @param sample the units to learn from
     */
    public GeneralisedLinear(double[][] features, Link link, Sample sample) {
        this.features = features;
        this.link = link;
        this.sample = sample;
        centre = new double[features.length];
        scale = new double[features.length];
        for (int j = 0; j < features.length; j++) {
            standardise(j);
        }
    }

    private void standardise(int j) {
        double total = 0;
        double sum = 0;
        for (int u = 0; u < sample.size(); u++) {
            if (sample.uses(u)) {
                total += sample.weight()[u];
                sum += sample.weight()[u] * features[j][u];
            }
        }
        centre[j] = sum / total;
        double squares = 0;
        for (int u = 0; u < sample.size(); u++) {
            if (sample.uses(u)) {
                double d = features[j][u] - centre[j];
                squares += sample.weight()[u] * d * d;
            }
        }
        scale[j] = squares > 0 ? Math.sqrt(squares / total) : 1;
    }

    /**
     * The fitted means of the components of a statistic.
     *
     * @param targets one array of values a component
     * @return one fit a component
     */
    public Fitted[] fit(double[][] targets) {
        int q = targets.length;
        double[][] fitted = new double[q][sample.size()];
        double[] x = new double[features.length + 1];
        double[] mean = new double[q];
        for (int k = 0; k < sample.folds(); k++) {
            double[] line = solve(targets, k);
            for (int u = 0; u < sample.size(); u++) {
                if (sample.uses(u) && (sample.folds() == 1 || sample.fold()[u] == k)) {
                    load(u, x);
                    means(line, x, mean);
                    for (int c = 0; c < q; c++) {
                        fitted[c][u] = mean[c];
                    }
                }
            }
        }
        return Arrays.stream(fitted).map(Fitted::perUnit).toArray(Fitted[]::new);
    }

    private void load(int u, double[] x) {
        x[0] = 1;
        for (int j = 0; j < features.length; j++) {
            x[j + 1] = (features[j][u] - centre[j]) / scale[j];
        }
    }

    /** Fills the means and returns the log normaliser: {@code ln(1 + sum exp(eta))}, or {@code sum exp(eta)}. */
    private double means(double[] line, double[] x, double[] mean) {
        int q = mean.length;
        double top = link == Link.SOFTMAX ? 0 : Double.NEGATIVE_INFINITY;
        for (int c = 0; c < q; c++) {
            double eta = 0;
            for (int j = 0; j < x.length; j++) {
                eta += line[c * x.length + j] * x[j];
            }
            mean[c] = eta;
            top = Math.max(top, eta);
        }
        if (link == Link.LOG) {
            double sum = 0;
            for (int c = 0; c < q; c++) {
                mean[c] = Math.exp(mean[c]);
                sum += mean[c];
            }
            return sum;
        }
        double total = Math.exp(-top);
        for (int c = 0; c < q; c++) {
            mean[c] = Math.exp(mean[c] - top);
            total += mean[c];
        }
        for (int c = 0; c < q; c++) {
            mean[c] /= total;
        }
        return top + Math.log(total);
    }

    private double[] solve(double[][] targets, int fold) {
        int q = targets.length;
        int width = features.length + 1;
        double[] line = start(targets, fold);
        double value = likelihood(targets, fold, line);
        for (int round = 0; round < ROUNDS; round++) {
            double[] gradient = new double[q * width];
            double[][] information = new double[q * width][q * width];
            accumulate(targets, fold, line, gradient, information);
            RealVector step = new CholeskyDecomposition(new Array2DRowRealMatrix(information, false), 1e-9, 0)
                    .getSolver()
                    .solve(new ArrayRealVector(gradient, false));
            double size = 1;
            double[] next = line;
            double better = value;
            for (int halving = 0; halving < 40; halving++, size /= 2) {
                double[] tried = line.clone();
                for (int j = 0; j < tried.length; j++) {
                    tried[j] += size * step.getEntry(j);
                }
                double there = likelihood(targets, fold, tried);
                if (there >= value) {
                    next = tried;
                    better = there;
                    break;
                }
            }
            boolean done = Arrays.equals(next, line) || size * step.getLInfNorm() < 1e-12;
            line = next;
            value = better;
            if (done) {
                break;
            }
        }
        return line;
    }

    /** The intercepts that fit the means of the training part. */
    private double[] start(double[][] targets, int fold) {
        int width = features.length + 1;
        double[] line = new double[targets.length * width];
        double total = 0;
        double[] sums = new double[targets.length];
        for (int u = 0; u < sample.size(); u++) {
            if (sample.trains(u, fold)) {
                total += sample.weight()[u];
                for (int c = 0; c < sums.length; c++) {
                    sums[c] += sample.weight()[u] * targets[c][u];
                }
            }
        }
        double reference = total - Arrays.stream(sums).sum();
        for (int c = 0; c < sums.length; c++) {
            double floor = 1e-6 * total;
            line[c * width] = link == Link.LOG
                    ? Math.log(Math.max(sums[c], floor) / total)
                    : Math.log(Math.max(sums[c], floor) / Math.max(reference, floor));
        }
        return line;
    }

    private double likelihood(double[][] targets, int fold, double[] line) {
        int width = features.length + 1;
        double[] x = new double[width];
        double[] mean = new double[targets.length];
        double value = 0;
        for (int u = 0; u < sample.size(); u++) {
            if (sample.trains(u, fold)) {
                load(u, x);
                double inner = -means(line, x, mean);
                for (int c = 0; c < targets.length; c++) {
                    double eta = 0;
                    for (int j = 0; j < width; j++) {
                        eta += line[c * width + j] * x[j];
                    }
                    inner += targets[c][u] * eta;
                }
                value += sample.weight()[u] * inner;
            }
        }
        for (int c = 0; c < targets.length; c++) {
            for (int j = 1; j < width; j++) {
                value -= PENALTY / 2 * line[c * width + j] * line[c * width + j];
            }
        }
        return value;
    }

    private void accumulate(double[][] targets, int fold, double[] line, double[] gradient, double[][] information) {
        int q = targets.length;
        int width = features.length + 1;
        double[] x = new double[width];
        double[] mean = new double[q];
        for (int u = 0; u < sample.size(); u++) {
            if (!sample.trains(u, fold)) {
                continue;
            }
            load(u, x);
            means(line, x, mean);
            double weight = sample.weight()[u];
            for (int c = 0; c < q; c++) {
                for (int j = 0; j < width; j++) {
                    gradient[c * width + j] += weight * (targets[c][u] - mean[c]) * x[j];
                }
                for (int d = 0; d < q; d++) {
                    double variance =
                            link == Link.LOG ? (c == d ? mean[c] : 0) : (c == d ? mean[c] : 0) - mean[c] * mean[d];
                    for (int j = 0; j < width; j++) {
                        for (int i = 0; i < width; i++) {
                            information[c * width + j][d * width + i] += weight * variance * x[j] * x[i];
                        }
                    }
                }
            }
        }
        for (int c = 0; c < q; c++) {
            // A floor on the intercept too: a level without a row would make the matrix singular. It does not move the
            // maximum.
            information[c * width][c * width] += PENALTY;
            for (int j = 1; j < width; j++) {
                gradient[c * width + j] -= PENALTY * line[c * width + j];
                information[c * width + j][c * width + j] += PENALTY;
            }
        }
    }
}
