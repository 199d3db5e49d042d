package org.shiftbed.audit.golden;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.shiftbed.audit.estimate.Estimator;
import org.shiftbed.audit.estimate.ImportanceSampling;
import org.shiftbed.audit.estimate.PathCheck;
import org.shiftbed.audit.estimate.QuadraticLoss;
import org.shiftbed.audit.estimate.Settings.Centring;
import org.shiftbed.audit.worst.Quadratic;
import org.shiftbed.audit.worst.TrustRegion;
import org.shiftbed.audit.worst.WorstCase;
import tools.jackson.databind.JsonNode;

/** Every case with known answers of a folder: that of the property {@code shiftbed.golden.robustness}, or the copies among the resources. */
class RobustnessTest {
    private static final double TOLERANCE = 1e-9;

    static List<GoldenCase> cases() {
        return GoldenCase.all();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void gradientAndHessianAreThoseOfTheCase(GoldenCase golden) {
        for (JsonNode variant : golden.variants()) {
            JsonNode sample = variant.get("sample");
            Estimator estimator = new GoldenModel(golden, variant, false).estimator(Centring.PAIR);
            String at = golden + " " + variant.get("name");
            QuadraticLoss quadratic = estimator.quadratic();
            close(at + " n", estimator.units().rows(), sample.get("n"));
            close(at + " loss", quadratic.loss(), sample.get("mean_loss"));
            close(at + " gradient", quadratic.gradient(), sample.get("gradient"));
            close(at + " hessian", quadratic.hessian(), sample.get("hessian"));
            close(
                    at + " blocks",
                    quadratic.blockDiagonal(estimator.parameters().variable()).hessian(),
                    sample.get("hessian_block_diagonal"));
            if (sample.has("hessian_cross_center_mean")) {
                Estimator mean = new GoldenModel(golden, variant, false).estimator(Centring.MEAN);
                close(at + " centred at the mean", mean.quadratic().hessian(), sample.get("hessian_cross_center_mean"));
                Estimator none = new GoldenModel(golden, variant, false).estimator(Centring.NONE);
                close(at + " not centred", none.quadratic().hessian(), sample.get("hessian_cross_center_none"));
                close(
                        at + " factorisation",
                        estimator.factorisation().largest(),
                        sample.get("factorisation_check_max_abs_z"));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void evaluationsAreThoseOfTheCase(GoldenCase golden) {
        for (JsonNode variant : golden.variants()) {
            Estimator estimator = new GoldenModel(golden, variant, false).estimator(Centring.PAIR);
            for (JsonNode evaluation : variant.get("evaluations")) {
                check(golden + " " + variant.get("name"), estimator, evaluation);
            }
        }
    }

    private static void check(String where, Estimator estimator, JsonNode evaluation) {
        double[] delta = doubles(evaluation.get("delta"));
        String at = where + " at " + evaluation.get("delta");
        Estimator.Taylor taylor = estimator.taylor(delta);
        close(at + " taylor", taylor.value(), evaluation.get("taylor"));
        close(
                at + " blocks",
                estimator
                        .quadratic()
                        .blockDiagonal(estimator.parameters().variable())
                        .at(delta),
                evaluation.get("taylor_block_diagonal"));
        close(at + " error", taylor.standardError(), evaluation.get("std_error"));
        close(at + " one-step", taylor.oneStep(), evaluation.get("one_step"));
        check(at, estimator.importance(delta), evaluation.get("is"));
        if (evaluation.has("third_derivative")) {
            close(
                    at + " third",
                    Objects.requireNonNull(estimator.thirdDerivative(delta)),
                    evaluation.get("third_derivative"));
        }
        if (evaluation.has("second_derivative_path")) {
            PathCheck path = Objects.requireNonNull(estimator.path(delta));
            JsonNode expected = evaluation.get("second_derivative_path");
            close(at + " path", path.value(), expected.get("value"));
            close(at + " remainder", path.remainder(), expected.get("remainder_bound"));
        }
    }

    private static void check(String at, ImportanceSampling found, JsonNode is) {
        close(at + " is plain", found.plain(), is.get("plain"));
        close(at + " is normalised", found.selfNormalised(), is.get("self_normalised"));
        close(at + " ess", found.effectiveSize(), is.get("ess"));
        close(at + " ess share", found.effectiveShare(), is.get("ess_ratio"));
        close(at + " mean weight", found.meanWeight(), is.get("mean_weight"));
        close(at + " max weight", found.maxWeight(), is.get("max_weight"));
        close(at + " max share", found.maxShare(), is.get("max_share"));
        close(at + " se plain", found.sePlain(), is.get("se_plain"));
        close(at + " se normalised", found.seSelfNormalised(), is.get("se_self_normalised"));
        close(at + " clip", found.clip(), is.get("clip_cap_q99"));
        close(at + " clipped plain", found.clippedPlain(), is.get("clipped_plain"));
        close(at + " clipped normalised", found.clippedSelfNormalised(), is.get("clipped_self_normalised"));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void worstCasesAreThoseOfTheCase(GoldenCase golden) {
        for (JsonNode variant : golden.variants()) {
            Estimator estimator = new GoldenModel(golden, variant, false).estimator(Centring.PAIR);
            int sign = variant.get("larger_is_worse").asBoolean() ? 1 : -1;
            QuadraticLoss full = estimator.quadratic();
            QuadraticLoss blocks = full.blockDiagonal(estimator.parameters().variable());
            for (JsonNode worst : variant.get("worst_case")) {
                String at = golden + " " + variant.get("name") + " radius " + worst.get("radius");
                double radius = worst.get("radius").asDouble();
                check(at, estimator, full, sign, radius, worst.get("full"));
                check(at + " blocks", estimator, blocks, sign, radius, worst.get("block_diagonal"));
            }
        }
    }

    private static void check(
            String at, Estimator estimator, QuadraticLoss model, int sign, double radius, JsonNode expected) {
        WorstCase found =
                new TrustRegion(signed(model, sign, estimator.parameters().labels())).solve(radius);
        close(at + " loss", model.loss() + sign * found.gain(), expected.get("taylor_loss"));
        close(at + " multiplier", found.multiplier(), expected.get("multiplier"));
        assertThat(found.certificate().accepted()).as(at).isTrue();
        if (found.unique()) {
            double[] delta = doubles(expected.get("delta"));
            for (int a = 0; a < delta.length; a++) {
                assertThat(Math.abs(found.delta()[a] - delta[a]))
                        .as(at + " delta " + a)
                        .isLessThanOrEqualTo(1e-7 * Math.max(1, Math.abs(delta[a])));
            }
        }
        if (expected.has("std_error")) {
            double[] delta = doubles(expected.get("delta"));
            Estimator.Taylor taylor = estimator.taylor(delta);
            close(at + " error", taylor.standardError(), expected.get("std_error"));
            close(at + " one-step", taylor.oneStep(), expected.get("one_step_value"));
            check(at, estimator.importance(delta), expected.get("is"));
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void cellsGiveWhatRowsGive(GoldenCase golden) {
        JsonNode nuisance = golden.json().get("nuisance");
        if (nuisance == null || !nuisance.asString().equals("group-mean")) {
            return;
        }
        for (JsonNode variant : golden.variants()) {
            Estimator rows = new GoldenModel(golden, variant, false).estimator(Centring.PAIR);
            Estimator cells = new GoldenModel(golden, variant, true).estimator(Centring.PAIR);
            assertThat(cells.units().size()).isLessThan(rows.units().size() / 2);
            assertThat(cells.quadratic().gradient())
                    .usingComparatorWithPrecision(1e-12)
                    .containsExactly(rows.quadratic().gradient());
            for (JsonNode evaluation : variant.get("evaluations")) {
                check(golden + " cells " + variant.get("name"), cells, evaluation);
            }
        }
    }

    private static Quadratic signed(QuadraticLoss model, int sign, List<String> labels) {
        double[] g = model.gradient().clone();
        double[][] h = new double[g.length][];
        for (int a = 0; a < g.length; a++) {
            g[a] *= sign;
            h[a] = model.hessian()[a].clone();
            for (int b = 0; b < g.length; b++) {
                h[a][b] *= sign;
            }
        }
        return new Quadratic(g, h, labels);
    }

    private static double[] doubles(JsonNode array) {
        List<Double> values = new ArrayList<>();
        array.forEach(value -> values.add(value.asDouble()));
        return values.stream().mapToDouble(Double::doubleValue).toArray();
    }

    private static void close(String what, double found, JsonNode expected) {
        double value = expected.asDouble();
        assertThat(Math.abs(found - value))
                .as(what + ": found " + found + ", expected " + value)
                .isLessThanOrEqualTo(TOLERANCE * Math.max(1, Math.abs(value)));
    }

    private static void close(String what, double[] found, JsonNode expected) {
        assertThat(found).as(what).hasSize(expected.size());
        for (int a = 0; a < found.length; a++) {
            close(what + " " + a, found[a], expected.get(a));
        }
    }

    private static void close(String what, double[][] found, JsonNode expected) {
        assertThat(found.length).as(what).isEqualTo(expected.size());
        for (int a = 0; a < found.length; a++) {
            close(what + " row " + a, found[a], expected.get(a));
        }
    }
}
