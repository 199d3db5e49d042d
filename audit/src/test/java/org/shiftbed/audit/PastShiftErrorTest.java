package org.shiftbed.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.audit.estimate.Estimator;
import org.shiftbed.audit.estimate.ImportanceSampling;
import org.shiftbed.audit.result.AuditResult;
import org.shiftbed.audit.result.History;
import org.shiftbed.audit.result.RadiusResult;
import org.shiftbed.audit.result.Verdict;
import org.shiftbed.audit.spec.AuditSpec;
import org.shiftbed.audit.spec.EstimationSpec;
import org.shiftbed.audit.spec.LikeSpec;
import org.shiftbed.audit.spec.LossSpec;
import org.shiftbed.audit.spec.ShiftSpec;
import org.shiftbed.base.UserError;
import org.shiftbed.data.table.Table;
import org.shiftbed.data.table.TableScan;
import org.shiftbed.data.table.TableWriter;

/** The error of the loss under a shift that was measured between two tables. */
class PastShiftErrorTest {
    private static final double[] TRUTH = {0.5, -0.4, 0.8};

    @TempDir
    Path folder;

    private AuditResult run(AuditSpec spec, Table table, Table before, Table after) throws IOException {
        Path one = folder.resolve("before.parquet");
        Path two = folder.resolve("after.parquet");
        TableWriter.write(one, before);
        TableWriter.write(two, after);
        return Rows.run(spec.withLike(new LikeSpec(one.toString(), two.toString())), table);
    }

    private static History history(AuditResult result) {
        return Objects.requireNonNull(result.history());
    }

    /** Of one parameter: the slope of the quadratic model and of the weighted loss by differences, the errors of a shift that is known. */
    @Test
    void theErrorOfTheShiftIsPartOfTheErrorOfTheLoss() throws IOException {
        AuditSpec spec = AuditSpec.of(LossSpec.column("error"), ShiftSpec.of("A"))
                .withEstimation(EstimationSpec.standard().withBootstrap(0));
        Table rows = Rows.twoBinaries(3, 2000, Rows.NO_SHIFT);
        AuditResult result = run(spec, rows, Rows.twoBinaries(1, 900, Rows.NO_SHIFT), Rows.twoBinaries(2, 700, TRUTH));
        History found = history(result);
        RadiusResult.ShiftEstimate under = Objects.requireNonNull(found.estimate());
        double[] moved = new double[3];
        Estimator.Taylor[] there = new Estimator.Taylor[3];
        ImportanceSampling[] check = new ImportanceSampling[3];
        try (TableScan scan = TableScan.of(rows, Map.of())) {
            Estimator estimator =
                    Preparation.of(scan, spec, LossSource.of(spec, scan), false).estimator(1, 0);
            for (int k = 0; k < 3; k++) {
                moved[k] = found.delta()[0] + (k - 1) * 1e-4;
                there[k] = estimator.taylor(new double[] {moved[k]});
                check[k] = estimator.importance(new double[] {moved[k]});
            }
        }
        double slope = (there[2].value() - there[0].value()) / 2e-4;
        double weighted = (check[2].selfNormalised() - check[0].selfNormalised()) / 2e-4;
        double error = found.errors()[0];
        assertThat(Math.abs(slope) * error).isGreaterThan(there[1].changeError());
        assertThat(under.standardError()).isCloseTo(Math.hypot(there[1].standardError(), slope * error), within(1e-7));
        assertThat(under.changeError()).isCloseTo(Math.hypot(there[1].changeError(), slope * error), within(1e-7));
        assertThat(under.importance().seSelfNormalised())
                .isCloseTo(Math.hypot(check[1].seSelfNormalised(), weighted * error), within(1e-7));
        assertThat(under.high() - under.value()).isCloseTo(1.959963984540054 * under.standardError(), within(1e-12));
    }

    /** Three parameters, all three tables drawn anew each time. */
    @Test
    @Tag("slow")
    void theErrorIsHowFarTheLossSpreadsWhereAllTablesAreDrawnAnew() throws IOException {
        int draws = 120;
        double[] values = new double[draws];
        double[] errors = new double[draws];
        for (int t = 0; t < draws; t++) {
            Table rows = Rows.twoBinaries(3000 + t, 1500, Rows.NO_SHIFT);
            AuditResult result = run(
                    Rows.question(),
                    rows,
                    Rows.twoBinaries(1000 + t, 800, Rows.NO_SHIFT),
                    Rows.twoBinaries(2000 + t, 800, TRUTH));
            RadiusResult.ShiftEstimate under =
                    Objects.requireNonNull(history(result).estimate());
            values[t] = under.value();
            errors[t] = under.standardError();
        }
        double mean = Rows.mean(values);
        double spread = Math.sqrt(
                Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum() / (draws - 1));
        // A standard deviation of 120 draws has itself a relative error of 6.5%.
        assertThat(Rows.mean(errors) / spread).isBetween(0.82, 1.18);
    }

    private static Table numbers(long seed, int n, double mean, double sd) {
        SplittableRandom random = new SplittableRandom(seed);
        double[] x = new double[n];
        double[] loss = new double[n];
        for (int r = 0; r < n; r++) {
            x[r] = mean + sd * Rows.normal(random);
            loss[r] = 0.1 * x[r] + 0.2 * x[r] * x[r];
        }
        return Rows.of("x", x, "loss", loss);
    }

    private List<String> doubts(double sd) throws IOException {
        AuditSpec spec = AuditSpec.of(LossSpec.column("loss"), ShiftSpec.of("x").withFamily("gaussian"))
                .withEstimation(EstimationSpec.standard().withBootstrap(0));
        AuditResult result = run(spec, numbers(1, 2000, 0, 1), numbers(2, 2000, 0, 1), numbers(3, 2000, 0.3, sd));
        Verdict verdict = Objects.requireNonNull(history(result).estimate()).verdict();
        assertThat(verdict.grade() == Verdict.Grade.GOOD).isEqualTo(sd == 1);
        return verdict.reasons();
    }

    @Test
    void aSpreadThatChangedIsNoPartOfAShiftOfTheMean() throws IOException {
        assertThat(doubts(1.5).get(0)).contains("the spread of 'x' changed by a factor of 1.499,");
        assertThat(doubts(1)).noneMatch(reason -> reason.contains("spread"));
    }

    @Test
    void aLaterTableThatTellsNothingIsRefused() {
        Table one = new Table(Rows.twoBinaries(2, 40, Rows.NO_SHIFT).columns());
        Table later = Rows.select(one, new int[] {0});
        assertThatThrownBy(() -> run(
                        AuditSpec.of(LossSpec.column("error"), ShiftSpec.of("B").given("A"))
                                .withEstimation(EstimationSpec.standard().withBootstrap(0)),
                        Rows.twoBinaries(1, 400, Rows.NO_SHIFT),
                        Rows.twoBinaries(3, 400, Rows.NO_SHIFT),
                        later))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("moved without bound");
    }
}
