package org.shiftbed.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.shiftbed.audit.estimate.ImportanceSampling;
import org.shiftbed.audit.result.LossFacts;
import org.shiftbed.audit.result.Percentage;
import org.shiftbed.audit.result.RadiusResult;
import org.shiftbed.audit.result.Verdict;
import org.shiftbed.audit.result.Verdict.Grade;

/**
 * The verdict about the approximation at one shift (parametric-robustness 5.2).
 *
 * @param goodShare effective share of rows from which the check by weighting counts as strong
 * @param leastShare share below which it says nothing
 * @param leastRows effective rows below which it says nothing either, whatever the share: of a few rows neither mean nor spread is known
 * @param errors how many standard errors estimate and check may differ
 * @param change share of the change by which they may differ in any case
 * @param poorChange share of the change beyond which the estimate is wrong
 * @param remainder share of the change that the error bound along the way may reach
 */
public record Judge(
        double goodShare,
        double leastShare,
        double leastRows,
        double errors,
        double change,
        double poorChange,
        double remainder) {

    /** Mean weight below which, or above whose reciprocal, the rows are none of the shifted law: 1 where it fits. */
    private static final double LEAST_WEIGHT = 0.5;

    /** The usual thresholds: an engineering choice, not a theorem. */
    public static final Judge STANDARD = new Judge(0.3, 0.1, 30, 3, 0.1, 0.5, 0.25);

    /**
     * @param value Q(delta)
     * @param loss the loss without a shift
     * @param sampling the check by weights
     * @param differenceError standard error of estimate minus check
     * @param bound estimate of the largest error on the way; null where there is none
     * @param outside whether the estimate lies outside of what the metric can be
     * @param whole the rows that could speak for the metric, in words
     */
    Verdict of(
            double value,
            LossFacts loss,
            ImportanceSampling sampling,
            double differenceError,
            @Nullable Double bound,
            boolean outside,
            String whole) {
        Agreement agreement = Agreement.of(loss, value, sampling, differenceError);
        double moved = agreement.moved();
        double gap = agreement.gap();
        double share = sampling.effectiveShare();
        boolean agrees = gap <= Math.max(errors * differenceError, change * moved);
        boolean bounded = bound == null || bound <= remainder * moved;
        List<String> reasons = new ArrayList<>();
        if (outside) {
            reasons.add("The estimate " + number(value) + " lies outside of what the metric can be.");
        }
        boolean few = share < leastShare || sampling.effectiveSize() < leastRows;
        double weights = sampling.meanWeight();
        boolean foreign = weights < LEAST_WEIGHT || weights > 1 / LEAST_WEIGHT;
        reasons.add("Weighting uses rows worth " + Percentage.of(share) + " of " + whole
                + (share >= leastShare && few ? ", " + rows(sampling.effectiveSize()) : "")
                + (few ? ", too few to judge the estimate." : "."));
        if (foreign) {
            reasons.add("The weights are " + number(weights)
                    + " on average, where a law that fits gives 1: the rows do not reach as far as the shift,"
                    + " or the family does not fit them, so that neither estimate nor weighted rows tell.");
        }
        if (!few) {
            reasons.add(agreement.sentence());
        }
        if (bound != null && Double.isNaN(bound)) {
            reasons.add("Along the way to the shift the weights leave what can be computed.");
        } else if (bound != null) {
            reasons.add("Along the way to the shift the curvature changes; that bounds the error near " + number(bound)
                    + (bounded
                            ? "."
                            : ", which is " + (bound > moved ? "more than" : "much of") + " the change " + number(moved)
                                    + "."));
        }
        return new Verdict(grade(outside, few, foreign, share, gap, moved, agrees, bounded), reasons);
    }

    private Grade grade(
            boolean outside,
            boolean few,
            boolean foreign,
            double share,
            double gap,
            double moved,
            boolean agrees,
            boolean bounded) {
        if (outside || !few && !foreign && gap > poorChange * moved) {
            return Grade.POOR;
        }
        if (foreign) {
            return Grade.UNINFORMATIVE;
        }
        if (!few && share >= goodShare && agrees && bounded) {
            return Grade.GOOD;
        }
        return few ? Grade.UNINFORMATIVE : Grade.CAUTION;
    }

    /** The verdict over a curve: where it can be trusted, and the worst grade. */
    static Verdict overall(List<RadiusResult> radii) {
        List<String> reasons = new ArrayList<>();
        Grade worst = Grade.GOOD;
        for (RadiusResult radius : radii) {
            Grade grade = radius.estimate().verdict().grade();
            worst = grade.compareTo(worst) > 0 ? grade : worst;
            reasons.add(
                    (Double.isNaN(radius.radius()) ? "Inside the limits" : "Radius " + Search.number(radius.radius()))
                            + ": " + grade.words() + ".");
        }
        return new Verdict(worst, reasons);
    }

    private static String rows(double size) {
        String text = size < 10 && size != Math.rint(size) ? number(size) : Long.toString(Math.round(size));
        return text + (text.equals("1") ? " row" : " rows");
    }

    static String number(double value) {
        return value == 0 ? "0" : String.format(Locale.ROOT, "%.4g", value);
    }
}
