package org.shiftbed.audit.golden;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.shiftbed.audit.estimate.Estimator;
import org.shiftbed.audit.estimate.ImportanceSampling;
import org.shiftbed.audit.estimate.QuadraticLoss;
import org.shiftbed.audit.estimate.Settings.Centring;
import org.shiftbed.audit.worst.RandomShifts;
import org.shiftbed.base.Seed;
import tools.jackson.databind.JsonNode;

/** The truth behind every case, worked out from its constants alone, against what the case says and against our estimates. */
class GoldenTruthTest {
    private static final double STANDARD_ERRORS = 5;

    static List<GoldenCase> cases() {
        return GoldenCase.all();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void gradientAndHessianOfTheExactLossAreThoseOfTheCase(GoldenCase golden) {
        int checked = 0;
        for (JsonNode variant : golden.variants()) {
            ExactLoss exact = ExactLoss.of(golden, variant);
            JsonNode truth = variant.get("truth");
            if (exact == null || truth == null) {
                continue;
            }
            String at = golden + " " + variant.get("name");
            int p = variant.get("sample").get("gradient").size();
            QuadraticLoss expansion = Differences.of(exact, p);
            close(at + " loss", expansion.loss(), truth.get("mean_loss"), 1e-8);
            checked++;
            if (truth.has("gradient")) {
                for (int a = 0; a < p; a++) {
                    close(
                            at + " gradient " + a,
                            expansion.gradient()[a],
                            truth.get("gradient").get(a),
                            1e-6);
                    for (int b = 0; b < p; b++) {
                        close(
                                at + " hessian " + a + " " + b,
                                expansion.hessian()[a][b],
                                truth.get("hessian").get(a).get(b),
                                1e-6);
                    }
                }
            }
        }
        assertThat(checked).as(golden + " has a variant with a truth").isPositive();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void exactLossesAreThoseOfTheCase(GoldenCase golden) {
        int checked = 0;
        for (JsonNode variant : golden.variants()) {
            ExactLoss exact = ExactLoss.of(golden, variant);
            if (exact == null) {
                continue;
            }
            String at = golden + " " + variant.get("name");
            for (JsonNode evaluation : variant.get("evaluations")) {
                if (evaluation.has("true_loss")) {
                    double[] delta = ExactLoss.doubles(evaluation.get("delta"));
                    close(at + " at " + evaluation.get("delta"), exact.at(delta), evaluation.get("true_loss"), 1e-8);
                    checked++;
                }
            }
            for (JsonNode worst : variant.get("worst_case")) {
                for (String kind : new String[] {"full", "block_diagonal"}) {
                    JsonNode found = worst.get(kind);
                    if (found.has("true_loss_at_delta")) {
                        double[] delta = ExactLoss.doubles(found.get("delta"));
                        close(
                                at + " " + kind + " radius " + worst.get("radius"),
                                exact.at(delta),
                                found.get("true_loss_at_delta"),
                                1e-8);
                        checked++;
                    }
                }
                if (worst.has("true_worst_delta")) {
                    double[] delta = ExactLoss.doubles(worst.get("true_worst_delta"));
                    close(
                            at + " worst, radius " + worst.get("radius"),
                            exact.at(delta),
                            worst.get("true_worst_loss"),
                            1e-8);
                    checked++;
                }
            }
        }
        for (String other : new String[] {"interval_worst_case", "box_worst_case"}) {
            JsonNode found = golden.json().get(other);
            if (found != null) {
                JsonNode delta = found.get("delta");
                JsonNode variant = golden.variants().stream()
                        .filter(one -> one.get("name").asString().equals(delta.isArray() ? "per-parent" : "constant"))
                        .findFirst()
                        .orElseThrow();
                ExactLoss exact = Objects.requireNonNull(ExactLoss.of(golden, variant));
                double[] at = delta.isArray() ? ExactLoss.doubles(delta) : new double[] {delta.asDouble()};
                close(golden + " " + other, exact.at(at), found.get("true_loss_at_delta"), 1e-8);
            }
        }
        assertThat(checked).as(golden + " has exact losses").isPositive();
    }

    /** Up to three parameters; the case's search and ours may each be a little short of the maximum. */
    @ParameterizedTest
    @MethodSource("cases")
    void noWorseLossIsKnownThanOurSearchFinds(GoldenCase golden) {
        // Variants that differ in the regressions alone have one truth.
        Map<String, Double> known = new HashMap<>();
        for (JsonNode variant : golden.variants()) {
            ExactLoss exact = ExactLoss.of(golden, variant);
            int p = variant.get("sample").get("gradient").size();
            if (exact == null || p > 3) {
                continue;
            }
            int sign = variant.get("larger_is_worse").asBoolean() ? 1 : -1;
            for (JsonNode worst : variant.get("worst_case")) {
                if (worst.has("true_worst_loss")) {
                    double radius = worst.get("radius").asDouble();
                    double ours = known.computeIfAbsent(
                            variant.get("name").asString().split("/")[0] + " " + variant.get("shift") + " " + radius,
                            same -> new ExactSearch(exact, p, sign).worst(radius));
                    assertThat(sign * (worst.get("true_worst_loss").asDouble() - ours))
                            .as(golden + " " + variant.get("name") + " radius " + radius + ": ours " + ours)
                            .isLessThan(1e-5);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void estimatesAreWithinFiveStandardErrorsOfTheTruth(GoldenCase golden) {
        for (JsonNode variant : golden.variants()) {
            ExactLoss exact = ExactLoss.of(golden, variant);
            if (exact == null) {
                continue;
            }
            String at = golden + " " + variant.get("name");
            Estimator estimator = new GoldenModel(golden, variant, false).estimator(Centring.PAIR);
            int p = estimator.parameters().size();
            QuadraticLoss truth = Differences.of(exact, p);
            Estimator.Taylor none = estimator.taylor(new double[p]);
            assertThat(none.value())
                    .as(at + " loss")
                    .isCloseTo(truth.loss(), within(STANDARD_ERRORS * none.standardError()));
            double[] errors = estimator.gradientErrors();
            for (int a = 0; a < p; a++) {
                assertThat(estimator.quadratic().gradient()[a])
                        .as(at + " gradient " + a)
                        .isCloseTo(truth.gradient()[a], within(STANDARD_ERRORS * errors[a]));
            }
            for (JsonNode evaluation : variant.get("evaluations")) {
                double[] delta = ExactLoss.doubles(evaluation.get("delta"));
                Estimator.Taylor taylor = estimator.taylor(delta);
                assertThat(taylor.value())
                        .as(at + " quadratic at " + evaluation.get("delta"))
                        .isCloseTo(truth.at(delta), within(STANDARD_ERRORS * taylor.standardError()));
                ImportanceSampling weighted = estimator.importance(delta);
                // With fewer effective rows the weights' own error is not normal.
                if (weighted.effectiveShare() >= 0.3) {
                    assertThat(weighted.selfNormalised())
                            .as(at + " weighted at " + evaluation.get("delta"))
                            .isCloseTo(exact.at(delta), within(STANDARD_ERRORS * weighted.seSelfNormalised()));
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void randomShiftsAreDistributedAsInTheCase(GoldenCase golden) {
        JsonNode expected = golden.json().get("random_shift_truth");
        if (expected == null) {
            return;
        }
        JsonNode variant = golden.variants().get(0);
        ExactLoss exact = Objects.requireNonNull(ExactLoss.of(golden, variant));
        int count = expected.get("count").asInt();
        double radius = expected.get("radius").asDouble();
        double at = variant.get("worst_case")
                .valueStream()
                .filter(worst -> worst.get("radius").asDouble() == radius)
                .mapToDouble(
                        worst -> exact.at(ExactLoss.doubles(worst.get("full").get("delta"))))
                .findFirst()
                .orElseThrow();
        int sign = variant.get("larger_is_worse").asBoolean() ? 1 : -1;
        RandomShifts shifts = new RandomShifts(
                Seed.of("golden"), variant.get("sample").get("gradient").size(), count);
        RandomShifts.Summary found = shifts.summary(radius, exact::at, at, sign);
        double sd = expected.get("sd").asDouble();
        assertThat(found.mean()).isCloseTo(expected.get("mean").asDouble(), within(4 * sd / Math.sqrt(count)));
        assertThat(found.sd()).isBetween(0.8 * sd, 1.25 * sd);
        assertThat(found.worseShare()).isZero();
        assertThat(found.min()).isCloseTo(expected.get("min").asDouble(), within(2 * sd));
        assertThat(found.max()).isCloseTo(expected.get("max").asDouble(), within(2 * sd));
    }

    private static void close(String what, double found, JsonNode expected, double tolerance) {
        double value = expected.asDouble();
        assertThat(Math.abs(found - value))
                .as(what + ": found " + found + ", expected " + value)
                .isLessThanOrEqualTo(tolerance * Math.max(1, Math.abs(value)));
    }
}
