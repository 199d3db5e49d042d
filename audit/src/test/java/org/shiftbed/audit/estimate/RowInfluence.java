package org.shiftbed.audit.estimate;

/** The influence of single rows, for tests. */
public final class RowInfluence {
    private RowInfluence() {}

    /**
     * How fast Q(delta) rises with the weight of one row, told from its influence: {@code (t - mean t) / sum of weights}.
     *
     * @param unit of the row
     * @param loss of the row
     */
    public static double slope(Estimator estimator, double[] delta, int unit, double loss) {
        return slope(estimator, estimator.influence(delta), unit, loss);
    }

    /** The same of Q(delta) minus the weighted estimate. */
    public static double difference(Estimator estimator, double[] delta, int unit, double loss) {
        return slope(estimator, estimator.difference(delta), unit, loss);
    }

    private static double slope(Estimator estimator, Affine t, int unit, double loss) {
        Units units = estimator.units();
        return (t.alpha()[unit] + t.beta()[unit] * loss - t.mean(units)) / units.total();
    }
}
