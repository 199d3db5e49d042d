package org.shiftbed.audit.worst;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.UserError;

/**
 * The worst case under linear limits, usually cut by a ball (parametric-robustness 4.3).
 *
 * <p>Exact when the ball's own answer satisfies the limits, when few sets of limits can hold with equality at once (for 6 parameters
 * up to about 11 two-sided limits, for 31 parameters about 3), or when the multipliers at the best point of a many-start ascent prove it
 * ({@link LagrangeBound}: always where the gain is concave). Otherwise that point with an upper bound by ellipsoids or multipliers.
 */
public final class LimitsSolver implements RadiusSolver {
    private static final double MOST_WORK = 6e8;
    private static final int RANDOM_STARTS = 40;
    private static final double MEET = 1e-6;
    private static final double PROVEN = 1e-10;

    private final List<LinearLimit> rows = new ArrayList<>();
    private final Quadratic gain;
    private final TrustRegion ball;

    LimitsSolver(List<LinearLimit> limits, Quadratic gain) {
        for (LinearLimit limit : limits) {
            rows.add(limit.normalised());
        }
        this.gain = gain;
        ball = new TrustRegion(gain);
    }

    /**
     * {@inheritDoc}
     *
     * @param radius of the ball that cuts the limits; infinite where the limits alone count, and then they must bound every parameter
     */
    @Override
    public WorstCase solve(double radius) {
        if (radius == Double.POSITIVE_INFINITY) {
            WorstCase found = solve(enclosingRadius());
            return new WorstCase(
                    found.delta(),
                    found.gain(),
                    Double.NaN,
                    found.kind(),
                    found.unique(),
                    found.others(),
                    found.certificate());
        }
        TrustRegion.requireRadius(radius);
        WorstCase free = ball.solve(radius);
        LimitsInBall set = binding(radius);
        WorstCase allowed = within(free, set);
        if (allowed != null) {
            return allowed;
        }
        Incumbent incumbent = new Incumbent(gain, radius);
        if (enumerable(set.rows().size())) {
            new LimitFaces(gain, set, incumbent).search();
            return answer(incumbent, set, 0, WorstCase.Proof.ENUMERATION);
        }
        new LocalAscent(gain, set).search(free.delta(), radius, RANDOM_STARTS, incumbent);
        List<double[]> ends = new ArrayList<>(incumbent.others());
        ends.add(incumbent.point());
        for (double[] end : ends) {
            new LimitFaces(gain, set, incumbent).around(end);
        }
        LagrangeBound dual = new LimitMultipliers(gain, set, incumbent.point()).bound();
        if (dual.gap() <= PROVEN * incumbent.size()) {
            return answer(incumbent, set, dual.gap(), WorstCase.Proof.DUALITY);
        }
        EnclosingEllipsoids above = new EnclosingEllipsoids(gain, radius);
        for (LinearLimit row : set.rows()) {
            above.add(row.row(), row.lower(), row.upper());
        }
        double gap = Math.min(dual.gap(), Math.max(0, above.bound() - incumbent.best()));
        return answer(incumbent, set, gap, WorstCase.Proof.BOUNDS);
    }

    @Override
    public double supremum() {
        return ball.supremum();
    }

    /** The limits that cut into the ball, each end that does not set to infinity. */
    private LimitsInBall binding(double radius) {
        List<LinearLimit> binding = new ArrayList<>();
        for (LinearLimit row : rows) {
            double lower = row.lower() <= -radius ? Double.NEGATIVE_INFINITY : row.lower();
            double upper = row.upper() >= radius ? Double.POSITIVE_INFINITY : row.upper();
            if (lower > Double.NEGATIVE_INFINITY || upper < Double.POSITIVE_INFINITY) {
                binding.add(new LinearLimit(row.name(), row.row(), lower, upper));
            }
        }
        return new LimitsInBall(binding, radius);
    }

    private boolean enumerable(int limits) {
        double p = gain.size();
        return LimitFaces.count(limits, gain.size()) * 20 * p * p * p <= MOST_WORK;
    }

    /** A radius beyond which the limits let no shift pass: the furthest one is found by the same search. */
    private double enclosingRadius() {
        double[][] square = new double[gain.size()][gain.size()];
        double radius = 0;
        for (int k = 0; k < square.length; k++) {
            square[k][k] = 2;
        }
        for (LinearLimit row : rows) {
            radius = Math.max(radius, Double.isFinite(row.lower()) ? -row.lower() : 0);
            radius = Math.max(radius, Double.isFinite(row.upper()) ? row.upper() : 0);
        }
        radius = 2 * Math.max(radius, Double.MIN_NORMAL);
        LimitsSolver furthest = new LimitsSolver(rows, new Quadratic(new double[gain.size()], square, gain.labels()));
        if (enumerable(rows.size())) {
            for (int doubling = 0; doubling < 30; doubling++) {
                double reach = Math.sqrt(furthest.solve(radius).gain());
                if (reach < radius * (1 - 1e-9)) {
                    return radius;
                }
                radius *= 2;
            }
        }
        List<String> open = enumerable(rows.size()) ? Unbounded.of(rows, gain.labels(), radius) : List.of();
        throw new UserError("limits: " + count(rows.size(), "limit") + " on " + count(gain.size(), "parameter")
                + (rows.size() == 1 ? " does" : " do") + " not bound every shift"
                + (open.isEmpty() ? "" : ": nothing bounds " + Unbounded.words(open))
                + "; give a radius beside that, for example 1, or bound every parameter on both sides");
    }

    private static String count(int number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }

    private static @Nullable WorstCase within(WorstCase free, LimitsInBall set) {
        List<double[]> inside = new ArrayList<>();
        inside.add(free.delta());
        inside.addAll(free.others());
        inside.removeIf(point -> set.excess(point) > 1e-12 * set.radius());
        if (inside.isEmpty()) {
            return null;
        }
        return new WorstCase(
                inside.get(0),
                free.gain(),
                free.multiplier(),
                free.kind(),
                free.kind() != WorstCase.Kind.INTERIOR_FLAT && inside.size() == 1,
                List.copyOf(inside.subList(1, inside.size())),
                free.certificate());
    }

    private WorstCase answer(Incumbent incumbent, LimitsInBall set, double gap, WorstCase.Proof proof) {
        double[] point = incumbent.point();
        double value = gain.gain(point);
        LimitMultipliers multipliers = new LimitMultipliers(gain, set, point);
        double residual = multipliers.residual();
        boolean accepted = switch (proof) {
            case ENUMERATION -> residual <= 1e-7 * incumbent.size() / set.radius();
            case DUALITY -> true;
            case BOUNDS -> gap <= MEET * Math.max(Math.abs(value), Math.abs(value + gap));
        };
        List<double[]> others = List.copyOf(incumbent.others());
        return new WorstCase(
                point,
                value,
                multipliers.ball(),
                WorstCase.Kind.BOX,
                others.isEmpty() && proof == WorstCase.Proof.ENUMERATION,
                others,
                new WorstCase.Certificate(residual, Double.NaN, gap, accepted, proof));
    }
}
