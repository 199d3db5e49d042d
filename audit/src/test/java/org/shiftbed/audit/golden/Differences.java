package org.shiftbed.audit.golden;

import org.shiftbed.audit.estimate.QuadraticLoss;

/** Value, gradient and Hessian by central differences. */
final class Differences {
    private static final double STEP = 4e-4;

    private Differences() {}

    static QuadraticLoss of(ExactLoss exact, int p) {
        double[] g = new double[p];
        double[][] h = new double[p][p];
        double[] delta = new double[p];
        double centre = exact.at(delta);
        for (int a = 0; a < p; a++) {
            double up = moved(exact, p, a, STEP, a, 0);
            double down = moved(exact, p, a, -STEP, a, 0);
            double further = moved(exact, p, a, 2 * STEP, a, 0) - moved(exact, p, a, -2 * STEP, a, 0);
            g[a] = (8 * (up - down) - further) / (12 * STEP);
            h[a][a] = (up - 2 * centre + down) / (STEP * STEP);
            for (int b = 0; b < a; b++) {
                h[a][b] = (moved(exact, p, a, STEP, b, STEP)
                                - moved(exact, p, a, STEP, b, -STEP)
                                - moved(exact, p, a, -STEP, b, STEP)
                                + moved(exact, p, a, -STEP, b, -STEP))
                        / (4 * STEP * STEP);
                h[b][a] = h[a][b];
            }
        }
        return new QuadraticLoss(centre, g, h);
    }

    private static double moved(ExactLoss exact, int p, int a, double by, int b, double also) {
        double[] delta = new double[p];
        delta[a] += by;
        delta[b] += also;
        return exact.at(delta);
    }
}
