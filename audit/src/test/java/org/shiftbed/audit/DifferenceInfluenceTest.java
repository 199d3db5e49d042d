package org.shiftbed.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.shiftbed.audit.estimate.Estimator;
import org.shiftbed.audit.estimate.RowInfluence;
import org.shiftbed.audit.spec.AuditSpec;
import org.shiftbed.audit.spec.EstimationSpec;
import org.shiftbed.audit.spec.ShiftSpec;

/**
 * The influence of a row on the estimate minus the weighted rows, against the infinitesimal jackknife: the row's weight is moved a little, and the laws by which
 * rows are weighted are fitted anew.
 */
class DifferenceInfluenceTest {

    private record Case(String name, AuditSpec spec, double... delta) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static ShiftSpec gaussian(String column) {
        return ShiftSpec.of(column).withFamily("gaussian").withOption("sd", 1.1);
    }

    static Stream<Case> cases() {
        ShiftSpec coin = ShiftSpec.of("k").withFamily("bernoulli");
        ShiftSpec category = ShiftSpec.of("z").withFamily("categorical");
        return Stream.of(
                new Case("a coin", InfluenceTest.spec(coin), 0.9),
                new Case("a coin given c", InfluenceTest.spec(coin.given("c")), 0.9, -0.7),
                new Case("a category given c", InfluenceTest.spec(category.given("c")), 0.9, -0.7, 0.5, 0.4),
                new Case("a stated sd given c", InfluenceTest.spec(gaussian("w").given("c")), 0.8, -0.5),
                new Case(
                        "a stated sd on a line",
                        InfluenceTest.by(
                                EstimationSpec.Nuisance.LINEAR,
                                InfluenceTest.spec(gaussian("w").given("x", "v"))),
                        0.7),
                new Case(
                        "counts given c",
                        InfluenceTest.spec(
                                ShiftSpec.of("u").withFamily("poisson").given("c")),
                        0.4,
                        -0.3),
                new Case(
                        "no closed form given c",
                        InfluenceTest.spec(ShiftSpec.of("w")
                                .withFamily("statistic")
                                .withOption("statistic", "w / 3")
                                .given("c")),
                        0.6,
                        -0.4),
                new Case(
                        "two", InfluenceTest.spec(coin.given("c"), gaussian("v").given("k")), 0.9, -0.7, 0.4, 0.5));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void itHoldsThatTheLawsAreFittedOnTheSameRows(Case one) {
        Map<String, double[]> columns = InfluenceTest.columns();
        Prepared prepared = InfluenceTest.prepared(one.spec(), columns);
        Estimator estimator = prepared.estimator(1, 0);
        int[] units = {0, 3, 5, estimator.units().size() - 1};
        double[] expected = new double[units.length];
        double[] found = new double[units.length];
        for (int k = 0; k < units.length; k++) {
            int row = (int) prepared.table().firstRow()[units[k]];
            expected[k] = InfluenceTest.jackknife(
                    one.spec(),
                    columns,
                    row,
                    e -> e.quadratic().at(one.delta())
                            - e.importance(one.delta()).selfNormalised());
            found[k] = RowInfluence.difference(
                    estimator, one.delta(), units[k], InfluenceTest.column(columns, "loss")[row]);
        }
        double largest = Arrays.stream(expected).map(Math::abs).max().orElseThrow();
        for (int k = 0; k < units.length; k++) {
            assertThat(Math.abs(found[k] - expected[k]) / largest)
                    .as(one + ", unit " + units[k] + ": found " + found[k] + ", by the jackknife " + expected[k])
                    .isLessThan(1e-5);
        }
    }
}
