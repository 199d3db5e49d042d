package org.shiftbed.audit.worst;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class RadiusScanTest {
    @Test
    void contributionsAndPairsSumToTheGain() {
        RandomProblems random = new RandomProblems(41);
        Quadratic gain = random.quadratic(5, RandomProblems.Curvature.ANY);
        for (RadiusScan.Point point : scan(gain, new Ball(), 0.3, -1).points(0, 0.1, 0.7, 3)) {
            assertEquals(
                    point.worst().gain(),
                    Arrays.stream(point.contributions()).sum(),
                    1e-12 * (1 + point.worst().gain()));
            assertEquals(
                    0.3 - point.worst().gain(),
                    point.value(),
                    1e-14 * (1 + point.worst().gain()));
            double[] d = point.worst().delta();
            double[] slope = gain.slope(d);
            for (int j = 0; j < 5; j++) {
                double direct = d[j] * (gain.gradient()[j] + 0.5 * (slope[j] - gain.gradient()[j]));
                assertEquals(
                        direct,
                        point.contributions()[j],
                        1e-12 * (1 + point.worst().gain()));
                for (int k = 0; k < 5; k++) {
                    assertEquals(
                            point.pairs()[j][k],
                            point.pairs()[k][j],
                            1e-15 * (1 + point.worst().gain()));
                    if (j != k) {
                        assertEquals(0.5 * gain.hessian()[j][k] * d[j] * d[k], point.pairs()[j][k], 1e-14);
                    }
                }
            }
        }
    }

    @Test
    void theSlopeIsTheDerivativeOfTheCurve() {
        RandomProblems random = new RandomProblems(42);
        for (int i = 0; i < 30; i++) {
            int p = 1 + random.below(3);
            Quadratic gain = random.quadratic(p, RandomProblems.Curvature.ANY);
            double[] lower = new double[p];
            double[] upper = new double[p];
            Arrays.fill(lower, -0.5);
            Arrays.fill(upper, 0.8);
            double[][] a = random.symmetric(p, RandomProblems.Curvature.POSITIVE);
            List<Budget> budgets = List.of(
                    new Ball(),
                    Ellipsoid.around(a),
                    new Box(lower, upper),
                    new LinearLimits(List.of(new LinearLimit("first", random.vector(p), -0.3, 0.4))));
            for (Budget budget : budgets) {
                RadiusSolver solver = budget.on(gain);
                double step = 1e-5;
                double before = solver.solve(0.9 - step).gain();
                double middle = solver.solve(0.9).gain();
                double after = solver.solve(0.9 + step).gain();
                double slope =
                        new RadiusScan(gain, solver, 0, 1).points(0.9).get(0).slope();
                // Between the two one-sided slopes, which differ only where another shift takes over.
                double low = Math.min(middle - before, after - middle) / step;
                double high = Math.max(middle - before, after - middle) / step;
                assertTrue(slope >= low - 1e-4 && slope <= high + 1e-4, budget + " " + low + " " + slope + " " + high);
            }
        }
    }

    @Test
    void aJumpOfTheDirectionIsFlagged() {
        // The gradient leads at small radii, the curvature along the other axis at large ones.
        Quadratic gain = Quadratic.of(new double[] {1, 1e-6}, new double[][] {{0, 0}, {0, 1}});
        List<RadiusScan.Point> points = scan(gain, new Ball(), 0, 1).points(0, 0.5, 0.9, 3, 3.1);
        assertArrayEquals(new boolean[] {false, false, false, true, false}, flags(points));
        // The mirrored answers of a hard case are no jump.
        Quadratic hard = Quadratic.of(new double[2], new double[][] {{1, 0}, {0, -1}});
        assertArrayEquals(new boolean[2], flags(scan(hard, new Ball(), 0, 1).points(1, 2)));
    }

    private static boolean[] flags(List<RadiusScan.Point> points) {
        boolean[] flags = new boolean[points.size()];
        for (int i = 0; i < flags.length; i++) {
            flags[i] = points.get(i).turned();
        }
        return flags;
    }

    @Test
    void theInverseQueryFindsTheRadiusOfAClosedForm() {
        // gain 2 R + R^2 / 2 along the only axis.
        Quadratic gain = Quadratic.of(new double[] {2}, new double[][] {{1}});
        RadiusScan loss = scan(gain, new Ball(), 0.5, 1);
        RadiusScan.RadiusTo.At found = assertInstanceOf(RadiusScan.RadiusTo.At.class, loss.radiusTo(3));
        assertEquals(-2 + Math.sqrt(4 + 5), found.radius(), 1e-12);
        assertEquals(2.5, found.worst().gain(), 1e-11);
        RadiusScan accuracy = scan(gain, new Ball(), 0.5, -1);
        found = assertInstanceOf(RadiusScan.RadiusTo.At.class, accuracy.radiusTo(-2));
        assertEquals(1, found.radius(), 1e-12);
        RadiusScan tiny = scan(gain, new Ball(), 0, -1);
        found = assertInstanceOf(RadiusScan.RadiusTo.At.class, tiny.radiusTo(-2e-30));
        assertEquals(1e-30, found.radius(), 1e-42);
        assertInstanceOf(
                RadiusScan.RadiusTo.AlreadyAtZero.class,
                scan(gain, new Ball(), 0.5, 1).radiusTo(0.5));
        assertInstanceOf(
                RadiusScan.RadiusTo.AlreadyAtZero.class,
                scan(gain, new Ball(), 0.5, -1).radiusTo(0.6));
    }

    @Test
    void aLossThatIsNeverReachedIsSaidSo() {
        Quadratic falling = Quadratic.of(new double[] {1}, new double[][] {{-1}});
        RadiusScan scan = scan(falling, new Ball(), 0.2, 1);
        RadiusScan.RadiusTo.Never never = assertInstanceOf(RadiusScan.RadiusTo.Never.class, scan.radiusTo(0.71));
        assertEquals(0.7, never.supremum(), 1e-15);
        // 0.2 + R - R^2/2 = 0.6.
        RadiusScan.RadiusTo.At at = assertInstanceOf(RadiusScan.RadiusTo.At.class, scan.radiusTo(0.6));
        assertEquals(1 - Math.sqrt(0.2), at.radius(), 1e-12);
        Quadratic growing = Quadratic.of(new double[] {1}, new double[][] {{1}});
        RadiusScan boxed = scan(growing, new Box(new double[] {-1}, new double[] {2}), 0, 1);
        never = assertInstanceOf(RadiusScan.RadiusTo.Never.class, boxed.radiusTo(4.5));
        assertEquals(4, never.supremum(), 1e-14);
        at = assertInstanceOf(RadiusScan.RadiusTo.At.class, boxed.radiusTo(1.5));
        assertEquals(1, at.radius(), 1e-12);
        RadiusScan limited =
                scan(growing, new LinearLimits(List.of(new LinearLimit("one", new double[] {1}, -1, 1))), 0, 1);
        never = assertInstanceOf(RadiusScan.RadiusTo.Never.class, limited.radiusTo(4));
        assertEquals(Double.POSITIVE_INFINITY, never.supremum());
    }

    @Test
    void thresholdsAlongTheLabTestsCurveComeBack() {
        RadiusScan scan = scan(LabTest.LINEAR, new Ball(), LabTest.MEAN_LOSS, 1);
        for (RadiusScan.Point point : scan.points(0.25, 0.5, 1, 2, 4)) {
            RadiusScan.RadiusTo.At found = assertInstanceOf(RadiusScan.RadiusTo.At.class, scan.radiusTo(point.value()));
            assertEquals(point.radius(), found.radius(), 1e-11);
        }
    }

    @Test
    void aBoxThatExcludesNoShiftStartsWhereItCan() {
        Quadratic gain = Quadratic.of(new double[] {1}, new double[][] {{0}});
        RadiusScan scan = scan(gain, new Box(new double[] {2}, new double[] {5}), 0, 1);
        RadiusScan.RadiusTo.At found = assertInstanceOf(RadiusScan.RadiusTo.At.class, scan.radiusTo(1));
        assertEquals(2, found.radius(), 1e-12);
        found = assertInstanceOf(RadiusScan.RadiusTo.At.class, scan.radiusTo(3));
        assertEquals(3, found.radius(), 1e-12);
    }

    @Test
    void aSearchWithoutProofNeverLetsTheCurveFall() {
        Quadratic gain = Quadratic.of(new double[] {1}, new double[][] {{0}});
        RadiusSolver poor = new RadiusSolver() {
            @Override
            public WorstCase solve(double radius) {
                double found = radius < 2 ? radius : 0.5;
                return new WorstCase(
                        new double[] {found},
                        found,
                        0,
                        WorstCase.Kind.BOX,
                        false,
                        List.of(),
                        new WorstCase.Certificate(0, Double.NaN, 3 - found, false, WorstCase.Proof.BOUNDS));
            }

            @Override
            public double supremum() {
                return 3;
            }
        };
        List<RadiusScan.Point> points = new RadiusScan(gain, poor, 10, 1).points(1, 1.5, 2, 0.1);
        assertEquals(11.5, points.get(2).value(), 1e-15);
        assertArrayEquals(new double[] {1.5}, points.get(2).worst().delta());
        assertEquals(3, points.get(2).worst().upperBound(), 1e-15);
        assertFalse(points.get(2).worst().certificate().accepted());
        // A smaller radius afterwards is answered for itself.
        assertEquals(10.1, points.get(3).value(), 1e-14);
    }

    @Test
    void onlyTwoSignsExist() {
        assertThrows(IllegalArgumentException.class, () -> scan(LabTest.LINEAR, new Ball(), 0, 0));
        assertFalse(scan(LabTest.LINEAR, new Ball(), 0, 1).points().size() > 0);
    }

    private static RadiusScan scan(Quadratic gain, Budget budget, double unshifted, int sign) {
        return new RadiusScan(gain, budget.on(gain), unshifted, sign);
    }
}
