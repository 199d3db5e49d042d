package org.shiftbed.study.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.study.CheckpointRecord;
import org.shiftbed.study.Curve;
import org.shiftbed.study.Curves;
import org.shiftbed.study.Ending;
import org.shiftbed.study.ExecutionListener;
import org.shiftbed.study.ExpectedStudy;
import org.shiftbed.study.ExpectedTrial;
import org.shiftbed.study.LocalExecutor;
import org.shiftbed.study.Outcome;
import org.shiftbed.study.Outcomes;
import org.shiftbed.study.Plan;
import org.shiftbed.study.RecordFile;
import org.shiftbed.study.RunPolicy;
import org.shiftbed.study.StudyFile;
import org.shiftbed.study.StudyResults;
import org.shiftbed.study.TrialStore;
import org.shiftbed.study.tensorboard.EventFile;

/** A whole study of tiny sprites, from its file to its outcomes, with real training in a worker process. */
@Timeout(300)
class TrainingRunnerTest {
    private static final String STUDY = """
            study: tiny
            dataset: {sprites: {side: 16, stride: {orientation: 8, position: 8}}}
            shifts:
              - unseen: {attribute: color, values: [blue]}
            algorithms: [ERM]
            network: mlp
            search: {random: {draws: 1}}
            seeds: [0]
            training: {steps: 4, batch: 16, checkpoint-every: 2}
            selection: [id, oracle-best]
            """;

    private static StudyResults run(Path folder, Map<String, Object> options) throws Exception {
        Plan plan = Plan.of(StudyFile.parse(STUDY, "tiny.yaml"), null);
        ExpectedStudy study = ExpectedStudy.of(plan);
        List<String> heard = new ArrayList<>();
        try (TrialStore store = TrialStore.open(folder, study, Map.of("study.yaml", STUDY))) {
            new LocalExecutor(WorkerSettings.forThisMachine(1, 1, Map.of(), options))
                    .run(store, study.trials(), new ExecutionListener() {
                        @Override
                        public void finished(ExpectedTrial trial, Ending ending) {
                            heard.add(ending.state().text());
                        }

                        @Override
                        public void failed(ExpectedTrial trial, String cause) {
                            heard.add(cause);
                        }
                    });
        }
        assertThat(heard).containsExactly("done");
        return StudyResults.read(folder);
    }

    @Test
    void aStudyOfTinySpritesRunsFromItsFileToItsOutcomes(@TempDir Path folder) throws Exception {
        StudyResults results = run(folder.resolve("a"), Map.of("evaluate", "needed"));
        List<Outcome> outcomes = Outcomes.of(results);
        assertThat(outcomes).extracting(Outcome::selection).containsExactly("id", "oracle-best");
        for (Outcome outcome : outcomes) {
            assertThat(outcome.state()).as(outcome.reason()).isEqualTo(Outcome.State.DONE);
            assertThat(outcome.shift()).isEqualTo("unseen");
            assertThat(Objects.requireNonNull(outcome.test())).isBetween(0.0, 1.0);
            assertThat(outcome.step()).isIn(0, 2, 3);
        }
        String id = results.runs().get(0).trial().id();
        Path trial = folder.resolve("a/trials").resolve(id);
        RecordFile records = RecordFile.read(trial);
        assertThat(records.records()).extracting(CheckpointRecord::step).containsExactly(0, 2, 3);
        CheckpointRecord last = records.records().get(2);
        double seen = Objects.requireNonNull(last.extra("test_seen"));
        double unseen = Objects.requireNonNull(last.extra("test_unseen"));
        double test = Objects.requireNonNull(last.extra("test"));
        assertThat(test).isBetween(Math.min(seen, unseen), Math.max(seen, unseen));
        // One training part: its weight changes nothing.
        assertThat(last.extra("val_reweighted")).isNotNull().isEqualTo(last.extra("val_id"));
        assertThat(last.extra("images_trained")).isEqualTo(64.0);
        assertThat(trial.resolve("manifest.json")).exists();
        assertThat(trial.resolve("predictions.parquet")).exists();
        assertThat(trial.resolve("trial.json")).exists();
        assertThat(trial.resolve("done")).hasContent("done");
        assertThat(Curves.of(results)).extracting(Curve::quantity).contains("loss", "test", "val_id");

        assertThat(trial.resolve(EventFile.FILE)).doesNotExist();

        // The same study elsewhere gives the same lines, but for seconds and memory; events for TensorBoard change
        // nothing in it.
        run(folder.resolve("b"), Map.of("evaluate", "needed", "tensorboard", true));
        assertThat(Files.readString(
                        folder.resolve("b/trials").resolve(id).resolve(EventFile.FILE), StandardCharsets.ISO_8859_1))
                .contains("brain.Event:2", "val_id", "test_seen", "loss")
                .doesNotContain("wall_seconds", "rss_bytes");
        assertThat(comparable(folder.resolve("b/trials").resolve(id))).isEqualTo(comparable(trial));
        assertThat(Files.readAllBytes(folder.resolve("b/trials").resolve(id).resolve("trial.json")))
                .isEqualTo(Files.readAllBytes(trial.resolve("trial.json")));
    }

