package org.shiftbed.audit.family;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Gamma law whose shape and rate both move: T = (ln w, w); a shift leads to the shape k + s1 and the rate r - s2, both of which have to stay
 * positive (parametric-robustness 1.4). Means that belong to no gamma law because w does not vary are a point mass.
 */
final class GammaBoth extends Law {
    GammaBoth() {
        super("gamma-both", 1, 2);
    }

    @Override
    public String component(int k) {
        return k == 0 ? "ln w" : "w";
    }

    @Override
    public void statistic(double[] w, double[] t) {
        t[0] = Math.log(w[0]);
        t[1] = w[0];
    }

    @Override
    public @Nullable String refuse(double[] w) {
        return w[0] > 0 && !Double.isInfinite(w[0]) ? null : "must be > 0";
    }

    /**
     * Shape and rate of a mean, or null for a point mass. The shape solves ln k - psi(k) = ln E[w] - E[ln w], which is strictly between
     * 1/(2k) and 1/k; Newton in ln k from the start of Minka (2002), "Estimating a gamma distribution".
     */
    static double @Nullable [] parameters(double[] mean) {
        double gap = Math.log(mean[1]) - mean[0];
        if (!(gap > 1e-13)) {
            return null;
        }
        double low = Math.log(0.5 / gap);
        double high = Math.log(1 / gap);
        double x = Math.log((3 - gap + Math.sqrt((gap - 3) * (gap - 3) + 24 * gap)) / (12 * gap));
        for (int step = 0; step < 100; step++) {
            double k = Math.exp(x);
            double f = logLessDigamma(k) - gap;
            if (f > 0) {
                low = Math.max(low, x);
            } else {
                high = Math.min(high, x);
            }
            double next = x - f / (1 - k * Polygamma.trigamma(k));
            next = next > low && next < high ? next : (low + high) / 2;
            boolean done = Math.abs(next - x) <= 1e-15 * Math.max(1, Math.abs(x));
            x = next;
            if (done) {
                break;
            }
        }
        double k = Math.exp(x);
        return new double[] {k, k / mean[1]};
    }

    /** ln k - psi(k), by its series where the two nearly agree. */
    private static double logLessDigamma(double k) {
        if (k < 100) {
            return Math.log(k) - Polygamma.digamma(k);
        }
        double inverse = 1 / (k * k);
        return 0.5 / k + inverse * (1.0 / 12 - inverse * (1.0 / 120 - inverse / 252));
    }

    private static double @Nullable [] tilted(double[] mean, double[] s) {
        double[] law = parameters(mean);
        if (law == null) {
            return null;
        }
        double k = law[0] + s[0];
        double r = law[1] - s[1];
        return k > 0 && r > 0 ? new double[] {k, r} : new double[] {Double.NaN, Double.NaN};
    }

    @Override
    public double cumulant(double[] mean, double[] s) {
        double[] law = parameters(mean);
        if (law == null) {
            return dot(mean, s);
        }
        double k = law[0];
        double r = law[1];
        if (!(k + s[0] > 0 && r - s[1] > 0)) {
            return Double.POSITIVE_INFINITY;
        }
        return Polygamma.logGammaRise(k, s[0]) - s[0] * Math.log(r - s[1]) - k * Math.log1p(-s[1] / r);
    }

    @Override
    public void tiltedMean(double[] mean, double[] s, double[] out) {
        double[] law = tilted(mean, s);
        out[0] = law == null ? mean[0] : Polygamma.digamma(law[0]) - Math.log(law[1]);
        out[1] = law == null ? mean[1] : law[0] / law[1];
    }

    @Override
    public void tiltedCovariance(double[] mean, double[] s, double[] out) {
        double[] law = tilted(mean, s);
        out[0] = law == null ? 0 : Polygamma.trigamma(law[0]);
        out[1] = law == null ? 0 : 1 / law[1];
        out[2] = out[1];
        out[3] = law == null ? 0 : law[0] / (law[1] * law[1]);
    }

    @Override
    public void tiltedThird(double[] mean, double[] s, double[] out) {
        double[] law = tilted(mean, s);
        double[] byCount = new double[4];
        if (law != null) {
            double r = law[1];
            byCount = new double[] {Polygamma.tetragamma(law[0]), 0 * r, 1 / (r * r), 2 * law[0] / (r * r * r)};
        }
        for (int i = 0; i < 8; i++) {
            out[i] = byCount[Integer.bitCount(i)];
        }
    }

    @Override
    public double reach(double[] mean, double[] direction) {
        double[] law = parameters(mean);
        if (law == null) {
            return Double.POSITIVE_INFINITY;
        }
        double byShape = direction[0] < 0 ? law[0] / -direction[0] : Double.POSITIVE_INFINITY;
        double byRate = direction[1] > 0 ? law[1] / direction[1] : Double.POSITIVE_INFINITY;
        return Math.min(byShape, byRate);
    }

    @Override
    String one(Told variable) {
        return "shape of " + variable.name() + " plus 1, or its rate minus 1";
    }

    @Override
    Effect effect(Told variable, double[] mean, double[] s) {
        double[] before = parameters(mean);
        if (before == null) {
            return Effect.of(
                    variable.axis().move("the mean of " + variable.name(), mean[1], mean[1]),
                    new Effect.Figure("mean of " + variable.name(), mean[1], mean[1], variable.axis()));
        }
        double[] after = {before[0] + s[0], before[1] - s[1]};
        double meanAfter = after[0] / after[1];
        double sdBefore = Math.sqrt(before[0]) / before[1];
        double sdAfter = Math.sqrt(after[0]) / after[1];
        return new Effect(
                variable.axis().move("the mean of " + variable.name(), mean[1], meanAfter) + " and "
                        + variable.axis().spread("its standard deviation", sdBefore, sdAfter),
                List.of(
                        new Effect.Figure("mean of " + variable.name(), mean[1], meanAfter, variable.axis()),
                        new Effect.Figure(variable.deviation(), sdBefore, sdAfter),
                        new Effect.Figure("shape of " + variable.name(), before[0], after[0]),
                        new Effect.Figure("rate of " + variable.name(), before[1], after[1])));
    }

    /** What has no target stays: a wanted mean keeps the standard deviation, and the other way round. */
    @Override
    double[] towards(String place, double[] mean, List<Target> wanted) {
        double[] law = parameters(mean);
        if (law == null) {
            throw notReachable(place, wanted.get(0), "the variable does not vary here, no shift moves it");
        }
        double newMean = mean[1];
        double newSd = Math.sqrt(law[0]) / law[1];
        for (Target target : wanted) {
            if (!(target.value() > 0)) {
                throw notReachable(place, target, "must be > 0");
            }
            switch (target.quantity()) {
                case MEAN -> newMean = target.value();
                case DEVIATION -> newSd = target.value();
                default ->
                    throw wrongQuantity(
                            place,
                            target,
                            "E[" + target.variable() + "] = number or sd[" + target.variable() + "] = number");
            }
        }
        double rate = newMean / (newSd * newSd);
        return new double[] {newMean * rate - law[0], law[1] - rate};
    }
}
