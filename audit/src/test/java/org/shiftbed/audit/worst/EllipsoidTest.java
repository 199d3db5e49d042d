package org.shiftbed.audit.worst;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.shiftbed.base.UserError;
import tools.jackson.databind.JsonNode;

class EllipsoidTest {
    @Test
    void everyGoldenProblemIsSolvedAndCertified() {
        JsonNode problems = OptimiserFixture.read().get("ellipsoid");
        assertTrue(problems.size() > 0);
        for (int i = 0; i < problems.size(); i++) {
            JsonNode problem = problems.get(i);
            Quadratic gain = Quadratic.of(
                    OptimiserFixture.vector(problem.get("gradient")), OptimiserFixture.matrix(problem.get("hessian")));
            WorstCase found = new Ellipsoid(
                            OptimiserFixture.matrix(problem.get("A")), OptimiserFixture.vector(problem.get("b")))
                    .on(gain)
                    .solveBound(problem.get("radius").doubleValue());
            double value = problem.get("gain").doubleValue();
            double multiplier = problem.get("multiplier").doubleValue();
            assertEquals(value, found.gain(), OptimiserFixture.tolerance(1e-9, value), "problem " + i);
            assertEquals(multiplier, found.multiplier(), OptimiserFixture.tolerance(1e-9, multiplier), "problem " + i);
            assertArrayEquals(OptimiserFixture.vector(problem.get("delta")), found.delta(), 1e-7, "problem " + i);
            assertTrue(found.certificate().accepted(), "problem " + i);
        }
    }

    @Test
    void theLabTestsEllipsoidIsThatOfTheFixture() {
        WorstCase found = new Ellipsoid(new double[][] {{1, 0}, {0, 4}}, new double[] {0.2, -0.1})
                .on(LabTest.LINEAR)
                .solveBound(1);
        assertArrayEquals(new double[] {-0.9213733517055476, -0.27731494833255016}, found.delta(), 1e-7);
        assertEquals(0.6436267355675861, LabTest.MEAN_LOSS + found.gain(), 1e-9);
        assertEquals(0.1380342121493192, found.multiplier(), 1e-9);
    }

    @Test
    void definiteProblemsAgreeWithProjectedAscent() {
        RandomProblems random = new RandomProblems(11);
        for (int i = 0; i < 1000; i++) {
            int p = 1 + random.below(4);
            double[][] q = random.rotation(p);
            double[] ev = new double[p];
            for (int k = 0; k < p; k++) {
                ev[k] = random.uniform(0.1, 3);
            }
            double[][] a = RandomProblems.compose(q, ev);
            double[] b = random.vector(p);
            Quadratic gain = random.quadratic(p, RandomProblems.Curvature.ANY);
            double bound = random.uniform(0.1, 3);
            WorstCase found = new Ellipsoid(a, b).on(gain).solveBound(bound);
            assertTrue(found.certificate().accepted());
            assertTrue(Matrices.dot(found.delta(), Matrices.times(a, found.delta())) + Matrices.dot(b, found.delta())
                    <= bound + 1e-12 * (1 + bound));
            double[] residual = Matrices.times(a, found.delta());
            for (int k = 0; k < p; k++) {
                residual[k] = found.multiplier() * (residual[k] + 0.5 * b[k]) - gain.slope(found.delta())[k];
            }
            assertEquals(0, Matrices.norm(residual), 1e-9 * (1 + found.multiplier()));
            // Own coordinates: d = c + q' y / sqrt(ev), y in a ball.
            double[] centre = new double[p];
            double square = bound;
            for (int k = 0; k < p; k++) {
                double along = -0.5 * Matrices.dot(q[k], b) / ev[k];
                square += ev[k] * along * along;
                Matrices.add(centre, along, q[k]);
            }
            check(gain, found, centre, q, ev, new double[0][], Math.sqrt(square), random);
        }
    }

