package org.shiftbed.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.study.domainbed.Collector;
import org.shiftbed.study.domainbed.Import;
import org.shiftbed.study.selection.Selections;
import org.shiftbed.study.worker.WorkerSettings;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A study with ERM++ in both of its forms, really trained. The numbers of rule {@code auto-lr-iid} are worked out a second time from {@code
 * domainbed-protocol.md} 7.2 and 8.4 without any class of ours.
 */
@Timeout(300)
class AutoLrStudyTest {
    private static final String STUDY = """
            study: both forms
            protocol: domainbed
            datasets: [ColoredMNIST]
            algorithms:
              - ERMPlusPlus: {batch_size: 8, linear_steps: 1}
              - ERMPlusPlus: {form: auto-lr, batch_size: 8, linear_steps: 1}
            network: mlp
            search: {random: {draws: 2}}
            trials: 1
            test-environments: single
            training: {steps: 6, checkpoint-every: 2, keep: best}
            """;

    @Test
    void bothStagesAreTrainedRecordedAndChosenFrom(@TempDir Path folder) throws Exception {
        DigitFiles.write(folder, 450, 5);
        Path out = folder.resolve("out");
        Plan plan = Plan.of(StudyFile.parse(STUDY, "study.yaml"), folder);
        assertThat(plan.warnings())
                .hasSize(2)
                .anyMatch(warning -> warning.startsWith("rule 'loo' reads runs that hold out two environments"))
                .anyMatch(warning -> warning.startsWith("ERMPlusPlus of form auto-lr: the rate goes by 3 checkpoints"));
        ExpectedStudy study = ExpectedStudy.of(plan);
        assertThat(study.selection()).containsExactly("own", "iid", "loo", "oracle");
        assertThat(study.trials()).hasSize(2 * 3 * 2);
        List<Integer> told = new ArrayList<>();
        try (TrialStore store = TrialStore.open(out, study, Map.of("study.yaml", STUDY))) {
            Map<String, Object> options = Map.of("evaluate", "needed", "keep", "best", "data_dir", folder.toString());
            new LocalExecutor(WorkerSettings.forThisMachine(1, 1, Map.of(), options))
                    .run(store, study.trials(), new ExecutionListener() {
                        @Override
                        public void begun(int trials, long steps, int done) {
                            told.add((int) steps);
                        }
                    });
        }
        assertThat(told).containsExactly(6 * 6 + 6 * 12);

        StudyResults results = StudyResults.read(out);
        for (StudyResults.Run run : results.runs()) {
            assertThat(run.state()).as(run.cause()).isEqualTo(TrialState.DONE);
            List<Integer> steps =
                    run.records().stream().map(CheckpointRecord::step).toList();
            assertThat(steps).isEqualTo(run.trial().autoLr() ? List.of(0, 2, 4, 5, 0, 2, 4, 5) : List.of(0, 2, 4, 5));
        }
        Map<String, Map<String, Double>> chosen = chosenByHand(out.resolve("trials"));
        assertThat(chosen).hasSize(3);
        List<Outcome> outcomes = Outcomes.of(results, List.of("auto-lr-iid", "own", "iid"));
        Collector collector = new Collector(results, Selections.require("auto-lr-iid", "test"));
        assertThat(collector.algorithms()).containsExactly("ERMPlusPlus", "ERMPlusPlus auto-lr");
        int compared = 0;
        for (Outcome outcome : outcomes) {
            boolean autoLr = outcome.form().equals("auto-lr");
            if (outcome.selection().equals("auto-lr-iid") && !autoLr) {
                assertThat(outcome.state()).isEqualTo(Outcome.State.NOT_EVALUATED);
                assertThat(outcome.reason()).contains("form auto-lr");
                continue;
            }
            assertThat(outcome.state()).as(outcome.reason()).isEqualTo(Outcome.State.DONE);
            if (autoLr && !outcome.selection().equals("iid")) {
                Map<String, Double> hand = Objects.requireNonNull(chosen.get("[" + outcome.environmentIndex() + "]"));
                assertThat(outcome.test()).isEqualTo(hand.get("test"));
                assertThat(Objects.requireNonNull(outcome.validation()))
                        .isCloseTo(Objects.requireNonNull(hand.get("validation")), within(1e-12));
                assertThat(outcome.step()).isEqualTo(5);
                assertThat(collector.sweepAccuracies("ColoredMNIST", "ERMPlusPlus auto-lr", outcome.environmentIndex()))
                        .containsExactly(Map.entry(0, Objects.requireNonNull(outcome.test())));
                compared++;
            }
        }
        assertThat(compared).isEqualTo(6);

        StudyResults.Run one = results.runs().stream()
                .filter(run -> run.trial().autoLr())
                .findFirst()
                .orElseThrow();
        KeptWeights kept =
                KeptWeights.of(out.resolve("trials").resolve(one.trial().id()));
        assertThat(kept.files()).containsOnlyKeys("auto-lr-iid");
        assertThat(kept.choose(null, null)).isEqualTo("auto-lr-iid");
        assertThat(kept.choose(null, 5)).isEqualTo("auto-lr-iid");
        // Curves of the second stage stand apart from those of the first.
        assertThat(Curves.of(results).stream()
                        .filter(curve -> curve.trial().equals(one.trial().id()))
                        .map(Curve::quantity))
                .contains("loss", "fd_loss", "lr", "fd_lr", "test", "fd_test", "fd_env0_in_acc")
                .doesNotContain("fd_fd_test", "stage", "fd_stage");

        imported(out.resolve("trials"), folder, chosen);
    }

