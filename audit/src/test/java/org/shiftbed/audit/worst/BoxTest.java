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

class BoxTest {
    private static final double NO_BALL = Double.POSITIVE_INFINITY;

    @Test
    void everyGoldenDiagonalProblemIsSolved() {
        JsonNode problems = OptimiserFixture.read().get("box_diagonal");
        assertTrue(problems.size() > 0);
        for (int i = 0; i < problems.size(); i++) {
            JsonNode problem = problems.get(i);
            double[] diagonal = OptimiserFixture.vector(problem.get("hessian_diagonal"));
            double[][] h = new double[diagonal.length][diagonal.length];
            for (int k = 0; k < diagonal.length; k++) {
                h[k][k] = diagonal[k];
            }
            Quadratic gain = Quadratic.of(OptimiserFixture.vector(problem.get("gradient")), h);
            WorstCase found = new Box(
                            OptimiserFixture.vector(problem.get("lower")),
                            OptimiserFixture.vector(problem.get("upper")))
                    .solve(gain, NO_BALL);
            double value = problem.get("gain").doubleValue();
            assertEquals(value, found.gain(), OptimiserFixture.tolerance(1e-9, value), "problem " + i);
            assertArrayEquals(OptimiserFixture.vector(problem.get("delta")), found.delta(), 1e-7, "problem " + i);
            assertTrue(found.certificate().accepted(), "problem " + i);
        }
    }

    @Test
    void theLabTestsIntervalAndBoxAreThoseOfTheFixture() {
        WorstCase interval = new Box(new double[] {-2}, new double[] {2}).solve(LabTest.CONSTANT, NO_BALL);
        assertArrayEquals(new double[] {-2}, interval.delta());
        assertEquals(0.758122672789829, LabTest.MEAN_LOSS + interval.gain(), 1e-9);
        WorstCase box = new Box(new double[] {-1, -0.5}, new double[] {1, 0.5}).solve(LabTest.PER_PARENT, NO_BALL);
        assertArrayEquals(new double[] {1, -0.5}, box.delta());
        assertEquals(0.7004088043748941, LabTest.MEAN_LOSS + box.gain(), 1e-9);
    }

    @Test
    void diagonalProblemsOfAnySizeAreExactCoordinateByCoordinate() {
        RandomProblems random = new RandomProblems(21);
        for (int i = 0; i < 1000; i++) {
            int p = i % 100 == 0 ? 40 : 1 + random.below(6);
            double[] g = random.vector(p);
            double[] diagonal = random.vector(p);
            double[][] h = new double[p][p];
            double[] lower = new double[p];
            double[] upper = new double[p];
            double expected = 0;
            for (int k = 0; k < p; k++) {
                h[k][k] = diagonal[k];
                lower[k] = random.uniform(-2, 0.5);
                upper[k] = lower[k] + random.uniform(0, 3);
                double best = Double.NEGATIVE_INFINITY;
                for (int step = 0; step <= 500; step++) {
                    double x = lower[k] + (upper[k] - lower[k]) * step / 500;
                    best = Math.max(best, g[k] * x + 0.5 * diagonal[k] * x * x);
                }
                expected += best;
            }
            WorstCase found = new Box(lower, upper).solve(Quadratic.of(g, h), NO_BALL);
            assertTrue(found.gain() >= expected - 1e-10, found.gain() + " against " + expected);
            assertTrue(found.gain() <= expected + 1e-4 * p, found.gain() + " against " + expected);
            assertInside(found, lower, upper, NO_BALL);
            assertTrue(found.certificate().accepted());
        }
    }

    @Test
    void enumeratedProblemsAgreeWithProjectedAscent() {
        RandomProblems random = new RandomProblems(22);
        for (int i = 0; i < 1000; i++) {
            int p = 1 + random.below(4);
            Quadratic gain = random.quadratic(p, RandomProblems.Curvature.values()[i % 3]);
            double[] lower = new double[p];
            double[] upper = new double[p];
            limits(random, lower, upper);
            WorstCase found = new Box(lower, upper).solve(gain, NO_BALL);
            assertTrue(found.certificate().accepted(), found.toString());
            assertInside(found, lower, upper, NO_BALL);
            double brute = new BruteForce(gain, random).ascent(d -> BruteForce.intoBox(d, lower, upper), 3, 40, 200);
            assertClose(brute, found.gain(), 1e-6);
        }
    }

