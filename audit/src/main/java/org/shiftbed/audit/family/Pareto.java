package org.shiftbed.audit.family;

import org.jspecify.annotations.Nullable;

/** Pareto of known minimum: T(w) = ln(w/minimum) is exponential with rate a, the tail index (parametric-robustness 1.4). */
final class Pareto extends GammaLaw {
    private final double minimum;

    Pareto(double minimum) {
        super("pareto", 1);
        this.minimum = minimum;
    }

    @Override
    double statistic(double w) {
        return Math.log(w / minimum);
    }

    @Override
    public @Nullable String refuse(double[] w) {
        return w[0] >= minimum && !Double.isInfinite(w[0]) ? null : "must be >= the minimum " + Words.number(minimum);
    }

    @Override
    String one(Told variable) {
        return "tail index of " + variable.name() + " minus 1";
    }

    @Override
    boolean located() {
        return false;
    }

    @Override
    String figure(String variable) {
        return "tail index of " + variable;
    }

    @Override
    double observed(double mean) {
        return 1 / mean;
    }

    @Override
    double fromObserved(double figure) {
        return 1 / figure;
    }

    @Override
    double fromTarget(String place, Target target) {
        if (target.quantity() != Target.Quantity.MEAN) {
            throw wrongQuantity(place, target, "E[" + target.variable() + "] = number");
        }
        // E[w] = a minimum/(a - 1), so that a = E/(E - minimum) and E[T] = 1/a.
        return target.value() > minimum ? (target.value() - minimum) / target.value() : Double.NaN;
    }
}
