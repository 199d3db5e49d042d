package org.shiftbed.audit.estimate;

import java.util.function.Function;

/**
 * A worst case that follows the weighted loss instead of the quadratic model (parametric-robustness 5.3): re-expand at the current delta, step to the
 * worst point of the new model inside the same budget, keep the step where the weighted loss gets worse (halved where it does not), and stop
 * where the effective sample size falls below a fifth of the rows. A local optimum that depends on the weights.
 *
 * @param delta where it stopped
 * @param loss the self-normalised weighted loss there
 * @param effectiveShare effective sample size over rows there
 * @param steps how many steps were kept
 */
public record Refinement(double[] delta, double loss, double effectiveShare, int steps) {
    /** Effective share below which weighted rows are not followed. */
    public static final double LEAST_SHARE = 0.2;

    private static final int MOST_STEPS = 50;
    private static final int HALVINGS = 20;

    /**
     * @param estimator of the rows
     * @param start where the quadratic model is worst
     * @param sign +1 where larger is worse
     * @param search from a quadratic model to the delta of the budget that is worst
     */
    public static Refinement of(
            Estimator estimator, double[] start, int sign, Function<QuadraticLoss, double[]> search) {
        double[] delta = start;
        WeightedExpansion here = estimator.expansion(delta);
        int steps = 0;
        while (steps < MOST_STEPS && here.effectiveShare() >= LEAST_SHARE) {
            double[] goal = search.apply(here.fromOrigin(delta));
            double size = 1;
            boolean moved = false;
            for (int halving = 0; halving < HALVINGS && !moved; halving++, size /= 2) {
                double[] tried = between(delta, goal, size);
                ImportanceSampling there = estimator.importance(tried);
                if (there.effectiveShare() >= LEAST_SHARE
                        && sign * (there.selfNormalised() - here.loss()) > 1e-12 * Math.max(1, Math.abs(here.loss()))) {
                    delta = tried;
                    moved = true;
                }
            }
            if (!moved) {
                break;
            }
            steps++;
            here = estimator.expansion(delta);
        }
        return new Refinement(delta, here.loss(), here.effectiveShare(), steps);
    }

    private static double[] between(double[] from, double[] to, double share) {
        double[] point = new double[from.length];
        for (int a = 0; a < point.length; a++) {
            point[a] = from[a] + share * (to[a] - from[a]);
        }
        return point;
    }
}
