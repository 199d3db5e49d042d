package org.shiftbed.audit.worst;

import java.util.ArrayList;
import java.util.List;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.ArrayRealVector;
import org.hipparchus.linear.SingularValueDecomposition;

/** The multipliers of linear limits and of the ball at a point, by least squares on those that hold with equality there. */
final class LimitMultipliers {
    private static final double ACTIVE = 1e-8;

    private final Quadratic gain;
    private final LimitsInBall set;
    private final double[] point;
    private final double[] forces;
    private final double ball;
    private final double residual;

    LimitMultipliers(Quadratic gain, LimitsInBall set, double[] point) {
        this.gain = gain;
        this.set = set;
        this.point = point;
        List<LinearLimit> rows = set.rows();
        double norm = Matrices.norm(point);
        List<Integer> active = new ArrayList<>();
        List<double[]> columns = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            double level = Matrices.dot(rows.get(i).row(), point);
            double room = ACTIVE * set.radius();
            if (level <= rows.get(i).lower() + room || level >= rows.get(i).upper() - room) {
                active.add(i);
                columns.add(rows.get(i).row());
            }
        }
        boolean onSphere = norm >= set.radius() * (1 - ACTIVE);
        if (onSphere) {
            columns.add(point);
        }
        double[] slope = gain.slope(point);
        double[] found = columns.isEmpty() ? new double[0] : leastSquares(columns, slope);
        forces = new double[rows.size()];
        for (int i = 0; i < active.size(); i++) {
            LinearLimit row = rows.get(active.get(i));
            boolean atUpper = Matrices.dot(row.row(), point) >= row.upper() - ACTIVE * set.radius();
            boolean equality = row.upper() <= row.lower();
            forces[active.get(i)] = equality ? found[i] : atUpper ? Math.max(0, found[i]) : Math.min(0, found[i]);
            Matrices.add(slope, -forces[active.get(i)], row.row());
        }
        ball = onSphere ? Math.max(0, found[active.size()]) : 0;
        Matrices.add(slope, -ball, point);
        residual = Matrices.norm(slope);
    }

    /** nu of the ball, 0 where it does not bind. */
    double ball() {
        return ball;
    }

    /** The norm of the part of the slope that no limit holds back. */
    double residual() {
        return residual;
    }

    /** The upper bound that these multipliers give. */
    LagrangeBound bound() {
        int count = set.rows().size();
        double[][] rows = new double[count][];
        double[] low = new double[count];
        double[] high = new double[count];
        for (int i = 0; i < count; i++) {
            LinearLimit limit = set.rows().get(i);
            rows[i] = limit.row();
            low[i] = Math.max(limit.lower(), -set.radius());
            high[i] = Math.min(limit.upper(), set.radius());
        }
        return LagrangeBound.of(gain, rows, low, high, forces, ball, set.radius(), point);
    }

    /** The smallest solution, since limits that hold together may depend on each other. */
    private static double[] leastSquares(List<double[]> columns, double[] target) {
        double[][] matrix = columns.toArray(double[][]::new);
        return new SingularValueDecomposition(new Array2DRowRealMatrix(matrix, true).transpose())
                .getSolver()
                .solve(new ArrayRealVector(target, true))
                .toArray();
    }
}
