package org.shiftbed.audit.worst;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.shiftbed.base.UserError;

class FreezingTest {
    private static final Quadratic GAIN = new RandomProblems(51).quadratic(4, RandomProblems.Curvature.ANY);

    @Test
    void frozenParametersStayAtZeroAndTheRestIsSolvedAlone() {
        WorstCase found = new Freezing(new boolean[] {false, true, false, true})
                .on(new Ball(), GAIN)
                .solve(1.2);
        WorstCase alone = new TrustRegion(GAIN.keep(new int[] {0, 2})).solve(1.2);
        assertArrayEquals(new double[] {alone.delta()[0], 0, alone.delta()[1], 0}, found.delta());
        assertEquals(alone.gain(), found.gain());
        assertEquals(found.gain(), GAIN.gain(found.delta()), 1e-13);
    }

    @Test
    void everyBudgetCanBeFrozen() {
        // A limit of nearly zero on the frozen ones is nearly the same problem.
        double[] wide = {-9, -1e-9, -9, -1e-9};
        double[] wideUp = {0.7, 1e-9, 9, 1e-9};
        Box box = new Box(wide, wideUp);
        Freezing freezing = new Freezing(new boolean[] {false, true, false, true});
        assertEquals(
                box.solve(GAIN, 1.5).gain(), freezing.on(box, GAIN).solve(1.5).gain(), 1e-7);
        LinearLimits limits = new LinearLimits(List.of(
                new LinearLimit("mixed", new double[] {1, 5, 1, 0}, -0.2, 0.3),
                new LinearLimit("gone", new double[] {0, 1, 0, 1}, 0, 0)));
        WorstCase limited = freezing.on(limits, GAIN).solve(1.5);
        assertTrue(Math.abs(limited.delta()[0] + limited.delta()[2]) <= 0.3 + 1e-9, limited.toString());
        assertEquals(0, limited.delta()[1]);
        double[][] a = new RandomProblems(52).symmetric(4, RandomProblems.Curvature.POSITIVE);
        WorstCase inside = freezing.on(Ellipsoid.around(a), GAIN).solve(1.5);
        assertEquals(2.25, Matrices.dot(inside.delta(), Matrices.times(a, inside.delta())), 1e-10);
        assertEquals(0, inside.delta()[3]);
    }

    @Test
    void everythingFrozenIsNoShift() {
        boolean[] all = new boolean[4];
        Arrays.fill(all, true);
        for (Budget budget : List.of(
                new Ball(),
                Ellipsoid.scaled(new double[] {1, 1, 1, 1}),
                new Box(new double[4], new double[] {1, 1, 1, 1}),
                new LinearLimits(List.of(new LinearLimit("one", new double[] {1, 1, 1, 1}, 0, 1))))) {
            WorstCase found = new Freezing(all).on(budget, GAIN).solve(2);
            assertArrayEquals(new double[4], found.delta());
            assertEquals(0, found.gain());
            assertTrue(found.certificate().accepted());
        }
    }

    @Test
    void aFrozenParameterWhoseLimitsForbidZeroIsNamed() {
        Box box = new Box(new double[] {0, 0.5, 0, 0}, new double[] {1, 1, 1, 1});
        Freezing freezing = new Freezing(new boolean[] {false, true, false, false});
        String message = String.valueOf(
                assertThrows(UserError.class, () -> freezing.on(box, GAIN)).getMessage());
        assertTrue(message.contains("'d1' is frozen at 0"), message);
    }

    @Test
    void oneVariableAtATimeGetsTheFullRadiusAndItsOwnBlock() {
        OneAtATime alone = new OneAtATime(new Ball(), GAIN);
        List<OneAtATime.Alone> found = alone.solve(
                List.of(new OneAtATime.Block("A", new int[] {0}), new OneAtATime.Block("B", new int[] {1, 2, 3})), 1.4);
        double g = GAIN.gradient()[0];
        double h = GAIN.hessian()[0][0];
        double stationary = h < 0 && Math.abs(g / h) <= 1.4 ? -g * g / (2 * h) : 0;
        double ends = Math.abs(g) * 1.4 + 0.5 * h * 1.96;
        assertEquals(Math.max(stationary, ends), found.get(0).worst().gain(), 1e-12);
        assertEquals(0, found.get(1).worst().delta()[0]);
        double joint = new TrustRegion(GAIN).solve(1.4).gain();
        assertTrue(found.get(0).worst().gain() <= joint && found.get(1).worst().gain() <= joint);
    }
}
