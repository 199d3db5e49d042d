package org.shiftbed.audit.nuisance;

/**
 * A regression on fixed parents, ready to be fitted to any number of targets. For every unit the value comes from a model that saw no unit
 * of its fold, where there are folds (parametric-robustness 3.1).
 */
public interface Regression {

    /**
     * The fitted conditional mean of a target.
     *
     * @param target one value a unit
     */
    Fitted fit(double[] target);

    /** How many numbers each fit estimates: groups that hold units, or an intercept and the features that are kept. */
    int coefficients();

    /** How many units had to fall back to the mean of the training part, because their group was not in it. */
    default int fallbacks() {
        return 0;
    }

    /** How many features were dropped because they follow from the others. */
    default int dropped() {
        return 0;
    }
}
