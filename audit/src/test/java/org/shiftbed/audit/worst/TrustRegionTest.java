package org.shiftbed.audit.worst;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.shiftbed.base.UserError;
import tools.jackson.databind.JsonNode;

class TrustRegionTest {
    @Test
    void everyGoldenProblemIsSolvedToTheLastDigitsAndCertified() {
        JsonNode problems = OptimiserFixture.read().get("trust_region");
        assertTrue(problems.size() > 0);
        for (int i = 0; i < problems.size(); i++) {
            JsonNode problem = problems.get(i);
            String name = "problem " + i + " " + problem.get("kind");
            Quadratic gain = Quadratic.of(
                    OptimiserFixture.vector(problem.get("gradient")), OptimiserFixture.matrix(problem.get("hessian")));
            double radius = problem.get("radius").doubleValue();
            WorstCase found = new TrustRegion(gain).solve(radius);
            double value = problem.get("gain").doubleValue();
            assertEquals(value, found.gain(), OptimiserFixture.tolerance(1e-9, value), name);
            assertEquals(value, gain.gain(found.delta()), OptimiserFixture.tolerance(1e-9, value), name);
            assertEquals(
                    problem.get("multiplier").doubleValue(),
                    found.multiplier(),
                    1e-9 * Math.max(1, found.multiplier()),
                    name);
            assertTrue(found.certificate().accepted(), name);
            assertTrue(found.certificate().gap() <= 1e-12 * Math.max(1, value), name + found.certificate());
            assertEquals(problem.get("unique").booleanValue(), found.unique(), name);
            double norm = problem.get("norm").doubleValue();
            if (found.unique()) {
                assertArrayEquals(OptimiserFixture.vector(problem.get("delta")), found.delta(), 1e-7, name);
                assertEquals(norm, Matrices.norm(found.delta()), 1e-9 * Math.max(1, norm), name);
                assertEquals(problem.get("case").asString(), found.kind().name().toLowerCase(Locale.ROOT), name);
            } else {
                // On a flat top the fixture names the middle or an end of the segment, as rounding had it: one of ours
                // must be it.
                List<double[]> all = new ArrayList<>(found.others());
                all.add(found.delta());
                assertTrue(
                        all.stream().anyMatch(d -> Math.abs(Matrices.norm(d) - norm) <= 1e-9 * Math.max(1, norm)),
                        name);
                for (double[] d : all) {
                    assertEquals(value, gain.gain(d), OptimiserFixture.tolerance(1e-9, value), name);
                    assertTrue(Matrices.norm(d) <= radius * (1 + 1e-12), name);
                }
                if (problem.get("kind").asString().startsWith("flat")) {
                    assertEquals(WorstCase.Kind.INTERIOR_FLAT, found.kind(), name);
                } else {
                    assertEquals(WorstCase.Kind.HARD, found.kind(), name);
                }
            }
        }
    }

    @Test
    void aRadiusThatIsNegativeOrNoNumberIsRefusedInOneLine() {
        TrustRegion solver = new TrustRegion(Quadratic.of(new double[] {1}, new double[][] {{1}}));
        for (double radius : new double[] {-1, Double.NaN, Double.POSITIVE_INFINITY}) {
            String message = String.valueOf(
                    assertThrows(UserError.class, () -> solver.solve(radius)).getMessage());
            assertTrue(message.contains("found " + radius), message);
            assertFalse(message.contains("\n"));
        }
    }

    @Test
    void nothingToShiftAnswersTheOrigin() {
        WorstCase frozen = new TrustRegion(Quadratic.of(new double[0], new double[0][])).solve(3);
        assertEquals(0, frozen.delta().length);
        assertEquals(0, frozen.gain());
        WorstCase still = new TrustRegion(Quadratic.of(new double[] {1, 2}, new double[][] {{1, 0}, {0, 1}})).solve(0);
        assertArrayEquals(new double[2], still.delta());
        assertEquals(0, still.gain());
        assertEquals(WorstCase.Kind.ORIGIN, still.kind());
        assertTrue(still.certificate().accepted());
    }

    @Test
    void withoutGradientAndCurvatureEveryShiftIsAsGood() {
        WorstCase flat = new TrustRegion(Quadratic.of(new double[3], new double[3][3])).solve(2);
        assertEquals(0, flat.gain());
        assertEquals(WorstCase.Kind.INTERIOR_FLAT, flat.kind());
        assertFalse(flat.unique());
        assertTrue(flat.certificate().accepted());
    }

    @Test
    void withoutCurvatureTheGradientIsFollowedToTheBoundary() {
        WorstCase linear = new TrustRegion(Quadratic.of(new double[] {3, -4}, new double[2][2])).solve(2);
        assertEquals(10, linear.gain(), 1e-14);
        assertArrayEquals(new double[] {1.2, -1.6}, linear.delta(), 1e-15);
        assertEquals(2.5, linear.multiplier(), 1e-14);
    }

