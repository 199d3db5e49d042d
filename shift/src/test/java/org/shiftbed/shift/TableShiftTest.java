package org.shiftbed.shift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.shiftbed.base.CanonicalJson;
import org.shiftbed.data.Attribute;
import org.shiftbed.data.AttributeTable;

class TableShiftTest {
    private static final List<List<Object>> CELLS = List.of(
            List.of("square", "red", 0.5),
            List.of("heart", "blue", 0.3),
            List.of("ellipse", "red", "1/10"),
            List.of("heart", "red", 0.1));

    private final AttributeTable table = FactorGrid.sprites();
    private final int[] shape = table.column("shape");
    private final int[] color = table.column("color");
    private final Pools pools = Pools.of("sprites", table);

    @Test
    void a8CountsAreThoseOfLargestRemainderInTheOrderOfTheCells() {
        // 101 rows: 50.5, 10.1, 10.1, 30.3 in the order of the cells; the floors leave one row, for the largest
        // remainder.
        Split split = table(Map.of("rows", 101));
        assertThat(sizes(split)).containsExactly(51, 10, 10, 30);
        // 105 rows: 52.5, 10.5, 10.5, 31.5 leave two rows, for the first two of four equal remainders.
        assertThat(sizes(table(Map.of("rows", 105)))).containsExactly(53, 11, 10, 31);
        assertThat(split.parts(Role.TRAIN).stream().map(Part::filter))
                .containsExactly(
                        "shape = square AND color = red",
                        "shape = ellipse AND color = red",
                        "shape = heart AND color = red",
                        "shape = heart AND color = blue");
        Set<Integer> train = new HashSet<>(IntStream.of(pools.train()).boxed().toList());
        int[] codes = {0, 0, 1, 0, 2, 0, 2, 2};
        for (int k = 0; k < 4; k++) {
            Part part = split.part("train-" + k);
            int cell = k;
            assertThat(Arrays.stream(part.rows()).boxed())
                    .doesNotHaveDuplicates()
                    .allMatch(row -> shape[row] == codes[2 * cell] && color[row] == codes[2 * cell + 1])
                    .allMatch(train::contains);
        }
    }

    @Test
    void a8ShrinkKeepsTheSharesToOneRow() {
        int pool = cell(pools.train(), 0, 0);
        int most = Math.min(pool * 2, (int) Math.floor(cell(pools.train(), 2, 2) / 0.3 + 1e-9));
        for (Object rows : List.of("max", 100_000)) {
            Split split = table(Map.of("rows", rows));
            int[] sizes = sizes(split);
            assertThat(Arrays.stream(sizes).sum()).isEqualTo(most);
            double[] shares = {0.5, 0.1, 0.1, 0.3};
            for (int k = 0; k < 4; k++) {
                assertThat((double) sizes[k]).isCloseTo(shares[k] * most, within(1.0));
            }
            assertThat(split.warnings()).hasSize(rows.equals("max") ? 0 : 1);
        }
        assertThat(table(Map.of("rows", 100_000)).warnings().get(0)).contains("shrunk to " + most);
    }

    @Test
    void clipTakesWhatACellHasAndOversampleRepeatsItsRows() {
        int pool = cell(pools.train(), 0, 0);
        int rows = 2 * pool + 100;
        Split clipped = table(Map.of("rows", rows, "shortage", "clip"));
        assertThat(clipped.part("train-0").size()).isEqualTo(pool);
        assertThat(clipped.part("train-0").requested()).isEqualTo(pool + 50);
        assertThat(clipped.part("train-1").size()).isEqualTo((int) Math.round(rows * 0.1));
        Split repeated = table(Map.of("rows", rows, "shortage", "oversample"));
        int[] drawn = repeated.part("train-0").rows();
        assertThat(drawn).hasSize(pool + 50);
        assertThat(Arrays.stream(drawn).distinct().count()).isLessThan(pool);
        assertThat(Arrays.stream(drawn)).allMatch(row -> shape[row] == 0 && color[row] == 0);
        // Every row of the set is drawn alike, a repeated one as often as it is there.
        double[] probability = repeated.rowProbabilities();
        int often = drawn[0];
        long times = Arrays.stream(drawn).filter(row -> row == often).count();
        assertThat(probability[often]).isCloseTo((double) times / rows, within(1e-12));
        assertThat(Arrays.stream(probability).sum()).isCloseTo(1, within(1e-9));
    }

