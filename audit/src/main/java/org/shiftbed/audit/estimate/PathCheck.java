package org.shiftbed.audit.estimate;

import java.util.List;

/**
 * How the second derivative of the loss changes on the way from no shift to delta, by weights (parametric-robustness 5.1, 5.2 item 2). Half
 * of the largest change bounds the error of the quadratic model, as far as the weights can be trusted.
 *
 * @param t points of the way, from 0 to 1
 * @param value f''(t) at each
 * @param remainder half of the largest distance of a value from the first
 */
public record PathCheck(double[] t, double[] value, double remainder) {
    private static final double[] POINTS = {0, 0.25, 0.5, 0.75, 1};

    static PathCheck of(Units units, List<ShiftingVariable> variables, DensityRatio ratio, double[][] delta) {
        double[] values = new double[POINTS.length];
        double remainder = 0;
        for (int k = 0; k < POINTS.length; k++) {
            values[k] = second(units, variables, ratio, delta, POINTS[k]);
            remainder = Math.max(remainder, Math.abs(values[k] - values[0]) / 2);
        }
        return new PathCheck(POINTS.clone(), values, remainder);
    }

    private static double second(
            Units units, List<ShiftingVariable> variables, DensityRatio ratio, double[][] delta, double t) {
        double[][] here = new double[delta.length][];
        for (int i = 0; i < delta.length; i++) {
            here[i] = delta[i].clone();
            for (int a = 0; a < here[i].length; a++) {
                here[i][a] *= t;
            }
        }
        double[] log = ratio.log(here);
        int size = units.size();
        double[] score = new double[size];
        double[] change = new double[size];
        for (int i = 0; i < delta.length; i++) {
            Strata strata = ratio.strata(i);
            if (strata != null && variables.get(i).form().linear()) {
                new TiltedLevels(strata, here[i]).addAlong(delta[i], score, change);
                continue;
            }
            TiltedScore tilted = new TiltedScore(variables.get(i), ratio, i, here[i]);
            for (int u = 0; u < size; u++) {
                if (variables.get(i).observes(u)) {
                    tilted.load(u);
                    score[u] += tilted.along(delta[i]);
                    change[u] += tilted.changeAlong(delta[i]);
                }
            }
        }
        double weights = 0;
        double losses = 0;
        for (int u = 0; u < size; u++) {
            weights += Math.exp(log[u]) * units.weight()[u];
            losses += Math.exp(log[u]) * units.loss()[u];
        }
        double mean = losses / weights;
        double sum = 0;
        for (int u = 0; u < size; u++) {
            sum += Math.exp(log[u]) * (units.loss()[u] - mean * units.weight()[u]) * (score[u] * score[u] + change[u]);
        }
        return sum / units.total();
    }
}
