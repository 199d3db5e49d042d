package org.shiftbed.report.figure;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Numbers as figures print them. */
final class Numbers {
    private static final MathContext FIVE = new MathContext(5);

    private Numbers() {}

    /** Five digits at most, no exponent unless it is far away. */
    static String text(double value) {
        if (!Double.isFinite(value)) {
            return "\u2013";
        }
        BigDecimal rounded = new BigDecimal(value).round(FIVE);
        rounded = rounded.signum() == 0 ? BigDecimal.ZERO : rounded.stripTrailingZeros();
        double size = Math.abs(value);
        String text = size >= 1e7 || (size > 0 && size < 1e-4) ? rounded.toString() : rounded.toPlainString();
        return text.replace('-', '\u2212');
    }

    /** With a sign and one decimal; what rounds to zero has none. */
    static String signed(double value) {
        String text = String.format(Locale.ROOT, "%.1f", Math.abs(value));
        return text.equals("0.0") ? text : (value < 0 ? "\u2212" : "+") + text;
    }

    /** One decimal. */
    static String one(double value) {
        return String.format(Locale.ROOT, "%.1f", value).replace('-', '\u2212');
    }

    /** The shortest text that reads back to the same double; whole numbers without a fraction. */
    static String exact(double value) {
        if (value == Math.rint(value) && Math.abs(value) < 1e15) {
            return Long.toString((long) value);
        }
        return Double.toString(value);
    }

    /** Nothing for nothing. */
    static String exact(@Nullable Double value, String none) {
        return value == null ? none : exact(value.doubleValue());
    }
}
