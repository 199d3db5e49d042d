package org.shiftbed.audit.baseline;

/**
 * All laws of a whole row that are not further from the observed one than a divergence allows. The worst of them depends on the losses of the
 * rows alone: it puts weight on bad rows, whatever they have in common.
 */
public sealed interface JointBall permits JointCvar, JointChiSquare, JointKl {

    /** The largest mean loss. */
    double largest(LossDistribution losses);

    /**
     * The worst mean loss.
     *
     * @param sign 1 where a larger loss is worse, -1 where a smaller one is
     */
    default double worst(LossDistribution losses, int sign) {
        return sign > 0 ? largest(losses) : -largest(losses.mirrored());
    }
}
