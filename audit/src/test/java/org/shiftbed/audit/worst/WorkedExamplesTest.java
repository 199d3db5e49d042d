package org.shiftbed.audit.worst;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The tables with exact truth of parametric-robustness 8.1, 8.2 and 8.5, and the sign error of 2.6. */
class WorkedExamplesTest {
    @Test
    void theLabTestsBallTable() {
        // radius, delta, quadratic value, nu: as printed.
        double[][] table = {
            {0.25, -0.0891, -0.2336, 0.56631, 0.5015},
            {0.5, -0.2206, -0.4487, 0.60052, 0.2975},
            {1, -0.5530, -0.8332, 0.68768, 0.2007},
            {2, -1.3161, -1.5059, 0.94363, 0.1560},
            {4, -2.9251, -2.7283, 1.79506, 0.1350},
        };
        TrustRegion solver = new TrustRegion(LabTest.POPULATION_LINEAR);
        for (double[] row : table) {
            WorstCase found = solver.solve(row[0]);
            assertArrayEquals(new double[] {row[1], row[2]}, found.delta(), 0.5001e-4);
            assertEquals(row[3], LabTest.POPULATION_LOSS + found.gain(), 0.5001e-5);
            assertEquals(row[4], found.multiplier(), 0.5001e-4);
        }
    }

    @Test
    void theLabTestsIntervalPicksTheDecrease() {
        Quadratic constant = Quadratic.of(new double[] {-0.02639572250820917}, new double[][] {{0.08201882548825035}});
        double[][] table = {
            {-4, 1.299288},
            {-2, 0.754384},
            {-1, 0.604960},
            {-0.5, 0.561005},
            {0.5, 0.534609},
            {1, 0.552168},
            {2, 0.648801},
            {4, 1.088122}
        };
        for (double[] row : table) {
            assertEquals(row[1], LabTest.POPULATION_LOSS + constant.gain(new double[] {row[0]}), 0.6e-6);
        }
        WorstCase found = new Box(new double[] {-2}, new double[] {2}).solve(constant, Double.POSITIVE_INFINITY);
        assertArrayEquals(new double[] {-2}, found.delta());
    }

    @Test
    void theLinearGaussiansQuadraticIsExactAndItsWhitenedWorstCaseIsTheAnchorPenalty() {
        JsonNode fixture = OptimiserFixture.read().get("linear_gaussian");
        Quadratic raw = Quadratic.of(
                OptimiserFixture.vector(fixture.get("gradient_raw")),
                OptimiserFixture.matrix(fixture.get("hessian_raw")));
        double loss = fixture.get("mean_loss").doubleValue();
        for (JsonNode check : fixture.get("checks")) {
            assertEquals(
                    check.get("loss").doubleValue(), loss + raw.gain(OptimiserFixture.vector(check.get("nu"))), 1e-12);
        }
        // Whitened: nu = S^(1/2) d, so norm(d) <= R is nu' S^-1 nu <= R^2.
        double[][] s = OptimiserFixture.matrix(fixture.get("anchor_covariance"));
        double determinant = s[0][0] * s[1][1] - s[0][1] * s[1][0];
        double[][] inverse = {
            {s[1][1] / determinant, -s[0][1] / determinant}, {-s[1][0] / determinant, s[0][0] / determinant}
        };
        double[] b = OptimiserFixture.vector(fixture.get("b"));
        double bSb = Matrices.dot(b, Matrices.times(s, b));
        assertEquals(0.606408, bSb, 1e-12);
        double k0 = fixture.get("residual_mean").doubleValue();
        EllipsoidSolver solver = Ellipsoid.around(inverse).on(raw);
        assertTrue(fixture.get("worst_whitened").size() > 0);
        for (JsonNode worst : fixture.get("worst_whitened")) {
            double radius = worst.get("radius").doubleValue();
            WorstCase found = solver.solve(radius);
            assertEquals(worst.get("loss").doubleValue(), loss + found.gain(), 1e-9);
            double base = loss - k0 * k0;
            assertEquals(base + Math.pow(k0 + radius * Math.sqrt(bSb), 2), loss + found.gain(), 1e-12);
        }
        assertEquals(2.647949, loss + solver.solve(1).gain(), 0.6e-6);
        assertEquals(4.934406, loss + solver.solve(2).gain(), 0.6e-6);
        // Without a mean residual: no gradient, two mirrored worst shifts.
        Quadratic centred = Quadratic.of(new double[2], raw.hessian());
        double base = loss - k0 * k0;
        for (double[] row : new double[][] {{1, 2.090716}, {2, 3.909940}}) {
            WorstCase found = Ellipsoid.around(inverse).solve(centred, row[0]);
            assertEquals(row[1], base + found.gain(), 0.6e-6);
            assertEquals(base + row[0] * row[0] * bSb, base + found.gain(), 1e-12);
            assertEquals(WorstCase.Kind.HARD, found.kind());
            assertEquals(0, found.delta()[0] + found.others().get(0)[0], 1e-12);
        }
    }

