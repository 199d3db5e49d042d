package org.shiftbed.audit;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.shiftbed.audit.estimate.ImportanceSampling;
import org.shiftbed.audit.result.AuditResult;
import org.shiftbed.audit.result.ConditionResult;
import org.shiftbed.audit.result.ConditionResult.Outcome;
import org.shiftbed.audit.result.LossFacts;
import org.shiftbed.audit.result.Percentage;
import org.shiftbed.audit.result.RadiusResult;
import org.shiftbed.audit.result.RulingRows;
import org.shiftbed.audit.result.VariableFacts;
import org.shiftbed.audit.result.Verdict.Grade;
import org.shiftbed.audit.spec.AuditSpec;
import org.shiftbed.audit.spec.Direction;
import org.shiftbed.audit.spec.LossSpec;
import org.shiftbed.base.UserError;

/**
 * A condition on an audit's answer: {@code worst-loss > 0.3 at radius 1}, {@code worst-accuracy < 0.8 at radius 2},
 * {@code radius-to(loss 0.3) < 1}. It holds where the whole interval lies beyond the threshold, does not where it lies wholly short of it, and
 * is open where the interval contains it, or where weighted rows do not confirm the estimate at that radius.
 *
 * @param text as given
 * @param metric the metric's name in it: {@code loss}, {@code accuracy}, or that of the audited one
 * @param inverse whether it asks for a radius
 * @param level the loss: the threshold of a worst case, or what a radius leads to
 * @param radius the radius: where the worst case is asked, or the threshold of a radius
 * @param above whether it asks for more than the threshold
 */
public record Condition(String text, String metric, boolean inverse, double level, double radius, boolean above) {
    private static final String NUMBER = "([-+]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][-+]?\\d+)?)";
    private static final Pattern WORST =
            Pattern.compile("worst-([\\w-]+)\\s*([<>])=?\\s*" + NUMBER + "\\s+at\\s+radius\\s+" + NUMBER);
    private static final Pattern RADIUS =
            Pattern.compile("radius-to\\s*\\(\\s*([\\w-]+)\\s+" + NUMBER + "\\s*\\)\\s*([<>])=?\\s*" + NUMBER);

    /**
     * Reads a condition.
     *
     * @throws UserError where it cannot be read
     */
    public static Condition parse(String text) {
        String stripped = text.strip();
        Matcher worst = WORST.matcher(stripped);
        if (worst.matches()) {
            return checked(new Condition(
                    stripped,
                    worst.group(1),
                    false,
                    Double.parseDouble(worst.group(3)),
                    Double.parseDouble(worst.group(4)),
                    worst.group(2).equals(">")));
        }
        Matcher radius = RADIUS.matcher(stripped);
        if (radius.matches()) {
            return checked(new Condition(
                    stripped,
                    radius.group(1),
                    true,
                    Double.parseDouble(radius.group(2)),
                    Double.parseDouble(radius.group(4)),
                    radius.group(3).equals(">")));
        }
        throw new UserError(
                "--fail-if: must be like 'worst-loss > 0.3 at radius 1', 'worst-accuracy < 0.8 at radius 2' or 'radius-to(loss 0.3) < 1', found '"
                        + text + "'");
    }

    private static Condition checked(Condition condition) {
        if (!(condition.radius >= 0 && condition.radius <= AuditSpec.LARGEST_RADIUS)) {
            throw new UserError("--fail-if: a radius must be a number from 0 to "
                    + Search.number(AuditSpec.LARGEST_RADIUS) + ", found "
                    + Search.number(condition.radius) + " in '" + condition.text + "'");
        }
        return condition;
    }

    /**
     * That it speaks of the audited metric, and of its getting worse.
     *
     * @param loss the audited metric
     * @param worse which way it gets worse
     * @throws UserError where it speaks of another, or names what is good
     */
    public void requireMetric(LossSpec loss, Direction worse) {
        String own = loss.inWords().replace(' ', '-');
        boolean plain = metric.equals("loss") && worse == Direction.LARGER;
        if (plain || metric.equals("metric") || metric.equals(loss.title()) || metric.equals(own)) {
            requireBad(worse);
            return;
        }
        String name = own.matches("[\\w-]+") ? own : "metric";
        throw new UserError("--fail-if: speaks of '" + metric + "', and this audit is of '" + loss.inWords()
                + "', where " + worse.word()
                + " is worse; name it '" + name + "', as in '"
                + (inverse
                        ? "radius-to(" + name + " 0.3) < 1"
                        : "worst-" + name + (worse == Direction.LARGER ? " > " : " < ") + "0.3 at radius 1")
                + "'");
    }

    private void requireBad(Direction worse) {
        boolean larger = worse == Direction.LARGER;
        if (inverse && above) {
            throw new UserError(
                    "--fail-if: a condition states what is bad, and it is bad where a small shift is enough; write 'radius-to("
                            + metric + " " + Search.number(level) + ") < " + Search.number(radius) + "', found '" + text
                            + "'");
        }
        if (!inverse && above != larger) {
            throw new UserError("--fail-if: a condition states what is bad, and of '" + metric + "' " + worse.word()
                    + " is worse; write 'worst-" + metric + (larger ? " > " : " < ") + Search.number(level)
                    + " at radius " + Search.number(radius) + "', found '" + text + "'");
        }
    }

