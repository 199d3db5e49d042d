package org.shiftbed.audit.family;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Counts (parametric-robustness 1.4). A shift multiplies the rate by e^s; a rate of 0 stays 0. */
final class Poisson extends ScalarLaw {
    Poisson() {
        super("poisson");
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
        return mean == 0 ? 0 : mean * Math.expm1(s);
    }

    @Override
    double tilted(double mean, double s) {
        return mean == 0 ? 0 : mean * Math.exp(s);
    }

    @Override
    double variance(double mean) {
        return mean;
    }

    @Override
    double third(double mean) {
        return mean;
    }

    @Override
    double limit(double mean) {
        return Double.POSITIVE_INFINITY;
    }

    @Override
    double between(double mean, double wanted) {
        return Math.log(wanted / mean);
    }

    @Override
    String one(Told variable) {
        return "rate of " + variable.name() + " " + Words.timesE();
    }

    @Override
    Effect effect(Told variable, double[] mean, double[] s) {
        double after = tilted(mean[0], s[0]);
        return new Effect(
                Words.move("the mean count of " + variable.name(), mean[0], after) + " (rate times "
                        + Words.factor(Math.exp(s[0])) + ")",
                List.of(
                        new Effect.Figure("mean of " + variable.name(), mean[0], after),
                        new Effect.Figure("rate ratio of " + variable.name(), 1, Math.exp(s[0]))));
    }

    @Override
    double fromTarget(String place, Target target) {
        if (target.quantity() == Target.Quantity.RATE || target.quantity() == Target.Quantity.MEAN) {
            return target.value();
        }
        throw wrongQuantity(place, target, "rate(" + target.variable() + ") = number");
    }
}
