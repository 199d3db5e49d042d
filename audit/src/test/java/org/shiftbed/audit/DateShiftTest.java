package org.shiftbed.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.audit.family.Axis;
import org.shiftbed.audit.family.Targets;
import org.shiftbed.audit.result.AuditResult;
import org.shiftbed.audit.result.Effect;
import org.shiftbed.audit.result.TargetResult;
import org.shiftbed.audit.spec.AuditSpec;
import org.shiftbed.audit.spec.BudgetSpec;
import org.shiftbed.audit.spec.EstimationSpec;
import org.shiftbed.audit.spec.LossSpec;
import org.shiftbed.audit.spec.ShiftSpec;
import org.shiftbed.base.UserError;

class DateShiftTest {
    /** The middle of the rows: 81 days from 2024-01-22 to 2024-04-11. */
    private static final LocalDate MIDDLE = LocalDate.of(2024, 3, 2);

    @TempDir
    Path folder;

    private static AuditSpec question(Path table, ShiftSpec shift) {
        return AuditSpec.of(LossSpec.column("error"), shift)
                .withTable(table.toString())
                .withBudget(BudgetSpec.ball(0.5))
                .withEstimation(EstimationSpec.standard().withBootstrap(0));
    }

    private Path csv(String time) throws Exception {
        StringBuilder text = new StringBuilder("day,at,error\n");
        for (int i = -40; i <= 40; i++) {
            LocalDate day = MIDDLE.plusDays(i);
            text.append(day + "," + day + time + "," + (i > 10 ? 1 : 0) + "\n");
        }
        return Files.writeString(folder.resolve("visits.csv"), text);
    }

