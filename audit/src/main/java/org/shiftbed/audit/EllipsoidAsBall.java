package org.shiftbed.audit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.hipparchus.exception.MathIllegalArgumentException;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.CholeskyDecomposition;
import org.hipparchus.linear.LUDecomposition;
import org.hipparchus.linear.RealMatrix;
import org.shiftbed.audit.worst.LinearLimit;
import org.shiftbed.audit.worst.LinearLimits;
import org.shiftbed.audit.worst.Quadratic;
import org.shiftbed.audit.worst.RadiusSolver;
import org.shiftbed.audit.worst.WorstCase;
import org.shiftbed.base.UserError;

/**
 * An ellipsoid d'Ad within limits, by a change of coordinates: with A = C C' and d = C^-T y the ellipsoid is a ball of y, and limits of d are limits
 * of y.
 */
final class EllipsoidAsBall implements RadiusSolver {
    private final int count;
    private final int[] kept;
    private final RealMatrix inverse;
    private final RadiusSolver solver;

    /**
     * @param gain of all parameters
     * @param a A
     * @param frozen parameters that stay at 0
     * @param limits of d, those of single parameters among them
     */
    EllipsoidAsBall(Quadratic gain, double[][] a, boolean[] frozen, List<LinearLimit> limits) {
        count = frozen.length;
        kept = IntStream.range(0, count).filter(k -> !frozen[k]).toArray();
        int p = kept.length;
        RealMatrix size = new Array2DRowRealMatrix(p, p);
        for (int i = 0; i < p; i++) {
            for (int j = 0; j < p; j++) {
                size.setEntry(i, j, a[kept[i]][kept[j]]);
            }
        }
        inverse = inverseFactor(size);
        Quadratic part = gain.keep(kept);
        RealMatrix h = inverse.multiply(new Array2DRowRealMatrix(part.hessian(), false))
                .multiplyTransposed(inverse);
        List<LinearLimit> inner = new ArrayList<>();
        for (LinearLimit limit : limits) {
            double[] c = Arrays.stream(kept)
                    .mapToDouble(k -> limit.coefficients()[k])
                    .toArray();
            if (Arrays.stream(c).anyMatch(value -> value != 0)) {
                inner.add(new LinearLimit(limit.name(), inverse.operate(c), limit.lower(), limit.upper()));
            }
        }
        List<String> names = Arrays.stream(kept).mapToObj(gain.labels()::get).toList();
        solver = new LinearLimits(inner).on(new Quadratic(inverse.operate(part.gradient()), h.getData(), names));
    }

    private static RealMatrix inverseFactor(RealMatrix size) {
        try {
            RealMatrix factor = new CholeskyDecomposition(size, 1e-9, 1e-14).getL();
            return new LUDecomposition(factor).getSolver().getInverse();
        } catch (MathIllegalArgumentException e) {
            throw new UserError(
                    "budget: a box or limits need a size that measures every parameter that may move; its matrix is not positive definite",
                    e);
        }
    }

    @Override
    public WorstCase solve(double radius) {
        WorstCase found = solver.solve(radius);
        return new WorstCase(
                back(found.delta()),
                found.gain(),
                found.multiplier(),
                found.kind(),
                found.unique(),
                found.others().stream().map(this::back).toList(),
                found.certificate());
    }

    @Override
    public double supremum() {
        return solver.supremum();
    }

    @Override
    public double smallestRadius() {
        return solver.smallestRadius();
    }

    private double[] back(double[] y) {
        double[] part = inverse.preMultiply(y);
        double[] delta = new double[count];
        for (int k = 0; k < kept.length; k++) {
            delta[kept[k]] = part[k];
        }
        return delta;
    }
}
