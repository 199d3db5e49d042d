package org.shiftbed.audit;

import java.util.function.DoublePredicate;
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
                there == null ? null : weighted(there, threshold));
    }

    /** They deny where there are enough of them to judge, and the paired difference puts them short of the threshold that the estimate reaches. */
    private Passing.Weighted weighted(ShiftEstimate there, double threshold) {
        ImportanceSampling check = there.importance();
        double lacks = search.sign() * (threshold - check.selfNormalised());
        boolean enough = check.effectiveShare() >= Judge.STANDARD.leastShare();
        return new Passing.Weighted(
                check.selfNormalised(),
                there.differenceError(),
                check.effectiveShare(),
                enough && lacks > Curve.quantile(loss.level()) * there.differenceError());
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
