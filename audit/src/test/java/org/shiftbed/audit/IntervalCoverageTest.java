package org.shiftbed.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shiftbed.audit.estimate.Estimator;
import org.shiftbed.audit.estimate.QuadraticLoss;
import org.shiftbed.audit.spec.AuditSpec;
import org.shiftbed.audit.spec.EstimationSpec;
import org.shiftbed.audit.spec.LossSpec;
import org.shiftbed.audit.spec.ShiftSpec;
import org.shiftbed.base.Seed;
import org.shiftbed.data.table.Column;
import org.shiftbed.data.table.Table;
import org.shiftbed.data.table.TableScan;

/** Standard errors and intervals of Q at a fixed shift against many tables of laws whose Q is known (parametric-robustness 3.4). */
@Tag("slow")
class IntervalCoverageTest {
    private static final int TABLES = 2000;

    private static Prepared prepared(AuditSpec spec, Table table) {
        try (TableScan scan = TableScan.of(table, Map.of())) {
            return Preparation.of(scan, spec, LossSource.of(spec, scan), false);
        }
    }

    private static Estimator.Taylor taylor(AuditSpec spec, Table table, double... delta) {
        return prepared(spec, table).estimator(1, 0).taylor(delta);
    }

    private static SplittableRandom random(String what, int table) {
        return Seed.of("coverage", what).child(table).random();
    }

    private static void holds(String what, double truth, IntFunction<Estimator.Taylor> draw) {
        Coverage coverage = Coverage.of(TABLES, truth, draw);
        System.out.println(what + ": " + coverage);
        assertThat(coverage.ratio()).as(what + ": " + coverage).isBetween(0.93, 1.04);
        assertThat(coverage.covered()).as(what + ": " + coverage).isBetween(0.93, 0.965);
    }

    @ParameterizedTest
    @CsvSource({
        "500, 0, 0",
        "500, 1, 0",
        "500, 0, 1",
        "500, 1, 1",
        "500, 2, 2",
        "2000, 1, 1",
        "2000, 2, 2",
        "2000, -2, 2"
    })
    void twoBinaries(int rows, double da, double db) {
        AuditSpec spec = AuditSpec.of(LossSpec.column("error"), TwoBinaries.shifts());
        double truth = TwoBinaries.model(TwoBinaries.ERRORS).at(new double[] {da, db});
        holds("two binaries, n=" + rows + ", delta=(" + da + ", " + db + ")", truth, t -> {
            return taylor(spec, TwoBinaries.draw(rows, 1, random("binaries", t)), da, db);
        });
    }

    @Test
    void oneParameterTiesTwoBinaries() {
        ShiftSpec[] shifts = TwoBinaries.shifts();
        AuditSpec spec = AuditSpec.of(LossSpec.column("error"), shifts[0].withTie("both"), shifts[1].withTie("both"));
        double truth = TwoBinaries.model(TwoBinaries.ERRORS).at(new double[] {1.5, 1.5});
        holds("tied binaries, n=500, delta=1.5", truth, t -> {
            return taylor(spec, TwoBinaries.draw(500, 1, random("tied", t)), 1.5);
        });
    }

    @Test
    void householdsAsClusters() {
        AuditSpec spec = AuditSpec.of(LossSpec.column("error"), TwoBinaries.shifts());
        double truth = TwoBinaries.model(TwoBinaries.ERRORS).at(new double[] {1, 1});
        IntFunction<Table> draw = t -> TwoBinaries.draw(2000, 5, random("households", t));
        holds("400 households of 5, delta=(1, 1)", truth, t -> {
            return taylor(spec.withCluster("household"), draw.apply(t), 1, 1);
        });
        Coverage blind = Coverage.of(TABLES, truth, t -> taylor(spec, draw.apply(t), 1, 1));
        System.out.println("the same rows taken as independent: " + blind);
        assertThat(blind.ratio()).isLessThan(0.85);
    }

    @Test
    void ratioOfTwoAverages() {
        AuditSpec spec = AuditSpec.of(LossSpec.ratioOfColumns("both", "counted"), TwoBinaries.shifts());
        double[] delta = {1, 1};
        QuadraticLoss top = TwoBinaries.model(TwoBinaries.countedErrors());
        QuadraticLoss bottom = TwoBinaries.model(TwoBinaries.COUNTED);
        holds("ratio, n=1000, delta=(1, 1)", top.at(delta) / bottom.at(delta), t -> {
            Prepared prepared = prepared(spec, TwoBinaries.draw(1000, 1, random("ratio", t)));
            return new RatioOfAverages(
                            prepared.estimator(1, 0), prepared.estimator(0, 1), rho -> prepared.estimator(1, -rho))
                    .taylor(delta);
        });
    }

