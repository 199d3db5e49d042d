package org.shiftbed.audit.form;

import java.util.Arrays;
import java.util.List;

/** A form s = D(z)' delta: all that is needed is D. */
abstract class LinearForm implements ShiftForm {
    private final int parameters;
    private final List<String> components;

    /** @param components what the components of T are called, q of them; the name of a single one is empty */
    LinearForm(int parameters, List<String> components) {
        this.parameters = parameters;
        this.components = List.copyOf(components);
    }

    @Override
    public final int parameters() {
        return parameters;
    }

    @Override
    public final int dimension() {
        return components.size();
    }

    final String component(int k) {
        return components.get(k);
    }

    @Override
    public final boolean linear() {
        return true;
    }

    @Override
    public final void curvature(double[] z, double[] delta, double[] d2) {
        Arrays.fill(d2, 0, parameters * parameters * dimension(), 0);
    }
}
