package org.shiftbed.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EstimateTest {
    private static final String STUDY = """
            study: s
            dataset: {sprites: {side: 16, stride: {orientation: 8, position: 8}}}
            algorithms: [ERM]
            shifts: [none]
            seeds: [0, 1, 2]
            training: {steps: 101, batch: 10, checkpoint-every: 50}
            """;

    @Test
    void withoutFinishedTrialsPicturesAreCountedAndTimeIsNotInvented(@TempDir Path folder) throws Exception {
        Plan plan = Plan.of(StudyFile.parse(STUDY, "s.yaml"), null);
        Estimate estimate = Estimate.of(plan, folder.resolve("not-there"));
        PlannedTrial.Rows rows = plan.trials().get(0).rows();
        assertThat(estimate.trials()).isEqualTo(3);
        assertThat(estimate.finished()).isZero();
        assertThat(estimate.imagesTrained()).isEqualTo(3 * 101 * 10);
        // Checkpoints after updates 0, 50 and 100.
        assertThat(estimate.imagesEvaluated())
                .isEqualTo(3 * (3 * (rows.validation() + rows.oracle()) + 2 * rows.test()));
        assertThat(estimate.seconds()).isEmpty();
        assertThat(estimate.bytes()).isEmpty();
    }

    @Test
    void finishedTrialsOfAnotherTierTellTimeAndDisk(@TempDir Path folder) throws Exception {
        Study study = StudyFile.parse(STUDY, "s.yaml");
        Plan small = Plan.of(study.withTier(Tier.SMOKE), null);
        assertThat(Estimate.of(Plan.of(study, null), folder).unmeasured()).containsExactly("sprites with small-cnn");
        PlannedTrial planned = small.trials().get(0);
        Path trial = new StudyFolder(folder).trial(planned.id());
        Files.createDirectories(trial);
        Files.writeString(
                trial.resolve("trial.json"),
                org.shiftbed.base.CanonicalJson.text(planned.trial().toJson()));
        Files.writeString(
                trial.resolve("results.jsonl"),
                "{\"step\": 0, \"step_time\": 1.0, \"shiftbed\": {\"images_trained\": 10}}\n"
                        + "{\"step\": 19, \"step_time\": 0.5, \"shiftbed\": {\"images_trained\": 200}}\n");
        Files.writeString(trial.resolve("done"), "done");
        Estimate estimate = Estimate.of(Plan.of(study, null), folder);
        assertThat(estimate.finished()).isZero();
        assertThat(estimate.measuredOn()).isEqualTo(1);
        assertThat(estimate.unmeasured()).isEmpty();
        // 1 + 19 * 0.5 seconds for 200 pictures.
        assertThat(estimate.seconds().orElseThrow())
                .isCloseTo((estimate.imagesTrained() + estimate.imagesEvaluated() / 3.0) * 10.5 / 200, within(1e-9));
    }

    @Test
    void timeAndDiskComeFromFinishedTrials(@TempDir Path folder) throws Exception {
        Plan plan = Plan.of(StudyFile.parse(STUDY, "s.yaml"), null);
        Path trial = new StudyFolder(folder).trial(plan.trials().get(0).id());
        Files.createDirectories(trial);
        Files.writeString(
                trial.resolve("results.jsonl"),
                "{\"step\": 0, \"step_time\": 1.0}\n{\"step\": 50, \"step_time\": 0.2}\n{\"step\": 100, \"step_time\": 0.4}\n");
        Files.writeString(trial.resolve("done"), "done");
        Estimate estimate = Estimate.of(plan, folder);
        assertThat(estimate.finished()).isEqualTo(1);
        assertThat(estimate.imagesTrained()).isEqualTo(2 * 1010);
        // 1 + 50 * 0.2 + 50 * 0.4 seconds for 1010 pictures.
        double perPicture = 31.0 / 1010;
        assertThat(estimate.seconds().orElseThrow())
                .isCloseTo((2020 + estimate.imagesEvaluated() / 3.0) * perPicture, within(1e-9));
        long size = Files.size(trial.resolve("results.jsonl")) + 4;
        assertThat(estimate.bytes().orElseThrow()).isCloseTo(2.0 * size, within(1e-9));
    }
}
