package org.shiftbed.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.audit.estimate.Estimator;
import org.shiftbed.audit.result.Against;
import org.shiftbed.audit.result.AuditResult;
import org.shiftbed.audit.result.RadiusResult;
import org.shiftbed.audit.spec.AuditSpec;
import org.shiftbed.base.UserError;
import org.shiftbed.data.table.Column;
import org.shiftbed.data.table.Table;
import org.shiftbed.data.table.TableScan;
import org.shiftbed.data.table.TableWriter;

class PairedModelsTest {
    @TempDir
    Path folder;

    private String write(String name, Table table) throws IOException {
        Path file = folder.resolve(name);
        TableWriter.write(file, table);
        return file.toString();
    }

    private static Table with(Table rows, double[] error) {
        return Rows.of("A", rows.doubles("A"), "B", rows.doubles("B"), "error", error);
    }

    @Test
    void theDifferenceIsAuditedAsALossOfItsOwn() throws IOException {
        Table first = Rows.twoBinaries(21, 1200, Rows.NO_SHIFT);
        SplittableRandom random = new SplittableRandom(22);
        double[] own = first.doubles("error");
        double[] other = new double[1200];
        // Mostly the same errors, and more of its own where B is 0.
        Arrays.setAll(other, r -> random.nextDouble() < 0.7 ? own[r] : first.doubles("B")[r] == 0 ? 0.5 : 0);
        double[] difference = new double[1200];
        Arrays.setAll(difference, r -> own[r] - other[r]);
        Table gap = with(first, difference);
        AuditResult result = Audit.run(Rows.question()
                .withTable(write("one.parquet", first))
                .withAgainst(write("two.parquet", with(first, other))));
        AuditResult second = Rows.run(Rows.question(), with(first, other));
        AuditResult apart = Rows.run(Rows.question(), gap);
        Against against = Objects.requireNonNull(result.against());
        assertThat(against.mean()).isCloseTo(Rows.mean(other), within(1e-12));
        for (int k = 0; k < result.radii().size(); k++) {
            Against.Point point = against.points().get(k);
            RadiusResult separating = apart.radii().get(k);
            assertThat(point.own()).isEqualTo(result.radii().get(k).estimate().value());
            assertThat(point.other()).isCloseTo(second.radii().get(k).estimate().value(), within(1e-10));
            assertThat(point.separating()).containsExactly(separating.worst().delta(), within(1e-7));
            assertThat(point.separation()).isCloseTo(separating.estimate().value(), within(1e-10));
            assertThat(point.separationLow()).isCloseTo(separating.estimate().low(), within(1e-8));
            assertThat(point.separationHigh()).isCloseTo(separating.estimate().high(), within(1e-8));
            Estimator.Taylor taylor =
                    estimator(gap).taylor(result.radii().get(k).worst().delta());
            assertThat(point.differenceAtOwn()).isCloseTo(taylor.value(), within(1e-10));
            assertThat(point.high() - point.low())
                    .isCloseTo(2 * 1.959963984540054 * taylor.standardError(), within(1e-9));
        }
    }

    @Test
    void rowsInAnotherOrderAreMatchedByTheirKey() throws IOException {
        int n = 1200;
        Table first = Rows.twoBinaries(23, n, Rows.NO_SHIFT);
        SplittableRandom random = new SplittableRandom(24);
        double[] other = new double[n];
        Arrays.setAll(other, r -> random.nextDouble() < 0.7 ? first.doubles("error")[r] : 0.5);
        double[] id = new double[n];
        Arrays.setAll(id, r -> 5000 + 7 * r);
        // Rows of one A and B trade places, which no compared column tells.
        int[] mixed = new int[n];
        Arrays.setAll(mixed, r -> r);
        int last = -1;
        for (int r = 0; r < n; r++) {
            if (first.doubles("A")[r] == 1 && first.doubles("B")[r] == 1) {
                if (last >= 0) {
                    mixed[r] = last;
                    mixed[last] = r;
                    last = -1;
                } else {
                    last = r;
                }
            }
        }
        Table one = keyed(first, first.doubles("error"), id);
        Table two = keyed(first, other, id);
        String own = write("own.parquet", one);
        Path text = folder.resolve("mixed.csv");
        StringBuilder rows = new StringBuilder("id,A,B,error\n");
        for (int r : mixed) {
            rows.append(
                    (long) id[r] + "," + first.doubles("A")[r] + "," + first.doubles("B")[r] + "," + other[r] + "\n");
        }
        java.nio.file.Files.writeString(text, rows);
        AuditSpec question = Rows.question().withTable(own);
        AuditResult aligned = Audit.run(question.withAgainst(write("two.parquet", two)));
        AuditResult byPlace = Audit.run(question.withAgainst(text.toString()));
        AuditResult byKey = Audit.run(question.withAgainst(text.toString()).withKey("id"));
        Against.Point right = Objects.requireNonNull(aligned.against()).points().get(0);
        Against.Point wide = Objects.requireNonNull(byPlace.against()).points().get(0);
        Against.Point found = Objects.requireNonNull(byKey.against()).points().get(0);
        assertThat(found.low()).isCloseTo(right.low(), within(1e-9));
        assertThat(found.high()).isCloseTo(right.high(), within(1e-9));
        assertThat(wide.high() - wide.low()).isGreaterThan(1.05 * (right.high() - right.low()));
        assertThat(byPlace.notes().get(0))
                .contains("column 'id', which is different in every row, stands in another order");
        assertThat(aligned.notes()).noneMatch(note -> note.contains("'id'"));
        assertThat(byKey.notes()).contains("Rows of the two tables are one where column 'id' is equal.");
        assertThatThrownBy(() -> Audit.run(question.withAgainst(text.toString()).withKey("A")))
                .isInstanceOf(UserError.class)
                .hasMessageStartingWith("key: every row needs a value of its own, and column 'A' holds");
        java.nio.file.Files.writeString(text, rows.toString().replace("\n5007,", "\n5008,"));
        assertThatThrownBy(() -> Audit.run(question.withAgainst(text.toString()).withKey("id")))
                .hasMessageStartingWith("key: the two tables must hold the same rows, and '5008' (" + text + ", row ")
                .hasMessageEndingWith("is not in " + own);
    }

    private static Table keyed(Table rows, double[] error, double[] id) {
        int[] whole = Arrays.stream(id).mapToInt(value -> (int) value).toArray();
        return new Table(List.of(
                new Column.Ints("id", whole),
                new Column.Doubles("A", rows.doubles("A")),
                new Column.Doubles("B", rows.doubles("B")),
                new Column.Doubles("error", error)));
    }

    private static Estimator estimator(Table table) {
        try (TableScan scan = TableScan.of(table, java.util.Map.of())) {
            return Preparation.of(scan, Rows.question(), LossSource.of(Rows.question(), scan), true)
                    .estimator(1, 0);
        }
    }
}
