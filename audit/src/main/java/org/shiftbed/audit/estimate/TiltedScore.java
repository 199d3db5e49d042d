package org.shiftbed.audit.estimate;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.shiftbed.audit.nuisance.Groups;

/**
 * The score of one variable at a shift that is not zero, unit by unit: {@code X = s'(delta)(T - mu_delta)} and its derivative
 * {@code s''(delta).(T - mu_delta) - s'(delta) V_delta s'(delta)'} (parametric-robustness 2.1), with the family's own mean and covariance.
 */
final class TiltedScore implements Scores {
    private static final int[] NO_ROWS = {};
    private static final double[] NO_BASE = {};

    private final ShiftingVariable variable;
    private final double[] delta;
    private final DensityRatio ratio;
    private final int index;
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
    /** By pattern, of the weighted rows, where those and not the law normalise the weights. */
    private final double @Nullable [][] moments;

    private int[] rows = NO_ROWS;
    private double[] values = NO_BASE;

    /**
     * @param ratio what has the fitted laws
     * @param index which of the variables
     * @param delta its own parameters
     */
    TiltedScore(ShiftingVariable variable, DensityRatio ratio, int index, double[] delta) {
        this.variable = variable;
        this.ratio = ratio;
        this.index = index;
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
        Groups patterns = variable.patterns();
        moments = patterns != null && ratio.normalised(index) ? ratio.weightedMoments(index, delta, patterns) : null;
    }

    @Override
    public void load(int u) {
        variable.parents(u, z);
        variable.form().value(z, delta, s);
        variable.form().jacobian(z, delta, jacobian);
        if (curvature.length > 0) {
            variable.form().curvature(z, delta, curvature);
        }
        Groups patterns = variable.patterns();
        if (moments != null && patterns != null) {
            System.arraycopy(moments[patterns.at(u)], 0, tilted, 0, q);
            System.arraycopy(moments[patterns.at(u)], q, covariance, 0, q * q);
        } else {
            ratio.mean(index, u, mean);
            variable.family().tiltedMean(mean, s, tilted);
            variable.family().tiltedCovariance(mean, s, covariance);
        }
        for (int k = 0; k < q; k++) {
            eps[k] = variable.statistic().at(u, k) - tilted[k];
        }
        select();
    }

    /** Which parameters this unit can feel, and their scores. */
    private void select() {
        int[] found = new int[p];
        int count = 0;
        for (int a = 0; a < p; a++) {
            boolean felt = curvature.length > 0;
            for (int k = 0; k < q && !felt; k++) {
                felt = jacobian[a * q + k] != 0;
            }
            if (felt) {
                found[count++] = a;
            }
        }
        rows = Arrays.copyOf(found, count);
        values = new double[count];
        for (int r = 0; r < count; r++) {
            values[r] = score(rows[r]);
        }
    }

    @Override
    public int[] rows() {
        return rows;
    }

    @Override
    public double[] values() {
        return values;
    }

    @Override
    public int stratum() {
        return 0;
    }

    @Override
    public int strata() {
        return 1;
    }

    @Override
    public int[] baseRows(int stratum) {
        return NO_ROWS;
    }

    @Override
    public double[] base(int stratum) {
        return NO_BASE;
    }

    /** X'd. */
    double along(double[] d) {
        double sum = 0;
        for (int r = 0; r < rows.length; r++) {
            sum += d[rows[r]] * values[r];
        }
        return sum;
    }

    /** d'(dX/d delta)d. */
    double changeAlong(double[] d) {
        double sum = 0;
        for (int a : rows) {
            if (d[a] != 0) {
                for (int b : rows) {
                    if (d[b] != 0) {
                        sum += d[a] * d[b] * change(a, b);
                    }
                }
            }
        }
        return sum;
    }

    /**
     * Adds {@code c dX/d delta}.
     *
     * @param place by own parameter its row and column in {@code into}
     */
    void addChange(double c, int[] place, double[][] into) {
        for (int a : rows) {
            for (int b : rows) {
                into[place[a]][place[b]] += c * change(a, b);
            }
        }
    }

    /** Component a of X. */
    private double score(int a) {
        double sum = 0;
        for (int k = 0; k < q; k++) {
            sum += jacobian[a * q + k] * eps[k];
        }
        return sum;
    }

    /** Entry (a, b) of dX/d delta. */
    private double change(int a, int b) {
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
