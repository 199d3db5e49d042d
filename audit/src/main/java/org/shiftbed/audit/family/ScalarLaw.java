package org.shiftbed.audit.family;

import java.util.List;

/** A family with one statistic, told by scalar functions. */
abstract class ScalarLaw extends Law {
    ScalarLaw(String name) {
        super(name, 1, 1);
    }

    /** h(eta + s) - h(eta) for s below {@link #limit}. */
    abstract double cumulant(double mean, double s);

    /** E[T] after the shift s, for s below {@link #limit}. */
    abstract double tilted(double mean, double s);

    /** Var[T] of the law with this mean. */
    abstract double variance(double mean);

    /** Third cumulant of T of the law with this mean. */
    abstract double third(double mean);

    /** The least upper bound of the allowed shifts of a law with this mean; infinite where there is none. */
    abstract double limit(double mean);

    abstract double statistic(double w);

    /** The shift that turns a law of one mean of T into another one; infinite or NaN where there is none. */
    abstract double between(double mean, double wanted);

    /** The figure in the units of the column that a reader wants to know, told from E[T]. */
    double observed(double mean) {
        return mean;
    }

    /** The inverse of {@link #observed}. */
    double fromObserved(double figure) {
        return figure;
    }

    /** What {@link #observed} is called, with the column's name. */
    String figure(String variable) {
        return "mean of " + variable;
    }

    /** Whether {@link #observed} is a value of the column, so that it can be told as a date where those are dates. */
    boolean located() {
        return true;
    }

    /** What else is worth knowing about a shift, beginning with a blank; empty where there is nothing. */
    String remark(double mean, double s) {
        return "";
    }

    @Override
    public final void statistic(double[] w, double[] t) {
        t[0] = statistic(w[0]);
    }

    @Override
    public final double cumulant(double[] mean, double[] s) {
        return s[0] >= limit(mean[0]) ? Double.POSITIVE_INFINITY : cumulant(mean[0], s[0]);
    }

    @Override
    public final void tiltedMean(double[] mean, double[] s, double[] out) {
        out[0] = after(mean[0], s[0]);
    }

    @Override
    public final void tiltedCovariance(double[] mean, double[] s, double[] out) {
        out[0] = variance(after(mean[0], s[0]));
    }

    @Override
    public final void tiltedThird(double[] mean, double[] s, double[] out) {
        out[0] = third(after(mean[0], s[0]));
    }

    @Override
    public final double reach(double[] mean, double[] direction) {
        return direction[0] > 0 ? limit(mean[0]) / direction[0] : Double.POSITIVE_INFINITY;
    }

    private double after(double mean, double s) {
        return s >= limit(mean) ? Double.NaN : tilted(mean, s);
    }

    /** Most scalar laws are told by a rate. */
    @Override
    String one(Told variable) {
        return "rate of " + variable.name() + " minus 1";
    }

    @Override
    Effect effect(Told variable, double[] mean, double[] s) {
        double before = observed(mean[0]);
        double after = observed(after(mean[0], s[0]));
        Axis axis = located() ? variable.axis() : Axis.NUMBER;
        return Effect.of(
                axis.move("the " + figure(variable.name()), before, after) + remark(mean[0], s[0]),
                new Effect.Figure(figure(variable.name()), before, after, axis));
    }

    @Override
    double[] towards(String place, double[] mean, List<Target> wanted) {
        Target target = only(place, wanted);
        double statistic = fromTarget(place, target);
        double s = between(mean[0], statistic);
        if (!(Math.abs(s) < Double.POSITIVE_INFINITY)) {
            throw notReachable(place, target, "no finite shift leads there from " + Words.number(observed(mean[0])));
        }
        return new double[] {s};
    }

    /** E[T] under the target. */
    double fromTarget(String place, Target target) {
        if (target.quantity() != Target.Quantity.MEAN) {
            throw wrongQuantity(place, target, "E[" + target.variable() + "] = number");
        }
        return fromObserved(target.value());
    }
}
