package org.shiftbed.audit;

import java.util.Locale;
import java.util.Optional;
import org.shiftbed.audit.estimate.Estimator;
import org.shiftbed.audit.estimate.ImportanceSampling;
import org.shiftbed.audit.estimate.Refinement;
import org.shiftbed.audit.result.Percentage;
import org.shiftbed.audit.result.RadiusResult;

/** What is found from the worst shift on by following weighted rows instead of the quadratic model (parametric-robustness 5.3), in a sentence. */
final class WeightedSearch {
    /** Every step weighs all units several times. */
    private static final int MOST_UNITS = 20_000;

    private WeightedSearch() {}

    /** The radius with where such a search ends; as it is where a law has no closed form, units are many, or no step makes it worse. */
    static RadiusResult with(Estimator estimator, Search search, RadiusResult one) {
        boolean closed = estimator.variables().stream()
                .allMatch(variable -> variable.family().parametric());
        if (!closed || estimator.units().size() > MOST_UNITS) {
            return one;
        }
        Refinement refined = from(estimator, search, one);
        if (refined.steps() == 0) {
            return one;
        }
        ImportanceSampling there = estimator.importance(refined.delta());
        return one.withSearched(new RadiusResult.Searched(
                refined.delta(), there.selfNormalised(), there.seSelfNormalised(), there.effectiveShare()));
    }

    /** What was found, in a sentence; empty where that is nothing new. */
    static Optional<String> note(RadiusResult one) {
        RadiusResult.Searched searched = one.searched();
        String before = Judge.number(one.estimate().importance().selfNormalised());
        if (searched == null || before.equals(Judge.number(searched.loss()))) {
            return Optional.empty();
        }
        String where =
                Double.isNaN(one.radius()) ? "Inside the given limits" : "Within radius " + Search.number(one.radius());
        return Optional.of(String.format(
                Locale.ROOT,
                "%s, weighted rows say %s at the worst shift, and %s at the shift that a search by weighted rows alone reaches from there; that one rests on rows worth %s of the table.",
                where,
                before,
                Judge.number(searched.loss()),
                Percentage.of(searched.share())));
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
