package org.shiftbed.audit.result;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Shares as percentages, by one rule wherever an audit tells them. */
public final class Percentage {
    private static final double LEAST = 0.0001;
    private static final MathContext TWO_DIGITS = new MathContext(2, RoundingMode.HALF_UP);
    private static final BigDecimal TEN = BigDecimal.TEN;

    private Percentage() {}

    /**
     * A share in words: whole percents from 10 on, two digits below, so that a share that is not 0 is never told as 0%, and one below a tenth
     * never as 10%.
     *
     * @param share 1 for all; a number that is finite
     */
    public static String of(double share) {
        double size = Math.abs(share);
        if (size > 0 && size < LEAST) {
            return "under 0.01%";
        }
        BigDecimal percent = BigDecimal.valueOf(share).movePointRight(2);
        BigDecimal rounded = percent.round(TWO_DIGITS);
        if (percent.abs().compareTo(TEN) >= 0) {
            rounded = percent.setScale(0, RoundingMode.HALF_UP);
        } else if (rounded.abs().compareTo(TEN) >= 0) {
            rounded = percent.setScale(1, RoundingMode.DOWN);
        }
        return rounded.signum() == 0 ? "0%" : rounded.stripTrailingZeros().toPlainString() + "%";
    }

    /** The level of intervals, such as 95%, with all the digits that it was given. */
    public static String level(double level) {
        return BigDecimal.valueOf(level).movePointRight(2).stripTrailingZeros().toPlainString() + "%";
    }
}
