package org.shiftbed.audit.estimate;

/**
 * The score of one variable at a shift that is not zero, unit by unit: {@code X = s'(delta)(T - mu_delta)} and its derivative
 * {@code s''(delta).(T - mu_delta) - s'(delta) V_delta s'(delta)'} (parametric-robustness 2.1), with the family's own mean and covariance.
 */
final class TiltedScore {
    private final ShiftingVariable variable;
    private final double[] delta;
    private final int p;
    private final int q;
    private final double[] z;
    private final double[] s;
    private final double[] mean;
    private final double[] tilted;
    private final double[] covariance;
    private final double[] jacobian;
    private final double[] curvature;
    private final double[] eps;

    TiltedScore(ShiftingVariable variable, double[] delta) {
        this.variable = variable;
        this.delta = delta;
        p = delta.length;
        q = variable.dimension();
        z = new double[variable.parents().length];
        s = new double[q];
        mean = new double[q];
        tilted = new double[q];
        covariance = new double[q * q];
        jacobian = new double[p * q];
        curvature = new double[variable.form().linear() ? 0 : p * p * q];
        eps = new double[q];
    }

    /** Loads unit u of variable i. */
    void load(int u, DensityRatio ratio, int i) {
        variable.parents(u, z);
        variable.form().value(z, delta, s);
        variable.form().jacobian(z, delta, jacobian);
        if (curvature.length > 0) {
            variable.form().curvature(z, delta, curvature);
        }
        ratio.mean(i, u, mean);
        variable.family().tiltedMean(mean, s, tilted);
        variable.family().tiltedCovariance(mean, s, covariance);
        for (int k = 0; k < q; k++) {
            eps[k] = variable.statistic()[u * q + k] - tilted[k];
        }
    }

    /** X'd. */
    double along(double[] d) {
        double sum = 0;
        for (int a = 0; a < p; a++) {
            sum += d[a] * score(a);
        }
        return sum;
    }

    /** d'(dX/d delta)d. */
    double changeAlong(double[] d) {
        double sum = 0;
        for (int a = 0; a < p; a++) {
            if (d[a] != 0) {
                for (int b = 0; b < p; b++) {
                    if (d[b] != 0) {
                        sum += d[a] * d[b] * change(a, b);
                    }
                }
            }
        }
        return sum;
    }

    /** Component a of X. */
    double score(int a) {
        double sum = 0;
        for (int k = 0; k < q; k++) {
            sum += jacobian[a * q + k] * eps[k];
        }
        return sum;
    }

    /** Entry (a, b) of dX/d delta. */
    double change(int a, int b) {
        double sum = 0;
        for (int k = 0; k < q; k++) {
            if (curvature.length > 0) {
                sum += curvature[(a * p + b) * q + k] * eps[k];
            }
            if (jacobian[a * q + k] != 0) {
                for (int c = 0; c < q; c++) {
                    sum -= jacobian[a * q + k] * covariance[k * q + c] * jacobian[b * q + c];
                }
            }
        }
        return sum;
    }
}
