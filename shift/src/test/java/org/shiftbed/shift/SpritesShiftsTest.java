package org.shiftbed.shift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.shiftbed.data.AttributeTable;
import org.shiftbed.data.DataSource;
import org.shiftbed.data.Dataset;
import org.shiftbed.data.Datasets;

/** Acceptance tests A2 to A5 on the embedded sprites themselves. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SpritesShiftsTest {
    @SuppressWarnings("NullAway.Init")
    private Dataset sprites;

    @SuppressWarnings("NullAway.Init")
    private AttributeTable table;

    @BeforeAll
    void open() {
        Map<String, Object> given = Map.of("side", 16, "stride", Map.of("orientation", 4, "position", 4));
        sprites = Datasets.open("sprites", Datasets.resolve("sprites", given, "test"), new DataSource(null, 0));
        table = sprites.attributes();
    }

    @AfterAll
    void close() {
        sprites.close();
    }

    @Test
    void a2ToA5HoldOnTheSprites() {
        Pools pools = Pools.of("sprites", table);
        assertThat(pools.test()).hasSize(Math.min(10_000, table.rows() / 10));
        assertDisjoint(pools.train(), pools.validation());
        assertDisjoint(pools.train(), pools.test());
        assertDisjoint(pools.validation(), pools.test());
        int[] shape = table.column("shape");
        int[] color = table.column("color");
        Split spurious = FactorGrid.shift("spurious-correlation", Map.of("attribute", "color", "samples", 10))
                .apply(table, FactorGrid.run(0));
        assertThat(Arrays.stream(spurious.part("train-0").rows())).allMatch(row -> shape[row] == color[row]);
        assertThat(spurious.part("train-0").size() / (double) pools.train().length)
                .isCloseTo(1 / 3.0, within(0.03));
        assertThat(spurious.part("train-1").rows()).hasSize(10);
        Split low = FactorGrid.shift("low-data", Map.of("attribute", "color", "samples", 10))
                .apply(table, FactorGrid.run(0));
        assertThat(Arrays.stream(low.part("train-1").rows())).hasSize(10).allMatch(row -> color[row] == 2);
        Split unseen = FactorGrid.shift("unseen", Map.of("attribute", "color")).apply(table, FactorGrid.run(0));
        assertThat(Arrays.stream(unseen.part("train-0").rows())).noneMatch(row -> color[row] == 2);
        assertThat(unseen.part("train-0").rows())
                .containsExactly(low.part("train-0").rows());
        assertThat(unseen.part("test").rows())
                .containsExactly(spurious.part("test").rows());
    }

    private void assertDisjoint(int[] one, int[] other) {
        Set<Integer> groups = new HashSet<>(
                IntStream.of(one).map(row -> table.groups()[row]).boxed().toList());
        assertThat(Arrays.stream(other)).noneMatch(row -> groups.contains(table.groups()[row]));
    }
}
