package org.shiftbed.shift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.hipparchus.stat.inference.ChiSquareTest;
import org.junit.jupiter.api.Test;
import org.shiftbed.base.Seed;

/** Batches of environments without replacement. */
class UnrepeatedBatchesTest {
    private static final Seed SEED = Seed.of("unrepeated");

    @Test
    void everyRowComesOncePerPassAndARestThatFillsNoBatchIsLeftOut() {
        // 19 rows in batches of 8: two batches a pass, three rows left out. 16 rows: two batches, none left out.
        EnvironmentBatches batches = new EnvironmentBatches(split(new int[35], 19), 8, false, false, SEED);
        long[] counts = new long[35];
        Set<List<Integer>> orders = new HashSet<>();
        for (int pass = 0; pass < 2000; pass++) {
            Set<Integer> first = new HashSet<>();
            Set<Integer> second = new HashSet<>();
            for (int i = 0; i < 2; i++) {
                List<BatchSource.EnvironmentRows> batch = batches.next();
                assertThat(batch)
                        .extracting(BatchSource.EnvironmentRows::environment)
                        .containsExactly(0, 1);
                for (int row : batch.get(0).rows()) {
                    assertThat(first.add(row)).isTrue();
                    counts[row]++;
                }
                for (int row : batch.get(1).rows()) {
                    assertThat(second.add(row)).isTrue();
                }
                orders.add(Arrays.stream(batch.get(0).rows()).boxed().toList());
            }
            assertThat(first).hasSize(16).allMatch(row -> row < 19);
            assertThat(second)
                    .containsExactlyInAnyOrderElementsOf(
                            IntStream.range(19, 35).boxed().toList());
        }
        // Which rows are left out is up to chance: every row as often as any other.
        double[] alike = new double[19];
        Arrays.fill(alike, 1);
        assertThat(new ChiSquareTest().chiSquareTest(alike, Arrays.copyOf(counts, 19)))
                .isGreaterThan(0.001);
        assertThat(orders).hasSize(4000);
    }

    @Test
    void equalSeedsGiveEqualBatchesAndOthersGiveOthers() {
        assertThat(first(SEED)).isEqualTo(first(SEED)).isNotEqualTo(first(Seed.of("another")));
    }

    private static List<Integer> first(Seed seed) {
        return Arrays.stream(new EnvironmentBatches(split(new int[35], 19), 8, false, false, seed)
                        .next()
                        .get(0)
                        .rows())
                .boxed()
                .toList();
    }

    /**
     * A class of one row and one of three: a first draw takes the single row with probability 1/2, another with 1/6; a second draw after one of the three has
     * weights 1, 1/3, 1/3. So a pair with the single row has probability 1/2 1/3 + 1/6 3/5 = 4/15, each other pair 2 1/6 1/5 = 1/15.
     */
    @Test
    void balancedClassesWithoutReplacementHaveTheProbabilitiesOfSuccessiveDraws() {
        EnvironmentBatches batches = new EnvironmentBatches(split(new int[] {0, 1, 1, 1}, 4), 2, true, false, SEED);
        Map<Set<Integer>, Long> sets = new HashMap<>();
        for (int i = 0; i < 15_000; i++) {
            int[] rows = batches.next().get(0).rows();
            sets.merge(Set.of(rows[0], rows[1]), 1L, Long::sum);
        }
        assertThat(sets.keySet()).hasSize(6).allMatch(set -> set.size() == 2);
        List<Set<Integer>> order = List.copyOf(sets.keySet());
        double[] expected =
                order.stream().mapToDouble(set -> set.contains(0) ? 4 : 1).toArray();
        long[] observed =
                order.stream().mapToLong(set -> sets.getOrDefault(set, 0L)).toArray();
        assertThat(new ChiSquareTest().chiSquareTest(expected, observed)).isGreaterThan(0.001);
    }

    @Test
    void aBatchOfTheWholeEnvironmentHasEveryRowAlsoWithBalancedClasses() {
        EnvironmentBatches batches = new EnvironmentBatches(split(new int[] {0, 1, 1, 1, 2}, 5), 5, true, false, SEED);
        for (int i = 0; i < 50; i++) {
            assertThat(batches.next().get(0).rows()).containsExactlyInAnyOrder(0, 1, 2, 3, 4);
        }
    }

    @Test
    void anEnvironmentSmallerThanItsBatchIsRefusedWhetherClassesAreBalancedOrNot() {
        for (boolean balanced : new boolean[] {false, true}) {
            assertThatThrownBy(() -> new EnvironmentBatches(split(new int[5], 5), 6, balanced, false, SEED))
                    .isInstanceOf(EnvironmentTooSmall.class)
                    .hasMessageContaining("has 5 training rows, fewer than its batch of 6");
        }
    }

    /** Rows up to {@code first} in one environment, the others in a second one where there are any. */
    private static Split split(int[] labels, int first) {
        int[] environmentOf = new int[labels.length];
        Arrays.fill(environmentOf, first, labels.length, 1);
        Part one = part(0, 0, first);
        boolean two = first < labels.length;
        return new Split(
                "label",
                "place",
                two ? List.of(new Environment(0, "a"), new Environment(1, "b")) : List.of(new Environment(0, "a")),
                environmentOf,
                labels,
                3,
                two ? List.of(one, part(1, first, labels.length)) : List.of(one),
                List.of(),
                LabelNoise.NONE,
                SamplingWeights.PARTS,
                List.of(),
                Map.of());
    }

    private static Part part(int environment, int from, int to) {
        return new Part(
                "env" + environment + "_in",
                Role.TRAIN,
                environment,
                "all",
                0,
                IntStream.range(from, to).toArray(),
                1);
    }
}
