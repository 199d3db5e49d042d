package org.shiftbed.audit.worst;

import java.util.SplittableRandom;
import org.shiftbed.base.Seed;

/** Random quadratics of chosen curvature for the tests. */
final class RandomProblems {
    enum Curvature {
        ANY,
        NEGATIVE,
        POSITIVE
    }

    private final SplittableRandom random;

    RandomProblems(int number) {
        random = Seed.of("worst-case tests", number).random();
    }

    double normal() {
        return Math.sqrt(-2 * Math.log(1 - random.nextDouble())) * Math.cos(2 * Math.PI * random.nextDouble());
    }

    double uniform(double low, double high) {
        return low + (high - low) * random.nextDouble();
    }

    int below(int bound) {
        return random.nextInt(bound);
    }

    double[] vector(int p) {
        double[] v = new double[p];
        for (int k = 0; k < p; k++) {
            v[k] = normal();
        }
        return v;
    }

    /** Orthonormal rows (Gram-Schmidt, twice). */
    double[][] rotation(int p) {
        double[][] q = new double[p][];
        for (int k = 0; k < p; k++) {
            q[k] = vector(p);
            for (int round = 0; round < 2; round++) {
                for (int j = 0; j < k; j++) {
                    Matrices.add(q[k], -Matrices.dot(q[k], q[j]), q[j]);
                }
                double norm = Matrices.norm(q[k]);
                for (int i = 0; i < p; i++) {
                    q[k][i] /= norm;
                }
            }
        }
        return q;
    }

    /** {@code sum ev_k q_k q_k'}. */
    static double[][] compose(double[][] q, double[] ev) {
        int p = ev.length;
        double[][] h = new double[p][p];
        for (int k = 0; k < p; k++) {
            for (int i = 0; i < p; i++) {
                Matrices.add(h[i], ev[k] * q[k][i], q[k]);
            }
        }
        return h;
    }

    double[][] symmetric(int p, Curvature curvature) {
        double[] ev = vector(p);
        for (int k = 0; k < p; k++) {
            ev[k] = switch (curvature) {
                case ANY -> ev[k];
                case NEGATIVE -> -Math.abs(ev[k]) - 0.05;
                case POSITIVE -> Math.abs(ev[k]) + 0.05;
            };
        }
        return compose(rotation(p), ev);
    }

    Quadratic quadratic(int p, Curvature curvature) {
        return Quadratic.of(vector(p), symmetric(p, curvature));
    }
}