    @Test
    void scalesFromTinyToHugeGiveTheSameAnswerInTheirUnits() {
        double[] g = {0.3, -0.7, 0.2};
        double[][] h = {{0.4, 0.2, -0.1}, {0.2, -0.9, 0.3}, {-0.1, 0.3, 0.1}};
        WorstCase plain = new TrustRegion(Quadratic.of(g, h)).solve(1.5);
        for (int exponent = -480; exponent <= 480; exponent += 60) {
            double unit = Math.scalb(1.0, exponent);
            double[] scaledG = new double[3];
            double[][] scaledH = new double[3][3];
            for (int a = 0; a < 3; a++) {
                scaledG[a] = unit * g[a];
                for (int b = 0; b < 3; b++) {
                    scaledH[a][b] = unit * h[a][b];
                }
            }
            WorstCase values = new TrustRegion(Quadratic.of(scaledG, scaledH)).solve(1.5);
            assertArrayEquals(plain.delta(), values.delta(), 1e-14);
            assertEquals(1, values.gain() / unit / plain.gain(), 1e-13);
            assertEquals(1, values.multiplier() / unit / plain.multiplier(), 1e-13);
            assertTrue(values.certificate().accepted());
            // Other units of the parameters: d = unit e.
            double[][] narrowH = new double[3][3];
            for (int a = 0; a < 3; a++) {
                for (int b = 0; b < 3; b++) {
                    narrowH[a][b] = h[a][b] / unit;
                }
            }
            WorstCase shifts = new TrustRegion(Quadratic.of(g, narrowH)).solve(1.5 * unit);
            assertEquals(1, shifts.gain() / unit / plain.gain(), 1e-13);
            assertEquals(1, shifts.delta()[1] / unit / plain.delta()[1], 1e-13);
            assertTrue(shifts.certificate().accepted());
        }
    }

    @Test
    void aGradientOfOneScaleAndACurvatureOfAnotherAreBothRespected() {
        // Only the curvature counts for the size, only the gradient for the side.
        WorstCase curved = new TrustRegion(Quadratic.of(new double[] {1e-150}, new double[][] {{1e150}})).solve(1);
        assertEquals(0.5e150, curved.gain(), 1e137);
        WorstCase straight =
                new TrustRegion(Quadratic.of(new double[] {1e150}, new double[][] {{1e-150}})).solve(1e-150);
        assertEquals(1, straight.gain(), 1e-14);
        WorstCase deep = new TrustRegion(Quadratic.of(new double[] {1e-150}, new double[][] {{-1}})).solve(1);
        assertEquals(1e-150, deep.delta()[0], 1e-164);
        assertEquals(0.5e-300, deep.gain(), 1e-312);
        assertEquals(WorstCase.Kind.INTERIOR, deep.kind());
    }

    @Test
    void aGainBeyondTheRangeOfNumbersIsRefused() {
        TrustRegion solver = new TrustRegion(Quadratic.of(new double[] {1e150}, new double[][] {{1e150}}));
        String message = String.valueOf(
                assertThrows(UserError.class, () -> solver.solve(1e150)).getMessage());
        assertTrue(message.contains("smaller radius"), message);
    }

    @Test
    void xorOnTwoFairCoinsHasTwoAnswersAndTaylorValueFiveEighths() {
        WorstCase hard = new TrustRegion(Quadratic.of(new double[2], new double[][] {{0, -0.125}, {-0.125, 0}}))
                .solve(Math.sqrt(2));
        assertEquals(0.125, hard.gain(), 1e-15);
        assertEquals(WorstCase.Kind.HARD, hard.kind());
        assertArrayEquals(new double[] {1, -1}, hard.delta(), 1e-14);
        assertArrayEquals(new double[] {-1, 1}, hard.others().get(0), 1e-14);
    }

    @Test
    void twoHundredParametersAreSolvedAndCertified() {
        RandomProblems random = new RandomProblems(200);
        WorstCase found = new TrustRegion(random.quadratic(200, RandomProblems.Curvature.ANY)).solve(1.3);
        assertTrue(found.certificate().accepted());
        assertTrue(
                found.certificate().gap() <= 1e-10 * found.gain(),
                found.certificate().toString());
    }

    @Test
    void theSupremumIsTheGainOfTheStationaryPointOrInfinite() {
        assertEquals(
                0.125 + 0.5,
                new TrustRegion(Quadratic.of(new double[] {1, 2}, new double[][] {{-4, 0}, {0, -4}})).supremum(),
                1e-15);
        assertEquals(
                0.5,
                new TrustRegion(Quadratic.of(new double[] {0, 2}, new double[][] {{0, 0}, {0, -4}})).supremum(),
                1e-15);
        assertEquals(
                Double.POSITIVE_INFINITY,
                new TrustRegion(Quadratic.of(new double[] {1, 2}, new double[][] {{0, 0}, {0, -4}})).supremum());
        assertEquals(
                Double.POSITIVE_INFINITY,
                new TrustRegion(Quadratic.of(new double[2], new double[][] {{1, 0}, {0, -4}})).supremum());
    }
}
