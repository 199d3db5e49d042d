package org.shiftbed.audit;

import java.util.Locale;
import org.shiftbed.audit.estimate.ImportanceSampling;
import org.shiftbed.audit.result.LossFacts;
import org.shiftbed.audit.result.Percentage;
import org.shiftbed.audit.result.RadiusResult.ShiftEstimate;

/**
 * How the quadratic estimate and weighted rows stand to each other, in the words of terminal, page and file. The grade is that of
 * parametric-robustness 5.2; the words are more careful: only what lies within the interval of its own difference is said to agree.
 *
 * @param estimate Q(delta)
 * @param weighted the self-normalised estimate of the same shift
 * @param share effective sample, as a share of the rows
 * @param error standard error of the difference of the two
 * @param unshifted the loss without a shift
 * @param level of the interval of the difference
 */
public record Agreement(double estimate, double weighted, double share, double error, double unshifted, double level) {

    /**
     * At one shift of an answer.
     *
     * @param loss without a shift
     * @param estimate with its check
     */
    public static Agreement of(LossFacts loss, ShiftEstimate estimate) {
        return of(loss, estimate.value(), estimate.importance(), estimate.differenceError());
    }

    static Agreement of(LossFacts loss, double value, ImportanceSampling sampling, double differenceError) {
        return new Agreement(
                value,
                sampling.selfNormalised(),
                sampling.effectiveShare(),
                differenceError,
                loss.mean(),
                loss.level());
    }

    private static final double AS_GOOD_AS_ONE = 1e-3;

    double gap() {
        return Math.abs(estimate - weighted);
    }

    /** The size of the estimated change. */
    double moved() {
        return Math.abs(estimate - unshifted);
    }

    /** Whether the interval of the difference holds 0, or the two are as good as one. */
    boolean within() {
        return gap() <= Math.max(Curve.quantile(level) * error, AS_GOOD_AS_ONE * moved());
    }

    /**
     * Whether weighted rows deserve more trust than the estimate: they are many enough for a strong check, and the two differ by more than the
     * standard errors and the share of the change up to which the model counts as good.
     */
    public boolean weightedFirst() {
        Judge judge = Judge.STANDARD;
        return share >= judge.goodShare() && gap() > Math.max(judge.errors() * error, judge.change() * moved());
    }

    /** Both numbers and which one to trust, where that is the one of the weighted rows; a part of a sentence. */
    public String trustSecond() {
        return "the quadratic estimate says " + Judge.number(estimate) + "; weighted rows, " + Percentage.of(share)
                + " of them effective, say " + Judge.number(weighted) + ": trust the second";
    }

    /** Both numbers and how they stand to each other where the model counts as good; a part of a sentence. */
    String words() {
        return "estimate " + Judge.number(estimate) + " and weighted rows " + Judge.number(weighted) + " "
                + (within() ? "agree" : "are close (" + Percentage.of(gap() / moved()) + " of the change apart)");
    }

    /** All that the check says, in a sentence. */
    String sentence() {
        Judge judge = Judge.STANDARD;
        String numbers = String.format(
                Locale.ROOT, " (difference %s, its standard error %s).", Judge.number(gap()), Judge.number(error));
        String both = "Estimate " + Judge.number(estimate) + " and weighted rows " + Judge.number(weighted);
        if (gap() > judge.poorChange() * moved()) {
            return both
                    + (gap() <= Curve.quantile(level) * error
                            ? " differ by more than half of the change, which is within sampling error"
                            : gap() <= judge.errors() * error
                                    ? " differ by more than half of the change, hardly more than sampling error"
                                    : " contradict each other")
                    + numbers;
        }
        if (weightedFirst()) {
            return capital(trustSecond()) + ".";
        }
        return gap() <= Math.max(judge.errors() * error, judge.change() * moved())
                ? capital(words()) + numbers
                : both + " differ by " + Percentage.of(gap() / moved()) + " of the change" + numbers;
    }

    /** With a capital letter at its beginning. */
    public static String capital(String text) {
        return Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }
}