    /**
     * How the condition turns out for an answer that holds its radius. A shift smaller than r passes a loss exactly where the worst case at r does,
     * so both kinds look at one radius. The evidence there is the interval of the estimate together with those of the weighted rows and of the rows
     * that did not choose the shift, where there are any; where weighted rows are too few to confirm the estimate, or contradict it, there is not
     * enough.
     */
    public ConditionResult of(AuditResult result) {
        RadiusResult at = result.radii().stream()
                .filter(one -> one.radius() == radius)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("the answer has no radius " + radius));
        RadiusResult.ShiftEstimate estimate = at.estimate();
        ImportanceSampling weighted = estimate.importance();
        double half = Curve.quantile(result.loss().level()) * weighted.seSelfNormalised();
        double low = Math.min(estimate.low(), weighted.selfNormalised() - half);
        double high = Math.max(estimate.high(), weighted.selfNormalised() + half);
        OtherRows others = OtherRows.of(result.loss(), at);
        String of = "of estimate and weighted rows";
        if (others.known()) {
            low = Math.min(low, others.low());
            high = Math.max(high, others.high());
            of = "of estimate, weighted rows and rows that did not choose the shift";
        }
        // Less than r is enough where the worst case at r is beyond the level.
        boolean beyond = inverse ? result.loss().larger() : above;
        Outcome found = compare(low, high, level, beyond);
        String where = " at radius " + Search.number(radius);
        LossFacts loss = result.loss();
        String reason = "the " + Percentage.level(loss.level()) + " interval " + Judge.number(loss.cut(low)) + " to "
                + Judge.number(loss.cut(high)) + where + " (" + of + ") "
                + (found == Outcome.OPEN
                        ? "holds " + Search.number(level)
                        : "lies wholly " + (low > level ? "above " : "below ") + Search.number(level));
        Grade grade = estimate.verdict().grade();
        if (grade == Grade.UNINFORMATIVE) {
            reason = "too few rows confirm the estimate " + Judge.number(estimate.value()) + where
                    + ": the effective sample is "
                    + Judge.number(weighted.effectiveSize()) + " rows, "
                    + Percentage.of(weighted.effectiveShare()) + " of the table";
        } else if (grade == Grade.POOR) {
            reason = "the quadratic model does not hold" + where + ": it says " + Judge.number(estimate.value())
                    + (estimate.outside() ? ", outside of what the metric can be" : "") + ", weighted rows say "
                    + Judge.number(weighted.selfNormalised()) + " with an effective sample of "
                    + Percentage.of(weighted.effectiveShare()) + " of the table";
        }
        boolean open = grade == Grade.POOR || grade == Grade.UNINFORMATIVE;
        boolean worse = result.loss().larger()
                ? level >= result.loss().mean()
                : level <= result.loss().mean();
        if (!open && found == Outcome.HOLDS && worse && others.harmless()) {
            open = true;
            reason = others.doubt(estimate.value());
        }
        Agreement agreement = Agreement.of(loss, estimate);
        if (!open && found == Outcome.DOES_NOT && agreement.weightedFirst()) {
            open = true;
            reason = "estimate " + Judge.number(estimate.value()) + " and weighted rows "
                    + Judge.number(weighted.selfNormalised()) + where
                    + " part, so that another shift of this size may be worse than the one that the quadratic model finds";
        }
        if (!open && found == Outcome.DOES_NOT && at.searched() != null) {
            RadiusResult.Searched searched = at.searched();
            double end = Curve.quantile(loss.level()) * searched.error();
            low = Math.min(low, searched.loss() - end);
            high = Math.max(high, searched.loss() + end);
            found = compare(low, high, level, beyond);
            open = found == Outcome.OPEN;
            reason = open
                    ? "at another shift of radius " + Search.number(radius) + " weighted rows say "
                            + Judge.number(searched.loss()) + ", and the " + Percentage.level(loss.level())
                            + " interval " + Judge.number(loss.cut(low)) + " to " + Judge.number(loss.cut(high))
                            + " with it holds " + Search.number(level)
                    : reason;
        }
        Optional<RulingRows> ruling = result.variables().stream()
                .map(VariableFacts::ruling)
                .filter(Objects::nonNull)
                .filter(RulingRows::unit)
                .findFirst();
        if (ruling.isPresent()) {
            open = true;
            reason = ruling.get().clause() + ", so that a shift of radius " + Search.number(radius)
                    + " would be another one without " + (ruling.get().rows() == 1 ? "it" : "them");
        }
        return new ConditionResult(text, open ? Outcome.OPEN : found, radius, low, high, reason);
    }

    private static Outcome compare(double low, double high, double threshold, boolean above) {
        if (above ? low > threshold : high < threshold) {
            return Outcome.HOLDS;
        }
        return (above ? high < threshold : low > threshold) ? Outcome.DOES_NOT : Outcome.OPEN;
    }

    /** What an audit must answer for it beside its own question. */
    public Beside beside() {
        return new Beside(inverse ? List.of(level) : List.of(), List.of(radius));
    }
}
