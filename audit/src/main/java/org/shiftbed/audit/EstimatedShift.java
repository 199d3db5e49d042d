package org.shiftbed.audit;

import org.shiftbed.audit.estimate.Bootstrap;
import org.shiftbed.audit.estimate.HistoricalShift;
import org.shiftbed.audit.estimate.QuadraticLoss;
import org.shiftbed.audit.result.RadiusResult.ShiftEstimate;

/**
 * The loss under a shift that was itself estimated, from other tables than the rows of the audit. By the delta method
 *
 * <pre>
 * Var Q(d) = se^2 + q'C q
 * </pre>
 *
 * with se that of Q at a shift that is known, q the gradient of Q at d and C the covariance of d: the tables are taken to be independent, so that no
 * other term remains. Resampling pairs each replicate of the rows with one of the shift.
 *
 * @param delta the estimated shift
 * @param covariance of it; NaN where it is not known
 * @param drawn replicates of it, which may be none
 */
record EstimatedShift(double[] delta, double[][] covariance, double[][] drawn) {

    static EstimatedShift of(HistoricalShift shift) {
        return new EstimatedShift(shift.delta(), shift.covariance(), shift.replicates());
    }

    /**
     * @param known the estimate as if the shift were known
     * @param metric what is estimated
     * @param replicates of the quadratic model; empty for none
     * @param level of intervals
     */
    ShiftEstimate widen(ShiftEstimate known, Metric metric, QuadraticLoss[] replicates, double level) {
        double moves = spread(metric.around(delta).gradientAt(delta));
        double error = Math.hypot(known.standardError(), moves);
        double half = Curve.quantile(level) * error;
        double low = Double.NaN;
        double high = Double.NaN;
        if (replicates.length > 0 && drawn.length > 0) {
            double[] values = new double[replicates.length];
            for (int r = 0; r < values.length; r++) {
                values[r] = replicates[r].at(drawn[r % drawn.length]);
            }
            low = Bootstrap.quantile(values, (1 - level) / 2);
            high = Bootstrap.quantile(values, (1 + level) / 2);
        }
        double weighted = Math.hypot(known.importance().seSelfNormalised(), spread(metric.weightedSlope(delta)));
        return new ShiftEstimate(
                known.delta(),
                known.value(),
                error,
                known.value() - half,
                known.value() + half,
                Math.hypot(known.changeError(), moves),
                known.oneStep(),
                low,
                high,
                known.importance().withSelfNormalisedError(weighted),
                known.difference(),
                known.differenceError(),
                known.third(),
                known.remainder(),
                known.outside(),
                known.divergence(),
                known.verdict());
    }

    /** The standard error that the shift's own brings, {@code sqrt(q'C q)}. */
    private double spread(double[] slope) {
        double sum = 0;
        for (int a = 0; a < slope.length; a++) {
            for (int b = 0; b < slope.length; b++) {
                sum += slope[a] * covariance[a][b] * slope[b];
            }
        }
        return Math.sqrt(sum < 0 ? 0 : sum);
    }
}
