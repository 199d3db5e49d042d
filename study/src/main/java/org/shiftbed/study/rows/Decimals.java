package org.shiftbed.study.rows;

import java.nio.charset.StandardCharsets;
import tools.jackson.core.io.NumberInput;

/**
 * Reads plain numbers out of bytes, correctly rounded. Where digits and power of ten are both exact in a double one division is enough (Clinger,
 * How to Read Floating Point Numbers Accurately, 1990); the library's reader has the rest.
 */
final class Decimals {
    private static final int MOST = 40;
    private static final long EXACT = 1L << 53;
    private static final double[] TENS = {
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22
    };

    private boolean whole;
    private long wholeValue;
    private double decimal;

    boolean whole() {
        return whole;
    }

    long wholeValue() {
        return wholeValue;
    }

    double decimal() {
        return decimal;
    }

    /**
     * Reads the number that begins at a place.
     *
     * @return the place behind it
     * @throws NotPlain where there is none, or a whole number of more than 18 digits
     */
    int read(byte[] text, int from, int end) {
        int at = from;
        boolean negative = text[at] == '-';
        if (negative) {
            at++;
        }
        long digits = 0;
        int begin = at;
        while (at < end && text[at] >= '0' && text[at] <= '9') {
            digits = 10 * digits + (text[at] - '0');
            at++;
        }
        int before = at - begin;
        if (before == 0 || before > 18 || before > 1 && text[begin] == '0') {
            throw NotPlain.HERE;
        }
        int count = before;
        whole = at == end || text[at] != '.' && text[at] != 'e' && text[at] != 'E';
        if (whole) {
            if (negative && digits == 0) {
                throw NotPlain.HERE;
            }
            wholeValue = negative ? -digits : digits;
            return at;
        }
        int power = 0;
        if (text[at] == '.') {
            int point = ++at;
            while (at < end && text[at] >= '0' && text[at] <= '9') {
                digits = 10 * digits + (text[at] - '0');
                at++;
            }
            power = point - at;
            count -= power;
            if (power == 0) {
                throw NotPlain.HERE;
            }
        }
        if (at < end && (text[at] == 'e' || text[at] == 'E')) {
            at++;
            boolean down = at < end && text[at] == '-';
            if (at < end && (text[at] == '-' || text[at] == '+')) {
                at++;
            }
            int exponent = 0;
            int first = at;
            while (at < end && text[at] >= '0' && text[at] <= '9' && at - first < 5) {
                exponent = 10 * exponent + (text[at] - '0');
                at++;
            }
            if (at == first || at - first == 5) {
                throw NotPlain.HERE;
            }
            power += down ? -exponent : exponent;
        }
        if (at - from > MOST) {
            throw NotPlain.HERE;
        }
        // Leading zeros count among the digits here, which costs a detour and no correctness.
        if (count <= 18 && digits <= EXACT && power >= -22 && power <= 22) {
            double size = power < 0 ? digits / TENS[-power] : digits * TENS[power];
            decimal = negative ? -size : size;
        } else {
            decimal = NumberInput.parseDouble(new String(text, from, at - from, StandardCharsets.ISO_8859_1), true);
        }
        return at;
    }
}