    @Test
    void batchesHaveTheJoint() {
        PartBatches batches =
                new PartBatches(table(Map.of("rows", 1000, "shortage", "oversample")), 100, FactorGrid.run(0));
        long[] drawn = new long[9];
        for (int i = 0; i < 300; i++) {
            for (BatchSource.EnvironmentRows group : batches.next()) {
                for (int row : group.rows()) {
                    drawn[3 * shape[row] + color[row]]++;
                }
            }
        }
        double[] shares = {0.5, 0, 0, 0.1, 0, 0, 0.1, 0, 0.3};
        for (int cell = 0; cell < 9; cell++) {
            double p = shares[cell];
            assertThat(drawn[cell] / 3e4).isCloseTo(p, within(4 * Math.sqrt(p * (1 - p) / 3e4)));
        }
    }

    @Test
    void theTestHasAllCellsAlikeOrAsItsTableSaysOrIsThePool() {
        int least = IntStream.range(0, 9)
                .map(i -> cell(pools.test(), i / 3, i % 3))
                .min()
                .orElseThrow();
        int[] uniform = table(Map.of()).part("test").rows();
        assertThat(uniform).hasSize(9 * least);
        for (int i = 0; i < 9; i++) {
            assertThat(cell(uniform, i / 3, i % 3)).isEqualTo(least);
        }
        assertThat(table(Map.of("test", "pool")).part("test").rows()).containsExactly(pools.test());
        List<List<Object>> two = List.of(List.of("heart", "red", 0.5), List.of("square", "green", 0.5));
        Part own = table(Map.of("test", two)).part("test");
        int half = Math.min(cell(pools.test(), 2, 0), cell(pools.test(), 0, 1));
        assertThat(cell(own.rows(), 2, 0)).isEqualTo(half);
        assertThat(own.size()).isEqualTo(2 * half);
        assertThat(RowFilter.parse(own.filter(), table).among(own.rows())).hasSize(2 * half);
    }

    @Test
    void validationHasTheJointOfTraining() {
        Split split = table(Map.of("rows", 200));
        int[] rows = split.part("val_id").rows();
        Set<Integer> validation =
                new HashSet<>(IntStream.of(pools.validation()).boxed().toList());
        assertThat(Arrays.stream(rows).boxed()).allMatch(validation::contains).doesNotHaveDuplicates();
        // As dense as the whole training pool allows, whatever the number of training rows.
        int most = Arrays.stream(sizes(table(Map.of()))).sum();
        int wanted = (int) Math.round((double) most * pools.validation().length / pools.train().length);
        int[] codes = {0, 0, 1, 0, 2, 0, 2, 2};
        double[] shares = {0.5, 0.1, 0.1, 0.3};
        for (int k = 0; k < 4; k++) {
            int i = codes[2 * k];
            int j = codes[2 * k + 1];
            double expected = Math.min(shares[k] * wanted, cell(pools.validation(), i, j));
            assertThat((double) cell(rows, i, j)).isCloseTo(expected, within(1.0));
        }
        assertThat(table(Map.of()).part("val_id").rows()).containsExactly(rows);
    }

    @Test
    void moreRowsContainFewerAndTheSizeConditionKeepsTheShares() {
        Split few = table(Map.of("rows", 100));
        Split many = table(Map.of("rows", 400));
        for (int k = 0; k < 4; k++) {
            assertThat(many.part("train-" + k).rows())
                    .startsWith(few.part("train-" + k).rows());
        }
        Map<String, Object> fields = fields(Map.of("rows", 400));
        Split sized = FactorGrid.shift("table", fields, new Conditions(100, LabelNoise.NONE))
                .apply(table, FactorGrid.run(3));
        assertThat(sizes(sized)).containsExactly(sizes(few));
        double[] probability = sized.rowProbabilities();
        assertThat(Arrays.stream(probability).filter(p -> p > 0))
                .hasSize(100)
                .allMatch(p -> Math.abs(p - 0.01) < 1e-12);
    }

    @Test
    void attributesOutsideOfTheTableStayAsTheyAreInACell() {
        Map<String, Object> whole = Map.of("attributes", "scale", "cells", List.of(List.of("0.5", 1)));
        Split split = FactorGrid.shift("table", whole).apply(table, FactorGrid.run(0));
        int[] scale = table.column("scale");
        assertThat(split.part("train-0").rows())
                .containsExactlyInAnyOrder(IntStream.of(pools.train())
                        .filter(row -> scale[row] == 0)
                        .toArray());
    }

    @Test
    void aTableComesBackFromItsStoredParameters() {
        for (Map<String, Object> more : List.<Map<String, Object>>of(
                Map.of(),
                Map.of("rows", 50, "shortage", "clip", "test", "pool"),
                Map.of("test", List.of(List.of("square", "blue", 1))))) {
            Shift shift = FactorGrid.shift("table", fields(more));
            Map<String, Object> stored = CanonicalJson.parseObject(CanonicalJson.text(shift.parameters()));
            assertThat(Shifts.restore("table", stored)).isEqualTo(shift).isNotSameAs(shift);
        }
        assertThat(FactorGrid.shift("table", fields(Map.of("rows", 50, "shortage", "clip")))
                        .setting())
                .isEqualTo("shape x color, rows 50, clip");
    }

