package org.shiftbed.audit.result;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Everything an audit found. Arrays of parameters are in the order of {@link #parameters}.
 *
 * @param data the rows
 * @param loss the loss without a shift
 * @param variables what may shift, in words and numbers
 * @param parameters of the shift
 * @param hessian H, p rows of p
 * @param information E[x x'], p rows of p: the Fisher information of the parameters in one row
 * @param budget what was counted as plausible, in words
 * @param radii the worst shift at each radius, ascending; one of radius NaN where only a box or limits bound the shift
 * @param targets shifts given in plain terms
 * @param passing the smallest radius at which a loss is passed, where asked
 * @param history the shift between two past tables, where asked
 * @param against the second model, where there is one
 * @param baselines what other ways of asking answer
 * @param factorisation whether the declared parents can be right
 * @param stability cosines between the worst directions of the folds at the largest radius; empty without parameters
 * @param verdict about the approximation over all radii
 * @param headline the answer in one sentence
 * @param notes what the reader must know: inferred families, dropped features, small patterns, blanks
 * @param seed of everything drawn
 * @param condition how a condition turned out, where one was given
 */
public record AuditResult(
        DataFacts data,
        LossFacts loss,
        List<VariableFacts> variables,
        List<Parameter> parameters,
        double[][] hessian,
        double[][] information,
        BudgetFacts budget,
        List<RadiusResult> radii,
        List<TargetResult> targets,
        List<Passing> passing,
        @Nullable History history,
        @Nullable Against against,
        List<Baseline> baselines,
        FactorisationFacts factorisation,
        double[] stability,
        Verdict verdict,
        String headline,
        List<String> notes,
        long seed,
        @Nullable ConditionResult condition) {

    /** The same under another name of the rows. */
    public AuditResult withSource(String source) {
        return new AuditResult(
                data.withSource(source),
                loss,
                variables,
                parameters,
                hessian,
                information,
                budget,
                radii,
                targets,
                passing,
                history,
                against,
                baselines,
                factorisation,
                stability,
                verdict,
                headline,
                notes,
                seed,
                condition);
    }

    /** The same with how a condition turned out. */
    public AuditResult withCondition(ConditionResult found) {
        return new AuditResult(
                data,
                loss,
                variables,
                parameters,
                hessian,
                information,
                budget,
                radii,
                targets,
                passing,
                history,
                against,
                baselines,
                factorisation,
                stability,
                verdict,
                headline,
                notes,
                seed,
                found);
    }

    /** The number of the form of {@code audit.json}. */
    public static final int SCHEMA = 1;

    /**
     * A parameter of the shift.
     *
     * @param label such as {@code O | Y=1}
     * @param variable name of the variable (of the first one, where variables are tied)
     * @param gradient g_a
     * @param standardError of g_a
     * @param rows rows of the parent pattern it belongs to, or all rows
     * @param small whether those are fewer than the minimum cell, so that the standard error means little
     * @param frozen whether the budget holds it at 0
     */
    public record Parameter(
            String label,
            String variable,
            double gradient,
            double standardError,
            long rows,
            boolean small,
            boolean frozen) {}

    /**
     * The smallest shift that passes a loss.
     *
     * @param threshold the tolerated loss
     * @param radius the smallest radius at which the worst case passes it; infinite where none does, 0 where it is passed without a shift
     * @param low radius at which the pessimistic end of the interval passes it
     * @param high radius at which the optimistic end does
     * @param verdict about the approximation of the worst case at the radius; null where it is 0 or infinite, or out of the family
     * @param weighted what weighted rows say of that worst case; null likewise
     */
    public record Passing(
            double threshold,
            double radius,
            double low,
            double high,
            @Nullable Verdict verdict,
            @Nullable Weighted weighted) {

        /**
         * Weighted rows where the estimate passes the threshold.
         *
         * @param loss theirs
         * @param differenceError standard error of the estimate minus it
         * @param share effective sample, as a share of the rows
         * @param denies whether they are enough to judge, and say that the threshold is not passed
         * @param radius the smallest radius at whose worst shift their own loss passes the threshold, of those where they are enough to judge; NaN
         *     where there is none
         */
        public record Weighted(double loss, double differenceError, double share, boolean denies, double radius) {}

        /** Whether weighted rows deny that the threshold is passed at this radius. */
        public boolean denied() {
            return weighted != null && weighted.denies();
        }
    }

    /**
     * One other way of asking for a worst case.
     *
     * @param name short, such as {@code joint CVaR}
     * @param setting such as {@code keep 0.2}
     * @param loss what it answers; NaN where it cannot
     * @param standardError NaN where there is none
     * @param remark in words
     */
    public record Baseline(String name, String setting, double loss, double standardError, String remark) {}

    /**
     * The check of the declared parents.
     *
     * @param holds whether no pair of scores of two variables stands out
     * @param largest the largest z value
     * @param limit what it is held against
     * @param pair labels of the two parameters where it is reached; empty where there is no pair
     * @param entries how many pairs were compared
     */
    public record FactorisationFacts(boolean holds, double largest, double limit, List<String> pair, int entries) {

        /** What it says, and how much that is worth: a test at the 5% level, shared by all pairs (parametric-robustness 5.2, item 6). */
        public String sentence() {
            if (entries == 0 || pair.size() < 2) {
                return "Declared parents: with one shifting variable there is nothing to compare.";
            }
            String pairs = entries + (entries == 1 ? " pair" : " pairs");
            String numbers = String.format(
                    Locale.ROOT,
                    "largest z %.4g between '%s' and '%s', limit %.4g",
                    largest,
                    pair.get(0),
                    pair.get(1),
                    limit);
            return holds
                    ? "Declared parents: no pair of scores stands out in a test at the 5% level over " + pairs + " ("
                            + numbers + "); that does not prove them right, and the limit grows with the pairs."
                    : "Declared parents: a parent may be missing, or a direction may be wrong; then the numbers are"
                            + " those of another shift. It is a test at the 5% level over " + pairs
                            + ", which right parents fail in up to 1 of 20 audits (" + numbers + ").";
        }
    }
}
