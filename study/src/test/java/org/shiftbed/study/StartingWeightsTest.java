package org.shiftbed.study;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.base.CanonicalJson;
import org.shiftbed.base.UserError;
import org.shiftbed.learn.weights.Safetensors;
import org.shiftbed.learn.weights.StoredTensor;

class StartingWeightsTest {
    private static final String STUDY = """
            study: s
            dataset: {sprites: {side: 16, stride: {orientation: 8, position: 8}}}
            algorithms: [ERM, CORAL]
            shifts: [{none: {environments: color}}]
            seeds: [0]
            """;

    @TempDir
    Path folder;

    @Test
    void aTrialIsToldByTheContentOfItsWeightsNotByTheirPlace() throws Exception {
        Path here = weights("a.safetensors", 1);
        Path there = weights("deep/b.safetensors", 1);
        weights("c.safetensors", 2);
        List<String> ids = ids(plan("a.safetensors"));
        assertThat(ids(plan("deep/b.safetensors"))).isEqualTo(ids);
        assertThat(ids(plan(there.toString()))).isEqualTo(ids);
        assertThat(ids(plan("c.safetensors"))).doesNotContainAnyElementsOf(ids);
        assertThat(ids(plan(null))).doesNotContainAnyElementsOf(ids);
        Trial trial = plan("a.safetensors").trials().get(0).trial();
        String digest =
                HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(here)));
        assertThat(trial.weights()).isEqualTo(digest);
        assertThat(trial.toJson()).containsEntry("weights", digest);
        assertThat(Trial.fromJson(trial.toJson())).isEqualTo(trial);
    }

    @Test
    void aTrialFromRandomWeightsIsWrittenAsBefore() throws IOException {
        Trial trial = plan(null).trials().get(0).trial();
        assertThat(trial.toJson()).doesNotContainKey("weights");
        assertThat(Trial.fromJson(trial.toJson())).isEqualTo(trial);
    }

    @Test
    void trialsWhoseWeightsAreMissingAreRefusedWithTheirPlace() throws IOException {
        Plan plan = plan("nowhere.pth");
        assertThat(plan.runnable()).isEmpty();
        assertThat(plan.refused())
                .hasSize(2)
                .allMatch(trial -> ("not run: no weights at " + folder.resolve("nowhere.pth")).equals(trial.refusal()));
        assertThat(ExpectedStudy.of(plan).trials())
                .allMatch(trial -> requireNonNull(trial.refused()).contains("no weights at"));
    }

    @Test
    void methodWithANetworkOfItsOwnTakesNoFile() throws Exception {
        weights("a.safetensors", 1);
        Study study = StudyFile.parse(
                STUDY.replace("[ERM, CORAL]", "[ERM, BetaVAE]") + "weights: a.safetensors\n",
                folder.resolve("s.yaml").toString());
        Plan plan = Plan.of(study, null);
        assertThat(plan.runnable()).hasSize(1);
        assertThat(plan.refused())
                .extracting(PlannedTrial::refusal)
                .containsExactly("BetaVAE has a network of its own, which cannot start from the file that the study"
                        + " names; leave out weights, or compare without BetaVAE");
    }

    @Test
    void aPathFromTheHomeFolderIsOneAndAFolderIsNone() throws IOException {
        Path home = Path.of(System.getProperty("user.home"));
        Study study = StudyFile.parse(
                STUDY + "weights: ~/no/such.pth\n", folder.resolve("s.yaml").toString());
        assertThat(study.weights()).isEqualTo(home.resolve("no/such.pth"));
        for (String written : List.of(".", "..", "~", folder.toString())) {
            assertThatThrownBy(() -> StudyFile.parse(
                            STUDY + "weights: " + (written.equals("~") ? "'~'" : written) + "\n", "s.yaml"))
                    .isInstanceOf(UserError.class)
                    .hasMessage(
                            "s.yaml, line 6: weights: '" + written + "' is a folder; give the name of a file in it");
        }
    }

    @Test
    void aFileThatHoldsNoWeightsIsAMistakeOfTheStudy() throws IOException {
        Files.writeString(folder.resolve("text.pth"), "this is a text and no file of weights");
        assertThatThrownBy(() -> plan("text.pth"))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("s.yaml, line 6: weights: " + folder.resolve("text.pth") + ": holds no weights");
    }

    @Test
    void aTrialTakesNoOtherWeightsThanThoseItWasPlannedWith() throws IOException {
        Path file = weights("a.safetensors", 1);
        Trial trial = plan("a.safetensors").trials().get(0).trial();
        assertThat(TrialSetup.weights(trial, file)).isEqualTo(file);
        weights("a.safetensors", 2);
        assertThatThrownBy(() -> TrialSetup.weights(trial, file))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("are not those that this trial was planned with");
        Files.delete(file);
        assertThatThrownBy(() -> TrialSetup.weights(trial, file))
                .isInstanceOf(UserError.class)
                .hasMessage("no weights at " + file);
        assertThatThrownBy(() -> TrialSetup.weights(trial, null)).isInstanceOf(UserError.class);
        assertThat(TrialSetup.weights(plan(null).trials().get(0).trial(), file)).isNull();
    }

    @Test
    void aDataSetHasWeightsOfItsOwn() throws IOException {
        weights("a.safetensors", 1);
        Path other = weights("b.safetensors", 2);
        String text = STUDY + "weights: a.safetensors\nper-dataset: {sprites: {weights: b.safetensors}}\n";
        Study study = StudyFile.parse(text, folder.resolve("s.yaml").toString());
        assertThat(study.weightsOn("sprites")).isEqualTo(other);
        assertThat(study.weights()).isEqualTo(folder.resolve("a.safetensors"));
        assertThat(ids(Plan.of(study, null))).isEqualTo(ids(plan("b.safetensors")));
        assertThat(CanonicalJson.text(study.toJson())).doesNotContain("safetensors");
        // Only the data set's own: the study itself starts at random.
        Study only = StudyFile.parse(
                text.replace("weights: a.safetensors\n", ""),
                folder.resolve("s.yaml").toString());
        assertThat(ids(Plan.of(only, null))).isEqualTo(ids(plan("b.safetensors")));
        assertThatThrownBy(() -> Plan.of(
                                StudyFile.parse(
                                        text.replace("b.safetensors", "none.safetensors"),
                                        folder.resolve("s.yaml").toString()),
                                null)
                        .refused()
                        .forEach(refused -> {
                            throw new UserError(requireNonNull(refused.refusal()));
                        }))
                .isInstanceOf(UserError.class)
                .hasMessage("not run: no weights at " + folder.resolve("none.safetensors"));
        Files.writeString(folder.resolve("text.pth"), "this is a text and no file of weights");
        assertThatThrownBy(() -> Plan.of(
                        StudyFile.parse(
                                text.replace("b.safetensors", "text.pth"),
                                folder.resolve("s.yaml").toString()),
                        null))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("s.yaml, line 7: weights: " + folder.resolve("text.pth") + ": holds no weights");
    }

    @Test
    void whereAMethodIsNothingWithoutWeightsTheFileIsForItAlone() throws IOException {
        weights("a.safetensors", 1);
        Path file = folder.resolve("s.yaml");
        String both = STUDY.replace("CORAL", "{Pretrained: {resize: 16}}");
        Files.writeString(file, both + "weights: a.safetensors\n");
        Plan with = Plan.of(StudyFile.read(file), null);
        assertThat(with.refused()).isEmpty();
        assertThat(with.trials())
                .extracting(trial ->
                        trial.trial().algorithm() + " " + (trial.trial().weights() != null))
                .containsExactly("ERM false", "Pretrained true");
        // Beside it ERM is the trial that it is alone.
        assertThat(ids(with)).contains(ids(plan(null)).get(0));

        Files.writeString(file, both);
        Plan without = Plan.of(StudyFile.read(file), null);
        assertThat(without.runnable())
                .extracting(trial -> trial.trial().algorithm())
                .containsExactly("ERM");
        assertThat(without.refused())
                .extracting(PlannedTrial::refusal)
                .containsExactly(
                        "not run: no weights for Pretrained, which starts from a file that you bring; name it as"
                                + " 'weights: FILE'");
    }

    private Path weights(String name, float value) throws IOException {
        Path file = folder.resolve(name);
        Safetensors.write(file, new Safetensors.Contents(smallCnn(value), Map.of()));
        return file;
    }

    /** The network of pictures of 16 pixels, every weight this value. */
    private static Map<String, StoredTensor> smallCnn(float value) {
        Map<String, StoredTensor> tensors = new TreeMap<>();
        Map.of(
                        "convs.0", new int[] {16, 3, 5, 5},
                        "convs.1", new int[] {16, 16, 3, 3},
                        "convs.2", new int[] {32, 16, 3, 3},
                        "norm", new int[] {16},
                        "output", new int[] {64, 512})
                .forEach((layer, shape) -> {
                    tensors.put("featurizer." + layer + ".weight", filled(value, shape));
                    tensors.put("featurizer." + layer + ".bias", filled(value, shape[0]));
                });
        return tensors;
    }

    private static StoredTensor filled(float value, int... shape) {
        float[] values = new float[Arrays.stream(shape).reduce(1, (a, b) -> a * b)];
        Arrays.fill(values, value);
        return StoredTensor.of(values, Arrays.stream(shape).asLongStream().toArray());
    }

    @Test
    void weightsOfAnotherNetworkAreAMistakeOfTheStudyBeforeAnythingIsTrained() throws IOException {
        weights("a.safetensors", 1);
        Path file = folder.resolve("s.yaml");
        Files.writeString(file, STUDY + "weights: a.safetensors\nnetwork: mlp\n");
        Study study = StudyFile.read(file);
        assertThatThrownBy(() -> Plan.of(study, null))
                .isInstanceOf(UserError.class)
                .hasMessageStartingWith(file + ", line 6: weights: network mlp: ")
                .hasMessageContaining("these weights are not those of the network: ")
                .hasMessageContaining("input.weight");
        Map<String, StoredTensor> wide = smallCnn(1);
        wide.put("featurizer.output.weight", filled(1, 64, 513));
        Safetensors.write(folder.resolve("b.safetensors"), new Safetensors.Contents(wide, Map.of()));
        assertThatThrownBy(() -> plan("b.safetensors"))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("of another shape or type");
    }

    private Plan plan(@Nullable String weights) throws IOException {
        Path file = folder.resolve("s.yaml");
        Files.writeString(file, STUDY + (weights == null ? "" : "weights: " + weights + "\n"));
        return Plan.of(StudyFile.read(file), null);
    }

    private static List<String> ids(Plan plan) {
        return plan.trials().stream().map(PlannedTrial::id).toList();
    }
}
