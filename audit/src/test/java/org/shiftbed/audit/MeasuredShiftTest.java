package org.shiftbed.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.audit.result.AuditJson;
import org.shiftbed.audit.result.AuditResult;
import org.shiftbed.audit.result.History;
import org.shiftbed.audit.result.RadiusResult;
import org.shiftbed.audit.spec.AuditFile;
import org.shiftbed.audit.spec.AuditSpec;
import org.shiftbed.audit.spec.BudgetSpec;
import org.shiftbed.audit.spec.EstimationSpec;
import org.shiftbed.audit.spec.LikeSpec;
import org.shiftbed.audit.spec.LossSpec;
import org.shiftbed.audit.spec.ShiftSpec;
import org.shiftbed.base.UserError;
import org.shiftbed.data.table.Column;
import org.shiftbed.data.table.Table;
import org.shiftbed.data.table.TableWriter;

class MeasuredShiftTest {
    private static final double[] TRUTH = {0.5, -0.4, 0.8};

    @TempDir
    Path folder;

    private String write(String name, Table table) throws IOException {
        Path file = folder.resolve(name);
        TableWriter.write(file, table);
        return file.toString();
    }

    private AuditSpec like(AuditSpec spec, Table before, Table after) throws IOException {
        return spec.withLike(new LikeSpec(write("before.parquet", before), write("after.parquet", after)));
    }

    private AuditResult run(AuditSpec spec, Table table, Table before, Table after) throws IOException {
        return Rows.run(like(spec, before, after), table);
    }

    private static History history(AuditResult result) {
        return Objects.requireNonNull(result.history());
    }

    private static double share(Table table, String column, DoubleUnaryOperator among) {
        double[] values = table.doubles(column);
        double[] parent = table.doubles("A");
        return IntStream.range(0, values.length)
                .filter(r -> among.applyAsDouble(parent[r]) == 1)
                .mapToDouble(r -> values[r])
                .average()
                .orElseThrow();
    }

    private static double count(Table table, double a) {
        return Arrays.stream(table.doubles("A")).filter(value -> value == a).count();
    }

    @Test
    void ofBinariesItIsTheDifferenceOfLogOddsWithTheirStandardErrors() throws IOException {
        Table before = Rows.twoBinaries(1, 20_000, Rows.NO_SHIFT);
        Table after = Rows.twoBinaries(2, 15_000, TRUTH);
        History found = history(run(Rows.question(), Rows.twoBinaries(3, 2000, Rows.NO_SHIFT), before, after));
        assertThat(found.rowsBefore()).isEqualTo(20_000);
        assertThat(found.rowsAfter()).isEqualTo(15_000);
        double meanRatio = 0;
        for (int k = 0; k < 3; k++) {
            double level = k - 1;
            DoubleUnaryOperator among = k == 0 ? a -> 1 : a -> a == level ? 1 : 0;
            String column = k == 0 ? "A" : "B";
            double p = share(before, column, among);
            double q = share(after, column, among);
            double n = k == 0 ? 20_000 : count(before, level);
            double m = k == 0 ? 15_000 : count(after, level);
            double error = Math.sqrt(1 / (n * p * (1 - p)) + 1 / (m * q * (1 - q)));
            assertThat(found.delta()[k]).isCloseTo(Rows.logit(q) - Rows.logit(p), within(1e-9));
            assertThat(found.delta()[k]).isCloseTo(TRUTH[k], within(4 * error));
            // A standard deviation of 200 replicates has itself a relative error of 5%.
            assertThat(found.errors()[k] / error).isBetween(0.85, 1.15);
            meanRatio += found.errors()[k] / error / 3;
        }
        assertThat(meanRatio).isBetween(0.9, 1.1);
        double norm = Math.sqrt(Arrays.stream(found.delta()).map(d -> d * d).sum());
        double noise = Arrays.stream(found.errors()).map(e -> e * e).sum();
        assertThat(found.radius()).isCloseTo(norm, within(1e-12));
        assertThat(found.debiased()).isCloseTo(Math.sqrt(norm * norm - noise), within(1e-12));
        assertThat(found.radius()).isBetween(found.low(), found.high());
        double truth = Math.sqrt(0.25 + 0.16 + 0.64);
        assertThat(truth).isBetween(found.low(), found.high());
    }

