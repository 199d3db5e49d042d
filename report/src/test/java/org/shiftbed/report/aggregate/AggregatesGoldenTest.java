package org.shiftbed.report.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.shiftbed.base.CanonicalJson;
import org.shiftbed.learn.Protocol;
import org.shiftbed.learn.hyperparameter.Distribution;
import org.shiftbed.learn.hyperparameter.Hyperparameter;
import org.shiftbed.learn.hyperparameter.HyperparameterSpace;
import org.shiftbed.report.statistics.Summary;
import org.shiftbed.study.CheckpointRecord;
import org.shiftbed.study.ExpectedTrial;
import org.shiftbed.study.selection.Choice;
import org.shiftbed.study.selection.Search;
import org.shiftbed.study.selection.Selections;

/**
 * Compares what figures are made of with the recorded {@code aggregates.json} of a folder, named by the system property {@code shiftbed.golden.methods}:
 * exact fractions and scipy's ranks.
 */
class AggregatesGoldenTest {
    private static final double TOLERANCE = 1e-12;

    private final Map<String, Object> golden = read();

    private static Map<String, Object> read() {
        try {
            String folder = System.getProperty("shiftbed.golden.methods", "src/test/resources/golden/methods");
            return CanonicalJson.parseObject(Files.readString(Path.of(folder).resolve("aggregates.json")));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private Scores heatMap() {
        List<String> methods = texts(golden, "methods");
        List<String> datasets = texts(golden, "data_sets");
        List<?> settings = list(golden.get("settings"));
        Set<List<Object>> missing = new LinkedHashSet<>();
        list(golden.get("missing")).forEach(entry -> missing.add(new ArrayList<>(list(entry))));
        List<Scores.Score> scores = new ArrayList<>();
        for (int m = 0; m < methods.size(); m++) {
            for (int d = 0; d < datasets.size(); d++) {
                for (int s = 0; s < whole(golden.get("seeds")); s++) {
                    for (int q = 0; q < settings.size(); q++) {
                        if (!missing.contains(List.<Object>of(
                                methods.get(m), datasets.get(d), Objects.requireNonNull(settings.get(q))))) {
                            scores.add(new Scores.Score(
                                    methods.get(m),
                                    datasets.get(d),
                                    String.valueOf(settings.get(q)),
                                    s,
                                    number(at(golden.get("accuracy"), m, d, s, q))));
                        }
                    }
                }
            }
        }
        return new Scores(
                methods, datasets, settings.stream().map(String::valueOf).toList(), whole(golden.get("seeds")), scores);
    }

    /** A21. */
    @Test
    void theHeatMapEqualsTheHandComputedOneInBothOrdersOfAveraging() {
        Scores scores = heatMap();
        Map<String, String> baseline = baseline();
        List<?> cells = list(golden.get("heat_map"));
        assertThat(cells).hasSize(scores.methods().size() * scores.settings().size());
        for (Object entry : cells) {
            Map<String, Object> cell = map(entry);
            String method = String.valueOf(cell.get("method"));
            String setting = String.valueOf(cell.get("q"));
            Change ratios = Change.of(scores, baseline, method, setting, Change.Order.MEAN_OF_RATIOS);
            Change means = Change.of(scores, baseline, method, setting, Change.Order.RATIO_OF_MEANS);
            assertThat(ratios.value()).as("%s", cell).isCloseTo(number(cell.get("mean_of_ratios")), within(TOLERANCE));
            assertThat(means.value()).as("%s", cell).isCloseTo(number(cell.get("ratio_of_means")), within(TOLERANCE));
            assertThat(ratios.datasets()).as("%s", cell).isEqualTo(whole(cell.get("data_sets")));
            assertThat(ratios.seeds()).isEqualTo(ratios.datasets() * scores.planned());
            assertThat(ratios.partial()).isFalse();
        }
    }

    /** A21: on the data sets that a backbone is the baseline of, its own change is 0. */
    @Test
    void theChangeOfTheBaselineIsZero() {
        Scores scores = heatMap();
        for (Change.Order order : Change.Order.values()) {
            for (String method : List.of("ResNet18", "ResNet50")) {
                Map<String, String> own = new java.util.TreeMap<>();
                scores.datasets().forEach(dataset -> own.put(dataset, method));
                for (String setting : scores.settings()) {
                    assertThat(Change.of(scores, own, method, setting, order).value())
                            .isEqualTo(0.0);
                }
            }
        }
    }

    /** A20. */
    @Test
    void ranksAreThoseOfScipyAndSumTo190ForNineteenMethods() {
        Map<String, Object> strip = map(golden.get("rank_strip"));
        List<String> methods = texts(golden, "methods");
        List<String> datasets = texts(golden, "data_sets");
        List<Scores.Score> scores = new ArrayList<>();
        int seeds = whole(golden.get("seeds"));
        for (int m = 0; m < methods.size(); m++) {
            for (int d = 0; d < datasets.size(); d++) {
                for (int s = 0; s < seeds; s++) {
                    scores.add(new Scores.Score(
                            methods.get(m), datasets.get(d), "unseen", s, number(at(strip.get("accuracy"), m, d, s))));
                }
            }
        }
        Ranks ranks = Ranks.of(new Scores(methods, datasets, List.of("unseen"), seeds, scores), "unseen");
        double[][] sums = new double[datasets.size()][seeds];
        for (Ranks.Row row : ranks.rows()) {
            assertThat(row.points()).hasSize(datasets.size() * seeds);
            assertThat(row.median()).isEqualTo(number(map(strip.get("median")).get(row.method())));
            for (Ranks.Point point : row.points()) {
                int d = datasets.indexOf(point.dataset());
                assertThat(point.rank())
                        .isEqualTo(number(at(strip.get("ranks"), methods.indexOf(row.method()), d, point.seed())));
                sums[d][point.seed()] += point.rank();
            }
        }
        for (double[] ofDataset : sums) {
            for (double sum : ofDataset) {
                assertThat(sum).isEqualTo(190.0);
            }
        }
        assertThat(ranks.rows().stream().map(Ranks.Row::method)).isEqualTo(texts(strip, "order"));
    }

    @Test
    void deviationsOfTheAblationEqualTheRecordedOnes() {
        Map<String, Object> ablation = map(golden.get("ablation"));
        List<String> operations = texts(ablation, "ops");
        List<String> datasets = texts(golden, "data_sets");
        List<Scores.Score> scores = new ArrayList<>();
        int seeds = whole(golden.get("seeds"));
        for (int o = 0; o < operations.size(); o++) {
            for (int d = 0; d < datasets.size(); d++) {
                for (int s = 0; s < seeds; s++) {
                    scores.add(new Scores.Score(
                            operations.get(o), datasets.get(d), "", s, number(at(ablation.get("accuracy"), o, d, s))));
                }
            }
        }
        Scores table = new Scores(operations, datasets, List.of(""), seeds, scores);
        for (int o = 0; o < operations.size(); o++) {
            for (int d = 0; d < datasets.size(); d++) {
                assertThat(Deviation.of(table, operations.get(o), datasets.get(d), ""))
                        .isCloseTo(number(at(ablation.get("deviation"), o, d)), within(TOLERANCE));
            }
        }
    }

    @Test
    void theCapKeepsTheRecordedPointsOfEveryGridInOrder() {
        for (Object entry : list(golden.get("sweep_cap"))) {
            Map<String, Object> sweep = map(entry);
            List<Hyperparameter> axes = new ArrayList<>();
            for (Object side : list(sweep.get("shape"))) {
                List<Object> values = new ArrayList<>();
                for (long value = 0; value < whole(side); value++) {
                    values.add(value);
                }
                axes.add(new Hyperparameter(
                        "axis" + axes.size(), 0L, new Distribution.Choice(values), 0, 100, "an axis of the grid"));
            }
            HyperparameterSpace space = new HyperparameterSpace(axes);
            List<List<Object>> kept =
                    space.grid(axes.stream().map(Hyperparameter::name).toList(), whole(sweep.get("cap"))).stream()
                            .map(point -> (List<Object>) new ArrayList<>(point.values()))
                            .toList();
            assertThat(CanonicalJson.text(kept)).as("%s", sweep).isEqualTo(CanonicalJson.text(list(sweep.get("kept"))));
        }
    }

    @Test
    void ruleIdChoosesTheRecordedMembersAndTheirTestsHaveTheRecordedMeanAndDeviation() {
        Map<String, Object> selection = map(golden.get("selection"));
        List<Double> tests = new ArrayList<>();
        for (Object entry : list(selection.get("runs"))) {
            Map<String, Object> run = map(entry);
            List<Search.Run> members = new ArrayList<>();
            for (int member = 0; member < list(run.get("validation")).size(); member++) {
                Map<String, Object> record = Map.of(
                        "step",
                        100,
                        CheckpointRecord.EXTRAS,
                        Map.of("val_id", at(run.get("validation"), member), "test", at(run.get("test"), member)));
                members.add(
                        new Search.Run(trial(whole(run.get("seed")), member), List.of(new CheckpointRecord(record))));
            }
            Choice.Picked picked = Objects.requireNonNull(Selections.require("id", "test")
                    .choose(new Search(-1, members))
                    .picked());
            assertThat(picked.trial()).isEqualTo("member" + whole(run.get("chosen")));
            assertThat(picked.test()).isEqualTo(number(run.get("score")));
            tests.add(Objects.requireNonNull(picked.test()));
        }
        Summary summary = Objects.requireNonNull(Summary.of(tests));
        assertThat(summary.mean()).isCloseTo(number(selection.get("mean")), within(TOLERANCE));
        assertThat(Objects.requireNonNull(summary.spread()).sd())
                .isCloseTo(number(selection.get("sample_std")), within(TOLERANCE));
    }

    private static ExpectedTrial trial(int seed, int member) {
        return new ExpectedTrial(
                "member" + member,
                Protocol.CONTROLLED,
                "toy",
                "unseen",
                "",
                "ERM",
                "controlled",
                List.of(),
                seed,
                member,
                100,
                List.of(),
                List.of(),
                null,
                null);
    }

    private Map<String, String> baseline() {
        Map<String, String> baseline = new java.util.TreeMap<>();
        map(golden.get("baseline")).forEach((dataset, method) -> baseline.put(dataset, String.valueOf(method)));
        return baseline;
    }

    private static Object at(@Nullable Object nested, int... indices) {
        Object value = Objects.requireNonNull(nested);
        for (int index : indices) {
            value = Objects.requireNonNull(list(value).get(index));
        }
        return value;
    }

    private static List<?> list(@Nullable Object value) {
        return (List<?>) Objects.requireNonNull(value);
    }

    @SuppressWarnings("unchecked") // keys of a parsed JSON text are text
    private static Map<String, Object> map(@Nullable Object value) {
        return (Map<String, Object>) Objects.requireNonNull(value);
    }

    private static List<String> texts(Map<String, Object> map, String field) {
        return list(map.get(field)).stream().map(String::valueOf).toList();
    }

    private static double number(@Nullable Object value) {
        return ((Number) Objects.requireNonNull(value)).doubleValue();
    }

    private static int whole(@Nullable Object value) {
        return ((Number) Objects.requireNonNull(value)).intValue();
    }
}