    /** The folder of trials, read as one of DomainBed's own. */
    private static void imported(Path trials, Path folder, Map<String, Map<String, Double>> chosen) throws IOException {
        Import imported = Import.from(trials, folder.resolve("imported"));
        assertThat(imported.warnings()).isEmpty();
        StudyResults results = StudyResults.read(folder.resolve("imported"));
        assertThat(results.plan().selection()).containsExactly("own", "iid", "loo", "oracle");
        assertThat(results.runs().stream().filter(run -> run.trial().autoLr())).hasSize(6);
        for (Outcome outcome : Outcomes.of(results, List.of("own"))) {
            if (outcome.form().equals("auto-lr")) {
                assertThat(outcome.test())
                        .isEqualTo(Objects.requireNonNull(chosen.get("[" + outcome.environmentIndex() + "]"))
                                .get("test"));
            }
        }
    }

    /** By what is held out: all lines of args that are equal but for holdout_fraction merged, then the largest validation, then the largest hparams_seed. */
    private static Map<String, Map<String, Double>> chosenByHand(Path trials) throws IOException {
        JsonMapper mapper = new JsonMapper();
        Map<String, ObjectNode> merged = new LinkedHashMap<>();
        List<Path> folders;
        try (Stream<Path> all = Files.list(trials)) {
            folders = all.sorted().toList();
        }
        for (Path folder : folders) {
            List<Double> rates = new ArrayList<>();
            for (String line : Files.readAllLines(folder.resolve("results.jsonl"))) {
                ObjectNode record = (ObjectNode) mapper.readTree(line);
                ObjectNode args = ((ObjectNode) record.get("args")).deepCopy();
                if (!args.has("auto_lr")) {
                    continue;
                }
                boolean second =
                        record.has("fd_env0_in_acc") || record.has("fd_env1_in_acc") || record.has("fd_env2_in_acc");
                double holdout = args.remove("holdout_fraction").asDouble();
                assertThat(holdout).isEqualTo(second ? 0.0 : 0.2);
                assertThat(record.get("shiftbed").get("stage").asInt()).isEqualTo(second ? 2 : 1);
                rates.add(record.get("lr").asDouble());
                merged.merge(args.toString(), record, (a, b) -> {
                    a.setAll(b);
                    return a;
                });
            }
            if (!rates.isEmpty()) {
                // Strict: the second stage records the rate up to a checkpoint, the first that from it on.
                assertThat(rates).hasSize(8);
                assertThat(rates.subList(5, 8)).isEqualTo(rates.subList(0, 3));
            }
        }
        Map<String, TreeMap<Integer, ObjectNode>> searches = new TreeMap<>();
        merged.values()
                .forEach(record -> searches.computeIfAbsent(
                                record.get("args").get("test_envs").toString(), key -> new TreeMap<>())
                        .put(record.get("args").get("hparams_seed").asInt(), record));
        Map<String, Map<String, Double>> chosen = new TreeMap<>();
        searches.forEach((held, members) -> {
            assertThat(members).hasSize(2);
            double best = -1;
            int environment = Integer.parseInt(held.substring(1, 2));
            for (JsonNode record : members.values()) {
                double sum = 0;
                for (int i = 0; i < 3; i++) {
                    sum += i == environment
                            ? 0
                            : record.get("env" + i + "_out_acc").asDouble();
                }
                if (sum / 2 >= best) {
                    best = sum / 2;
                    chosen.put(
                            held,
                            Map.of(
                                    "validation",
                                    best,
                                    "test",
                                    record.get("fd_env" + environment + "_in_acc")
                                            .asDouble()));
                }
            }
        });
        return chosen;
    }
}
