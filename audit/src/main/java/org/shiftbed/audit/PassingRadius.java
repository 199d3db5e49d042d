package org.shiftbed.audit;

import java.util.function.DoublePredicate;
import org.jspecify.annotations.Nullable;
import org.shiftbed.audit.estimate.Estimator;
import org.shiftbed.audit.estimate.ImportanceSampling;
import org.shiftbed.audit.result.AuditResult.Passing;
import org.shiftbed.audit.result.LossFacts;
import org.shiftbed.audit.result.RadiusResult.ShiftEstimate;
import org.shiftbed.audit.worst.WorstCase;

/** How large a shift it takes until a loss is passed (parametric-robustness 4.4), by bisection on the curve of the worst case and of the ends of its interval. */
final class PassingRadius {
    private static final double LARGEST = 1e4;
    private static final double PRECISION = 1e-9;

    /** Share of the change below which a difference is none that matters, however sure it is. */
    private static final double NEXT_TO_NOTHING = 0.01;

    /** Weighted rows are looked at from a quarter of the estimate's radius to four times of it. */
    private static final int STEPS = 16;

    private static final int STEPS_OF_TWO = 8;
    private static final double WEIGHTED_PRECISION = 1e-6;

    private final Metric metric;
    private final Search search;
    private final LossFacts loss;
    private final Curve curve;

    PassingRadius(Metric metric, Search search, LossFacts loss, Curve curve) {
        this.metric = metric;
        this.search = search;
        this.loss = loss;
        this.curve = curve;
    }

    Passing of(double threshold) {
        double found = smallest(radius -> passes(radius, threshold, 0));
        ShiftEstimate there = found > 0 && Double.isFinite(found) ? curve.worst(found) : null;
        return new Passing(
                threshold,
                found,
                smallest(radius -> passes(radius, threshold, 1)),
                smallest(radius -> passes(radius, threshold, -1)),
                there == null ? null : there.verdict(),
                there == null ? null : weighted(there, threshold, found));
    }

    /** They deny where there are enough of them to judge, and the paired difference puts them short of the threshold that the estimate reaches. */
    private Passing.Weighted weighted(ShiftEstimate there, double threshold, double found) {
        ImportanceSampling check = there.importance();
        double lacks = search.sign() * (threshold - check.selfNormalised());
        boolean enough = judges(check);
        return new Passing.Weighted(
                check.selfNormalised(),
                there.differenceError(),
                check.effectiveShare(),
                enough
                        && lacks
                                > Math.max(
                                        Curve.quantile(loss.level()) * there.differenceError(),
                                        NEXT_TO_NOTHING * Math.abs(threshold - loss.mean())),
                byWeighting(threshold, found));
    }

    private static boolean judges(ImportanceSampling check) {
        return check.effectiveShare() >= Judge.STANDARD.leastShare()
                && check.effectiveSize() >= Judge.STANDARD.leastRows();
    }

    /**
     * Where weighted rows themselves pass the threshold on the way of the worst shift: the first of steps around the estimate's radius at which they
     * do, made exact by bisection. Their loss may go up and down along that way, so that what is found is a crossing, and the first that the steps see.
     */
    private double byWeighting(double threshold, double found) {
        double before = 0;
        for (int step = -STEPS; step <= STEPS; step++) {
            double radius = found * Math.pow(2, (double) step / STEPS_OF_TWO);
            Boolean passes = weightedPass(radius, threshold);
            if (passes == null) {
                return Double.NaN;
            }
            if (passes) {
                double low = before;
                double high = radius;
                while (high - low > WEIGHTED_PRECISION * high) {
                    double middle = (low + high) / 2;
                    if (Boolean.TRUE.equals(weightedPass(middle, threshold))) {
                        high = middle;
                    } else {
                        low = middle;
                    }
                }
                return high;
            }
            before = radius;
        }
        return Double.NaN;
    }

    /** Whether weighted rows pass the threshold at the worst shift of a radius; null where they cannot tell. */
    private @Nullable Boolean weightedPass(double radius, double threshold) {
        double[] delta = metric.worst(search, radius).delta();
        if (!curve.allows(delta)) {
            return null;
        }
        ImportanceSampling check = metric.importance(delta);
        return judges(check) ? search.sign() * (check.selfNormalised() - threshold) > 0 : null;
    }

    /**
     * @param end +1 for the pessimistic end of the interval, -1 for the optimistic one, 0 for the estimate
     */
    private boolean passes(double radius, double threshold, int end) {
        WorstCase worst = metric.worst(search, radius);
        double value = loss.mean() + search.sign() * worst.gain();
        if (end != 0) {
            Estimator.Taylor taylor = metric.taylor(worst.delta());
            value += search.sign() * end * Curve.quantile(loss.level()) * taylor.standardError();
        }
        return search.sign() * (value - threshold) > 0;
    }

    private static double smallest(DoublePredicate passes) {
        if (passes.test(0)) {
            return 0;
        }
        double high = 0.125;
        while (!passes.test(high)) {
            high *= 2;
            if (high > LARGEST) {
                return Double.POSITIVE_INFINITY;
            }
        }
        double low = high == 0.125 ? 0 : high / 2;
        while (high - low > PRECISION * high) {
            double middle = (low + high) / 2;
            if (passes.test(middle)) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return high;
    }
}
