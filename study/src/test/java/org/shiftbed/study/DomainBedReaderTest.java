package org.shiftbed.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.study.domainbed.Collector;
import org.shiftbed.study.selection.Selections;
import org.shiftbed.study.worker.WorkerSettings;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * DomainBed's collector on the folder {@code trials} of a study that was really trained, written down a second time from {@code
 * domainbed-protocol.md} 7.1 and 7.2 without any class of ours: what it comes to must be what our rules come to.
 */
@Timeout(300)
class DomainBedReaderTest {
    private static final String STUDY = """
            study: read by the reference
            protocol: domainbed
            datasets: [ColoredMNIST]
            algorithms: [{ERM: {batch_size: 8}}]
            network: mlp
            search: {random: {draws: 3}}
            trials: 2
            test-environments: pairs
            training: {steps: 4, checkpoint-every: 1}
            selection: [iid, loo, oracle]
            """;
    private static final int ENVIRONMENTS = 3;

    /** The two scores of a member of the search. */
    private record Score(double validation, double test) {}

    @Test
    void theReferencesCollectorReadsTheFolderOfTrialsAndComesToOurNumbers(@TempDir Path folder) throws Exception {
        DigitFiles.write(folder, 450, 5);
        Path out = folder.resolve("out");
        ExpectedStudy study = ExpectedStudy.of(Plan.of(StudyFile.parse(STUDY, "study.yaml"), folder));
        assertThat(study.trials()).hasSize(2 * 6 * 3);
        try (TrialStore store = TrialStore.open(out, study, Map.of("study.yaml", STUDY))) {
            Map<String, Object> options = Map.of("evaluate", "needed", "data_dir", folder.toString());
            new LocalExecutor(WorkerSettings.forThisMachine(1, 1, Map.of(), options))
                    .run(store, study.trials(), new ExecutionListener() {});
        }

        List<JsonNode> records = records(out.resolve("trials"));
        assertThat(records).hasSize(36 * 4);
        StudyResults results = StudyResults.read(out);
        int compared = 0;
        for (String rule : List.of("iid", "loo", "oracle")) {
            Collector collector = new Collector(results, Selections.require(rule, "test"));
            for (int held = 0; held < ENVIRONMENTS; held++) {
                SortedMap<Integer, Double> expected = new TreeMap<>();
                for (int trial = 0; trial < 2; trial++) {
                    Score best = best(records, rule, trial, held);
                    expected.put(trial, Objects.requireNonNull(best).test());
                    for (Outcome outcome : Outcomes.of(results, List.of(rule))) {
                        if (outcome.seed() == trial && outcome.environmentIndex() == held) {
                            assertThat(outcome.test()).as(rule).isEqualTo(best.test());
                            assertThat(outcome.validation()).as(rule).isEqualTo(best.validation());
                            compared++;
                        }
                    }
                }
                assertThat(collector.sweepAccuracies("ColoredMNIST", "ERM", held))
                        .as(rule)
                        .isEqualTo(expected);
            }
        }
        assertThat(compared).isEqualTo(3 * 3 * 2);
    }

    /** Every line of {@code results.jsonl} of every sub-folder. */
    private static List<JsonNode> records(Path trials) throws IOException {
        JsonMapper json = JsonMapper.builder().build();
        List<JsonNode> records = new ArrayList<>();
        List<Path> folders;
        try (Stream<Path> all = Files.list(trials)) {
            folders = all.sorted().toList();
        }
        for (Path folder : folders) {
            assertThat(folder.resolve("done")).hasContent("done");
            for (String line : Files.readAllLines(folder.resolve("results.jsonl"))) {
                JsonNode record = json.readTree(line);
                assertThat(record.get("args").propertyNames())
                        .containsExactlyInAnyOrder(
                                ("algorithm checkpoint_freq data_dir dataset holdout_fraction hparams hparams_seed output_dir"
                                                + " save_model_every_checkpoint seed skip_model_save steps task test_envs"
                                                + " trial_seed uda_holdout_fraction")
                                        .split(" "));
                assertThat(record.get("args").get("dataset").asString()).isEqualTo("ColoredMNIST");
                assertThat(record.get("hparams").get("batch_size").asInt()).isEqualTo(8);
                records.add(record);
            }
        }
        return records;
    }

    private static @Nullable Score best(List<JsonNode> records, String rule, int trial, int held) {
        Score best = null;
        for (int member = 0; member < 3; member++) {
            List<JsonNode> group = new ArrayList<>();
            for (JsonNode record : records) {
                JsonNode args = record.get("args");
                if (args.get("trial_seed").asInt() == trial
                        && args.get("hparams_seed").asInt() == member
                        && held(record).contains(held)) {
                    group.add(record);
                }
            }
            List<JsonNode> single =
                    group.stream().filter(record -> held(record).size() == 1).toList();
            Score score = switch (rule) {
                case "iid" -> iid(single, held);
                case "oracle" -> oracle(single, held);
                default -> leaveOneOut(group, single, held);
            };
            if (score != null && (best == null || score.validation() >= best.validation())) {
                best = score;
            }
        }
        return best;
    }

    private static @Nullable Score iid(List<JsonNode> single, int held) {
        Score best = null;
        for (JsonNode record : single) {
            double sum = 0;
            for (int i = 0; i < ENVIRONMENTS; i++) {
                sum += i == held ? 0 : number(record, "env" + i + "_out_acc");
            }
            Score score = new Score(sum / (ENVIRONMENTS - 1), number(record, "env" + held + "_in_acc"));
            best = best == null || score.validation() > best.validation() ? score : best;
        }
        return best;
    }

    private static @Nullable Score oracle(List<JsonNode> single, int held) {
        JsonNode last = null;
        for (JsonNode record : single) {
            last = last == null || number(record, "step") >= number(last, "step") ? record : last;
        }
        return last == null
                ? null
                : new Score(number(last, "env" + held + "_out_acc"), number(last, "env" + held + "_in_acc"));
    }

    private static @Nullable Score leaveOneOut(List<JsonNode> group, List<JsonNode> single, int held) {
        Score best = null;
        for (JsonNode test : single) {
            double[] validation = new double[ENVIRONMENTS];
            Arrays.fill(validation, -1);
            for (JsonNode record : group) {
                if (held(record).size() == 2 && number(record, "step") == number(test, "step")) {
                    int other =
                            held(record).stream().mapToInt(Integer::intValue).sum() - held;
                    validation[other] = number(record, "env" + other + "_in_acc");
                }
            }
            double sum = 0;
            boolean whole = true;
            for (int i = 0; i < ENVIRONMENTS; i++) {
                whole &= i == held || validation[i] >= 0;
                sum += i == held ? 0 : validation[i];
            }
            Score score = new Score(sum / (ENVIRONMENTS - 1), number(test, "env" + held + "_in_acc"));
            best = whole && (best == null || score.validation() > best.validation()) ? score : best;
        }
        return best;
    }

    private static List<Integer> held(JsonNode record) {
        List<Integer> held = new ArrayList<>();
        record.get("args").get("test_envs").forEach(index -> held.add(index.asInt()));
        return held;
    }

    private static double number(JsonNode record, String field) {
        JsonNode value = record.get(field);
        assertThat(value).as(field).isNotNull();
        assertThat(value.isNumber()).as(field).isTrue();
        return value.asDouble();
    }
}