    @Test
    void theLossOfTheAuditedRowsUnderItIsTold() throws IOException {
        Table before = Rows.twoBinaries(1, 20_000, Rows.NO_SHIFT);
        Table after = Rows.twoBinaries(2, 15_000, TRUTH);
        AuditResult result = run(Rows.question(), Rows.twoBinaries(3, 50_000, Rows.NO_SHIFT), before, after);
        double[] d = history(result).delta();
        RadiusResult.ShiftEstimate under =
                Objects.requireNonNull(history(result).estimate());
        assertThat(under.delta()).containsExactly(d);
        // The law of the rows is known, and so is the loss under a shift of it.
        double a = Rows.sigmoid(Rows.logit(0.4) + d[0]);
        double b0 = Rows.sigmoid(Rows.logit(0.3) + d[1]);
        double b1 = Rows.sigmoid(Rows.logit(0.6) + d[2]);
        double exact = (1 - a) * ((1 - b0) * 0.05 + b0 * 0.15) + a * ((1 - b1) * 0.15 + b1 * 0.60);
        assertThat(under.importance().selfNormalised())
                .isCloseTo(exact, within(4 * under.importance().seSelfNormalised()));
        assertThat(under.value())
                .isCloseTo(exact, within(4 * under.standardError() + Objects.requireNonNull(under.remainder())));
        // No shift of that size is worse than the worst one; the radius is rounded to a few digits.
        RadiusResult worst = result.radii().stream()
                .filter(one -> Math.abs(one.radius() - history(result).radius()) < 0.01)
                .findFirst()
                .orElseThrow();
        assertThat(under.value()).isLessThanOrEqualTo(worst.estimate().value() + 0.01 * worst.slope());
    }

    @Test
    void manyPatternsAreRecoveredWithinTheirErrors() throws IOException {
        double[] shift = {0.3, -0.5, 0.2, 0.6, -0.2, 0.1, -0.7, 0.4};
        History found = history(run(
                AuditSpec.of(LossSpec.column("error"), ShiftSpec.of("W").given("X", "Y", "Z"))
                        .withEstimation(EstimationSpec.standard().withBootstrap(0)),
                eight(1, 4000, new double[8]),
                eight(2, 20_000, new double[8]),
                eight(3, 20_000, shift)));
        assertThat(found.delta()).hasSize(8);
        double squares = 0;
        for (int k = 0; k < 8; k++) {
            assertThat(found.delta()[k]).isCloseTo(shift[k], within(4 * found.errors()[k]));
            squares += Math.pow((found.delta()[k] - shift[k]) / found.errors()[k], 2);
        }
        // Chi-square with 8 degrees of freedom: 0.001 and 0.999 quantiles.
        assertThat(squares).isBetween(0.857, 26.12);
    }

    private static Table eight(long seed, int n, double[] shift) {
        SplittableRandom random = new SplittableRandom(seed);
        double[][] columns = new double[5][n];
        for (int r = 0; r < n; r++) {
            int pattern = 0;
            for (int j = 0; j < 3; j++) {
                columns[j][r] = random.nextDouble() < 0.4 + 0.1 * j ? 1 : 0;
                pattern += (int) columns[j][r] << j;
            }
            columns[3][r] = random.nextDouble() < Rows.sigmoid(-0.8 + 0.2 * pattern + shift[pattern]) ? 1 : 0;
            columns[4][r] = random.nextDouble() < 0.1 + 0.2 * columns[3][r] ? 1 : 0;
        }
        return Rows.of("X", columns[0], "Y", columns[1], "Z", columns[2], "W", columns[3], "error", columns[4]);
    }

