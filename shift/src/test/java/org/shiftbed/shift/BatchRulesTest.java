package org.shiftbed.shift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.hipparchus.stat.inference.ChiSquareTest;
import org.junit.jupiter.api.Test;
import org.shiftbed.data.AttributeTable;

/** What batches are made of; acceptance tests A6 and A7 of {@code controlled-shifts.md} 8. */
class BatchRulesTest {
    private final AttributeTable table = FactorGrid.sprites();
    private final int[] shape = table.column("shape");
    private final int[] color = table.column("color");

    @Test
    void aBatchHasItsRowsGroupedByAscendingEnvironment() {
        Split split = lowData(5, Map.of());
        PartBatches batches = new PartBatches(split, 64, FactorGrid.run(0));
        Set<Integer> trained = new HashSet<>(IntStream.of(RowProbabilities.distinctRows(split.parts()))
                .boxed()
                .toList());
        for (int i = 0; i < 50; i++) {
            List<BatchSource.EnvironmentRows> batch = batches.next();
            assertThat(batch)
                    .extracting(BatchSource.EnvironmentRows::environment)
                    .isSorted();
            assertThat(batch.stream().mapToInt(group -> group.rows().length).sum())
                    .isEqualTo(64);
            for (BatchSource.EnvironmentRows group : batch) {
                for (int k = 0; k < group.rows().length; k++) {
                    int row = group.rows()[k];
                    assertThat(trained).contains(row);
                    assertThat(color[row]).isEqualTo(group.environment());
                    assertThat(group.labels()[k]).isEqualTo(shape[row]);
                }
            }
        }
    }

    @Test
    void insideAPartNoRowComesTwiceInAPass() {
        Split split = FactorGrid.shift("unseen", Map.of("attribute", "color", "environments", "shape"))
                .apply(table, FactorGrid.run(0));
        int rows = split.part("train-0").size();
        PartBatches batches = new PartBatches(split, rows, FactorGrid.run(0));
        int[] first = drawn(batches);
        int[] second = drawn(batches);
        int[] all = split.part("train-0").rows().clone();
        assertThat(first).isNotEqualTo(second);
        Arrays.sort(first);
        Arrays.sort(second);
        assertThat(first).containsExactly(all);
        assertThat(second).containsExactly(all);
    }

    @Test
    void equalSeedsGiveEqualBatchesAndOtherSeedsOthers() {
        Split split = lowData(5, Map.of());
        assertThat(drawn(new PartBatches(split, 64, FactorGrid.run(0))))
                .containsExactly(drawn(new PartBatches(split, 64, FactorGrid.run(0))))
                .isNotEqualTo(drawn(new PartBatches(split, 64, FactorGrid.run(1))));
    }

    @Test
    void a6ImportanceDrawsNonEmptyCellsAlike() {
        Split split = lowData(40, Map.of("sampler", "importance"));
        PartBatches batches = new PartBatches(split, 100, FactorGrid.run(0));
        long[] cells = new long[9];
        for (int i = 0; i < 300; i++) {
            for (BatchSource.EnvironmentRows group : batches.next()) {
                for (int row : group.rows()) {
                    cells[shape[row] * 3 + color[row]]++;
                }
            }
        }
        double[] alike = new double[9];
        Arrays.fill(alike, 1);
        assertThat(new ChiSquareTest().chiSquareTest(alike, cells)).isGreaterThan(0.001);
    }

