package org.shiftbed.shift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.shiftbed.base.CanonicalJson;
import org.shiftbed.data.Attribute;
import org.shiftbed.data.AttributeTable;

class PartialCorrelationTest {
    private final AttributeTable table = FactorGrid.sprites();

    @Test
    void a9CramersVOfABijectionIsRho() {
        for (double rho : List.of(0.0, 0.25, 0.5, 0.75, 1.0)) {
            for (int values : List.of(2, 3, 7)) {
                double[][] pool = new double[values][values];
                boolean[][] paired = new boolean[values][values];
                for (int i = 0; i < values; i++) {
                    Arrays.fill(pool[i], 12);
                    // Any bijection, not only the diagonal.
                    paired[i][(i + 1) % values] = true;
                }
                double[][] shares = CorrelatedTable.of(pool, paired, rho, false, false);
                assertThat(new CellTable(shares).cramersV()).isCloseTo(rho, within(1e-12));
            }
        }
    }

    @Test
    void a9BuiltSetsHaveTheirRho() {
        for (double rho : List.of(0.0, 0.25, 0.5, 0.75, 1.0)) {
            Split split = partial(Map.of("rho", rho, "correlated", "uniform", "independent", "uniform", "rows", 720));
            double raw = Golden.number(Golden.object(split.manifest(), "correlation"), "rho_raw");
            // Counts are whole: each of nine cells may be off by less than one row in 720.
            assertThat(raw).isCloseTo(rho, within(0.01));
        }
    }

    @Test
    void anyRelationMayGoTogether() {
        List<List<String>> pairs =
                List.of(List.of("square", "red"), List.of("square", "green"), List.of("heart", "blue"));
        Split split = partial(Map.of("rho", 1, "pairs", pairs, "correlated", "uniform", "rows", 300));
        assertThat(Golden.object(split.manifest(), "cells").get("train"))
                .isEqualTo(List.of(List.of(100L, 100L, 0L), List.of(0L, 0L, 0L), List.of(0L, 0L, 100L)));
        assertThat(split.warnings()).anyMatch(line -> line.contains("'ellipse'"));
        assertThat(split.environmentAttribute()).isEqualTo("color");
    }

    @Test
    void theRestIsIndependentAsInThePool() {
        Pools pools = Pools.of("sprites", table);
        int[] shape = table.column("shape");
        int[] color = table.column("color");
        Split split = partial(Map.of("rho", 0.4, "rows", 600));
        double total = pools.train().length;
        double pairs = IntStream.of(pools.train())
                .filter(row -> shape[row] == color[row])
                .count();
        List<?> train = Golden.list(Golden.object(split.manifest(), "cells"), "train");
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                int first = i;
                int second = j;
                double margin = IntStream.of(pools.train())
                                .filter(row -> shape[row] == first)
                                .count()
                        / total
                        * IntStream.of(pools.train())
                                .filter(row -> color[row] == second)
                                .count()
                        / total;
                double cell = IntStream.of(pools.train())
                        .filter(row -> shape[row] == first && color[row] == second)
                        .count();
                double expected = 600 * (0.6 * margin + (i == j ? 0.4 * cell / pairs : 0));
                assertThat(((Number) ((List<?>) train.get(i)).get(j)).doubleValue())
                        .isCloseTo(expected, within(1.0));
            }
        }
    }

    @Test
    void itComesBackFromItsStoredParameters() {
        Shift shift = FactorGrid.shift(
                "partial-correlation", Map.of("attribute", "color", "rho", 0.5, "independent", "uniform", "rows", 30));
        assertThat(shift.setting()).isEqualTo("color, rho=0.5, uniform independent, rows 30");
        Map<String, Object> stored = CanonicalJson.parseObject(CanonicalJson.text(shift.parameters()));
        assertThat(Shifts.restore("partial-correlation", stored)).isEqualTo(shift);
        assertThat(Shifts.require("partial-correlation", "here")
                        .settings(Map.of("attribute", "color", "rho", List.of(0, 0.5), "rows", List.of(10, 20))))
                .hasSize(4);
    }

    @Test
    void wrongFieldsAreRefused() {
        Refused.by(() -> partial(Map.of("rho", 1.5)), "rho must be a number from 0 to 1, got '1.5'");
        Refused.by(() -> partial(Map.of("rho", -0.1)), "rho must be a number from 0 to 1");
        Refused.by(() -> partial(Map.of("rho", "high")), "rho must be a number from 0 to 1");
        Refused.by(() -> partial(Map.of()), "rho must be a number from 0 to 1; it is missing");
        Refused.by(() -> partial(Map.of("rho", 1, "attribute", "shape")), "must differ from the label");
        Refused.by(() -> partial(Map.of("rho", 1, "correlated", "pol")), "did you mean 'pool'?");
        Refused.by(() -> partial(Map.of("rho", 1, "pairs", List.of(List.of("hart", "red")))), "did you mean 'heart'?");
        AttributeTable apart = new AttributeTable(
                List.of(new Attribute("shape", List.of("a", "b")), new Attribute("color", List.of("x", "y"))),
                Map.of(
                        "shape",
                        IntStream.range(0, 1000).map(i -> i % 2).toArray(),
                        "color",
                        IntStream.range(0, 1000).map(i -> i % 2).toArray()),
                null);
        Map<String, Object> never =
                Map.of("attribute", "color", "rho", 1, "pairs", List.of(List.of("a", "y")), "test", "pool");
        Refused.by(
                () -> FactorGrid.shift("partial-correlation", never).apply(apart, FactorGrid.run(0)),
                "none of the 800 rows of the training pool is of one of the pairs [[a, y]]");
    }

    private Split partial(Map<String, Object> more) {
        Map<String, Object> fields = new TreeMap<>(Map.of("attribute", "color"));
        fields.putAll(more);
        return FactorGrid.shift("partial-correlation", fields).apply(table, FactorGrid.run(0));
    }
}
