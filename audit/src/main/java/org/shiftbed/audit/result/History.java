package org.shiftbed.audit.result;

import org.jspecify.annotations.Nullable;
import org.shiftbed.audit.result.RadiusResult.ShiftEstimate;

/**
 * The shift between two past tables, in the parameters of the audit.
 *
 * @param before the earlier table
 * @param after the later one
 * @param rowsBefore its rows
 * @param rowsAfter its rows
 * @param delta the fitted parameters
 * @param errors their standard errors, from both tables
 * @param radius the size of delta
 * @param low end of its interval
 * @param high end of its interval
 * @param debiased the size without the part that noise alone would give; 0 where nothing is left
 * @param estimate the loss of the audited rows under that shift, with what the budget freezes moving as it did; null where a family does not allow it
 */
public record History(
        String before,
        String after,
        long rowsBefore,
        long rowsAfter,
        double[] delta,
        double[] errors,
        double radius,
        double low,
        double high,
        double debiased,
        @Nullable ShiftEstimate estimate) {}