    @Test
    void singularCurvaturesLoseNothing() {
        RandomProblems random = new RandomProblems(23);
        for (int i = 0; i < 300; i++) {
            int p = 2 + random.below(3);
            double[] ev = new double[p];
            ev[0] = -random.uniform(0.2, 2);
            double[][] h = RandomProblems.compose(random.rotation(p), ev);
            // Half of them with a gradient in the range of H: flat maxima inside the box.
            double[] g = i % 2 == 0 ? Matrices.times(h, random.vector(p)) : random.vector(p);
            double[] lower = new double[p];
            double[] upper = new double[p];
            limits(random, lower, upper);
            Quadratic gain = Quadratic.of(g, h);
            WorstCase found = new Box(lower, upper).solve(gain, NO_BALL);
            double brute = new BruteForce(gain, random).ascent(d -> BruteForce.intoBox(d, lower, upper), 3, 40, 2000);
            assertClose(brute, found.gain(), 1e-3);
            assertInside(found, lower, upper, NO_BALL);
        }
    }

    @Test
    void boxesCutByABallAgreeWithSampling() {
        RandomProblems random = new RandomProblems(24);
        int bothActive = 0;
        int close = 0;
        for (int i = 0; i < 1000; i++) {
            int p = 1 + random.below(3);
            Quadratic gain = random.quadratic(p, RandomProblems.Curvature.values()[i % 3]);
            double[] lower = new double[p];
            double[] upper = new double[p];
            limits(random, lower, upper);
            for (int k = 0; k < p; k++) {
                lower[k] = Math.min(lower[k], 0);
                upper[k] = Math.max(upper[k], 0);
                if (random.below(4) == 0) {
                    upper[k] = Double.POSITIVE_INFINITY;
                }
            }
            double radius = random.uniform(0.2, 2.5);
            WorstCase found = new Box(lower, upper).solve(gain, radius);
            assertTrue(found.certificate().accepted(), found.toString());
            assertInside(found, lower, upper, radius);
            assertEquals(gain.gain(found.delta()), found.gain(), 1e-12 * (1 + Math.abs(found.gain())));
            bothActive += found.kind() == WorstCase.Kind.BOX && found.multiplier() > 0 ? 1 : 0;
            double brute = new BruteForce(gain, random)
                    .sampling(d -> BruteForce.intoBall(BruteForce.intoBox(d, lower, upper), radius), radius, 100, 5);
            assertClose(brute, found.gain(), 0.5);
            close += brute >= found.gain() - 0.01 * (1 + brute) ? 1 : 0;
        }
        assertTrue(close > 900, close + " problems in which the sampling came close");
        assertTrue(bothActive > 100, bothActive + " problems have both ball and box active");
    }

    @Test
    void aLocalMaximumOfTheBallCanBeTheWorstCaseInTheBox() {
        // The gain x^2/2 + 0.1 x has its maximum at x = 1; with x at most 0.2 the other end wins.
        WorstCase found = new Box(new double[] {-5, -5}, new double[] {0.2, 5})
                .solve(Quadratic.of(new double[] {0.1, 0}, new double[][] {{1, 0}, {0, -1}}), 1);
        assertArrayEquals(new double[] {-1, 0}, found.delta(), 1e-12);
        assertEquals(0.4, found.gain(), 1e-14);
        assertTrue(found.certificate().accepted());
        assertEquals(0.9, found.multiplier(), 1e-12);
    }

    @Test
    void twelveParametersAreExactBothWays() {
        RandomProblems random = new RandomProblems(25);
        for (RandomProblems.Curvature curvature : RandomProblems.Curvature.values()) {
            Quadratic gain = random.quadratic(12, curvature);
            double[] lower = new double[12];
            double[] upper = new double[12];
            limits(random, lower, upper);
            WorstCase box = new Box(lower, upper).solve(gain, NO_BALL);
            assertEquals(WorstCase.Proof.ENUMERATION, box.certificate().proof());
            assertTrue(box.certificate().accepted());
            double brute = new BruteForce(gain, random).ascent(d -> BruteForce.intoBox(d, lower, upper), 3, 80, 200);
            assertClose(brute, box.gain(), 0.02);
            Arrays.fill(lower, -0.4);
            Arrays.fill(upper, 0.3);
            WorstCase cut = new Box(lower, upper).solve(gain, 0.9);
            assertTrue(cut.certificate().accepted(), cut.toString());
            assertTrue(cut.certificate().gap() <= 1e-9, cut.toString());
            assertInside(cut, lower, upper, 0.9);
            // Whatever proof it took, all faces say the same.
            Incumbent all = new Incumbent(gain, 0.9);
            all.offer(cut.delta());
            new BoxBallFaces(gain, lower, upper, 0.9, all).search();
            assertEquals(all.best(), cut.gain(), 1e-12 * all.size());
        }
    }

