package org.shiftbed.audit.worst;

/**
 * The exact maximum over a box cut by a ball: every limited coordinate at its lower limit, its upper limit or free; the others are always
 * free. On each face the set is a smaller ball, and a maximum of the whole lies among the local maxima of the gain there: the global ones
 * and the single one that is not (Martínez 1994). Where local maxima form a connected set, it either lies inside the box or meets a face
 * with one coordinate fewer free.
 */
final class BoxBallFaces {
    private static final double SLACK = 1e-12;
    /** Within which share of the radius a limit may count as reached. */
    private static final double[] NEARNESS = {1e-9, 1e-6, 1e-4, 1e-2};

    private final double[] g;
    private final double[][] h;
    private final double[] lower;
    private final double[] upper;
    private final double radius;
    private final Incumbent incumbent;
    private final int n;
    private final boolean[] limited;
    private final boolean[] free;
    private final double[] point;

    /**
     * @param lower minus infinity where a coordinate has no lower limit that can bind
     * @param upper plus infinity where it has no upper one
     * @param radius of the ball, finite and positive
     */
    BoxBallFaces(Quadratic gain, double[] lower, double[] upper, double radius, Incumbent incumbent) {
        g = gain.rawGradient();
        h = gain.rawHessian();
        this.lower = lower;
        this.upper = upper;
        this.radius = radius;
        this.incumbent = incumbent;
        n = g.length;
        limited = new boolean[n];
        for (int k = 0; k < n; k++) {
            limited[k] = lower[k] > Double.NEGATIVE_INFINITY || upper[k] < Double.POSITIVE_INFINITY;
        }
        free = new boolean[n];
        point = new double[n];
    }

    /** Offers the local maxima of every face that lie inside the box to the incumbent. */
    void search() {
        chooseFree(0, 0);
    }

    /**
     * The same for the faces on which a point may lie.
     *
     * @param at a point near the one that is sought, such as the end of an ascent
     */
    void around(double[] at) {
        for (double room : NEARNESS) {
            around(at, room * radius);
        }
    }

    private void around(double[] at, double room) {
        int count = 0;
        double square = radius * radius;
        for (int k = 0; k < n; k++) {
            boolean low = at[k] <= lower[k] + room;
            boolean high = at[k] >= upper[k] - room;
            free[k] = !low && !high;
            count += free[k] ? 1 : 0;
            point[k] = low ? lower[k] : high ? upper[k] : 0;
            square -= point[k] * point[k];
        }
        if (square < -1e-14 * radius * radius) {
            return;
        }
        Face face = face(count);
        double[] slope = new double[count];
        for (int i = 0; i < count; i++) {
            slope[i] = g[face.chosen[i]] + Matrices.dot(h[face.chosen[i]], point);
        }
        searchFace(face, slope, Math.max(0, square), Double.POSITIVE_INFINITY);
    }

    private Face face(int count) {
        int[] chosen = new int[count];
        int at = 0;
        for (int i = 0; i < n; i++) {
            if (free[i]) {
                chosen[at++] = i;
            }
        }
        double[][] block = new double[count][count];
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < count; j++) {
                block[i][j] = h[chosen[i]][chosen[j]];
            }
        }
        return new Face(chosen, Spectrum.of(block));
    }

    private void chooseFree(int k, int count) {
        if (k == n) {
            Face face = face(count);
            double[] slope = new double[count];
            for (int i = 0; i < count; i++) {
                slope[i] = g[face.chosen[i]];
            }
            chooseEnds(0, face, slope, radius * radius, 0);
            return;
        }
        if (!limited[k] || lower[k] < upper[k]) {
            free[k] = true;
            chooseFree(k + 1, count + 1);
            free[k] = false;
        }
        if (limited[k]) {
            chooseFree(k + 1, count);
        }
    }

    private record Face(int[] chosen, Spectrum spectrum) {}

    /** {@code slope} is the gradient of the free block and {@code value} the gain at the coordinates fixed so far. */
    private void chooseEnds(int from, Face face, double[] slope, double square, double value) {
        int k = from;
        while (k < n && free[k]) {
            k++;
        }
        if (k == n) {
            searchFace(face, slope, square, value);
            return;
        }
        if (lower[k] > Double.NEGATIVE_INFINITY) {
            fix(k, lower[k], face, slope, square, value);
        }
        if (upper[k] < Double.POSITIVE_INFINITY && upper[k] > lower[k]) {
            fix(k, upper[k], face, slope, square, value);
        }
    }

    private void fix(int k, double end, Face face, double[] slope, double square, double value) {
        double left = square - end * end;
        if (left < -1e-14 * radius * radius) {
            return;
        }
        double gained = end * (g[k] + 0.5 * h[k][k] * end);
        for (int j = 0; j < k; j++) {
            if (!free[j]) {
                gained += end * h[k][j] * point[j];
            }
        }
        point[k] = end;
        double[] moved = slope.clone();
        for (int i = 0; i < moved.length; i++) {
            moved[i] += end * h[face.chosen[i]][k];
        }
        chooseEnds(k + 1, face, moved, Math.max(0, left), value + gained);
    }

    /** {@code value} is the gain of the fixed coordinates, infinite to search whatever the incumbent has reached. */
    private void searchFace(Face face, double[] slope, double square, double value) {
        int[] chosen = face.chosen;
        double r = Math.sqrt(square);
        if (chosen.length > 0) {
            Spectrum spectrum = face.spectrum;
            double top = Math.max(0, Math.scalb(spectrum.values()[chosen.length - 1], spectrum.exponent()));
            if (value + Matrices.norm(slope) * r + 0.5 * top * square < incumbent.best() - 1e-12 * incumbent.size()) {
                return;
            }
        }
        for (double[] inner : new TrustRegion(face.spectrum, slope).localMaxima(r)) {
            boolean inside = true;
            for (int i = 0; i < chosen.length && inside; i++) {
                double low = lower[chosen[i]];
                double high = upper[chosen[i]];
                inside = inner[i] >= low - SLACK * radius && inner[i] <= high + SLACK * radius;
                point[chosen[i]] = Math.max(low, Math.min(high, inner[i]));
            }
            if (inside) {
                incumbent.offer(point);
            }
        }
    }
}
