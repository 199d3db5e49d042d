package org.shiftbed.audit.family;

import org.jspecify.annotations.Nullable;

/** Durations and sizes with a gamma law of known shape; shape 1 is the exponential law (parametric-robustness 1.4). T(w) = w. */
final class Gamma extends GammaLaw {
    private final boolean zeroAllowed;
    private final double shape;

    Gamma(String name, double shape) {
        super(name, shape);
        this.shape = shape;
        this.zeroAllowed = shape == 1;
    }

    @Override
    double statistic(double w) {
        return w;
    }

    @Override
    public @Nullable String refuse(double[] w) {
        boolean fits = (zeroAllowed ? w[0] >= 0 : w[0] > 0) && !Double.isInfinite(w[0]);
        return fits ? null : zeroAllowed ? "must be >= 0" : "must be > 0";
    }

    @Override
    String remark(double mean, double s) {
        double rate = shape / mean;
        return " (" + Words.move("rate", rate, rate - s) + ")";
    }

    @Override
    double fromTarget(String place, Target target) {
        return target.quantity() == Target.Quantity.RATE ? shape / target.value() : super.fromTarget(place, target);
    }
}
