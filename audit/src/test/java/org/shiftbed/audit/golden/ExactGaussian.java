package org.shiftbed.audit.golden;

import java.util.function.DoubleUnaryOperator;
import tools.jackson.databind.JsonNode;

/**
 * Squared errors of the Gaussian cases. The trapezoidal rule against a normal density is exact to rounding for smooth integrands once its step
 * is well below the fastest wave in them.
 */
final class ExactGaussian {
    private static final double STEP = 0.02;
    /** Far enough for fourth powers of density ratios of a shift by 3. */
    private static final double REACH = 24;

    private ExactGaussian() {}

    /** E[f(e)] for e standard normal. */
    static double mean(DoubleUnaryOperator f) {
        double sum = 0;
        int steps = (int) Math.round(REACH / STEP);
        for (int k = -steps; k <= steps; k++) {
            double e = k * STEP;
            sum += Math.exp(-e * e / 2) * f.applyAsDouble(e);
        }
        return sum * STEP / Math.sqrt(2 * Math.PI);
    }

    /** The mean of W moves by delta in the units of the variant. */
    static ExactLoss meanShift(JsonNode constants, String unit) {
        double[] sd = ExactLoss.doubles(constants.get("sd"));
        double[][] root = ExactLoss.matrix(constants.get("sqrt_covariance"));
        double[] mean = ExactLoss.doubles(constants.get("mean"));
        double[][] covariance = ExactLoss.matrix(constants.get("covariance"));
        Residual residual = Residual.of(constants);
        return delta -> {
            double[] nu = switch (unit) {
                case "raw" -> delta;
                case "sd" -> new double[] {sd[0] * delta[0], sd[1] * delta[1]};
                case "whiten" ->
                    new double[] {
                        root[0][0] * delta[0] + root[0][1] * delta[1], root[1][0] * delta[0] + root[1][1] * delta[1]
                    };
                default -> throw new IllegalArgumentException("unit " + unit);
            };
            double slope = covariance[0][1] / covariance[0][0];
            return residual.square(
                    mean[0] + nu[0],
                    Math.sqrt(covariance[0][0]),
                    mean[1] + nu[1] - slope * (mean[0] + nu[0]),
                    slope,
                    covariance[1][1] - slope * covariance[0][1]);
        };
    }

    /** The first component gets another mean and deviation, the second stays what it is given the first. */
    static ExactLoss meanAndLogSd(JsonNode constants) {
        double[] mean = ExactLoss.doubles(constants.get("mean"));
        double[][] covariance = ExactLoss.matrix(constants.get("covariance"));
        Residual residual = Residual.of(constants);
        double sd = Math.sqrt(covariance[0][0]);
        double slope = covariance[0][1] / covariance[0][0];
        return delta -> residual.square(
                mean[0] + sd * delta[0],
                sd * Math.exp(delta[1]),
                mean[1] - slope * mean[0],
                slope,
                covariance[1][1] - slope * covariance[0][1]);
    }

    /** r = c0 + c1 w1 + c2 w2 + c3 sin(1.5 w1) + c4 w1 w2 + c5 e. */
    private record Residual(double[] c) {
        static Residual of(JsonNode constants) {
            return new Residual(ExactLoss.doubles(constants.get("coefficients")));
        }

        /** E[r^2] for w1 normal with a mean and deviation, w2 given w1 normal with mean {@code base + slope w1} and a variance. */
        double square(double mean, double sd, double base, double slope, double variance) {
            return c[5] * c[5]
                    + ExactGaussian.mean(e -> {
                        double w1 = mean + sd * e;
                        double constant = c[0] + c[1] * w1 + c[3] * Math.sin(1.5 * w1);
                        double factor = c[2] + c[4] * w1;
                        double centre = constant + factor * (base + slope * w1);
                        return centre * centre + factor * factor * variance;
                    });
        }
    }

    /** r = c0 + c1 w + c2 z1 + c3 w z2 + c4 sin(w) + c5 e, in closed form given z and summed over a grid of z. */
    static ExactLoss conditional(JsonNode constants, DeclaredShift shift) {
        double[] c = ExactLoss.doubles(constants.get("coefficients"));
        double[] slope = ExactLoss.doubles(constants.get("slope"));
        double intercept = constants.get("intercept").asDouble();
        double sd = constants.get("conditional_sd").asDouble();
        double rho = constants.get("parent_correlation").asDouble();
        double rest = Math.sqrt(1 - rho * rho);
        double v = sd * sd;
        double damp = Math.exp(-v / 2);
        double damp2 = Math.exp(-2 * v);
        double step = 0.3;
        int steps = 31;
        double[] weight = new double[2 * steps + 1];
        for (int i = 0; i < weight.length; i++) {
            double e = (i - steps) * step;
            weight[i] = Math.exp(-e * e / 2) * step / Math.sqrt(2 * Math.PI);
        }
        return delta -> {
            double sum = 0;
            double[] z = new double[2];
            for (int i = 0; i < weight.length; i++) {
                for (int j = 0; j < weight.length; j++) {
                    z[0] = (i - steps) * step;
                    z[1] = rho * z[0] + rest * (j - steps) * step;
                    double m = intercept + slope[0] * z[0] + slope[1] * z[1] + sd * shift.at(z, 0, delta)[0];
                    double a = c[0] + c[2] * z[0];
                    double b = c[1] + c[3] * z[1];
                    double sin = Math.sin(m);
                    double cos = Math.cos(m);
                    // E sin(w), E w sin(w) and E sin(w)^2 for w normal with mean m and variance v.
                    double sine = damp * sin;
                    double product = m * sine + v * damp * cos;
                    double square = (1 - damp2 * (cos * cos - sin * sin)) / 2;
                    double inner = a * a
                            + 2 * a * b * m
                            + b * b * (m * m + v)
                            + 2 * c[4] * (a * sine + b * product)
                            + c[4] * c[4] * square;
                    sum += weight[i] * weight[j] * inner;
                }
            }
            return c[5] * c[5] + sum;
        };
    }
}
