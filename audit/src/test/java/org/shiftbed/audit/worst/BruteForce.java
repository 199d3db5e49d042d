package org.shiftbed.audit.worst;

import java.util.function.UnaryOperator;

/** Slow searches that share nothing with the solvers: what they find is feasible, so a solver that does worse is wrong. */
final class BruteForce {
    private final double[] g;
    private final double[][] h;
    private final RandomProblems random;

    BruteForce(Quadratic gain, RandomProblems random) {
        g = gain.gradient();
        h = gain.hessian();
        this.random = random;
    }

    double value(double[] d) {
        double value = 0;
        for (int i = 0; i < g.length; i++) {
            double row = g[i];
            for (int j = 0; j < g.length; j++) {
                row += 0.5 * h[i][j] * d[j];
            }
            value += d[i] * row;
        }
        return value;
    }

    /** Projected gradient ascent from random starts of about the given size and from no shift. */
    double ascent(UnaryOperator<double[]> projection, double size, int starts, int steps) {
        double curvature = 1e-12;
        for (double[] row : h) {
            double sum = 0;
            for (double entry : row) {
                sum += Math.abs(entry);
            }
            curvature = Math.max(curvature, sum);
        }
        double best = Double.NEGATIVE_INFINITY;
        for (int start = 0; start < starts; start++) {
            double[] d = new double[g.length];
            for (int k = 0; k < d.length; k++) {
                d[k] = start == 0 ? 0 : size * random.normal();
            }
            d = projection.apply(d);
            double value = value(d);
            for (int step = 0; step < steps; step++) {
                double[] next = new double[d.length];
                for (int i = 0; i < d.length; i++) {
                    double slope = g[i];
                    for (int j = 0; j < d.length; j++) {
                        slope += h[i][j] * d[j];
                    }
                    next[i] = d[i] + slope / curvature;
                }
                next = projection.apply(next);
                double ahead = value(next);
                if (ahead <= value + 1e-15 * Math.abs(value)) {
                    break;
                }
                d = next;
                value = ahead;
            }
            best = Math.max(best, value);
        }
        return best;
    }

    /**
     * Random points of {@code [-size, size]^p} made feasible, the best of them polished by random steps of shrinking length.
     *
     * @param repair makes any point feasible and leaves feasible ones alone
     */
    double sampling(UnaryOperator<double[]> repair, double size, int points, int polished) {
        int p = g.length;
        double[][] bestPoints = new double[polished][p];
        double[] bestValues = new double[polished];
        for (int i = 0; i < points; i++) {
            double[] d = new double[p];
            for (int k = 0; k < p; k++) {
                d[k] = random.uniform(-size, size);
            }
            d = repair.apply(d);
            double value = value(d);
            int worst = 0;
            for (int k = 1; k < polished; k++) {
                worst = bestValues[k] < bestValues[worst] ? k : worst;
            }
            if (value > bestValues[worst]) {
                bestValues[worst] = value;
                bestPoints[worst] = d;
            }
        }
        double best = 0;
        for (int i = 0; i < polished; i++) {
            double[] d = bestPoints[i];
            double value = bestValues[i];
            double step = 0.3 * size;
            while (step > 1e-4 * size) {
                boolean better = false;
                for (int attempt = 0; attempt < 3 * p && !better; attempt++) {
                    double[] next = d.clone();
                    for (int k = 0; k < p; k++) {
                        next[k] += random.uniform(-step, step);
                    }
                    next = repair.apply(next);
                    double ahead = value(next);
                    if (ahead > value) {
                        d = next;
                        value = ahead;
                        better = true;
                    }
                }
                step *= better ? 1.1 : 0.5;
            }
            best = Math.max(best, value);
        }
        return best;
    }

    static double[] intoBall(double[] d, double radius) {
        double square = 0;
        for (double x : d) {
            square += x * x;
        }
        double norm = Math.sqrt(square);
        if (norm <= radius) {
            return d;
        }
        double[] inside = d.clone();
        for (int k = 0; k < d.length; k++) {
            inside[k] *= radius / norm;
        }
        return inside;
    }

    static double[] intoBox(double[] d, double[] lower, double[] upper) {
        double[] inside = d.clone();
        for (int k = 0; k < d.length; k++) {
            inside[k] = Math.max(lower[k], Math.min(upper[k], d[k]));
        }
        return inside;
    }
}
