package org.shiftbed.audit.form;

import java.util.Arrays;
import java.util.List;

/**
 * s = delta_0 + sum_k delta_k z_k, each delta a q-vector: D = (1, z) kron identity, so that the parameters are the q intercepts, then q
 * slopes for each parent in turn (parametric-robustness 6).
 */
final class Linear extends LinearForm {
    private final List<String> parents;

    Linear(List<String> components, List<String> parents) {
        super(components.size() * (parents.size() + 1), components);
        this.parents = List.copyOf(parents);
    }

    @Override
    public String label(int a) {
        int block = a / dimension();
        return Labels.join(block == 0 ? "intercept" : "* " + parents.get(block - 1), component(a % dimension()));
    }

    @Override
    public void value(double[] z, double[] delta, double[] s) {
        int q = dimension();
        for (int k = 0; k < q; k++) {
            double sum = delta[k];
            for (int j = 0; j < parents.size(); j++) {
                sum += delta[(j + 1) * q + k] * z[j];
            }
            s[k] = sum;
        }
    }

    @Override
    public void jacobian(double[] z, double[] delta, double[] d) {
        int q = dimension();
        Arrays.fill(d, 0, parameters() * q, 0);
        for (int block = 0; block <= parents.size(); block++) {
            for (int k = 0; k < q; k++) {
                d[(block * q + k) * q + k] = block == 0 ? 1 : z[block - 1];
            }
        }
    }
}
