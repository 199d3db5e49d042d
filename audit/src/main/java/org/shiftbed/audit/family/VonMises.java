package org.shiftbed.audit.family;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Angles (radians) with a von Mises law: T = (cos w, sin w), natural parameter kappa (cos mu, sin mu), h = ln I0(|eta|); a shift adds to
 * the resultant vector (parametric-robustness 1.4). A mean of length 1 or more belongs to an angle that does not vary: a point mass.
 */
final class VonMises extends Law {
    VonMises() {
        super("von-mises", 1, 2);
    }

    @Override
    public String component(int k) {
        return k == 0 ? "cos" : "sin";
    }

    @Override
    public void statistic(double[] w, double[] t) {
        t[0] = Math.cos(w[0]);
        t[1] = Math.sin(w[0]);
    }

    @Override
    public @Nullable String refuse(double[] w) {
        return Double.isFinite(w[0]) ? null : "must be an angle in radians";
    }

    private static double @Nullable [] natural(double[] mean) {
        double length = Math.hypot(mean[0], mean[1]);
        if (length >= 1 - 1e-12) {
            return null;
        }
        double over = length < 1e-8 ? 2 : Bessel.inverseRatio(length) / length;
        return new double[] {over * mean[0], over * mean[1]};
    }

    private static double @Nullable [] tilted(double[] mean, double[] s) {
        double[] eta = natural(mean);
        return eta == null ? null : new double[] {eta[0] + s[0], eta[1] + s[1]};
    }

    @Override
    public double cumulant(double[] mean, double[] s) {
        double[] eta = natural(mean);
        if (eta == null) {
            return dot(mean, s);
        }
        double before = Math.hypot(eta[0], eta[1]);
        double after = Math.hypot(eta[0] + s[0], eta[1] + s[1]);
        double sum = before + after;
        double rise = sum == 0 ? 0 : (s[0] * (2 * eta[0] + s[0]) + s[1] * (2 * eta[1] + s[1])) / sum;
        return Bessel.logScaledI0(after) - Bessel.logScaledI0(before) + rise;
    }

    @Override
    public void tiltedMean(double[] mean, double[] s, double[] out) {
        double[] eta = tilted(mean, s);
        if (eta == null) {
            System.arraycopy(mean, 0, out, 0, 2);
            return;
        }
        double over = Bessel.ratioOver(Math.hypot(eta[0], eta[1]));
        out[0] = over * eta[0];
        out[1] = over * eta[1];
    }

    @Override
    public void tiltedCovariance(double[] mean, double[] s, double[] out) {
        double[] eta = tilted(mean, s);
        double kappa = eta == null ? 0 : Math.hypot(eta[0], eta[1]);
        double across = eta == null ? 0 : Bessel.ratioOver(kappa);
        double along = eta == null ? 0 : Bessel.slope(kappa);
        double[] u = direction(eta, kappa);
        for (int i = 0; i < 2; i++) {
            for (int j = 0; j < 2; j++) {
                out[2 * i + j] = across * (i == j ? 1 : 0) + (along - across) * u[i] * u[j];
            }
        }
    }

    @Override
    public void tiltedThird(double[] mean, double[] s, double[] out) {
        double[] eta = tilted(mean, s);
        double kappa = eta == null ? 0 : Math.hypot(eta[0], eta[1]);
        double along = eta == null ? 0 : Bessel.bend(kappa);
        double across = eta == null ? 0 : Bessel.slopeOfRatioOver(kappa);
        double[] u = direction(eta, kappa);
        for (int i = 0; i < 2; i++) {
            for (int j = 0; j < 2; j++) {
                for (int k = 0; k < 2; k++) {
                    double mixed = u[i] * beside(u, j, k) + u[j] * beside(u, i, k) + u[k] * beside(u, i, j);
                    out[4 * i + 2 * j + k] = along * u[i] * u[j] * u[k] + across * mixed;
                }
            }
        }
    }

    private static double beside(double[] u, int i, int j) {
        return (i == j ? 1 : 0) - u[i] * u[j];
    }

    private static double[] direction(double @Nullable [] eta, double kappa) {
        return eta == null || kappa == 0 ? new double[] {1, 0} : new double[] {eta[0] / kappa, eta[1] / kappa};
    }

    @Override
    public double reach(double[] mean, double[] direction) {
        return Double.POSITIVE_INFINITY;
    }

    @Override
    String one(Told variable) {
        return "concentration vector of " + variable.name() + " longer by 1 along its cosine or its sine";
    }

    @Override
    Effect effect(Told variable, double[] mean, double[] s) {
        double[] after = new double[2];
        tiltedMean(mean, s, after);
        double oldAngle = Math.toDegrees(Math.atan2(mean[1], mean[0]));
        double newAngle = Math.toDegrees(Math.atan2(after[1], after[0]));
        double oldLength = Math.hypot(mean[0], mean[1]);
        double newLength = Math.hypot(after[0], after[1]);
        return new Effect(
                Words.move("the mean direction of " + variable.name() + " in degrees", oldAngle, newAngle) + " and "
                        + Words.move("the length of its resultant", oldLength, newLength),
                List.of(
                        new Effect.Figure("mean direction of " + variable.name() + " in degrees", oldAngle, newAngle),
                        new Effect.Figure("resultant length of " + variable.name(), oldLength, newLength)));
    }

    @Override
    double[] towards(String place, double[] mean, List<Target> wanted) {
        throw notReachable(place, wanted.get(0), "a von-mises variable takes no target; give delta");
    }
}
