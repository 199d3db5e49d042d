package org.shiftbed.audit;

import java.util.function.DoubleFunction;
import org.jspecify.annotations.Nullable;
import org.shiftbed.audit.estimate.Estimator;
import org.shiftbed.audit.estimate.ImportanceSampling;
import org.shiftbed.audit.estimate.PathCheck;
import org.shiftbed.audit.estimate.QuadraticLoss;
import org.shiftbed.audit.estimate.RatioChange;
import org.shiftbed.audit.estimate.ShiftInfluence;
import org.shiftbed.audit.worst.WorstCase;
import org.shiftbed.base.UserError;

/**
 * A ratio A/B of two averages (parametric-robustness 3.4): each has a quadratic model of its own, the ratio is Q_A/Q_B, and its influence
 * {@code (t_A - ratio t_B)/Q_B} is that of the loss {@code l_A - ratio l_B}. The worst case is found by Dinkelbach's iteration.
 *
 * @param numerator estimator of A
 * @param denominator estimator of B
 * @param combined from rho to the estimator of {@code l_A - rho l_B}
 */
record RatioOfAverages(Estimator numerator, Estimator denominator, DoubleFunction<Estimator> combined)
        implements Metric {
    private static final double LEAST_DENOMINATOR = 1e-12;
    private static final int ROUNDS = 100;

    RatioOfAverages {
        if (!(Math.abs(denominator.quadratic().loss()) >= LEAST_DENOMINATOR)) {
            throw new UserError(
                    "loss: the denominator of the ratio is 0 on these rows, so that the metric has no value; no row counts for it");
        }
    }

    @Override
    public String rows() {
        return "the rows that count for the ratio";
    }

    @Override
    public Estimator estimator() {
        return numerator;
    }

    /** The second-order expansion of the ratio itself. */
    @Override
    public QuadraticLoss quadratic() {
        QuadraticLoss a = numerator.quadratic();
        QuadraticLoss b = denominator.quadratic();
        double ratio = a.loss() / b.loss();
        int p = a.gradient().length;
        double[] g = new double[p];
        for (int k = 0; k < p; k++) {
            g[k] = (a.gradient()[k] - ratio * b.gradient()[k]) / b.loss();
        }
        double[][] h = new double[p][p];
        for (int k = 0; k < p; k++) {
            for (int j = 0; j < p; j++) {
                h[k][j] = (a.hessian()[k][j]
                                - ratio * b.hessian()[k][j]
                                - g[k] * b.gradient()[j]
                                - b.gradient()[k] * g[j])
                        / b.loss();
            }
        }
        return new QuadraticLoss(ratio, g, h);
    }

    /** {@code (Q_A - ratio Q_B)/Q_B(delta)}: of first order the ratio itself. */
    @Override
    public QuadraticLoss around(double[] delta) {
        QuadraticLoss model = numerator.quadratic().plus(-value(delta), denominator.quadratic());
        double divisor = divisor(delta);
        return model.plus(1 / divisor - 1, model);
    }

    private double value(double[] delta) {
        return numerator.quadratic().at(delta) / divisor(delta);
    }

    /** Why the metric has no value, where that is what a mistake is about; null where it is about something else. */
    static @Nullable String noValue(UserError error) {
        return error.getCause() instanceof ArithmeticException why ? why.getMessage() : null;
    }

    private double divisor(double[] delta) {
        double b = denominator.quadratic().at(delta);
        if (!(b >= LEAST_DENOMINATOR)) {
            String why =
                    "the denominator of the ratio falls to " + Judge.number(b) + ", so that the metric has no value";
            throw new UserError(
                    "loss: under a shift that was looked at " + why + "; use smaller radii",
                    new ArithmeticException(why));
        }
        return b;
    }

    @Override
    public WorstCase worst(Search search, double radius) {
        QuadraticLoss a = numerator.quadratic();
        QuadraticLoss b = denominator.quadratic();
        double rho = a.loss() / b.loss();
        WorstCase found = search.on(a.plus(-rho, b)).solve(radius);
        for (int round = 0; round < ROUNDS; round++) {
            double next = value(found.delta());
            if (Math.abs(next - rho) <= 1e-13 * Math.max(1, Math.abs(rho))) {
                break;
            }
            rho = next;
            found = search.on(a.plus(-rho, b)).solve(radius);
        }
        double gain = search.sign() * (value(found.delta()) - a.loss() / b.loss());
        return new WorstCase(
                found.delta(),
                gain,
                found.multiplier() / divisor(found.delta()),
                found.kind(),
                found.unique(),
                found.others(),
                found.certificate());
    }

    @Override
    public Estimator.Taylor taylor(double[] delta) {
        double b = divisor(delta);
        double ratio = value(delta);
        Estimator.Taylor top = numerator.taylor(delta);
        Estimator.Taylor bottom = denominator.taylor(delta);
        double error = combined.apply(ratio).taylor(delta).standardError();
        double change =
                RatioChange.standardError(numerator, denominator, combined.apply(1), delta, ShiftInfluence.none());
        return new Estimator.Taylor(ratio, error / b, top.oneStep() / bottom.oneStep(), change);
    }

    @Override
    public ImportanceSampling importance(double[] delta) {
        ImportanceSampling a = numerator.importance(delta);
        ImportanceSampling b = denominator.importance(delta);
        double ratio = a.selfNormalised() / b.selfNormalised();
        ImportanceSampling c = combined.apply(ratio).importance(delta);
        // What speaks for a ratio are the rows of its denominator: of a precision those that are predicted positive.
        double carrying = denominator.carrying(delta);
        double all = denominator.carrying(new double[delta.length]);
        return new ImportanceSampling(
                a.plain() / b.plain(),
                ratio,
                carrying,
                all > 0 ? Math.min(1, carrying / all) : 0,
                a.meanWeight(),
                a.maxWeight(),
                a.maxShare(),
                c.sePlain() / b.plain(),
                c.seSelfNormalised() / b.selfNormalised(),
                a.clip(),
                a.clippedPlain() / b.clippedPlain(),
                a.clippedSelfNormalised() / b.clippedSelfNormalised(),
                a.removed());
    }

    @Override
    public double[] weightedSlope(double[] delta) {
        double bottom = denominator.importance(delta).selfNormalised();
        double ratio = numerator.importance(delta).selfNormalised() / bottom;
        double[] slope = numerator.weightedSlope(delta);
        double[] below = denominator.weightedSlope(delta);
        for (int a = 0; a < slope.length; a++) {
            slope[a] = (slope[a] - ratio * below[a]) / bottom;
        }
        return slope;
    }

    @Override
    public double differenceError(double[] delta) {
        divisor(delta);
        return RatioChange.differenceError(numerator, denominator, combined.apply(1), delta, ShiftInfluence.none());
    }

    @Override
    public Estimator.Errors errors(double[] delta, ShiftInfluence shift) {
        double bottom = denominator.importance(delta).selfNormalised();
        double weighted = numerator.importance(delta).selfNormalised() / bottom;
        Estimator difference = combined.apply(1);
        return new Estimator.Errors(
                combined.apply(value(delta)).errors(delta, shift).value() / divisor(delta),
                RatioChange.standardError(numerator, denominator, difference, delta, shift),
                combined.apply(weighted).errors(delta, shift).weighted() / bottom,
                RatioChange.differenceError(numerator, denominator, difference, delta, shift));
    }

    @Override
    public @Nullable Double third(double[] delta) {
        Double third = combined.apply(value(delta)).thirdDerivative(delta);
        return third == null ? null : third / divisor(delta);
    }

    @Override
    public @Nullable Double remainder(double[] delta) {
        PathCheck path = combined.apply(value(delta)).path(delta);
        return path == null ? null : path.remainder() / divisor(delta);
    }

    @Override
    public Metric select(int[] units) {
        return new RatioOfAverages(
                numerator.select(units),
                denominator.select(units),
                rho -> combined.apply(rho).select(units));
    }
}
