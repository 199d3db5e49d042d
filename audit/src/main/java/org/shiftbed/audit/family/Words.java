package org.shiftbed.audit.family;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;

/** Numbers as they stand in a sentence: three significant digits, more where two numbers would look the same. */
final class Words {
    private Words() {}

    static String number(double value) {
        return number(value, 3);
    }

    private static String number(double value, int digits) {
        if (Double.isNaN(value)) {
            return "not defined";
        }
        if (Double.isInfinite(value)) {
            return value > 0 ? "infinity" : "-infinity";
        }
        BigDecimal rounded =
                new BigDecimal(value).round(new MathContext(digits)).stripTrailingZeros();
        double size = Math.abs(value);
        boolean plain = size == 0 || size >= 1e-4 && size < 1e9;
        return plain ? rounded.toPlainString() : rounded.toString();
    }

    static String deviations(double count) {
        String number = number(count);
        return number
                + (number.matches("-?1") ? " conditional standard deviation" : " conditional standard deviations");
    }

    /** {@code times 2.72}: what a shift of 1 of a logarithm does. */
    static String timesE() {
        return "times " + factor(Math.E);
    }

    /** A ratio: as many digits as tell it from 1. */
    static String factor(double ratio) {
        int digits = 3;
        while (digits < 9 && ratio != 1 && number(ratio, digits).equals("1")) {
            digits++;
        }
        return number(ratio, digits);
    }

    static String move(String what, double before, double after) {
        return Axis.NUMBER.move(what, before, after);
    }

    /** Two numbers with as many digits as tell them apart. */
    static List<String> both(double before, double after) {
        int digits = 3;
        while (digits < 9 && before != after && number(before, digits).equals(number(after, digits))) {
            digits++;
        }
        return List.of(number(before, digits), number(after, digits));
    }
}
