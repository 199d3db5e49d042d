package org.shiftbed.audit.form;

import java.util.Arrays;

/**
 * A Gaussian without parents whose mean moves to mu + sigma d0 and whose sd to sigma e^d1, in the natural parameters of (w, w^2):
 * s = ((mu + sigma d0) e^(-2 d1)/sigma^2 - mu/sigma^2, (1 - e^(-2 d1))/(2 sigma^2)) (parametric-robustness 2.4).
 */
final class MeanLogSd implements ShiftForm {
    private final double mean;
    private final double sd;

    /** @param sd &gt; 0 */
    MeanLogSd(double mean, double sd) {
        this.mean = mean;
        this.sd = sd;
    }

    @Override
    public ShiftForm around(Forms.Nominal nominal) {
        return new MeanLogSd(nominal.mean(), nominal.sd());
    }

    @Override
    public int parameters() {
        return 2;
    }

    @Override
    public int dimension() {
        return 2;
    }

    @Override
    public String label(int a) {
        return a == 0 ? "mean" : "log sd";
    }

    @Override
    public boolean linear() {
        return false;
    }

    @Override
    public void value(double[] z, double[] delta, double[] s) {
        double shrink = Math.expm1(-2 * delta[1]);
        s[0] = mean * shrink / (sd * sd) + delta[0] * (1 + shrink) / sd;
        s[1] = -shrink / (2 * sd * sd);
    }

    @Override
    public void jacobian(double[] z, double[] delta, double[] d) {
        double e = Math.exp(-2 * delta[1]);
        d[0] = e / sd;
        d[1] = 0;
        d[2] = -2 * (mean + sd * delta[0]) * e / (sd * sd);
        d[3] = e / (sd * sd);
    }

    @Override
    public void curvature(double[] z, double[] delta, double[] d2) {
        double e = Math.exp(-2 * delta[1]);
        Arrays.fill(d2, 0, 8, 0);
        d2[2] = -2 * e / sd;
        d2[4] = d2[2];
        d2[6] = 4 * (mean + sd * delta[0]) * e / (sd * sd);
        d2[7] = -2 * e / (sd * sd);
    }
}
