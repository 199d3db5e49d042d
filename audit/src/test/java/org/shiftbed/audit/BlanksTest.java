package org.shiftbed.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.shiftbed.audit.result.AuditResult;
import org.shiftbed.audit.result.RadiusResult;
import org.shiftbed.audit.spec.AuditSpec;
import org.shiftbed.audit.spec.BudgetSpec;
import org.shiftbed.audit.spec.EstimationSpec;
import org.shiftbed.audit.spec.LossSpec;
import org.shiftbed.audit.spec.ShiftSpec;
import org.shiftbed.data.table.Column;
import org.shiftbed.data.table.Table;

class BlanksTest {
    @Test
    void rowsWithoutANumberStayAsTheyAre() {
        SplittableRandom random = new SplittableRandom(8);
        int n = 600;
        double[] w = new double[n];
        double[] loss = new double[n];
        for (int r = 0; r < n; r++) {
            double value = Rows.normal(random);
            w[r] = r % 5 == 2 ? Double.NaN : value;
            loss[r] = value * value + 0.5 * value + random.nextDouble();
        }
        AuditSpec spec = AuditSpec.of(
                        LossSpec.column("loss"),
                        ShiftSpec.of("w").withFamily("gaussian").withOption("sd", 1.0))
                .withBudget(BudgetSpec.ball(0.5))
                .withEstimation(EstimationSpec.standard().withBootstrap(0));
        AuditResult result = Rows.run(spec, Rows.of("w", w, "loss", loss));
        assertThat(Rows.run(
                                spec.withBudget(BudgetSpec.ball(0.5).withFreeze(List.of("w"))),
                                Rows.of("w", w, "loss", loss))
                        .headline())
                .doesNotContain("moves only");
        int[] known = IntStream.range(0, n).filter(r -> !Double.isNaN(w[r])).toArray();
        double mu = Arrays.stream(known).mapToDouble(r -> w[r]).average().orElseThrow();
        double m = Arrays.stream(known).mapToDouble(r -> loss[r]).average().orElseThrow();
        double v = Arrays.stream(known)
                .mapToDouble(r -> (w[r] - mu) * (w[r] - mu))
                .average()
                .orElseThrow();
        double g = Arrays.stream(known)
                        .mapToDouble(r -> (loss[r] - m) * (w[r] - mu))
                        .sum()
                / n;
        double h = Arrays.stream(known)
                        .mapToDouble(r -> (loss[r] - m) * ((w[r] - mu) * (w[r] - mu) - v))
                        .sum()
                / n;
        assertThat(result.loss().mean()).isCloseTo(Rows.mean(loss), within(1e-12));
        assertThat(Rows.gradient(result)[0]).isCloseTo(g, within(1e-12));
        assertThat(result.hessian()[0][0]).isCloseTo(h, within(1e-12));
        RadiusResult at = result.radii().get(0);
        double d = at.worst().delta()[0];
        double sum = 0;
        double weights = 0;
        for (int r = 0; r < n; r++) {
            double weight = Double.isNaN(w[r]) ? 1 : Math.exp(d * w[r] - d * mu - d * d / 2);
            sum += weight * loss[r];
            weights += weight;
        }
        assertThat(at.estimate().importance().selfNormalised()).isCloseTo(sum / weights, within(1e-12));
        assertThat(result.data().missing()).isEqualTo(Map.of("w", 120L));
        assertThat(result.headline()).endsWith("'w' moves only in the 80% of rows that have a value.");
        assertThat(at.effects().get(0).sentence()).endsWith(" in the 80% of rows that have a value.");
    }

    @Test
    void aBlankInACategoryIsALevel() {
        SplittableRandom random = new SplittableRandom(9);
        int n = 800;
        String[] named = new String[n];
        @SuppressWarnings("NullAway")
        String[] blank = new String[n];
        double[] error = new double[n];
        for (int r = 0; r < n; r++) {
            int level = random.nextInt(3);
            named[r] = List.of("a", "b", "zz").get(level);
            blank[r] = level == 2 ? "" : named[r];
            error[r] = random.nextDouble() < 0.1 + 0.2 * level ? 1 : 0;
        }
        AuditSpec spec = AuditSpec.of(
                        LossSpec.column("error"), ShiftSpec.of("W").withFamily("categorical"))
                .withEstimation(EstimationSpec.standard().withBootstrap(0));
        AuditResult one = Rows.run(spec, table(named, error));
        AuditResult two = Rows.run(spec, table(blank, error));
        assertThat(two.parameters()).hasSize(2);
        assertThat(two.parameters().get(1).label()).contains("(blank)");
        assertThat(Rows.gradient(two)).containsExactly(Rows.gradient(one), within(1e-15));
        assertThat(two.radii().get(2).estimate().value())
                .isCloseTo(one.radii().get(2).estimate().value(), within(1e-12));
    }

    private static Table table(String[] w, double[] error) {
        return new Table(List.of(new Column.Texts("W", w), new Column.Doubles("error", error)));
    }

    @Test
    void aParentOfDecimalsOf32BitsIsReadAsItIs() {
        Table rows = Rows.twoBinaries(6, 900, Rows.NO_SHIFT);
        float[] narrow = new float[900];
        for (int r = 0; r < 900; r++) {
            narrow[r] = rows.doubles("A")[r] == 1 ? 0.9f : 0.1f;
        }
        Table other = new Table(List.of(new Column.Floats("A", narrow), rows.column("B"), rows.column("error")));
        AuditSpec spec = Rows.question().withShifts(List.of(ShiftSpec.of("B").given("A")));
        assertThat(Rows.gradient(Rows.run(spec, other)))
                .containsExactly(Rows.gradient(Rows.run(spec, rows)), within(1e-15));
    }

    @Test
    void theNoteSaysWhatABlankInAParentKeepsFromShifting() {
        int n = 300;
        double[] a = new double[n];
        double[] b = new double[n];
        double[] loss = new double[n];
        for (int r = 0; r < n; r++) {
            a[r] = r % 10 == 0 ? Double.NaN : r % 3 == 0 ? 1 : 0;
            b[r] = r % 2;
            loss[r] = r % 7;
        }
        AuditResult result = Rows.run(
                AuditSpec.of(LossSpec.column("loss"), ShiftSpec.of("B").given("A"))
                        .withEstimation(EstimationSpec.standard().withBootstrap(0)),
                Rows.of("A", a, "B", b, "loss", loss));
        assertThat(result.notes())
                .contains(
                        "Column 'A' has no number in 30 of 300 rows; in those rows 'B' stays as it is under every shift, because a parent is not known there.");
    }
}
