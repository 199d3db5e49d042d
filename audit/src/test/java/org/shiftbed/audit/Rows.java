package org.shiftbed.audit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.shiftbed.audit.result.AuditResult;
import org.shiftbed.audit.result.RadiusResult;
import org.shiftbed.audit.spec.AuditSpec;
import org.shiftbed.audit.spec.EstimationSpec;
import org.shiftbed.audit.spec.LossSpec;
import org.shiftbed.audit.spec.ShiftSpec;
import org.shiftbed.data.table.Column;
import org.shiftbed.data.table.Table;

/** Tables whose law is known, for tests of whole audits. */
final class Rows {
    private Rows() {}

    static double sigmoid(double x) {
        return 1 / (1 + Math.exp(-x));
    }

    static double logit(double p) {
        return Math.log(p / (1 - p));
    }

    static double mean(double[] values) {
        return Arrays.stream(values).average().orElseThrow();
    }

    static double normal(SplittableRandom random) {
        return Math.sqrt(-2 * Math.log(1 - random.nextDouble())) * Math.cos(2 * Math.PI * random.nextDouble());
    }

    /** Columns of numbers: {@code of("A", a, "B", b)}. */
    static Table of(Object... namesAndValues) {
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            columns.add(new Column.Doubles((String) namesAndValues[i], (double[]) namesAndValues[i + 1]));
        }
        return new Table(columns);
    }

    /** Some of the rows, in this order. */
    static Table select(Table table, int[] rows) {
        return new Table(table.columns().stream()
                .map(column -> {
                    double[] values = table.doubles(column.name());
                    return (Column) new Column.Doubles(
                            column.name(),
                            Arrays.stream(rows).mapToDouble(r -> values[r]).toArray());
                })
                .toList());
    }

    /** Two binaries, B given A, and an error that depends on both (parametric-robustness 8.5). */
    static Table twoBinaries(long seed, int n, double[] shift) {
        SplittableRandom random = new SplittableRandom(seed);
        double[] a = new double[n];
        double[] b = new double[n];
        double[] error = new double[n];
        double[][] rate = {{0.05, 0.15}, {0.15, 0.60}};
        for (int r = 0; r < n; r++) {
            a[r] = random.nextDouble() < sigmoid(logit(0.4) + shift[0]) ? 1 : 0;
            double at = a[r] == 1 ? logit(0.6) + shift[2] : logit(0.3) + shift[1];
            b[r] = random.nextDouble() < sigmoid(at) ? 1 : 0;
            error[r] = random.nextDouble() < rate[(int) a[r]][(int) b[r]] ? 1 : 0;
        }
        return of("A", a, "B", b, "error", error);
    }

    static final double[] NO_SHIFT = new double[3];

    /** The audit of {@link #twoBinaries}, without a bootstrap. */
    static AuditSpec question() {
        return AuditSpec.of(
                        LossSpec.column("error"),
                        ShiftSpec.of("A"),
                        ShiftSpec.of("B").given("A"))
                .withEstimation(EstimationSpec.standard().withBootstrap(0));
    }

    static AuditResult run(AuditSpec spec, Table table) {
        return Audit.run(spec, table, "rows", Beside.nothing());
    }

    static RadiusResult at(AuditResult result, double radius) {
        return result.radii().stream()
                .filter(one -> one.radius() == radius)
                .findFirst()
                .orElseThrow();
    }

    static double[] gradient(AuditResult result) {
        return result.parameters().stream()
                .mapToDouble(AuditResult.Parameter::gradient)
                .toArray();
    }

    static int[] range(int n) {
        return IntStream.range(0, n).toArray();
    }
}
