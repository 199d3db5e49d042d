package org.shiftbed.audit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.hipparchus.distribution.continuous.NormalDistribution;
import org.jspecify.annotations.Nullable;
import org.shiftbed.audit.estimate.Bootstrap;
import org.shiftbed.audit.estimate.Estimator;
import org.shiftbed.audit.estimate.ImportanceSampling;
import org.shiftbed.audit.estimate.QuadraticLoss;
import org.shiftbed.audit.estimate.ShiftInfluence;
import org.shiftbed.audit.estimate.SupportLimit;
import org.shiftbed.audit.estimate.Units;
import org.shiftbed.audit.result.LossFacts;
import org.shiftbed.audit.result.RadiusResult;
import org.shiftbed.audit.result.RadiusResult.BlockDiagonal;
import org.shiftbed.audit.result.RadiusResult.ShiftEstimate;
import org.shiftbed.audit.result.RulingRows;
import org.shiftbed.audit.worst.RadiusScan;
import org.shiftbed.audit.worst.RadiusSolver;
import org.shiftbed.audit.worst.WorstCase;
import org.shiftbed.base.UserError;

/** The worst case over the radii, with everything that is told about each (parametric-robustness 3.4, 3.5, 4.4, 5). */
final class Curve {
    private final Metric metric;
    private final Search search;
    private final LossFacts loss;
    private final Judge judge;
    private final EffectsOfShift effects;
    private final QuadraticLoss[] replicates;
    private final Reservations reservations;
    private final double quantile;
    private final List<Metric> inside = new ArrayList<>();
    private final List<Metric> outside = new ArrayList<>();
    /** The search in the model without blocks between variables, made for the first radius. */
    private @Nullable RadiusSolver withoutInteractions;

    /**
     * @param replicates of the bootstrap; empty for none
     * @param ruling few rows that decide how large a shift of 1 is
     */
    Curve(
            Metric metric,
            Search search,
            LossFacts loss,
            Judge judge,
            EffectsOfShift effects,
            QuadraticLoss[] replicates,
            List<RulingRows> ruling) {
        this.metric = metric;
        this.search = search;
        this.loss = loss;
        this.judge = judge;
        this.effects = effects;
        this.replicates = replicates;
        reservations = new Reservations(metric, loss, effects, ruling);
        quantile = quantile(loss.level());
        rotate();
    }

    static double quantile(double level) {
        return new NormalDistribution(0, 1).inverseCumulativeProbability((1 + level) / 2);
    }

    private void rotate() {
        Units units = metric.estimator().units();
        for (int k = 0; k < units.folds(); k++) {
            int fold = k;
            int[] in = IntStream.range(0, units.size())
                    .filter(u -> units.fold()[u] == fold)
                    .toArray();
            int[] out = IntStream.range(0, units.size())
                    .filter(u -> units.fold()[u] != fold)
                    .toArray();
            if (in.length == 0 || out.length == 0) {
                inside.clear();
                outside.clear();
                return;
            }
            inside.add(metric.select(in));
            outside.add(metric.select(out));
        }
    }

    /** Whether every family has a law under this shift. */
    boolean allows(double[] delta) {
        return metric.estimator().support(delta).allowed();
    }

    /** What is known about the loss at one shift. */
    ShiftEstimate estimate(double[] delta) {
        return estimate(delta, ShiftInfluence.none());
    }

    /**
     * The same at a shift that was solved from the rows. It has no percentile interval: the replicates would each have a shift of their own.
     *
     * @param shift how it follows the rows
     */
    ShiftEstimate estimate(double[] delta, ShiftInfluence shift) {
        Estimator.Taylor taylor = metric.taylor(delta);
        ImportanceSampling sampling = metric.importance(delta);
        double differenceError = metric.differenceError(delta);
        if (!shift.known()) {
            Estimator.Errors errors = metric.errors(delta, shift);
            taylor = new Estimator.Taylor(taylor.value(), errors.value(), taylor.oneStep(), errors.change());
            sampling = sampling.withSelfNormalisedError(errors.weighted());
            differenceError = errors.difference();
        }
        Double third = metric.third(delta);
        Double remainder = metric.remainder(delta);
        boolean out = loss.outside(taylor.value());
        double low = Double.NaN;
        double high = Double.NaN;
        if (replicates.length > 0 && shift.known()) {
            double[] values = new double[replicates.length];
            for (int r = 0; r < values.length; r++) {
                values[r] = replicates[r].at(delta);
            }
            low = Bootstrap.quantile(values, (1 - loss.level()) / 2);
            high = Bootstrap.quantile(values, (1 + loss.level()) / 2);
        }
        double half = quantile * taylor.standardError();
        boolean same = SameLoss.is(taylor.standardError(), taylor.value())
                && SameLoss.is(sampling.seSelfNormalised(), taylor.value());
        double most = same ? SameLoss.most(sampling.effectiveSize(), loss.level()) : 0;
        return new ShiftEstimate(
                delta,
                taylor.value(),
                taylor.standardError(),
                same ? SameLoss.towards(taylor.value(), loss.minimum(), most) : taylor.value() - half,
                same ? SameLoss.towards(taylor.value(), loss.maximum(), most) : taylor.value() + half,
                taylor.changeError(),
                taylor.oneStep(),
                low,
                high,
                sampling,
                taylor.value() - sampling.selfNormalised(),
                differenceError,
                third == null ? null : third / 6,
                remainder,
                out,
                metric.estimator().divergence(delta),
                reservations.about(
                        delta,
                        judge.of(taylor.value(), loss, sampling, differenceError, remainder, out, metric.rows()),
                        same));
    }

