package org.shiftbed.shift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.math.BigDecimal;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.shiftbed.base.CanonicalJson;
import org.shiftbed.data.Attribute;
import org.shiftbed.data.AttributeTable;

/**
 * Samplers, tables and compositions against numbers that were computed with exact fractions, numpy and scipy: every JSON file of the folder
 * {@code shiftbed.golden.methods}. A file is known by its {@code name}; those of methods that live elsewhere are skipped.
 */
class MethodsGoldenTest {
    private static final double TOLERANCE = 1e-12;

    @TestFactory
    Stream<DynamicTest> everyFileOfTheFolderHolds() throws IOException, URISyntaxException {
        String given = System.getProperty("shiftbed.golden.methods");
        Path folder = given == null
                ? Path.of(Objects.requireNonNull(getClass().getResource("/golden/methods"))
                        .toURI())
                : Path.of(given);
        List<Path> files;
        try (Stream<Path> all = Files.list(folder)) {
            files = all.filter(file -> file.toString().endsWith(".json"))
                    .sorted()
                    .toList();
        }
        assertThat(files).as("golden files in %s", folder).isNotEmpty();
        return files.stream()
                .map(file -> DynamicTest.dynamicTest(String.valueOf(file.getFileName()), () -> check(file)));
    }

    private static void check(Path file) throws IOException {
        Map<String, Object> golden = CanonicalJson.parseObject(Files.readString(file));
        String name = String.valueOf(golden.get("name"));
        switch (name) {
            case "kept_rule" -> keptRule(golden);
            case "sampler_weights" -> samplerWeights(golden);
            case "table_counts" -> tableCounts(golden);
            case "partial_correlation" -> partialCorrelation(golden);
            case "composition" -> composition(golden);
            default -> assumeTrue(false, "'" + name + "' belongs to another module");
        }
    }

    private static void keptRule(Map<String, Object> golden) {
        List<Map<String, Object>> rows = new ArrayList<>(Golden.objects(golden, "named"));
        rows.addAll(Golden.objects(golden, "rows"));
        assertThat(rows).isNotEmpty();
        for (Map<String, Object> row : rows) {
            BigDecimal q = new BigDecimal(String.valueOf(Golden.number(row, "q")));
            assertThat(KeptRule.kept((int) Golden.number(row, "values"), q))
                    .as("%s", row)
                    .isEqualTo((int) Golden.number(row, "kept"));
        }
    }

    private static void samplerWeights(Map<String, Object> golden) {
        List<Map<String, Object>> cases = Golden.objects(golden, "cases");
        assertThat(cases).isNotEmpty();
        for (Map<String, Object> one : cases) {
            int[] labels = Golden.whole(one, "y");
            int[] values = Golden.whole(one, "a");
            List<Part> parts = new ArrayList<>();
            for (Map<String, Object> part : Golden.objects(one, "parts")) {
                parts.add(part(parts.size(), Golden.whole(part, "rows"), Golden.number(part, "weight")));
            }
            List<Part> whole = List.of(part(0, IntStream.range(0, labels.length).toArray(), 1));
            double none = Double.POSITIVE_INFINITY;
            double most = Golden.number(one, "w_max");
            probabilities(one, "parts_probability", SamplingWeights.PARTS, none, parts, labels, values);
            probabilities(one, "importance_probability", SamplingWeights.IMPORTANCE, none, whole, labels, values);
            probabilities(
                    one, "importance_clipped_probability", SamplingWeights.IMPORTANCE, most, whole, labels, values);
            probabilities(one, "none_probability", SamplingWeights.NONE, none, whole, labels, values);
        }
    }

    private static void probabilities(
            Map<String, Object> golden,
            String key,
            SamplingWeights sampler,
            double most,
            List<Part> parts,
            int[] labels,
            int[] values) {
        assertThat(RowProbabilities.of(sampler, most, parts, labels, values))
                .as("%s of case %s", key, golden.get("case"))
                .containsExactly(Golden.numbers(Golden.list(golden, key)), within(TOLERANCE));
    }

    private static Part part(int index, int[] rows, double weight) {
        return new Part("train-" + index, Role.TRAIN, -1, "true", 0, rows, weight);
    }

