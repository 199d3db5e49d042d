package org.shiftbed.shift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.shiftbed.base.CanonicalJson;
import org.shiftbed.data.AttributeTable;

class ComposedShiftTest {
    private static final Map<String, Object> CORRELATED =
            Map.of("spurious-correlation", Map.of("attribute", "color", "samples", 50));
    private static final Map<String, Object> LOW_SCALE =
            Map.of("low-data", Map.of("attribute", "scale", "values", List.of("0.9", "1.0"), "samples", 20));
    private static final Map<String, Object> UNSEEN_SCALE =
            Map.of("unseen", Map.of("attribute", "scale", "values", List.of("0.9", "1.0")));

    private final AttributeTable table = FactorGrid.sprites();
    private final int[] shape = table.column("shape");
    private final int[] color = table.column("color");
    private final int[] scale = table.column("scale");
    private final int[] pool = Pools.of("sprites", table).train();

    @Test
    void a10SpuriousCorrelationAndLowDataMakeFourPartsOfTheirCounts() {
        Split split = compose(Map.of(), CORRELATED, LOW_SCALE);
        List<Part> parts = split.parts(Role.TRAIN);
        assertThat(parts).hasSize(4).allMatch(part -> part.weight() == 0.25);
        assertThat(parts.get(0).rows()).containsExactly(rows(row -> shape[row] == color[row] && scale[row] < 4));
        assertThat(parts.stream().map(Part::size).skip(1)).containsExactly(20, 50, 20);
        assertThat(Arrays.stream(parts.get(1).rows())).allMatch(row -> shape[row] == color[row] && scale[row] >= 4);
        assertThat(Arrays.stream(parts.get(2).rows())).allMatch(row -> scale[row] < 4);
        assertThat(Arrays.stream(parts.get(3).rows())).allMatch(row -> scale[row] >= 4);
        assertThat(split.environmentAttribute()).isEqualTo("color");
        assertThat(Golden.object(Golden.object(split.manifest(), "test"), "unseen")
                        .get("rows"))
                .isEqualTo((int) Arrays.stream(split.part("test").rows())
                        .filter(row -> scale[row] >= 4)
                        .count());
    }

    @Test
    void a10SpuriousCorrelationAndUnseenDataHaveNoUnseenRow() {
        for (List<Map<String, Object>> order :
                List.of(List.of(CORRELATED, UNSEEN_SCALE), List.of(UNSEEN_SCALE, CORRELATED))) {
            Split split = compose(Map.of(), order.get(0), order.get(1));
            assertThat(split.parts(Role.TRAIN)).hasSize(2).allMatch(part -> part.weight() == 0.5);
            assertThat(split.part("train-1").size()).isEqualTo(50);
            for (Part part : split.parts()) {
                if (part.role() != Role.TEST && part.role() != Role.VALIDATION_ORACLE) {
                    assertThat(Arrays.stream(part.rows())).noneMatch(row -> scale[row] >= 4);
                }
            }
            assertThat(Arrays.stream(split.part("test").rows())).anyMatch(row -> scale[row] >= 4);
        }
    }

    @Test
    void a10TwoLowDataShiftsTakeTheStricterCount() {
        Map<String, Object> blue =
                Map.of("low-data", Map.of("attribute", "color", "values", List.of("blue"), "samples", 7));
        Split split = compose(Map.of(), blue, LOW_SCALE);
        assertThat(split.parts(Role.TRAIN).stream().map(Part::size))
                .containsExactly(rows(row -> color[row] != 2 && scale[row] < 4).length, 20, 7, 7);
    }

    @Test
    void theSizeConditionScalesAllPartsTogether() {
        Map<String, Object> fields = Map.of("of", List.of(CORRELATED, LOW_SCALE));
        Split whole = FactorGrid.shift("compose", fields).apply(table, FactorGrid.run(0));
        Split sized = FactorGrid.shift("compose", fields, new Conditions(120, LabelNoise.NONE))
                .apply(table, FactorGrid.run(0));
        double all = whole.parts(Role.TRAIN).stream().mapToInt(Part::size).sum();
        assertThat(sized.parts(Role.TRAIN).stream().mapToInt(Part::size).sum()).isEqualTo(120);
        for (int i = 0; i < 4; i++) {
            String name = "train-" + i;
            assertThat((double) sized.part(name).size())
                    .isCloseTo(Math.max(1, whole.part(name).size() * 120 / all), within(1.0));
            if (i > 0) {
                assertThat(whole.part(name).rows()).startsWith(sized.part(name).rows());
            }
        }
    }

