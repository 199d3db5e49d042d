package org.shiftbed.audit.worst;

import java.util.ArrayList;
import java.util.List;
import org.shiftbed.base.UserError;

/**
 * The exact maximum of {@code g'd + d'Hd/2} over {@code d'Ad + b'd <= bound} (parametric-robustness 4.2), for all bounds by one
 * reduction to a ball.
 *
 * <p>Parameters are first measured in units of sqrt(A_kk), then A is diagonalised. Along its range the set is a ball around c. Along
 * its null space there is no limit: there H must fall away (those directions are maximised out) or the gain must not depend on them at
 * all (they stay at 0). Anything else makes the gain unbounded and is refused with the direction that does it.
 */
public final class EllipsoidSolver implements RadiusSolver {
    private static final double NEGLIGIBLE = 1e-12;

    private final Quadratic gain;
    private final double[][] a;
    private final double[] b;
    private final TrustRegion ball;
    /** Rows: directions in the parameters for the coordinates y of the range, where A is the identity. */
    private final double[][] range;

    private final double[] centre;
    private final double centreSquare;
    /** Rows: directions without limit along which the gain falls; their optimal coordinate is {@code start + follow y}. */
    private final List<double[]> falling = new ArrayList<>();

    private final List<Double> start = new ArrayList<>();
    private final List<double[]> follow = new ArrayList<>();
    private final boolean flat;
    private final double centreGain;

    EllipsoidSolver(double[][] a, double[] b, Quadratic gain) {
        int p = gain.size();
        if (a.length != p) {
            throw new UserError("ellipsoid: A must have one row for each of the " + p + " parameters, found " + a.length
                    + " rows; the order is " + String.join(", ", gain.labels()));
        }
        this.gain = gain;
        this.a = new double[p][p];
        this.b = b.clone();
        for (int i = 0; i < p; i++) {
            requireFinite("b", b[i], i);
            for (int j = 0; j < p; j++) {
                requireFinite("A", a[i][j], i);
                this.a[i][j] = 0.5 * a[i][j] + 0.5 * a[j][i];
            }
        }
        double[] unit = units();
        Spectrum spectrum = Spectrum.of(scaled(this.a, unit));
        double[][] h = scaled(gain.rawHessian(), unit);
        double[] g = scaled(gain.rawGradient(), unit);
        double[] scaledB = scaled(b, unit);
        double[] ev = spectrum.values();
        double tolerance = p == 0 ? 0 : NEGLIGIBLE * Math.max(Math.abs(ev[0]), Math.abs(ev[p - 1]));
        List<double[]> rangeRows = new ArrayList<>();
        List<double[]> nullRows = new ArrayList<>();
        for (int k = 0; k < p; k++) {
            double[] vector = spectrum.vectors()[k];
            if (ev[k] < -tolerance) {
                throw new UserError(
                        "ellipsoid: A must be positive semidefinite, found with its diagonal scaled to 1 the eigenvalue "
                                + Math.scalb(ev[k], spectrum.exponent()) + " along " + combination(vector, unit)
                                + "; check the signs and the symmetry of A");
            }
            if (ev[k] <= tolerance) {
                nullRows.add(vector);
            } else {
                double[] row = vector.clone();
                double length = Math.sqrt(Math.scalb(ev[k], spectrum.exponent()));
                for (int i = 0; i < p; i++) {
                    row[i] /= length;
                }
                rangeRows.add(row);
            }
        }
        double[][] w = rangeRows.toArray(double[][]::new);
        double[] gy = Matrices.times(w, g);
        double[][] hy = Matrices.form(w, h, w);
        flat = split(nullRows.toArray(double[][]::new), w, h, g, scaledB, unit, gy, hy);
        range = w;
        for (double[] row : range) {
            unscale(row, unit);
        }
        double[] by = Matrices.times(w, b);
        centre = new double[by.length];
        for (int k = 0; k < by.length; k++) {
            centre[k] = -0.5 * by[k];
        }
        centreSquare = Matrices.dot(centre, centre);
        Quadratic reduced = Quadratic.of(gy, hy);
        ball = new TrustRegion(Quadratic.of(reduced.slope(centre), hy));
        centreGain = gain.gain(shift(centre));
    }

