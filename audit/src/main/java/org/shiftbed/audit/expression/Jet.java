package org.shiftbed.audit.expression;

import java.util.Arrays;

/**
 * A value with its exact first and second derivatives in p parameters, carried forward through arithmetic (second-order forward
 * differentiation). Immutable for those who do not write into its arrays.
 *
 * @param gradient p values
 * @param hessian p*p values, row-major, symmetric
 */
record Jet(double value, double[] gradient, double[] hessian) {

    static Jet constant(double value, int p) {
        return new Jet(value, new double[p], new double[p * p]);
    }

    static Jet parameter(double value, int index, int p) {
        Jet jet = constant(value, p);
        jet.gradient[index] = 1;
        return jet;
    }

    /** f(this) with f' and f'' at the value. Where a derivative of this is 0, an infinite f' does not make it NaN. */
    Jet apply(double f, double first, double second) {
        int p = gradient.length;
        Jet out = constant(f, p);
        for (int a = 0; a < p; a++) {
            out.gradient[a] = times(first, gradient[a]);
            for (int b = 0; b < p; b++) {
                out.hessian[a * p + b] = times(first, hessian[a * p + b]) + times(second, gradient[a] * gradient[b]);
            }
        }
        return out;
    }

    private static double times(double factor, double derivative) {
        return derivative == 0 || factor == 0 ? 0 : factor * derivative;
    }

    /** x * this + y * other. */
    Jet combine(double x, double y, Jet other) {
        int p = gradient.length;
        Jet out = constant(x * value + y * other.value, p);
        for (int a = 0; a < p; a++) {
            out.gradient[a] = x * gradient[a] + y * other.gradient[a];
        }
        for (int a = 0; a < p * p; a++) {
            out.hessian[a] = x * hessian[a] + y * other.hessian[a];
        }
        return out;
    }

    Jet times(Jet other) {
        int p = gradient.length;
        Jet out = constant(value * other.value, p);
        for (int a = 0; a < p; a++) {
            out.gradient[a] = times(value, other.gradient[a]) + times(other.value, gradient[a]);
            for (int b = 0; b < p; b++) {
                out.hessian[a * p + b] = times(value, other.hessian[a * p + b])
                        + times(other.value, hessian[a * p + b])
                        + gradient[a] * other.gradient[b]
                        + gradient[b] * other.gradient[a];
            }
        }
        return out;
    }

    Jet reciprocal() {
        double r = 1 / value;
        return apply(r, -r * r, 2 * r * r * r);
    }

    /** Whether both move alike in the parameters, to the second order. */
    boolean movesLike(Jet other) {
        return Arrays.equals(gradient, other.gradient) && Arrays.equals(hessian, other.hessian);
    }
}