    @Test
    void partsThatNoRowFitsAreLeftOutWithAWarningAndRefusedWhereNoneIsLeft() {
        Map<String, Object> low = Map.of("low-data", Map.of("attribute", "color", "values", "blue", "samples", 7));
        Map<String, Object> unseen = Map.of("unseen", Map.of("attribute", "color", "values", "blue"));
        Split split = compose(Map.of(), low, unseen);
        assertThat(split.parts(Role.TRAIN)).hasSize(1);
        assertThat(split.part("train-0").weight()).isEqualTo(1.0);
        assertThat(split.part("train-0").rows()).containsExactly(rows(row -> color[row] != 2));
        assertThat(split.warnings()).singleElement().asString().contains("color in {blue} AND NOT color in {blue}");
        Map<String, Object> others = Map.of("unseen", Map.of("attribute", "color", "values", List.of("red", "green")));
        Refused.by(() -> compose(Map.of(), unseen, others), "no training row is left", "NOT color in {blue}");
    }

    @Test
    void byTableTheLikelihoodRatiosMultiply() {
        Map<String, Object> partial =
                Map.of("partial-correlation", Map.of("attribute", "color", "rho", 0.5, "correlated", "uniform"));
        Map<String, Object> marginal = Map.of(
                "table", Map.of("attributes", "scale", "cells", List.of(List.of("0.5", 0.75), List.of("1.0", 0.25))));
        Split split = compose(Map.of("by", "table", "test", "pool"), partial, marginal);
        int[] training = split.parts(Role.TRAIN).stream()
                .flatMapToInt(part -> Arrays.stream(part.rows()))
                .toArray();
        // t0 * (t1 / t0) * (t2 / t0), cell by cell, from counts.
        double[][][] product = new double[3][3][6];
        double total = 0;
        double n = pool.length;
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                for (int k = 0; k < 6; k++) {
                    double cell = count(pool, i, j, k) / n;
                    double pair = count(pool, i, j, -1) / n;
                    double independent = count(pool, i, -1, -1) / n * count(pool, -1, j, -1) / n;
                    double first = 0.5 * independent + (i == j ? 0.5 / 3 : 0);
                    double second = k == 0 ? 0.75 : k == 5 ? 0.25 : 0;
                    product[i][j][k] = cell * (first / pair) * (second / (count(pool, -1, -1, k) / n));
                    total += product[i][j][k];
                }
            }
        }
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                for (int k = 0; k < 6; k++) {
                    assertThat((double) count(training, i, j, k))
                            .isCloseTo(training.length * product[i][j][k] / total, within(1.0));
                }
            }
        }
        assertThat(training.length).isGreaterThan(100);
    }

    @Test
    void byTableAShiftOfPartsCountsWithTheRowsItHolds() {
        Split split = compose(Map.of("by", "table", "test", "pool"), CORRELATED, UNSEEN_SCALE);
        int[] training = split.parts(Role.TRAIN).stream()
                .flatMapToInt(part -> Arrays.stream(part.rows()))
                .toArray();
        double off = 50.0 / pool.length;
        for (int k = 0; k < 4; k++) {
            double diagonal = (count(training, 0, 0, k) + 0.0) / count(pool, 0, 0, k);
            double other = (count(training, 0, 1, k) + 0.0) / count(pool, 0, 1, k);
            assertThat(diagonal).isGreaterThan(0.9);
            assertThat(other).isCloseTo(off / (1 + off), within(0.02));
        }
        assertThat(Arrays.stream(training)).noneMatch(row -> scale[row] >= 4);
    }

    @Test
    void listsOfTheComposedShiftsAreSettingsToo() {
        List<Map<String, Object>> settings = Shifts.require("compose", "here")
                .settings(Map.of(
                        "of",
                        List.of(
                                Map.of("low-data", Map.of("attribute", "color", "samples", List.of(1, 10))),
                                Map.of("unseen", Map.of("attribute", "scale")),
                                Map.of(
                                        "spurious-correlation",
                                        Map.of("attribute", "color", "samples", List.of(2, 3))))));
        assertThat(settings.stream().map(one -> FactorGrid.shift("compose", one).setting()))
                .containsExactly(
                        "low-data (color, N=1) + unseen (scale) + spurious-correlation (color, N=2)",
                        "low-data (color, N=1) + unseen (scale) + spurious-correlation (color, N=3)",
                        "low-data (color, N=10) + unseen (scale) + spurious-correlation (color, N=2)",
                        "low-data (color, N=10) + unseen (scale) + spurious-correlation (color, N=3)");
    }

    @Test
    void aCompositionComesBackFromItsStoredParameters() {
        for (Map<String, Object> more :
                List.<Map<String, Object>>of(Map.of("sampler", "importance"), Map.of("by", "table", "rows", 100))) {
            Map<String, Object> fields = new TreeMap<>(Map.of("of", List.of(CORRELATED, "none", UNSEEN_SCALE)));
            fields.putAll(more);
            Shift shift = FactorGrid.shift("compose", fields);
            Map<String, Object> stored = CanonicalJson.parseObject(CanonicalJson.text(shift.parameters()));
            assertThat(Shifts.restore("compose", stored)).isEqualTo(shift);
        }
    }

    @Test
    void wrongCompositionsAreRefusedWithTheirPlace() {
        Refused.by(() -> compose(Map.of(), CORRELATED), "of must be a list of at least two shifts");
        Refused.by(
                () -> compose(Map.of(), CORRELATED, Map.of("low-dat", Map.of())), "of[1]", "did you mean 'low-data'?");
        Refused.by(
                () -> compose(Map.of(), CORRELATED, Map.of("low-data", Map.of("attribute", "color"))),
                "compose: of[1].low-data.samples must be a whole number");
        Refused.by(
                () -> compose(Map.of(), CORRELATED, Map.of("unseen", Map.of("attribute", "colr"))),
                "compose: of[1].unseen.attribute: unknown attribute 'colr'",
                "did you mean 'color'?");
        Refused.by(
                () -> compose(Map.of(), CORRELATED, Map.of("unseen", Map.of("attribute", "color", "value", "red"))),
                "of[1].unseen: unknown field 'value'");
        Refused.by(
                () -> compose(Map.of(), CORRELATED, Map.of("unseen", Map.of("attribute", "color", "sampler", "none"))),
                "of[1].unseen.sampler belongs to the whole composition");
        Refused.by(
                () -> compose(Map.of(), CORRELATED, Map.of("leave-domains-out", Map.of("test", 0))),
                "of[1]: 'leave-domains-out' cannot be composed");
        Refused.by(
                () -> compose(
                        Map.of(), CORRELATED, Map.of("partial-correlation", Map.of("attribute", "scale", "rho", 1))),
                "has no parts of its own; write by: table");
        Refused.by(() -> compose(Map.of("rows", 100), CORRELATED, UNSEEN_SCALE), "rows belongs to by: table");
        Refused.by(() -> compose(Map.of("by", "tabel"), CORRELATED, UNSEEN_SCALE), "did you mean 'table'?");
    }

    @SafeVarargs
    private Split compose(Map<String, Object> more, Map<String, Object>... shifts) {
        Map<String, Object> fields = new TreeMap<>(Map.of("of", List.of(shifts)));
        fields.putAll(more);
        return FactorGrid.shift("compose", fields).apply(table, FactorGrid.run(0));
    }

    private int[] rows(IntPredicate test) {
        return IntStream.of(pool).filter(test).toArray();
    }

    /** Rows with these codes of shape, colour and scale; -1 stands for any. */
    private int count(int[] rows, int i, int j, int k) {
        return (int) IntStream.of(rows)
                .filter(row -> (i < 0 || shape[row] == i) && (j < 0 || color[row] == j) && (k < 0 || scale[row] == k))
                .count();
    }
}
