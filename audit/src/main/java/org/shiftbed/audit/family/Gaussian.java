package org.shiftbed.audit.family;

import org.jspecify.annotations.Nullable;

/**
 * Gaussian of known conditional sd, or log-normal where the logarithm is taken first (parametric-robustness 1.4). In the unit {@code sd}
 * T = w/sd and a shift of 1 moves the mean by one sd; in the unit {@code raw} T = w/sd^2 and it moves by 1 in the units of the column.
 */
final class Gaussian extends ScalarLaw {
    private final double sd;
    private final boolean raw;
    private final boolean logarithm;

    Gaussian(String name, double sd, boolean raw, boolean logarithm) {
        super(name);
        this.sd = sd;
        this.raw = raw;
        this.logarithm = logarithm;
    }

    /** What turns a mean of T into a mean of w (or ln w). */
    private double scale() {
        return raw ? sd * sd : sd;
    }

    @Override
    public ExponentialFamily rescaled(double[] covariance, double[] map) {
        Gaussian other = new Gaussian(name(), Math.sqrt(covariance[0]) * scale(), raw, logarithm);
        map[0] = scale() / other.scale();
        return other;
    }

    @Override
    double statistic(double w) {
        return (logarithm ? Math.log(w) : w) / scale();
    }

    @Override
    public @Nullable String refuse(double[] w) {
        if (logarithm) {
            return w[0] > 0 && !Double.isInfinite(w[0]) ? null : "must be > 0";
        }
        return Double.isFinite(w[0]) ? null : "must be a number";
    }

    @Override
    double cumulant(double mean, double s) {
        return s * (mean + variance(mean) * s / 2);
    }

    @Override
    double tilted(double mean, double s) {
        return mean + variance(mean) * s;
    }

    @Override
    double variance(double mean) {
        return raw ? 1 / (sd * sd) : 1;
    }

    @Override
    double third(double mean) {
        return 0;
    }

    @Override
    double limit(double mean) {
        return Double.POSITIVE_INFINITY;
    }

    @Override
    double between(double mean, double wanted) {
        return (wanted - mean) / variance(mean);
    }

    @Override
    double observed(double mean) {
        return logarithm ? Math.exp(mean * scale()) : mean * scale();
    }

    @Override
    String figure(String variable) {
        return (logarithm ? "geometric mean of " : "mean of ") + variable;
    }

    @Override
    String one(Told variable) {
        if (logarithm) {
            return "geometric mean of " + variable.name() + " times " + Words.factor(Math.exp(raw ? 1 : sd));
        }
        String unit = variable.axis().length(raw ? 1 : sd);
        return "mean of " + variable.name() + " by " + unit + (raw ? "" : ", one conditional standard deviation");
    }

    @Override
    String remark(double mean, double s) {
        return " (" + Words.deviations(raw ? s / sd : s) + (logarithm ? " of its logarithm)" : ")");
    }

    /** The expectation of a log-normal is exp(mean of ln w + sd^2/2). */
    @Override
    double fromObserved(double figure) {
        return (logarithm ? Math.log(figure) - sd * sd / 2 : figure) / scale();
    }
}
