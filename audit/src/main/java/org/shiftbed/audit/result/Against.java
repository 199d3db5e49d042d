package org.shiftbed.audit.result;

import java.util.List;

/**
 * A second model on the same rows. Differences are this model minus the other.
 *
 * @param source the other model's table
 * @param mean the other model's loss without a shift
 * @param points at each radius
 */
public record Against(String source, double mean, List<Point> points) {

    /**
     * At one radius.
     *
     * @param radius the size
     * @param own this model's worst loss
     * @param other the other model's worst loss
     * @param differenceAtOwn difference of the two at this model's worst shift
     * @param low end of its paired interval
     * @param high end of its paired interval
     * @param separating the shift under which this model falls behind the other most
     * @param separation the difference there
     * @param separationLow end of its paired interval
     * @param separationHigh end of its paired interval
     */
    public record Point(
            double radius,
            double own,
            double other,
            double differenceAtOwn,
            double low,
            double high,
            double[] separating,
            double separation,
            double separationLow,
            double separationHigh) {}
}