    @Test
    void multipliersProveWhatAllFacesConfirm() {
        RandomProblems random = new RandomProblems(30);
        int proven = 0;
        for (int i = 0; i < 200; i++) {
            int p = 2 + random.below(4);
            Quadratic gain = random.quadratic(p, RandomProblems.Curvature.values()[i % 3]);
            double[] lower = new double[p];
            double[] upper = new double[p];
            limits(random, lower, upper);
            double radius =
                    Matrices.norm(new BoxInBall(lower, upper, NO_BALL).nearest(new double[p])) + random.uniform(0.1, 1);
            WorstCase found = new Box(lower, upper).solve(gain, radius);
            Incumbent all = new Incumbent(gain, radius);
            new BoxBallFaces(gain, lower, upper, radius, all).search();
            assertEquals(all.best(), found.gain(), 1e-9 * (1 + all.size()), "problem " + i);
            proven += found.certificate().proof() == WorstCase.Proof.DUALITY && found.kind() == WorstCase.Kind.BOX
                    ? 1
                    : 0;
            // At any point with any multipliers the bound holds.
            double[] point = new BoxInBall(lower, upper, radius).nearest(random.vector(p));
            double[][] rows = new double[p][p];
            for (int k = 0; k < p; k++) {
                rows[k][k] = 1;
            }
            LagrangeBound bound = LagrangeBound.of(
                    gain, rows, lower, upper, random.vector(p), Math.abs(random.normal()), radius, point);
            assertTrue(gain.gain(point) + bound.gap() >= all.best() - 1e-10, "problem " + i);
        }
        assertTrue(proven > 50, proven + " proven by multipliers");
    }

    @Test
    void fourteenParametersAreBoundedFromBothSides() {
        RandomProblems random = new RandomProblems(26);
        int bounded = 0;
        for (int i = 0; i < 6; i++) {
            Quadratic gain = random.quadratic(14, RandomProblems.Curvature.values()[i % 3]);
            double[] lower = new double[14];
            double[] upper = new double[14];
            limits(random, lower, upper);
            double radius = i % 2 == 0 ? NO_BALL : 3;
            WorstCase found = new Box(lower, upper).solve(gain, radius);
            assertInside(found, lower, upper, radius);
            double brute = new BruteForce(gain, random)
                    .ascent(d -> new BoxInBall(lower, upper, radius).nearest(d), 3, radius < NO_BALL ? 10 : 150, 150);
            assertTrue(brute <= found.upperBound() + 1e-9, brute + " against " + found);
            assertTrue(found.gain() >= brute - 1e-6 * Math.abs(brute), brute + " against " + found);
            assertEquals(
                    found.certificate().accepted() ? "certified" : "bounded, not certified",
                    found.certificate().label());
            assertEquals(
                    found.certificate().gap() <= 1e-6 * Math.max(found.gain(), found.upperBound()),
                    found.certificate().accepted());
            bounded += found.certificate().accepted() ? 0 : 1;
            if (i % 3 == RandomProblems.Curvature.NEGATIVE.ordinal()) {
                assertEquals(WorstCase.Proof.DUALITY, found.certificate().proof(), "a concave gain is always proven");
            }
        }
        assertTrue(bounded > 0);
    }

    @Test
    void theUpperBoundHoldsWhereTheAnswerIsKnown() {
        // Against exact answers: 12 parameters by enumeration, and the bound of the ellipsoids.
        RandomProblems random = new RandomProblems(27);
        for (int i = 0; i < 30; i++) {
            int p = 1 + random.below(7);
            Quadratic gain = random.quadratic(p, RandomProblems.Curvature.values()[i % 3]);
            double[] lower = new double[p];
            double[] upper = new double[p];
            limits(random, lower, upper);
            double exact = new Box(lower, upper).solve(gain, NO_BALL).gain();
            EnclosingEllipsoids above = new EnclosingEllipsoids(gain, NO_BALL);
            for (int k = 0; k < p; k++) {
                double[] row = new double[p];
                row[k] = 1;
                above.add(row, lower[k], upper[k]);
            }
            double bound = above.bound();
            assertTrue(bound >= exact - 1e-9, bound + " against " + exact);
            if (p == 1) {
                assertEquals(exact, bound, 1e-6 * (1 + Math.abs(exact)));
            }
        }
    }

    @Test
    void aFewLimitsOnThirtyOneParametersAreExact() {
        RandomProblems random = new RandomProblems(28);
        Quadratic gain = random.quadratic(31, RandomProblems.Curvature.ANY);
        WorstCase free = new TrustRegion(gain).solve(2);
        double[] lower = new double[31];
        double[] upper = new double[31];
        Arrays.fill(lower, Double.NEGATIVE_INFINITY);
        Arrays.fill(upper, Double.POSITIVE_INFINITY);
        for (int k : new int[] {3, 8, 20, 30}) {
            lower[k] = -Math.abs(free.delta()[k]) / 2;
            upper[k] = Math.abs(free.delta()[k]) / 2;
        }
        WorstCase found = new Box(lower, upper).solve(gain, 2);
        assertTrue(found.certificate().accepted() && found.certificate().gap() <= 1e-9, found.toString());
        assertInside(found, lower, upper, 2);
        assertTrue(found.gain() < free.gain());
        double brute = new BruteForce(gain, random)
                .ascent(d -> BruteForce.intoBall(BruteForce.intoBox(d, lower, upper), 2), 2, 40, 400);
        assertTrue(brute <= found.gain() + 1e-9, brute + " against " + found.gain());
        assertTrue(brute >= 0.9 * found.gain(), brute + " against " + found.gain());
    }

