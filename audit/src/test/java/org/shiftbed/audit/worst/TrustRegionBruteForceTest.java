package org.shiftbed.audit.worst;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A thousand random problems of each case of the ball against projected ascent, and their certificates recomputed. */
class TrustRegionBruteForceTest {
    private static final int PROBLEMS = 1000;

    @Test
    void interiorProblems() {
        RandomProblems random = new RandomProblems(1);
        for (int i = 0; i < PROBLEMS; i++) {
            int p = 1 + random.below(5);
            double[][] h = random.symmetric(p, RandomProblems.Curvature.NEGATIVE);
            double[] inside = random.vector(p);
            double[] g = new double[p];
            for (int k = 0; k < p; k++) {
                g[k] = -Matrices.dot(h[k], inside);
            }
            double radius = Matrices.norm(inside) * random.uniform(1.001, 3);
            WorstCase found = check(Quadratic.of(g, h), radius, random, 6);
            assertEquals(WorstCase.Kind.INTERIOR, found.kind());
            assertEquals(0.5 * Matrices.dot(g, inside), found.gain(), 1e-10 * (1 + found.gain()));
            assertTrue(found.unique());
        }
    }

    @Test
    void boundaryProblems() {
        RandomProblems random = new RandomProblems(2);
        for (int i = 0; i < PROBLEMS; i++) {
            int p = 1 + random.below(5);
            double[][] h =
                    random.symmetric(p, i % 2 == 0 ? RandomProblems.Curvature.ANY : RandomProblems.Curvature.POSITIVE);
            WorstCase found = check(Quadratic.of(random.vector(p), h), random.uniform(0.05, 4), random, 30);
            assertTrue(found.unique());
        }
    }

    @Test
    void hardCases() {
        RandomProblems random = new RandomProblems(3);
        for (int i = 0; i < PROBLEMS; i++) {
            int p = 1 + random.below(5);
            double[][] q = random.rotation(p);
            double[] ev = random.vector(p);
            double top = 0.1;
            for (int k = 1; k < p; k++) {
                top = Math.max(top, ev[k] + 0.1);
            }
            ev[0] = top + Math.abs(ev[0]);
            boolean repeated = p > 2 && i % 3 == 0;
            ev[1 % p] = repeated ? ev[0] : ev[1 % p];
            double[] g = new double[p];
            double square = 0;
            for (int k = repeated ? 2 : 1; k < p; k++) {
                double z = random.normal();
                square += z * z;
                Matrices.add(g, z * (ev[0] - ev[k]), q[k]);
            }
            double radius = Math.sqrt(square) * random.uniform(1.01, 2) + (square == 0 ? 1 : 0);
            WorstCase found = check(Quadratic.of(g, RandomProblems.compose(q, ev)), radius, random, 12);
            assertEquals(WorstCase.Kind.HARD, found.kind(), "problem " + i);
            assertFalse(found.unique());
            assertEquals(1, found.others().size());
        }
    }

    @Test
    void flatTops() {
        RandomProblems random = new RandomProblems(4);
        for (int i = 0; i < PROBLEMS; i++) {
            int p = 1 + random.below(5);
            double[][] q = random.rotation(p);
            double[] ev = new double[p];
            double[] g = new double[p];
            double square = 0;
            double best = 0;
            for (int k = 1; k < p; k++) {
                ev[k] = -random.uniform(0.1, 2);
                double z = random.normal();
                square += z * z;
                best += -0.5 * ev[k] * z * z;
                Matrices.add(g, -z * ev[k], q[k]);
            }
            double radius = Math.sqrt(square) * random.uniform(1.01, 2) + (square == 0 ? 1 : 0);
            WorstCase found = check(Quadratic.of(g, RandomProblems.compose(q, ev)), radius, random, 4);
            assertEquals(WorstCase.Kind.INTERIOR_FLAT, found.kind(), "problem " + i);
            assertEquals(best, found.gain(), 1e-12 * (1 + best));
            assertEquals(2, found.others().size());
        }
    }

    @Test
    void almostHardCasesKeepTheirDigits() {
        RandomProblems random = new RandomProblems(5);
        for (int i = 0; i < PROBLEMS; i++) {
            int p = 2 + random.below(4);
            double[][] q = random.rotation(p);
            double[] ev = random.vector(p);
            ev[0] = 3.5;
            double[] g = new double[p];
            Matrices.add(g, Math.pow(10, -random.uniform(3, 16)), q[0]);
            double square = 0;
            for (int k = 1; k < p; k++) {
                ev[k] = Math.min(ev[k], 3);
                double z = random.normal();
                square += z * z;
                Matrices.add(g, z * (ev[0] - ev[k]), q[k]);
            }
            check(
                    Quadratic.of(g, RandomProblems.compose(q, ev)),
                    Math.sqrt(square) * random.uniform(0.9, 1.5),
                    random,
                    10);
        }
    }

    private static WorstCase check(Quadratic gain, double radius, RandomProblems random, int starts) {
        WorstCase found = new TrustRegion(gain).solve(radius);
        double[] g = gain.gradient();
        double[][] h = gain.hessian();
        double scale = Matrices.norm(g) * radius + Matrices.largest(h) * radius * radius;
        String name = Matrices.norm(g) + " " + radius + " " + found;
        assertTrue(found.certificate().accepted(), name);
        assertTrue(found.certificate().gap() <= 1e-11 * scale, name);
        assertTrue(found.multiplier() >= 0, name);
        List<double[]> all = new ArrayList<>(found.others());
        all.add(found.delta());
        for (double[] d : all) {
            assertTrue(Matrices.norm(d) <= radius * (1 + 1e-13), name);
            assertEquals(found.gain(), gain.gain(d), 1e-11 * scale, name);
            double[] residual = gain.slope(d);
            Matrices.add(residual, -found.multiplier(), d);
            assertTrue(Matrices.norm(residual) <= 1e-10 * scale / radius, name);
        }
        double brute = new BruteForce(gain, random).ascent(d -> BruteForce.intoBall(d, radius), radius, starts, 150);
        assertTrue(brute <= found.gain() + 1e-9 * scale, "brute force " + brute + " " + name);
        // The brute force is worth its name: it comes close.
        assertTrue(brute >= found.gain() - 0.05 * scale, "brute force " + brute + " " + name);
        return found;
    }
}
