package org.shiftbed.audit.worst;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.UserError;

/**
 * The worst case in a box, or in a box cut by a ball (parametric-robustness 4.3).
 *
 * <p>Exact when the ball's own answer lies in the box or the box's own answer in the ball; when the multipliers at the best point of a
 * many-start ascent prove it ({@link LagrangeBound}: always where the gain is concave, often where the ball binds); for a box, when the
 * parameters fall into groups that do not interact (zero entries of H) of at most 12 each, which covers the diagonal case at any size; for a
 * box cut by a ball, when few parameters have limits that can bind (12 of 12, 10 of 31). Otherwise the best point found with an upper bound
 * by ellipsoids or multipliers; certified only if the two meet within 1e-6.
 */
public final class BoxSolver implements RadiusSolver {
    private static final int MOST_TOGETHER = 12;
    private static final double MOST_WORK = 3e8;
    private static final int RANDOM_STARTS = 40;
    private static final double MEET = 1e-6;
    private static final double PROVEN = 1e-10;

    private final double[] lower;
    private final double[] upper;
    private final Quadratic gain;
    private final TrustRegion ball;
    private @Nullable WorstCase whole;

    BoxSolver(double[] lower, double[] upper, Quadratic gain) {
        this.lower = lower.clone();
        this.upper = upper.clone();
        this.gain = gain;
        ball = new TrustRegion(gain);
    }

    /**
     * {@inheritDoc}
     *
     * @param radius of the ball that cuts the box; infinite where the box alone counts, and then all limits must be finite
     */
    @Override
    public WorstCase solve(double radius) {
        if (radius == Double.POSITIVE_INFINITY) {
            return wholeBox();
        }
        TrustRegion.requireRadius(radius);
        int p = gain.size();
        BoxInBall set = new BoxInBall(lower, upper, radius);
        double nearest = smallestRadius();
        if (nearest > radius) {
            throw new UserError(
                    "box: no shift of norm at most " + radius + " satisfies the limits, whose smallest shift has norm "
                            + nearest + "; raise the radius or widen the limits");
        }
        WorstCase free = ball.solve(radius);
        WorstCase inBox = within(free, set);
        if (inBox != null) {
            return inBox;
        }
        if (finite()) {
            WorstCase box = wholeBox();
            if (box.certificate().accepted() && Matrices.norm(box.delta()) <= radius) {
                return new WorstCase(
                        box.delta(), box.gain(), 0, box.kind(), box.unique(), box.others(), box.certificate());
            }
        }
        double[] low = lower.clone();
        double[] high = upper.clone();
        int limited = 0;
        for (int k = 0; k < p; k++) {
            low[k] = low[k] <= -radius ? Double.NEGATIVE_INFINITY : low[k];
            high[k] = high[k] >= radius ? Double.POSITIVE_INFINITY : high[k];
            limited += low[k] > Double.NEGATIVE_INFINITY || high[k] < Double.POSITIVE_INFINITY ? 1 : 0;
        }
        boolean exact = limited <= MOST_TOGETHER
                && Math.pow(3, limited) * p * p + Math.pow(2, limited) * 5 * p * p * p <= MOST_WORK;
        Incumbent incumbent = climbed(set, radius, free.delta(), exact ? 4 : RANDOM_STARTS);
        WorstCase proven = bounded(incumbent, Double.POSITIVE_INFINITY, radius, radius);
        if (proven.certificate().proof() == WorstCase.Proof.DUALITY) {
            return proven;
        }
        if (exact) {
            new BoxBallFaces(gain, low, high, radius, incumbent).search();
            return enumerated(incumbent.point(), incumbent.others(), radius);
        }
        EnclosingEllipsoids above = new EnclosingEllipsoids(gain, radius);
        addStrips(above);
        return bounded(incumbent, above.bound(), radius, radius);
    }

    /** The ends of the ascent from many starts, each made exact on its face. */
    private Incumbent climbed(BoxInBall set, double reach, double[] first, int randomStarts) {
        Incumbent ends = new Incumbent(gain, reach);
        new LocalAscent(gain, set).search(first, reach, randomStarts, ends);
        Incumbent polished = new Incumbent(gain, reach);
        List<double[]> points = new ArrayList<>(ends.others());
        points.add(ends.point());
        for (double[] point : points) {
            polished.offer(point);
            new BoxBallFaces(gain, lower, upper, reach, polished).around(point);
        }
        return polished;
    }

    @Override
    public double supremum() {
        return finite() ? wholeBox().upperBound() : ball.supremum();
    }

    @Override
    public double smallestRadius() {
        return Matrices.norm(new BoxInBall(lower, upper, Double.POSITIVE_INFINITY).nearest(new double[gain.size()]));
    }

    /** The ball's answers that satisfy the limits, if any does. */
    private static @Nullable WorstCase within(WorstCase free, BoxInBall set) {
        List<double[]> inside = new ArrayList<>();
        inside.add(free.delta());
        inside.addAll(free.others());
        inside.removeIf(point -> !set.contains(point, 1e-12));
        if (inside.isEmpty()) {
            return null;
        }
        return new WorstCase(
                inside.get(0),
                free.gain(),
                free.multiplier(),
                free.kind(),
                free.kind() == WorstCase.Kind.INTERIOR_FLAT ? false : inside.size() == 1,
                List.copyOf(inside.subList(1, inside.size())),
                free.certificate());
    }

    private boolean finite() {
        for (int k = 0; k < lower.length; k++) {
            if (Double.isInfinite(lower[k]) || Double.isInfinite(upper[k])) {
                return false;
            }
        }
        return true;
    }

