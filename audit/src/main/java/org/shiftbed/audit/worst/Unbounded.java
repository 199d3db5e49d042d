package org.shiftbed.audit.worst;

import java.util.ArrayList;
import java.util.List;

/** Which parameters a set of linear limits leaves without an end. */
final class Unbounded {
    /** As many as a message names. */
    private static final int MOST = 4;

    /** What grows at all with the radius grows at least by this share of it, but for limits of absurd scales. */
    private static final double GROWS = 1e-4;

    private Unbounded() {}

    /** Such as {@code 'a' from above, 'b' on either side and 3 more}. */
    static String words(List<String> open) {
        String some = String.join(", ", open.subList(0, Math.min(MOST, open.size())));
        return open.size() > MOST ? some + " and " + (open.size() - MOST) + " more" : some;
    }

    /**
     * Each parameter that has no end with the side where it has none.
     *
     * @param radius far beyond the scale of the limits
     */
    static List<String> of(List<LinearLimit> rows, List<String> labels, double radius) {
        int p = labels.size();
        List<String> open = new ArrayList<>();
        for (int k = 0; k < p; k++) {
            boolean above = reach(rows, labels, k, 1, radius) > GROWS * radius;
            boolean below = reach(rows, labels, k, -1, radius) > GROWS * radius;
            if (above || below) {
                open.add("'" + labels.get(k) + "' " + (below ? above ? "on either side" : "from below" : "from above"));
            }
        }
        return open;
    }

    private static double reach(List<LinearLimit> rows, List<String> labels, int k, int sign, double radius) {
        double[] g = new double[labels.size()];
        g[k] = sign;
        return new LimitsSolver(rows, new Quadratic(g, new double[g.length][g.length], labels))
                .solve(radius)
                .gain();
    }
}
