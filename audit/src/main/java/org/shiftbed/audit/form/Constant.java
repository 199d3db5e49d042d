package org.shiftbed.audit.form;

import java.util.Arrays;
import java.util.List;

/** s = delta, whatever the parents are; D is the identity (parametric-robustness 6). */
final class Constant extends LinearForm {
    Constant(List<String> components) {
        super(components.size(), components);
    }

    @Override
    public String label(int a) {
        return component(a);
    }

    @Override
    public void value(double[] z, double[] delta, double[] s) {
        System.arraycopy(delta, 0, s, 0, dimension());
    }

    @Override
    public void jacobian(double[] z, double[] delta, double[] d) {
        int q = dimension();
        Arrays.fill(d, 0, q * q, 0);
        for (int k = 0; k < q; k++) {
            d[k * q + k] = 1;
        }
    }
}