    @Test
    void limitsThatDoNotBindLeaveTheBallsAnswerAndItsProof() {
        Quadratic gain = new RandomProblems(29).quadratic(20, RandomProblems.Curvature.ANY);
        double[] lower = new double[20];
        double[] upper = new double[20];
        Arrays.fill(lower, -1);
        Arrays.fill(upper, 1);
        WorstCase found = new Box(lower, upper).solve(gain, 1);
        assertArrayEquals(new TrustRegion(gain).solve(1).delta(), found.delta());
        assertEquals(WorstCase.Proof.DUALITY, found.certificate().proof());
    }

    @Test
    void equallyGoodCornersAreAllGiven() {
        WorstCase found = new Box(new double[] {-1, -1}, new double[] {1, 1})
                .solve(Quadratic.of(new double[2], new double[][] {{0, -1}, {-1, 0}}), NO_BALL);
        assertEquals(1, found.gain());
        assertFalse(found.unique());
        assertEquals(1, found.others().size());
        assertEquals(0, found.delta()[0] + found.others().get(0)[0]);
    }

    @Test
    void impossibleBoxesAreRefusedWithTheParametersName() {
        Quadratic gain = new Quadratic(new double[] {1, 1}, new double[2][2], List.of("A", "B | A=1"));
        assertRefused(new Box(new double[] {0, 2}, new double[] {1, 1}), gain, NO_BALL, "'B | A=1'");
        assertRefused(new Box(new double[] {0, Double.NaN}, new double[] {1, 1}), gain, NO_BALL, "'B | A=1'");
        assertRefused(
                new Box(new double[] {0, 0}, new double[] {Double.POSITIVE_INFINITY, 1}),
                gain,
                NO_BALL,
                "nothing bounds 'A' from above; give both limits");
        assertRefused(new Box(new double[] {3, 0}, new double[] {4, 1}), gain, 2, "smallest shift has norm 3.0");
        assertRefused(new Box(new double[] {0}, new double[] {1}), gain, 2, "2 parameters");
        assertRefused(new Box(new double[] {0, 0}, new double[] {1, 1}), gain, -1, "found -1.0");
        assertRefused(new Box(new double[] {0, 0}, new double[] {1, 1}), gain, Double.NaN, "found NaN");
    }

    @Test
    void radiusZeroAndNoParametersAnswerTheOrigin() {
        WorstCase still = new Box(new double[] {-1, 0}, new double[] {1, 0})
                .solve(Quadratic.of(new double[] {1, 1}, new double[2][2]), 0);
        assertArrayEquals(new double[2], still.delta());
        for (double radius : new double[] {0, 1, NO_BALL}) {
            WorstCase none =
                    new Box(new double[0], new double[0]).solve(Quadratic.of(new double[0], new double[0][]), radius);
            assertEquals(0, none.gain());
            assertEquals(0, none.delta().length);
        }
    }

    private static void assertRefused(Box box, Quadratic gain, double radius, String part) {
        String message = String.valueOf(
                assertThrows(UserError.class, () -> box.solve(gain, radius)).getMessage());
        assertTrue(message.contains(part), message);
        assertFalse(message.contains("\n"), message);
    }

    static void limits(RandomProblems random, double[] lower, double[] upper) {
        for (int k = 0; k < lower.length; k++) {
            lower[k] = random.uniform(-2, 0.3);
            upper[k] = Math.max(lower[k], random.uniform(-0.3, 2));
        }
    }

    static double square(double[] d) {
        double square = 0;
        for (double x : d) {
            square += x * x;
        }
        return square;
    }

    private static void assertInside(WorstCase found, double[] lower, double[] upper, double radius) {
        for (int k = 0; k < lower.length; k++) {
            assertTrue(found.delta()[k] >= lower[k] - 1e-12 && found.delta()[k] <= upper[k] + 1e-12, found.toString());
        }
        assertTrue(Math.sqrt(square(found.delta())) <= radius * (1 + 1e-11), found.toString());
    }

    /** Brute force is never better by more than 1e-9 of the scale, and not worse by more than its own weakness. */
    static void assertClose(double brute, double found, double weakness) {
        double scale = 1 + Math.abs(brute);
        assertTrue(brute <= found + 1e-9 * scale, "brute force " + brute + " against " + found);
        assertTrue(brute >= found - weakness * scale, "brute force " + brute + " against " + found);
    }
}