    /** What is known about the loss at a shift that was itself estimated. */
    ShiftEstimate estimate(EstimatedShift shift) {
        ShiftEstimate known = estimate(shift.delta(), metric.estimator().inColumnUnits(shift.delta()));
        return shift.widen(known, metric, replicates, loss.level());
    }

    /**
     * The worst shift at every radius.
     *
     * @param radii ascending; {@code [infinity]} where only a box or limits bound the shift
     * @param named radii that the user named: one that leaves the domain of a family, or where the metric has no value, is then refused, and left out otherwise
     * @param notes what was left out
     */
    List<RadiusResult> at(List<Double> radii, Set<Double> named, List<String> notes) {
        List<RadiusResult> results = new ArrayList<>();
        Map<String, List<String>> left = new LinkedHashMap<>();
        double @Nullable [] before = null;
        for (double radius : radii) {
            WorstCase worst = null;
            String why;
            try {
                worst = metric.worst(search, radius);
                SupportLimit support = metric.estimator().support(worst.delta());
                why = support.allowed() ? null : leaves(support, radius);
            } catch (UserError e) {
                why = RatioOfAverages.noValue(e);
                if (why == null) {
                    throw e;
                }
            }
            if (worst != null && why == null) {
                results.add(result(radius, worst, before));
                before = worst.delta();
            } else if (named.contains(radius)) {
                String where = Double.isInfinite(radius) ? "inside the limits" : "at radius " + Search.number(radius);
                throw new UserError("budget: " + where + " " + why + (worst == null ? "; give something smaller" : ""));
            } else {
                left.computeIfAbsent(String.valueOf(why), reason -> new ArrayList<>())
                        .add(Search.number(radius));
            }
        }
        left.forEach((why, at) -> {
            String of = (at.size() == 1 ? "radius " : "radii ") + String.join(", ", at);
            if (results.isEmpty()) {
                throw new UserError("budget: at " + of + " " + why + "; give a smaller radius");
            }
            notes.add("Left out: at " + of + " " + why + ".");
        });
        return results.size() > 1 && replicates.length > 0 ? banded(results) : results;
    }

    /** Why a worst shift is none of the family's. */
    private String leaves(SupportLimit support, double radius) {
        String variable = metric.estimator().variables().get(support.variable()).name();
        String family =
                metric.estimator().variables().get(support.variable()).family().name();
        return "the worst shift moves '" + variable + "' out of family "
                + family + " in "
                + support.rows() + " rows; the largest radius in its direction is "
                + Judge.number(support.share() * (Double.isInfinite(radius) ? 1 : radius));
    }

    private RadiusResult result(double radius, WorstCase worst, double @Nullable [] before) {
        double[] delta = worst.delta();
        QuadraticLoss model = metric.quadratic();
        RadiusScan.Point point = new RadiusScan(search.gain(model), found(worst), loss.mean(), search.sign())
                .points(radius)
                .get(0);
        boolean bounded = !Double.isInfinite(radius);
        HonestValue.Value honest = honest(radius);
        return new RadiusResult(
                bounded ? radius : Double.NaN,
                worst,
                judged(estimate(delta), honest),
                honest.value(),
                honest.error(),
                honest.change(),
                honest.changeError(),
                Double.NaN,
                Double.NaN,
                scaled(point.contributions(), search.sign()),
                scaled(point.pairs(), search.sign()),
                bounded ? search.sign() * worst.multiplier() * radius : Double.NaN,
                before != null && turned(before, worst),
                blockDiagonal(radius, model),
                effects.of(delta));
    }

