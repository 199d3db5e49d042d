package org.shiftbed.audit.baseline;

/**
 * A worst mean loss as estimated.
 *
 * @param loss the estimate
 * @param standardError NaN where none is known
 */
public record Estimate(double loss, double standardError) {
    Estimate mirrored() {
        return new Estimate(-loss, standardError);
    }
}
