package org.shiftbed.audit.family;

import org.jspecify.annotations.Nullable;

/** Rayleigh: T(w) = w^2 is exponential with mean 2 scale^2 (parametric-robustness 1.4). */
final class Rayleigh extends GammaLaw {
    Rayleigh() {
        super("rayleigh", 1);
    }

    @Override
    double statistic(double w) {
        return w * w;
    }

    @Override
    public @Nullable String refuse(double[] w) {
        return w[0] >= 0 && !Double.isInfinite(w[0]) ? null : "must be >= 0";
    }

    /** E[w] = scale sqrt(pi/2) with scale^2 = E[T]/2. */
    @Override
    String one(Told variable) {
        return "1 over twice the squared scale of " + variable.name() + " minus 1";
    }

    @Override
    double observed(double mean) {
        return Math.sqrt(mean * Math.PI) / 2;
    }

    @Override
    double fromObserved(double figure) {
        return figure > 0 ? 4 * figure * figure / Math.PI : Double.NaN;
    }
}
