package org.shiftbed.audit.estimate;

import java.util.List;

/**
 * The second-order model of the loss around a shift that is not zero, by weights (parametric-robustness 5.3): gradient
 * {@code E[w (l - l_w) X_delta]}, Hessian {@code E[w (l - l_w)(X X' + dX/d delta)]}, with self-normalised weights.
 *
 * @param loss the self-normalised loss at delta
 * @param gradient there
 * @param hessian there
 * @param effectiveShare effective sample size over rows
 */
record WeightedExpansion(double loss, double[] gradient, double[][] hessian, double effectiveShare) {

    static WeightedExpansion at(
            Units units,
            List<ShiftingVariable> variables,
            Parameters parameters,
            DensityRatio ratio,
            double[] delta,
            boolean second) {
        double[][] own = parameters.split(delta);
        double[] log = ratio.log(own);
        ImportanceSampling sampling = ImportanceSampling.of(units, log);
        double top = java.util.Arrays.stream(log).max().orElse(0);
        int p = parameters.size();
        double[] g = new double[p];
        double[][] h = new double[second ? p : 0][p];
        TiltedScore[] scores = new TiltedScore[own.length];
        for (int i = 0; i < own.length; i++) {
            scores[i] = new TiltedScore(variables.get(i), own[i]);
        }
        double[] x = new double[p];
        double weights = 0;
        for (int u = 0; u < units.size(); u++) {
            double w = Math.exp(log[u] - top);
            weights += w * units.weight()[u];
            double centred = w * (units.loss()[u] - sampling.selfNormalised() * units.weight()[u]);
            java.util.Arrays.fill(x, 0);
            for (int i = 0; i < own.length; i++) {
                if (variables.get(i).observes(u)) {
                    scores[i].load(u, ratio, i);
                    for (int a = 0; a < own[i].length; a++) {
                        x[parameters.shared(i, a)] += scores[i].score(a);
                    }
                    if (second) {
                        change(scores[i], parameters, i, own[i].length, centred, h);
                    }
                }
            }
            add(x, centred, g, h);
        }
        for (int a = 0; a < p; a++) {
            g[a] /= weights;
            for (int b = 0; b < (second ? p : 0); b++) {
                h[a][b] /= weights;
            }
        }
        return new WeightedExpansion(sampling.selfNormalised(), g, h, sampling.effectiveShare());
    }

    private static void change(
            TiltedScore score, Parameters parameters, int i, int count, double centred, double[][] h) {
        for (int a = 0; a < count; a++) {
            for (int b = 0; b < count; b++) {
                h[parameters.shared(i, a)][parameters.shared(i, b)] += centred * score.change(a, b);
            }
        }
    }

    private static void add(double[] x, double centred, double[] g, double[][] h) {
        for (int a = 0; a < x.length; a++) {
            if (x[a] != 0) {
                g[a] += centred * x[a];
                for (int b = 0; b < h.length; b++) {
                    h[a][b] += centred * x[a] * x[b];
                }
            }
        }
    }

    /** The model in the coordinates of delta from no shift: {@code g - H delta} and H, so that a search inside a ball can use it. */
    QuadraticLoss fromOrigin(double[] delta) {
        int p = gradient.length;
        double[] g = gradient.clone();
        double constant = loss;
        for (int a = 0; a < p; a++) {
            double row = 0;
            for (int b = 0; b < p; b++) {
                row += hessian[a][b] * delta[b];
            }
            g[a] -= row;
            constant -= delta[a] * (gradient[a] - row / 2);
        }
        return new QuadraticLoss(constant, g, hessian);
    }
}
