package org.shiftbed.audit.estimate;

/**
 * How the nuisances are estimated (parametric-robustness 3.1, 3.2).
 *
 * @param mode which regression
 * @param degree degree of the polynomial for {@link Mode#LEAST_SQUARES}; 1 for linear
 * @param penalty ridge penalty for {@link Mode#LEAST_SQUARES}; 0 for none
 * @param crossFit when a unit's nuisances come from models that did not see its fold
 * @param centring what the loss is centred at in the blocks of two variables
 */
public record Settings(Mode mode, int degree, double penalty, CrossFit crossFit, Centring centring) {

    /** Groups where parents are discrete; otherwise generalised linear means of bounded statistics and least squares for the rest. */
    public static final Settings AUTO = new Settings(Mode.AUTO, 1, 0, CrossFit.AUTO, Centring.PAIR);

    /** Which regression gives conditional means. */
    public enum Mode {
        AUTO,
        NONE,
        GROUP,
        LEAST_SQUARES,
        GLM
    }

    /** When cross-fitting is used: AUTO is for regressions, not for means of groups. */
    public enum CrossFit {
        AUTO,
        ON,
        OFF
    }

    /** c_ij of parametric-robustness 3.2. */
    public enum Centring {
        PAIR,
        MEAN,
        NONE
    }
}
