package org.shiftbed.audit.estimate;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * T(w) in every unit. One draw of a category has a statistic that is 1 in one component or in none, so that the component says all: a category
 * of 200 levels costs a unit one number instead of 199.
 */
public final class Statistic {
    private final int dimension;
    private final double[] values;
    private final int @Nullable [] component;

    private Statistic(int dimension, double[] values, int @Nullable [] component) {
        this.dimension = dimension;
        this.values = values;
        this.component = component;
    }

    /**
     * Any statistic.
     *
     * @param values {@code unit * q + k}
     * @param dimension q
     */
    public static Statistic of(double[] values, int dimension) {
        return new Statistic(dimension, values, null);
    }

    /**
     * One that is 1 in at most one component of a unit and 0 elsewhere.
     *
     * @param component by unit from 0 to q - 1, or -1 where all components are 0: at the reference level
     * @param dimension q
     */
    public static Statistic oneHot(int[] component, int dimension) {
        return new Statistic(dimension, new double[0], component);
    }

    /** Number of units. */
    public int size() {
        return component == null ? values.length / dimension : component.length;
    }

    /** Component k in unit u. */
    public double at(int u, int k) {
        return component == null ? values[u * dimension + k] : component[u] == k ? 1 : 0;
    }

    /** Whether it is known to be 1 in at most one component. */
    public boolean isOneHot() {
        return component != null;
    }

    /** The component that is 1 in unit u, or -1. */
    public int component(int u) {
        if (component == null) {
            throw new IllegalStateException("not a statistic of one component");
        }
        return component[u];
    }

    /** All values of a statistic that is not one-hot, {@code unit * q + k}. */
    double[] values() {
        if (component != null) {
            throw new IllegalStateException("not kept value by value");
        }
        return values;
    }

    /** The same for some of the units. */
    Statistic select(int[] indices) {
        if (component != null) {
            int[] kept = new int[indices.length];
            Arrays.setAll(kept, k -> component[indices[k]]);
            return oneHot(kept, dimension);
        }
        double[] kept = new double[indices.length * dimension];
        for (int k = 0; k < indices.length; k++) {
            System.arraycopy(values, indices[k] * dimension, kept, k * dimension, dimension);
        }
        return of(kept, dimension);
    }
}
