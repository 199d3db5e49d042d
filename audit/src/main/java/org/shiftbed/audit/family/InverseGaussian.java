package org.shiftbed.audit.family;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Inverse Gaussian: T = (w, 1/w) and h = -2 sqrt(ab) - ln(2b)/2 with a = lambda/(2 mu^2), b = lambda/2; a shift takes s1 from a and s2
 * from b, both of which have to stay positive (parametric-robustness 1.4). Means of a w that does not vary are a point mass.
 */
final class InverseGaussian extends Law {
    InverseGaussian() {
        super("inverse-gaussian", 1, 2);
    }

    @Override
    public String component(int k) {
        return k == 0 ? "w" : "1/w";
    }

    @Override
    public void statistic(double[] w, double[] t) {
        t[0] = w[0];
        t[1] = 1 / w[0];
    }

    @Override
    public @Nullable String refuse(double[] w) {
        return w[0] > 0 && Double.isFinite(w[0]) && Double.isFinite(1 / w[0]) ? null : "must be > 0";
    }

    /** (a, b) of a mean: E[1/w] - 1/E[w] = 1/lambda. Null for a point mass. */
    private static double @Nullable [] parameters(double[] mean) {
        double excess = mean[0] * mean[1] - 1;
        if (!(excess > 1e-13)) {
            return null;
        }
        double lambda = mean[0] / excess;
        return new double[] {lambda / (2 * mean[0] * mean[0]), lambda / 2};
    }

    private static double @Nullable [] tilted(double[] mean, double[] s) {
        double[] law = parameters(mean);
        if (law == null) {
            return null;
        }
        double a = law[0] - s[0];
        double b = law[1] - s[1];
        return a > 0 && b > 0 ? new double[] {a, b} : new double[] {Double.NaN, Double.NaN};
    }

    @Override
    public double cumulant(double[] mean, double[] s) {
        double[] law = parameters(mean);
        if (law == null) {
            return dot(mean, s);
        }
        double a = law[0] - s[0];
        double b = law[1] - s[1];
        if (!(a > 0 && b > 0)) {
            return Double.POSITIVE_INFINITY;
        }
        // sqrt(a'b') - sqrt(ab) by the difference of the squares, which does not cancel.
        double change = s[0] * s[1] - law[0] * s[1] - law[1] * s[0];
        double roots = change / (Math.sqrt(a * b) + Math.sqrt(law[0] * law[1]));
        return -2 * roots - Math.log1p(-s[1] / law[1]) / 2;
    }

    @Override
    public void tiltedMean(double[] mean, double[] s, double[] out) {
        double[] law = tilted(mean, s);
        if (law == null) {
            System.arraycopy(mean, 0, out, 0, 2);
            return;
        }
        out[0] = Math.sqrt(law[1] / law[0]);
        out[1] = Math.sqrt(law[0] / law[1]) + 1 / (2 * law[1]);
    }

    @Override
    public void tiltedCovariance(double[] mean, double[] s, double[] out) {
        double[] law = tilted(mean, s);
        if (law == null) {
            Arrays.fill(out, 0, 4, 0);
            return;
        }
        double a = law[0];
        double b = law[1];
        out[0] = Math.sqrt(b / a) / (2 * a);
        out[1] = -1 / (2 * Math.sqrt(a * b));
        out[2] = out[1];
        out[3] = Math.sqrt(a / b) / (2 * b) + 1 / (2 * b * b);
    }

    @Override
    public void tiltedThird(double[] mean, double[] s, double[] out) {
        double[] law = tilted(mean, s);
        double[] byCount = new double[4];
        if (law != null) {
            double a = law[0];
            double b = law[1];
            byCount[0] = 0.75 * Math.sqrt(b / a) / (a * a);
            byCount[1] = -0.25 / (a * Math.sqrt(a * b));
            byCount[2] = -0.25 / (b * Math.sqrt(a * b));
            byCount[3] = 0.75 * Math.sqrt(a / b) / (b * b) + 1 / (b * b * b);
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
        double first = direction[0] > 0 ? law[0] / direction[0] : Double.POSITIVE_INFINITY;
        double second = direction[1] > 0 ? law[1] / direction[1] : Double.POSITIVE_INFINITY;
        return Math.min(first, second);
    }

    /** The sd of w: Var[w] = mu^3/lambda = sqrt(b/a)/(2a). */
    @Override
    String one(Told variable) {
        return "a natural parameter of " + variable.name() + " plus 1";
    }

    @Override
    Effect effect(Told variable, double[] mean, double[] s) {
        double[] mu = new double[2];
        double[] v = new double[4];
        tiltedCovariance(mean, new double[2], v);
        double sdBefore = Math.sqrt(v[0]);
        tiltedMean(mean, s, mu);
        tiltedCovariance(mean, s, v);
        double sdAfter = Math.sqrt(v[0]);
        return new Effect(
                variable.axis().move("the mean of " + variable.name(), mean[0], mu[0]) + " and "
                        + variable.axis().spread("its standard deviation", sdBefore, sdAfter),
                List.of(
                        new Effect.Figure("mean of " + variable.name(), mean[0], mu[0], variable.axis()),
                        new Effect.Figure(variable.deviation(), sdBefore, sdAfter)));
    }

    /** What has no target stays: a wanted mean keeps the standard deviation, and the other way round. */
    @Override
    double[] towards(String place, double[] mean, List<Target> wanted) {
        double[] law = parameters(mean);
        if (law == null) {
            throw notReachable(place, wanted.get(0), "the variable does not vary here, no shift moves it");
        }
        double newMean = mean[0];
        double variance = Math.sqrt(law[1] / law[0]) / (2 * law[0]);
        for (Target target : wanted) {
            if (!(target.value() > 0)) {
                throw notReachable(place, target, "must be > 0");
            }
            switch (target.quantity()) {
                case MEAN -> newMean = target.value();
                case DEVIATION -> variance = target.value() * target.value();
                default ->
                    throw wrongQuantity(
                            place,
                            target,
                            "E[" + target.variable() + "] = number or sd[" + target.variable() + "] = number");
            }
        }
        double lambda = newMean * newMean * newMean / variance;
        return new double[] {law[0] - lambda / (2 * newMean * newMean), law[1] - lambda / 2};
    }
}