    @Test
    void ofCountsItIsTheLogarithmOfTheRatioOfRates() throws IOException {
        Table before = counts(1, 8000, 2);
        Table after = counts(2, 6000, 2.7);
        History found = history(run(single("W", "poisson"), counts(3, 1000, 2), before, after));
        double one = Rows.mean(before.doubles("W"));
        double two = Rows.mean(after.doubles("W"));
        double error = Math.sqrt(1 / (8000 * one) + 1 / (6000 * two));
        assertThat(found.delta()[0]).isCloseTo(Math.log(two / one), within(1e-9));
        assertThat(found.delta()[0]).isCloseTo(Math.log(2.7 / 2), within(4 * error));
        assertThat(found.errors()[0] / error).isBetween(0.85, 1.15);
    }

    private static AuditSpec single(String column, String family) {
        return AuditSpec.of(LossSpec.column("error"), ShiftSpec.of(column).withFamily(family))
                .withEstimation(EstimationSpec.standard().withBootstrap(0));
    }

    private static Table counts(long seed, int n, double rate) {
        SplittableRandom random = new SplittableRandom(seed);
        double[] w = new double[n];
        double[] error = new double[n];
        for (int r = 0; r < n; r++) {
            double product = random.nextDouble();
            while (product > Math.exp(-rate)) {
                product *= random.nextDouble();
                w[r]++;
            }
            error[r] = random.nextDouble() < 0.1 + 0.05 * Math.min(w[r], 10) ? 1 : 0;
        }
        return Rows.of("W", w, "error", error);
    }

    private static Table normals(long seed, int n, double mean, double sd) {
        SplittableRandom random = new SplittableRandom(seed);
        double[] w = new double[n];
        double[] error = new double[n];
        for (int r = 0; r < n; r++) {
            w[r] = mean + sd * Rows.normal(random);
            error[r] = w[r] > mean + sd ? 1 : 0;
        }
        return Rows.of("W", w, "error", error);
    }

    @Test
    void ofAMeanItIsCountedInStandardDeviationsOfTheAuditedTable() throws IOException {
        Table audited = normals(1, 2000, 5, 2);
        Table before = normals(2, 6000, 4, 2);
        Table after = normals(3, 5000, 5.2, 2);
        double[] w = audited.doubles("W");
        double mean = Rows.mean(w);
        double sd = Math.sqrt(Arrays.stream(w).map(x -> (x - mean) * (x - mean)).sum() / w.length);
        History found = history(run(single("W", "gaussian"), audited, before, after));
        double moved = Rows.mean(after.doubles("W")) - Rows.mean(before.doubles("W"));
        assertThat(found.delta()[0]).isCloseTo(moved / sd, within(1e-9));
        assertThat(found.delta()[0]).isCloseTo(0.6, within(4 * found.errors()[0] + 4 * 0.6 / Math.sqrt(4000)));
        assertThat(found.errors()[0] / Math.sqrt(1 / 6000.0 + 1 / 5000.0)).isBetween(0.85, 1.15);
    }

    private static Table levels(long seed, int n, String... names) {
        SplittableRandom random = new SplittableRandom(seed);
        String[] w = new String[n];
        double[] error = new double[n];
        for (int r = 0; r < n; r++) {
            double u = random.nextDouble();
            w[r] = names[(int) (names.length * u * u)];
            error[r] = random.nextDouble() < 0.3 ? 1 : 0;
        }
        return new Table(List.of(new Column.Texts("W", w), new Column.Doubles("error", error)));
    }

    private static double odds(Table table, String level, String reference) {
        List<String> values = Arrays.asList(table.texts("W"));
        return Math.log((double) values.stream().filter(level::equals).count()
                / values.stream().filter(reference::equals).count());
    }

