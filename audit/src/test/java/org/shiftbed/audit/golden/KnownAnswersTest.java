package org.shiftbed.audit.golden;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.shiftbed.audit.estimate.Estimator;
import org.shiftbed.audit.estimate.ImportanceSampling;
import org.shiftbed.audit.estimate.Parameters;
import org.shiftbed.audit.estimate.QuadraticLoss;
import org.shiftbed.audit.estimate.Settings;
import org.shiftbed.audit.estimate.ShiftingVariable;
import org.shiftbed.audit.estimate.UnitsBuilder;
import org.shiftbed.audit.family.ExponentialFamily;
import org.shiftbed.audit.family.Families;
import org.shiftbed.audit.family.FamilyOptions;
import org.shiftbed.audit.form.Forms;
import org.shiftbed.audit.nuisance.Features;
import org.shiftbed.audit.nuisance.Groups;
import org.shiftbed.audit.worst.Quadratic;
import org.shiftbed.audit.worst.TrustRegion;
import org.shiftbed.audit.worst.WorstCase;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Small inputs with answers in closed form (parametric-robustness 3.6). */
class KnownAnswersTest {
    private static final int ROWS = 200_000;

    /** Loss W, W standard normal: variances of both estimators within five sampling errors of a variance. */
    @Test
    void standardErrorsAreThoseOfTheVarianceTable() {
        double[] w = normals(ROWS, 1);
        Estimator estimator = gaussian(w, w);
        int checked = 0;
        for (JsonNode row : JsonMapper.shared()
                .readTree(KnownAnswersTest.class.getResourceAsStream("/robustness/optimiser.json"))
                .get("variance_per_row_standard_normal_identity_loss")) {
            double d = row.get("delta").asDouble();
            double[] delta = {d};
            Estimator.Taylor taylor = estimator.taylor(delta);
            assertThat(taylor.value()).isCloseTo(d, within(5 * taylor.standardError()));
            checked += variance(
                    "Taylor at " + d,
                    taylor.standardError(),
                    row.get("taylor").asDouble(),
                    x -> x + d * (x * x - 1) + d * d / 2 * (x * x * x - 3 * x));
            ImportanceSampling weighted = estimator.importance(delta);
            DoubleUnaryOperator weight = x -> Math.exp(d * x - d * d / 2);
            checked += variance(
                    "weighted at " + d,
                    weighted.sePlain(),
                    row.get("importance").asDouble(),
                    x -> weight.applyAsDouble(x) * x - d);
            checked += variance(
                    "self-normalised at " + d,
                    weighted.seSelfNormalised(),
                    row.get("self_normalised").asDouble(),
                    x -> weight.applyAsDouble(x) * (x - d));
            if (d <= 1) {
                assertThat(weighted.effectiveShare())
                        .isCloseTo(row.get("ess_ratio").asDouble(), within(0.05));
            }
        }
        assertThat(checked).isGreaterThanOrEqualTo(10);
    }

    private static int variance(String what, double error, double expected, DoubleUnaryOperator influence) {
        double square = ExactGaussian.mean(x -> Math.pow(influence.applyAsDouble(x), 2));
        assertThat(square).as(what + " by quadrature").isCloseTo(expected, within(1e-9 * expected));
        double fourth = ExactGaussian.mean(x -> Math.pow(influence.applyAsDouble(x), 4));
        double relative = Math.sqrt((fourth / (square * square) - 1) / ROWS);
        if (relative > 0.05) {
            // The few rows that carry such a variance are not among these; nothing can be said of it.
            return 0;
        }
        assertThat(error * error * ROWS / expected).as(what).isCloseTo(1, within(5 * relative));
        return 1;
    }

    @Test
    void theSquareOfAShiftedNormalIsFoundWhereWeightsSeeTwoPercentOfTheRows() {
        int n = 100_000;
        double[] w = normals(n, 2);
        double[] loss = Arrays.stream(w).map(x -> x * x).toArray();
        Estimator estimator = gaussian(w, loss);
        double[] delta = {2};
        Estimator.Taylor taylor = estimator.taylor(delta);
        assertThat(taylor.value()).isCloseTo(5.0, within(0.15));
        assertThat(taylor.value()).isCloseTo(5.0, within(5 * taylor.standardError()));
        assertThat(estimator.importance(delta).effectiveShare()).isBetween(0.008, 0.035);
    }

    @Test
    void twoCoinsThatMustDifferHaveTwoWorstShifts() {
        int n = 400;
        double[] a = new double[n];
        double[] b = new double[n];
        double[] loss = new double[n];
        for (int r = 0; r < n; r++) {
            a[r] = r % 2;
            b[r] = r / 2 % 2;
            loss[r] = a[r] == b[r] ? 0 : 1;
        }
        ExponentialFamily coin = Families.require("test", "bernoulli", FamilyOptions.of("coin"));
        Estimator estimator =
                estimator(new double[][] {a, b}, loss, List.of(variable("A", coin, a), variable("B", coin, b)));
        QuadraticLoss model = estimator.quadratic();
        WorstCase worst = new TrustRegion(Quadratic.of(model.gradient(), model.hessian())).solve(Math.sqrt(2));
        assertThat(worst.kind()).isEqualTo(WorstCase.Kind.HARD);
        assertThat(worst.unique()).isFalse();
        assertThat(worst.others()).hasSize(1);
        for (double[] delta : List.of(worst.delta(), worst.others().get(0))) {
            assertThat(Math.abs(delta[0])).isCloseTo(1, within(1e-12));
            assertThat(delta[0]).isCloseTo(-delta[1], within(1e-12));
            assertThat(model.at(delta)).isCloseTo(0.625, within(1e-12));
            double p = BinaryNetwork.sigmoid(1);
            assertThat(estimator.importance(delta).selfNormalised())
                    .isCloseTo(p * p + (1 - p) * (1 - p), within(1e-12));
        }
        assertThat(worst.delta()[0]).isCloseTo(-worst.others().get(0)[0], within(1e-12));
    }

    private static Estimator gaussian(double[] w, double[] loss) {
        ExponentialFamily normal = Families.require(
                "test", "gaussian", FamilyOptions.of("W").withSd(1).withUnit("raw"));
        return estimator(new double[][] {w}, loss, List.of(variable("W", normal, w)));
    }

    private static Estimator estimator(double[][] columns, double[] loss, List<ShiftingVariable> variables) {
        UnitsBuilder builder =
                new UnitsBuilder(new UnitsBuilder.Layout(new int[columns.length], 5, false, false, 1, false));
        builder.add(loss.length, columns, loss, null, null, null);
        return new Estimator(
                builder.build().first(),
                variables,
                Parameters.of(variables, Collections.nCopies(variables.size(), null)),
                Settings.AUTO);
    }

    private static ShiftingVariable variable(String name, ExponentialFamily family, double[] values) {
        double[] statistic = new double[values.length];
        double[] t = new double[1];
        for (int r = 0; r < values.length; r++) {
            family.statistic(new double[] {values[r]}, t);
            statistic[r] = t[0];
        }
        return new ShiftingVariable(
                name,
                family,
                Forms.require("test", "constant", family, List.of(), null),
                statistic,
                new double[0][],
                null,
                Groups.one(values.length),
                true,
                new Features(),
                null);
    }

    private static double[] normals(int n, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double[] values = new double[n];
        for (int r = 0; r < n; r++) {
            double radius = Math.sqrt(-2 * Math.log(1 - random.nextDouble()));
            values[r] = radius * Math.cos(2 * Math.PI * random.nextDouble());
        }
        return values;
    }
}
