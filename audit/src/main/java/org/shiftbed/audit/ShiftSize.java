package org.shiftbed.audit;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.shiftbed.audit.spec.BudgetSpec;
import org.shiftbed.audit.worst.Ball;
import org.shiftbed.audit.worst.Budget;
import org.shiftbed.audit.worst.Ellipsoid;
import org.shiftbed.base.UserError;

/** How a budget measures the size of a shift d: sqrt(d'Ad + b'd) (parametric-robustness 4.1 and 4.2). */
final class ShiftSize {
    private final int count;
    private final double @Nullable [][] metric;
    private final double[] vector;

    /** @param metric A; null: the identity */
    private ShiftSize(int count, double @Nullable [][] metric, double[] vector) {
        this.count = count;
        this.metric = metric;
        this.vector = vector;
    }

    /**
     * @param names of the parameters
     * @param information E[x x']
     * @param errors standard errors of the gradient
     */
    static ShiftSize of(BudgetSpec.Size size, ParameterNames names, double[][] information, double[] errors) {
        int p = names.size();
        if (size instanceof BudgetSpec.Fisher) {
            return new ShiftSize(p, information, new double[p]);
        }
        if (size instanceof BudgetSpec.Scaled scaled) {
            double[] scales = new double[p];
            Arrays.fill(scales, scaled.scales().getOrDefault(ParameterNames.ALL, 1.0));
            names.each("budget.scaled.scales", scaled.scales(), (a, value) -> scales[a] = value);
            return diagonal("budget.scaled.scales", names, scales);
        }
        if (size instanceof BudgetSpec.StandardError) {
            return diagonal("budget.standard-error", names, errors);
        }
        if (size instanceof BudgetSpec.Ellipsoid ellipsoid) {
            if (ellipsoid.matrix().size() != p) {
                throw new UserError("budget.ellipsoid: needs a matrix of " + p + " x " + p + " for the parameters "
                        + String.join("; ", names.labels()) + ", found "
                        + ellipsoid.matrix().size() + " rows");
            }
            double[][] a = new double[p][p];
            for (int i = 0; i < p; i++) {
                if (ellipsoid.matrix().get(i).size() != p) {
                    throw new UserError("budget.ellipsoid: row " + (i + 1) + " needs " + p + " numbers, found "
                            + ellipsoid.matrix().get(i).size());
                }
                for (int j = 0; j < p; j++) {
                    a[i][j] = ellipsoid.matrix().get(i).get(j);
                }
            }
            double[] vector = new double[p];
            for (int i = 0; i < ellipsoid.vector().size() && i < p; i++) {
                vector[i] = ellipsoid.vector().get(i);
            }
            return new ShiftSize(p, a, vector);
        }
        return new ShiftSize(p, null, new double[p]);
    }

    private static ShiftSize diagonal(String place, ParameterNames names, double[] scales) {
        double[][] a = new double[scales.length][scales.length];
        for (int k = 0; k < scales.length; k++) {
            if (!(scales[k] > 0) || Double.isInfinite(scales[k])) {
                throw new UserError(
                        place + ": the scale of '" + names.labels().get(k) + "' must be a positive number, found "
                                + scales[k] + "; freeze the parameter, or scale it by hand");
            }
            a[k][k] = 1 / (scales[k] * scales[k]);
        }
        return new ShiftSize(scales.length, a, new double[scales.length]);
    }

    /** All shifts up to a size. */
    Budget budget() {
        return metric == null ? new Ball() : new Ellipsoid(metric, vector);
    }

    boolean isBall() {
        return metric == null;
    }

    /** Whether b differs from 0. */
    boolean hasVector() {
        return Arrays.stream(vector).anyMatch(entry -> entry != 0);
    }

    /** How large a shift is. */
    double of(double[] delta) {
        double sum = 0;
        for (int a = 0; a < delta.length; a++) {
            double row = 0;
            for (int b = 0; b < delta.length; b++) {
                row += (metric == null ? (a == b ? 1 : 0) : metric[a][b]) * delta[b];
            }
            sum += delta[a] * row + vector[a] * delta[a];
        }
        return Math.sqrt(Math.max(0, sum));
    }

    /** A. */
    double[][] metric() {
        double[][] a = new double[count][count];
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < count; j++) {
                a[i][j] = metric == null ? (i == j ? 1 : 0) : metric[i][j];
            }
        }
        return a;
    }

    /** b. */
    double[] vector() {
        return vector.clone();
    }
}