    /** Told to stop over and over, by a policy without retries: each attempt goes on from the one before it, and the last one's lines are those of all. */
    @Test
    void aTrialThatIsStoppedOnItsWayEndsAsIfItHadNotBeen(@TempDir Path folder) throws Exception {
        String longer = STUDY.replace("steps: 4", "steps: 300").replace("every: 2", "every: 60");
        Plan plan = Plan.of(StudyFile.parse(longer, "tiny.yaml"), null);
        ExpectedStudy study = ExpectedStudy.of(plan);
        String id = study.trials().get(0).id();
        Map<String, Object> options = Map.of("tensorboard", true, "save_every", 0.01);
        List<List<Map<String, Object>>> lines = new ArrayList<>();
        for (String name : List.of("whole", "stopped")) {
            int[] sent = {0};
            RunPolicy policy = new RunPolicy(
                    0, Duration.ZERO, false, Duration.ofMillis(600), Duration.ZERO, Duration.ofSeconds(60));
            List<String> heard = new ArrayList<>();
            try (TrialStore store = TrialStore.open(folder.resolve(name), study, Map.of())) {
                new LocalExecutor(WorkerSettings.forThisMachine(1, 1, Map.of(), options), policy)
                        .run(store, study.trials(), new ExecutionListener() {
                            private int attempt;

                            @Override
                            public void started(ExpectedTrial trial, int number) {
                                attempt = number;
                            }

                            @Override
                            public void progress(ExpectedTrial trial, int step) {
                                if (name.equals("stopped") && step > 20 && sent[0] < 2 && attempt > sent[0]) {
                                    sent[0]++;
                                    ProcessHandle.current().children().forEach(ProcessHandle::destroy);
                                }
                            }

                            @Override
                            public void finished(ExpectedTrial trial, Ending ending) {
                                heard.add(ending.state().text());
                            }

                            @Override
                            public void failed(ExpectedTrial trial, String cause) {
                                heard.add(cause);
                            }
                        });
            }
            assertThat(heard).containsExactly("done");
            assertThat(sent[0]).isEqualTo(name.equals("stopped") ? 2 : 0);
            lines.add(comparable(folder.resolve(name).resolve("trials").resolve(id)));
        }
        assertThat(lines.get(1)).isEqualTo(lines.get(0));
        Path whole = folder.resolve("whole/trials").resolve(id);
        Path stopped = folder.resolve("stopped/trials").resolve(id);
        assertThat(names(stopped)).isEqualTo(names(whole)).doesNotContain("checkpoint.safetensors");
        for (String name : names(whole)) {
            if (name.startsWith("weights") || name.endsWith(".parquet")) {
                assertThat(stopped.resolve(name)).hasSameBinaryContentAs(whole.resolve(name));
            }
        }
        assertThat(stopped.resolve("log.txt")).content().contains(" updates of an earlier attempt");
    }

    private static List<String> names(Path root) throws Exception {
        try (Stream<Path> all = Files.walk(root)) {
            return all.filter(Files::isRegularFile)
                    .map(file -> root.relativize(file).toString())
                    .sorted()
                    .toList();
        }
    }

    private static List<Map<String, Object>> comparable(Path trial) throws Exception {
        List<Map<String, Object>> lines = new ArrayList<>();
        for (CheckpointRecord record : RecordFile.read(trial).records()) {
            TreeMap<String, Object> fields = new TreeMap<>(record.fields());
            TreeMap<String, Object> extras = new TreeMap<>(record.extras());
            assertThat(fields.remove("step_time")).isNotNull();
            assertThat(extras.remove("rss_bytes")).isNotNull();
            assertThat(extras.remove("wall_seconds")).isNotNull();
            fields.put("shiftbed", extras);
            lines.add(fields);
        }
        return lines;
    }
}
