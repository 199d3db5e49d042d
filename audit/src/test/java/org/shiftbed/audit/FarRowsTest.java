package org.shiftbed.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.audit.result.AuditResult;
import org.shiftbed.audit.result.ConditionResult.Outcome;
import org.shiftbed.audit.result.Percentage;
import org.shiftbed.audit.result.RulingRows;
import org.shiftbed.audit.result.Verdict.Grade;
import org.shiftbed.audit.spec.AuditSpec;
import org.shiftbed.audit.spec.BudgetSpec;
import org.shiftbed.audit.spec.EstimationSpec;
import org.shiftbed.audit.spec.LossSpec;
import org.shiftbed.audit.spec.ShiftSpec;

class FarRowsTest {
    private static final int ROWS = 2000;

    @TempDir
    Path folder;

    /** Ages around 50 with sd 10, of which each tenth year adds to the error; column w as a function of the row stands beside. */
    private Path table(IntFunction<String> w) throws Exception {
        Random random = new Random(7);
        StringBuilder text = new StringBuilder("w,ward,error\n");
        for (int i = 0; i < ROWS; i++) {
            double age = 50 + 10 * random.nextGaussian();
            text.append(w.apply(i).isEmpty() ? String.valueOf(age) : w.apply(i))
                    .append(',')
                    .append(i % 2)
                    .append(',')
                    .append(random.nextDouble() < 0.2 + 0.01 * (age - 50) ? 1 : 0)
                    .append('\n');
        }
        return Files.writeString(folder.resolve("rows.csv"), text);
    }

    private static AuditSpec question(Path table, ShiftSpec... shifts) {
        return AuditSpec.of(LossSpec.column("error"), shifts)
                .withTable(table.toString())
                .withBudget(BudgetSpec.ball(0.5))
                .withEstimation(EstimationSpec.standard().withBootstrap(0));
    }

    private static RulingRows ruling(AuditResult result) {
        return Objects.requireNonNull(result.variables().get(0).ruling());
    }

    private static double[] column(Path table) throws Exception {
        return Files.readAllLines(table).stream()
                .skip(1)
                .mapToDouble(line -> Double.parseDouble(line.split(",")[0]))
                .toArray();
    }

    private static double variance(double[] values, double besides) {
        double[] kept =
                java.util.Arrays.stream(values).filter(v -> v != besides).toArray();
        double mean = java.util.Arrays.stream(kept).average().orElseThrow();
        return java.util.Arrays.stream(kept)
                .map(v -> (v - mean) * (v - mean))
                .average()
                .orElseThrow();
    }

    @Test
    void oneValueThatStandsForABlankIsTold() throws Exception {
        Path table = table(i -> i == 41 ? "-999" : "");
        AuditResult result = Audit.run(question(table, ShiftSpec.of("w")));
        double[] w = column(table);
        double mean = java.util.Arrays.stream(w).average().orElseThrow();
        double variance = variance(w, Double.NaN);
        RulingRows ruling = ruling(result);
        assertThat(ruling.share()).isCloseTo((-999 - mean) * (-999 - mean) / (ROWS * variance), within(1e-9));
        assertThat(ruling.rows()).isEqualTo(1);
        assertThat(ruling.unit()).isTrue();
        assertThat(Double.parseDouble(ruling.spread())).isCloseTo(Math.sqrt(variance), within(0.06));
        assertThat(Double.parseDouble(ruling.without())).isCloseTo(Math.sqrt(variance(w, -999)), within(0.06));
        assertThat(result.headline())
                .endsWith("of the variance of 'w': -999 in row 42. Its standard deviation is "
                        + ruling.spread()
                        + ", and " + ruling.without() + " without it. Shifts of 'w' are counted in it: correct or blank"
                        + " what is wrong there, or state the deviation (option sd).");
        assertThat(result.radii().get(0).estimate().verdict().grade()).isNotEqualTo(Grade.GOOD);
        assertThat(Condition.parse("worst-loss > 0.9 at radius 0.5").of(result).outcome())
                .isEqualTo(Outcome.OPEN);
        assertThat(Condition.parse("worst-loss > 0.9 at radius 0.5").of(result).reason())
                .startsWith("one row makes up ");
    }

    @Test
    void severalVariablesStandInOneSentence() {
        RulingRows age = new RulingRows("age", "row 3", "-999", 1, 0.5, "20", "12", true);
        RulingRows visit = new RulingRows("visit", "row 9", "9024-06-30", 2, 0.99, "80 days", "9 days", true);
        assertThat(RulingRows.behind(List.of(age, visit)))
                .isEqualTo(" A few rows make up much of the variance in whose root shifts are counted: one row 50% of"
                        + " that of 'age' (-999 in row 3), 2 rows 99% of that of 'visit' (9024-06-30 in row 9). Correct"
                        + " or blank what is wrong there first.");
        assertThat(RulingRows.behind(List.of())).isEmpty();
    }

    @Test
    void manyRowsOfOneValueAreFewValues() throws Exception {
        RulingRows ruling = ruling(Audit.run(question(table(i -> i % 100 == 0 ? "-999" : ""), ShiftSpec.of("w"))));
        assertThat(ruling.rows()).isEqualTo(20);
        assertThat(ruling.share()).isGreaterThan(0.98);
        assertThat(ruling.sentence()).startsWith("20 rows make up ").contains("-999 in row 1 is the farthest");
    }

