package org.shiftbed.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.shiftbed.audit.estimate.Estimator;
import org.shiftbed.audit.estimate.QuadraticLoss;
import org.shiftbed.audit.estimate.RowInfluence;
import org.shiftbed.audit.spec.AuditSpec;
import org.shiftbed.audit.spec.EstimationSpec;
import org.shiftbed.audit.spec.LossSpec;
import org.shiftbed.audit.spec.ShiftSpec;
import org.shiftbed.data.table.Table;
import org.shiftbed.data.table.TableScan;

/**
 * The influence of a row against the infinitesimal jackknife: the weight of the row is moved a little and everything is estimated anew, the
 * scale of a Gaussian included. Where conditional means are saturated, or least squares without folds, both are equal but for the error of the
 * difference.
 */
class InfluenceTest {
    private static final int ROWS = 48;
    private static final double STEP = 1e-4;

    /** Columns by name: v, w and u are skewed numbers, w of many values and u of four; c and z have two values each; loss depends on all. */
    static Map<String, double[]> columns() {
        SplittableRandom random = new SplittableRandom(11);
        Map<String, double[]> columns = new LinkedHashMap<>();
        for (String name : List.of("c", "z", "x", "u", "v", "w", "k", "loss", "omega")) {
            columns.put(name, new double[ROWS]);
        }
        for (int r = 0; r < ROWS; r++) {
            double c = r % 2;
            double z = r / 3 % 2;
            double x = Rows.normal(random);
            double u = random.nextInt(3) + c;
            double v = 1 + 0.5 * z + Math.exp(0.6 * Rows.normal(random));
            double w = 3 + c + 0.7 * x + 0.4 * v * (1 + 0.3 * c) + 0.5 * Rows.normal(random);
            double k = random.nextDouble() < 0.3 + 0.4 * z ? 1 : 0;
            double loss = 0.1 * w * w + 0.2 * v * w - 0.3 * u + 0.5 * k * z + 0.2 * x * w + Rows.normal(random);
            double omega = 0.5 + random.nextDouble();
            double[] row = {c, z, x, u, v, w, k, loss, omega};
            int j = 0;
            for (double[] column : columns.values()) {
                column[r] = row[j++];
            }
        }
        // One category of parents that has only a few rows.
        column(columns, "z")[5] = 2;
        column(columns, "z")[6] = 2;
        column(columns, "z")[9] = 2;
        return columns;
    }

    static double[] column(Map<String, double[]> columns, String name) {
        return Objects.requireNonNull(columns.get(name), name);
    }

    private static Table table(Map<String, double[]> columns) {
        Object[] flat = columns.entrySet().stream()
                .flatMap(column -> Stream.of(column.getKey(), column.getValue()))
                .toArray();
        return Rows.of(flat);
    }

    private static Estimator estimator(AuditSpec spec, Map<String, double[]> columns) {
        return prepared(spec, columns).estimator(1, 0);
    }

    static Prepared prepared(AuditSpec spec, Map<String, double[]> columns) {
        try (TableScan scan = TableScan.of(table(columns), Map.of())) {
            return Preparation.of(scan, spec, LossSource.of(spec, scan), false);
        }
    }

    static double jackknife(
            AuditSpec spec, Map<String, double[]> columns, int row, ToDoubleFunction<Estimator> estimate) {
        double[] weights = column(columns, "omega");
        double own = weights[row];
        weights[row] = own + STEP;
        double above = estimate.applyAsDouble(estimator(spec, columns));
        weights[row] = own - STEP;
        double below = estimate.applyAsDouble(estimator(spec, columns));
        weights[row] = own;
        return (above - below) / (2 * STEP);
    }

    private record Case(String name, AuditSpec spec, boolean cells, double... delta) {
        @Override
        public String toString() {
            return name;
        }
    }

    static AuditSpec spec(ShiftSpec... shifts) {
        AuditSpec plain = AuditSpec.of(LossSpec.column("loss"), shifts).withWeight("omega");
        return plain.withEstimation(EstimationSpec.standard()
                .withBootstrap(0)
                .withCrossFit(false)
                .withCentring(EstimationSpec.Centring.NONE));
    }

    static AuditSpec by(EstimationSpec.Nuisance nuisance, AuditSpec spec) {
        return spec.withEstimation(spec.estimation().withNuisance(nuisance));
    }

    private static ShiftSpec gaussian(String column) {
        return ShiftSpec.of(column).withFamily("gaussian");
    }

