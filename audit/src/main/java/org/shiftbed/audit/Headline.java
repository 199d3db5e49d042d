package org.shiftbed.audit;

import java.util.List;
import org.shiftbed.audit.result.LossFacts;
import org.shiftbed.audit.result.Percentage;
import org.shiftbed.audit.result.RadiusResult;
import org.shiftbed.audit.result.RadiusResult.ShiftEstimate;
import org.shiftbed.audit.result.Verdict.Grade;

/** The answer in one sentence, at the largest radius where the estimate is good, or the smallest one where it nowhere is. */
public final class Headline {
    private Headline() {}

    static String of(List<RadiusResult> radii, LossFacts loss) {
        RadiusResult main = main(radii);
        double value = Math.max(
                loss.minimum(), Math.min(loss.maximum(), main.estimate().value()));
        String where = Double.isNaN(main.radius())
                ? "Inside the given limits"
                : "Within radius " + Search.number(main.radius());
        Grade grade = main.estimate().verdict().grade();
        Agreement agreement = Agreement.of(loss, main.estimate());
        if (grade == Grade.CAUTION && agreement.weightedFirst()) {
            String doubt = OtherRows.of(loss, main).doubt(main.estimate().value());
            return where + ", " + loss.title() + " could " + (value > loss.mean() ? "rise" : "fall") + " from "
                    + Judge.number(loss.mean()) + ": " + agreement.trustSecond()
                    + (doubt.isEmpty() ? "." : "; but " + doubt + ".");
        }
        String moves = value == loss.mean()
                ? "stays at " + Judge.number(value)
                : "could " + (value > loss.mean() ? "rise" : "fall") + " from " + Judge.number(loss.mean()) + " to "
                        + Judge.number(value);
        String interval = main.estimate().outside()
                ? " (the model's own " + Judge.number(main.estimate().value()) + " is outside of what it can be)"
                : " (" + Percentage.level(loss.level()) + " interval "
                        + Judge.number(loss.cut(main.estimate().low())) + " to "
                        + Judge.number(loss.cut(main.estimate().high())) + ")";
        return where + ", " + loss.title() + " " + moves + interval + "; " + trust(main, loss) + ".";
    }

    private static String trust(RadiusResult main, LossFacts loss) {
        ShiftEstimate estimate = main.estimate();
        String doubt = OtherRows.of(loss, main).doubt(estimate.value());
        return switch (estimate.verdict().grade()) {
            case GOOD -> Agreement.of(loss, estimate).words();
            case CAUTION -> doubt.isEmpty() ? "take the level with caution" : "but " + doubt;
            case UNINFORMATIVE ->
                estimate.importance().effectiveShare() < Judge.STANDARD.leastShare()
                                || estimate.importance().effectiveSize() < Judge.STANDARD.leastRows()
                        ? "too few rows look like the shifted population to confirm it"
                        : "these rows do not suffice to confirm it";
            case POOR ->
                "the quadratic model does not hold at this size"
                        + (estimate.importance().effectiveSize() < Judge.STANDARD.leastRows()
                                ? ""
                                : "; weighted rows, "
                                        + Percentage.of(estimate.importance().effectiveShare())
                                        + " of them effective, say "
                                        + Judge.number(estimate.importance().selfNormalised()));
        };
    }

    /**
     * The radius that the answer speaks of. Radius 0 asks for nothing and counts only where it is alone.
     *
     * @param radii ascending, at least one
     */
    public static RadiusResult main(List<RadiusResult> radii) {
        List<RadiusResult> asked =
                radii.get(0).radius() == 0 && radii.size() > 1 ? radii.subList(1, radii.size()) : radii;
        RadiusResult main = asked.get(0);
        for (RadiusResult radius : asked) {
            if (radius.estimate().verdict().grade() == Grade.GOOD) {
                main = radius;
            }
        }
        return main;
    }
}
