package org.shiftbed.report.statistics;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How much better a method does than the baseline, seed by seed: both saw the same data at each seed, so what the seeds share cancels.
 *
 * @param scope where, in words
 * @param place where, or null for an average over several places
 * @param method compared method
 * @param baseline method it is compared with
 * @param selection rule
 * @param summary of the differences (method minus baseline, in accuracy), one a seed that both have; null where there is none
 */
public record PairedDifference(
        String scope,
        @Nullable Place place,
        Method method,
        Method baseline,
        String selection,
        @Nullable Summary summary) {

    /** What the differences allow to be said. */
    public enum Verdict {
        BETTER,
        WORSE,
        UNDECIDED
    }

    /** Differences of two sets of runs, over the seeds that both have. */
    static @Nullable Summary differences(Map<Integer, Double> method, Map<Integer, Double> baseline) {
        List<Double> differences = new ArrayList<>();
        method.forEach((seed, value) -> {
            Double other = baseline.get(seed);
            if (other != null) {
                differences.add(value - other);
            }
        });
        return Summary.of(differences);
    }

    /** BETTER or WORSE only where the 95% interval lies on one side of zero. */
    public Verdict verdict() {
        Summary.Spread spread = summary == null ? null : summary.spread();
        if (spread == null || (spread.low() <= 0 && spread.high() >= 0)) {
            return Verdict.UNDECIDED;
        }
        return spread.low() > 0 ? Verdict.BETTER : Verdict.WORSE;
    }

    /**
     * The verdict as a sentence, in percentage points, with the margin that is sure at the least, or the difference that these seeds could
     * have shown.
     *
     * @param methodName label of the method
     * @param baselineName label of the baseline
     */
    public String sentence(String methodName, String baselineName) {
        String pair = methodName + " against " + baselineName + ": ";
        if (summary == null) {
            return pair + "no seed has both numbers, so there is nothing to compare.";
        }
        Summary.Spread spread = summary.spread();
        if (spread == null) {
            return pair + "1 seed does not suffice to tell (difference " + points(summary.mean()) + " points).";
        }
        String interval = "95% interval " + points(spread.low()) + " to " + points(spread.high());
        String mean = points(summary.mean());
        return switch (verdict()) {
            case BETTER ->
                methodName + " is better than " + baselineName + " by at least " + unsigned(spread.low()) + " points ("
                        + mean + ", " + interval + ", " + summary.n() + " seeds).";
            case WORSE ->
                methodName + " is worse than " + baselineName + " by at least " + unsigned(spread.high()) + " points ("
                        + mean + ", " + interval + ", " + summary.n() + " seeds).";
            case UNDECIDED ->
                pair + summary.n() + " seeds do not suffice to tell (" + mean + " points, " + interval
                        + "; with this spread only a difference beyond " + unsigned(spread.half())
                        + " points would have shown).";
        };
    }

    /** A signed difference in percentage points, one decimal. */
    public static String points(double difference) {
        String text = String.format(Locale.ROOT, "%+.1f", 100 * difference);
        return text.equals("-0.0") || text.equals("+0.0") ? "0.0" : text.replace('-', '\u2212');
    }

    private static String unsigned(double difference) {
        // Two digits where one would print a margin of nothing.
        double points = Math.abs(100 * difference);
        return String.format(Locale.ROOT, points < 0.05 ? "%.2g" : "%.1f", points);
    }
}
