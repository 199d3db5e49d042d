package org.shiftbed.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.base.UserError;
import org.shiftbed.data.Dataset;

class SamplePicturesTest {
    private static final String STUDY = """
            study: samples
            dataset: {sprites: {side: 16, stride: {orientation: 8, position: 8}}}
            shifts:
              - unseen: {attribute: color, values: [blue]}
            algorithms: [ERM]
            training: {steps: 10, batch: 8, checkpoint-every: 10}
            """;

    @TempDir
    Path folder;

    private ExpectedTrial trial() throws IOException {
        Study study = StudyFile.parse(STUDY, folder.resolve("s.yaml").toString());
        return ExpectedTrial.of(Plan.of(study, null).trials().get(0));
    }

    @Test
    void trainingHasNoPictureOfAnUnseenValueAndTheTestHasSome() throws IOException {
        List<SamplePictures> samples = SamplePictures.of(folder, trial(), 4);
        assertThat(samples).extracting(SamplePictures::test).containsExactly(false, true);
        SamplePictures training = samples.get(0);
        assertThat(training.attribute()).isEqualTo("color");
        assertThat(training.rows().keySet()).containsExactly("red", "green", "blue");
        assertThat(training.rows().get("blue")).isEmpty();
        assertThat(training.rows().get("red")).hasSize(4);
        assertThat(samples.get(1).rows().get("blue")).hasSize(4);
        List<Integer> again =
                Objects.requireNonNull(SamplePictures.of(folder, trial(), 4)
                                .get(0)
                                .rows()
                                .get("red"))
                        .stream()
                        .map(SamplePictures.Picture::row)
                        .toList();
        assertThat(Objects.requireNonNull(training.rows().get("red")))
                .extracting(SamplePictures.Picture::row)
                .containsExactlyElementsOf(again)
                .doesNotHaveDuplicates();
    }

    @Test
    void bytesAreThoseOfTheDataSet() throws IOException {
        SamplePictures training = SamplePictures.of(folder, trial(), 4).get(0);
        try (TrialSetup setup = TrialSetup.open(Trial.fromJson(Objects.requireNonNull(trial().trial())), null)) {
            Dataset dataset = setup.dataset();
            for (SamplePictures.Picture picture :
                    Objects.requireNonNull(training.rows().get("green"))) {
                assertThat(dataset.attributes().attribute("color").values())
                        .element(dataset.attributes().code(picture.row(), "color"))
                        .isEqualTo("green");
                ByteBuffer bytes = ByteBuffer.allocate(dataset.shape().bytes());
                dataset.read(new int[] {picture.row()}, 0, 1, bytes);
                for (int i = 0; i < 256; i++) {
                    for (int c = 0; c < 3; c++) {
                        assertThat(picture.rgb()[3 * i + c]).isEqualTo(bytes.get(256 * c + i));
                    }
                }
            }
        }
    }

    @Test
    void dataThatAreNotAtHandAreAUsersMistake() throws IOException {
        ExpectedTrial trial = trial();
        var content = new java.util.TreeMap<>(Objects.requireNonNull(trial.trial()));
        content.put("fingerprint", "0000000000000000");
        ExpectedTrial other = new ExpectedTrial(
                "a",
                trial.protocol(),
                trial.dataset(),
                trial.shift(),
                trial.setting(),
                trial.algorithm(),
                trial.form(),
                trial.strict(),
                0,
                0,
                10,
                List.of(),
                List.of(),
                null,
                content);
        assertThatThrownBy(() -> SamplePictures.of(folder, other, 4))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("are not those that this trial was planned on");
    }
}
