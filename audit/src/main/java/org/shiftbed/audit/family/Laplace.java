package org.shiftbed.audit.family;

import org.jspecify.annotations.Nullable;

/** Laplace of known location: T(w) = |w - location| is exponential with mean b, the scale (parametric-robustness 1.4). */
final class Laplace extends GammaLaw {
    private final double location;

    Laplace(double location) {
        super("laplace", 1);
        this.location = location;
    }

    @Override
    double statistic(double w) {
        return Math.abs(w - location);
    }

    @Override
    public @Nullable String refuse(double[] w) {
        return Double.isFinite(w[0]) ? null : "must be a number";
    }

    @Override
    String one(Told variable) {
        return "1 over the scale of " + variable.name() + " minus 1";
    }

    @Override
    boolean located() {
        return false;
    }

    @Override
    String figure(String variable) {
        return "mean distance of " + variable + " from " + Words.number(location);
    }

    /** The location is known, so that the standard deviation, scale sqrt(2), is the figure that can be wished for. */
    @Override
    double fromTarget(String place, Target target) {
        if (target.quantity() != Target.Quantity.DEVIATION) {
            throw wrongQuantity(place, target, "sd[" + target.variable() + "] = number");
        }
        return target.value() / Math.sqrt(2);
    }
}
