package org.shiftbed.audit.family;

/**
 * Families whose statistic T(w) has a gamma law of known shape k: h(eta) = -k ln(-eta), eta = -k/E[T] (parametric-robustness 1.4). A shift
 * takes s from the rate k/E[T], which has to stay positive.
 */
abstract class GammaLaw extends ScalarLaw {
    private final double shape;

    GammaLaw(String name, double shape) {
        super(name);
        this.shape = shape;
    }

    @Override
    final double cumulant(double mean, double s) {
        return -shape * Math.log1p(-s * mean / shape);
    }

    @Override
    final double tilted(double mean, double s) {
        return mean / (1 - s * mean / shape);
    }

    @Override
    final double variance(double mean) {
        return mean * mean / shape;
    }

    @Override
    final double third(double mean) {
        return 2 * mean * mean * mean / (shape * shape);
    }

    @Override
    final double limit(double mean) {
        return shape / mean;
    }

    @Override
    final double between(double mean, double wanted) {
        return wanted > 0 ? shape / mean - shape / wanted : Double.NaN;
    }
}
