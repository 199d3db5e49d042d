package org.shiftbed.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.shiftbed.audit.estimate.Estimator;
import org.shiftbed.audit.family.Targets;
import org.shiftbed.audit.spec.AuditSpec;
import org.shiftbed.audit.spec.Direction;
import org.shiftbed.audit.spec.EstimationSpec;
import org.shiftbed.audit.spec.LossSpec;
import org.shiftbed.audit.spec.RatioMetric;
import org.shiftbed.audit.spec.ShiftSpec;
import org.shiftbed.data.table.TableScan;

/**
 * Standard errors under a target, whose shift is solved from the same rows, against the infinitesimal jackknife: each row's weight is moved a little, and laws,
 * scales, shift and loss are estimated anew.
 */
class TargetErrorTest {
    private static final int ROWS = 150;
    private static final double STEP = 1e-4;

    private record Case(String name, boolean byRows, AuditSpec spec) {
        @Override
        public String toString() {
            return name;
        }
    }

    /** Column w is Gaussian, skewed is exponential, u counts, z has three levels. */
    private static Map<String, double[]> columns() {
        SplittableRandom random = new SplittableRandom(11);
        Map<String, double[]> columns = new LinkedHashMap<>();
        List<String> names = List.of("y", "p", "o", "w", "skewed", "u", "z", "loss", "omega");
        names.forEach(name -> columns.put(name, new double[ROWS]));
        for (int r = 0; r < ROWS; r++) {
            double y = random.nextDouble() < 0.4 ? 1 : 0;
            double o = random.nextDouble() < 0.3 + 0.4 * y ? 1 : 0;
            double w = 5 + y + 1.5 * Rows.normal(random);
            double skewed = 1 - Math.log(1 - random.nextDouble()) * (1 + y);
            double u = Math.floor(random.nextDouble() * (2 + 3 * y));
            double z = Math.floor(random.nextDouble() * 3);
            double loss = 0.3 * o + 0.1 * w + 0.2 * Math.cos(skewed) + 0.1 * u + 0.2 * z + 0.1 * Rows.normal(random);
            double p = random.nextDouble() < 0.2 + 0.4 * y + 0.2 * o ? 1 : 0;
            double[] row = {y, p, o, w, skewed, u, z, loss, 1};
            int j = 0;
            for (double[] column : columns.values()) {
                column[r] = row[j++];
            }
        }
        return columns;
    }

    private static AuditSpec spec(LossSpec loss, ShiftSpec shift, String... targets) {
        return AuditSpec.of(
                        loss,
                        shift.withTargets(Stream.of(targets)
                                .map(target -> Targets.parse("targets", target))
                                .toList()))
                .withWeight("omega")
                .withEstimation(EstimationSpec.standard()
                        .withBootstrap(0)
                        .withCrossFit(false)
                        .withCentring(EstimationSpec.Centring.NONE));
    }

    static Stream<Case> cases() {
        LossSpec loss = LossSpec.column("loss");
        LossSpec recall = LossSpec.ratio(RatioMetric.RECALL, "y", "p");
        LossSpec precision = LossSpec.ratio(RatioMetric.PRECISION, "y", "p");
        ShiftSpec coin = ShiftSpec.of("o");
        ShiftSpec gaussian = ShiftSpec.of("w").withFamily("gaussian");
        ShiftSpec skewed = ShiftSpec.of("skewed").withFamily("gaussian");
        return Stream.of(
                new Case("a coin", false, spec(loss, coin, "P(o=1) = 0.7")),
                new Case("a coin given y", false, spec(loss, coin.given("y"), "P(o=1|y=0)=0.5", "P(o=1|y=1)=0.4")),
                new Case("a coin given y in one pattern", false, spec(loss, coin.given("y"), "P(o=1|y=1)=0.4")),
                new Case(
                        "a coin given y on a line",
                        false,
                        spec(loss, coin.given("y").withForm("linear"), "P(o=1|y=0)=0.5", "P(o=1|y=1)=0.4")),
                new Case("a category", false, spec(loss, ShiftSpec.of("z").withFamily("categorical"), "P(z=1)=0.6")),
                new Case("a Gaussian", false, spec(loss, gaussian, "mean(w) = 6.2")),
                new Case(
                        "a Gaussian in raw units",
                        false,
                        spec(loss, gaussian.withOption("unit", "raw"), "mean(w)=6.2")),
                new Case("a Gaussian of a stated sd", false, spec(loss, gaussian.withOption("sd", 1.6), "mean(w)=6.2")),
                new Case(
                        "a Gaussian given y",
                        false,
                        spec(loss, gaussian.given("y"), "mean(w|y=0)=6", "mean(w|y=1)=5.5")),
                new Case(
                        "a log-normal",
                        true,
                        spec(loss, ShiftSpec.of("skewed").withFamily("log-normal"), "mean(skewed)=4.2")),
                new Case(
                        "mean and variance",
                        false,
                        spec(
                                loss,
                                ShiftSpec.of("w").withFamily("gaussian-mean-variance"),
                                "mean(w) = 6",
                                "sd(w) = 1.4")),
                new Case("counts", true, spec(loss, ShiftSpec.of("u").withFamily("poisson"), "mean(u) = 1.5")),
                new Case("a skewed column", true, spec(loss, skewed, "mean(skewed) = 4.5")),
                new Case(
                        "a skewed column in raw units",
                        true,
                        spec(loss, skewed.withOption("unit", "raw"), "mean(skewed)=4.5")),
                new Case(
                        "a skewed column given y",
                        true,
                        spec(loss, skewed.given("y"), "mean(skewed|y=0)=3.5", "mean(skewed|y=1)=4.5")),
                new Case("recall", false, spec(recall, coin, "P(o=1) = 0.3").withWorse(Direction.SMALLER)),
                new Case(
                        "precision",
                        false,
                        spec(precision, coin, "P(o=1) = 0.7").withWorse(Direction.SMALLER)),
                new Case(
                        "precision of a Gaussian",
                        false,
                        spec(precision, gaussian, "mean(w) = 6.2").withWorse(Direction.SMALLER)),
                new Case(
                        "recall of a skewed column",
                        true,
                        spec(recall, skewed, "mean(skewed) = 4.5").withWorse(Direction.SMALLER)));
    }