    /**
     * {@inheritDoc}
     *
     * @param radius R, finite; the right side is its square
     */
    @Override
    public WorstCase solve(double radius) {
        TrustRegion.requireRadius(radius);
        return solveBound(radius * radius);
    }

    /**
     * The worst case of {@code d'Ad + b'd <= bound}.
     *
     * @param bound finite; may be negative where b makes room for it
     * @throws UserError where no shift satisfies the inequality
     */
    public WorstCase solveBound(double bound) {
        double square = bound + centreSquare;
        if (!Double.isFinite(square)) {
            throw new UserError(
                    "ellipsoid: the right side must be a finite number, found " + bound + "; give a smaller radius");
        }
        if (square < -NEGLIGIBLE * centreSquare || bound < 0 && centreSquare == 0) {
            throw new UserError("ellipsoid: no shift satisfies d'Ad + b'd <= " + bound
                    + ", whose left side is at least " + -centreSquare + "; raise the radius");
        }
        WorstCase inner = ball.solve(Math.sqrt(Math.max(0, square)));
        double[] delta = moved(inner.delta());
        List<double[]> others = new ArrayList<>();
        for (double[] other : inner.others()) {
            others.add(moved(other));
        }
        boolean onePoint = inner.kind() == WorstCase.Kind.ORIGIN;
        boolean unlimited = flat || !falling.isEmpty();
        WorstCase.Kind kind = flat && (inner.kind() == WorstCase.Kind.INTERIOR || onePoint)
                ? WorstCase.Kind.INTERIOR_FLAT
                : onePoint && (unlimited || range.length == 0 && gain.size() > 0)
                        ? WorstCase.Kind.INTERIOR
                        : inner.kind();
        return new WorstCase(
                delta,
                gain.gain(delta),
                inner.multiplier(),
                kind,
                inner.unique() && !flat,
                List.copyOf(others),
                certificate(inner, delta));
    }

    @Override
    public double supremum() {
        return centreGain + ball.supremum();
    }

    /** Treats the null space of A: fills the falling directions and takes them out of the gain in y. Returns whether any is flat. */
    private boolean split(
            double[][] nullRows,
            double[][] w,
            double[][] h,
            double[] g,
            double[] b,
            double[] unit,
            double[] gy,
            double[][] hy) {
        Spectrum inside = Spectrum.of(Matrices.form(nullRows, h, nullRows));
        double size = Matrices.largest(h);
        boolean anyFlat = false;
        for (int k = 0; k < nullRows.length; k++) {
            double[] direction = new double[g.length];
            for (int i = 0; i < nullRows.length; i++) {
                Matrices.add(direction, inside.vectors()[k][i], nullRows[i]);
            }
            if (Math.abs(Matrices.dot(direction, b)) > NEGLIGIBLE * Matrices.norm(b)) {
                throw unrestricted(direction, unit, "b opens the ellipsoid there");
            }
            double curvature = Math.scalb(inside.values()[k], inside.exponent());
            double slope = Matrices.dot(direction, g);
            double[] image = Matrices.times(h, direction);
            if (curvature > NEGLIGIBLE * size) {
                throw unrestricted(direction, unit, "the gain grows there without end");
            } else if (curvature >= -NEGLIGIBLE * size) {
                if (Math.abs(slope) > NEGLIGIBLE * Matrices.norm(g) || Matrices.norm(image) > NEGLIGIBLE * size) {
                    throw unrestricted(direction, unit, "the gain grows there without end");
                }
                anyFlat = true;
            } else {
                double[] coupling = Matrices.times(w, image);
                double[] toY = new double[coupling.length];
                for (int i = 0; i < coupling.length; i++) {
                    toY[i] = -coupling[i] / curvature;
                    gy[i] -= slope / curvature * coupling[i];
                    Matrices.add(hy[i], -coupling[i] / curvature, coupling);
                }
                unscale(direction, unit);
                falling.add(direction);
                start.add(-slope / curvature);
                follow.add(toY);
            }
        }
        return anyFlat;
    }

    private UserError unrestricted(double[] direction, double[] unit, String why) {
        return new UserError("ellipsoid: A leaves the combination " + combination(direction, unit)
                + " unrestricted and " + why + "; give it a weight in A or freeze its parameters");
    }

    private void requireFinite(String what, double value, int k) {
        if (!Double.isFinite(value)) {
            throw new UserError("ellipsoid: " + what + " must hold finite numbers, found " + value + " at '"
                    + gain.labels().get(k) + "'; freeze the parameter if it must not move");
        }
    }