    @Test
    void singularProblemsAgreeWithProjectedAscent() {
        RandomProblems random = new RandomProblems(12);
        for (int i = 0; i < 1000; i++) {
            int p = 2 + random.below(3);
            int open = 1 + random.below(p - 1);
            double[][] q = random.rotation(p);
            double[] ev = new double[p];
            double[] b = new double[p];
            for (int k = open; k < p; k++) {
                ev[k] = random.uniform(0.2, 2);
                Matrices.add(b, random.normal(), q[k]);
            }
            // Any H, made to fall along the directions that A does not see.
            double[] fall = new double[p];
            for (int k = 0; k < open; k++) {
                fall[k] = -4 - random.uniform(0, 3);
            }
            double[][] h = random.symmetric(p, RandomProblems.Curvature.NEGATIVE);
            double[][] more = RandomProblems.compose(q, fall);
            for (int k = 0; k < p; k++) {
                Matrices.add(h[k], 1, more[k]);
            }
            double[] lift = new double[p];
            lift[p - 1] = random.uniform(0, 5);
            double[][] up = RandomProblems.compose(q, lift);
            for (int k = 0; k < p; k++) {
                Matrices.add(h[k], 1, up[k]);
            }
            Quadratic gain = Quadratic.of(random.vector(p), h);
            double[][] a = RandomProblems.compose(q, ev);
            double bound = random.uniform(0.1, 2);
            WorstCase found = new Ellipsoid(a, b).on(gain).solveBound(bound);
            assertTrue(found.certificate().accepted(), "problem " + i + " " + found.certificate());
            double level =
                    Matrices.dot(found.delta(), Matrices.times(a, found.delta())) + Matrices.dot(b, found.delta());
            assertTrue(level <= bound + 1e-11 * (1 + bound));
            double[] centre = new double[p];
            double square = bound;
            double[][] seen = new double[p - open][];
            double[] seenEv = new double[p - open];
            double[][] unseen = new double[open][];
            for (int k = 0; k < p; k++) {
                if (k < open) {
                    unseen[k] = q[k];
                } else {
                    seen[k - open] = q[k];
                    seenEv[k - open] = ev[k];
                    double along = -0.5 * Matrices.dot(q[k], b) / ev[k];
                    square += ev[k] * along * along;
                    Matrices.add(centre, along, q[k]);
                }
            }
            check(gain, found, centre, seen, seenEv, unseen, Math.sqrt(square), random);
        }
    }

    /** Brute force over y in a ball along the seen directions and any number along the unseen ones. */
    private static void check(
            Quadratic gain,
            WorstCase found,
            double[] centre,
            double[][] seen,
            double[] ev,
            double[][] unseen,
            double radius,
            RandomProblems random) {
        int p = gain.size();
        double[][] rows = new double[p][];
        for (int k = 0; k < p; k++) {
            rows[k] = k < seen.length ? seen[k].clone() : unseen[k - seen.length].clone();
            for (int j = 0; j < p && k < seen.length; j++) {
                rows[k][j] /= Math.sqrt(ev[k]);
            }
        }
        Quadratic inY =
                Quadratic.of(Matrices.times(rows, gain.slope(centre)), Matrices.form(rows, gain.hessian(), rows));
        double brute = gain.gain(centre)
                + new BruteForce(inY, random)
                        .ascent(
                                y -> {
                                    double[] inside = BruteForce.intoBall(Arrays.copyOf(y, seen.length), radius);
                                    double[] whole = y.clone();
                                    System.arraycopy(inside, 0, whole, 0, inside.length);
                                    return whole;
                                },
                                radius,
                                25,
                                200);
        double scale = 1 + Math.abs(brute);
        assertTrue(brute <= found.gain() + 1e-9 * scale, brute + " against " + found.gain());
        assertTrue(brute >= found.gain() - 0.1 * scale, brute + " against " + found.gain());
    }

    @Test
    void aMixOfFallingAndFlatDirectionsIsSolved() {
        // A sees d0; the gain falls along d1 and does not depend on d2.
        Quadratic gain = Quadratic.of(new double[] {1, 2, 0}, new double[][] {{0.5, 0.3, 0}, {0.3, -2, 0}, {0, 0, 0}});
        WorstCase found = Ellipsoid.around(new double[][] {{4, 0, 0}, {0, 0, 0}, {0, 0, 0}})
                .on(gain)
                .solve(1);
        // d0 = 1/2 at the limit, d1 = (2 + 0.3/2) / 2.
        assertArrayEquals(new double[] {0.5, 1.075, 0}, found.delta(), 1e-13);
        assertEquals(gain.gain(new double[] {0.5, 1.075, 0}), found.gain(), 1e-13);
        assertFalse(found.unique());
        assertTrue(found.certificate().accepted());
    }

    @Test
    void nothingSeenByTheEllipsoidIsTheFreeMaximum() {
        WorstCase found = Ellipsoid.around(new double[2][2])
                .on(Quadratic.of(new double[] {1, 2}, new double[][] {{-1, 0}, {0, -4}}))
                .solve(0.1);
        assertArrayEquals(new double[] {1, 0.5}, found.delta(), 1e-14);
        assertEquals(1, found.gain(), 1e-14);
        assertEquals(WorstCase.Kind.INTERIOR, found.kind());
    }

