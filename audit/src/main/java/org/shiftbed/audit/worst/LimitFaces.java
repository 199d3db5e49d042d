package org.shiftbed.audit.worst;

import java.util.ArrayList;
import java.util.List;

/**
 * The exact maximum over linear limits cut by a ball by all sets of linearly independent limits held with equality
 * (parametric-robustness 4.3). Each set leaves a smaller ball in a subspace, whose local maxima are the candidates, as in
 * {@link BoxBallFaces}.
 */
final class LimitFaces {
    private static final double DEPENDENT = 1e-10;
    private static final double SLACK = 1e-11;
    /** Within which share of the radius a limit may count as reached. */
    private static final double[] NEARNESS = {1e-9, 1e-6, 1e-4, 1e-2};

    private final Quadratic gain;
    private final List<LinearLimit> rows;
    private final LimitsInBall set;
    private final double radius;
    private final Incumbent incumbent;

    /** @param set rows of norm 1 and a finite radius */
    LimitFaces(Quadratic gain, LimitsInBall set, Incumbent incumbent) {
        this.gain = gain;
        rows = set.rows();
        this.set = set;
        radius = set.radius();
        this.incumbent = incumbent;
    }

    /** How many sets of equalities there are at most: of {@code rows} limits, at most {@code p} at once, each at either end. */
    static double count(int rows, int p) {
        double sum = 0;
        double term = 1;
        for (int k = 0; k <= Math.min(rows, p); k++) {
            sum += term;
            term *= 2.0 * (rows - k) / (k + 1);
        }
        return sum;
    }

    /** Offers the local maxima of every face that satisfy all limits to the incumbent. */
    void search() {
        choose(0, List.of(), new double[gain.size()]);
    }

    /**
     * The same for the faces on which a point may lie.
     *
     * @param at a point near the one that is sought, such as the end of an ascent
     */
    void around(double[] at) {
        for (double room : NEARNESS) {
            List<double[]> basis = new ArrayList<>();
            double[] foot = new double[at.length];
            for (LinearLimit limit : rows) {
                double[] row = limit.row();
                double level = Matrices.dot(row, at);
                boolean low = level <= limit.lower() + room * radius;
                double[] part = orthogonal(row, basis);
                double length = Matrices.norm(part);
                if ((low || level >= limit.upper() - room * radius) && length > DEPENDENT) {
                    double end = low ? limit.lower() : limit.upper();
                    Matrices.add(foot, (end - Matrices.dot(row, foot)) / (length * length), part);
                    for (int k = 0; k < part.length; k++) {
                        part[k] /= length;
                    }
                    basis.add(part);
                }
            }
            if (Matrices.norm(foot) <= radius) {
                searchFace(basis, foot);
            }
        }
    }

    /** {@code basis} spans the limits held so far, orthonormal; {@code foot} is the smallest shift that holds them. */
    private void choose(int from, List<double[]> basis, double[] foot) {
        searchFace(basis, foot);
        if (basis.size() == gain.size()) {
            return;
        }
        for (int i = from; i < rows.size(); i++) {
            LinearLimit limit = rows.get(i);
            double[] row = limit.row();
            double[] part = orthogonal(row, basis);
            double length = Matrices.norm(part);
            if (length <= DEPENDENT) {
                continue;
            }
            for (int k = 0; k < part.length; k++) {
                part[k] /= length;
            }
            hold(limit.lower(), i, row, part, length, basis, foot);
            if (limit.upper() > limit.lower()) {
                hold(limit.upper(), i, row, part, length, basis, foot);
            }
        }
    }

    private void hold(
            double end, int i, double[] row, double[] part, double length, List<double[]> basis, double[] foot) {
        if (Double.isInfinite(end)) {
            return;
        }
        double[] moved = foot.clone();
        Matrices.add(moved, (end - Matrices.dot(row, foot)) / length, part);
        if (Matrices.norm(moved) > radius * (1 + SLACK)) {
            return;
        }
        List<double[]> longer = new ArrayList<>(basis);
        longer.add(part);
        choose(i + 1, longer, moved);
    }

    private void searchFace(List<double[]> basis, double[] foot) {
        double[][] rest = complement(basis);
        double length = Matrices.norm(foot);
        double r = Math.sqrt(Math.max(0, (radius - length) * (radius + length)));
        double[][] block = Matrices.form(rest, gain.rawHessian(), rest);
        Quadratic face = Quadratic.of(Matrices.times(rest, gain.slope(foot)), block);
        for (double[] inner : new TrustRegion(face).localMaxima(r)) {
            double[] point = foot.clone();
            for (int k = 0; k < rest.length; k++) {
                Matrices.add(point, inner[k], rest[k]);
            }
            if (set.excess(point) <= SLACK * radius) {
                incumbent.offer(point);
            }
        }
    }

    /** Orthonormal rows that span what is orthogonal to the basis: from the unit vectors, the one with most left each time. */
    private double[][] complement(List<double[]> basis) {
        int p = gain.size();
        List<double[]> all = new ArrayList<>(basis);
        double[][] rest = new double[p - basis.size()][];
        for (int found = 0; found < rest.length; found++) {
            double[] best = new double[p];
            double most = 0;
            for (int k = 0; k < p; k++) {
                double[] unit = new double[p];
                unit[k] = 1;
                double[] part = orthogonal(unit, all);
                double length = Matrices.norm(part);
                if (length > most) {
                    most = length;
                    best = part;
                }
                if (most > 0.7) {
                    break;
                }
            }
            for (int k = 0; k < p; k++) {
                best[k] /= most;
            }
            rest[found] = best;
            all.add(best);
        }
        return rest;
    }

    /** What is left of a vector beside the basis; twice, because once is not orthogonal enough. */
    private static double[] orthogonal(double[] vector, List<double[]> basis) {
        double[] part = vector.clone();
        for (int round = 0; round < 2; round++) {
            for (double[] direction : basis) {
                Matrices.add(part, -Matrices.dot(direction, part), direction);
            }
        }
        return part;
    }
}