    /**
     * Nine cells of n rows in all: a weight n / (9 * rows of its cell), at most the cap, is what a row counts; its probability is that over the
     * sum of all.
     */
    @Test
    void cappedWeightsOfImportanceAreTheSmallerOnesAfterNormalising() {
        Split split = lowData(6, Map.of("sampler", "importance", "max-weight", 2.5));
        int[] rows = RowProbabilities.distinctRows(split.parts());
        double[] weight = new double[table.rows()];
        double sum = 0;
        int capped = 0;
        for (int row : rows) {
            long alike = IntStream.of(rows)
                    .filter(other -> shape[other] == shape[row] && color[other] == color[row])
                    .count();
            double ratio = rows.length / (9.0 * alike);
            capped += ratio > 2.5 ? 1 : 0;
            weight[row] = Math.min(ratio, 2.5);
            sum += weight[row];
        }
        assertThat(capped).isEqualTo(6);
        double[] expected = new double[9];
        double[] probability = split.rowProbabilities();
        for (int row = 0; row < probability.length; row++) {
            assertThat(probability[row]).isCloseTo(weight[row] / sum, within(1e-15));
            expected[shape[row] * 3 + color[row]] += weight[row] / sum;
        }
        PartBatches batches = new PartBatches(split, 100, FactorGrid.run(0));
        long[] cells = new long[9];
        for (int i = 0; i < 600; i++) {
            for (BatchSource.EnvironmentRows group : batches.next()) {
                for (int row : group.rows()) {
                    cells[shape[row] * 3 + color[row]]++;
                }
            }
        }
        assertThat(new ChiSquareTest().chiSquareTest(expected, cells)).isGreaterThan(0.001);
    }

    @Test
    void aCapThatNoWeightReachesChangesNoProbabilityAndTheSmallestMakesAllAlike() {
        double[] plain = lowData(40, Map.of("sampler", "importance")).rowProbabilities();
        double[] loose = lowData(40, Map.of("sampler", "importance", "max-weight", 100_000))
                .rowProbabilities();
        double[] tight = lowData(40, Map.of("sampler", "importance", "max-weight", 0.001))
                .rowProbabilities();
        double[] none = lowData(40, Map.of("sampler", "none")).rowProbabilities();
        for (int row = 0; row < plain.length; row++) {
            assertThat(loose[row]).isCloseTo(plain[row], within(1e-15));
            assertThat(tight[row]).isCloseTo(none[row], within(1e-15));
        }
    }

    @Test
    void theSamplerNoneDrawsEveryTrainingRowAlike() {
        Split split = lowData(40, Map.of("sampler", "none"));
        int[] rows = RowProbabilities.distinctRows(split.parts());
        int[] pass = drawn(new PartBatches(split, rows.length, FactorGrid.run(0)));
        Arrays.sort(pass);
        assertThat(pass).containsExactly(rows);
    }

    @Test
    void realisedFrequenciesAreTheExactProbabilities() {
        Split split = lowData(4, Map.of());
        double[] probability = split.rowProbabilities();
        assertThat(Arrays.stream(probability).sum()).isCloseTo(1, within(1e-9));
        int rare = split.part("train-1").rows()[0];
        assertThat(probability[rare]).isCloseTo(0.125, within(1e-12));
        PartBatches batches = new PartBatches(split, 100, FactorGrid.run(0));
        long seen = 0;
        for (int i = 0; i < 400; i++) {
            seen += IntStream.of(drawn(batches)).filter(row -> row == rare).count();
        }
        assertThat(seen / 4e4).isCloseTo(0.125, within(3 * Math.sqrt(0.125 * 0.875 / 4e4)));
    }

    @Test
    void a7NoiseFlipsLabelsAtItsRateAndLeavesCleanOnesAlone() {
        Conditions noisy = new Conditions(0, new LabelNoise(0.6, false));
        Split split = FactorGrid.shift("none", Map.of(), noisy).apply(table, FactorGrid.run(0));
        PartBatches batches = new PartBatches(split, 100, FactorGrid.run(0));
        long[] moved = new long[3];
        int draws = 60_000;
        for (int i = 0; i < draws / 100; i++) {
            BatchSource.EnvironmentRows group = batches.next().get(0);
            for (int k = 0; k < 100; k++) {
                moved[Math.floorMod(group.labels()[k] - shape[group.rows()[k]], 3)]++;
            }
        }
        double rate = 0.6 * (1 - 1 / 3.0);
        assertThat((moved[1] + moved[2]) / (double) draws)
                .isCloseTo(rate, within(3 * Math.sqrt(rate * (1 - rate) / draws)));
        assertThat(moved[1] / (double) draws).isCloseTo(0.2, within(3 * Math.sqrt(0.2 * 0.8 / draws)));
        assertThat(split.labels()).containsExactly(shape);
    }

