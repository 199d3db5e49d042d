package org.shiftbed.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.shiftbed.audit.result.LossFacts;
import org.shiftbed.audit.result.Percentage;
import org.shiftbed.audit.result.RadiusResult;
import org.shiftbed.audit.result.RadiusResult.ShiftEstimate;
import org.shiftbed.audit.result.Verdict;
import org.shiftbed.audit.result.Verdict.Grade;

/**
 * What rows that did not choose the shift say of it (parametric-robustness 3.4). Weighted rows cannot take this place: they are those that chose the
 * direction, so that where it is luck they repeat it. Whether the shift changes the loss at all is asked of the change itself, whose error comes
 * from the differences of the rows: the loss with and the loss without the shift are means over the same rows, and what both share is no error.
 *
 * @param honest value and change at shifts chosen on other folds; NaN where there are no folds
 * @param loss without a shift
 */
record OtherRows(HonestValue.Value honest, LossFacts loss) {

    static OtherRows of(LossFacts loss, HonestValue.Value honest) {
        return new OtherRows(honest, loss);
    }

    static OtherRows of(LossFacts loss, RadiusResult radius) {
        return of(
                loss,
                new HonestValue.Value(
                        radius.honest(), radius.honestError(), radius.honestChange(), radius.honestChangeError()));
    }

    /** Whether there are any. */
    boolean known() {
        return Double.isFinite(honest.value())
                && Double.isFinite(honest.error())
                && Double.isFinite(honest.change())
                && Double.isFinite(honest.changeError());
    }

    private double half(double error) {
        return Curve.quantile(loss.level()) * error;
    }

    /** End of the interval of their loss under the shift. */
    double low() {
        return honest.value() - half(honest.error());
    }

    /** The other end. */
    double high() {
        return honest.value() + half(honest.error());
    }

    /** How much worse they are under the shift. */
    private double harm() {
        return loss.larger() ? honest.change() : -honest.change();
    }

    /** Whether they leave open that the shift harms at all. */
    boolean harmless() {
        return known() && harm() <= half(honest.changeError());
    }

    /** Whether the estimate is worse than all that they hold for possible, and by more than a share of its change that would count as close. */
    private boolean shortOf(double estimate) {
        double change = Math.abs(estimate - loss.mean());
        return change - harm() > Math.max(half(honest.changeError()), Judge.STANDARD.change() * change);
    }

    /** In what they do not bear the estimate out, in a sentence without its full stop; empty where they do. */
    String doubt(double estimate) {
        if (estimate == loss.mean()) {
            return "";
        }
        if (!known()) {
            return "rows that did not choose the shift have no number for it, because a fold of the table is too small for what it takes";
        }
        List<String> against = new ArrayList<>();
        if (harmless()) {
            against.add(harm() < -half(honest.changeError()) ? "goes the other way" : "cannot be told from no change");
        }
        if (shortOf(estimate)) {
            against.add("falls short of the estimate's " + signed(estimate - loss.mean()));
        }
        return against.isEmpty()
                ? ""
                : "rows that did not choose the shift show a change of " + signed(possible(honest.change()))
                        + " ("
                        + Percentage.level(loss.level()) + " interval "
                        + signed(possible(honest.change() - half(honest.changeError())))
                        + " to " + signed(possible(honest.change() + half(honest.changeError()))) + ") at it, which "
                        + String.join(" and ", against);
    }

    /** A change that leaves the loss within what it can be. */
    private double possible(double change) {
        double before = honest.value() - honest.change();
        return loss.cut(before + change) - before;
    }

    private static String signed(double value) {
        return String.format(Locale.ROOT, "%+.4g", value);
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