    private static void tableCounts(Map<String, Object> golden) {
        Map<Object, Map<String, Object>> tables = new LinkedHashMap<>();
        Golden.objects(golden, "tables").forEach(table -> tables.put(table.get("table"), table));
        List<Map<String, Object>> rounded = Golden.objects(golden, "largest_remainder");
        assertThat(rounded).isNotEmpty();
        for (Map<String, Object> one : rounded) {
            Map<String, Object> table = Objects.requireNonNull(tables.get(one.get("table")));
            int rows = (int) Golden.number(one, "n");
            int[] numerators = Golden.whole(table, "numerators");
            int[] counts = Golden.whole(one, "counts");
            assertThat(TargetCounts.rounded(shares(table), rows)).as("%s", one).containsExactly(counts);
            assertThat(DatasetSize.largestRemainder(
                            numerators, rows, Arrays.stream(numerators).sum()))
                    .as("%s", one)
                    .containsExactly(counts);
        }
        List<Map<String, Object>> shortage = Golden.objects(golden, "shortage");
        assertThat(shortage).isNotEmpty();
        for (Map<String, Object> one : shortage) {
            double[] shares = shares(one);
            int[] pool = Golden.whole(one, "pool");
            int rows = (int) Golden.number(one, "n");
            TargetCounts shrunk = TargetCounts.of(shares, pool, rows, Shortage.SHRINK);
            assertThat(shrunk.asked()).containsExactly(Golden.whole(one, "requested"));
            assertThat(TargetCounts.shortestCell(shrunk.asked(), pool) >= 0).isEqualTo(one.get("short"));
            counts(shrunk, Golden.object(one, "shrink"));
            counts(TargetCounts.of(shares, pool, 0, Shortage.SHRINK), Golden.object(one, "max"));
            assertThat(TargetCounts.of(shares, pool, rows, Shortage.CLIP).rows())
                    .containsExactly(Golden.whole(one, "clip"));
            assertThat(TargetCounts.of(shares, pool, rows, Shortage.OVERSAMPLE).rows())
                    .containsExactly(Golden.whole(one, "oversample"));
        }
    }

    private static void counts(TargetCounts counts, Map<String, Object> golden) {
        assertThat(counts.rows()).containsExactly(Golden.whole(golden, "counts"));
        assertThat(counts.total()).isEqualTo((int) Golden.number(golden, "n"));
    }

    private static double[] shares(Map<String, Object> table) {
        return Golden.numbers(Golden.list(table, "t"));
    }

    private static void partialCorrelation(Map<String, Object> golden) {
        Map<Object, Map<String, Object>> pools = new LinkedHashMap<>();
        Golden.objects(golden, "pools").forEach(pool -> pools.put(pool.get("pool"), pool));
        List<Map<String, Object>> cases = Golden.objects(golden, "cases");
        assertThat(cases).isNotEmpty();
        for (Map<String, Object> one : cases) {
            Map<String, Object> pool = Objects.requireNonNull(pools.get(one.get("pool")));
            double[][] counts = matrix(pool, "counts");
            boolean[][] paired = new boolean[counts.length][counts[0].length];
            for (double[] pair : matrix(pool, "pairs")) {
                paired[(int) pair[0]][(int) pair[1]] = true;
            }
            double[][] table = CorrelatedTable.of(
                    counts,
                    paired,
                    Golden.number(one, "rho"),
                    "uniform".equals(one.get("t_corr")),
                    "uniform".equals(one.get("t_ind")));
            double[][] expected = matrix(one, "table");
            for (int i = 0; i < expected.length; i++) {
                assertThat(table[i]).as("row %s of %s", i, one).containsExactly(expected[i], within(TOLERANCE));
            }
            strength(new CellTable(table), one);
        }
        for (Map<String, Object> set : Golden.objects(golden, "built_sets")) {
            strength(new CellTable(matrix(set, "counts")), set);
        }
        Golden.objects(golden, "link_to_N").forEach(MethodsGoldenTest::strengthOfParts);
    }

    private static void strength(CellTable table, Map<String, Object> golden) {
        if (golden.get("cramers_v") == null) {
            assertThat(table.cramersV()).isNaN();
        } else {
            assertThat(table.cramersV()).isCloseTo(Golden.number(golden, "cramers_v"), within(TOLERANCE));
        }
        assertThat(table.mutualInformation()).isCloseTo(Golden.number(golden, "mutual_information"), within(TOLERANCE));
    }

