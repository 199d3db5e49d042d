package org.shiftbed.shift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.shiftbed.data.Attribute;

/** Numbers of golden files that were computed with exact fractions, numpy and scipy. */
class GoldenValuesTest {
    private static final double TOLERANCE = 1e-12;

    @Test
    void a1TheKeptRuleGivesTheSetsOfThePaper() {
        assertThat(kept(3, "0.7")).isEqualTo(2);
        assertThat(kept(6, "0.2")).isEqualTo(2);
        assertThat(kept(10, "0.2")).isEqualTo(2);
        assertThat(kept(18, "0.2")).isEqualTo(4);
        Map<String, Object> golden = Golden.read("kept_rule");
        List<Map<String, Object>> rows = new ArrayList<>(Golden.objects(golden, "named"));
        rows.addAll(Golden.objects(golden, "rows"));
        assertThat(rows).hasSizeGreaterThan(100);
        for (Map<String, Object> row : rows) {
            assertThat(kept((int) Golden.number(row, "values"), String.valueOf(Golden.number(row, "q"))))
                    .as("%s", row)
                    .isEqualTo((int) Golden.number(row, "kept"));
        }
    }

    @Test
    void byDefaultTwoValuesAreKeptAtLeast() {
        assertThat(KeptRule.rare("sprites", new Attribute("color", FactorGrid.COLOURS)))
                .containsExactly("blue");
        assertThat(KeptRule.rare("mine", new Attribute("hue", FactorGrid.numbers(10))))
                .containsExactly("2", "3", "4", "5", "6", "7", "8", "9");
        assertThat(KeptRule.rare("mine", new Attribute("three", FactorGrid.numbers(3))))
                .containsExactly("2");
        assertThat(KeptRule.rare("mine", new Attribute("two", FactorGrid.numbers(2))))
                .isEmpty();
    }

    @Test
    void rowProbabilitiesAreThoseOfTheThreeSamplers() {
        List<Map<String, Object>> cases = Golden.objects(Golden.read("sampler_weights"), "cases");
        assertThat(cases).hasSize(3);
        for (Map<String, Object> one : cases) {
            int[] labels = Golden.whole(one, "y");
            int[] values = Golden.whole(one, "a");
            List<Part> parts = new ArrayList<>();
            for (Map<String, Object> part : Golden.objects(one, "parts")) {
                parts.add(part(parts.size(), Golden.whole(part, "rows"), Golden.number(part, "weight")));
            }
            List<Part> whole = List.of(part(0, IntStream.range(0, labels.length).toArray(), 1));
            check(split(labels, values, parts, SamplingWeights.PARTS), one, "parts_probability");
            check(split(labels, values, whole, SamplingWeights.IMPORTANCE), one, "importance_probability");
            check(split(labels, values, whole, SamplingWeights.NONE), one, "none_probability");
        }
    }

    @Test
    void strengthsOfBuiltSetsAreThoseOfScipy() {
        List<Map<String, Object>> sets = Golden.objects(Golden.read("partial_correlation"), "built_sets");
        assertThat(sets).hasSize(3);
        sets.forEach(set -> checkStrength(set, "counts"));
        List<Map<String, Object>> tables = Golden.objects(Golden.read("partial_correlation"), "cases");
        assertThat(tables).hasSizeGreaterThan(20);
        tables.forEach(table -> checkStrength(table, "table"));
    }

    @Test
    void strengthOfOneLevelIsNoNumber() {
        CellTable table = new CellTable(new double[][] {{3, 0}, {4, 0}});
        assertThat(table.cramersV()).isNaN();
        assertThat(table.mutualInformation()).isZero();
    }

    @Test
    void sizesRoundByLargestRemainder() {
        Map<String, Object> golden = Golden.read("table_counts");
        int checked = 0;
        for (Map<String, Object> table : Golden.objects(golden, "tables")) {
            int[] numerators = Golden.whole(table, "numerators");
            for (Map<String, Object> one : Golden.objects(golden, "largest_remainder")) {
                if (Objects.equals(one.get("table"), table.get("table"))) {
                    long total = Arrays.stream(numerators).sum();
                    assertThat(DatasetSize.largestRemainder(numerators, (int) Golden.number(one, "n"), total))
                            .containsExactly(Golden.whole(one, "counts"));
                    checked++;
                }
            }
        }
        assertThat(checked).isGreaterThan(20);
    }

    private static int kept(int values, String q) {
        return KeptRule.kept(values, new BigDecimal(q));
    }

    private static void checkStrength(Map<String, Object> golden, String key) {
        double[][] mass = Golden.list(golden, key).stream()
                .map(row -> Golden.numbers((List<?>) row))
                .toArray(double[][]::new);
        CellTable table = new CellTable(mass);
        if (golden.get("cramers_v") == null) {
            assertThat(table.cramersV()).isNaN();
        } else {
            assertThat(table.cramersV()).isCloseTo(Golden.number(golden, "cramers_v"), within(TOLERANCE));
        }
        assertThat(table.mutualInformation()).isCloseTo(Golden.number(golden, "mutual_information"), within(TOLERANCE));
    }

    private static Part part(int index, int[] rows, double weight) {
        return new Part("train-" + index, Role.TRAIN, -1, "true", 0, rows, weight);
    }

    private static void check(Split split, Map<String, Object> golden, String key) {
        assertThat(split.rowProbabilities())
                .as("%s of case %s", key, golden.get("case"))
                .containsExactly(Golden.numbers(Golden.list(golden, key)), within(TOLERANCE));
    }

    private static Split split(int[] labels, int[] values, List<Part> parts, SamplingWeights sampler) {
        List<Environment> environments = IntStream.rangeClosed(
                        0, Arrays.stream(values).max().orElseThrow())
                .mapToObj(i -> new Environment(i, String.valueOf(i)))
                .toList();
        return new Split(
                "y",
                "a",
                environments,
                values,
                labels,
                4,
                parts,
                List.of(),
                LabelNoise.NONE,
                sampler,
                List.of(),
                Map.of());
    }
}
