package org.shiftbed.audit.estimate;

import org.shiftbed.audit.form.ShiftForm;

/** The derivatives of a form at no shift along a delta: {@code D'delta} and {@code delta'D2 delta}, q values each, kept until the next call. */
final class Contraction {
    private final ShiftingVariable variable;
    private final double[] delta;
    private final double[] zero;
    private final double[] z;
    private final double[] jacobian;
    private final double[] curvature;
    private final double[] first;
    private final double[] second;

    Contraction(ShiftingVariable variable, double[] delta) {
        this.variable = variable;
        this.delta = delta;
        int p = delta.length;
        int q = variable.dimension();
        zero = new double[p];
        z = new double[variable.parents().length];
        jacobian = new double[p * q];
        curvature = new double[variable.form().linear() ? 0 : p * p * q];
        first = new double[q];
        second = new double[q];
    }

    /** {@code D'delta} in a unit. */
    double[] first(ShiftForm form, int u) {
        variable.parents(u, z);
        form.jacobian(z, zero, jacobian);
        for (int k = 0; k < first.length; k++) {
            first[k] = 0;
            for (int a = 0; a < delta.length; a++) {
                first[k] += delta[a] * jacobian[a * first.length + k];
            }
        }
        return first;
    }

    /** {@code delta'D2 delta} in a unit, of a form that is not linear. */
    double[] second(ShiftForm form, int u) {
        variable.parents(u, z);
        form.curvature(z, zero, curvature);
        int p = delta.length;
        for (int k = 0; k < second.length; k++) {
            second[k] = 0;
            for (int a = 0; a < p; a++) {
                for (int b = 0; b < p; b++) {
                    second[k] += delta[a] * delta[b] * curvature[(a * p + b) * second.length + k];
                }
            }
        }
        return second;
    }
}
