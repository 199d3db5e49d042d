package org.shiftbed.audit;

import java.util.Locale;
import java.util.Optional;
import org.shiftbed.audit.estimate.Estimator;
import org.shiftbed.audit.estimate.Refinement;
import org.shiftbed.audit.result.Percentage;
import org.shiftbed.audit.result.RadiusResult;

/** What is found from the worst shift on by following weighted rows instead of the quadratic model (parametric-robustness 5.3), in a sentence. */
final class WeightedSearch {
    /** Every step weighs all units several times. */
    private static final int MOST_UNITS = 20_000;

    private WeightedSearch() {}

    /** Nothing where a law has no closed form, units are many, or no step makes it worse. */
    static Optional<String> note(Estimator estimator, Search search, RadiusResult main) {
        boolean closed = estimator.variables().stream()
                .allMatch(variable -> variable.family().parametric());
        if (!closed || estimator.units().size() > MOST_UNITS) {
            return Optional.empty();
        }
        Refinement refined = from(estimator, search, main);
        if (refined.steps() == 0) {
            return Optional.empty();
        }
        String before = Judge.number(main.estimate().importance().selfNormalised());
        String after = Judge.number(refined.loss());
        if (before.equals(after)) {
            return Optional.empty();
        }
        String where = Double.isNaN(main.radius())
                ? "Inside the given limits"
                : "Within radius " + Search.number(main.radius());
        return Optional.of(String.format(
                Locale.ROOT,
                "%s, weighted rows say %s at the worst shift, and %s at the shift that a search by weighted rows alone reaches from there; that one rests on rows worth %s of the table.",
                where,
                before,
                after,
                Percentage.of(refined.effectiveShare())));
    }

    static Refinement from(Estimator estimator, Search search, RadiusResult main) {
        double radius = Double.isNaN(main.radius()) ? Double.POSITIVE_INFINITY : main.radius();
        return Refinement.of(
                estimator,
                main.worst().delta(),
                search.sign(),
                model -> search.on(model).solve(radius).delta());
    }
}
