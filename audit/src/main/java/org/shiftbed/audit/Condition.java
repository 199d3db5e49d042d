package org.shiftbed.audit;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.shiftbed.audit.result.AuditResult;
import org.shiftbed.audit.result.ConditionResult;
import org.shiftbed.audit.result.RadiusResult;
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
        if (condition.inverse && condition.radius == 0) {
            throw new UserError(
                    "--fail-if: no radius is below 0, so the threshold of a radius must be above it, found '"
                            + condition.text + "'");
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
            LossBounds.of(loss).require("--fail-if '" + text + "'", loss.title(), level);
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
        return new Decision(this, result, at).result();
    }

    /** What an audit must answer for it beside its own question. */
    public Beside beside() {
        return new Beside(inverse ? List.of(level) : List.of(), List.of(radius));
    }
}
