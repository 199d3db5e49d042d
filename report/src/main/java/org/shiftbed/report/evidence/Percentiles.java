package org.shiftbed.report.evidence;

/** Quantiles of sorted numbers, linear between neighbours (the form numpy has by default). */
final class Percentiles {
    private Percentiles() {}

    static double of(double[] sorted, double share) {
        double place = share * (sorted.length - 1);
        int below = (int) Math.floor(place);
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
    }
}