    /** W given two numbers; the loss is W^2/2 + 0.3 W z1 and noise, so that Q is 0.6 delta + 0.72 delta^2 above the mean, in units of sd 1.2. */
    private static Table gaussian(int rows, SplittableRandom random) {
        double[] w = new double[rows];
        double[] z1 = new double[rows];
        double[] z2 = new double[rows];
        double[] loss = new double[rows];
        for (int r = 0; r < rows; r++) {
            z1[r] = random.nextGaussian();
            z2[r] = 0.3 * z1[r] + Math.sqrt(1 - 0.09) * random.nextGaussian();
            w[r] = 0.5 + 0.8 * z1[r] - 0.6 * z2[r] + 1.2 * random.nextGaussian();
            loss[r] = w[r] * w[r] / 2 + 0.3 * w[r] * z1[r] + 0.5 * random.nextGaussian();
        }
        return new Table(List.of(
                new Column.Doubles("w", w),
                new Column.Doubles("z1", z1),
                new Column.Doubles("z2", z2),
                new Column.Doubles("loss", loss)));
    }

    @ParameterizedTest
    @CsvSource({"linear, 0.5", "linear, 1", "poly, 1"})
    void gaussianGivenTwoNumbers(String nuisance, double delta) {
        ShiftSpec shift =
                ShiftSpec.of("w").withFamily("gaussian").withOption("sd", 1.2).given("z1", "z2");
        AuditSpec plain = AuditSpec.of(LossSpec.column("loss"), shift);
        AuditSpec spec = plain.withEstimation(
                plain.estimation().withNuisance(EstimationSpec.Nuisance.valueOf(nuisance.toUpperCase(Locale.ROOT))));
        // E[W^2] = 0.25 + Var; Var(0.8 z1 - 0.6 z2) = 0.64 + 0.36 - 2 * 0.48 * 0.3; E[W z1] = 0.8 - 0.6 * 0.3.
        double mean = (0.25 + 0.64 + 0.36 - 0.96 * 0.3 + 1.44) / 2 + 0.3 * (0.8 - 0.18);
        holds("gaussian, " + nuisance + ", n=1000, delta=" + delta, mean + 0.6 * delta + 0.72 * delta * delta, t -> {
            return taylor(spec, gaussian(1000, random("gaussian", t)), delta);
        });
    }

    /**
     * The spread that a shift is measured in comes from the same rows. With a loss of this tail and a large shift it takes more than 1000 rows until
     * the estimate is close to normal.
     */
    @ParameterizedTest
    @CsvSource({"1000, 0.5", "4000, 1", "4000, 2"})
    void gaussianInUnitsOfAFittedSpread(int rows, double delta) {
        AuditSpec spec = AuditSpec.of(
                LossSpec.column("loss"),
                ShiftSpec.of("w").withFamily("gaussian").given("z1", "z2"));
        double mean = (0.25 + 0.64 + 0.36 - 0.96 * 0.3 + 1.44) / 2 + 0.3 * (0.8 - 0.18);
        String what = "gaussian, fitted spread, n=" + rows + ", delta=" + delta;
        holds(what, mean + 0.6 * delta + 0.72 * delta * delta, t -> {
            return taylor(spec, gaussian(rows, random("spread", t)), delta);
        });
    }

    private static double chance(double z) {
        return 1 / (1 + Math.exp(0.5 - 0.8 * z));
    }

    private static double rate(int w, double z) {
        return 0.2 + 0.3 * w + 0.1 * w * z;
    }

    /** Q of the binary given a number, by a sum over a grid of the standard normal law. */
    private static double binaryGivenNumber(double delta) {
        double sum = 0;
        double weights = 0;
        for (int k = -8000; k <= 8000; k++) {
            double z = k * 1e-3;
            double weight = Math.exp(-z * z / 2);
            double p = chance(z);
            double effect = rate(1, z) - rate(0, z);
            double slope = p * (1 - p) * effect;
            double curvature = p * (1 - p) * (1 - 2 * p) * effect;
            weights += weight;
            sum += weight * (rate(0, z) + p * effect + slope * delta + curvature * delta * delta / 2);
        }
        return sum / weights;
    }

    @ParameterizedTest
    @CsvSource({"0.5", "1", "2"})
    void binaryGivenANumberByAGeneralisedLinearMean(double delta) {
        ShiftSpec shift = ShiftSpec.of("w").withFamily("bernoulli").given("z");
        AuditSpec spec = AuditSpec.of(LossSpec.column("loss"), shift);
        holds("bernoulli by glm, n=1000, delta=" + delta, binaryGivenNumber(delta), t -> {
            SplittableRandom random = random("glm", t);
            int rows = 1000;
            double[] z = new double[rows];
            int[] w = new int[rows];
            double[] loss = new double[rows];
            for (int r = 0; r < rows; r++) {
                z[r] = random.nextGaussian();
                w[r] = random.nextDouble() < chance(z[r]) ? 1 : 0;
                loss[r] = rate(w[r], z[r]) + 0.2 * random.nextGaussian();
            }
            Table table = new Table(
                    List.of(new Column.Doubles("z", z), new Column.Ints("w", w), new Column.Doubles("loss", loss)));
            return taylor(spec, table, delta);
        });
    }
}
