package org.shiftbed.audit.family;

import static org.hipparchus.special.Gamma.logGamma;

import org.jspecify.annotations.Nullable;

/** Weibull of known shape: T(w) = w^shape is exponential with mean scale^shape (parametric-robustness 1.4). */
final class Weibull extends GammaLaw {
    private final double shape;
    private final double meanOfUnitScale;

    Weibull(double shape) {
        super("weibull", 1);
        this.shape = shape;
        this.meanOfUnitScale = Math.exp(logGamma(1 + 1 / shape));
    }

    @Override
    double statistic(double w) {
        return Math.pow(w, shape);
    }

    @Override
    public @Nullable String refuse(double[] w) {
        return w[0] >= 0 && !Double.isInfinite(w[0]) ? null : "must be >= 0";
    }

    @Override
    String one(Told variable) {
        return "rate of " + variable.name() + " to the power " + Words.number(shape) + " minus 1";
    }

    @Override
    double observed(double mean) {
        return Math.pow(mean, 1 / shape) * meanOfUnitScale;
    }

    @Override
    double fromObserved(double figure) {
        return figure > 0 ? Math.pow(figure / meanOfUnitScale, shape) : Double.NaN;
    }
}
