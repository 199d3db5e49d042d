package org.shiftbed.audit.estimate;

import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * The worst case without optimism (parametric-robustness 3.4): delta is chosen on the rows outside a fold and its loss is told by the rows of the fold,
 * averaged over the folds. The maximum of a noisy function is too large on average; this value is not.
 *
 * @param value average over folds of the one-step estimate
 * @param standardError of the average, folds taken as independent
 * @param deltas what each rotation chose
 */
public record Honest(double value, double standardError, double[][] deltas) {

    /**
     * @param estimator of all rows
     * @param search from a quadratic model to the delta that is worst
     */
    public static Honest of(Estimator estimator, Function<QuadraticLoss, double[]> search) {
        Units units = estimator.units();
        double value = 0;
        double variance = 0;
        double total = units.total();
        double[][] deltas = new double[units.folds()][];
        for (int k = 0; k < units.folds(); k++) {
            int fold = k;
            int[] inside = IntStream.range(0, units.size())
                    .filter(u -> units.fold()[u] == fold)
                    .toArray();
            int[] outside = IntStream.range(0, units.size())
                    .filter(u -> units.fold()[u] != fold)
                    .toArray();
            if (inside.length == 0 || outside.length == 0) {
                return new Honest(Double.NaN, Double.NaN, new double[0][]);
            }
            deltas[k] = search.apply(estimator.select(outside).quadratic());
            Estimator judge = estimator.select(inside);
            Estimator.Taylor taylor = judge.taylor(deltas[k]);
            double share = judge.units().total() / total;
            value += share * taylor.oneStep();
            variance += share * share * taylor.standardError() * taylor.standardError();
        }
        return new Honest(value, Math.sqrt(variance), deltas);
    }
}