    /** Shares of the first of two parts, the correlated rows, by rows and by draws. */
    private static void strengthOfParts(Map<String, Object> golden) {
        int correlated = (int) Golden.number(golden, "n_correlated");
        int samples = (int) Golden.number(golden, "N");
        int[] rows = IntStream.range(0, correlated + samples).toArray();
        List<Part> parts = List.of(
                part(0, Arrays.copyOf(rows, correlated), 0.5),
                part(1, Arrays.copyOfRange(rows, correlated, rows.length), 0.5));
        int[] same = new int[rows.length];
        double[] raw = RowProbabilities.of(SamplingWeights.NONE, Double.POSITIVE_INFINITY, parts, same, same);
        double[] effective = RowProbabilities.of(SamplingWeights.PARTS, Double.POSITIVE_INFINITY, parts, same, same);
        assertThat(Arrays.stream(raw).limit(correlated).sum())
                .isCloseTo(Golden.number(golden, "rho_raw"), within(TOLERANCE));
        assertThat(Arrays.stream(effective).limit(correlated).sum())
                .isCloseTo(Golden.number(golden, "rho_effective"), within(TOLERANCE));
    }

    private static void composition(Map<String, Object> golden) {
        AttributeTable table = table(golden);
        int[] pool = IntStream.range(0, table.rows()).toArray();
        List<Map<String, Object>> cases = Golden.objects(golden, "cases");
        assertThat(cases).isNotEmpty();
        for (Map<String, Object> one : cases) {
            List<List<PartRequest>> shifts = Golden.list(one, "shifts").stream()
                    .map(shift -> requests((List<?>) shift))
                    .toList();
            Composition composed = Composition.of(shifts, table, pool);
            List<Map<String, Object>> parts = Golden.objects(one, "parts");
            assertThat(composed.parts()).as("%s", one.get("name")).hasSameSizeAs(parts);
            for (int i = 0; i < parts.size(); i++) {
                PartRequest part = composed.parts().get(i);
                int[] matching = RowFilter.parse(part.filter(), table).among(pool);
                assertThat(matching).containsExactly(Golden.whole(parts.get(i), "matching_rows"));
                assertThat(part.count()).isEqualTo((int) Golden.number(parts.get(i), "count"));
                assertThat(part.weight()).isCloseTo(Golden.number(parts.get(i), "weight"), within(TOLERANCE));
            }
            List<Map<String, Object>> dropped = Golden.objects(one, "dropped");
            assertThat(composed.dropped()).as("%s", one.get("name")).hasSameSizeAs(dropped);
            for (int i = 0; i < dropped.size(); i++) {
                assertThat(composed.dropped().get(i).empty())
                        .isEqualTo("no rows".equals(dropped.get(i).get("reason")));
            }
        }
    }

    @SuppressWarnings("unchecked")
    private static List<PartRequest> requests(List<?> parts) {
        return parts.stream()
                .map(part -> (Map<String, Object>) part)
                .map(part -> new PartRequest(
                        String.valueOf(part.get("filter")),
                        (int) Golden.number(part, "count"),
                        Golden.number(part, "weight")))
                .toList();
    }

    /** Attributes whose values are the numbers from 0 on. */
    private static AttributeTable table(Map<String, Object> golden) {
        int[] sizes = Golden.whole(golden, "sizes");
        double[][] rows = matrix(golden, "rows");
        List<Attribute> attributes = new ArrayList<>();
        Map<String, int[]> columns = new LinkedHashMap<>();
        for (int k = 0; k < sizes.length; k++) {
            int column = k;
            String name = String.valueOf(Golden.list(golden, "columns").get(k));
            attributes.add(new Attribute(name, FactorGrid.numbers(sizes[k])));
            columns.put(
                    name, Arrays.stream(rows).mapToInt(row -> (int) row[column]).toArray());
        }
        return new AttributeTable(attributes, columns, null);
    }

    private static double[][] matrix(Map<String, Object> golden, String key) {
        return Golden.list(golden, key).stream()
                .map(row -> Golden.numbers((List<?>) row))
                .toArray(double[][]::new);
    }
}
