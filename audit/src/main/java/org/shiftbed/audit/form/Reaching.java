package org.shiftbed.audit.form;

import java.util.List;
import org.hipparchus.linear.DecompositionSolver;
import org.hipparchus.linear.MatrixUtils;
import org.hipparchus.linear.RealMatrix;
import org.hipparchus.linear.RealVector;
import org.hipparchus.linear.SingularValueDecomposition;
import org.shiftbed.base.UserError;

/** The parameters under which a form takes wanted values: targets become delta (parametric-robustness 6). */
public final class Reaching {
    private static final int STEPS = 100;

    private Reaching() {}

    /**
     * The delta with s(z_i; delta) = s_i for all i; of several, one of smallest norm where the form is linear. Gauss-Newton from 0 with
     * shortened steps, one full step for a linear form.
     *
     * @param place where the targets stand, for the error
     * @param z parents, one array a target
     * @param s wanted shifts, one array of q values a target
     * @throws UserError if no delta takes all values
     */
    public static double[] delta(String place, ShiftForm form, List<double[]> z, List<double[]> s) {
        double[] delta = new double[form.parameters()];
        RealVector rest = rest(form, z, s, delta);
        double scale = 1;
        for (double[] wanted : s) {
            for (double value : wanted) {
                scale = Math.max(scale, Math.abs(value));
            }
        }
        double enough = 1e-10 * scale;
        for (int step = 0; step < STEPS && rest.getLInfNorm() > enough; step++) {
            RealVector direction = direction(form, z, delta, rest);
            double length = 1;
            double[] next = moved(delta, direction, length);
            RealVector nextRest = rest(form, z, s, next);
            while (length > 1e-6 && !(nextRest.getNorm() < rest.getNorm())) {
                length /= 2;
                next = moved(delta, direction, length);
                nextRest = rest(form, z, s, next);
            }
            if (!(nextRest.getNorm() < rest.getNorm())) {
                break;
            }
            delta = next;
            rest = nextRest;
        }
        if (!(rest.getLInfNorm() <= 1e-8 * scale)) {
            throw new UserError(
                    place + ": no delta of this form meets all targets at once; use form: per-value, or fewer targets");
        }
        return delta;
    }

    private static double[] moved(double[] delta, RealVector direction, double length) {
        double[] next = delta.clone();
        for (int a = 0; a < next.length; a++) {
            next[a] += length * direction.getEntry(a);
        }
        return next;
    }

    private static RealVector rest(ShiftForm form, List<double[]> z, List<double[]> s, double[] delta) {
        int q = form.dimension();
        double[] now = new double[q];
        RealVector rest = MatrixUtils.createRealVector(new double[q * s.size()]);
        for (int i = 0; i < s.size(); i++) {
            form.value(z.get(i), delta, now);
            for (int k = 0; k < q; k++) {
                rest.setEntry(i * q + k, s.get(i)[k] - now[k]);
            }
        }
        return rest;
    }

    /**
     * How delta follows the wanted values: the matrix that turns a small change of all s, stacked, into that of delta, p x (q * number of targets).
     *
     * @param z parents, one array a target
     * @param delta where the targets are met
     */
    public static RealMatrix slope(ShiftForm form, List<double[]> z, double[] delta) {
        return solver(form, z, delta).getInverse();
    }

    /** The step of smallest norm that solves D' step = rest in least squares. */
    private static RealVector direction(ShiftForm form, List<double[]> z, double[] delta, RealVector rest) {
        return solver(form, z, delta).solve(rest);
    }

    private static DecompositionSolver solver(ShiftForm form, List<double[]> z, double[] delta) {
        int q = form.dimension();
        int p = form.parameters();
        double[] d = new double[p * q];
        RealMatrix matrix = MatrixUtils.createRealMatrix(q * z.size(), p);
        for (int i = 0; i < z.size(); i++) {
            form.jacobian(z.get(i), delta, d);
            for (int k = 0; k < q; k++) {
                for (int a = 0; a < p; a++) {
                    matrix.setEntry(i * q + k, a, d[a * q + k]);
                }
            }
        }
        return new SingularValueDecomposition(matrix).getSolver();
    }
}
