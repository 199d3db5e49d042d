package org.shiftbed.audit;

import java.util.ArrayList;
import java.util.List;
import org.shiftbed.audit.result.LossFacts;
import org.shiftbed.audit.result.Percentage;
import org.shiftbed.audit.result.RadiusResult;
import org.shiftbed.audit.result.RadiusResult.ShiftEstimate;
import org.shiftbed.audit.result.Verdict;
import org.shiftbed.audit.result.Verdict.Grade;

/**
 * What rows that did not choose the shift say of it (parametric-robustness 3.4). Weighted rows cannot take this place: they are those that chose the
 * direction, so that where it is luck they repeat it.
 *
 * @param value at shifts chosen on other folds; NaN where there are no folds
 * @param low end of its interval
 * @param high end of its interval
 * @param loss without a shift
 */
record OtherRows(double value, double low, double high, LossFacts loss) {

    static OtherRows of(LossFacts loss, double value, double error) {
        double half = Curve.quantile(loss.level()) * error;
        return new OtherRows(value, value - half, value + half, loss);
    }

    static OtherRows of(LossFacts loss, RadiusResult radius) {
        return of(loss, radius.honest(), radius.honestError());
    }

    /** Whether there are any. */
    boolean known() {
        return Double.isFinite(low) && Double.isFinite(high);
    }

    /** Whether they leave open that the shift harms at all. */
    private boolean harmless() {
        return loss.larger() ? low <= loss.mean() : high >= loss.mean();
    }

    /** Whether the estimate is worse than all that they hold for possible. */
    private boolean shortOf(double estimate) {
        return loss.larger() ? high < estimate : low > estimate;
    }

    /** In what they do not bear the estimate out, in a sentence without its full stop; empty where they do. */
    String doubt(double estimate) {
        if (!known() || estimate == loss.mean()) {
            return "";
        }
        List<String> against = new ArrayList<>();
        if (harmless()) {
            against.add("cannot be told from " + Judge.number(loss.mean()) + " without a shift");
        }
        if (shortOf(estimate)) {
            against.add("falls short of the estimate " + Judge.number(estimate));
        }
        return against.isEmpty()
                ? ""
                : "rows that did not choose the shift show " + Judge.number(value) + " ("
                        + Percentage.level(loss.level()) + " interval " + Judge.number(low)
                        + " to " + Judge.number(high) + ") at it, which " + String.join(" and ", against);
    }

    /** The verdict with what they say: at most caution where they do not bear the estimate out. */
    Verdict temper(ShiftEstimate estimate) {
        Verdict verdict = estimate.verdict();
        String doubt = doubt(estimate.value());
        if (doubt.isEmpty()) {
            return verdict;
        }
        List<String> reasons = new ArrayList<>();
        reasons.add("R" + doubt.substring(1) + ".");
        reasons.addAll(verdict.reasons());
        return new Verdict(verdict.grade() == Grade.GOOD ? Grade.CAUTION : verdict.grade(), reasons);
    }
}
