package org.shiftbed.audit.worst;

import java.util.ArrayList;
import java.util.List;
import org.shiftbed.base.UserError;

/**
 * The exact maximum of {@code g'd + d'Hd/2} over {@code norm(d) <= R} for any symmetric H, by one eigendecomposition that serves all radii
 * (parametric-robustness 4.1; the cases are those of Moré and Sorensen 1983).
 *
 * <p>Everything is worked out for the unit ball in units that make the larger of gradient and curvature about 1, so scales from 1e-150
 * to 1e150 are treated alike; "about zero" means at most 1e-12 of that. The convention of the hard case: the direction added is the
 * eigenvector of the largest position in ascending order, signed so that its first entry of more than half its largest modulus is
 * positive; the mirrored point is the other answer.
 */
public final class TrustRegion implements RadiusSolver {
    private static final double NEGLIGIBLE = 1e-12;

    private final Spectrum spectrum;
    private final int gradientExponent;
    private final boolean zeroGradient;
    /** The gradient times 2^-gradientExponent, and its coordinates along the eigenvectors. */
    private final double[] gradient;

    private final double[] coordinates;

    /** @param gain p parameters; p may be 0 */
    public TrustRegion(Quadratic gain) {
        this(Spectrum.of(gain.rawHessian()), gain.rawGradient());
    }

    TrustRegion(Spectrum spectrum, double[] gradient) {
        this.spectrum = spectrum;
        double largest = Matrices.largest(gradient);
        zeroGradient = largest == 0;
        gradientExponent = zeroGradient ? 0 : Math.getExponent(largest);
        this.gradient = new double[gradient.length];
        for (int k = 0; k < gradient.length; k++) {
            this.gradient[k] = Math.scalb(gradient[k], -gradientExponent);
        }
        coordinates = spectrum.coordinates(this.gradient);
    }

    /**
     * {@inheritDoc}
     *
     * @param radius R, at least 0 and finite
     */
    @Override
    public WorstCase solve(double radius) {
        requireRadius(radius);
        if (radius == 0 || spectrum.size() == 0) {
            return origin();
        }
        UnitBall ball = unitBall(radius);
        double[] ev = ball.eigenvalues;
        double[] gamma = ball.gamma;
        int p = ev.length;
        double size = Matrices.norm(gamma);
        double tolerance = NEGLIGIBLE * Math.max(Math.max(Math.abs(ev[0]), Math.abs(ev[p - 1])), size);
        double top = ev[p - 1];
        if (top < -tolerance) {
            double[] inside = stationary(gamma, ev, 0, p);
            if (Matrices.norm(inside) <= 1) {
                return ball.answer(WorstCase.Kind.INTERIOR, 0, inside, List.of());
            }
        }
        double floor = Math.max(top, 0);
        int active = p;
        while (active > 0 && Math.abs(ev[active - 1] - floor) <= tolerance) {
            active--;
        }
        if (active < p && negligible(gamma, active, NEGLIGIBLE * size)) {
            double[] z = stationary(gamma, ev, floor, active);
            double norm = Matrices.norm(z);
            if (norm <= 1) {
                return Math.abs(top) <= tolerance ? flat(ball, z, norm) : hard(ball, floor, z, norm);
            }
        }
        if (top < 0) {
            double[] inside = stationary(gamma, ev, 0, p);
            if (Matrices.norm(inside) <= 1) {
                return ball.answer(WorstCase.Kind.INTERIOR, 0, inside, List.of());
            }
        }
        double above = new SecularEquation(gamma, ev).rootAbove(floor);
        double[] boundary = new double[p];
        for (int k = 0; k < p; k++) {
            boundary[k] = gamma[k] == 0 ? 0 : gamma[k] / (above + (floor - ev[k]));
        }
        double norm = Matrices.norm(boundary);
        for (int k = 0; k < p; k++) {
            boundary[k] /= norm;
        }
        return ball.answer(WorstCase.Kind.BOUNDARY, floor + above, boundary, List.of());
    }

