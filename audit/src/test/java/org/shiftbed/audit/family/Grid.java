package org.shiftbed.audit.family;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleFunction;

/**
 * A law as points with log-probabilities: counts one by one, densities by the trapezoid rule on the whole line after a change of variable,
 * which is exact to rounding for them. Nothing of the family under test goes into it but the statistic.
 */
final class Grid {
    private final List<double[]> points = new ArrayList<>();
    private final List<Double> logs = new ArrayList<>();

    void add(double log, double... w) {
        points.add(w);
        logs.add(log);
    }

    int size() {
        return points.size();
    }

    double[] point(int i) {
        return points.get(i);
    }

    double log(int i) {
        return logs.get(i);
    }

    static Grid counts(int last, DoubleUnaryOperator logProbability) {
        Grid grid = new Grid();
        for (int w = 0; w <= last; w++) {
            grid.add(logProbability.applyAsDouble(w), w);
        }
        return grid;
    }

    /** w = x. */
    static Grid line(double from, double to, double step, DoubleUnaryOperator logDensity) {
        Grid grid = new Grid();
        for (double x = from; x <= to; x += step) {
            grid.add(logDensity.applyAsDouble(x) + Math.log(step), x);
        }
        return grid;
    }

    /** w = offset + e^x. */
    static Grid half(double from, double to, double step, DoubleUnaryOperator logDensity, double offset) {
        Grid grid = new Grid();
        for (double x = from; x <= to; x += step) {
            double w = Math.exp(x);
            grid.add(logDensity.applyAsDouble(offset + w) + x + Math.log(step), offset + w);
        }
        return grid;
    }

    /** Shares of two or three parts by stick breaking, each stick w = 1/(1 + e^-x). */
    static Grid sticks(int parts, double reach, double step, ToDoubleFunction<double[]> logDensity) {
        Grid grid = new Grid();
        for (double x = -reach; x <= reach; x += step) {
            double first = 1 / (1 + Math.exp(-x));
            double rest = 1 / (1 + Math.exp(x));
            double slope = Math.log(first) + Math.log(rest) + Math.log(step);
            if (parts == 2) {
                grid.add(logDensity.applyAsDouble(new double[] {first, rest}) + slope, first, rest);
                continue;
            }
            for (double y = -reach; y <= reach; y += step) {
                double second = 1 / (1 + Math.exp(-y));
                double third = 1 / (1 + Math.exp(y));
                double inner = Math.log(second) + Math.log(third) + Math.log(step) + Math.log(rest);
                double[] w = {first, rest * second, rest * third};
                grid.add(logDensity.applyAsDouble(w) + slope + inner, w);
            }
        }
        return grid;
    }

    /** ln E exp(s'T) and the first three cumulants of T under the tilted law. */
    Moments tilted(ExponentialFamily family, double[] s) {
        int q = family.dimension();
        double[] weight = new double[size()];
        double[][] t = new double[size()][q];
        double largest = Double.NEGATIVE_INFINITY;
        double total = 0;
        for (int i = 0; i < size(); i++) {
            family.statistic(point(i), t[i]);
            weight[i] = log(i);
            for (int k = 0; k < q; k++) {
                weight[i] += s[k] * t[i][k];
            }
            largest = Math.max(largest, weight[i]);
        }
        double before = 0;
        for (int i = 0; i < size(); i++) {
            before += Math.exp(log(i));
            weight[i] = Math.exp(weight[i] - largest);
            total += weight[i];
        }
        double[] mean = new double[q];
        for (int i = 0; i < size(); i++) {
            weight[i] /= total;
            for (int k = 0; k < q; k++) {
                mean[k] += weight[i] * t[i][k];
            }
        }
        double[] covariance = new double[q * q];
        double[] third = new double[q * q * q];
        for (int i = 0; i < size(); i++) {
            for (int a = 0; a < q; a++) {
                for (int b = 0; b < q; b++) {
                    double two = weight[i] * (t[i][a] - mean[a]) * (t[i][b] - mean[b]);
                    covariance[a * q + b] += two;
                    for (int c = 0; c < q; c++) {
                        third[(a * q + b) * q + c] += two * (t[i][c] - mean[c]);
                    }
                }
            }
        }
        return new Moments(largest + Math.log(total) - Math.log(before), before, mean, covariance, third);
    }

    /** @param total the probability of all points, 1 for a grid that is wide and fine enough */
    record Moments(double cumulant, double total, double[] mean, double[] covariance, double[] third) {}
}
