package org.shiftbed.audit;

import org.jspecify.annotations.Nullable;
import org.shiftbed.audit.estimate.Estimator;
import org.shiftbed.audit.estimate.ImportanceSampling;
import org.shiftbed.audit.estimate.PathCheck;
import org.shiftbed.audit.estimate.QuadraticLoss;
import org.shiftbed.audit.estimate.ShiftInfluence;
import org.shiftbed.audit.worst.RadiusSolver;
import org.shiftbed.audit.worst.WorstCase;

/** An average of losses. One eigendecomposition serves all radii of a search (parametric-robustness 4.4). */
final class AverageMetric implements Metric {
    private final Estimator estimator;
    private @Nullable Search searched;
    private @Nullable RadiusSolver solver;

    AverageMetric(Estimator estimator) {
        this.estimator = estimator;
    }

    @Override
    public String rows() {
        return "the table";
    }

    @Override
    public Estimator estimator() {
        return estimator;
    }

    @Override
    public QuadraticLoss quadratic() {
        return estimator.quadratic();
    }

    @Override
    public QuadraticLoss around(double[] delta) {
        return estimator.quadratic();
    }

    @Override
    public WorstCase worst(Search search, double radius) {
        RadiusSolver ready = solver;
        if (ready == null || searched != search) {
            ready = search.on(quadratic());
            solver = ready;
            searched = search;
        }
        return ready.solve(radius);
    }

    @Override
    public Estimator.Taylor taylor(double[] delta) {
        return estimator.taylor(delta);
    }

    @Override
    public ImportanceSampling importance(double[] delta) {
        return estimator.importance(delta);
    }

    @Override
    public double[] weightedSlope(double[] delta) {
        return estimator.weightedSlope(delta);
    }

    @Override
    public double differenceError(double[] delta) {
        return estimator.differenceError(delta);
    }

    @Override
    public Estimator.Errors errors(double[] delta, ShiftInfluence shift) {
        return estimator.errors(delta, shift);
    }

    @Override
    public @Nullable Double third(double[] delta) {
        return estimator.thirdDerivative(delta);
    }

    @Override
    public @Nullable Double remainder(double[] delta) {
        PathCheck path = estimator.path(delta);
        return path == null ? null : path.remainder();
    }

    @Override
    public Metric select(int[] units) {
        return new AverageMetric(estimator.select(units));
    }
}
