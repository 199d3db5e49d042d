package org.shiftbed.audit;

import java.util.Objects;
import org.hipparchus.distribution.continuous.BetaDistribution;
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

/**
 * How a condition turns out at its radius: by the stretch from the lowest to the highest end of all intervals that speak of the loss there, and not at
 * all where something stands against taking them at their word.
 */
final class Decision {
    /** Up to so many (effective) cases of one kind the normal interval of a share is not to be trusted. */
    private static final double FEW_CASES = 10;

    /** A difference of this share of the way to the threshold could matter to the answer. */
    private static final double MATTERS = 0.1;

    private final Condition condition;
    private final AuditResult result;
    private final RadiusResult at;
    private final LossFacts loss;
    private final RadiusResult.ShiftEstimate estimate;
    private final ImportanceSampling weighted;
    private final OtherRows others;
    private final String where;
    private double low;
    private double high;

    /** @param at the answer at the condition's radius */
    Decision(Condition condition, AuditResult result, RadiusResult at) {
        this.condition = condition;
        this.result = result;
        this.at = at;
        loss = result.loss();
        estimate = at.estimate();
        weighted = estimate.importance();
        others = OtherRows.of(loss, at);
        where = " at radius " + Search.number(condition.radius());
        low = estimate.low();
        high = estimate.high();
    }

    private static double quantile(LossFacts loss) {
        return Curve.quantile(loss.level());
    }

    private void take(double from, double to) {
        low = Math.min(low, from);
        high = Math.max(high, to);
    }

    ConditionResult result() {
        double half = quantile(loss) * weighted.seSelfNormalised();
        take(weighted.selfNormalised() - half, weighted.selfNormalised() + half);
        rareCases();
        String of = "of estimate and weighted rows";
        if (others.known()) {
            take(others.low(), others.high());
            of = "of estimate, weighted rows and rows that did not choose the shift";
        }
        Outcome found = compare();
        String doubt = doubt(found);
        if (doubt.isEmpty() && found == Outcome.DOES_NOT) {
            doubt = elsewhere();
        }
        if (!doubt.isEmpty()) {
            return new ConditionResult(condition.text(), Outcome.OPEN, condition.radius(), low, high, doubt);
        }
        String level = Search.number(condition.level());
        String reason = interval() + where + " (" + of + ") "
                + (found == Outcome.OPEN
                        ? "holds " + level
                        : "lies wholly " + (low > condition.level() ? "above " : "below ") + level);
        return new ConditionResult(condition.text(), found, condition.radius(), low, high, reason);
    }

    private String interval() {
        return "the " + Percentage.level(loss.level()) + " interval " + Judge.number(loss.cut(low)) + " to "
                + Judge.number(loss.cut(high));
    }

    /** Of a share of rows with few cases the exact binomial interval (Clopper, Pearson 1934) of as many rows as speak. */
    private void rareCases() {
        double n = weighted.effectiveSize();
        double cases = loss.cut(weighted.selfNormalised()) * n;
        if (loss.minimum() != 0 || loss.maximum() != 1 || !(n > 0) || Math.min(cases, n - cases) >= FEW_CASES) {
            return;
        }
        double tail = (1 - loss.level()) / 2;
        take(
                cases > 0 ? new BetaDistribution(cases, n - cases + 1).inverseCumulativeProbability(tail) : 0,
                n > cases ? new BetaDistribution(cases + 1, n - cases).inverseCumulativeProbability(1 - tail) : 1);
    }

    private Outcome compare() {
        // Less than r is enough where the worst case at r is beyond the level.
        boolean above = condition.inverse() ? loss.larger() : condition.above();
        double threshold = condition.level();
        if (above ? low > threshold : high < threshold) {
            return Outcome.HOLDS;
        }
        return (above ? high < threshold : low > threshold) ? Outcome.DOES_NOT : Outcome.OPEN;
    }

    /** What stands against an answer, as a clause; empty where nothing does. */
    private String doubt(Outcome found) {
        RulingRows ruling = result.variables().stream()
                .map(VariableFacts::ruling)
                .filter(Objects::nonNull)
                .filter(RulingRows::unit)
                .findFirst()
                .orElse(null);
        if (ruling != null) {
            return ruling.clause() + ", so that a shift of radius " + Search.number(condition.radius())
                    + " would be another one without " + (ruling.rows() == 1 ? "it" : "them");
        }
        Grade grade = estimate.verdict().grade();
        if (grade == Grade.UNINFORMATIVE) {
            return unchecked();
        }
        if (grade == Grade.POOR && (estimate.outside() || apart())) {
            return "the quadratic model does not hold" + where + ": it says " + Judge.number(estimate.value())
                    + (estimate.outside() ? ", outside of what the metric can be" : "") + ", weighted rows say "
                    + Judge.number(weighted.selfNormalised()) + " with an effective sample of "
                    + Percentage.of(weighted.effectiveShare()) + " of the table";
        }
        boolean worse = loss.larger() ? condition.level() >= loss.mean() : condition.level() <= loss.mean();
        if (found == Outcome.HOLDS && worse && (others.harmless() || !others.known())) {
            return others.doubt(estimate.value());
        }
        if (found == Outcome.DOES_NOT && Agreement.of(loss, estimate).weightedFirst() && apart()) {
            return "estimate " + Judge.number(estimate.value()) + " and weighted rows "
                    + Judge.number(weighted.selfNormalised()) + where
                    + " part, so that another shift of this size may be worse than the one that the quadratic model finds";
        }
        return "";
    }

    /** Whether estimate and weighted rows differ by what could matter beside the way to the threshold. */
    private boolean apart() {
        return Math.abs(estimate.difference()) > MATTERS * Math.abs(condition.level() - estimate.value());
    }

    private String unchecked() {
        Judge judge = Judge.STANDARD;
        if (weighted.effectiveShare() >= judge.leastShare() && weighted.effectiveSize() >= judge.leastRows()) {
            // What rows that did not choose the shift say stands first, and is no reason for this grade.
            String reason = estimate.verdict().reasons().stream()
                    .filter(one -> !one.startsWith("Rows that did not choose"))
                    .findFirst()
                    .orElse("Nothing confirms the estimate.");
            return Character.toLowerCase(reason.charAt(0)) + reason.substring(1, reason.length() - 1);
        }
        return "too few rows confirm the estimate " + Judge.number(estimate.value()) + where
                + ": the effective sample is " + Judge.number(weighted.effectiveSize()) + " rows, "
                + Percentage.of(weighted.effectiveShare()) + " of those that count";
    }

    /** That another shift of the same size may be worse than the threshold, by weighted rows; empty where that is not seen. */
    private String elsewhere() {
        RadiusResult.Searched searched = at.searched();
        if (searched == null) {
            return "";
        }
        double half = quantile(loss) * searched.error();
        take(searched.loss() - half, searched.loss() + half);
        return compare() == Outcome.DOES_NOT
                ? ""
                : "at another shift of radius " + Search.number(condition.radius()) + " weighted rows say "
                        + Judge.number(searched.loss()) + ", and " + interval() + " with it "
                        + (compare() == Outcome.OPEN ? "holds " : "lies beyond ") + Search.number(condition.level());
    }
}
