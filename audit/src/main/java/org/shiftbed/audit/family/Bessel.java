package org.shiftbed.audit.family;

/**
 * The modified Bessel functions that the von Mises law needs: ln I0 and the ratio A = I1/I0 with its derivatives. Power series up to 25
 * (all terms positive), asymptotic series beyond (Abramowitz and Stegun 9.6.12, 9.7.1).
 */
final class Bessel {
    private Bessel() {}

    /** ln(I0(x) e^-x) for x &gt;= 0. */
    static double logScaledI0(double x) {
        return x <= 25 ? Math.log(series(x, 0)) - x : Math.log(asymptotic(x, 0)) - Math.log(2 * Math.PI * x) / 2;
    }

    /** I1(x)/I0(x) for x &gt;= 0. */
    static double ratio(double x) {
        return x <= 25 ? series(x, 1) / series(x, 0) : asymptotic(x, 1) / asymptotic(x, 0);
    }

    /** A(x)/x, 1/2 at 0. */
    static double ratioOver(double x) {
        double y = x * x;
        return x < 0.01 ? 0.5 - y / 16 + y * y / 96 - 11 * y * y * y / 6144 : ratio(x) / x;
    }

    /** d/dx of A(x)/x. */
    static double slopeOfRatioOver(double x) {
        double y = x * x;
        return x < 0.01 ? x * (-0.125 + y / 24 - 11 * y * y / 1024) : (slope(x) - ratio(x) / x) / x;
    }

    /** A'(x) = 1 - A/x - A^2. */
    static double slope(double x) {
        if (x < 0.01) {
            return ratioOver(x) + x * slopeOfRatioOver(x);
        }
        if (x > 500) {
            double u = 1 / x;
            return u * u * (0.5 + u * (0.25 + u * (0.375 + u * (25.0 / 32 + u * 65 / 32))));
        }
        double a = ratio(x);
        return 1 - a / x - a * a;
    }

    /** A''(x). */
    static double bend(double x) {
        double y = x * x;
        if (x < 0.01) {
            return x * (-0.375 + 5 * y / 24 - 77 * y * y / 1024);
        }
        if (x > 500) {
            double u = 1 / x;
            return -u * u * u * (1 + u * (0.75 + u * (1.5 + u * (125.0 / 32 + u * 195 / 16))));
        }
        double a = ratio(x);
        double slope = slope(x);
        return a / y - slope / x - 2 * a * slope;
    }

    /** The x &gt;= 0 with A(x) = r, 0 &lt;= r &lt; 1: Newton from the start of Best and Fisher (1981), kept in its bracket. */
    static double inverseRatio(double r) {
        if (r == 0) {
            return 0;
        }
        double x = r < 0.53
                ? 2 * r + r * r * r + 5 * Math.pow(r, 5) / 6
                : r < 0.85 ? -0.4 + 1.39 * r + 0.43 / (1 - r) : 1 / (r * (1 - r) * (3 - r));
        double low = 0;
        double high = Double.POSITIVE_INFINITY;
        for (int step = 0; step < 200; step++) {
            double f = ratio(x) - r;
            if (f > 0) {
                high = x;
            } else {
                low = x;
            }
            double next = x - f / slope(x);
            if (!(next > low && next < high)) {
                next = Double.isInfinite(high) ? 2 * x : (low + high) / 2;
            }
            boolean done = Math.abs(next - x) <= 2e-15 * x;
            x = next;
            if (done) {
                break;
            }
        }
        return x;
    }

    /** I_order(x) by its power series. */
    private static double series(double x, int order) {
        double y = x * x / 4;
        double term = order == 0 ? 1 : x / 2;
        double sum = term;
        for (int k = 1; term > 1e-17 * sum; k++) {
            term *= y / (k * (double) (k + order));
            sum += term;
        }
        return sum;
    }

    /** I_order(x) e^-x sqrt(2 pi x) by its asymptotic series, up to its smallest term. */
    private static double asymptotic(double x, int order) {
        double mu = 4.0 * order * order;
        double term = 1;
        double sum = 1;
        for (int k = 1; k < 60; k++) {
            double odd = 2 * k - 1;
            double next = -term * (mu - odd * odd) / (k * 8 * x);
            if (Math.abs(next) >= Math.abs(term) || Math.abs(next) < 1e-18) {
                break;
            }
            term = next;
            sum += term;
        }
        return sum;
    }
}