    @Test
    void levelsAreMatchedByTheirNamesAndUnknownOnesLeftOut() throws IOException {
        Table before = levels(1, 4000, "c", "b", "a");
        Table after = levels(2, 5000, "a", "A new one", "c", "b");
        AuditSpec spec = AuditSpec.of(
                        LossSpec.column("error"),
                        ShiftSpec.of("W").withFamily("categorical").withOption("reference", "b"))
                .withEstimation(EstimationSpec.standard().withBootstrap(0));
        AuditResult result = run(spec, levels(3, 1000, "a", "b", "c"), before, after);
        for (int k = 0; k < 2; k++) {
            String level = k == 0 ? "a" : "c";
            assertThat(result.parameters().get(k).label()).contains(level);
            assertThat(history(result).delta()[k])
                    .isCloseTo(odds(after, level, "b") - odds(before, level, "b"), within(1e-9));
        }
        long foreign =
                Arrays.stream(after.texts("W")).filter("A new one"::equals).count();
        assertThat(result.notes())
                .anyMatch(note -> note.startsWith(foreign + " rows of the past tables are not used for 'W'"));
    }

    @Test
    void theSameTableTwiceHasNoShiftAndAnotherDrawOnlyNoise() throws IOException {
        Table rows = Rows.twoBinaries(1, 3000, Rows.NO_SHIFT);
        AuditResult same = run(Rows.question().withBudget(BudgetSpec.ball()), rows, rows, rows);
        assertThat(history(same).radius()).isLessThan(1e-9);
        assertThat(history(same).debiased()).isZero();
        assertThat(same.radii()).extracting(RadiusResult::radius).containsExactly(0.0);
        double squares = 0;
        double noise = 0;
        for (int seed = 0; seed < 12; seed++) {
            History other = history(run(Rows.question(), rows, rows, Rows.twoBinaries(50 + seed, 3000, Rows.NO_SHIFT)));
            assertThat(other.debiased()).isLessThanOrEqualTo(other.radius());
            squares += other.radius() * other.radius();
            noise += Arrays.stream(other.errors()).map(e -> e * e).sum();
        }
        // 36 squared parameters, correlated by the common first table: far from both ends unless errors are wrong.
        assertThat(squares / noise).isBetween(0.3, 2.2);
    }

    @Test
    void itIsTheRadiusUnlessRadiiAreNamed() throws IOException {
        Table rows = Rows.twoBinaries(1, 2000, Rows.NO_SHIFT);
        Table after = Rows.twoBinaries(2, 2000, TRUTH);
        AuditResult usual = run(Rows.question(), rows, rows, after);
        double measured = history(usual).radius();
        assertThat(usual.radii()).hasSize(5);
        assertThat(usual.radii()).anyMatch(one -> Math.abs(one.radius() - measured) < 1e-4 * measured);
        assertThat(usual.notes()).anyMatch(note -> note.contains("this is one of the radii, beside the usual ones"));
        AuditResult given = run(Rows.question().withBudget(BudgetSpec.ball(1, 3)), rows, rows, after);
        assertThat(given.radii()).extracting(RadiusResult::radius).containsExactly(1.0, 3.0);
        assertThat(history(given).radius()).isEqualTo(measured);
        assertThat(given.notes()).anyMatch(note -> note.contains("the radii are those asked for"));
    }

