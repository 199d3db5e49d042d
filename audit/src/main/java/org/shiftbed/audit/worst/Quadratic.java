package org.shiftbed.audit.worst;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.shiftbed.base.UserError;

/**
 * The second-order gain {@code g'd + d'Hd/2} of a shift d (parametric-robustness 2.3 and 4). Larger is worse: where a smaller metric is
 * worse, the caller has turned the signs of g and H already.
 */
public final class Quadratic {
    private final double[] gradient;
    private final double[][] hessian;
    private final List<String> labels;

    /**
     * @param gradient g, p finite numbers; p may be 0
     * @param hessian H, p x p finite numbers; the symmetric part is what counts
     * @param labels p names of the parameters, for messages
     * @throws UserError where a number is not finite
     */
    public Quadratic(double[] gradient, double[][] hessian, List<String> labels) {
        int p = gradient.length;
        if (hessian.length != p || labels.size() != p) {
            throw new IllegalArgumentException("gradient of " + p + " entries, Hessian of " + hessian.length
                    + " rows and " + labels.size() + " labels do not belong together");
        }
        this.gradient = gradient.clone();
        this.hessian = new double[p][p];
        this.labels = List.copyOf(labels);
        for (int a = 0; a < p; a++) {
            if (hessian[a].length != p) {
                throw new IllegalArgumentException(
                        "row " + a + " of the Hessian has " + hessian[a].length + " entries, not " + p);
            }
            requireFinite("gradient", gradient[a], labels.get(a));
            for (int b = 0; b < p; b++) {
                requireFinite("Hessian", hessian[a][b], labels.get(a) + "' and '" + labels.get(b));
                this.hessian[a][b] = 0.5 * hessian[a][b] + 0.5 * hessian[b][a];
            }
        }
    }

    /** The same with the labels d0, d1, ... */
    public static Quadratic of(double[] gradient, double[][] hessian) {
        List<String> labels = new ArrayList<>();
        for (int k = 0; k < gradient.length; k++) {
            labels.add("d" + k);
        }
        return new Quadratic(gradient, hessian, labels);
    }

    /** p, the number of parameters. */
    public int size() {
        return gradient.length;
    }

    /** g, a copy. */
    public double[] gradient() {
        return gradient.clone();
    }

    /** H, a symmetric copy. */
    public double[][] hessian() {
        return Matrices.copy(hessian);
    }

    /** The names of the parameters in their order. */
    public List<String> labels() {
        return Collections.unmodifiableList(labels);
    }

    /** The gain of a shift of p parameters: 0 for no shift. */
    public double gain(double[] delta) {
        double sum = 0;
        for (int a = 0; a < gradient.length; a++) {
            if (delta[a] != 0) {
                sum += delta[a] * (gradient[a] + 0.5 * Matrices.dot(hessian[a], delta));
            }
        }
        return sum;
    }

    /** The slope {@code g + Hd} of the gain at a shift of p parameters. */
    public double[] slope(double[] delta) {
        double[] slope = gradient.clone();
        for (int a = 0; a < slope.length; a++) {
            slope[a] += Matrices.dot(hessian[a], delta);
        }
        return slope;
    }

    /** The part that belongs to the kept parameters while all others stay at 0. */
    public Quadratic keep(int[] kept) {
        double[] g = new double[kept.length];
        double[][] h = new double[kept.length][kept.length];
        List<String> names = new ArrayList<>();
        for (int a = 0; a < kept.length; a++) {
            g[a] = gradient[kept[a]];
            names.add(labels.get(kept[a]));
            for (int b = 0; b < kept.length; b++) {
                h[a][b] = hessian[kept[a]][kept[b]];
            }
        }
        return new Quadratic(g, h, names);
    }

    /** Uncopied, for the solvers of this package, which do not write to it. */
    double[] rawGradient() {
        return gradient;
    }

    /** Uncopied, for the solvers of this package, which do not write to it. */
    double[][] rawHessian() {
        return hessian;
    }

    private static void requireFinite(String what, double value, String where) {
        if (!Double.isFinite(value)) {
            throw new UserError("worst case: the " + what + " at '" + where + "' must be a finite number, found "
                    + value + "; look for extreme or missing values in that parameter's columns");
        }
    }
}
