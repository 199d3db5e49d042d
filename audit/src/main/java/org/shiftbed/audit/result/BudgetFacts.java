package org.shiftbed.audit.result;

import java.util.List;

/**
 * What was counted as plausible.
 *
 * @param sentence in words
 * @param metric how the size of a shift is measured, p rows of p ({@code d'Ad <= radius^2}); the identity for a ball
 * @param vector the linear part of the size, p values; zeros for a ball
 * @param lower smallest value of each parameter, or negative infinity
 * @param upper largest value of each parameter, or infinity
 * @param limits linear limits in words
 */
public record BudgetFacts(
        String sentence, double[][] metric, double[] vector, double[] lower, double[] upper, List<String> limits) {}
