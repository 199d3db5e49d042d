package org.shiftbed.audit.worst;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.shiftbed.base.UserError;

class LinearLimitsTest {
    private static final double INF = Double.POSITIVE_INFINITY;

    @Test
    void randomLimitsInABallAgreeWithSampling() {
        RandomProblems random = new RandomProblems(31);
        int active = 0;
        int close = 0;
        for (int i = 0; i < 1000; i++) {
            int p = 1 + random.below(3);
            Quadratic gain = random.quadratic(p, RandomProblems.Curvature.values()[i % 3]);
            List<LinearLimit> limits = new ArrayList<>();
            for (int row = 0; row < 1 + random.below(4); row++) {
                double upper = random.uniform(0.02, 1);
                double lower = random.below(2) == 0 ? -INF : -random.uniform(0, 1);
                limits.add(new LinearLimit("limit " + row, random.vector(p), lower, upper));
            }
            double radius = random.uniform(0.3, 2);
            WorstCase found = new LinearLimits(limits).solve(gain, radius);
            assertTrue(found.certificate().accepted(), "problem " + i + " " + found);
            assertTrue(BoxTest.square(found.delta()) <= radius * radius * (1 + 1e-11));
            for (LinearLimit limit : limits) {
                double level = Matrices.dot(limit.coefficients(), found.delta());
                assertTrue(
                        level <= limit.upper() + 1e-10 && level >= limit.lower() - 1e-10, "problem " + i + " " + found);
            }
            assertEquals(gain.gain(found.delta()), found.gain(), 1e-12 * (1 + found.gain()));
            active += found.kind() == WorstCase.Kind.BOX ? 1 : 0;
            double brute = new BruteForce(gain, random)
                    .sampling(d -> BruteForce.intoBall(into(limits, d), radius), radius, 150, 6);
            BoxTest.assertClose(brute, found.gain(), 0.5);
            close += brute >= found.gain() - 0.01 * (1 + brute) ? 1 : 0;
        }
        assertTrue(close > 900, close + " problems in which the sampling came close");
        assertTrue(active > 500, active + " problems with an active limit");
    }

    /** The point drawn towards no shift until every limit holds. */
    private static double[] into(List<LinearLimit> limits, double[] d) {
        double factor = 1;
        for (LinearLimit limit : limits) {
            double level = Matrices.dot(limit.row(), d);
            if (level > limit.upper()) {
                factor = Math.min(factor, limit.upper() / level);
            } else if (level < limit.lower()) {
                factor = Math.min(factor, limit.lower() / level);
            }
        }
        double[] inside = d.clone();
        for (int k = 0; k < d.length; k++) {
            inside[k] *= factor;
        }
        return inside;
    }

    @Test
    void limitsOnSingleParametersAreTheBox() {
        RandomProblems random = new RandomProblems(32);
        for (int i = 0; i < 300; i++) {
            int p = 1 + random.below(4);
            Quadratic gain = random.quadratic(p, RandomProblems.Curvature.values()[i % 3]);
            double[] lower = new double[p];
            double[] upper = new double[p];
            BoxTest.limits(random, lower, upper);
            for (int k = 0; k < p; k++) {
                lower[k] = Math.min(lower[k], 0);
                upper[k] = Math.max(upper[k], 0);
            }
            Box box = new Box(lower, upper);
            LinearLimits limits = new LinearLimits(List.of()).and(box, gain.labels());
            double radius = i % 2 == 0 ? INF : random.uniform(0.2, 2);
            WorstCase one = box.solve(gain, radius);
            WorstCase other = limits.solve(gain, radius);
            assertEquals(one.gain(), other.gain(), 1e-10 * (1 + Math.abs(one.gain())), "problem " + i);
            assertTrue(other.certificate().accepted());
            if (radius < INF) {
                assertEquals(one.multiplier(), other.multiplier(), 1e-6 * (1 + one.multiplier()), "problem " + i);
            }
        }
    }

