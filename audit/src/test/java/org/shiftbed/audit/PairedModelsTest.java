package org.shiftbed.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.audit.estimate.Estimator;
import org.shiftbed.audit.result.Against;
import org.shiftbed.audit.result.AuditResult;
import org.shiftbed.audit.result.RadiusResult;
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

    private static Estimator estimator(Table table) {
        try (TableScan scan = TableScan.of(table, java.util.Map.of())) {
            return Preparation.of(scan, Rows.question(), LossSource.of(Rows.question(), scan), true)
                    .estimator(1, 0);
        }
    }
}