    private HonestValue.Value honest(double radius) {
        return orNothing(() -> new HonestValue(inside, outside, search).at(radius), HonestValue.Value.none());
    }

    private ShiftEstimate judged(ShiftEstimate estimate, HonestValue.Value honest) {
        return estimate.withVerdict(OtherRows.of(loss, honest).temper(estimate));
    }

    /** The worst case at a radius with its verdict; null where its shift is none of the family's. */
    @Nullable
    ShiftEstimate worst(double radius) {
        double[] delta = metric.worst(search, radius).delta();
        return metric.estimator().support(delta).allowed() ? judged(estimate(delta), honest(radius)) : null;
    }

    /** What some of the rows say, or this where the metric has no value on them although it has one on all rows. */
    private static <T> T orNothing(Supplier<T> some, T nothing) {
        try {
            return some.get();
        } catch (UserError e) {
            if (RatioOfAverages.noValue(e) == null) {
                throw e;
            }
            return nothing;
        }
    }

    /** A search that is over. */
    private static RadiusSolver found(WorstCase worst) {
        return new RadiusSolver() {
            @Override
            public WorstCase solve(double radius) {
                return worst;
            }

            @Override
            public double supremum() {
                return Double.POSITIVE_INFINITY;
            }
        };
    }

    private static double[] scaled(double[] values, int sign) {
        double[] scaled = values.clone();
        for (int a = 0; a < scaled.length; a++) {
            scaled[a] *= sign;
        }
        return scaled;
    }

    private static double[][] scaled(double[][] values, int sign) {
        double[][] all = new double[values.length][];
        for (int a = 0; a < all.length; a++) {
            all[a] = scaled(values[a], sign);
        }
        return all;
    }

    /** Whether every worst shift is more than 45 degrees away from the one before. */
    private static boolean turned(double[] before, WorstCase worst) {
        if (cosine(before, worst.delta()) >= Math.sqrt(0.5)) {
            return false;
        }
        return worst.others().stream().noneMatch(other -> cosine(before, other) >= Math.sqrt(0.5));
    }

    static double cosine(double[] one, double[] other) {
        double product = 0;
        double a = 0;
        double b = 0;
        for (int k = 0; k < one.length; k++) {
            product += one[k] * other[k];
            a += one[k] * one[k];
            b += other[k] * other[k];
        }
        return a == 0 || b == 0 ? 1 : product / Math.sqrt(a * b);
    }

    private BlockDiagonal blockDiagonal(double radius, QuadraticLoss model) {
        QuadraticLoss blocks =
                model.blockDiagonal(metric.estimator().parameters().variable());
        RadiusSolver solver = withoutInteractions;
        if (solver == null) {
            solver = search.on(blocks);
            withoutInteractions = solver;
        }
        double[] delta = solver.solve(radius).delta();
        boolean allowed = metric.estimator().support(delta).allowed();
        return new BlockDiagonal(
                delta,
                blocks.at(delta),
                model.at(delta),
                allowed ? metric.importance(delta).selfNormalised() : Double.NaN);
    }

    /** Cosines between the worst direction of all rows and that of the rows outside each fold. */
    double[] stability(double radius) {
        double[] all = metric.worst(search, radius).delta();
        return outside.stream()
                .mapToDouble(part -> orNothing(() -> closest(all, part.worst(search, radius)), Double.NaN))
                .toArray();
    }

    private static double closest(double[] all, WorstCase worst) {
        double best = cosine(all, worst.delta());
        for (double[] other : worst.others()) {
            best = Math.max(best, cosine(all, other));
        }
        return best;
    }

    /** Studentised maximum over the radii, so that the whole curve lies inside the band at the level. */
    private List<RadiusResult> banded(List<RadiusResult> results) {
        double[] largest = new double[replicates.length];
        for (RadiusResult result : results) {
            ShiftEstimate estimate = result.estimate();
            for (int r = 0; r < largest.length; r++) {
                double z = Math.abs(replicates[r].at(estimate.delta()) - estimate.value()) / estimate.standardError();
                largest[r] = Math.max(largest[r], Double.isNaN(z) ? 0 : z);
            }
        }
        double width = Bootstrap.quantile(largest, loss.level());
        return results.stream()
                .map(result -> result.withBand(
                        result.estimate().value() - width * result.estimate().standardError(),
                        result.estimate().value() + width * result.estimate().standardError()))
                .toList();
    }
}
