package org.shiftbed.audit.baseline;

import org.shiftbed.audit.estimate.Units;
import org.shiftbed.audit.nuisance.Fitted;

/**
 * The worst law of chosen columns X, with what follows X kept as it is (parametric-robustness 7.4; Duchi, Hashimoto and Namkoong): a ball
 * around the law of mu(X) = E[l|X]. For CVaR the error of the fitted mu is corrected by {@code mean(h (l - mu)) / k}, h the share of a row that is
 * kept, which also gives a standard error; for the other balls mu is taken as fitted.
 *
 * @param ball which laws of X
 */
public record MarginalDro(JointBall ball) {

    /**
     * The worst mean loss.
     *
     * @param mean mu(X) in every unit, fitted on other folds; where X is discrete and mu is the plain mean of each cell, the answer is the
     *     exact one of the sample
     * @param folds number of folds the means come from, 1 where they are plain ones. Which rows of a fold are kept is decided inside it: among
     *     folds, the larger of two fitted means belongs to the fold whose own losses are small, and choosing by it would bias the answer.
     * @param sign 1 where a larger loss is worse, -1 where a smaller one is
     */
    public Estimate worst(Units units, Fitted mean, int folds, int sign) {
        double[] mu = new double[units.size()];
        for (int u = 0; u < mu.length; u++) {
            mu[u] = sign * mean.at(u);
        }
        Estimate largest = largest(sign > 0 ? units : Mirror.of(units), mu, folds);
        return sign > 0 ? largest : largest.mirrored();
    }

    private Estimate largest(Units units, double[] mu, int folds) {
        if (!(ball instanceof JointCvar cvar)) {
            return new Estimate(ball.largest(LossDistribution.of(mu, units.weight())), Double.NaN);
        }
        Kept kept = new Kept(units.size(), cvar.keep());
        Edge[] edges = Edge.ofFolds(units, mu, folds, cvar.keep());
        for (int u = 0; u < mu.length; u++) {
            Edge edge = edges[folds == 1 ? 0 : units.fold()[u]];
            kept.set(u, mu[u], edge.value(), edge.share(mu[u]));
        }
        return kept.estimate(units);
    }
}
