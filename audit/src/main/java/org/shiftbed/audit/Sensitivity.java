package org.shiftbed.audit;

import java.util.ArrayList;
import java.util.List;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.EigenDecompositionSymmetric;
import org.shiftbed.audit.estimate.QuadraticLoss;
import org.shiftbed.audit.worst.LinearLimit;
import org.shiftbed.audit.worst.WorstCase;

/**
 * How a worst shift follows the slope of the gain: {@code d delta = J d slope} with {@code J = Z (Z'(nu A - H) Z)^-1 Z'}, where the columns of Z
 * span the directions that leave every constraint active at delta as it is (implicit function theorem on the conditions of
 * parametric-robustness 4.1 to 4.3). Directions along which the gain is flat are left out: there delta does not follow, it jumps.
 */
final class Sensitivity {
    private static final double ACTIVE = 1e-7;
    private static final double FLAT = 1e-9;

    private final List<double[]> directions = new ArrayList<>();
    private final List<Double> curvatures = new ArrayList<>();

    private Sensitivity() {}

    /** @param model the loss around the worst shift; its Hessian is the one that the search saw */
    static Sensitivity of(Search search, QuadraticLoss model, WorstCase found) {
        Sensitivity all = new Sensitivity();
        double[] delta = found.delta();
        int p = delta.length;
        if (found.kind() == WorstCase.Kind.ORIGIN) {
            return all;
        }
        double nu = Double.isNaN(found.multiplier()) ? 0 : found.multiplier();
        double[][] metric = search.metric();
        double[][] projector = projector(normals(search, delta, nu, metric), p);
        double[][] curvature = new double[p][p];
        for (int a = 0; a < p; a++) {
            for (int b = 0; b < p; b++) {
                curvature[a][b] = nu * metric[a][b] - search.sign() * model.hessian()[a][b];
            }
        }
        Array2DRowRealMatrix onto = new Array2DRowRealMatrix(projector, false);
        double[][] tangent = onto.multiply(new Array2DRowRealMatrix(curvature, false))
                .multiply(onto)
                .getData();
        double scale = 0;
        for (int a = 0; a < p; a++) {
            for (int b = 0; b < a; b++) {
                tangent[a][b] = (tangent[a][b] + tangent[b][a]) / 2;
                tangent[b][a] = tangent[a][b];
            }
            scale = Math.max(scale, Math.abs(tangent[a][a]));
        }
        if (scale == 0) {
            return all;
        }
        EigenDecompositionSymmetric eigen = new EigenDecompositionSymmetric(new Array2DRowRealMatrix(tangent, false));
        for (int k = 0; k < p; k++) {
            if (eigen.getEigenvalue(k) > FLAT * scale) {
                all.directions.add(eigen.getEigenvector(k).toArray());
                all.curvatures.add(eigen.getEigenvalue(k));
            }
        }
        return all;
    }

    private static List<double[]> normals(Search search, double[] delta, double nu, double[][] metric) {
        int p = delta.length;
        List<double[]> normals = new ArrayList<>();
        double[] lower = search.lower();
        double[] upper = search.upper();
        for (int a = 0; a < p; a++) {
            if (search.frozen(a) || active(delta[a], lower[a]) || active(delta[a], upper[a])) {
                double[] unit = new double[p];
                unit[a] = 1;
                normals.add(unit);
            }
        }
        for (LinearLimit limit : search.linear()) {
            double at = 0;
            for (int a = 0; a < p; a++) {
                at += limit.coefficients()[a] * delta[a];
            }
            if (active(at, limit.lower()) || active(at, limit.upper())) {
                normals.add(limit.coefficients());
            }
        }
        if (nu > 0) {
            double[] outward = search.vector();
            for (int a = 0; a < p; a++) {
                outward[a] /= 2;
                for (int b = 0; b < p; b++) {
                    outward[a] += metric[a][b] * delta[b];
                }
            }
            normals.add(outward);
        }
        return normals;
    }

    private static boolean active(double value, double bound) {
        return Double.isFinite(bound) && Math.abs(value - bound) <= ACTIVE * Math.max(1, Math.abs(bound));
    }

    /** The projector onto what is orthogonal to all normals, by Gram and Schmidt. */
    private static double[][] projector(List<double[]> normals, int p) {
        double[][] projector = new double[p][p];
        for (int a = 0; a < p; a++) {
            projector[a][a] = 1;
        }
        for (double[] normal : normals) {
            double[] rest = new double[p];
            double length = 0;
            double before = 0;
            for (int a = 0; a < p; a++) {
                before += normal[a] * normal[a];
                for (int b = 0; b < p; b++) {
                    rest[a] += projector[a][b] * normal[b];
                }
                length += rest[a] * rest[a];
            }
            if (length > FLAT * before) {
                for (int a = 0; a < p; a++) {
                    for (int b = 0; b < p; b++) {
                        projector[a][b] -= rest[a] * rest[b] / length;
                    }
                }
            }
        }
        return projector;
    }

    /** In how many directions the shift follows. */
    int rank() {
        return directions.size();
    }

    /** {@code x'J y}. */
    double between(double[] x, double[] y) {
        double sum = 0;
        for (int k = 0; k < directions.size(); k++) {
            double along = 0;
            double across = 0;
            for (int a = 0; a < x.length; a++) {
                along += directions.get(k)[a] * x[a];
                across += directions.get(k)[a] * y[a];
            }
            sum += along * across / curvatures.get(k);
        }
        return sum;
    }
}
