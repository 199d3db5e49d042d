package org.shiftbed.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.app.Terminal.Answer;

/** Commands as a user meets them, from a folder with a blank in its name. */
class StudyCommandsTest {
    private static final String STUDY = """
            study: small
            dataset: {sprites: {side: 16, stride: {orientation: 20, position: 8}}}
            label: shape
            shifts:
              - none: {environments: color}
              - unseen: {attribute: color, values: [blue]}
            algorithms: [ERM]
            network: mlp
            search: {random: {draws: 1}}
            seeds: [0]
            training: {steps: 4, batch: 8, checkpoint-every: 2}
            selection: [id, oracle-best]
            """;

    @TempDir
    private Path temporary;

    private Path folder() throws IOException {
        return Files.createDirectories(temporary.resolve("a folder"));
    }

    @Test
    void aStudyIsRunReportedAndFoundDone() throws IOException {
        Path folder = folder();
        Files.writeString(folder.resolve("small.yaml"), STUDY);
        Terminal terminal = new Terminal(folder);

        Answer first = terminal.run("run", "small.yaml", "--workers", "1");
        assertThat(first.code()).as(first.err()).isZero();
        assertThat(first.out()).contains("Training 2 trials.", "ERM", "Report: ");
        Path page = folder.resolve("runs/small/report/report.html");
        assertThat(Files.readString(page)).contains("</html>").contains("ERM");
        String csv = Files.readString(folder.resolve("runs/small/report/tables/results.csv"));

        Answer second = terminal.run("run", "small.yaml");
        assertThat(second.code()).isZero();
        assertThat(second.out()).contains("All 2 trials have ended already: nothing to do.");
        assertThat(Files.readString(folder.resolve("runs/small/report/tables/results.csv")))
                .isEqualTo(csv);

        assertThat(terminal.run("status", "runs/small").out()).startsWith("small: 2 trials: 2 done");
        assertThat(terminal.run("report", "runs/small", "--format", "csv", "--strict")
                        .out())
                .isEqualTo(csv);

        refused(
                terminal,
                "--selection: rule 'iid' does not belong to protocol controlled; this study can use id, ood",
                "report",
                "runs/small",
                "--selection",
                "iid");
        refused(terminal, "did you mean 'id'", "report", "runs/small", "--selection", "idd");
        refused(terminal, "rule 'id' is given 2 times", "report", "runs/small", "--selection", "id,id");
        refused(terminal, "small.yaml: is a file, and a study is a folder", "report", "small.yaml");
        assertThat(Files.readString(folder.resolve("runs/small/report/tables/results.csv")))
                .isEqualTo(csv);

        Files.writeString(folder.resolve("other.yaml"), STUDY.replace("study: small", "study: other"));
        refused(terminal, "holds the study 'small'", "run", "other.yaml", "--out", "runs/small");
    }

    @Test
    void aMissingTrialMakesAStrictReportFail() throws IOException {
        Path folder = folder();
        Files.writeString(folder.resolve("small.yaml"), STUDY.replace("seeds: [0]", "seeds: [0, 1]"));
        Terminal terminal = new Terminal(folder);
        Answer run = terminal.run("run", "small.yaml", "--workers", "1");
        assertThat(run.code()).as(run.err()).isZero();
        Map<String, Path> unshifted = new TreeMap<>();
        try (Stream<Path> trials = Files.list(folder.resolve("runs/small/trials"))) {
            for (Path trial : trials.toList()) {
                String words = Files.readString(trial.resolve("trial.json"));
                if (words.contains("\"shift\":\"none\"")) {
                    unshifted.put(words.contains("\"seed\":1,") ? "1" : "0", trial);
                }
            }
        }
        assertThat(unshifted).containsOnlyKeys("0", "1");
        Files.move(unshifted.get("0"), folder.resolve("taken away"));
        refused(
                terminal,
                "ERM at sprites, none, selection id: over 1 of 2 runs (1 not run); and 1 more;",
                "report",
                "runs/small",
                "--strict");
        assertThat(terminal.run("report", "runs/small", "--strict").out()).isEmpty();
        assertThat(terminal.run("report", "runs/small").out()).contains("(1/2), 1 not run");

        // Where a cell is empty there is no average of it to refuse.
        Files.move(unshifted.get("1"), folder.resolve("taken away too"));
        assertThat(terminal.run("report", "runs/small").code()).isZero();
        Answer strict = terminal.run("report", "runs/small", "--strict");
        assertThat(strict.code()).isEqualTo(ExitCodes.INCOMPLETE);
        assertThat(strict.err()).contains("missing: ");
        Answer status = terminal.run("status", "runs/small");
        assertThat(status.code()).isEqualTo(ExitCodes.INCOMPLETE);
        assertThat(status.out()).contains("2 done", "2 missing");
    }

