package org.shiftbed.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.shiftbed.audit.estimate.QuadraticLoss;
import org.shiftbed.audit.spec.BudgetSpec;
import org.shiftbed.audit.spec.LinearLimit;
import org.shiftbed.audit.worst.WorstCase;

/** How the worst shift follows the slope, against searches with slopes that differ a little. */
class SensitivityTest {
    private static final List<String> LABELS = List.of("a", "b", "c");
    private static final double[] G = {0.7, -0.4, 0.25};
    private static final double[][] H = {{-0.9, 0.2, 0.1}, {0.2, 0.5, -0.3}, {0.1, -0.3, -1.4}};
    private static final double[][] CONCAVE = {{-0.9, 0.2, 0.1}, {0.2, -1.5, -0.3}, {0.1, -0.3, -1.4}};

    private record Case(String name, BudgetSpec budget, double[][] hessian, double radius, int sign, int rank) {
        @Override
        public String toString() {
            return name;
        }

        Search search() {
            return new Search(budget, LABELS, LABELS, H, new double[] {1, 1, 1}, sign);
        }
    }

    static Stream<Case> cases() {
        BudgetSpec ball = BudgetSpec.ball(1);
        BudgetSpec ellipsoid = BudgetSpec.of(
                new BudgetSpec.Ellipsoid(
                        List.of(List.of(2.0, 0.3, 0.0), List.of(0.3, 1.0, 0.2), List.of(0.0, 0.2, 3.0)),
                        List.of(0.2, -0.1, 0.3)),
                1);
        return Stream.of(
                new Case("ball", ball, H, 1, 1, 2),
                new Case("ball, smaller is worse", ball, H, 1, -1, 2),
                new Case("inside the ball", ball, CONCAVE, 5, 1, 3),
                new Case("ellipsoid", ellipsoid, H, 1, 1, 2),
                new Case("ball with a frozen parameter", ball.withFreeze(List.of("b")), H, 0.5, 1, 1),
                new Case("ball in a box", ball.withRange("b", -0.2, 0.2), H, 0.7, 1, 1),
                new Case(
                        "ball with a limit",
                        ball.withLimits(List.of(new LinearLimit(Map.of("a", 1.0, "c", 1.0), 0.3))),
                        H,
                        0.9,
                        1,
                        1));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void theWorstShiftFollowsTheSlope(Case one) {
        Search search = one.search();
        WorstCase found = search.on(new QuadraticLoss(0, G, one.hessian())).solve(one.radius());
        Sensitivity sensitivity = Sensitivity.of(search, new QuadraticLoss(0, G, one.hessian()), found);
        assertThat(sensitivity.rank()).isEqualTo(one.rank());
        double step = 1e-5;
        for (int b = 0; b < 3; b++) {
            double[] above = G.clone();
            above[b] += step;
            double[] below = G.clone();
            below[b] -= step;
            double[] up = search.on(new QuadraticLoss(0, above, one.hessian()))
                    .solve(one.radius())
                    .delta();
            double[] down = search.on(new QuadraticLoss(0, below, one.hessian()))
                    .solve(one.radius())
                    .delta();
            for (int a = 0; a < 3; a++) {
                assertThat(one.sign() * sensitivity.between(unit(a), unit(b)))
                        .as(one + " " + a + " " + b)
                        .isCloseTo((up[a] - down[a]) / (2 * step), within(1e-6));
            }
        }
    }

    private static double[] unit(int a) {
        double[] unit = new double[3];
        unit[a] = 1;
        return unit;
    }

    @Test
    void oneParameterAtTheEdgeStaysThere() {
        Search search =
                new Search(BudgetSpec.ball(1), List.of("a"), List.of("a"), new double[][] {{1}}, new double[] {1}, 1);
        QuadraticLoss model = new QuadraticLoss(0, new double[] {0.5}, new double[][] {{0.2}});
        WorstCase found = search.on(model).solve(1);
        assertThat(Sensitivity.of(search, model, found).rank()).isZero();
    }
}
