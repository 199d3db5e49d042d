package org.shiftbed.audit.loss;

import org.shiftbed.audit.spec.Scale;
import org.shiftbed.base.UserError;
import org.shiftbed.data.table.TableScan;

/**
 * Checks probabilities on their way in.
 *
 * @param scale what the columns hold
 * @param clip distance kept from 0 and 1
 * @param scan says where a row stands
 */
record Probabilities(Scale scale, double clip, TableScan scan) {
    /** Logarithms come from 32-bit arithmetic and may exceed 0 by rounding. */
    private static final double ROUNDING = 1e-5;

    /** A probability from what a column holds; NaN where it is missing. */
    double of(double value, String column, long row) {
        double probability;
        if (scale == Scale.LOG) {
            if (value > ROUNDING) {
                throw new UserError(scan.place(row) + ": column '" + column
                        + "' must hold logarithms of probabilities, at most 0, found " + value
                        + "; say 'loss.scale: probability' where it holds probabilities");
            }
            probability = Math.min(1, Math.exp(value));
        } else {
            if (value < 0 || value > 1) {
                throw new UserError(scan.place(row) + ": column '" + column
                        + "' must hold probabilities from 0 to 1, found " + value
                        + (value < 0 ? "; say 'loss.scale: log' where it holds their logarithms" : ""));
            }
            probability = value;
        }
        return clip > 0 ? Math.min(Math.max(probability, clip), 1 - clip) : probability;
    }

    /** Minus the logarithm of the probability, or of its complement. */
    double surprise(double value, boolean happened, String column, long row) {
        double probability = of(value, column, row);
        if (!happened) {
            return -Math.log1p(-probability) + 0.0;
        }
        // The logarithm itself is exact where its exponential is 0.
        return (scale == Scale.LOG && clip == 0 ? -Math.min(0, value) : -Math.log(probability)) + 0.0;
    }
}
