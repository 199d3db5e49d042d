package org.shiftbed.audit.family;

import static org.hipparchus.special.Gamma.logGamma;

/**
 * Derivatives of ln Gamma to full precision: the recurrence up to an argument of 15, then the asymptotic series (Abramowitz and Stegun
 * 6.3.18, 6.4.12 to 6.4.14). The library's own are promised to 1e-8 only and end at the second derivative.
 */
final class Polygamma {
    private static final double LARGE = 15;
    /** B_2n/(2n). */
    private static final double[] DIGAMMA = {
        1.0 / 12, -1.0 / 120, 1.0 / 252, -1.0 / 240, 1.0 / 132, -691.0 / 32760, 1.0 / 12
    };
    /** Coefficients of x^(1-2n) in the series of ln Gamma: B_2n/(2n(2n-1)). */
    private static final double[] LOG_GAMMA = {
        1.0 / 12, -1.0 / 360, 1.0 / 1260, -1.0 / 1680, 1.0 / 1188, -691.0 / 360360, 1.0 / 156
    };

    private Polygamma() {}

    /** psi(x) for x &gt; 0. */
    static double digamma(double x) {
        double shifted = x;
        double sum = 0;
        while (shifted < LARGE) {
            sum -= 1 / shifted;
            shifted++;
        }
        double inverse = 1 / (shifted * shifted);
        double power = inverse;
        double series = 0;
        for (double b : DIGAMMA) {
            series += b * power;
            power *= inverse;
        }
        return sum + Math.log(shifted) - 0.5 / shifted - series;
    }

    /** psi'(x) for x &gt; 0. */
    static double trigamma(double x) {
        double shifted = x;
        double sum = 0;
        while (shifted < LARGE) {
            sum += 1 / (shifted * shifted);
            shifted++;
        }
        double inverse = 1 / (shifted * shifted);
        double power = inverse / shifted;
        double series = 0;
        for (int n = 0; n < DIGAMMA.length; n++) {
            series += DIGAMMA[n] * (2 * n + 2) * power;
            power *= inverse;
        }
        return sum + 1 / shifted + inverse / 2 + series;
    }

    /** psi''(x) for x &gt; 0. */
    static double tetragamma(double x) {
        double shifted = x;
        double sum = 0;
        while (shifted < LARGE) {
            sum -= 2 / (shifted * shifted * shifted);
            shifted++;
        }
        double inverse = 1 / (shifted * shifted);
        double power = inverse * inverse;
        double series = 0;
        for (int n = 0; n < DIGAMMA.length; n++) {
            series += DIGAMMA[n] * (2 * n + 2) * (2 * n + 3) * power;
            power *= inverse;
        }
        return sum - inverse - inverse / shifted - series;
    }

    /** ln Gamma(a + s) - ln Gamma(a) without the cancellation of the two for a large a; a and a + s &gt; 0. */
    static double logGammaRise(double a, double s) {
        if (a < LARGE || a + s < LARGE) {
            return logGamma(a + s) - logGamma(a);
        }
        return (a - 0.5) * Math.log1p(s / a) + s * (Math.log(a + s) - 1) + stirling(a + s) - stirling(a);
    }

    private static double stirling(double x) {
        double inverse = 1 / (x * x);
        double power = 1 / x;
        double series = 0;
        for (double c : LOG_GAMMA) {
            series += c * power;
            power *= inverse;
        }
        return series;
    }
}