    private Path parquet(Path csv) throws Exception {
        Path file = folder.resolve("visits.parquet");
        try (var connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "COPY (SELECT \"day\"::DATE AS \"day\", \"at\"::TIMESTAMP AS \"at\", error FROM read_csv('" + csv
                            + "')) TO '" + file + "' (FORMAT parquet)");
        }
        return file;
    }

    @Test
    void theMeanOfDatesIsADateBeforeAndAfter() throws Exception {
        Path csv = csv(" 12:00:00");
        // Uniform on 81 days: sd sqrt((81^2 - 1)/12) = 23.38, half of it 11.69.
        for (Path table : List.of(csv, parquet(csv))) {
            AuditResult result = Audit.run(question(table, ShiftSpec.of("day")));
            Effect effect = result.radii().get(0).effects().get(0);
            assertThat(effect.sentence())
                    .startsWith("The mean of day goes from 2024-03-02 to 2024-03-14 (0.5 conditional");
            assertThat(effect.axis()).isEqualTo(Axis.DATE);
            assertThat(effect.after() - MIDDLE.toEpochDay()).isCloseTo(Math.sqrt(6560 / 12.0) / 2, within(1e-9));
        }
    }

    @Test
    void theMeanOfPointsInTimeIsADateToo() throws Exception {
        Path csv = csv(" 12:00:00");
        for (Path table : List.of(csv, parquet(csv))) {
            AuditResult result = Audit.run(question(table, ShiftSpec.of("at")));
            Effect effect = result.radii().get(0).effects().get(0);
            assertThat(effect.sentence()).startsWith("The mean of at goes from 2024-03-02 to 2024-03-14 (0.5 condit");
            assertThat(effect.axis()).isEqualTo(Axis.TIME);
        }
    }

    @Test
    void aDateIsATargetOfDatesAndOfPointsInTime() throws Exception {
        Path csv = csv(" 00:00:00");
        double sd = Math.sqrt(6560 / 12.0);
        for (Path table : List.of(csv, parquet(csv))) {
            for (String column : List.of("day", "at")) {
                ShiftSpec shift = ShiftSpec.of(column)
                        .withTargets(List.of(Targets.parse("targets", "mean(" + column + ") = 2024-03-12")));
                TargetResult target =
                        Audit.run(question(table, shift)).targets().get(0);
                assertThat(target.description()).isEqualTo("mean(" + column + ") = 2024-03-12");
                assertThat(target.size()).isCloseTo(10 / sd, within(1e-9));
                assertThat(target.effects().get(0).sentence())
                        .startsWith("The mean of " + column + " goes from 2024-03-02 to 2024-03-12 (");
            }
        }
    }

    @Test
    void aDateAsATargetOfNumbersIsRefused() throws Exception {
        ShiftSpec shift =
                ShiftSpec.of("error").withTargets(List.of(Targets.parse("targets", "mean(error) = 2024-03-12")));
        assertThatThrownBy(() -> Audit.run(question(csv(""), shift)))
                .isInstanceOf(UserError.class)
                .hasMessage("shift 'error'.targets: mean(error) = 2024-03-12: 'error' holds no dates; give a number");
    }

    private Path days(String pattern, String first) throws Exception {
        StringBuilder text = new StringBuilder("day,error\n").append(first);
        for (int i = 0; i < 120; i++) {
            text.append(MIDDLE.plusDays(i / 3).format(java.time.format.DateTimeFormatter.ofPattern(pattern)))
                    .append(i % 4 == 0 ? ",1\n" : ",0\n");
        }
        return Files.writeString(folder.resolve("days.csv"), text);
    }

    @Test
    void aDayThatDoesNotExistIsRefusedWithItsRowUnlessNamesAreMeant() throws Exception {
        Path table = days("yyyy-MM-dd", "2024-03-05,0\n2023-02-30,1\n2023-02-30,0\n");
        assertThatThrownBy(() -> Audit.run(question(table, ShiftSpec.of("day"))))
                .isInstanceOf(UserError.class)
                .hasMessage(table + ", row 2, column 'day': '2023-02-30' is no date, and 40 of 41 different values are;"
                        + " leave the cell blank or correct it, so that the column holds dates, or say family:"
                        + " categorical where its values are names");
        assertThatThrownBy(() -> Audit.run(question(table, ShiftSpec.of("day").withFamily("gaussian"))))
                .hasMessageContaining("row 2, column 'day': '2023-02-30' is no date");
        assertThat(Audit.run(question(table, ShiftSpec.of("day").withFamily("categorical")))
                        .parameters())
                .hasSize(40);
    }

    @Test
    void datesOfAnotherWritingAreNamesWithAHintHowToWriteThem() throws Exception {
        Path dayFirst = days("dd/MM/yyyy", "");
        assertThat(Audit.run(question(dayFirst, ShiftSpec.of("day"))).notes())
                .contains("Column 'day' is taken as 40 names; its values are dates written day first, which are read as"
                        + " text: write '01/04/2024' as 2024-04-01 and they shift as days.");
        assertThatThrownBy(
                        () -> Audit.run(question(dayFirst, ShiftSpec.of("day").withFamily("gaussian"))))
                .hasMessageContaining("holds text; its values are dates written day first");
        Path monthFirst = days("M.d.yyyy", "");
        assertThat(Audit.run(question(monthFirst, ShiftSpec.of("day"))).notes())
                .anyMatch(note -> note.contains("dates written month first")
                        && note.contains("write '3.10.2024' as 2024-03-10 and"));
    }

    @Test
    void twoDatesAreTwoNames() throws Exception {
        StringBuilder text = new StringBuilder("day,error\n");
        for (int i = 0; i < 40; i++) {
            text.append((i % 4 == 0 ? "2024-01-01" : "2024-02-01") + "," + (i % 3 == 0 ? 1 : 0) + "\n");
        }
        Path table = Files.writeString(folder.resolve("two.csv"), text);
        AuditResult result = Audit.run(question(table, ShiftSpec.of("day")));
        assertThat(result.variables().get(0).family()).isEqualTo("bernoulli");
        assertThat(result.radii().get(0).effects().get(0).quantity()).isEqualTo("P(day=2024-02-01)");
        assertThat(result.radii().get(0).effects().get(0).before()).isEqualTo(0.75);
    }
}
