package org.shiftbed.audit.family;

import org.jspecify.annotations.Nullable;

/**
 * Failures before the r-th success; r = 1 is the geometric law (parametric-robustness 1.4). A shift multiplies the chance of a failure,
 * m/(m + r) for a mean of m, by e^s, which has to stay below 1.
 */
final class NegativeBinomial extends ScalarLaw {
    private final double r;

    NegativeBinomial(String name, double r) {
        super(name);
        this.r = r;
    }

    @Override
    double statistic(double w) {
        return w;
    }

    @Override
    public @Nullable String refuse(double[] w) {
        return isCount(w[0]) ? null : "must be a whole number >= 0";
    }

    @Override
    double cumulant(double mean, double s) {
        return -r * Math.log1p(-mean / r * Math.expm1(s));
    }

    @Override
    double tilted(double mean, double s) {
        return mean == 0 ? 0 : mean * Math.exp(s) / (1 - mean / r * Math.expm1(s));
    }

    @Override
    double variance(double mean) {
        return mean * (1 + mean / r);
    }

    @Override
    double third(double mean) {
        return mean * (1 + mean / r) * (1 + 2 * mean / r);
    }

    @Override
    String one(Told variable) {
        return "probability of failure of " + variable.name() + " " + Words.timesE();
    }

    @Override
    double limit(double mean) {
        return Math.log1p(r / mean);
    }

    @Override
    double between(double mean, double wanted) {
        return Math.log(wanted / mean) - Math.log((wanted + r) / (mean + r));
    }

    @Override
    String remark(double mean, double s) {
        return " (chance of a failure times " + Words.factor(Math.exp(s)) + ")";
    }
}