    @Test
    void aValueInEveryTenthRowIsTooFarByTheOthers() throws Exception {
        RulingRows ruling = ruling(Audit.run(question(table(i -> i % 10 == 0 ? "-999" : ""), ShiftSpec.of("w"))));
        assertThat(ruling.rows()).isEqualTo(200);
        assertThat(ruling.share()).isGreaterThan(0.85);
        assertThat(ruling.without()).isEqualTo("9.69");
        // Hours of work, 0 for those who have none, are no misprint by this rule: 0 lies 8 deviations away.
        Random random = new Random(5);
        double[] hours = random.doubles(ROWS)
                .map(u -> u < 0.1 ? 0 : 40 + 5 * random.nextGaussian())
                .toArray();
        assertThat(Audit.run(question(table(i -> String.valueOf(hours[i])), ShiftSpec.of("w")))
                        .variables()
                        .get(0)
                        .ruling())
                .isNull();
    }

    @Test
    void aDateOfAnotherMillenniumIsTold() throws Exception {
        LocalDate first = LocalDate.of(2024, 1, 1);
        RulingRows ruling = ruling(Audit.run(question(
                table(i -> (i == 5 ? LocalDate.of(9024, 6, 30) : first.plusDays(i % 365)).toString()),
                ShiftSpec.of("w"))));
        assertThat(ruling.value()).isEqualTo("9024-06-30");
        assertThat(ruling.share()).isGreaterThan(0.99);
        assertThat(ruling.spread()).endsWith(" days");
        assertThat(ruling.without()).startsWith("105 ");
    }

    @Test
    void itIsTheDistanceGivenTheParentsThatCounts() throws Exception {
        // 0 and 1,000 by ward are no outliers given the ward; one row of ward 1 with a 0 is.
        Random random = new Random(3);
        double[] noise = random.doubles(ROWS, -1, 1).toArray();
        ShiftSpec given = ShiftSpec.of("w").withFamily("gaussian").given("ward");
        assertThat(Audit.run(question(table(i -> String.valueOf(1000 * (i % 2) + noise[i])), given))
                        .variables()
                        .get(0)
                        .ruling())
                .isNull();
        assertThat(ruling(Audit.run(question(
                                table(i -> String.valueOf(i == 3 ? 0 : 1000 * (i % 2) + noise[i])), given)))
                        .place())
                .isEqualTo("row 4");
    }

    @Test
    void wellBehavedColumnsAreNot() throws Exception {
        Random random = new Random(11);
        double[] waits = random.doubles(ROWS).map(u -> -Math.log(u)).toArray();
        assertThat(Audit.run(question(table(i -> ""), ShiftSpec.of("w")))
                        .variables()
                        .get(0)
                        .ruling())
                .isNull();
        assertThat(Audit.run(question(table(i -> String.valueOf(waits[i])), ShiftSpec.of("w")))
                        .variables()
                        .get(0)
                        .ruling())
                .isNull();
    }

    @Test
    void aStatedDeviationIsAskedForAndThenOnlyNoted() throws Exception {
        ShiftSpec stated = ShiftSpec.of("w").withFamily("gaussian").withOption("sd", 10);
        AuditResult result = Audit.run(question(table(i -> i == 41 ? "-999" : ""), stated));
        assertThat(ruling(result).unit()).isFalse();
        assertThat(result.headline()).doesNotContain("variance");
        assertThat(result.notes()).anyMatch(note -> note.endsWith("What is said of 'w' rests on that row."));
        assertThat(Condition.parse("worst-loss > 0.9 at radius 0.5").of(result).reason())
                .doesNotContain("variance");
    }

    @Test
    void oneLossThatRulesTheMeanIsNoted() throws Exception {
        Path table = table(i -> "");
        String text = Files.readString(table).replaceFirst("(?m)^(.*),[01]$", "$1,400");
        AuditResult result = Audit.run(question(Files.writeString(table, text), ShiftSpec.of("w")));
        double[] losses = Files.readAllLines(table).stream()
                .skip(1)
                .mapToDouble(line -> Double.parseDouble(line.split(",")[2]))
                .toArray();
        double mean = Rows.mean(losses);
        double share = (400 - mean) * (400 - mean) / (ROWS * variance(losses, Double.NaN));
        assertThat(result.notes())
                .anyMatch(note -> note.startsWith("One row makes up " + Percentage.of(share)
                                + " of the variance of 'error': 400 in row 1.")
                        && note.contains(" is 8.9"));
        assertThat(Audit.run(question(table(i -> ""), ShiftSpec.of("w"))).notes())
                .noneMatch(note -> note.contains("of the variance"));
    }

    @Test
    void aVariableThatIsHeldSaysNothingOfItsRows() throws Exception {
        Path table = table(i -> i == 41 ? "-999" : "");
        AuditResult result = Audit.run(question(table, ShiftSpec.of("w"), ShiftSpec.of("ward"))
                .withBudget(BudgetSpec.ball(0.5).withFreeze(List.of("w"))));
        assertThat(result.variables().get(0).ruling()).isNull();
        assertThat(result.headline()).doesNotContain("variance");
    }
}
