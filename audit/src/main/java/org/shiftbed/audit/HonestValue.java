package org.shiftbed.audit;

import java.util.List;
import org.shiftbed.audit.estimate.Estimator;
import org.shiftbed.audit.estimate.QuadraticLoss;
import org.shiftbed.audit.worst.WorstCase;

/**
 * The value of the worst case at shifts chosen on other rows, averaged over the folds (parametric-robustness 3.4): {@code V = sum_k s_k Q_k(delta_k)},
 * where delta_k is the worst shift of the rows outside fold k and s_k the share of the fold.
 *
 * <p>The folds' values are not independent: fold j takes part in delta_k, and fold k in delta_j. To first order
 * {@code d delta_k = J_k s_j/(1 - s_k) e_j}, with e_j the error of the slope of Q_j and J_k the {@link Sensitivity} of delta_k, so that
 *
 * <pre>
 * Cov(Q_k(delta_k), Q_j(delta_j)) = s_j/(1 - s_k) s_k/(1 - s_j) E[(e_k'J_k e_j)(e_j'J_j e_k)]
 * </pre>
 *
 * (for normal errors by Stein's identity, used twice). It is of second order where the direction is well determined. Where it is luck it is as
 * large as the direction's part of the variance itself.
 */
final class HonestValue {
    private final List<Metric> inside;
    private final List<Metric> outside;
    private final Search search;

    /**
     * @param inside the rows of each fold
     * @param outside the rows that each fold leaves
     */
    HonestValue(List<Metric> inside, List<Metric> outside, Search search) {
        this.inside = inside;
        this.outside = outside;
        this.search = search;
    }

    /**
     * What rows say that did not choose the shift; all of it NaN where there are no folds.
     *
     * @param value V
     * @param error its standard error
     * @param change V minus the loss of the same rows without a shift
     * @param changeError its standard error, from the differences of the rows
     */
    record Value(double value, double error, double change, double changeError) {
        static Value none() {
            return new Value(Double.NaN, Double.NaN, Double.NaN, Double.NaN);
        }
    }

    Value at(double radius) {
        int folds = inside.size();
        if (folds == 0) {
            return Value.none();
        }
        double[] share = shares();
        double value = 0;
        double change = 0;
        double variance = 0;
        double ofChange = 0;
        double[] error = new double[folds];
        double[] changeError = new double[folds];
        Fold[] fold = new Fold[folds];
        for (int k = 0; k < folds; k++) {
            WorstCase found = outside.get(k).worst(search, radius);
            Estimator.Taylor taylor = inside.get(k).taylor(found.delta());
            double few = freedom(inside.get(k).estimator());
            if (!(few > 0)) {
                return Value.none();
            }
            error[k] = share[k] * taylor.standardError() / few;
            value += share[k] * taylor.oneStep();
            variance += error[k] * error[k];
            changeError[k] = share[k] * taylor.changeError() / few;
            change += share[k] * (taylor.oneStep() - inside.get(k).quadratic().loss());
            ofChange += changeError[k] * changeError[k];
            fold[k] = new Fold(
                    Sensitivity.of(search, outside.get(k).around(found.delta()), found), slopes(found.delta(), share));
        }
        // Losses without a shift know of no direction: folds depend on each other through their slopes alone.
        return new Value(
                value,
                Math.sqrt(variance + dependence(fold, share, error)),
                change,
                Math.sqrt(ofChange + dependence(fold, share, changeError)));
    }

    /**
     * What residuals of a regression on these very rows keep of the errors' size: the root of (n - p)/n for n rows and p coefficients; not above 0 where no
     * row is left to tell of an error.
     */
    private static double freedom(Estimator estimator) {
        double rows = estimator.units().rows();
        return Math.sqrt(Math.max(0, rows - estimator.coefficients()) / rows);
    }

    private double[] shares() {
        double[] share = inside.stream()
                .mapToDouble(part -> part.estimator().units().total())
                .toArray();
        double total = 0;
        for (double part : share) {
            total += part;
        }
        for (int k = 0; k < share.length; k++) {
            share[k] /= total;
        }
        return share;
    }

    /** The slope of every fold's model at a shift, less their mean. */
    private double[][] slopes(double[] delta, double[] share) {
        double[][] slopes = new double[share.length][];
        double[] mean = new double[delta.length];
        for (int j = 0; j < share.length; j++) {
            QuadraticLoss model = inside.get(j).around(delta);
            slopes[j] = model.gradientAt(delta);
            for (int a = 0; a < mean.length; a++) {
                mean[a] += share[j] * slopes[j][a];
            }
        }
        for (double[] slope : slopes) {
            for (int a = 0; a < mean.length; a++) {
                slope[a] -= mean[a];
            }
        }
        return slopes;
    }

    /**
     * @param sensitivity J_k
     * @param slopes e_j at delta_k
     */
    private record Fold(Sensitivity sensitivity, double[][] slopes) {
        double product(int k, int j) {
            return sensitivity.between(slopes[k], slopes[j]);
        }

        /** An estimate of tr(J_k M), M the covariance of one fold's slope. */
        double trace() {
            double sum = 0;
            for (double[] slope : slopes) {
                sum += sensitivity.between(slope, slope);
            }
            return sum / (slopes.length - 1);
        }
    }

    /**
     * The sum of the covariances of pairs. With T = tr(JMJM) the products of pairs have the mean T; centring the slopes at their mean of K folds turns it
     * into {@code T ((1 - 1/K)^2 + 1/K^2) + tr(JM)^2/K^2}, which is undone here. T is at least tr(JM)^2 over the rank of J, by Cauchy and
     * Schwarz; and no covariance is larger than the product of the errors.
     */
    private static double dependence(Fold[] fold, double[] share, double[] error) {
        int folds = fold.length;
        double products = 0;
        double traces = 0;
        double rank = 0;
        double factors = 0;
        double most = 0;
        int pairs = folds * (folds - 1);
        for (int k = 0; k < folds; k++) {
            for (int j = 0; j < folds; j++) {
                if (j != k) {
                    products += fold[k].product(k, j) * fold[j].product(j, k) / pairs;
                    traces += fold[k].trace() * fold[j].trace() / pairs;
                    rank += (double) fold[k].sensitivity().rank() / pairs;
                    factors += share[k] * share[j] * share[j] / (1 - share[k]) * share[k] / (1 - share[j]);
                    most += error[k] * error[j];
                }
            }
        }
        if (rank == 0) {
            return 0;
        }
        // The square of an estimated trace is larger than that of the trace by its variance, 2 T/(K - 1).
        double square = 1.0 / ((double) folds * folds);
        double kept = (1 - 1.0 / folds) * (1 - 1.0 / folds) + square - 2 * square / (folds - 1);
        if (!(kept > 0)) {
            // The slopes of two folds are their mean plus and minus one difference: of that no product of pairs can be
            // told.
            return most;
        }
        double least = traces / (rank + 2.0 / (folds - 1));
        double both = Math.max((products - traces * square) / kept, least);
        return Math.max(0, Math.min(factors * both, most));
    }
}
