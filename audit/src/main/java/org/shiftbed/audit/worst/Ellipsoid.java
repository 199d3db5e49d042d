package org.shiftbed.audit.worst;

import java.util.List;
import org.shiftbed.base.UserError;

/**
 * All shifts with {@code d'Ad + b'd <= R^2} for a symmetric positive semidefinite A and the radius R (parametric-robustness 4.2).
 *
 * <p>Scales of the parameters, budgets of whole variables and the sizes of Fisher's information are nothing but an A. The right side is
 * the square of the radius, so that without b the radius is the length of the shift as A measures it, and the curve's slope is nu R for
 * the ball and here. {@link EllipsoidSolver#solveBound} takes the right side itself. A may be singular where the gain itself keeps the
 * directions that A does not see from running away.
 */
public final class Ellipsoid implements Budget {
    private final double[][] a;
    private final double[] b;

    /**
     * @param a A, p x p; the symmetric part counts
     * @param b p entries, zeros for an ellipsoid around no shift
     */
    public Ellipsoid(double[][] a, double[] b) {
        this.a = Matrices.copy(a);
        this.b = b.clone();
        for (double[] row : a) {
            if (row.length != a.length) {
                throw new IllegalArgumentException(
                        "A has " + a.length + " rows and a row of " + row.length + " entries");
            }
        }
        if (b.length != a.length) {
            throw new IllegalArgumentException("A has " + a.length + " rows, b " + b.length + " entries");
        }
    }

    /** Around no shift: {@code d'Ad <= R^2}. With A the mean of x x', R^2 is about twice the KL divergence of the shifted law. */
    public static Ellipsoid around(double[][] a) {
        return new Ellipsoid(a, new double[a.length]);
    }

    /**
     * {@code sum (d_k / scale_k)^2 <= R^2}.
     *
     * @param scales one positive finite number a parameter, for example its standard error
     */
    public static Ellipsoid scaled(double[] scales) {
        double[][] a = new double[scales.length][scales.length];
        for (int k = 0; k < scales.length; k++) {
            if (!(scales[k] > 0) || Double.isInfinite(scales[k])) {
                throw new UserError("scales[" + k + "]: must be a positive finite number, found " + scales[k]
                        + "; freeze the parameter if it must not move");
            }
            a[k][k] = 1 / (scales[k] * scales[k]);
        }
        return around(a);
    }

    /** A, a copy. */
    public double[][] a() {
        return Matrices.copy(a);
    }

    /** b, a copy. */
    public double[] b() {
        return b.clone();
    }

    @Override
    public EllipsoidSolver on(Quadratic gain) {
        return new EllipsoidSolver(a, b, gain);
    }

    @Override
    public Ellipsoid keep(int[] kept, List<String> labels) {
        double[][] keptA = new double[kept.length][kept.length];
        double[] keptB = new double[kept.length];
        for (int i = 0; i < kept.length; i++) {
            keptB[i] = b[kept[i]];
            for (int j = 0; j < kept.length; j++) {
                keptA[i][j] = a[kept[i]][kept[j]];
            }
        }
        return new Ellipsoid(keptA, keptB);
    }
}