    @Test
    void aFileAsksForItAndTheAnswerKeepsIt() throws IOException {
        Table rows = Rows.twoBinaries(1, 2000, Rows.NO_SHIFT);
        write("eval.parquet", rows);
        write("y1.parquet", rows);
        write("y2.parquet", Rows.twoBinaries(2, 2000, TRUTH));
        Path file = Files.writeString(folder.resolve("audit.yaml"), """
                table: eval.parquet
                loss: {column: error}
                shifts:
                  - A
                  - B given A
                budget: {like: {before: y1.parquet, after: y2.parquet}}
                estimation: {bootstrap: 0}
                """);
        AuditResult result = Audit.run(AuditFile.read(file));
        double measured = history(result).radius();
        assertThat(result.radii()).hasSize(1);
        assertThat(result.radii().get(0).radius()).isCloseTo(measured, within(1e-4 * measured));
        assertThat(result.notes()).anyMatch(note -> note.contains("; this is the radius, in place of the usual ones."));
        assertThat(result.budget().sentence()).contains("Euclidean norm");
        AuditResult again = AuditJson.parse("audit.json", AuditJson.write(result));
        assertThat(history(again).delta()).containsExactly(history(result).delta());
        assertThat(history(again).before()).endsWith("y1.parquet");
    }

    @Test
    void theBudgetMeasuresItAndWhatItFreezesDoesNotCount() throws IOException {
        Table rows = Rows.twoBinaries(1, 2000, Rows.NO_SHIFT);
        Table after = Rows.twoBinaries(2, 2000, TRUTH);
        BudgetSpec scaled = BudgetSpec.of(new BudgetSpec.Scaled(Map.of("B", 2.0)), 1);
        History all = history(run(Rows.question().withBudget(scaled), rows, rows, after));
        double[] d = all.delta();
        assertThat(all.radius()).isCloseTo(Math.sqrt(d[0] * d[0] + (d[1] * d[1] + d[2] * d[2]) / 4), within(1e-12));
        BudgetSpec frozen = BudgetSpec.ball(1).withFreeze(List.of("B"));
        History some = history(run(Rows.question().withBudget(frozen), rows, rows, after));
        assertThat(some.delta()).containsExactly(d);
        assertThat(some.radius()).isCloseTo(Math.abs(d[0]), within(1e-12));
    }

    @Test
    void weightsCountAsRepeatedRows() throws IOException {
        Table rows = Rows.twoBinaries(1, 1000, Rows.NO_SHIFT);
        double[] weight = new double[1000];
        Arrays.setAll(weight, r -> 1 + r % 3);
        int[] repeated = IntStream.range(0, 1000)
                .flatMap(r -> IntStream.generate(() -> r).limit(1 + r % 3))
                .toArray();
        Table after = Rows.twoBinaries(2, 2000, TRUTH);
        double[] one = new double[2000];
        Arrays.fill(one, 1);
        History plain = history(run(Rows.question(), rows, Rows.select(rows, repeated), after));
        Table weighted = weighted(rows, weight);
        History found = history(run(Rows.question().withWeight("n"), weighted, weighted, weighted(after, one)));
        for (int k = 0; k < 3; k++) {
            assertThat(found.delta()[k]).isCloseTo(plain.delta()[k], within(1e-9));
        }
    }

    private static Table weighted(Table table, double[] weight) {
        return Rows.of("A", table.doubles("A"), "B", table.doubles("B"), "error", table.doubles("error"), "n", weight);
    }

    @Test
    void whatCannotBeMeasuredIsRefused() throws IOException {
        Table rows = Rows.twoBinaries(1, 500, Rows.NO_SHIFT);
        double[] zero = new double[500];
        Table still = Rows.of("A", rows.doubles("A"), "B", zero);
        assertThatThrownBy(() -> run(Rows.question(), rows, rows, still))
                .isInstanceOf(UserError.class)
                .hasMessageContainingAll("budget.like: 'B | A=", "moved without bound", "give a radius by hand");
        Table other = Rows.of("A", rows.doubles("A"));
        assertThatThrownBy(() -> run(Rows.question(), rows, rows, other))
                .isInstanceOf(UserError.class)
                .hasMessageContainingAll("after.parquet: has no column 'B'");
        assertThatThrownBy(() -> run(Rows.question().where("A", List.of(0, 1)), rows, rows, Rows.of("B", zero)))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("where: chooses rows by column 'A'");
    }
}
