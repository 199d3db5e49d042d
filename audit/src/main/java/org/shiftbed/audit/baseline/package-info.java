/**
 * What other ways of asking for a worst case answer on the same rows (parametric-robustness 7). {@link
 * org.shiftbed.audit.baseline.Baselines} makes the table of the report; the others answer one question each: joint divergence balls on a
 * {@link org.shiftbed.audit.baseline.LossDistribution}, marginal and conditional ones on units.
 */
@NullMarked
package org.shiftbed.audit.baseline;

import org.jspecify.annotations.NullMarked;