    @Test
    void twoDependentBinariesNeedTheirInteraction() {
        Quadratic full =
                Quadratic.of(new double[] {0.0816, 0.0558}, new double[][] {{0.01632, 0.02088}, {0.02088, -0.00360}});
        Quadratic blocks = Quadratic.of(new double[] {0.0816, 0.0558}, new double[][] {{0.01632, 0}, {0, -0.00360}});
        WorstCase worst = new TrustRegion(full).solve(1);
        assertArrayEquals(new double[] {0.8320, 0.5547}, worst.delta(), 0.5001e-4);
        WorstCase alone = new TrustRegion(blocks).solve(1);
        assertArrayEquals(new double[] {0.8710, 0.4912}, alone.delta(), 0.5001e-4);
        assertEquals(0.32428, trueLoss(worst.delta()), 0.5001e-5);
        assertEquals(0.32367, trueLoss(alone.delta()), 0.5001e-5);
        assertEquals(0.42757, trueLoss(new TrustRegion(full).solve(2).delta()), 0.5001e-5);
        assertEquals(0.42164, trueLoss(new TrustRegion(blocks).solve(2).delta()), 0.5001e-5);
        // The quadratic at given shifts, as 2.6 quotes it.
        assertEquals(0.2273, 0.216 + full.gain(new double[] {1, -1}), 0.5001e-4);
        assertEquals(0.2482, 0.216 + blocks.gain(new double[] {1, -1}), 0.5001e-4);
        assertEquals(0.2915, 0.216 + full.gain(new double[] {0.5, 0.5}), 0.5001e-4);
        assertEquals(0.2863, 0.216 + blocks.gain(new double[] {0.5, 0.5}), 0.5001e-4);
    }

    /** The exact error rate of 8.5: P(A=1) = 0.4, P(B=1|A) = (0.3, 0.6), log-odds moved by delta. */
    private static double trueLoss(double[] delta) {
        double a = moved(0.4, delta[0]);
        double b0 = moved(0.3, delta[1]);
        double b1 = moved(0.6, delta[1]);
        return (1 - a) * ((1 - b0) * 0.05 + b0 * 0.15) + a * ((1 - b1) * 0.15 + b1 * 0.60);
    }

    private static double moved(double p, double delta) {
        return 1 / (1 + (1 - p) / p * Math.exp(-delta));
    }

    @Test
    void droppingInteractionsTurnsTheSignOfAShift() {
        Quadratic full = Quadratic.of(new double[] {-0.0070, 0.0082}, new double[][] {{0, 0.0316}, {0.0316, 0.01428}});
        Quadratic blocks = Quadratic.of(new double[] {-0.0070, 0.0082}, new double[][] {{0, 0}, {0, 0.01428}});
        assertArrayEquals(
                new double[] {1.119, 1.658}, new TrustRegion(full).solve(2).delta(), 0.5001e-3);
        assertArrayEquals(
                new double[] {-0.379, 1.964}, new TrustRegion(blocks).solve(2).delta(), 0.5001e-3);
    }
}
