package org.shiftbed.report.audit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shiftbed.audit.result.AuditResult;
import org.shiftbed.audit.result.BudgetFacts;
import org.shiftbed.audit.result.Effect;
import org.shiftbed.audit.result.RadiusResult;
import org.shiftbed.audit.result.VariableFacts;
import org.shiftbed.base.CanonicalJson;

/** The quadratic model as the browser gets it: g, H, names, budget. No rows. */
record LiveData(AuditResult result, Shown shown) {
    /** Of H and the metric together; more would make the page heavy, and slow in the browser. */
    private static final int MOST_NUMBERS = 50_000;

    private static final int MOST_EFFECTS = 400;

    /** Why the live part cannot be offered, or empty. */
    String refusal() {
        int p = result.parameters().size();
        if (p == 0) {
            return "Nothing was allowed to shift, so there is nothing to try.";
        }
        for (int a = 0; a < p; a++) {
            for (double entry : result.hessian()[a]) {
                if (!Double.isFinite(entry)) {
                    return "H holds values that are not numbers, so there is no model to try.";
                }
            }
            if (!Double.isFinite(result.parameters().get(a).gradient())) {
                return "g holds values that are not numbers, so there is no model to try.";
            }
        }
        long numbers = (long) p * (p + 1) / 2 * (ball() ? 1 : 2);
        return numbers > MOST_NUMBERS
                ? "With " + p + " parameters the model is too large for a page; g and H stand in audit.json."
                : "";
    }

    /** Whether size is the Euclidean norm. */
    boolean ball() {
        double[][] metric = result.budget().metric();
        for (int a = 0; a < metric.length; a++) {
            for (int b = 0; b < metric.length; b++) {
                if (metric[a][b] != (a == b ? 1 : 0)) {
                    return false;
                }
            }
            if (result.budget().vector()[a] != 0) {
                return false;
            }
        }
        return true;
    }

    /** The radius at which the page starts. */
    double start() {
        int main = shown.main();
        double radius = main < 0 ? Double.NaN : result.radii().get(main).radius();
        return Double.isFinite(radius) && radius > 0 ? radius : farCorner();
    }

    /** How far the slider goes. */
    double reach() {
        double largest = start();
        for (RadiusResult one : result.radii()) {
            if (Double.isFinite(one.radius())) {
                largest = Math.max(largest, one.radius());
            }
        }
        return largest;
    }

    /** Where only a box bounds the shift: a radius that leaves all of it inside; 1 where it has no far corner. */
    private double farCorner() {
        LimitBounds bounds = LimitBounds.of(result);
        double sum = 0;
        for (int k = 0; k < bounds.lower().length; k++) {
            double far = Math.max(Math.abs(bounds.lower()[k]), Math.abs(bounds.upper()[k]));
            sum += far * far;
        }
        return sum > 0 && Double.isFinite(sum) ? Math.sqrt(sum) : 1;
    }

    String json() {
        BudgetFacts budget = result.budget();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("title", shown.title());
        json.put("larger", result.loss().larger());
        json.put("mean", result.loss().mean());
        put(json, "minimum", result.loss().minimum());
        put(json, "maximum", result.loss().maximum());
        json.put("start", start());
        json.put("reach", reach());
        json.put(
                "labels",
                result.parameters().stream().map(one -> Shown.name(one.label())).toList());
        json.put(
                "gradient",
                result.parameters().stream()
                        .map(AuditResult.Parameter::gradient)
                        .toList());
        json.put("hessian", upper(result.hessian()));
        if (!ball()) {
            json.put("metric", upper(budget.metric()));
            json.put("vector", budget.vector());
        }
        json.put("limits", limits());
        json.put("left", LimitBounds.of(result).left().size());
        json.put("effects", effects());
        return CanonicalJson.text(json);
    }

    /** What is not finite is left out. */
    private static void put(Map<String, Object> map, String name, double value) {
        if (Double.isFinite(value)) {
            map.put(name, value);
        }
    }

    /** The upper triangle of the symmetric part, row by row. */
    private static List<Double> upper(double[][] matrix) {
        List<Double> entries = new ArrayList<>();
        for (int a = 0; a < matrix.length; a++) {
            for (int b = a; b < matrix.length; b++) {
                entries.add(0.5 * matrix[a][b] + 0.5 * matrix[b][a]);
            }
        }
        return entries;
    }

    /** What the budget holds at 0 or keeps within limits; parameters that move freely are left out. */
    private List<Object> limits() {
        List<Object> limits = new ArrayList<>();
        LimitBounds bounds = LimitBounds.of(result);
        for (int k = 0; k < result.parameters().size(); k++) {
            Map<String, Object> one = new LinkedHashMap<>();
            put(one, "lower", bounds.lower()[k]);
            put(one, "upper", bounds.upper()[k]);
            if (result.parameters().get(k).frozen()) {
                one.put("frozen", true);
            }
            if (!one.isEmpty()) {
                one.put("parameter", k);
                limits.add(one);
            }
        }
        return limits;
    }

    /** Probabilities whose value under any shift follows from the value before: those of 0/1 and categorical variables at a pattern. */
    private List<Object> effects() {
        int main = shown.main();
        if (main < 0) {
            return List.of();
        }
        Map<String, String> families = new HashMap<>();
        for (VariableFacts variable : result.variables()) {
            families.put(variable.name(), variable.family());
        }
        List<Object> effects = new ArrayList<>();
        for (Effect effect : result.radii().get(main).effects()) {
            List<Effect.Term> terms = effect.terms();
            String family = families.getOrDefault(effect.variable(), "");
            boolean told = terms != null
                    && List.of("bernoulli", "categorical").contains(family)
                    && effect.before() >= 0
                    && effect.before() <= 1;
            if (told && effects.size() < MOST_EFFECTS) {
                Map<String, Object> one = new LinkedHashMap<>();
                one.put("quantity", Shown.name(effect.quantity()));
                // Levels of one variable at one pattern share their denominator.
                one.put("group", family + '\u0000' + effect.variable() + '\u0000' + effect.pattern());
                one.put("categorical", family.equals("categorical"));
                one.put("before", effect.before());
                one.put("terms", terms(terms));
                effects.add(one);
            }
        }
        return effects;
    }

    private static List<Object> terms(@Nullable List<Effect.Term> terms) {
        List<Object> plain = new ArrayList<>();
        if (terms != null) {
            for (Effect.Term term : terms) {
                plain.add(List.of(term.parameter(), term.coefficient()));
            }
        }
        return plain;
    }
}
