package org.shiftbed.audit.result;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shiftbed.audit.estimate.ImportanceSampling;
import org.shiftbed.audit.worst.WorstCase;

/**
 * The worst shift of one size.
 *
 * @param radius its largest size; NaN where only a box or limits bound it
 * @param worst where and why it is the worst
 * @param estimate Q there, with all that is known about its truth
 * @param honest the value at deltas chosen on other folds: not optimistic
 * @param honestError its standard error
 * @param honestChange that value minus the loss of the same rows without a shift
 * @param honestChangeError its standard error, from the differences of the rows
 * @param bandLow simultaneous band over all radii; NaN without bootstrap
 * @param bandHigh simultaneous band over all radii
 * @param contributions what each parameter adds to the loss; their sum is the change
 * @param pairs what each pair adds, {@code p} rows of {@code p}: on the diagonal a parameter's own part, off it half of the pair's
 * @param slope how fast the worst loss grows with the radius
 * @param jump whether the direction turned by more than 45 degrees since the radius before
 * @param blockDiagonal the worst case that leaves out interactions between variables: its own value, and Q at its delta
 * @param effects before and after, in numbers and words
 * @param searched where a search by weighted rows alone ends; null where it was not looked for, or ends at the worst shift itself
 */
public record RadiusResult(
        double radius,
        WorstCase worst,
        ShiftEstimate estimate,
        double honest,
        double honestError,
        double honestChange,
        double honestChangeError,
        double bandLow,
        double bandHigh,
        double[] contributions,
        double[][] pairs,
        double slope,
        boolean jump,
        BlockDiagonal blockDiagonal,
        List<Effect> effects,
        @Nullable Searched searched) {

    /** Without a search by weighted rows. */
    public RadiusResult(
            double radius,
            WorstCase worst,
            ShiftEstimate estimate,
            double honest,
            double honestError,
            double honestChange,
            double honestChangeError,
            double bandLow,
            double bandHigh,
            double[] contributions,
            double[][] pairs,
            double slope,
            boolean jump,
            BlockDiagonal blockDiagonal,
            List<Effect> effects) {
        this(
                radius,
                worst,
                estimate,
                honest,
                honestError,
                honestChange,
                honestChangeError,
                bandLow,
                bandHigh,
                contributions,
                pairs,
                slope,
                jump,
                blockDiagonal,
                effects,
                null);
    }

    /** The same with where a search by weighted rows ends. */
    public RadiusResult withSearched(Searched found) {
        return new RadiusResult(
                radius,
                worst,
                estimate,
                honest,
                honestError,
                honestChange,
                honestChangeError,
                bandLow,
                bandHigh,
                contributions,
                pairs,
                slope,
                jump,
                blockDiagonal,
                effects,
                found);
    }

    /**
     * Where a search that follows weighted rows from the worst shift on ends, inside the same budget (parametric-robustness 5.3).
     *
     * @param delta there
     * @param loss of the weighted rows
     * @param error its standard error
     * @param share effective sample, as a share of the rows
     */
    public record Searched(double[] delta, double loss, double error, double share) {}

    /** The same with a simultaneous band. */
    public RadiusResult withBand(double low, double high) {
        return new RadiusResult(
                radius,
                worst,
                estimate,
                honest,
                honestError,
                honestChange,
                honestChangeError,
                low,
                high,
                contributions,
                pairs,
                slope,
                jump,
                blockDiagonal,
                effects,
                searched);
    }

    /**
     * The search without interactions.
     *
     * @param delta its answer
     * @param value what it believes
     * @param full Q with interactions at its answer
     * @param sampled the weighted estimate at its answer
     */
    public record BlockDiagonal(double[] delta, double value, double full, double sampled) {}

    /**
     * The loss under one shift.
     *
     * @param delta the shift
     * @param value Q(delta)
     * @param standardError nuisances included
     * @param low end of the interval
     * @param high end of the interval
     * @param changeError standard error of the change, {@code value} minus the loss without a shift, from the differences of the rows
     * @param oneStep without the first-order bias of the nuisances
     * @param bootstrapLow percentile interval; NaN without bootstrap
     * @param bootstrapHigh percentile interval
     * @param importance the check by weighted rows
     * @param difference Q minus the self-normalised weighted estimate
     * @param differenceError its standard error
     * @param third the third-order term of the loss, f'''(0)/6; null for shifts that are not linear
     * @param remainder estimate of the largest error of Q from the way to delta; null without a closed form
     * @param outside whether Q lies outside of what the loss can be
     * @param divergence Kullback-Leibler divergence of the shifted law from the unshifted one, by weights
     * @param verdict about this approximation
     */
    public record ShiftEstimate(
            double[] delta,
            double value,
            double standardError,
            double low,
            double high,
            double changeError,
            double oneStep,
            double bootstrapLow,
            double bootstrapHigh,
            ImportanceSampling importance,
            double difference,
            double differenceError,
            @Nullable Double third,
            @Nullable Double remainder,
            boolean outside,
            double divergence,
            Verdict verdict) {

        /** The same under another verdict. */
        public ShiftEstimate withVerdict(Verdict other) {
            return new ShiftEstimate(
                    delta,
                    value,
                    standardError,
                    low,
                    high,
                    changeError,
                    oneStep,
                    bootstrapLow,
                    bootstrapHigh,
                    importance,
                    difference,
                    differenceError,
                    third,
                    remainder,
                    outside,
                    divergence,
                    other);
        }
    }
}
