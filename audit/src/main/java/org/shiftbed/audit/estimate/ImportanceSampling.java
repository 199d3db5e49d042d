package org.shiftbed.audit.estimate;

import java.util.Arrays;
import java.util.Comparator;

/**
 * The loss under a shift by weighting rows with the density ratio (parametric-robustness 3.5). The standard errors treat the fitted laws as
 * known. Plain figures are NaN where the largest log weight is beyond 700.
 *
 * @param plain mean(w l)
 * @param selfNormalised sum(w l) / sum(w)
 * @param effectiveSize (sum w)^2 / sum(w^2), in rows
 * @param effectiveShare that as a share of the rows
 * @param meanWeight mean(w), near 1 where the laws fit
 * @param maxWeight the largest w
 * @param maxShare the largest w over the sum
 * @param sePlain standard error of {@code plain}
 * @param seSelfNormalised standard error of {@code selfNormalised}
 * @param clip the 0.99 quantile of w, at which the clipped figures cut
 * @param clippedPlain {@code plain} with clipped weights
 * @param clippedSelfNormalised {@code selfNormalised} with clipped weights
 * @param removed share of the total weight that clipping removes
 */
public record ImportanceSampling(
        double plain,
        double selfNormalised,
        double effectiveSize,
        double effectiveShare,
        double meanWeight,
        double maxWeight,
        double maxShare,
        double sePlain,
        double seSelfNormalised,
        double clip,
        double clippedPlain,
        double clippedSelfNormalised,
        double removed) {
    /** The same with another standard error of the self-normalised loss. */
    public ImportanceSampling withSelfNormalisedError(double error) {
        return new ImportanceSampling(
                plain,
                selfNormalised,
                effectiveSize,
                effectiveShare,
                meanWeight,
                maxWeight,
                maxShare,
                sePlain,
                error,
                clip,
                clippedPlain,
                clippedSelfNormalised,
                removed);
    }

    private static final double LARGEST_LOG_WEIGHT = 700;
    private static final double CLIP_QUANTILE = 0.99;

    /** From the log weights of the units. */
    static ImportanceSampling of(Units units, double[] log) {
        double top = Arrays.stream(log).max().orElse(0);
        boolean large = top > LARGEST_LOG_WEIGHT;
        double scale = large ? Double.NaN : Math.exp(top);
        int size = units.size();
        double[] w = new double[size];
        double sum = 0;
        double squares = 0;
        double losses = 0;
        for (int u = 0; u < size; u++) {
            w[u] = Math.exp(log[u] - top);
            sum += w[u] * units.weight()[u];
            squares += w[u] * w[u] * units.squaredWeight()[u];
            losses += w[u] * units.loss()[u];
        }
        double total = units.total();
        double normalised = losses / sum;
        double spread = 0;
        for (int u = 0; u < size; u++) {
            spread += w[u]
                    * w[u]
                    * (units.squaredSquare()[u]
                            - 2 * normalised * units.squaredLoss()[u]
                            + normalised * normalised * units.squaredWeight()[u]);
        }
        double largest = largestRowWeight(units, w);
        double effective = sum * sum / squares;
        Clipped clipped = Clipped.of(units, w);
        return new ImportanceSampling(
                losses / total * scale,
                normalised,
                effective,
                effective / effectiveRows(units),
                sum / total * scale,
                scale,
                largest / sum,
                new Affine(new double[size], w).standardError(units) * scale,
                Math.sqrt(Math.max(0, units.cluster().length > 0 ? ofClusters(units, w, normalised) : spread)) / sum,
                clipped.cap() * scale,
                clipped.losses() / total * scale,
                clipped.losses() / clipped.weights(),
                1 - clipped.weights() / sum);
    }

    /** The sum over clusters of {@code (sum w (l - mean))^2}. */
    private static double ofClusters(Units units, double[] w, double mean) {
        double[] clusters = new double[1 + Arrays.stream(units.cluster()).max().orElse(-1)];
        for (int u = 0; u < w.length; u++) {
            clusters[units.cluster()[u]] += w[u] * (units.loss()[u] - mean * units.weight()[u]);
        }
        return Arrays.stream(clusters).map(sum -> sum * sum).sum();
    }

    /**
     * How many rows speak for a sum of weighted losses: {@code (sum w l)^2 / sum (w l)^2}. Of a denominator of zeros and ones these are the ones that
     * count, however many rows of 0 stand beside them.
     *
     * @param log log weights of the units
     */
    static double carrying(Units units, double[] log) {
        double top = Arrays.stream(log).max().orElse(0);
        double sum = 0;
        double squares = 0;
        for (int u = 0; u < log.length; u++) {
            double w = Math.exp(log[u] - top);
            sum += w * units.loss()[u];
            squares += w * w * units.squaredSquare()[u];
        }
        return squares > 0 ? sum * sum / squares : 0;
    }

    /** (sum omega)^2 / sum omega^2: the rows, where all row weights are equal. */
    private static double effectiveRows(Units units) {
        double total = units.total();
        return total * total / Arrays.stream(units.squaredWeight()).sum();
    }

    private static double largestRowWeight(Units units, double[] w) {
        double largest = 0;
        for (int u = 0; u < w.length; u++) {
            // In a cell of rows of unequal weight the root of the mean square stands for each.
            largest = Math.max(largest, w[u] * Math.sqrt(units.squaredWeight()[u] / units.count()[u]));
        }
        return largest;
    }

    /** Sums with weights cut at the 0.99 sample quantile, interpolated linearly between order statistics of the rows. */
    private record Clipped(double cap, double losses, double weights) {
        static Clipped of(Units units, double[] w) {
            Integer[] order = new Integer[w.length];
            Arrays.setAll(order, u -> u);
            Arrays.sort(order, Comparator.comparingDouble(u -> w[u]));
            double position = CLIP_QUANTILE * (units.rows() - 1);
            long below = (long) Math.floor(position);
            double low = at(units, w, order, below);
            double high = at(units, w, order, Math.min(below + 1, units.rows() - 1));
            double cap = low + (position - below) * (high - low);
            double losses = 0;
            double weights = 0;
            for (int u = 0; u < w.length; u++) {
                double cut = Math.min(w[u], cap);
                losses += cut * units.loss()[u];
                weights += cut * units.weight()[u];
            }
            return new Clipped(cap, losses, weights);
        }

        private static double at(Units units, double[] w, Integer[] order, long rank) {
            long seen = 0;
            for (int u : order) {
                seen += units.count()[u];
                if (seen > rank) {
                    return w[u];
                }
            }
            return w[order[order.length - 1]];
        }
    }
}
