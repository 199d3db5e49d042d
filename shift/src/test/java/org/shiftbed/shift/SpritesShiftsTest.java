package org.shiftbed.shift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.hipparchus.stat.inference.ChiSquareTest;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.shiftbed.data.AttributeTable;
import org.shiftbed.data.DataSource;
import org.shiftbed.data.Dataset;
import org.shiftbed.data.Datasets;

/** Acceptance tests A1 to A10 of {@code controlled-shifts.md} 8 on the embedded sprites themselves. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SpritesShiftsTest {
    @SuppressWarnings("NullAway.Init")
    private Dataset sprites;

    @SuppressWarnings("NullAway.Init")
    private AttributeTable table;

    @SuppressWarnings("NullAway.Init")
    private Pools pools;

    @SuppressWarnings("NullAway.Init")
    private int[] shape;

    @SuppressWarnings("NullAway.Init")
    private int[] color;

    @BeforeAll
    void open() {
        Map<String, Object> given = Map.of("side", 16, "stride", Map.of("orientation", 4, "position", 4));
        sprites = Datasets.open("sprites", Datasets.resolve("sprites", given, "test"), new DataSource(null, 0));
        table = sprites.attributes();
        pools = Pools.of("sprites", table);
        shape = table.column("shape");
        color = table.column("color");
    }

    @AfterAll
    void close() {
        sprites.close();
    }

    @Test
    void a1TheKeptRuleGivesTheSetsOfThePaper() {
        assertThat(KeptRule.kept(3, new BigDecimal("0.7"))).isEqualTo(2);
        assertThat(KeptRule.kept(6, new BigDecimal("0.2"))).isEqualTo(2);
        assertThat(KeptRule.kept(10, new BigDecimal("0.2"))).isEqualTo(2);
        assertThat(KeptRule.kept(18, new BigDecimal("0.2"))).isEqualTo(4);
        assertThat(KeptRule.rare("sprites", table.attribute("color"))).containsExactly("blue");
    }

    @Test
    void a2SpuriousCorrelationHasDiagonalRowsAndNOthersAndDrawsHalfOfEach() {
        Split split = built("spurious-correlation", Map.of("attribute", "color", "samples", 100), 0);
        assertThat(split.part("train-0").rows()).containsExactly(training(row -> shape[row] == color[row]));
        assertThat(split.part("train-0").size() / (double) pools.train().length).isCloseTo(1 / 3.0, within(0.03));
        int[] others = split.part("train-1").rows();
        assertThat(others).hasSize(100).doesNotHaveDuplicates();
        double share =
                Arrays.stream(others).filter(row -> shape[row] == color[row]).count() / 100.0;
        long diagonal = 0;
        for (int row : draws(split, 100_000)) {
            diagonal += shape[row] == color[row] ? 1 : 0;
        }
        assertThat(diagonal / 1e5).isCloseTo(0.5 + 0.5 * share, within(0.01));
    }

    @Test
    void a3LowDataHasNRareRowsUnseenDataNoneAndBothAllOthers() {
        Split low = built("low-data", Map.of("attribute", "color", "samples", 10), 0);
        Split unseen = built("unseen", Map.of("attribute", "color"), 0);
        assertThat(Arrays.stream(low.part("train-1").rows())).hasSize(10).allMatch(row -> color[row] == 2);
        for (Split split : List.of(low, unseen)) {
            assertThat(split.part("train-0").rows()).containsExactly(training(row -> color[row] != 2));
        }
        assertThat(unseen.parts(Role.TRAIN)).hasSize(1);
    }

    @Test
    void a4ContentGroupsOfTheThreePoolsAreDisjoint() {
        assertThat(pools.test()).hasSize(Math.min(10_000, table.rows() / 10));
        assertDisjoint(pools.train(), pools.validation());
        assertDisjoint(pools.train(), pools.test());
        assertDisjoint(pools.validation(), pools.test());
    }

    @Test
    void a5ChecksumsFollowTheSeedTestRowsDoNotAndChoicesNest() {
        for (String kind : List.of("spurious-correlation", "low-data")) {
            Split one = built(kind, Map.of("attribute", "color", "samples", 50), 1);
            Split again = built(kind, Map.of("attribute", "color", "samples", 50), 1);
            Split other = built(kind, Map.of("attribute", "color", "samples", 50), 2);
            Split fewer = built(kind, Map.of("attribute", "color", "samples", 5), 1);
            assertThat(again.manifest().get("checksum"))
                    .isEqualTo(one.manifest().get("checksum"))
                    .isNotEqualTo(other.manifest().get("checksum"));
            assertThat(other.part("train-1").rows())
                    .isNotEqualTo(one.part("train-1").rows());
            assertThat(other.part("test").rows())
                    .containsExactly(one.part("test").rows());
            assertThat(one.part("train-1").rows())
                    .startsWith(fewer.part("train-1").rows());
        }
    }

    @Test
    void a6ImportanceDrawsNonEmptyCellsAlike() {
        Split split = built("unseen", Map.of("attribute", "color", "sampler", "importance"), 0);
        long[] cells = new long[6];
        for (int row : draws(split, 60_000)) {
            cells[shape[row] * 2 + color[row]]++;
        }
        double[] alike = new double[6];
        Arrays.fill(alike, 1);
        assertThat(new ChiSquareTest().chiSquareTest(alike, cells)).isGreaterThan(0.001);
    }

    @Test
    void a7NoiseFlipsTrainingLabelsAtItsRateAndNoOthers() {
        Conditions noisy = new Conditions(0, new LabelNoise(0.7, false));
        Split split = FactorGrid.shift("low-data", Map.of("attribute", "color", "samples", 10), noisy)
                .apply(table, FactorGrid.run(0));
        PartBatches batches = new PartBatches(split, 100, FactorGrid.run(0));
        int flipped = 0;
        int draws = 60_000;
        for (int i = 0; i < draws / 100; i++) {
            for (BatchSource.EnvironmentRows group : batches.next()) {
                for (int k = 0; k < group.rows().length; k++) {
                    flipped += group.labels()[k] == shape[group.rows()[k]] ? 0 : 1;
                }
            }
        }
        double rate = 0.7 * (1 - 1 / 3.0);
        assertThat(flipped / (double) draws).isCloseTo(rate, within(3 * Math.sqrt(rate * (1 - rate) / draws)));
        for (String part : List.of("val_id", "test")) {
            assertThat(Arrays.stream(split.part(part).rows())).allMatch(row -> split.labels()[row] == shape[row]);
        }
    }

    @Test
    void a8TablesHaveTheCountsOfLargestRemainderAndShrinkKeepsTheShares() {
        List<List<Object>> cells =
                List.of(List.of("square", "blue", 0.6), List.of("heart", "red", 0.3), List.of("heart", "blue", 0.1));
        Map<String, Object> fields = Map.of("attributes", List.of("shape", "color"), "cells", cells, "rows", 57);
        // 34.2, 17.1 and 5.7.
        assertThat(sizes(built("table", fields, 0))).containsExactly(34, 17, 6);
        Split shrunk = built("table", Map.of("attributes", List.of("shape", "color"), "cells", cells), 0);
        int square = training(row -> shape[row] == 0 && color[row] == 2).length;
        int total = (int) Math.floor(square / 0.6 + 1e-9);
        double[] shares = {0.6, 0.3, 0.1};
        for (int i = 0; i < 3; i++) {
            assertThat((double) sizes(shrunk)[i]).isCloseTo(shares[i] * total, within(1.0));
        }
        assertThat(Arrays.stream(sizes(shrunk)).sum()).isEqualTo(total);
    }

    @Test
    void a9CramersVOfABijectionIsRho() {
        for (double rho : List.of(0.0, 0.25, 0.5, 0.75, 1.0)) {
            Map<String, Object> fields = Map.of(
                    "attribute", "color", "rho", rho, "correlated", "uniform", "independent", "uniform", "rows", 108);
            Split split = built("partial-correlation", fields, 0);
            // 108 rows in nine cells are whole numbers for every one of these rho, so V is exact.
            assertThat(Golden.number(Golden.object(split.manifest(), "correlation"), "cramers_v"))
                    .isCloseTo(rho, within(1e-12));
        }
    }

    @Test
    void a10CompositionsHaveNoUnseenRowAndTheCountsOfTheirParts() {
        Map<String, Object> correlated = Map.of("spurious-correlation", Map.of("attribute", "color", "samples", 40));
        Map<String, Object> unseen = Map.of("unseen", Map.of("attribute", "scale", "values", List.of("0.9", "1.0")));
        Map<String, Object> low =
                Map.of("low-data", Map.of("attribute", "scale", "values", List.of("0.9", "1.0"), "samples", 15));
        int[] scale = table.column("scale");
        Split without = built("compose", Map.of("of", List.of(correlated, unseen)), 0);
        assertThat(without.parts(Role.TRAIN)).hasSize(2).allMatch(part -> part.weight() == 0.5);
        for (Part part : without.parts(Role.TRAIN)) {
            assertThat(Arrays.stream(part.rows())).noneMatch(row -> scale[row] >= 4);
        }
        assertThat(without.part("train-1").size()).isEqualTo(40);
        Split few = built("compose", Map.of("of", List.of(correlated, low)), 0);
        assertThat(few.parts(Role.TRAIN)).hasSize(4).allMatch(part -> part.weight() == 0.25);
        assertThat(sizes(few))
                .containsExactly(training(row -> shape[row] == color[row] && scale[row] < 4).length, 15, 40, 15);
    }

    private Split built(String kind, Map<String, Object> fields, int seed) {
        return FactorGrid.shift(kind, fields).apply(table, FactorGrid.run(seed));
    }

    private int[] training(IntPredicate test) {
        return Arrays.stream(pools.train()).filter(test).toArray();
    }

    private static int[] sizes(Split split) {
        return split.parts(Role.TRAIN).stream().mapToInt(Part::size).toArray();
    }

    private static int[] draws(Split split, int rows) {
        PartBatches batches = new PartBatches(split, 100, FactorGrid.run(0));
        return IntStream.range(0, rows / 100)
                .boxed()
                .flatMap(i -> batches.next().stream())
                .flatMapToInt(group -> Arrays.stream(group.rows()))
                .toArray();
    }

    private void assertDisjoint(int[] one, int[] other) {
        Set<Integer> groups = new HashSet<>(
                IntStream.of(one).map(row -> table.groups()[row]).boxed().toList());
        assertThat(Arrays.stream(other)).noneMatch(row -> groups.contains(table.groups()[row]));
    }
}