    private void requireBounds() {
        List<String> open = new ArrayList<>();
        for (int k = 0; k < lower.length; k++) {
            boolean below = Double.isInfinite(lower[k]);
            boolean above = Double.isInfinite(upper[k]);
            if (below || above) {
                open.add("'" + gain.labels().get(k) + "' "
                        + (below ? above ? "on either side" : "from below" : "from above"));
            }
        }
        if (!open.isEmpty()) {
            throw new UserError("box: nothing bounds " + Unbounded.words(open) + "; give both limits or a radius");
        }
    }

    private WorstCase wholeBox() {
        if (whole == null) {
            requireBounds();
            whole = solveBox();
        }
        return whole;
    }

    private WorstCase solveBox() {
        double[] point = new double[gain.size()];
        List<double[]> ties = new ArrayList<>();
        List<int[]> groups = new InteractionGroups(gain).groups();
        for (int[] group : groups) {
            if (group.length > MOST_TOGETHER) {
                return together();
            }
        }
        for (int[] group : groups) {
            Quadratic part = gain.keep(group);
            double[] low = Arrays.stream(group).mapToDouble(k -> lower[k]).toArray();
            double[] high = Arrays.stream(group).mapToDouble(k -> upper[k]).toArray();
            Incumbent incumbent = new Incumbent(part, reach());
            new BoxFaces(part, low, high, incumbent).search();
            for (double[] tie : incumbent.others()) {
                double[] other = new double[point.length];
                Arrays.fill(other, Double.NaN);
                put(other, group, tie);
                ties.add(other);
            }
            put(point, group, incumbent.point());
        }
        for (double[] tie : ties) {
            for (int k = 0; k < tie.length; k++) {
                tie[k] = Double.isNaN(tie[k]) ? point[k] : tie[k];
            }
        }
        return enumerated(point, ties, Double.POSITIVE_INFINITY);
    }

    /** A box whose parameters interact too much to be searched group by group. */
    private WorstCase together() {
        double reach = reach();
        BoxInBall set = new BoxInBall(lower, upper, Double.POSITIVE_INFINITY);
        Incumbent incumbent = climbed(set, reach, ball.solve(reach).delta(), RANDOM_STARTS);
        WorstCase proven = bounded(incumbent, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, reach);
        if (proven.certificate().proof() == WorstCase.Proof.DUALITY) {
            return proven;
        }
        EnclosingEllipsoids above = new EnclosingEllipsoids(gain, Double.POSITIVE_INFINITY);
        addStrips(above);
        return bounded(incumbent, above.bound(), Double.POSITIVE_INFINITY, reach);
    }

    private static void put(double[] whole, int[] group, double[] part) {
        for (int i = 0; i < group.length; i++) {
            whole[group[i]] = part[i];
        }
    }

    private double reach() {
        double[] corner = new double[lower.length];
        for (int k = 0; k < corner.length; k++) {
            corner[k] = Math.max(Math.abs(lower[k]), Math.abs(upper[k]));
        }
        return Matrices.norm(corner);
    }

    private void addStrips(EnclosingEllipsoids above) {
        for (int k = 0; k < lower.length; k++) {
            double[] row = new double[lower.length];
            row[k] = 1;
            above.add(row, lower[k], upper[k]);
        }
    }

    private WorstCase enumerated(double[] point, List<double[]> ties, double radius) {
        BoxConditions conditions = new BoxConditions(gain, lower, upper, radius, point);
        return new WorstCase(
                point,
                gain.gain(point),
                conditions.multiplier(),
                WorstCase.Kind.BOX,
                ties.isEmpty(),
                List.copyOf(ties),
                new WorstCase.Certificate(
                        conditions.residual(), Double.NaN, 0, conditions.accepted(), WorstCase.Proof.ENUMERATION));
    }

    /**
     * The best point found with the smaller of two upper bounds: the given one, and that of its multipliers.
     *
     * @param reach a number the norm in the set does not exceed
     */
    private WorstCase bounded(Incumbent incumbent, double above, double radius, double reach) {
        double[] point = incumbent.point();
        double value = gain.gain(point);
        BoxConditions conditions = new BoxConditions(gain, lower, upper, radius, point);
        int p = point.length;
        double[][] rows = new double[p][p];
        double[] low = new double[p];
        double[] high = new double[p];
        for (int k = 0; k < p; k++) {
            rows[k][k] = 1;
            low[k] = Math.max(lower[k], -reach);
            high[k] = Math.min(upper[k], reach);
        }
        double nu = Double.isInfinite(radius) ? 0 : conditions.multiplier();
        LagrangeBound dual = LagrangeBound.of(gain, rows, low, high, conditions.forces(), nu, reach, point);
        double gap = Math.min(dual.gap(), Math.max(0, above - value));
        boolean proven = dual.gap() <= PROVEN * incumbent.size();
        boolean met = gap <= MEET * Math.max(Math.abs(value), Math.abs(value + gap));
        boolean unique = proven && dual.curvature() > MEET * Matrices.largest(gain.rawHessian());
        return new WorstCase(
                point,
                value,
                conditions.multiplier(),
                WorstCase.Kind.BOX,
                unique,
                unique ? List.of() : List.copyOf(incumbent.others()),
                new WorstCase.Certificate(
                        conditions.residual(),
                        proven ? dual.curvature() : Double.NaN,
                        gap,
                        proven || met,
                        proven ? WorstCase.Proof.DUALITY : WorstCase.Proof.BOUNDS));
    }
}
