package org.shiftbed.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.shiftbed.audit.result.AuditResult;
import org.shiftbed.audit.result.RadiusResult;
import org.shiftbed.data.table.Table;

class RowWeightsTest {
    private static final double SAME = 1e-12;

    private static final Table ROWS = Rows.twoBinaries(6, 900, Rows.NO_SHIFT);

    private static Table with(String name, double[] values) {
        return Rows.of("A", ROWS.doubles("A"), "B", ROWS.doubles("B"), "error", ROWS.doubles("error"), name, values);
    }

    @Test
    void aRowOfWeightThreeIsThreeRows() {
        double[] weight = new double[900];
        Arrays.setAll(weight, r -> r % 4);
        int[] repeated = IntStream.range(0, 900)
                .flatMap(r -> IntStream.generate(() -> r).limit(r % 4))
                .toArray();
        AuditResult weighted = Rows.run(Rows.question().withWeight("n"), with("n", weight));
        AuditResult plain = Rows.run(Rows.question(), Rows.select(ROWS, repeated));
        assertThat(weighted.loss().mean()).isCloseTo(plain.loss().mean(), within(SAME));
        assertThat(Rows.gradient(weighted)).containsExactly(Rows.gradient(plain), within(SAME));
        for (int a = 0; a < 3; a++) {
            assertThat(weighted.hessian()[a]).containsExactly(plain.hessian()[a], within(SAME));
        }
        for (int k = 0; k < plain.radii().size(); k++) {
            RadiusResult one = weighted.radii().get(k);
            RadiusResult two = plain.radii().get(k);
            assertThat(one.worst().delta()).containsExactly(two.worst().delta(), within(1e-9));
            assertThat(one.estimate().value()).isCloseTo(two.estimate().value(), within(SAME));
            assertThat(one.estimate().importance().plain())
                    .isCloseTo(two.estimate().importance().plain(), within(1e-9));
            assertThat(one.estimate().importance().selfNormalised())
                    .isCloseTo(two.estimate().importance().selfNormalised(), within(1e-9));
            // Three rows that are equal are more evidence than one of weight three.
            assertThat(one.estimate().standardError())
                    .isGreaterThan(two.estimate().standardError());
        }
    }

    @Test
    void everyRowTwiceInAClusterOfTwoIsNoMoreEvidence() {
        int[] twice = IntStream.range(0, 1800).map(r -> r / 2).toArray();
        Table doubled = Rows.select(
                with("id", Arrays.stream(Rows.range(900)).asDoubleStream().toArray()), twice);
        AuditResult once = Rows.run(Rows.question(), ROWS);
        AuditResult clustered = Rows.run(Rows.question().withCluster("id"), doubled);
        AuditResult naive = Rows.run(Rows.question(), doubled);
        assertThat(clustered.loss().standardError() / once.loss().standardError())
                .isBetween(0.99, 1.01);
        for (int k = 0; k < once.radii().size(); k++) {
            double error = once.radii().get(k).estimate().standardError();
            assertThat(clustered.radii().get(k).estimate().value())
                    .isCloseTo(once.radii().get(k).estimate().value(), within(SAME));
            assertThat(clustered.radii().get(k).estimate().standardError() / error)
                    .isBetween(0.99, 1.01);
            assertThat(naive.radii().get(k).estimate().standardError() / error).isCloseTo(Math.sqrt(0.5), within(0.01));
        }
    }
}
