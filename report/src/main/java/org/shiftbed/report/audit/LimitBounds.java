package org.shiftbed.report.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.shiftbed.audit.result.AuditResult;
import org.shiftbed.audit.spec.LimitText;
import org.shiftbed.audit.spec.LinearLimit;
import org.shiftbed.base.UserError;

/**
 * The budget's ends of each parameter, those that linear limits on one parameter set among them.
 *
 * @param lower smallest value of each parameter, or negative infinity
 * @param upper largest value of each parameter, or infinity
 * @param left limits that are no bound on one parameter, in words
 */
record LimitBounds(double[] lower, double[] upper, List<String> left) {

    static LimitBounds of(AuditResult result) {
        double[] lower = result.budget().lower().clone();
        double[] upper = result.budget().upper().clone();
        List<String> left = new ArrayList<>();
        for (String words : result.budget().limits()) {
            List<LinearLimit> limits = read(words);
            if (limits.isEmpty()
                    || limits.stream().anyMatch(one -> one.coefficients().size() != 1 || parameter(result, one) < 0)) {
                left.add(words);
                continue;
            }
            for (LinearLimit limit : limits) {
                int k = parameter(result, limit);
                double coefficient = limit.coefficients().values().iterator().next();
                double end = limit.bound() / coefficient + 0.0;
                if (coefficient > 0) {
                    upper[k] = Math.min(upper[k], end);
                } else {
                    lower[k] = Math.max(lower[k], end);
                }
            }
        }
        return new LimitBounds(lower, upper, List.copyOf(left));
    }

    static List<LinearLimit> read(String words) {
        try {
            return LimitText.parse("limits", words);
        } catch (UserError e) {
            // Limits of another origin are words only; they are told as not applied.
            return List.of();
        }
    }

    /** The parameter that a limit on one name means: by its label, or the only one of its variable; -1 where it means several or none. */
    private static int parameter(AuditResult result, LinearLimit limit) {
        return parameter(result, limit.coefficients().keySet().iterator().next());
    }

    static int parameter(AuditResult result, String name) {
        List<AuditResult.Parameter> parameters = result.parameters();
        int[] named = IntStream.range(0, parameters.size())
                .filter(k -> parameters.get(k).label().equals(name))
                .toArray();
        if (named.length == 0) {
            named = IntStream.range(0, parameters.size())
                    .filter(k -> parameters.get(k).variable().equals(name))
                    .toArray();
        }
        return named.length == 1 ? named[0] : -1;
    }
}
