package org.shiftbed.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.app.Terminal.Answer;
import org.shiftbed.base.CanonicalJson;
import org.shiftbed.learn.weights.Safetensors;

/** Weights that leave a study, and weights that another study starts from. */
class ExportCommandTest {
    private static final String STUDY = """
            study: first
            dataset: {sprites: {side: 16, stride: {orientation: 20, position: 8}}}
            label: shape
            shifts: [{none: {environments: color}}]
            algorithms: [ERM]
            network: small-cnn
            seeds: [0]
            training: {steps: 4, batch: 8, checkpoint-every: 2, keep: all}
            selection: [id, oracle-best]
            """;

    @TempDir
    private Path folder;

    @Test
    void aTrainedModelIsExportedAndStartsAnotherStudy() throws IOException {
        Terminal terminal = new Terminal(folder);
        Files.writeString(folder.resolve("first.yaml"), STUDY);
        Answer run = terminal.run("run", "first.yaml", "--workers", "1");
        assertThat(run.code()).as(run.err()).isZero();
        Path trial = only(folder.resolve("runs/first/trials"));

        Answer export = terminal.run("export", folder.relativize(trial).toString(), "--out", "model.safetensors");
        assertThat(export.code()).as(export.err()).isZero();
        assertThat(export.out()).contains("tensors of small-cnn, rule id, step ");
        Safetensors.Contents model = Safetensors.read(folder.resolve("model.safetensors"));
        Safetensors.Contents kept = Safetensors.read(trial.resolve("weights/id.safetensors"));
        assertThat(model.tensors()).isEqualTo(kept.tensors());
        assertThat(model.metadata())
                .containsEntry("network", "small-cnn")
                .containsEntry("classes", "3")
                .containsEntry("labels", "[\"square\",\"ellipse\",\"heart\"]")
                .containsEntry("input", "3x16x16")
                .containsEntry("normalisation", "byte / 255")
                .containsEntry("format", "pt")
                .containsEntry("trial", String.valueOf(trial.getFileName()));

        mistakes(terminal);
        startsFromIt(terminal);
        isNotRunWithoutIt(terminal);
    }

    private void mistakes(Terminal terminal) throws IOException {
        refused(terminal, "--out: model.safetensors exists already", "--out", "model.safetensors");
        assertThat(terminal.run("export", "runs/first", "--out", "model.safetensors", "--force")
                        .code())
                .as("a study of one trial stands for it")
                .isZero();
        assertThat(terminal.run("export", "runs/first", "--rule", "last", "--out", "last.safetensors")
                        .out())
                .contains("rule last, step 3");
        assertThat(terminal.run("export", "runs/first", "--step", "3", "--out", "step.safetensors")
                        .out())
                .contains("step 3");
        refused(
                terminal,
                "--rule: unknown rule that kept weights 'lats'; did you mean 'last'?",
                "--rule",
                "lats",
                "--out",
                "a");
        refused(
                terminal,
                "--step: no weights of step 77 were kept; there are those of id (step ",
                "--step",
                "77",
                "--out",
                "a");
        refused(terminal, "--format: unknown format 'onnx'", "--format", "onnx", "--out", "a");
        refused(terminal, "is a folder", "--out", "runs");
        assertThat(folder.resolve("a")).doesNotExist();
        Answer nowhere = terminal.run("export", "runs", "--out", "a");
        assertThat(nowhere.code()).isEqualTo(ExitCodes.USER_ERROR);
        assertThat(nowhere.err()).contains("no trial here");
    }

    @Test
    void theLastStepIsExportedWhereARuleKeptItAndAnotherKeepMovesNothing() throws IOException {
        Terminal terminal = new Terminal(folder);
        String one = STUDY.replace("steps: 4", "steps: 1").replace("checkpoint-every: 2, keep: all", "keep: best");
        Files.writeString(folder.resolve("first.yaml"), one);
        assertThat(terminal.run("run", "first.yaml", "--workers", "1").code()).isZero();
        assertThat(terminal.run("export", "runs/first", "--rule", "last", "--out", "l.safetensors")
                        .out())
                .as("the only step is the best of every rule")
                .contains("step 0");
        Answer same = terminal.run("run", "first.yaml");
        assertThat(same.err()).doesNotContain("training.keep");
        Files.writeString(folder.resolve("first.yaml"), one.replace("keep: best", "keep: last"));
        Answer other = terminal.run("run", "first.yaml");
        assertThat(other.code()).isZero();
        assertThat(other.err())
                .contains("warning: training.keep is last now, and 1 trial that is done kept no such weights")
                .contains("remove ", "runs/first/trials/");
    }

    private void startsFromIt(Terminal terminal) throws IOException {
        Files.writeString(
                folder.resolve("second.yaml"),
                STUDY.replace("study: first", "study: second\nweights: model.safetensors")
                        .replace("keep: all", "keep: none"));
        Answer run = terminal.run("run", "second.yaml", "--workers", "1");
        assertThat(run.code()).as(run.out() + run.err()).isZero();
        Path trial = only(folder.resolve("runs/second/trials"));
        Map<?, ?> weights = Objects.requireNonNull(
                (Map<?, ?>) CanonicalJson.parseObject(Files.readString(trial.resolve("manifest.json")))
                        .get("weights"));
        assertThat(weights.get("matched")).isEqualTo(12);
        assertThat(weights.get("random")).isEqualTo(List.of());
        assertThat(Files.readString(trial.resolve("log.txt"))).contains("weights: 12 entries loaded");
        assertThat(Files.readString(trial.resolve("trial.json"))).doesNotContain("model.safetensors");
        assertThat(Files.readString(folder.resolve("runs/second/local.json"))).contains("model.safetensors");
        Answer none = terminal.run("export", "runs/second", "--out", "a");
        assertThat(none.code()).isEqualTo(ExitCodes.USER_ERROR);
        assertThat(none.errors()).hasSize(1);
        assertThat(none.err()).contains("kept no weights", "keep: best");
    }

    private void isNotRunWithoutIt(Terminal terminal) throws IOException {
        Files.delete(folder.resolve("model.safetensors"));
        assertThat(terminal.run("plan", "second.yaml").out())
                .contains("not run: no weights at ", "model.safetensors", "1 trials, 1 of them refused");
        Answer train = terminal.run(
                "train", "--dataset", "sprites:side=16", "--algorithm", "ERM", "--weights", "model.safetensors");
        assertThat(train.code()).isEqualTo(ExitCodes.USER_ERROR);
        assertThat(train.err()).contains("train: not run: no weights at ");
        Answer run = terminal.run("run", "second.yaml", "--out", "runs/third");
        assertThat(run.code()).isEqualTo(ExitCodes.INCOMPLETE);
        assertThat(terminal.run("status", "runs/third").out()).contains("1 refused", "not run: no weights at ");
    }

    private static void refused(Terminal terminal, String expected, String... options) {
        List<String> arguments = new ArrayList<>(List.of("export", "runs/first"));
        arguments.addAll(List.of(options));
        Answer answer = terminal.run(arguments.toArray(new String[0]));
        assertThat(answer.code()).as(answer.out() + answer.err()).isEqualTo(ExitCodes.USER_ERROR);
        assertThat(answer.errors()).hasSize(1);
        assertThat(answer.err()).contains(expected);
    }

    private static Path only(Path folder) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            List<Path> found = all.toList();
            assertThat(found).hasSize(1);
            return found.get(0);
        }
    }
}
