package org.shiftbed.study.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.base.CanonicalJson;
import org.shiftbed.data.table.Table;
import org.shiftbed.data.table.TableReader;
import org.shiftbed.study.CheckpointRecord;
import org.shiftbed.study.Ending;
import org.shiftbed.study.ExecutionListener;
import org.shiftbed.study.ExpectedStudy;
import org.shiftbed.study.ExpectedTrial;
import org.shiftbed.study.LocalExecutor;
import org.shiftbed.study.Plan;
import org.shiftbed.study.RecordFile;
import org.shiftbed.study.StudyFile;
import org.shiftbed.study.TrialStore;

/** What records tell of the test is what its single predictions say, row by row. */
@Timeout(300)
class TestRecordsTest {
    private static final Set<String> RARE_SCALES = Set.of("0.9", "1.0");
    private static final String STUDY = """
            study: records
            dataset: {sprites: {side: 16, stride: {orientation: 8, position: 8}}}
            shifts:
              - low-data: {attribute: color, values: [blue], samples: [5]}
              - compose:
                  of:
                    - spurious-correlation: {attribute: color, samples: 20}
                    - unseen: {attribute: scale, values: ["0.9", "1.0"]}
              - spurious-correlation: {attribute: color, samples: [5]}
            algorithms: [DANN]
            network: mlp
            search: {random: {draws: 1}}
            seeds: [0]
            training: {steps: 40, batch: 32, checkpoint-every: 20, keep: none}
            """;

    /** One evaluated row of the test. */
    private record Row(String label, String prediction, String color, String scale) {
        boolean right() {
            return label.equals(prediction);
        }
    }

    @Test
    void everyMeasureOfTheTestFollowsFromThePredictions(@TempDir Path folder) throws Exception {
        Plan plan = Plan.of(StudyFile.parse(STUDY, "records.yaml"), null);
        ExpectedStudy study = ExpectedStudy.of(plan);
        try (TrialStore store = TrialStore.open(folder, study, Map.of())) {
            new LocalExecutor(WorkerSettings.forThisMachine(1, 1, Map.of(), Map.of("keep", "none")))
                    .run(store, study.trials(), new ExecutionListener() {
                        @Override
                        public void finished(ExpectedTrial trial, Ending ending) {}

                        @Override
                        public void failed(ExpectedTrial trial, String cause) {
                            throw new AssertionError(cause);
                        }
                    });
        }
        assertThat(study.trials()).hasSize(3);
        for (ExpectedTrial trial : study.trials()) {
            Path published = folder.resolve("trials").resolve(trial.id());
            List<CheckpointRecord> records = RecordFile.read(published).records();
            CheckpointRecord last = records.get(records.size() - 1);
            compare(trial, last, rows(published.resolve("predictions.parquet"), last.step()));
            Map<String, Object> manifest =
                    CanonicalJson.parseObject(Files.readString(published.resolve("manifest.json")));
            // mlp on 3 x 16 x 16 pictures: 3 layers of 256, 3 classes; DANN's adversary sees 256 features, 64-64-3.
            long model = 768 * 256 + 256 + 2 * (256 * 256 + 256) + 256 * 3 + 3;
            long adversary = 256 * 64 + 64 + 64 * 64 + 64 + 64 * 3 + 3;
            assertThat(manifest.get("parameters")).as("%s", trial.shift()).isEqualTo((int) (model + adversary));
            assertThat(last.extra("wall_seconds"))
                    .isGreaterThanOrEqualTo(
                            Objects.requireNonNull(records.get(0).extra("wall_seconds")));
        }
    }

    private static void compare(ExpectedTrial trial, CheckpointRecord record, List<Row> rows) {
        String of = trial.shift();
        assertThat(rows).as(of).isNotEmpty();
        near(of, record, "test", accuracy(rows, row -> true));
        double worst = 1;
        double sum = 0;
        TreeSet<String> colors = new TreeSet<>(rows.stream().map(Row::color).toList());
        TreeSet<String> labels = new TreeSet<>(rows.stream().map(Row::label).toList());
        int cells = 0;
        for (String color : colors) {
            sum += accuracy(rows, row -> row.color().equals(color));
            for (String label : labels) {
                worst = Math.min(
                        worst,
                        accuracy(
                                rows,
                                row -> row.color().equals(color) && row.label().equals(label)));
                cells++;
            }
        }
        near(of, record, "balanced", sum / colors.size());
        near(of, record, "worst_cell", worst);
        near(of, record, "macro_f1", macroF1(rows, labels));
        assertThat((List<?>) record.extras().get("test_cells")).hasSize(cells);
        for (Object entry : (List<?>) Objects.requireNonNull(record.extras().get("test_cells"))) {
            Map<?, ?> cell = (Map<?, ?>) entry;
            List<Row> inside = rows.stream()
                    .filter(row -> row.color().equals(cell.get("environment"))
                            && row.label().equals(cell.get("label")))
                    .toList();
            assertThat(cell.get("total")).isEqualTo(inside.size());
            assertThat(cell.get("correct"))
                    .isEqualTo((int) inside.stream().filter(Row::right).count());
        }
        switch (of) {
            case "low-data" -> seen(of, record, rows, row -> row.color().equals("blue"));
            case "compose" -> seen(of, record, rows, row -> RARE_SCALES.contains(row.scale()));
            default -> assertThat(record.extras()).doesNotContainKeys("test_seen", "test_unseen");
        }
    }

    private static void seen(String of, CheckpointRecord record, List<Row> rows, Predicate<Row> rare) {
        near(of, record, "test_unseen", accuracy(rows, rare));
        near(of, record, "test_seen", accuracy(rows, rare.negate()));
    }

    private static void near(String of, CheckpointRecord record, String field, double expected) {
        assertThat(record.extra(field)).as("%s of %s", field, of).isCloseTo(expected, within(1e-12));
    }

    private static double accuracy(List<Row> rows, Predicate<Row> which) {
        List<Row> some = rows.stream().filter(which).toList();
        return (double) some.stream().filter(Row::right).count() / some.size();
    }

    /** From precision and recall of each class. */
    private static double macroF1(List<Row> rows, Set<String> labels) {
        double sum = 0;
        for (String label : labels) {
            double hits = rows.stream()
                    .filter(row -> row.label().equals(label) && row.right())
                    .count();
            double taken =
                    rows.stream().filter(row -> row.prediction().equals(label)).count();
            double there =
                    rows.stream().filter(row -> row.label().equals(label)).count();
            double precision = taken == 0 ? 0 : hits / taken;
            double recall = hits / there;
            sum += precision + recall == 0 ? 0 : 2 * precision * recall / (precision + recall);
        }
        return sum / labels.size();
    }

    private static List<Row> rows(Path predictions, int step) {
        Table table = TableReader.read(predictions);
        int[] steps = table.ints("step");
        String[] parts = table.texts("part");
        int[] labels = table.ints("label");
        int[] predicted = table.ints("prediction");
        String[] shapes = table.texts("shape");
        String[] colors = table.texts("color");
        String[] scales = table.texts("scale");
        TreeMap<Integer, String> names = new TreeMap<>();
        for (int i = 0; i < labels.length; i++) {
            names.put(labels[i], String.valueOf(shapes[i]));
        }
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < steps.length; i++) {
            if (steps[i] == step && "test".equals(parts[i])) {
                rows.add(new Row(
                        String.valueOf(shapes[i]),
                        names.getOrDefault(predicted[i], "class " + predicted[i]),
                        String.valueOf(colors[i]),
                        String.valueOf(scales[i])));
            }
        }
        return rows;
    }
}
