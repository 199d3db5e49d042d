package org.shiftbed.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import org.shiftbed.audit.estimate.Estimator;
import org.shiftbed.audit.estimate.ImportanceSampling;
import org.shiftbed.audit.estimate.QuadraticLoss;
import org.shiftbed.audit.estimate.Refinement;
import org.shiftbed.audit.result.Percentage;
import org.shiftbed.audit.result.RadiusResult;
import org.shiftbed.base.Seed;

/** What is found from the worst shift on by following weighted rows instead of the quadratic model (parametric-robustness 5.3), in a sentence. */
final class WeightedSearch {
    /** Every step weighs all units several times. */
    private static final int MOST_UNITS = 20_000;

    /** Units times squared parameters up to which a search from a corner is quick. */
    private static final long MOST_WORK = 400_000;

    private static final int FEW = 4;

    private WeightedSearch() {}

    /** The radius with where such a search ends; as it is where a law has no closed form, units are many, or no step makes it worse. */
    static RadiusResult with(Estimator estimator, Search search, RadiusResult one) {
        boolean closed = estimator.variables().stream()
                .allMatch(variable -> variable.family().parametric());
        if (!closed || estimator.units().size() > MOST_UNITS) {
            return one;
        }
        Refinement refined = from(estimator, search, one);
        for (double[] start : starts(estimator, search, one)) {
            Refinement other = from(estimator, search, one, start);
            boolean worse = search.sign() * (other.loss() - refined.loss()) > 0;
            if (worse && other.effectiveShare() >= Refinement.LEAST_SHARE) {
                refined = other;
            }
        }
        ImportanceSampling there = estimator.importance(refined.delta());
        double gain = search.sign()
                * (there.selfNormalised() - one.estimate().importance().selfNormalised());
        return gain <= 0
                ? one
                : one.withSearched(new RadiusResult.Searched(
                        refined.delta(), there.selfNormalised(), there.seSelfNormalised(), there.effectiveShare()));
    }

    /**
     * Where else to begin, for the ascent is local: in the corners of the budget, each the farthest that it goes along one pattern of signs. All
     * patterns of few parameters, some of more; none where a search is long.
     */
    private static List<double[]> starts(Estimator estimator, Search search, RadiusResult one) {
        int p = one.worst().delta().length;
        if ((long) estimator.units().size() * p * p > MOST_WORK) {
            return List.of();
        }
        SplittableRandom random = Seed.of("weighted search", p).random();
        List<double[]> starts = new ArrayList<>();
        int patterns = p <= FEW ? 1 << p : 1 << FEW;
        for (int k = 0; k < patterns; k++) {
            double[] signs = new double[p];
            for (int a = 0; a < p; a++) {
                boolean up = p <= FEW ? (k >> a & 1) == 1 : random.nextBoolean();
                signs[a] = (up ? 1 : -1) * search.sign();
            }
            starts.add(search.on(new QuadraticLoss(0, signs, new double[p][p]))
                    .solve(radius(one))
                    .delta());
        }
        return starts;
    }

    private static double radius(RadiusResult one) {
        return Double.isNaN(one.radius()) ? Double.POSITIVE_INFINITY : one.radius();
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
        return from(estimator, search, main, main.worst().delta());
    }

    private static Refinement from(Estimator estimator, Search search, RadiusResult main, double[] start) {
        return Refinement.of(
                estimator,
                start,
                search.sign(),
                model -> search.on(model).solve(radius(main)).delta());
    }
}