    /** A direction in the user's parameters, its largest entries by name. */
    private String combination(double[] scaledDirection, double[] unit) {
        double[] direction = scaledDirection.clone();
        unscale(direction, unit);
        double norm = Matrices.norm(direction);
        double largest = Matrices.largest(direction);
        StringBuilder text = new StringBuilder();
        int terms = 0;
        for (int k = 0; k < direction.length; k++) {
            if (Math.abs(direction[k]) >= 0.05 * largest) {
                if (++terms > 6) {
                    return text + " + ...";
                }
                double share = Math.round(100 * Math.abs(direction[k]) / norm) / 100.0;
                text.append(terms == 1 ? (direction[k] < 0 ? "-" : "") : direction[k] < 0 ? " - " : " + ");
                text.append(share == 1 ? "" : share + " ")
                        .append('\'')
                        .append(gain.labels().get(k))
                        .append('\'');
            }
        }
        return text.toString();
    }

    private double[] units() {
        double[] unit = new double[a.length];
        for (int k = 0; k < unit.length; k++) {
            if (a[k][k] < 0) {
                throw new UserError("ellipsoid: A must be positive semidefinite, found " + a[k][k]
                        + " on its diagonal at '" + gain.labels().get(k) + "'; check the signs of A");
            }
            unit[k] = a[k][k] > 0 ? Math.sqrt(a[k][k]) : 1;
        }
        return unit;
    }

    private static double[][] scaled(double[][] matrix, double[] unit) {
        double[][] result = new double[unit.length][unit.length];
        for (int i = 0; i < unit.length; i++) {
            for (int j = 0; j < unit.length; j++) {
                result[i][j] = matrix[i][j] / unit[i] / unit[j];
            }
        }
        return result;
    }

    private static double[] scaled(double[] vector, double[] unit) {
        double[] result = vector.clone();
        unscale(result, unit);
        return result;
    }

    /** Divides by the units: gradients into scaled parameters, directions back out of them. */
    private static void unscale(double[] vector, double[] unit) {
        for (int k = 0; k < unit.length; k++) {
            vector[k] /= unit[k];
        }
    }

    private double[] moved(double[] fromCentre) {
        double[] y = centre.clone();
        Matrices.add(y, 1, fromCentre);
        return shift(y);
    }

    /** The shift of the range coordinates y with the unlimited directions at their best. */
    private double[] shift(double[] y) {
        double[] delta = new double[gain.size()];
        for (int k = 0; k < range.length; k++) {
            Matrices.add(delta, y[k], range[k]);
        }
        for (int k = 0; k < falling.size(); k++) {
            Matrices.add(delta, start.get(k) + Matrices.dot(follow.get(k), y), falling.get(k));
        }
        return delta;
    }

    /** The conditions of the ball problem, and the first of them once more in the parameters themselves. */
    private WorstCase.Certificate certificate(WorstCase inner, double[] delta) {
        WorstCase.Certificate found = inner.certificate();
        if (Double.isNaN(inner.multiplier())) {
            return found;
        }
        double nu = inner.multiplier();
        double[] unit = units();
        double[] slope = scaled(gain.slope(delta), unit);
        double[] push = Matrices.times(a, delta);
        for (int k = 0; k < push.length; k++) {
            push[k] = nu * (push[k] + 0.5 * b[k]);
        }
        push = scaled(push, unit);
        double[] residual = push.clone();
        Matrices.add(residual, -1, slope);
        double size = Math.max(
                Matrices.norm(scaled(gain.rawGradient(), unit)),
                Math.max(Matrices.norm(push), Matrices.largest(scaled(gain.rawHessian(), unit)) * norm(delta, unit)));
        boolean accepted = found.accepted() && Matrices.norm(residual) <= 1e-8 * size;
        for (int k = 0; k < residual.length; k++) {
            residual[k] *= unit[k];
        }
        return new WorstCase.Certificate(
                Matrices.norm(residual), found.curvature(), found.gap(), accepted, WorstCase.Proof.DUALITY);
    }

    private static double norm(double[] delta, double[] unit) {
        double[] scaled = delta.clone();
        for (int k = 0; k < unit.length; k++) {
            scaled[k] *= unit[k];
        }
        return Matrices.norm(scaled);
    }
}
