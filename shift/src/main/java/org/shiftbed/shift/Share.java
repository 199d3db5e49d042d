package org.shiftbed.shift;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.shiftbed.base.UserError;

/** Shares and probabilities as study files write them: numbers from 0 to 1, or fractions of whole numbers such as {@code 1/3}. */
public final class Share {
    /** How far the sum of written shares may be from 1. */
    static final double TOLERANCE = 1e-6;

    private static final Pattern FRACTION = Pattern.compile("\\s*(\\d{1,15})\\s*/\\s*(\\d{1,15})\\s*");

    private Share() {}

    /**
     * The value of what is written.
     *
     * @param written a number, or text such as {@code 1/3}
     * @param place of the value, for the error
     * @throws UserError where it is none
     */
    public static double read(Object written, String place) {
        double value = Double.NaN;
        if (written instanceof Number number) {
            value = number.doubleValue();
        } else if (written instanceof String text) {
            Matcher fraction = FRACTION.matcher(text);
            if (fraction.matches()) {
                value = Double.parseDouble(fraction.group(1)) / Double.parseDouble(fraction.group(2));
            }
        }
        if (value >= 0 && value <= 1) {
            return value;
        }
        throw new UserError(
                place + ": a share must be a number from 0 to 1, or a fraction such as 1/3, got '" + written + "'");
    }

    /** A sum of shares without the digits that rounding adds. */
    public static String text(double value) {
        return new BigDecimal(value)
                .round(new MathContext(9))
                .stripTrailingZeros()
                .toPlainString();
    }
}
