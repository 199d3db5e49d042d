package org.shiftbed.study.domainbed;

import java.math.BigDecimal;
import org.shiftbed.base.CanonicalJson;

/** A float as Python writes it: the shortest text that reads back, in plain form from 1e-4 to below 1e16, with an exponent elsewhere. */
final class PythonFloat {
    private PythonFloat() {}

    static String text(double value) {
        if (Double.isNaN(value)) {
            return "NaN";
        }
        if (Double.isInfinite(value)) {
            return value > 0 ? "Infinity" : "-Infinity";
        }
        if (value == 0) {
            return 1 / value < 0 ? "-0.0" : "0.0";
        }
        // Double.toString is not shortest on Java 17; the canonical writer is.
        boolean whole = value == Math.rint(value) && Math.abs(value) < 1e15;
        BigDecimal shortest = whole ? BigDecimal.valueOf((long) value) : new BigDecimal(CanonicalJson.text(value));
        shortest = shortest.stripTrailingZeros();
        int exponent = shortest.precision() - shortest.scale() - 1;
        if (exponent >= -4 && exponent < 16) {
            String plain = shortest.toPlainString();
            return plain.contains(".") ? plain : plain + ".0";
        }
        String digits = shortest.unscaledValue().abs().toString();
        String mantissa = digits.length() == 1 ? digits : digits.charAt(0) + "." + digits.substring(1);
        String power = (exponent < 0 ? "-" : "+") + (Math.abs(exponent) < 10 ? "0" : "") + Math.abs(exponent);
        return (value < 0 ? "-" : "") + mantissa + "e" + power;
    }
}
