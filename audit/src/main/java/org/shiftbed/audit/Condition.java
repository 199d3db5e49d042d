package org.shiftbed.audit;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.shiftbed.audit.result.AuditResult;
import org.shiftbed.audit.result.RadiusResult;
import org.shiftbed.audit.result.Verdict.Grade;
import org.shiftbed.base.UserError;

/**
 * A condition on an audit's answer: {@code worst-loss > 0.3 at radius 1}, {@code worst-accuracy < 0.8 at radius 2},
 * {@code radius-to(loss 0.3) < 1}. It holds where the whole interval lies beyond the threshold, does not where it lies wholly short of it, and
 * is open where the interval contains it, or where the quadratic model does not hold at that radius.
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
     * @param title of the audited metric
     * @throws UserError where it speaks of another
     */
    public void requireMetric(String title) {
        if (!List.of("loss", "metric", title).contains(metric)) {
            throw new UserError("--fail-if: speaks of '" + metric + "', and this audit is of '" + title + "'; write "
                    + text.replace(metric, title.matches("[\\w-]+") ? title : "loss"));
        }
    }

    /** How the condition turns out for an answer that holds its radius or threshold. */
    public Outcome of(AuditResult result) {
        if (inverse) {
            AuditResult.Passing passing = result.passing().stream()
                    .filter(one -> one.threshold() == level)
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("the answer has no radius for " + level));
            return compare(Math.min(passing.low(), passing.high()), Math.max(passing.low(), passing.high()), radius);
        }
        RadiusResult at = result.radii().stream()
                .filter(one -> one.radius() == radius)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("the answer has no radius " + radius));
        if (at.estimate().verdict().grade() == Grade.POOR) {
            return Outcome.OPEN;
        }
        return compare(at.estimate().low(), at.estimate().high(), level);
    }

    private Outcome compare(double low, double high, double threshold) {
        if (above ? low > threshold : high < threshold) {
            return Outcome.HOLDS;
        }
        return (above ? high < threshold : low > threshold) ? Outcome.DOES_NOT : Outcome.OPEN;
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