    @Test
    void anUnrestrictedCombinationIsNamed() {
        List<String> labels = List.of("O | Y=0", "O | Y=1");
        Quadratic coupled = new Quadratic(new double[2], new double[][] {{0, 1}, {1, 0}}, labels);
        assertRefused(new Ellipsoid(new double[][] {{1, 0}, {0, 0}}, new double[2]), coupled, "'O | Y=1' unrestricted");
        Quadratic growing = new Quadratic(new double[] {1, 1}, new double[][] {{1, 1}, {1, 1}}, labels);
        assertRefused(
                new Ellipsoid(new double[][] {{1, -1}, {-1, 1}}, new double[2]),
                growing,
                "0.71 'O | Y=0' + 0.71 'O | Y=1' unrestricted");
        Quadratic sloped = new Quadratic(new double[] {0, 1}, new double[][] {{-1, 0}, {0, 0}}, labels);
        assertRefused(new Ellipsoid(new double[][] {{1, 0}, {0, 0}}, new double[2]), sloped, "'O | Y=1' unrestricted");
        Quadratic falling = new Quadratic(new double[] {0, 1}, new double[][] {{-1, 0}, {0, -1}}, labels);
        assertRefused(
                new Ellipsoid(new double[][] {{1, 0}, {0, 0}}, new double[] {0, 1}), falling, "b opens the ellipsoid");
    }

    @Test
    void aMatrixThatIsNotPositiveSemidefiniteIsRefused() {
        Quadratic gain = Quadratic.of(new double[2], new double[][] {{-1, 0}, {0, -1}});
        assertRefused(Ellipsoid.around(new double[][] {{1, 2}, {2, 1}}), gain, "scaled to 1 the eigenvalue -0.99");
        assertRefused(
                Ellipsoid.around(new double[][] {{1, 0}, {0, -1}}), gain, "must be positive semidefinite, found -1.0");
        assertRefused(Ellipsoid.around(new double[][] {{0, 1}, {1, 1}}), gain, "must be positive semidefinite");
        assertRefused(Ellipsoid.around(new double[][] {{1, Double.NaN}, {0, 1}}), gain, "finite");
        assertRefused(Ellipsoid.around(new double[][] {{1}}), gain, "one row for each of the 2 parameters");
        assertThrows(UserError.class, () -> Ellipsoid.scaled(new double[] {1, 0}));
    }

    @Test
    void anEmptyEllipsoidIsRefused() {
        Quadratic gain = Quadratic.of(new double[] {1}, new double[][] {{1}});
        EllipsoidSolver solver = new Ellipsoid(new double[][] {{1}}, new double[] {2}).on(gain);
        String message = String.valueOf(
                assertThrows(UserError.class, () -> solver.solveBound(-1.5)).getMessage());
        assertTrue(message.contains("no shift satisfies"), message);
        assertEquals(-1, solver.solveBound(-1).delta()[0], 1e-15);
        assertEquals(-0.5, solver.solveBound(-1).gain(), 1e-15);
    }

    @Test
    void scalesOfParametersAreUnitsOfTheBall() {
        RandomProblems random = new RandomProblems(13);
        Quadratic gain = random.quadratic(4, RandomProblems.Curvature.ANY);
        double[] scales = {1e-9, 3, 1e8, 0.2};
        double[] g = gain.gradient();
        double[][] h = gain.hessian();
        for (int i = 0; i < 4; i++) {
            g[i] /= scales[i];
            for (int j = 0; j < 4; j++) {
                h[i][j] /= scales[i] * scales[j];
            }
        }
        WorstCase plain = new TrustRegion(gain).solve(1.7);
        WorstCase found = Ellipsoid.scaled(scales).solve(Quadratic.of(g, h), 1.7);
        assertEquals(plain.gain(), found.gain(), 1e-11 * plain.gain());
        assertEquals(plain.multiplier(), found.multiplier(), 1e-10);
        assertTrue(found.certificate().accepted(), found.certificate().toString());
        for (int k = 0; k < 4; k++) {
            assertEquals(plain.delta()[k], found.delta()[k] / scales[k], 1e-9);
        }
    }

    @Test
    void aHardCaseOfTheEllipsoidGivesBothPoints() {
        WorstCase found = Ellipsoid.around(new double[][] {{1, 0}, {0, 4}})
                .solve(Quadratic.of(new double[2], new double[][] {{1, 0}, {0, 8}}), 3);
        assertEquals(9, found.gain(), 1e-13);
        assertArrayEquals(new double[] {0, 1.5}, found.delta(), 1e-13);
        assertArrayEquals(new double[] {0, -1.5}, found.others().get(0), 1e-13);
    }

    private static void assertRefused(Ellipsoid ellipsoid, Quadratic gain, String part) {
        String message = String.valueOf(
                assertThrows(UserError.class, () -> ellipsoid.solve(gain, 1)).getMessage());
        assertTrue(message.contains(part), message);
        assertFalse(message.contains("\n"), message);
    }
}
