package org.shiftbed.audit;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.shiftbed.audit.result.AuditResult;
import org.shiftbed.audit.result.RadiusResult;
import org.shiftbed.audit.result.Verdict.Grade;
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

    /** How it turns out. */
    public enum Outcome {
        HOLDS,
        DOES_NOT,
        OPEN
    }

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
        if (condition.radius < 0 || !Double.isFinite(condition.radius)) {
            throw new UserError("--fail-if: a radius must be a number of at least 0, found "
                    + Search.number(condition.radius) + " in '" + condition.text + "'");
        }
        return condition;
    }

    /**
     * Whether it speaks of the audited metric.
     *
     * @param loss the audited metric
     * @param worse which way it gets worse
     * @throws UserError where it speaks of another
     */
    public void requireMetric(LossSpec loss, Direction worse) {
        String own = loss.inWords().replace(' ', '-');
        boolean plain = metric.equals("loss") && worse == Direction.LARGER;
        if (plain || metric.equals("metric") || metric.equals(loss.title()) || metric.equals(own)) {
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

    /**
     * How the condition turns out for an answer that holds its radius. A shift smaller than r passes a loss exactly where the worst case at r does,
     * so both kinds look at one radius. The evidence there is the interval of the estimate together with that of the weighted rows; where weighted
     * rows are too few to confirm the estimate, or contradict it, there is not enough.
     */
    public Outcome of(AuditResult result) {
        RadiusResult at = result.radii().stream()
                .filter(one -> one.radius() == radius)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("the answer has no radius " + radius));
        RadiusResult.ShiftEstimate estimate = at.estimate();
        Grade grade = estimate.verdict().grade();
        if (grade == Grade.POOR || grade == Grade.UNINFORMATIVE) {
            return Outcome.OPEN;
        }
        double half =
                Curve.quantile(result.loss().level()) * estimate.importance().seSelfNormalised();
        double low = Math.min(estimate.low(), estimate.importance().selfNormalised() - half);
        double high = Math.max(estimate.high(), estimate.importance().selfNormalised() + half);
        if (!inverse) {
            return compare(low, high, level, above);
        }
        // Less than r is enough where the worst case at r is beyond the level.
        boolean beyond = result.loss().larger();
        Outcome passes = compare(low, high, level, beyond);
        if (!above || passes == Outcome.OPEN) {
            return passes;
        }
        return passes == Outcome.HOLDS ? Outcome.DOES_NOT : Outcome.HOLDS;
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

    /** In a sentence, for the terminal. */
    public String sentence(Outcome outcome) {
        return switch (outcome) {
            case HOLDS -> "The condition '" + text + "' holds.";
            case DOES_NOT -> "The condition '" + text + "' does not hold.";
            case OPEN -> "The evidence does not suffice to tell whether '" + text + "' holds.";
        };
    }
}
