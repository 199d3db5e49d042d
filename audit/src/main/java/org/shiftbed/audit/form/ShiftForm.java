package org.shiftbed.audit.form;

/**
 * A shift function s(z; delta) of one variable (parametric-robustness 1.2, 6): what is added to its natural parameter. Twice
 * differentiable in delta, and s(z; 0) = 0 for every z. Implementations are immutable.
 *
 * <p>p = {@link #parameters()}, q = {@link #dimension()}. {@code z} holds the values of the parents in their declared order: numbers as they
 * are, levels of a category as their index.
 */
public interface ShiftForm {

    /** p, the number of parameters. */
    int parameters();

    /** q, the dimension of the statistic that is shifted. */
    int dimension();

    /** What parameter a is called behind the variable's name, such as {@code Y=1}; empty where the variable's name says it all. */
    String label(int a);

    /** Whether s is linear in delta, so that {@link #curvature} is zero everywhere. */
    boolean linear();

    /** The same form around the mean and sd of other rows; this one, where it does not stand on any. */
    default ShiftForm around(Forms.Nominal nominal) {
        return this;
    }

    /** s(z; delta), q values. */
    void value(double[] z, double[] delta, double[] s);

    /** ds/d delta at delta, p*q row-major (row = parameter): D where delta = 0. */
    void jacobian(double[] z, double[] delta, double[] d);

    /** The second derivative of s at delta, p*p*q row-major: D2 where delta = 0. */
    void curvature(double[] z, double[] delta, double[] d2);
}
