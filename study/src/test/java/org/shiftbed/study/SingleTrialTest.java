package org.shiftbed.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shiftbed.base.UserError;

class SingleTrialTest {
    private static final String SPRITES = "sprites:side=16,stride.orientation=8,stride.position=8";

    @Test
    void flagsMakeTheTrialThatAStudyFileWouldMake() {
        Plan flags = new SingleTrial(
                        SPRITES, "ERM", "low-data:attribute=color,values=[blue],samples=10", List.of("lr=1e-2"), 300, 4)
                .plan(null, "cpu");
        Plan file = Plan.of(StudyFile.parse("""
                        study: other
                        dataset: {sprites: {side: 16, stride: {orientation: 8, position: 8}}}
                        shifts: [{low-data: {attribute: color, values: [blue], samples: 10}}]
                        algorithms: [{ERM: {lr: 0.01}}]
                        seeds: [4]
                        training: {steps: 300}
                        """, "s.yaml"), null);
        assertThat(flags.trials()).hasSize(1);
        assertThat(flags.trials().get(0).id()).isEqualTo(file.trials().get(0).id());
    }

    @Test
    void otherFieldsAreThoseOfAStudyFile() {
        Plan flags = new SingleTrial(
                        SPRITES,
                        "ERM",
                        null,
                        List.of(),
                        300,
                        4,
                        null,
                        Map.of(
                                "network", "mlp",
                                "label", "color",
                                "training.batch", "8",
                                "training.checkpoint-every", "50",
                                "training.precision", "float64",
                                "conditions.noise", "[0.1]",
                                "strict", "[algorithm]"))
                .plan(null, "cpu");
        Plan file = Plan.of(StudyFile.parse("""
                        study: other
                        dataset: {sprites: {side: 16, stride: {orientation: 8, position: 8}}}
                        label: color
                        network: mlp
                        algorithms: [ERM]
                        conditions: {noise: [0.1]}
                        strict: [algorithm]
                        seeds: [4]
                        training: {steps: 300, batch: 8, checkpoint-every: 50, precision: float64}
                        """, "s.yaml"), null);
        assertThat(flags.trials())
                .extracting(PlannedTrial::id)
                .containsExactly(file.trials().get(0).id());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sprites:side=16,stride={orientation:8,position:8}",
                "sprites:stride=orientation:8,position:8,side=16",
                "sprites:side=16,stride={orientation: 8, position: 8}"
            })
    void aMapOfCountsIsReadHoweverItIsWritten(String dataset) {
        Study study = new SingleTrial(dataset, "ERM", null, List.of(), null, 0).study();
        Study expected = new SingleTrial(SPRITES, "ERM", null, List.of(), null, 0).study();
        assertThat(study.datasets()).isEqualTo(expected.datasets());
        WrittenFields.Named apart =
                WrittenFields.read("sprites", List.of("side=16", "stride=orientation:8,position:8"), "--set");
        assertThat(WrittenFields.read(dataset, List.of(), "--set")).isEqualTo(apart);
        assertThat(apart.fields()).isEqualTo(Map.of("side", 16L, "stride", Map.of("orientation", 8L, "position", 8L)));
    }

    static Stream<Arguments> mistakes() {
        return Stream.of(
                Arguments.of(
                        new SingleTrial("sprits", "ERM", null, List.of(), null, 0),
                        "train: dataset: unknown data set 'sprits'; did you mean 'sprites'?"),
                Arguments.of(
                        new SingleTrial(SPRITES, "ERN", null, List.of(), null, 0),
                        "train: algorithms[0]: unknown algorithm 'ERN'; did you mean 'ERM'?"),
                Arguments.of(
                        new SingleTrial(SPRITES, "ERM", null, List.of("lr"), null, 0),
                        "--hparam: must be name=value, found 'lr'"),
                Arguments.of(
                        new SingleTrial(SPRITES, "ERM", null, List.of("lr=1", "lr=2"), null, 0),
                        "--hparam: 'lr' is given twice"),
                Arguments.of(
                        new SingleTrial(SPRITES, "ERM", null, List.of("rl=1"), null, 0),
                        "train: algorithms[0].ERM.rl: unknown hyperparameter of ERM under protocol controlled, form controlled 'rl';"
                                + " did you mean 'lr'?"),
                Arguments.of(
                        new SingleTrial(SPRITES, "ERM", "unsen:attribute=color", List.of(), null, 0),
                        "train: shifts[0].unsen: unknown shift 'unsen'; did you mean 'unseen'?"),
                Arguments.of(
                        new SingleTrial(SPRITES, "ERM", "unseen:attribute=colr", List.of(), null, 0),
                        "train: shifts[0].unseen"),
                Arguments.of(
                        new SingleTrial(SPRITES, "ERM", "unseen:attribute=color,values=red,blue", List.of(), null, 0),
                        "--shift: must be name=value, found 'blue'; a list is written in brackets: 'values=[red,blue]'"),
                Arguments.of(
                        new SingleTrial(SPRITES, "ERM", "leave-domains-out", List.of(), null, 0),
                        "--shift: leave-domains-out needs test, for example leave-domains-out:test=2"),
                Arguments.of(
                        new SingleTrial(SPRITES, "ERM", null, List.of(), 0, 0),
                        "train: training.steps: must be a whole number from 1 to 100000000, found 0"),
                Arguments.of(
                        new SingleTrial(SPRITES, "ERM", null, List.of(), null, 0, null, Map.of("network", "resnet19")),
                        "train: network: unknown network 'resnet19'; did you mean 'resnet18'?"),
                Arguments.of(
                        new SingleTrial(SPRITES, "ERM", null, List.of(), 9, 0, null, Map.of("training.batch", "1")),
                        "train: training.batch: must be a whole number from 2 to 65536, found 1"),
                Arguments.of(
                        new SingleTrial(SPRITES, "ERM", null, List.of(), null, -1),
                        "--seed: must be a whole number of at least 0, found -1"));
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void aWrongFlagGetsOneLine(SingleTrial flags, String expected) {
        assertThatThrownBy(() -> flags.plan(null, "cpu"))
                .isInstanceOf(UserError.class)
                .satisfies(error ->
                        assertThat(error.getMessage()).startsWith(expected).doesNotContain("\n"));
    }
}
