package org.shiftbed.learn.hyperparameter;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Map;

/**
 * The power function, correctly rounded. {@link Math#pow} may differ by one unit in the last place between processors; drawn values are part
 * of a trial's identity, so they must not, and the reference's C library rounds correctly in all but very rare cases.
 */
final class ExactPower {
    private static final MathContext DIGITS = new MathContext(60);
    private static final int HALVINGS = 8;

    /** Of the bases that distributions have: the series is most of the work, and plans of whole grids draw a hundred thousand times. */
    private static final Map<Double, BigDecimal> LOGARITHMS =
            Map.of(2.0, logarithm(new BigDecimal(2)), 10.0, logarithm(BigDecimal.TEN));

    private ExactPower() {}

    /**
     * base^exponent.
     *
     * @param base above 0
     * @param exponent finite
     */
    static double of(double base, double exponent) {
        BigDecimal known = LOGARITHMS.get(base);
        BigDecimal logarithm = known == null ? logarithm(new BigDecimal(base)) : known;
        BigDecimal small =
                logarithm.multiply(new BigDecimal(exponent), DIGITS).divide(BigDecimal.valueOf(1L << HALVINGS), DIGITS);
        BigDecimal result = exponential(small);
        for (int i = 0; i < HALVINGS; i++) {
            result = result.multiply(result, DIGITS);
        }
        return result.doubleValue();
    }

    /** ln b = 2 (r + r^3/3 + r^5/5 + ...) with r = (b - 1) / (b + 1). */
    private static BigDecimal logarithm(BigDecimal base) {
        BigDecimal r = base.subtract(BigDecimal.ONE).divide(base.add(BigDecimal.ONE), DIGITS);
        BigDecimal square = r.multiply(r, DIGITS);
        BigDecimal power = r;
        BigDecimal sum = BigDecimal.ZERO;
        for (int k = 1; power.signum() != 0 && power.precision() - power.scale() > -DIGITS.getPrecision(); k += 2) {
            sum = sum.add(power.divide(BigDecimal.valueOf(k), DIGITS), DIGITS);
            power = power.multiply(square, DIGITS);
        }
        return sum.multiply(BigDecimal.valueOf(2), DIGITS);
    }

    private static BigDecimal exponential(BigDecimal small) {
        BigDecimal term = BigDecimal.ONE;
        BigDecimal sum = BigDecimal.ONE;
        for (int k = 1; term.signum() != 0 && term.precision() - term.scale() > -DIGITS.getPrecision(); k++) {
            term = term.multiply(small, DIGITS).divide(BigDecimal.valueOf(k), DIGITS);
            sum = sum.add(term, DIGITS);
        }
        return sum;
    }
}