    @Test
    void theSickMayNotMoveFarFromTheHealthy() {
        // abs(d1) <= 0.5 in s = d0 + d1 Y, the lab test at radius 1: d1 = -0.5, d0 at the rest of the radius, or the
        // far end.
        LinearLimits limits =
                new LinearLimits(List.of(new LinearLimit("sick against healthy", new double[] {0, 1}, -0.5, 0.5)));
        WorstCase found = limits.solve(LabTest.LINEAR, 1);
        double d0 = -Math.sqrt(0.75);
        assertArrayEquals(new double[] {d0, -0.5}, found.delta(), 1e-12);
        assertEquals(LabTest.LINEAR.gain(new double[] {d0, -0.5}), found.gain(), 1e-14);
        assertTrue(found.certificate().accepted());
    }

    @Test
    void aSlantedLimitInTwoParametersIsMetExactly() {
        // Maximise d0 + d1 with d0 + d1 <= 1 and d0 <= 0.25, falling away in d1 - d0 so that the answer is unique.
        Quadratic gain = Quadratic.of(new double[] {1, 1}, new double[][] {{-1, 1}, {1, -1}});
        WorstCase found = new LinearLimits(List.of(
                        new LinearLimit("sum", new double[] {3, 3}, -INF, 3),
                        new LinearLimit("first", new double[] {1, 0}, -INF, 0.25)))
                .solve(gain, 5);
        // On the sum: gain 1 - (1 - 2 d0)^2 / 2, growing up to d0 = 0.25.
        assertArrayEquals(new double[] {0.25, 0.75}, found.delta(), 1e-12);
        assertEquals(0.875, found.gain(), 1e-12);
        assertEquals(0, found.multiplier());
    }

    @Test
    void equalitiesTieParameters() {
        WorstCase found = new LinearLimits(List.of(new LinearLimit("tied", new double[] {1, -1}, 0, 0)))
                .solve(Quadratic.of(new double[] {1, 0}, new double[][] {{2, 0}, {0, -2}}), Math.sqrt(2));
        assertArrayEquals(new double[] {1, 1}, found.delta(), 1e-12);
        assertEquals(1, found.gain(), 1e-12);
    }

    @Test
    void moreParametersAndLimitsAreBoundedFromBothSides() {
        RandomProblems random = new RandomProblems(33);
        for (int i = 0; i < 2; i++) {
            Quadratic gain = random.quadratic(14, RandomProblems.Curvature.ANY);
            List<LinearLimit> limits = new ArrayList<>();
            for (int row = 0; row < 10; row++) {
                limits.add(new LinearLimit("limit " + row, random.vector(14), row % 2 == 0 ? -INF : -0.4, 0.3));
            }
            WorstCase found = new LinearLimits(limits).solve(gain, 1);
            assertTrue(found.certificate().proof() != WorstCase.Proof.ENUMERATION, found.toString());
            for (LinearLimit limit : limits) {
                double level = Matrices.dot(limit.coefficients(), found.delta());
                assertTrue(level <= limit.upper() + 1e-9 && level >= limit.lower() - 1e-9, found.toString());
            }
            assertTrue(Matrices.norm(found.delta()) <= 1 + 1e-9);
            assertTrue(found.gain() > 0);
            double brute =
                    new BruteForce(gain, random).sampling(d -> BruteForce.intoBall(into(limits, d), 1), 1, 1000, 10);
            assertTrue(brute <= found.upperBound() + 1e-9, brute + " against " + found);
            assertTrue(brute <= found.gain() + 0.02 * (1 + brute), brute + " against " + found);
        }
    }

    @Test
    void aConcaveGainIsProvenAtAnySize() {
        RandomProblems random = new RandomProblems(34);
        Quadratic gain = random.quadratic(20, RandomProblems.Curvature.NEGATIVE);
        List<LinearLimit> limits = new ArrayList<>();
        for (int row = 0; row < 8; row++) {
            limits.add(new LinearLimit("limit " + row, random.vector(20), row % 2 == 0 ? -INF : -0.4, 0.3));
        }
        WorstCase found = new LinearLimits(limits).solve(gain, 1.5);
        assertEquals(WorstCase.Proof.DUALITY, found.certificate().proof(), found.toString());
        assertTrue(found.certificate().gap() <= 1e-8, found.toString());
        double brute =
                new BruteForce(gain, random).sampling(d -> BruteForce.intoBall(into(limits, d), 1.5), 1, 1000, 10);
        assertTrue(brute <= found.gain() + 1e-9, brute + " against " + found);
    }

