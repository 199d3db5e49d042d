package org.shiftbed.study.selection;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How much of the test domain an oracle sees, as Gulrajani and Lopez-Paz (2020, section 3) suggest: few looks, each blurred.
 *
 * @param queries looks that one search may take at scores of the test domain; the members of the search are looked at in an order drawn from
 *     its seed
 * @param laplace scale of the noise that is added to each score, in accuracy; 0 for none
 */
public record OracleLimit(int queries, double laplace) {
    /** No limit. */
    public static final OracleLimit NONE = new OracleLimit(Integer.MAX_VALUE, 0);

    public OracleLimit {
        if (queries < 1 || !(laplace >= 0 && laplace < 1)) {
            throw new IllegalArgumentException(
                    "an oracle has at least one query and a noise of scale 0 to below 1, got " + queries + " and "
                            + laplace);
        }
    }

    /** Whether it changes anything. */
    public boolean limits() {
        return queries < Integer.MAX_VALUE || laplace > 0;
    }

    /** A rule under this limit; rules that keep away from the test domain stay as they are. */
    public Selection on(Selection rule) {
        return limits() && rule.oracle() ? new LimitedOracle(rule, this) : rule;
    }

    /** In words, for people. */
    public String words() {
        String looks = queries < Integer.MAX_VALUE ? "at most " + queries + " looks a search" : "any number of looks";
        return looks + (laplace > 0 ? ", each blurred by Laplace noise of scale " + laplace : "");
    }

    /** As study files, {@code study.json} and {@code plan.json} have it; empty without a limit. */
    public Map<String, Object> toJson() {
        Map<String, Object> json = new LinkedHashMap<>();
        if (queries < Integer.MAX_VALUE) {
            json.put("queries", queries);
        }
        if (laplace > 0) {
            json.put("laplace", laplace);
        }
        return json;
    }

    /** The inverse of {@link #toJson}. */
    public static OracleLimit of(Map<String, Object> json) {
        return new OracleLimit(
                json.get("queries") instanceof Number queries ? queries.intValue() : Integer.MAX_VALUE,
                json.get("laplace") instanceof Number scale ? scale.doubleValue() : 0);
    }
}