    @Override
    public double supremum() {
        int p = spectrum.size();
        double[] ev = spectrum.values();
        double tolerance = p == 0 ? 0 : NEGLIGIBLE * Math.max(Math.abs(ev[0]), Math.abs(ev[p - 1]));
        double size = Matrices.norm(coordinates);
        double sum = 0;
        for (int k = 0; k < p; k++) {
            if (ev[k] > tolerance) {
                return Double.POSITIVE_INFINITY;
            }
            if (ev[k] >= -tolerance) {
                if (Math.abs(coordinates[k]) > NEGLIGIBLE * size) {
                    return Double.POSITIVE_INFINITY;
                }
            } else {
                sum += coordinates[k] * coordinates[k] / (-2 * ev[k]);
            }
        }
        return Math.scalb(sum, 2 * gradientExponent - spectrum.exponent());
    }

    /**
     * Every point of the ball that can be a local maximum: the global one or ones, and the one further local maximum on the boundary
     * that is not global, if there is one. Where local maxima form a connected set, points of that set.
     */
    List<double[]> localMaxima(double radius) {
        WorstCase global = solve(radius);
        List<double[]> found = new ArrayList<>();
        found.add(global.delta());
        found.addAll(global.others());
        if (global.kind() == WorstCase.Kind.BOUNDARY) {
            UnitBall ball = unitBall(radius);
            double[] ev = ball.eigenvalues;
            double below = new SecularEquation(ball.gamma, ev).localBelow();
            if (!Double.isNaN(below)) {
                double[] y = new double[ev.length];
                for (int k = 0; k < y.length; k++) {
                    y[k] = ball.gamma[k] == 0 ? 0 : ball.gamma[k] / ((ev[y.length - 1] - ev[k]) - below);
                }
                double norm = Matrices.norm(y);
                for (int k = 0; k < y.length; k++) {
                    y[k] *= radius / norm;
                }
                found.add(spectrum.vector(y));
            }
        }
        return found;
    }

    static void requireRadius(double radius) {
        if (!(radius >= 0) || Double.isInfinite(radius)) {
            throw new UserError("radius: must be a finite number of at least 0, found " + radius
                    + "; give the norm of the largest shift that is plausible, for example 1");
        }
    }

    private WorstCase origin() {
        return new WorstCase(
                new double[spectrum.size()],
                0,
                Double.NaN,
                WorstCase.Kind.ORIGIN,
                true,
                List.of(),
                new WorstCase.Certificate(0, Double.NaN, 0, true, WorstCase.Proof.DUALITY));
    }

    /** The whole segment through z along the flat direction is optimal: its middle is the answer, its ends are the others. */
    private static WorstCase flat(UnitBall ball, double[] z, double norm) {
        double tau = Math.sqrt((1 - norm) * (1 + norm));
        return ball.answer(WorstCase.Kind.INTERIOR_FLAT, 0, z, List.of(ball.alongTop(z, tau), ball.alongTop(z, -tau)));
    }

    private static WorstCase hard(UnitBall ball, double floor, double[] z, double norm) {
        double tau = Math.sqrt((1 - norm) * (1 + norm));
        double[] one = ball.alongTop(z, tau);
        // With tau = 0 both points are the same one.
        return tau == 0
                ? ball.answer(WorstCase.Kind.BOUNDARY, floor, one, List.of())
                : ball.answer(WorstCase.Kind.HARD, floor, one, List.of(ball.alongTop(z, -tau)));
    }

    /** {@code gamma_k / (nu - ev_k)} for the first {@code count} coordinates, 0 for the rest. */
    private static double[] stationary(double[] gamma, double[] ev, double nu, int count) {
        double[] z = new double[gamma.length];
        for (int k = 0; k < count; k++) {
            z[k] = gamma[k] == 0 ? 0 : gamma[k] / (nu - ev[k]);
        }
        return z;
    }

    private static boolean negligible(double[] gamma, int from, double tolerance) {
        double sum = 0;
        for (int k = from; k < gamma.length; k++) {
            sum += gamma[k] * gamma[k];
        }
        return Math.sqrt(sum) <= tolerance;
    }

    private UnitBall unitBall(double radius) {
        return new UnitBall(radius);
    }

    /** The problem after d = R y, divided by {@code R 2^unit}: maximise {@code g'y + y'Hy/2} with g and H of size 1 over the unit ball. */
    private final class UnitBall {
        private final double radius;
        private final int unit;
        private final double gradientFactor;
        private final double hessianFactor;
        private final double[] gamma;
        private final double[] eigenvalues;

