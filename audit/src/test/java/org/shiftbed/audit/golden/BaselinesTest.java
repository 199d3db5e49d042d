package org.shiftbed.audit.golden;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.shiftbed.audit.baseline.Baselines;
import org.shiftbed.audit.baseline.ConditionalSubpopulation;
import org.shiftbed.audit.baseline.JointChiSquare;
import org.shiftbed.audit.baseline.JointCvar;
import org.shiftbed.audit.baseline.LossDistribution;
import org.shiftbed.audit.estimate.Estimator;
import org.shiftbed.audit.estimate.RowLosses;
import org.shiftbed.audit.estimate.Settings.Centring;
import org.shiftbed.audit.estimate.ShiftingVariable;
import org.shiftbed.audit.nuisance.Groups;
import org.shiftbed.audit.result.AuditResult.Baseline;
import org.shiftbed.audit.worst.Quadratic;
import org.shiftbed.audit.worst.TrustRegion;
import org.shiftbed.base.Seed;
import tools.jackson.databind.JsonNode;

/** Other ways of asking for a worst case, on the rows of the cases. */
class BaselinesTest {

    static List<GoldenCase> cases() {
        return GoldenCase.all();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void baselinesAreThoseOfTheCase(GoldenCase golden) {
        JsonNode expected = golden.json().get("baselines");
        if (expected == null) {
            return;
        }
        GoldenModel model = new GoldenModel(golden, golden.variants().get(0), true);
        Estimator estimator = model.estimator(Centring.PAIR);
        ShiftingVariable variable = estimator.variables().get(0);
        int[] levels = new int[estimator.units().size()];
        Arrays.setAll(levels, u -> (int) variable.statistic().at(u, 0));
        LossDistribution losses = LossDistribution.of(model.losses(), 1, 0);
        for (JsonNode one : expected.get("subpopulation")) {
            double keep = one.get("keep").asDouble();
            double conditional = new ConditionalSubpopulation(keep)
                    .discrete(estimator.units(), Objects.requireNonNull(variable.patterns()), Groups.of(levels, 2), 1)
                    .loss();
            close("conditional, keep " + keep, conditional, one.get("conditional_subpopulation_sample"));
            close("CVaR, keep " + keep, new JointCvar(keep).worst(losses, 1), one.get("joint_cvar_sample"));
        }
        for (JsonNode one : expected.get("chi2")) {
            double rho = one.get("rho").asDouble();
            close("chi-square " + rho, new JointChiSquare(rho).worst(losses, 1), one.get("joint_chi2_sample"));
        }
    }

    /** The reweighted rows lie inside the matched balls, so no ball may answer less than their mean. */
    @ParameterizedTest
    @MethodSource("cases")
    void matchedBallsHoldTheReweightedRows(GoldenCase golden) {
        for (JsonNode variant : golden.variants().subList(0, 1)) {
            int sign = variant.get("larger_is_worse").asBoolean() ? 1 : -1;
            GoldenModel model = new GoldenModel(golden, variant, false);
            Estimator estimator = model.estimator(Centring.PAIR);
            double[] delta =
                    doubles(variant.get("worst_case").get(1).get("full").get("delta"));
            double radius = variant.get("worst_case").get(1).get("radius").asDouble();
            Map<String, Baseline> table = table(estimator, model.losses(), sign, delta, radius);
            double reweighted = estimator.importance(delta).selfNormalised();
            double chiSquare = find(table, "joint chi-square").loss();
            assertThat(sign * chiSquare).as(golden + " chi-square").isGreaterThanOrEqualTo(sign * reweighted - 1e-9);
            double unnormalised = Math.log(estimator.importance(delta).meanWeight());
            if (unnormalised >= 0) {
                double kl = find(table, "joint KL").loss();
                assertThat(sign * kl).as(golden + " KL").isGreaterThanOrEqualTo(sign * reweighted - 1e-9);
            }
            double half = find(table, "joint CVaR").loss();
            assertThat(sign * (half - estimator.quadratic().loss())).isPositive();
            Baseline conditional = find(table, "conditional subpopulation");
            Baseline marginal = find(table, "marginal DRO");
            for (Baseline one : List.of(conditional, marginal)) {
                assertThat(one.standardError()).as(golden + " " + one).isPositive();
                assertThat(sign * (half - one.loss()))
                        .as(golden + " the worst half of all rows is at least as bad as " + one)
                        .isGreaterThan(-4 * one.standardError());
                assertThat(sign * (one.loss() - estimator.quadratic().loss()))
                        .as(golden + " " + one)
                        .isGreaterThan(-4 * one.standardError());
            }
            assertThat(table.values()).allSatisfy(one -> {
                assertThat(one.loss()).isFinite();
                assertThat(one.remark()).endsWith(".");
            });
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void oneVariableAtATimeNeverBeatsAllOfThem(GoldenCase golden) {
        JsonNode variant = golden.variants().get(0);
        if (golden.json().get("variables").size() < 2) {
            return;
        }
        int sign = variant.get("larger_is_worse").asBoolean() ? 1 : -1;
        GoldenModel model = new GoldenModel(golden, variant, true);
        Estimator estimator = model.estimator(Centring.PAIR);
        JsonNode worst = variant.get("worst_case").get(2);
        double radius = worst.get("radius").asDouble();
        double[] delta = doubles(worst.get("full").get("delta"));
        Map<String, Baseline> table = table(estimator, model.losses(), sign, delta, radius);
        double alone = find(table, "one variable at a time").loss();
        assertThat(sign * alone)
                .isLessThan(sign * worst.get("full").get("taylor_loss").asDouble());
        // By hand: the best of the searches on the blocks of each variable.
        int[] owner = estimator.parameters().variable();
        double best = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < estimator.variables().size(); i++) {
            List<Integer> own = new ArrayList<>();
            for (int k = 0; k < owner.length; k++) {
                if (owner[k] == i) {
                    own.add(k);
                }
            }
            double[] g = new double[own.size()];
            double[][] h = new double[own.size()][own.size()];
            for (int a = 0; a < g.length; a++) {
                g[a] = sign * estimator.quadratic().gradient()[own.get(a)];
                for (int b = 0; b < g.length; b++) {
                    h[a][b] = sign * estimator.quadratic().hessian()[own.get(a)][own.get(b)];
                }
            }
            best = Math.max(
                    best, new TrustRegion(Quadratic.of(g, h)).solve(radius).gain());
        }
        assertThat(alone).isCloseTo(estimator.quadratic().loss() + sign * best, within(1e-12));
    }

    private static Map<String, Baseline> table(
            Estimator estimator, RowLosses losses, int sign, double[] delta, double radius) {
        return Baselines.all(Baselines.Question.ball(estimator, losses, sign, delta, radius, Seed.of("baselines test")))
                .stream()
                .collect(Collectors.toMap(one -> one.name() + ", " + one.setting(), Function.identity()));
    }

    private static Baseline find(Map<String, Baseline> table, String name) {
        return table.entrySet().stream()
                .filter(one -> one.getKey().startsWith(name))
                .sorted(Map.Entry.<String, Baseline>comparingByKey().reversed())
                .findFirst()
                .orElseThrow()
                .getValue();
    }

    private static double[] doubles(JsonNode array) {
        double[] values = new double[array.size()];
        Arrays.setAll(values, k -> array.get(k).asDouble());
        return values;
    }

    private static void close(String what, double found, JsonNode expected) {
        double value = expected.asDouble();
        assertThat(Math.abs(found - value))
                .as(what + ": found " + found + ", expected " + value)
                .isLessThanOrEqualTo(1e-9 * Math.max(1, Math.abs(value)));
    }
}
