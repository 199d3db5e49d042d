package org.shiftbed.audit.family;

import java.util.Arrays;
import java.util.List;
import org.shiftbed.base.UserError;

/** What every built-in family has beside its cumulants: the words for a shift, and the shift that reaches a target (parametric-robustness 6). */
abstract class Law implements ExponentialFamily {
    private final String name;
    private final int columns;
    private final int dimension;

    Law(String name, int columns, int dimension) {
        this.name = name;
        this.columns = columns;
        this.dimension = dimension;
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final int columns() {
        return columns;
    }

    @Override
    public final int dimension() {
        return dimension;
    }

    @Override
    public String component(int k) {
        return "";
    }

    /** What the shift s does to a law of this variable with this mean. */
    abstract Effect effect(Told variable, double[] mean, double[] s);

    /** What a shift of 1 does, as a clause without a verb at its end: {@code odds of O=1 times 2.72}. */
    abstract String one(Told variable);

    /**
     * The shift after which the law has the wanted figures.
     *
     * @param place where the targets stand, for the error
     * @param wanted targets of this variable under one value of its parents; at least one
     */
    abstract double[] towards(String place, double[] mean, List<Target> wanted);

    /** The rule that a whole number is a count. */
    static boolean isCount(double w) {
        return w >= 0 && w == Math.rint(w) && !Double.isInfinite(w);
    }

    static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            // A component that does not exist with certainty (mean 0) is not made NaN by an infinite shift of 0 weight.
            sum += a[i] == 0 || b[i] == 0 ? 0 : a[i] * b[i];
        }
        return sum;
    }

    static void notThere(double[] out, int size) {
        Arrays.fill(out, 0, size, Double.NaN);
    }

    /** The one target of a family that takes one. */
    final Target only(String place, List<Target> wanted) {
        if (wanted.size() != 1) {
            throw new UserError(place + ": " + wanted.get(1) + " and " + wanted.get(0)
                    + " speak of the same values of the parents; a " + name + " variable takes one target there");
        }
        return wanted.get(0);
    }

    final UserError notReachable(String place, Target target, String why) {
        return new UserError(place + ": " + target + ": " + why);
    }

    final UserError wrongQuantity(String place, Target target, String known) {
        return notReachable(place, target, "a " + name + " variable takes a target of the form " + known);
    }
}