        UnitBall(double radius) {
            this.radius = radius;
            int p = spectrum.size();
            boolean zeroHessian = Math.max(Math.abs(spectrum.values()[0]), Math.abs(spectrum.values()[p - 1])) == 0;
            int radiusExponent = Math.getExponent(radius);
            double mantissa = Math.scalb(radius, -radiusExponent);
            int hessianUnit = radiusExponent + spectrum.exponent();
            unit = zeroGradient
                    ? (zeroHessian ? 0 : hessianUnit)
                    : zeroHessian ? gradientExponent : Math.max(gradientExponent, hessianUnit);
            gradientFactor = zeroGradient ? 0 : Math.scalb(1.0, gradientExponent - unit);
            hessianFactor = zeroHessian ? 0 : Math.scalb(mantissa, hessianUnit - unit);
            gamma = new double[p];
            eigenvalues = new double[p];
            for (int k = 0; k < p; k++) {
                gamma[k] = gradientFactor * coordinates[k];
                eigenvalues[k] = hessianFactor * spectrum.values()[k];
            }
        }

        /** z moved by tau along the last eigenvector, signed as the class says. */
        double[] alongTop(double[] z, double tau) {
            int top = z.length - 1;
            double[] moved = z.clone();
            moved[top] += tau * sign(spectrum.vectors()[top]);
            return moved;
        }

        WorstCase answer(WorstCase.Kind kind, double nu, double[] y, List<double[]> otherY) {
            double value = 0;
            for (int k = 0; k < y.length; k++) {
                value += y[k] * (gamma[k] + 0.5 * eigenvalues[k] * y[k]);
            }
            double gain = scale(
                    scale(value * (radius / scale(1.0, Math.getExponent(radius))), unit), Math.getExponent(radius));
            if (!Double.isFinite(gain)) {
                throw new UserError("radius: at " + radius
                        + " the worst-case gain is beyond the range of numbers (1.8e308); " + "give a smaller radius");
            }
            List<double[]> others = new ArrayList<>();
            for (double[] other : otherY) {
                others.add(shift(other));
            }
            return new WorstCase(
                    shift(y), gain, multiplier(nu), kind, others.isEmpty(), List.copyOf(others), certificate(nu, y));
        }

        private double multiplier(double nu) {
            return scale(nu / radius, unit);
        }

        private double[] shift(double[] y) {
            double[] delta = spectrum.vector(y);
            for (int k = 0; k < delta.length; k++) {
                delta[k] *= radius;
            }
            return delta;
        }

        /**
         * Weak duality with rounding counted in: no point of the unit ball gains more than the one found plus
         * {@code nu (1 - y'y)/2 + 2 norm(residual) + 2 max(0, ev_max - nu)}.
         */
        private WorstCase.Certificate certificate(double nu, double[] y) {
            double[] point = spectrum.vector(y);
            double[] residual = Matrices.times(spectrum.matrix(), point);
            for (int k = 0; k < residual.length; k++) {
                residual[k] = nu * point[k] - hessianFactor * residual[k] - gradientFactor * gradient[k];
            }
            double stationarity = Matrices.norm(residual);
            double largest = eigenvalues[eigenvalues.length - 1];
            double size = Math.max(Matrices.norm(gamma), Math.max(Math.abs(eigenvalues[0]), Math.abs(largest)));
            double norm = Matrices.norm(point);
            double slack = Math.max(0, nu * (1 - norm) * (1 + norm) / 2);
            boolean accepted = nu >= 0
                    && norm <= 1 + 1e-9
                    && stationarity <= 1e-8 * size
                    && nu - largest >= -1e-9 * size
                    && slack <= 1e-9 * size;
            double gap = slack + 2 * stationarity + 2 * Math.max(0, largest - nu);
            return new WorstCase.Certificate(
                    scale(stationarity, unit),
                    multiplier(nu - largest),
                    scale(gap * radius, unit),
                    accepted,
                    WorstCase.Proof.DUALITY);
        }
    }

    /** In two steps, because one factor of two to that power may be out of range where the product is not. */
    private static double scale(double value, int exponent) {
        int half = exponent / 2;
        return Math.scalb(Math.scalb(value, half), exponent - half);
    }

    private static int sign(double[] vector) {
        double half = Matrices.largest(vector) / 2;
        for (double entry : vector) {
            if (Math.abs(entry) > half) {
                return entry > 0 ? 1 : -1;
            }
        }
        return 1;
    }
}