    @Test
    void theManifestHasTheJoint() {
        Map<String, Object> manifest = table(Map.of("rows", 100)).manifest();
        assertThat(Golden.object(manifest, "cells").get("train"))
                .isEqualTo(List.of(List.of(50L, 0L, 0L), List.of(10L, 0L, 0L), List.of(10L, 0L, 30L)));
        assertThat(CanonicalJson.text(manifest)).contains("\"cells\":[[\"square\",\"red\",0.5]");
    }

    @Test
    void wrongTablesAreRefusedInOneLine() {
        Refused.by(() -> with("cells", List.of(List.of("square", "red", 0.9))), "shares that add up to 1, got 0.9");
        Refused.by(
                () -> with("cells", List.of(List.of("square", "red", -0.1), List.of("heart", "red", 1.1))),
                "cells[0]: a share must be a number from 0 to 1",
                "got '-0.1'");
        Refused.by(() -> with("cells", List.of(List.of("square", "red", "1/0"))), "cells[0]: a share");
        Refused.by(() -> with("cells", List.of(List.of("square", 1))), "cells[0] must be [2 values, share]");
        Refused.by(() -> with("cells", "square"), "cells must be a list of cells");
        Refused.by(
                () -> with("cells", List.of(List.of("square", "red", 0.5), List.of("square", "red", 0.5))),
                "cells[1] is the same cell as cells[0]");
        Refused.by(
                () -> with("cells", List.of(List.of("square", "rod", 1))),
                "cells[0]",
                "unknown value of 'color' 'rod'",
                "did you mean 'red'?");
        Refused.by(() -> with("attributes", List.of("shape", "shape")), "'shape' stands there twice");
        Refused.by(() -> with("attributes", List.of("shape", "colour")), "did you mean 'color'?");
        Refused.by(() -> with("rows", 0), "rows must be a whole number of at least 1");
        Refused.by(() -> with("shortage", "clipp"), "did you mean 'clip'?");
        Refused.by(() -> with("test", "unifrom"), "did you mean 'uniform'?");
        Refused.by(() -> table(Map.of("shortage", "oversample", "sampler", "none")), "sampler: parts");
        int most = Arrays.stream(sizes(table(Map.of()))).sum();
        Refused.by(
                () -> table(Map.of("rows", 100_000, "shortage", "error")),
                "100000 rows were asked for",
                "cell [",
                "ask for at most " + most);
        assertThat(sizes(table(Map.of("rows", most, "shortage", "error")))).containsExactly(sizes(table(Map.of())));
    }

    @Test
    void cellsWithoutRowsAreRefusedOrLeftOut() {
        int[] kinds = new int[1000];
        AttributeTable poor = new AttributeTable(
                List.of(new Attribute("shape", List.of("a", "b")), new Attribute("kind", List.of("x", "y"))),
                Map.of("shape", IntStream.range(0, 1000).map(i -> i % 2).toArray(), "kind", kinds),
                null);
        Map<String, Object> fields = new TreeMap<>(Map.of(
                "attributes", List.of("kind"), "cells", List.of(List.of("x", 0.5), List.of("y", 0.5)), "test", "pool"));
        Refused.by(
                () -> FactorGrid.shift("table", fields).apply(poor, FactorGrid.run(0)),
                "cell [y] of kind has share 0.5 and no row");
        fields.put("rows", 100);
        fields.put("shortage", "clip");
        assertThat(sizes(FactorGrid.shift("table", fields).apply(poor, FactorGrid.run(0))))
                .containsExactly(50);
        fields.put("test", "uniform");
        Refused.by(
                () -> FactorGrid.shift("table", fields).apply(poor, FactorGrid.run(0)),
                "test: cell [y] of kind has no row",
                "write test: pool");
    }

    private Split with(String field, Object value) {
        return table(Map.of(field, value));
    }

    private Split table(Map<String, Object> more) {
        return FactorGrid.shift("table", fields(more)).apply(table, FactorGrid.run(3));
    }

    private static Map<String, Object> fields(Map<String, Object> more) {
        Map<String, Object> fields = new TreeMap<>(Map.of("attributes", List.of("shape", "color"), "cells", CELLS));
        fields.putAll(more);
        return fields;
    }

    private static int[] sizes(Split split) {
        return split.parts(Role.TRAIN).stream().mapToInt(Part::size).toArray();
    }

    private int cell(int[] rows, int i, int j) {
        return (int) IntStream.of(rows)
                .filter(row -> shape[row] == i && color[row] == j)
                .count();
    }
}
