package org.shiftbed.report.audit;

import java.util.ArrayList;
import java.util.List;
import org.shiftbed.audit.result.AuditResult;
import org.shiftbed.audit.spec.LinearLimit;

/** Which limits of the budget a shift stands at: without them it would be worse. */
final class HeldByLimits {
    /** A shift that is found by steps ends a little beside its limit. */
    private static final double NEAR = 1e-6;

    private static final int MOST = 6;

    private HeldByLimits() {}

    /** In a sentence, by the names of the parameters; empty where no limit holds the shift. */
    static String sentence(AuditResult result, double[] delta) {
        LimitBounds bounds = LimitBounds.of(result);
        List<String> held = new ArrayList<>();
        for (int k = 0; k < delta.length; k++) {
            double near = NEAR * Math.max(1, Math.abs(delta[k]));
            if (result.parameters().get(k).frozen()) {
                continue;
            }
            String name = Shown.name(result.parameters().get(k).label());
            if (Math.abs(delta[k] - bounds.upper()[k]) <= near) {
                held.add(name + " at its largest, " + Figures.plain(bounds.upper()[k]));
            } else if (Math.abs(delta[k] - bounds.lower()[k]) <= near) {
                held.add(name + " at its smallest, " + Figures.plain(bounds.lower()[k]));
            }
        }
        for (String words : bounds.left()) {
            for (LinearLimit limit : LimitBounds.read(words)) {
                if (reached(result, limit, delta)) {
                    held.add(Shown.name(words));
                }
            }
        }
        if (held.isEmpty()) {
            return "";
        }
        String more = held.size() > MOST ? " and " + (held.size() - MOST) + " more" : "";
        return "Held by its limits: " + String.join("; ", held.subList(0, Math.min(MOST, held.size()))) + more + ".";
    }

    private static boolean reached(AuditResult result, LinearLimit limit, double[] delta) {
        double sum = 0;
        double size = 1;
        for (var term : limit.coefficients().entrySet()) {
            int k = LimitBounds.parameter(result, term.getKey());
            if (k < 0) {
                return false;
            }
            sum += term.getValue() * delta[k];
            size = Math.max(size, Math.abs(term.getValue() * delta[k]));
        }
        return Math.abs(sum - limit.bound()) <= NEAR * size;
    }
}