    @Test
    void limitsAloneSufficeWhereTheyBoundEveryParameter() {
        Quadratic gain = Quadratic.of(new double[] {1, 2}, new double[][] {{1, 0}, {0, 1}});
        // A triangle with corners (-1, -1), (2, -1), (-1, 2).
        LinearLimits triangle = new LinearLimits(List.of(
                new LinearLimit("a", new double[] {1, 0}, -1, INF),
                new LinearLimit("b", new double[] {0, 1}, -1, INF),
                new LinearLimit("c", new double[] {1, 1}, -INF, 1)));
        WorstCase found = triangle.solve(gain, INF);
        assertArrayEquals(new double[] {-1, 2}, found.delta(), 1e-12);
        assertEquals(5.5, found.gain(), 1e-12);
        assertTrue(Double.isNaN(found.multiplier()));
        LinearLimits open = new LinearLimits(triangle.limits().subList(0, 2));
        String message = String.valueOf(
                assertThrows(UserError.class, () -> open.solve(gain, INF)).getMessage());
        assertTrue(message.contains("give a radius"), message);
    }

    @Test
    void impossibleLimitsAreRefusedByName() {
        refused("must allow no shift at all", () -> new LinearLimit("sick", new double[] {1}, 0.1, 1));
        refused("must be at most the upper one", () -> new LinearLimit("sick", new double[] {1}, 1, -1));
        refused("at least one coefficient", () -> new LinearLimit("sick", new double[] {0, 0}, -1, 1));
        refused("finite numbers", () -> new LinearLimit("sick", new double[] {Double.NaN}, -1, 1));
        refused(
                "one coefficient for each of the 2 parameters",
                () -> new LinearLimits(List.of(new LinearLimit("sick", new double[] {1}, -1, 1)))
                        .solve(LabTest.LINEAR, 1));
    }

    private static void refused(String part, Executable attempt) {
        String message = String.valueOf(assertThrows(UserError.class, attempt).getMessage());
        assertTrue(message.startsWith("limit 'sick'") && message.contains(part), message);
        assertFalse(message.contains("\n"), message);
    }

    @Test
    void limitsWithoutAnEndNameTheParametersThatHaveNone() {
        Quadratic gain = new Quadratic(new double[] {1, 1, 1}, new double[3][3], List.of("A", "B", "C"));
        LinearLimit both = new LinearLimit("A", new double[] {1, 0, 0}, -1, 1);
        LinearLimit one = new LinearLimit("B", new double[] {0, 1, 0}, Double.NEGATIVE_INFINITY, 0.5);
        LinearLimit pair = new LinearLimit("A + C", new double[] {1, 0, 1}, -2, 3);
        assertThatThrownBy(() -> new LinearLimits(List.of(both, one)).on(gain).solve(Double.POSITIVE_INFINITY))
                .hasMessageContaining("nothing bounds 'B' from below, 'C' on either side; give a radius");
        assertThatThrownBy(() ->
                        new LinearLimits(List.of(both, one, pair)).on(gain).solve(Double.POSITIVE_INFINITY))
                .hasMessageContaining("nothing bounds 'B' from below; give a radius");
        // The difference is bound, the sum is not.
        LinearLimit difference = new LinearLimit("A - B", new double[] {1, -1, 0}, -1, 1);
        LinearLimit third = new LinearLimit("C", new double[] {0, 0, 1}, -1, 1);
        assertThatThrownBy(() ->
                        new LinearLimits(List.of(difference, third)).on(gain).solve(Double.POSITIVE_INFINITY))
                .hasMessageContaining("nothing bounds 'A' on either side, 'B' on either side; give a radius");
    }
}
