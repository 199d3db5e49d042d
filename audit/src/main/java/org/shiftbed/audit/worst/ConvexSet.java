package org.shiftbed.audit.worst;

/** A bounded convex set of shifts as the local search sees it. */
interface ConvexSet {

    /** The point of the set nearest to a shift, or one near it; always inside the set up to rounding. */
    double[] nearest(double[] shift);

    /** From where to where (two numbers) coordinate k of a point of the set may move while the others stay. */
    double[] interval(double[] point, int k);
}