    @Test
    void frozenNoiseGivesARowTheSameLabelAtEveryVisitWhateverTheBatchSize() {
        Conditions noisy = new Conditions(0, new LabelNoise(0.9, true));
        Split split = FactorGrid.shift("none", Map.of(), noisy).apply(table, FactorGrid.run(0));
        int rows = split.part("train-0").size();
        int[] label = new int[table.rows()];
        long flipped = 0;
        BatchSource.EnvironmentRows pass =
                new PartBatches(split, rows, FactorGrid.run(0)).next().get(0);
        for (int k = 0; k < rows; k++) {
            label[pass.rows()[k]] = pass.labels()[k];
            flipped += pass.labels()[k] == shape[pass.rows()[k]] ? 0 : 1;
        }
        assertThat(flipped / (double) rows).isCloseTo(0.6, within(3 * Math.sqrt(0.6 * 0.4 / rows)));
        PartBatches others = new PartBatches(split, 7, FactorGrid.run(0));
        for (int i = 0; i < 2000; i++) {
            BatchSource.EnvironmentRows group = others.next().get(0);
            for (int k = 0; k < 7; k++) {
                assertThat(group.labels()[k]).isEqualTo(label[group.rows()[k]]);
            }
        }
    }

    @Test
    void everyEnvironmentGivesItsBatchUniformlyWithReplacement() {
        Split split = domains(List.of(1), 50, 40, 23);
        EnvironmentBatches batches = new EnvironmentBatches(split, 8, FactorGrid.run(0));
        long[] counts = new long[50];
        for (int i = 0; i < 4000; i++) {
            List<BatchSource.EnvironmentRows> batch = batches.next();
            assertThat(batch)
                    .extracting(BatchSource.EnvironmentRows::environment)
                    .containsExactly(0, 1);
            assertThat(batch).allMatch(group -> group.rows().length == 8);
            assertThat(Arrays.stream(batch.get(1).rows())).allMatch(row -> row >= 90);
            IntStream.of(batch.get(0).rows()).forEach(row -> counts[row]++);
        }
        int[] in = split.part("env0_in").rows();
        long[] observed = IntStream.of(in).mapToLong(row -> counts[row]).toArray();
        assertThat(Arrays.stream(counts).sum())
                .isEqualTo(Arrays.stream(observed).sum());
        double[] alike = new double[in.length];
        Arrays.fill(alike, 1);
        assertThat(new ChiSquareTest().chiSquareTest(alike, observed)).isGreaterThan(0.001);
    }

    @Test
    void theTrailingDrawsOfAPassAreThrownAway() {
        // 19 rows in the in-split: passes of 19 draws, in batches of 8: two batches and three draws that no one sees.
        Split split = domains(List.of(1), 23, 40);
        int[] in = IntStream.of(split.part("env0_in").rows()).sorted().toArray();
        assertThat(in).hasSize(19);
        EnvironmentBatches batches = new EnvironmentBatches(split, 8, FactorGrid.run(0));
        var stream = FactorGrid.run(0).child("batches", "0").random();
        for (int pass = 0; pass < 5; pass++) {
            int[] draws = stream.ints(19, 0, 19).toArray();
            for (int batch = 0; batch < 2; batch++) {
                int[] rows = IntStream.range(batch * 8, batch * 8 + 8)
                        .map(i -> in[draws[i]])
                        .toArray();
                assertThat(batches.next().get(0).rows()).containsExactly(rows);
            }
        }
    }

