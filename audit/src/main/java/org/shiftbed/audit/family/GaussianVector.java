package org.shiftbed.audit.family;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.hipparchus.linear.EigenDecompositionSymmetric;
import org.hipparchus.linear.LUDecomposition;
import org.hipparchus.linear.MatrixUtils;
import org.hipparchus.linear.RealMatrix;
import org.hipparchus.linear.RealVector;
import org.jspecify.annotations.Nullable;

/**
 * Gaussian vector of known conditional covariance S (parametric-robustness 1.4, note b): T = A w, and a shift of delta moves the mean by
 * S A' delta. Unit {@code raw}: A = S^-1, by delta in the units of the columns; {@code sd}: A = diag(sd) S^-1, by delta standard
 * deviations of each column; {@code whiten}: A = S^-1/2 (symmetric root), by S^1/2 delta.
 */
final class GaussianVector extends Law {
    private final List<String> names;
    private final String unit;
    private final RealMatrix factor;
    private final RealMatrix inverseFactor;
    private final RealMatrix move;
    private final double[] variance;
    private final double[] sd;

    /** @param s symmetric positive definite */
    GaussianVector(List<String> names, RealMatrix s, String unit) {
        super("gaussian-vector", names.size(), names.size());
        this.names = List.copyOf(names);
        this.unit = unit;
        int n = names.size();
        EigenDecompositionSymmetric eigen = new EigenDecompositionSymmetric(s);
        double[] roots = eigen.getEigenvalues();
        RealMatrix inverse = power(eigen.getV(), roots, -1);
        this.sd = new double[n];
        for (int i = 0; i < n; i++) {
            sd[i] = Math.sqrt(s.getEntry(i, i));
        }
        switch (unit) {
            case "raw" -> {
                this.factor = inverse;
                this.inverseFactor = s;
            }
            case "sd" -> {
                RealMatrix scale = MatrixUtils.createRealDiagonalMatrix(sd);
                this.factor = scale.multiply(inverse);
                this.inverseFactor = s.multiply(MatrixUtils.inverse(scale));
            }
            case "whiten" -> {
                this.factor = power(eigen.getV(), roots, -0.5);
                this.inverseFactor = power(eigen.getV(), roots, 0.5);
            }
            default -> throw new IllegalArgumentException(unit);
        }
        this.move = s.multiplyTransposed(factor);
        RealMatrix v = factor.multiply(move);
        this.variance = new double[n * n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                variance[i * n + j] = (v.getEntry(i, j) + v.getEntry(j, i)) / 2;
            }
        }
    }

    private static RealMatrix power(RealMatrix v, double[] roots, double exponent) {
        double[] powers = new double[roots.length];
        for (int i = 0; i < powers.length; i++) {
            powers[i] = Math.pow(roots[i], exponent);
        }
        return v.multiply(MatrixUtils.createRealDiagonalMatrix(powers)).multiplyTransposed(v);
    }

    @Override
    public ExponentialFamily rescaled(double[] covariance, double[] map) {
        int n = dimension();
        RealMatrix c = MatrixUtils.createRealMatrix(n, n);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                c.setEntry(i, j, (covariance[i * n + j] + covariance[j * n + i]) / 2);
            }
        }
        RealMatrix s = inverseFactor.multiply(c).multiplyTransposed(inverseFactor);
        GaussianVector other = new GaussianVector(names, s.add(s.transpose()).scalarMultiply(0.5), unit);
        RealMatrix change = other.factor.multiply(inverseFactor);
        for (int i = 0; i < n; i++) {
            System.arraycopy(change.getRow(i), 0, map, i * n, n);
        }
        return other;
    }

    @Override
    public String component(int k) {
        return names.get(k);
    }

    @Override
    public void statistic(double[] w, double[] t) {
        int n = dimension();
        for (int i = 0; i < n; i++) {
            double sum = 0;
            for (int j = 0; j < n; j++) {
                sum += factor.getEntry(i, j) * w[j];
            }
            t[i] = sum;
        }
    }

    @Override
    public @Nullable String refuse(double[] w) {
        for (double value : w) {
            if (!Double.isFinite(value)) {
                return "must be numbers";
            }
        }
        return null;
    }

    @Override
    public double cumulant(double[] mean, double[] s) {
        int n = dimension();
        double sum = 0;
        for (int i = 0; i < n; i++) {
            double row = mean[i];
            for (int j = 0; j < n; j++) {
                row += variance[i * n + j] * s[j] / 2;
            }
            sum += row * s[i];
        }
        return sum;
    }

    @Override
    public void tiltedMean(double[] mean, double[] s, double[] out) {
        int n = dimension();
        for (int i = 0; i < n; i++) {
            double sum = mean[i];
            for (int j = 0; j < n; j++) {
                sum += variance[i * n + j] * s[j];
            }
            out[i] = sum;
        }
    }

    @Override
    public void tiltedCovariance(double[] mean, double[] s, double[] out) {
        System.arraycopy(variance, 0, out, 0, variance.length);
    }

    @Override
    public void tiltedThird(double[] mean, double[] s, double[] out) {
        Arrays.fill(out, 0, dimension() * dimension() * dimension(), 0);
    }

    @Override
    public double reach(double[] mean, double[] direction) {
        return Double.POSITIVE_INFINITY;
    }

    @Override
    String one(Told variable) {
        if (unit.equals("whiten")) {
            return "means of " + variable.name() + " by a column of the root of their covariance";
        }
        List<String> each = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            each.add(names.get(i) + " by " + variable.axis(i).length(unit.equals("raw") ? 1 : sd[i]));
        }
        return (unit.equals("raw") ? "a mean" : "a mean by one conditional standard deviation") + ", "
                + String.join(", ", each);
    }

    @Override
    Effect effect(Told variable, double[] mean, double[] s) {
        RealVector before = inverseFactor.operate(MatrixUtils.createRealVector(mean));
        RealVector moves = move.operate(MatrixUtils.createRealVector(s));
        List<Effect.Figure> figures = new ArrayList<>();
        List<String> clauses = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            double old = before.getEntry(i);
            double now = old + moves.getEntry(i);
            figures.add(new Effect.Figure("mean of " + names.get(i), old, now, variable.axis(i)));
            clauses.add(variable.axis(i).move("the mean of " + names.get(i), old, now) + " ("
                    + Words.deviations(moves.getEntry(i) / sd[i]) + ")");
        }
        return new Effect(String.join(", ", clauses), figures);
    }

    /** Columns without a target keep their mean. */
    @Override
    double[] towards(String place, double[] mean, List<Target> wanted) {
        double[] moves = new double[names.size()];
        RealVector before = inverseFactor.operate(MatrixUtils.createRealVector(mean));
        for (Target target : wanted) {
            int column = names.indexOf(target.variable());
            if (target.quantity() != Target.Quantity.MEAN || column < 0) {
                throw wrongQuantity(place, target, "E[" + names.get(0) + "] = number");
            }
            moves[column] = target.value() - before.getEntry(column);
        }
        // s solves S A' s = moves: s = A'^-1 S^-1 moves, the solution of a small well-scaled system.
        return new LUDecomposition(move)
                .getSolver()
                .solve(MatrixUtils.createRealVector(moves))
                .toArray();
    }
}
