package org.shiftbed.audit.family;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.Names;

/** Successes in N trials; N = 1 is the Bernoulli law (parametric-robustness 1.4). A shift multiplies the odds of a trial by e^s. */
final class Binomial extends ScalarLaw {
    private final double trials;
    private final String zero;
    private final String one;

    /**
     * @param zero how a failure is called: {@code 0}, or the name of the first level
     * @param one how a success is called: {@code 1}, or the name of the second level
     */
    Binomial(String name, double trials, String zero, String one) {
        super(name);
        this.trials = trials;
        this.zero = zero;
        this.one = one;
    }

    @Override
    double statistic(double w) {
        return w;
    }

    @Override
    public @Nullable String refuse(double[] w) {
        if (isCount(w[0]) && w[0] <= trials) {
            return null;
        }
        return trials == 1 ? "must be 0 or 1" : "must be a whole number from 0 to " + Words.number(trials);
    }

    private double share(double mean) {
        return Math.min(1, Math.max(0, mean / trials));
    }

    @Override
    double cumulant(double mean, double s) {
        double p = share(mean);
        if (p == 0 || p == 1) {
            return p == 0 ? 0 : trials * s;
        }
        // The larger of the two terms is taken out, so that neither overflows.
        return trials * (s <= 0 ? logMix(p, s) : s + logMix(1 - p, -s));
    }

    /** ln(1 - p + p e^s) for s &lt;= 0, without loss for a small s or a p near 1. */
    private static double logMix(double p, double s) {
        double change = p * Math.expm1(s);
        return change > -0.5 ? Math.log1p(change) : Math.log(1 - p + p * Math.exp(s));
    }

    @Override
    double tilted(double mean, double s) {
        double p = share(mean);
        if (s <= 0) {
            double up = p * Math.exp(s);
            return p == 1 ? trials : trials * up / (up + (1 - p));
        }
        return p == 0 ? 0 : trials * p / (p + (1 - p) * Math.exp(-s));
    }

    @Override
    double variance(double mean) {
        double p = mean / trials;
        return trials * p * (1 - p);
    }

    @Override
    double third(double mean) {
        double p = mean / trials;
        return trials * p * (1 - p) * (1 - 2 * p);
    }

    @Override
    double limit(double mean) {
        return Double.POSITIVE_INFINITY;
    }

    @Override
    double between(double mean, double wanted) {
        double p = share(mean);
        double q = wanted / trials;
        return Math.log(q / p) - Math.log((1 - q) / (1 - p));
    }

    @Override
    String one(Told variable) {
        return "odds of " + (trials == 1 ? variable.name() + "=" + one : "each trial of " + variable.name()) + " "
                + Words.timesE();
    }

    @Override
    Effect effect(Told variable, double[] mean, double[] s) {
        double before = share(mean[0]);
        double after = tilted(mean[0], s[0]) / trials;
        String what =
                trials == 1 ? "P(" + variable.name() + "=" + one + ")" : "chance of one trial of " + variable.name();
        String sentence = trials == 1
                ? "the probability of " + variable.name() + "=" + one
                : "the chance of one trial of " + variable.name();
        return new Effect(
                Words.move(sentence, before, after) + " (odds times " + Words.factor(Math.exp(s[0])) + ")",
                List.of(
                        new Effect.Figure(what, before, after),
                        new Effect.Figure("odds ratio of " + variable.name(), 1, Math.exp(s[0]))));
    }

    @Override
    double fromTarget(String place, Target target) {
        if (trials > 1 && target.quantity() == Target.Quantity.MEAN) {
            return target.value();
        }
        if (trials == 1 && target.quantity() == Target.Quantity.MEAN) {
            return Categorical.probability(place, target);
        }
        if (trials == 1 && target.quantity() == Target.Quantity.PROBABILITY) {
            double p = Categorical.probability(place, target);
            if (target.level().equals(one)) {
                return p;
            }
            if (target.level().equals(zero)) {
                return 1 - p;
            }
            throw Names.unknown(
                    place + ": " + target, "level of " + target.variable(), target.level(), List.of(zero, one));
        }
        throw wrongQuantity(
                place,
                target,
                trials == 1 ? "P(" + target.variable() + "=" + one + ") = p" : "E[" + target.variable() + "] = number");
    }
}