    /** Each row with probability 1 / (classes of its environment * rows of its class): half of the draws go to a class of a single row. */
    @Test
    void balancedClassesAreDrawnAlikeWhateverTheirSizes() {
        Split plain = domains(List.of(1), 40, 40, 10);
        int[] labels = new int[plain.labels().length];
        int[] in = plain.part("env0_in").rows();
        labels[in[0]] = 1;
        Split split = new Split(
                plain.label(),
                plain.environmentAttribute(),
                plain.environments(),
                plain.environmentOf(),
                labels,
                plain.classes(),
                plain.parts(),
                plain.testEnvironments(),
                plain.noise(),
                plain.sampler(),
                List.of(),
                Map.of());
        // 8 rows in the in-split of the last environment: fewer than its batch, which balanced classes allow.
        EnvironmentBatches batches = new EnvironmentBatches(split, 10, true, FactorGrid.run(0));
        long[] counts = new long[labels.length];
        for (int i = 0; i < 4000; i++) {
            List<BatchSource.EnvironmentRows> batch = batches.next();
            assertThat(batch).hasSize(2).allMatch(group -> group.rows().length == 10);
            assertThat(Arrays.stream(batch.get(1).rows())).allMatch(row -> row >= 80);
            IntStream.of(batch.get(0).rows()).forEach(row -> counts[row]++);
        }
        double[] expected = IntStream.of(in)
                .mapToDouble(row -> labels[row] == 1 ? 0.5 : 0.5 / (in.length - 1))
                .toArray();
        long[] observed = IntStream.of(in).mapToLong(row -> counts[row]).toArray();
        assertThat(Arrays.stream(observed).sum()).isEqualTo(40_000);
        assertThat(new ChiSquareTest().chiSquareTest(expected, observed)).isGreaterThan(0.001);
    }

    @Test
    void anEnvironmentSmallerThanItsBatchIsRefusedByName() {
        Split split = domains(List.of(1), 20, 40, 80);
        assertThatThrownBy(() -> new EnvironmentBatches(split, 17, FactorGrid.run(0)))
                .isInstanceOf(EnvironmentTooSmall.class)
                .hasMessage(
                        "environment '0' has 16 training rows, fewer than its batch of 17; set batch_size to at most 16,"
                                + " or use more rows");
        assertThat(new EnvironmentBatches(split, 16, FactorGrid.run(0)).next()).hasSize(2);
    }

    @Test
    void bothRulesWorkOnSplitsOfEitherProtocol() {
        Split controlled = lowData(20, Map.of());
        List<BatchSource.EnvironmentRows> batch = new EnvironmentBatches(controlled, 20, FactorGrid.run(0)).next();
        assertThat(batch).extracting(BatchSource.EnvironmentRows::environment).containsExactly(0, 1, 2);
        Set<Integer> rare = new HashSet<>(
                IntStream.of(controlled.part("train-1").rows()).boxed().toList());
        assertThat(Arrays.stream(batch.get(2).rows())).allMatch(rare::contains);
        Split domains = domains(List.of(1), 100, 40, 20);
        int[] rows = drawn(new PartBatches(domains, 1000, FactorGrid.run(0)));
        assertThat(Arrays.stream(rows).filter(row -> row < 100).count() / 1000.0)
                .isCloseTo(0.5, within(0.05));
    }

    private Split lowData(int samples, Map<String, Object> more) {
        Map<String, Object> fields = new HashMap<>(more);
        fields.put("attribute", "color");
        fields.put("samples", samples);
        return FactorGrid.shift("low-data", fields).apply(table, FactorGrid.run(0));
    }

    private static Split domains(List<Integer> test, int... sizes) {
        return Shifts.require("leave-domains-out", "test")
                .create(new ShiftFactory.Request(
                        "fake", "label", "domain", null, Map.of("test", test), Conditions.NONE))
                .apply(FactorGrid.domains(sizes), FactorGrid.run(0));
    }

    private static int[] drawn(BatchSource source) {
        return source.next().stream()
                .flatMapToInt(group -> IntStream.of(group.rows()))
                .toArray();
    }
}
