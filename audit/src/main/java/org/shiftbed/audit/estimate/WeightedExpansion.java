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
            Units units, List<ShiftingVariable> variables, Parameters parameters, DensityRatio ratio, double[] delta) {
        double[][] own = parameters.split(delta);
        double[] log = ratio.log(own);
        ImportanceSampling sampling = ImportanceSampling.of(units, log);
        double top = java.util.Arrays.stream(log).max().orElse(0);
        int p = parameters.size();
        double[] g = new double[p];
        double[][] changed = new double[p][p];
        ScoreChanges[] changes = new ScoreChanges[own.length];
        Scores[] scores = new Scores[own.length];
        ScoreSums[] sums = new ScoreSums[own.length];
        for (int i = 0; i < own.length; i++) {
            changes[i] = new ScoreChanges(variables.get(i), ratio, i, own[i], parameters.places(i), changed);
            scores[i] = changes[i].scores();
            sums[i] = new ScoreSums(scores[i], parameters.places(i), g);
        }
        ScoreMatrix products = new ScoreMatrix(variables, scores, parameters);
        double weights = 0;
        for (int u = 0; u < units.size(); u++) {
            double w = Math.exp(log[u] - top);
            weights += w * units.weight()[u];
            double centred = w * (units.loss()[u] - sampling.selfNormalised() * units.weight()[u]);
            products.add(u, centred);
            for (int i = 0; i < own.length; i++) {
                if (variables.get(i).observes(u)) {
                    sums[i].add(centred);
                    changes[i].add(centred);
                }
            }
        }
        for (int i = 0; i < own.length; i++) {
            sums[i].finish();
            changes[i].finish();
        }
        double[][] h = products.finish();
        for (int a = 0; a < p; a++) {
            g[a] /= weights;
            for (int b = 0; b < p; b++) {
                h[a][b] = (h[a][b] + changed[a][b]) / weights;
            }
        }
        return new WeightedExpansion(sampling.selfNormalised(), g, h, sampling.effectiveShare());
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
