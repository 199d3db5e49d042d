package org.shiftbed.audit;

import org.jspecify.annotations.Nullable;
import org.shiftbed.audit.estimate.Estimator;
import org.shiftbed.audit.estimate.ImportanceSampling;
import org.shiftbed.audit.estimate.QuadraticLoss;
import org.shiftbed.audit.estimate.ShiftInfluence;
import org.shiftbed.audit.worst.WorstCase;

/** What is audited: an average of losses, or a ratio of two averages. */
interface Metric {

    /** Its second-order model at no shift. */
    QuadraticLoss quadratic();

    /** A model with the slope of the metric at a shift, and the curvature with which it is searched there. */
    QuadraticLoss around(double[] delta);

    /** The estimator whose rows, variables and weights it shares. */
    Estimator estimator();

    /** The rows that speak for it, in words. */
    String rows();

    /** The worst shift at a radius. */
    WorstCase worst(Search search, double radius);

    /** Its estimate at a shift, with its standard error. */
    Estimator.Taylor taylor(double[] delta);

    /** The check by weighted rows. */
    ImportanceSampling importance(double[] delta);

    /** The gradient of the check by weighted rows at a shift. */
    double[] weightedSlope(double[] delta);

    /** The standard error of the estimate minus the check. */
    double differenceError(double[] delta);

    /** The errors of estimate, change, check and difference at a shift that follows the rows. */
    Estimator.Errors errors(double[] delta, ShiftInfluence shift);

    /** f'''(0) along delta; null where shifts are not linear. */
    @Nullable
    Double third(double[] delta);

    /** The estimate of the largest error on the way to delta; null without a closed form. */
    @Nullable
    Double remainder(double[] delta);

    /** The same metric on some of the rows. */
    Metric select(int[] units);
}