    @Test
    void divergedAndRefusedAndDoneAreDifferentWords() throws IOException {
        Path folder = folder();
        String diverging = STUDY.replace("[ERM]", "[{ERM: {lr: 1000000000}}]").replace("steps: 4", "steps: 40");
        Files.writeString(folder.resolve("small.yaml"), diverging);
        Terminal terminal = new Terminal(folder);
        Answer run = terminal.run("run", "small.yaml", "--workers", "1");
        // A diverged trial is a result, and nobody may take it for a number.
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out())
                .contains("\u2013 (0/1), 1 diverged", "diverged ", ": at step ")
                .doesNotContain("1 failed");
        assertThat(run.errors()).last().asString().contains("not every trial is done: of 2: 2 diverged;");
        assertThat(terminal.run("report", "runs/small", "--format", "markdown").out())
                .contains("1 diverged")
                .doesNotContain("not evaluated,", "1 failed");

        String alone = STUDY.replace("[ERM]", "[ERM, CORAL]")
                .replace("study: small", "study: alone")
                .replace("  - unseen: {attribute: color, values: [blue]}\n", "")
                .replace("{environments: color}", "{}");
        Files.writeString(folder.resolve("alone.yaml"), alone);
        Answer refused = terminal.run("run", "alone.yaml", "--workers", "1");
        assertThat(refused.code()).as(refused.err()).isEqualTo(ExitCodes.INCOMPLETE);
        assertThat(refused.out())
                .contains("Training 1 trial, 1 is refused.", "\u2013 (0/1), 1 refused")
                .doesNotContain("1 failed");
        assertThat(refused.errors()).last().asString().contains("of 2: 1 done, 1 refused;");
        assertThat(terminal.run("report", "runs/alone", "--format", "csv").out())
                .containsPattern("(?m)^sprites,none,,CORAL,.*,0,1,0,0,1,true,0,$");
        Files.writeString(folder.resolve("alone.yaml"), alone.replace("[ERM, CORAL]", "[CORAL]"));
        assertThat(terminal.run("run", "alone.yaml").out()).contains("The trial is refused: nothing can be trained.");
    }

    @Test
    void initWritesAStudyThatIsInOrderAndNeverOverwrites() throws IOException {
        Path folder = folder();
        Terminal terminal = new Terminal(folder);
        assertThat(terminal.run("init", "colours").code()).isZero();
        Answer check = terminal.run("check", "colours.yaml");
        assertThat(check.code()).as(check.err()).isZero();
        assertThat(check.out()).contains("study 'colours'");
        assertThat(terminal.run("plan", "colours.yaml").out()).contains("trials", "spurious-correlation");
        String before = Files.readString(folder.resolve("colours.yaml"));
        refused(terminal, "exists already", "init", "colours");
        assertThat(Files.readString(folder.resolve("colours.yaml"))).isEqualTo(before);
    }

    @Test
    void initTakesNamesAsTheyComeAndQuotesWhatAShellWouldCut() throws IOException {
        Terminal terminal = new Terminal(folder());
        assertThat(terminal.run("init", "a b").out())
                .contains("Next: shiftbed plan '")
                .contains("a b.yaml'");
        assertThat(terminal.run("init", "dots.yaml").code()).isZero();
        assertThat(terminal.run("init", "2024").code()).isZero();
        for (String file : List.of("a b.yaml", "dots.yaml", "2024.yaml")) {
            Answer check = terminal.run("check", file);
            assertThat(check.code()).as(check.err()).isZero();
        }
        refused(terminal, "init: NAME must be a name of at most 64", "init", "../evil");
    }

    @Test
    void listingsSayWhatMayBeWritten() throws IOException {
        Terminal terminal = new Terminal(folder());
        Answer all = terminal.run("list", "algorithms");
        assertThat(all.code()).as(all.err()).isZero();
        assertThat(all.out())
                .containsPattern("(?m)^CORAL +distribution matching +labels, environments \\(2 or more\\) +- +features")
                .containsPattern("(?m)^EQRM +risk +labels, environments \\(2 or more\\) +D13, D16, D18 ");
        assertThat(all.out().lines()).allMatch(line -> line.length() <= 200);
        assertThat(all.out()).doesNotContain("mmd_gamma");
        Answer one = terminal.run("list", "algorithms", "CORAL");
        assertThat(one.out())
                .containsPattern("mmd_gamma +1\\.0 +a number at least 0 +10\\^U\\(-1\\.0, 1\\.0\\)")
                .contains(
                        "Sun, Saenko, Deep CORAL",
                        "strict and fixed are the same",
                        "id, the rule that `selection: own`")
                .contains("protocol domainbed, form domainbed, small pictures", "batch_size", "floor 2^U(3.0, 9.0)")
                .doesNotContain("GroupDRO");
        assertThat(terminal.run("list", "algorithms", "ERMPlusPlus").out())
                .contains("domainbed, auto-lr", "id (form auto-lr: auto-lr-iid), the rule that `selection: own`")
                .contains("protocol domainbed, form auto-lr, small pictures")
                .doesNotContain("protocol controlled, form auto-lr");
        refused(terminal, "did you mean 'CORAL'", "list", "algorithms", "CORALL");
        assertThat(terminal.run("list", "algorithms", "ERM", "--json").out())
                .contains("\"hyperparameters\"", "\"draw\" : \"one of [0.01, 0.001, 1.0E-4]\"");
        assertThat(terminal.run("list", "shifts", "--json").out())
                .contains("\"name\" : \"off-diagonal-only\"", "\"name\" : \"trial_seed\"", "\"default\" : \"0.2\"");
        assertThat(terminal.run("list", "selections").out())
                .containsPattern("(?m)^own +the rule that each algorithm")
                .containsPattern("(?m)^auto-lr-iid +auto lr training-domain validation set");
    }

    @Test
    void parametersOfADataSetAreWrittenAlikeForEveryCommand() throws IOException {
        Terminal terminal = new Terminal(folder());
        String apart = terminal.run(
                        "data", "inspect", "sprites", "--set", "side=16", "--set", "stride=orientation:8,position:8")
                .out();
        assertThat(apart).contains("examples of 3x16x16");
        assertThat(terminal.run("data", "inspect", "sprites:side=16,stride={orientation:8,position:8}")
                        .out())
                .isEqualTo(apart);
        refused(terminal, "'side' cannot be 17", "data", "inspect", "sprites:side=17");
    }

    @Test
    void inspectShowsWhatAShiftMakesOfADataSet() throws IOException {
        Terminal terminal = new Terminal(folder());
        String data = "sprites:side=16,stride=orientation:8,position:8";
        String cells = "[[square,red,0.5],[heart,blue,0.25],[heart,red,0.25]]";
        String out = terminal.run(
                        "data",
                        "inspect",
                        data,
                        "--shift",
                        "table:attributes=[shape,color],cells=" + cells + ",rows=[40,80],test=pool")
                .out();
        assertThat(out)
                .contains("table: shape x color, rows 40, test pool", "table: shape x color, rows 80, test pool")
                .contains("training 40 rows,", "training 80 rows,")
                .containsPattern("train-1 +10 +10 +0.250 +shape = heart AND color = red")
                .containsPattern("(?m)^  square +██  50.0 +0.0 +0.0$")
                .containsPattern("(?m)^  heart +▒▒  25.0 +0.0 +▒▒  25.0$");
        assertThat(terminal.run("data", "inspect", data, "--shift", "none", "--size", "50")
                        .out())
                .contains("training 50 rows,", "none: size 50");
        refused(terminal, "did you mean 'low-data'", "data", "inspect", data, "--shift", "low-dat:attribute=color");
        refused(
                terminal,
                "shares that add up to 1, got 0.5",
                "data",
                "inspect",
                data,
                "--shift",
                "table:attributes=shape,cells=[[square,0.5]]");
        refused(terminal, "--size: goes with --shift", "data", "inspect", data, "--size", "5");
    }

    @Test
    void whatIsWrongWithAStudyIsOneLineAndNothingIsWritten() throws IOException {
        Terminal terminal = new Terminal(folder());
        broken(terminal, "did you mean 'algorithms'", STUDY.replace("algorithms:", "algoritms:"));
        broken(terminal, "did you mean 'ERM'", STUDY.replace("[ERM]", "[ERN]"));
        broken(terminal, "did you mean 'sprites'", STUDY.replace("{sprites:", "{sprits:"));
        broken(terminal, "did you mean 'unseen'", STUDY.replace("- unseen:", "- unsen:"));
        broken(terminal, "did you mean 'color'", STUDY.replace("attribute: color", "attribute: colr"));
        broken(terminal, "did you mean 'blue'", STUDY.replace("[blue]", "[bleu]"));
        broken(terminal, "unseen", STUDY.replace("[blue]", "[blue, green, red]"));
        broken(
                terminal,
                "samples",
                STUDY.replace("- unseen:", "- low-data:").replace("[blue]", "[blue], samples: [100000]"));
        broken(terminal, "rule 'ood' chooses by", STUDY.replace("[id, oracle-best]", "[ood]"));
        broken(terminal, "small.yaml", "");
        broken(terminal, "small.yaml", "study: [unclosed");
        broken(terminal, "study", "study: a\nstudy: b\n");
    }

    @Test
    void filesAndFoldersThatCannotBeUsedAreNamed() throws IOException {
        Path folder = folder();
        Files.writeString(folder.resolve("small.yaml"), STUDY);
        Files.writeString(folder.resolve("a file"), "");
        Terminal terminal = new Terminal(folder);
        refused(terminal, "nowhere.yaml", "run", "nowhere.yaml");
        refused(terminal, "a file", "run", "small.yaml", "--out", "a file");
        refused(terminal, "--executor", "run", "small.yaml", "--executor", "spark");
        refused(terminal, "--tier", "run", "small.yaml", "--tier", "smal");
        refused(terminal, "--device", "run", "small.yaml", "--device", "gpu");
        refused(terminal, "--workers", "run", "small.yaml", "--workers", "-1");
        refused(terminal, "did you mean 'markdown'", "report", ".", "--format", "markdwn");
    }

    private static void broken(Terminal terminal, String expected, String study) throws IOException {
        Path file = terminal.folder().resolve("small.yaml");
        Files.writeString(file, study);
        for (String command : List.of("check", "run")) {
            refused(terminal, expected, command, "small.yaml");
        }
        try (Stream<Path> all = Files.list(terminal.folder())) {
            assertThat(all.toList()).containsExactly(file);
        }
    }

    private static void refused(Terminal terminal, String expected, String... arguments) {
        Answer answer = terminal.run(arguments);
        assertThat(answer.code()).as(answer.out() + answer.err()).isEqualTo(ExitCodes.USER_ERROR);
        assertThat(answer.errors()).hasSize(1);
        assertThat(answer.err()).contains(expected);
    }
}
