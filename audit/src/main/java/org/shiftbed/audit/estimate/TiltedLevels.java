package org.shiftbed.audit.estimate;

/**
 * The laws of a one-hot variable at a shift that is not zero, once a stratum: what {@link TiltedScore} and the density ratio are made of, unit by
 * unit, for other variables.
 */
final class TiltedLevels {
    private final Strata strata;
    private final double[][] tilt;
    private final double[][] mean;
    private final double[] cumulant;

    TiltedLevels(Strata strata, double[] delta) {
        this.strata = strata;
        ShiftingVariable variable = strata.variable();
        int q = variable.dimension();
        int count = strata.count();
        tilt = new double[count][q];
        mean = new double[count][q];
        cumulant = new double[count];
        double[] z = new double[variable.parents().length];
        for (int s = 0; s < count; s++) {
            variable.parents(strata.unit(s), z);
            variable.form().value(z, delta, tilt[s]);
            double[] before = strata.mean(s);
            variable.family().tiltedMean(before, tilt[s], mean[s]);
            cumulant[s] = variable.family().cumulant(before, tilt[s]);
        }
    }

    /** The logarithm of the density ratio of an observed unit. */
    double log(int u) {
        int s = strata.at(u);
        int level = strata.variable().statistic().component(u);
        return (level < 0 ? 0 : tilt[s][level]) - cumulant[s];
    }

    /** The mean of T in a stratum, q values. */
    double[] mean(int stratum) {
        return mean[stratum];
    }

    /** Entry (a, b) of the covariance of T in a stratum. */
    double covariance(int stratum, int a, int b) {
        double p = mean[stratum][a];
        return a == b ? p * (1 - p) : -p * mean[stratum][b];
    }

    /** The scores at the shift, of a form that is linear. */
    LevelScores scores() {
        return LevelScores.of(strata, this::mean);
    }

    /**
     * Adds {@code X'd} and {@code d'(dX/d delta)d} of every observed unit, for a form that is linear.
     *
     * @param d by own parameter
     */
    void addAlong(double[] d, double[] score, double[] change) {
        ShiftingVariable variable = strata.variable();
        int q = variable.dimension();
        double[][] own = new double[strata.count()][q];
        double[] expected = new double[own.length];
        double[] variance = new double[own.length];
        Directions directions = new Directions(variable);
        for (int s = 0; s < own.length; s++) {
            directions.load(strata.unit(s));
            int[] rows = directions.rows();
            for (int r = 0; r < rows.length; r++) {
                for (int k : directions.used()[r]) {
                    own[s][k] += d[rows[r]] * directions.values()[r * q + k];
                }
            }
            double squares = 0;
            for (int k = 0; k < q; k++) {
                expected[s] += mean[s][k] * own[s][k];
                squares += mean[s][k] * own[s][k] * own[s][k];
            }
            variance[s] = squares - expected[s] * expected[s];
        }
        for (int u = 0; u < score.length; u++) {
            if (variable.observes(u)) {
                int s = strata.at(u);
                int level = variable.statistic().component(u);
                score[u] += (level < 0 ? 0 : own[s][level]) - expected[s];
                change[u] -= variance[s];
            }
        }
    }
}