    private record At(Metric metric, TargetShift.Solved solved) {
        double value() {
            return metric.taylor(solved.delta()).value();
        }

        double weighted() {
            return metric.importance(solved.delta()).selfNormalised();
        }

        double change() {
            return value() - metric.taylor(new double[solved.delta().length]).value();
        }
    }

    private static At at(AuditSpec spec, Map<String, double[]> columns) {
        Object[] flat = columns.entrySet().stream()
                .flatMap(column -> Stream.of(column.getKey(), column.getValue()))
                .toArray();
        try (TableScan scan = TableScan.of(Rows.of(flat), Map.of())) {
            Prepared prepared = Preparation.of(scan, spec, LossSource.of(spec, scan), false);
            Metric metric = spec.loss().isRatio()
                    ? new RatioOfAverages(
                            prepared.estimator(1, 0), prepared.estimator(0, 1), rho -> prepared.estimator(1, -rho))
                    : new AverageMetric(prepared.estimator(1, 0));
            return new At(metric, TargetShift.solved(spec, prepared, metric.estimator()));
        }
    }

    private static double jackknife(AuditSpec spec, Map<String, double[]> columns, ToDoubleFunction<At> figure) {
        double[] weights = java.util.Objects.requireNonNull(columns.get("omega"));
        double squares = 0;
        for (int r = 0; r < ROWS; r++) {
            weights[r] = 1 + STEP;
            double above = figure.applyAsDouble(at(spec, columns));
            weights[r] = 1 - STEP;
            double below = figure.applyAsDouble(at(spec, columns));
            weights[r] = 1;
            double slope = (above - below) / (2 * STEP);
            squares += slope * slope;
        }
        return Math.sqrt(squares * ROWS / (ROWS - 1));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void everyErrorKnowsThatTheShiftIsSolvedFromTheRows(Case one) {
        Map<String, double[]> columns = columns();
        At at = at(one.spec(), columns);
        assertThat(String.join("; ", at.solved().words()).contains("met by the weighted rows"))
                .isEqualTo(one.byRows());
        Estimator.Errors errors =
                at.metric().errors(at.solved().delta(), at.solved().influence());
        assertThat(errors.value() / jackknife(one.spec(), columns, At::value))
                .as("value")
                .isCloseTo(1, within(2e-5));
        assertThat(errors.change() / jackknife(one.spec(), columns, At::change))
                .as("change")
                .isCloseTo(1, within(2e-5));
        assertThat(errors.weighted() / jackknife(one.spec(), columns, At::weighted))
                .as("weighted")
                .isCloseTo(1, within(2e-5));
        assertThat(errors.difference() / jackknife(one.spec(), columns, it -> it.value() - it.weighted()))
                .as("difference")
                .isCloseTo(1, within(2e-5));
    }

    @Test
    void theWeightedRowsOfASkewedColumnHaveTheMeanThatWasAsked() {
        Map<String, double[]> columns = columns();
        AuditSpec spec =
                spec(LossSpec.column("skewed"), ShiftSpec.of("skewed").withFamily("gaussian"), "mean(skewed) = 4.5");
        assertThat(at(spec, columns).weighted()).isCloseTo(4.5, within(1e-9));
    }

    @Test
    void aMeanThatNoRowReachesIsLeftToTheLaw() {
        Map<String, double[]> columns = columns();
        AuditSpec spec =
                spec(LossSpec.column("skewed"), ShiftSpec.of("skewed").withFamily("gaussian"), "mean(skewed) = 400");
        At at = at(spec, columns);
        double[] values = java.util.Objects.requireNonNull(columns.get("skewed"));
        double mean = Rows.mean(values);
        double squares = 0;
        for (double value : values) {
            squares += (value - mean) * (value - mean) / ROWS;
        }
        assertThat(at.solved().delta()[0]).isCloseTo((400 - mean) / Math.sqrt(squares), within(1e-9));
    }
}