    static Stream<Case> cases() {
        ShiftSpec vector = ShiftSpec.of("v", "w").withFamily("gaussian-vector");
        return Stream.of(
                new Case("sd without parents", spec(gaussian("w")), false, 1.3),
                new Case("raw", spec(gaussian("w").withOption("unit", "raw")), false, 1.3),
                new Case("stated sd", spec(gaussian("w").withOption("sd", 1.1)), false, 1.3),
                new Case("log-normal", spec(ShiftSpec.of("v").withFamily("log-normal")), false, -0.8),
                new Case(
                        "raw log-normal",
                        spec(ShiftSpec.of("v").withFamily("log-normal").withOption("unit", "raw")),
                        false,
                        -0.8),
                new Case("a value of z each", spec(gaussian("w").given("z")), false, 1, -0.5, 0.7),
                new Case("cells", spec(gaussian("u").given("z")), true, 1, -0.5, 0.7),
                new Case(
                        "linear",
                        by(EstimationSpec.Nuisance.LINEAR, spec(gaussian("w").given("x", "v"))),
                        false,
                        1.2),
                new Case(
                        "polynomial",
                        by(EstimationSpec.Nuisance.POLY, spec(gaussian("w").given("x"))),
                        false,
                        1.2),
                new Case("curved", spec(gaussian("w").withForm("d0 + 0.4*d0*d1 - d1^2")), false, 0.6, 0.5),
                new Case(
                        "curved by value",
                        spec(gaussian("w").given("c").withForm("d0*(1 + c) + 0.4*d0^2")),
                        false,
                        0.6),
                new Case("vector in sd", spec(vector), false, 0.9, -0.6),
                new Case("vector raw", spec(vector.withOption("unit", "raw")), false, 0.9, -0.6),
                new Case("vector whitened", spec(vector.withOption("unit", "whiten")), false, 0.9, -0.6),
                new Case("vector given z", spec(vector.given("z").withForm("constant")), false, 0.9, -0.6),
                new Case(
                        "mean and log sd",
                        spec(ShiftSpec.of("w")
                                .withFamily("gaussian-mean-variance")
                                .withForm("mean-log-sd")),
                        false,
                        0.7,
                        0.3),
                new Case("two", spec(gaussian("v"), gaussian("w").given("c")), false, 0.8, 0.5, -0.4),
                new Case(
                        "tied",
                        spec(gaussian("v").withTie("both"), gaussian("w").withTie("both")),
                        false,
                        0.8),
                new Case(
                        "beside a coin by glm",
                        by(
                                EstimationSpec.Nuisance.GLM,
                                spec(
                                        ShiftSpec.of("k")
                                                .withFamily("bernoulli")
                                                .given("c"),
                                        gaussian("w").given("c"))),
                        false,
                        0.8,
                        0.9,
                        0.5,
                        -0.4),
                new Case(
                        "beside a category by glm",
                        by(
                                EstimationSpec.Nuisance.GLM,
                                spec(
                                        ShiftSpec.of("z")
                                                .withFamily("categorical")
                                                .given("c")
                                                .withForm("constant"),
                                        gaussian("w").given("c"))),
                        false,
                        0.8,
                        0.9,
                        0.5,
                        -0.4));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void theInfluenceOfARowIsItsInfinitesimalJackknife(Case one) {
        compare(one, columns());
    }

    private static void compare(Case one, Map<String, double[]> columns) {
        Prepared prepared = prepared(one.spec(), columns);
        Estimator estimator = prepared.estimator(1, 0);
        assertThat(estimator.parameters().size()).isEqualTo(one.delta().length);
        assertThat(estimator.units().size() < ROWS).isEqualTo(one.cells());
        int[] units = {0, 3, 5, 7, 8, estimator.units().size() - 1};
        double[] expected = new double[units.length];
        double[] found = new double[units.length];
        for (int k = 0; k < units.length; k++) {
            int row = (int) prepared.table().firstRow()[units[k]];
            expected[k] = jackknife(one.spec(), columns, row, e -> e.quadratic().at(one.delta()));
            found[k] = RowInfluence.slope(estimator, one.delta(), units[k], column(columns, "loss")[row]);
        }
        double largest = Arrays.stream(expected).map(Math::abs).max().orElseThrow();
        for (int k = 0; k < units.length; k++) {
            assertThat(Math.abs(found[k] - expected[k]) / largest)
                    .as(one + ", unit " + units[k] + ": found " + found[k] + ", by the jackknife " + expected[k])
                    .isLessThan(1e-6);
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void aReplicateHasTheScaleOfItsOwnWeights(Case one) {
        Map<String, double[]> columns = columns();
        Estimator estimator = estimator(one.spec(), columns);
        for (int r = 0; r < ROWS; r += 5) {
            column(columns, "omega")[r] *= 3;
        }
        Prepared other = prepared(one.spec(), columns);
        same(
                one,
                estimator.with(other.units()).quadratic(),
                other.estimator(1, 0).quadratic());
    }

    @ParameterizedTest
    @MethodSource("cases")
    void aFoldHasTheScaleOfItsOwnRows(Case one) {
        if (one.cells()) {
            return;
        }
        Map<String, double[]> columns = columns();
        int[] rows = Rows.range(40);
        Table some = Rows.select(table(columns), rows);
        try (TableScan scan = TableScan.of(some, Map.of())) {
            Prepared alone = Preparation.of(scan, one.spec(), LossSource.of(one.spec(), scan), false);
            same(
                    one,
                    estimator(one.spec(), columns).select(rows).quadratic(),
                    alone.estimator(1, 0).quadratic());
        }
    }

    private static void same(Case one, QuadraticLoss found, QuadraticLoss expected) {
        for (int a = 0; a < expected.gradient().length; a++) {
            assertThat(found.gradient()[a]).as(one.name()).isCloseTo(expected.gradient()[a], within(1e-9));
            for (int b = 0; b < expected.gradient().length; b++) {
                assertThat(found.hessian()[a][b]).as(one.name()).isCloseTo(expected.hessian()[a][b], within(1e-9));
            }
        }
    }

    /** In the second half of the rows w does not vary, and keeps the scale of all rows. */
    @Test
    void aFoldWithoutSpreadKeepsTheScaleOfAllRows() {
        Map<String, double[]> columns = columns();
        Arrays.fill(column(columns, "w"), ROWS / 2, ROWS, 3);
        Estimator all = estimator(spec(gaussian("w")), columns);
        int[] rows = Arrays.stream(Rows.range(ROWS)).skip(ROWS / 2).toArray();
        Estimator half = all.select(rows);
        assertThat(half.variables().get(0).statistic().at(0, 0))
                .isEqualTo(all.variables().get(0).statistic().at(ROWS / 2, 0));
        assertThat(half.quadratic().gradient()[0]).isCloseTo(0, within(1e-12));
        assertThat(half.taylor(new double[] {1}).standardError()).isPositive();
    }

    @Test
    void rowsWithoutAValueCarryNoneOfItsScale() {
        Map<String, double[]> columns = columns();
        column(columns, "w")[3] = Double.NaN;
        column(columns, "w")[20] = Double.NaN;
        compare(new Case("blanks", spec(gaussian("w"), gaussian("v")), false, 0.7, 0.4), columns);
    }

    /** A count whose variance is its mean in each group of these rows, as the law has it for many rows. */
    @Test
    void aCountByAGeneralisedLinearMeanStandsBesideAScale() {
        Map<String, double[]> columns = columns();
        for (int r = 0; r < ROWS; r++) {
            column(columns, "omega")[r] = 1;
            column(columns, "u")[r] = r % 2 == 0 ? r % 4 : r % 4 == 1 ? 2 : 6;
        }
        AuditSpec spec = spec(ShiftSpec.of("u").withFamily("poisson").given("c").withForm("constant"), gaussian("w"));
        compare(new Case("poisson by glm", by(EstimationSpec.Nuisance.GLM, spec), false, 0.3, 0.5), columns);
    }

    @Test
    void errorsOfTheGradientAreThoseOfTheJackknife() {
        for (Case one : cases().toList()) {
            if (!List.of("sd without parents", "raw", "vector in sd", "mean and log sd", "cells", "tied")
                    .contains(one.name())) {
                continue;
            }
            Map<String, double[]> columns = columns();
            Estimator estimator = estimator(one.spec(), columns);
            double[] weights = column(columns, "omega");
            double squares = 0;
            for (int r = 0; r < ROWS; r++) {
                double slope =
                        jackknife(one.spec(), columns, r, e -> e.quadratic().gradient()[0]);
                squares += slope * weights[r] * slope * weights[r];
            }
            assertThat(estimator.gradientErrors()[0] / Math.sqrt(squares * ROWS / (ROWS - 1)))
                    .as(one.name())
                    .isBetween(1 - 1e-6, 1 + 1e-6);
        }
    }
}
