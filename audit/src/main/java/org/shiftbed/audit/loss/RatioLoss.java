package org.shiftbed.audit.loss;

/**
 * A metric that is the average of one loss over the average of another (parametric-robustness 3.4). Both have the same inputs in the same order,
 * unless they are two columns.
 *
 * @param numerator A of A/B
 * @param denominator B of A/B
 */
public record RatioLoss(Loss numerator, Loss denominator) {}
