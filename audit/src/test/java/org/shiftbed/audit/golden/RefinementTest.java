package org.shiftbed.audit.golden;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.shiftbed.audit.estimate.Estimator;
import org.shiftbed.audit.estimate.QuadraticLoss;
import org.shiftbed.audit.estimate.Refinement;
import org.shiftbed.audit.estimate.Settings.Centring;
import org.shiftbed.audit.worst.Ball;
import org.shiftbed.audit.worst.Quadratic;

class RefinementTest {
    /** Mean log loss of the lab test's patients: tested, then untested, well and sick (parametric-robustness 8.1). */
    private static final double[] TESTED = {1.0817256984, 0.2762918737};

    private static final double[] UNTESTED = {0.3132616875, 1.3132616875};

    private static Estimator labTest() {
        GoldenCase golden = GoldenCase.all().stream()
                .filter(one -> one.name().equals("labtest"))
                .findFirst()
                .orElseThrow();
        return golden.variants().stream()
                .filter(variant -> variant.get("shift").asString().contains("d1*Y"))
                .findFirst()
                .map(variant -> new GoldenModel(golden, variant, true).estimator(Centring.PAIR))
                .orElseThrow();
    }

    private static double exact(double[] d) {
        double sum = 0;
        for (int y = 0; y < 2; y++) {
            double p = 1 / (1 + Math.exp(1 - 2 * y - d[0] - d[1] * y));
            sum += 0.5 * (p * TESTED[y] + (1 - p) * UNTESTED[y]);
        }
        return sum;
    }

    private static double[] worst(Estimator estimator, QuadraticLoss model, double radius) {
        return new Ball()
                .on(new Quadratic(
                        model.gradient(),
                        model.hessian(),
                        estimator.parameters().labels()))
                .solve(radius)
                .delta();
    }

    @Test
    void itEndsAtLeastAsBadAsItStartsInsideTheBall() {
        Estimator estimator = labTest();
        // Radii, and the true worst losses of the population at these radii.
        double[][] cases = {{0.5, 0.59910}, {1, 0.67109}};
        for (double[] one : cases) {
            double[] start = worst(estimator, estimator.quadratic(), one[0]);
            Refinement refined = Refinement.of(estimator, start, 1, model -> worst(estimator, model, one[0]));
            assertThat(refined.loss())
                    .isGreaterThanOrEqualTo(estimator.importance(start).selfNormalised());
            assertThat(Math.hypot(refined.delta()[0], refined.delta()[1])).isLessThanOrEqualTo(one[0] + 1e-9);
            assertThat(refined.effectiveShare()).isGreaterThanOrEqualTo(0.2);
            assertThat(exact(refined.delta())).isLessThanOrEqualTo(one[1] + 1e-5);
        }
    }

    @Test
    void atRadiusOneItClosesMostOfTheGapToTheTrueWorst() {
        Estimator estimator = labTest();
        double[] start = worst(estimator, estimator.quadratic(), 1);
        Refinement refined = Refinement.of(estimator, start, 1, model -> worst(estimator, model, 1));
        assertThat(refined.steps()).isPositive();
        assertThat(0.67109 - exact(refined.delta())).isLessThan((0.67109 - exact(start)) / 4);
    }
}
