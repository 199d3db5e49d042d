package org.shiftbed.audit.family;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Gaussian whose mean and variance both move: T = (w, w^2), natural parameter (mu/v, -1/(2v)) (parametric-robustness 1.4). With
 * c = 1 - 2 s2 v, which has to stay positive, a shift leads to the variance v/c and the mean (mu + s1 v)/c.
 */
final class GaussianMeanVariance extends Law {
    GaussianMeanVariance() {
        super("gaussian-mean-variance", 1, 2);
    }

    @Override
    public String component(int k) {
        return k == 0 ? "w" : "w^2";
    }

    @Override
    public void statistic(double[] w, double[] t) {
        t[0] = w[0];
        t[1] = w[0] * w[0];
    }

    @Override
    public @Nullable String refuse(double[] w) {
        return Double.isFinite(w[0] * w[0]) ? null : "must be a number";
    }

    private static double variance(double[] mean) {
        return Math.max(0, mean[1] - mean[0] * mean[0]);
    }

    /** ln E exp(a w + b w^2) = (a mu + b mu^2 + a^2 v/2)/c - ln(c)/2. */
    @Override
    public double cumulant(double[] mean, double[] s) {
        double v = variance(mean);
        double less = 2 * s[1] * v;
        if (less >= 1) {
            return Double.POSITIVE_INFINITY;
        }
        return (s[0] * mean[0] + s[1] * mean[0] * mean[0] + s[0] * s[0] * v / 2) / (1 - less) - Math.log1p(-less) / 2;
    }

    /** The tilted mean and variance of w, NaN outside the domain. */
    private static double[] tilted(double[] mean, double[] s) {
        double v = variance(mean);
        double c = 1 - 2 * s[1] * v;
        return c > 0 ? new double[] {(mean[0] + s[0] * v) / c, v / c} : new double[] {Double.NaN, Double.NaN};
    }

    @Override
    public void tiltedMean(double[] mean, double[] s, double[] out) {
        double[] law = tilted(mean, s);
        out[0] = law[0];
        out[1] = law[0] * law[0] + law[1];
    }

    @Override
    public void tiltedCovariance(double[] mean, double[] s, double[] out) {
        double[] law = tilted(mean, s);
        double m = law[0];
        double v = law[1];
        out[0] = v;
        out[1] = 2 * m * v;
        out[2] = out[1];
        out[3] = 4 * m * m * v + 2 * v * v;
    }

    @Override
    public void tiltedThird(double[] mean, double[] s, double[] out) {
        double[] law = tilted(mean, s);
        double m = law[0];
        double v = law[1];
        double[] byCount = {0 * v, 2 * v * v, 8 * m * v * v, 24 * m * m * v * v + 8 * v * v * v};
        for (int i = 0; i < 8; i++) {
            out[i] = byCount[Integer.bitCount(i)];
        }
    }

    @Override
    public double reach(double[] mean, double[] direction) {
        return direction[1] > 0 ? 1 / (2 * variance(mean) * direction[1]) : Double.POSITIVE_INFINITY;
    }

    @Override
    String one(Told variable) {
        return "mean over variance of " + variable.name() + " plus 1, or half of 1 over the variance minus 1";
    }

    @Override
    Effect effect(Told variable, double[] mean, double[] s) {
        double v = variance(mean);
        double[] law = tilted(mean, s);
        double sd = Math.sqrt(law[1]);
        return new Effect(
                variable.axis().move("the mean of " + variable.name(), mean[0], law[0]) + " and "
                        + variable.axis().spread("its standard deviation", Math.sqrt(v), sd),
                List.of(
                        new Effect.Figure("mean of " + variable.name(), mean[0], law[0], variable.axis()),
                        new Effect.Figure(variable.deviation(), Math.sqrt(v), sd)));
    }

    /** What has no target stays: a wanted mean keeps the standard deviation, and the other way round. */
    @Override
    double[] towards(String place, double[] mean, List<Target> wanted) {
        double v = variance(mean);
        double newMean = mean[0];
        double newVariance = v;
        for (Target target : wanted) {
            if (target.quantity() == Target.Quantity.MEAN) {
                newMean = target.value();
            } else if (target.quantity() == Target.Quantity.DEVIATION) {
                newVariance = target.value() * target.value();
                if (!(target.value() > 0)) {
                    throw notReachable(place, target, "a standard deviation must be > 0");
                }
            } else {
                throw wrongQuantity(
                        place,
                        target,
                        "E[" + target.variable() + "] = number or sd[" + target.variable() + "] = number");
            }
        }
        if (v == 0) {
            throw notReachable(place, wanted.get(0), "the variable does not vary here, no shift moves it");
        }
        return new double[] {newMean / newVariance - mean[0] / v, 1 / (2 * v) - 1 / (2 * newVariance)};
    }
}
