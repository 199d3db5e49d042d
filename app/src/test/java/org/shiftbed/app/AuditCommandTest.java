package org.shiftbed.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.shiftbed.app.Terminal.Answer;
import org.shiftbed.audit.result.AuditJson;
import org.shiftbed.audit.result.AuditResult;

/** {@code shiftbed audit} as a user meets it: questions and their answers. */
class AuditCommandTest extends AuditTerminal {
    @Test
    void flagsAloneGiveAPageAndNumbersInAFolderNamedAfterTheTable() throws IOException {
        Answer answer = audit("eval.csv", LOG, "--shift", "O given Y", "--radius", "1");
        assertThat(answer.code()).isZero();
        assertThat(answer.out()).contains("Within radius 1, log loss could rise", "Given Y=1", "Report: ");
        Path out = folder.resolve("audits/eval");
        AuditResult result = AuditJson.read(out.resolve("audit.json"));
        assertThat(result.data().rows()).isEqualTo(EvaluationTable.ROWS);
        assertThat(result.parameters())
                .extracting(AuditResult.Parameter::label)
                .containsExactlyInAnyOrder("O | Y=0", "O | Y=1");
        assertThat(result.radii()).hasSize(1);
        assertThat(out.resolve("audit.html")).content().contains("<!DOCTYPE html>", result.headline());
        assertThat(out.toFile().list()).containsExactlyInAnyOrder("audit.html", "audit.json");
    }

    @Test
    void aFileSaysTheSameAsFlagsAndFlagsReplaceIt() throws IOException {
        Files.writeString(folder.resolve("audit.yaml"), """
                table: eval.csv
                loss: {kind: log, label: Y, prediction: p}
                shifts: [{variable: O, given: [Y]}]
                budget: {ball: {radius: 2}}
                """);
        AuditResult file = answered("--config", "audit.yaml");
        AuditResult flags = answered("eval.csv", LOG, "--shift", "O given Y", "--radius", "2");
        assertThat(file.headline()).isEqualTo(flags.headline());
        assertThat(file.radii().get(0).estimate().value())
                .isEqualTo(flags.radii().get(0).estimate().value());
        assertThat(answered("--config", "audit.yaml", "--radius", "0.5").radii())
                .extracting(radius -> radius.radius())
                .containsExactly(0.5);
    }

    @Test
    void theDemoEndsWithItsReportAndItsTruth() throws IOException {
        Answer answer = audit("--demo", "labtest", "--radius", "1");
        assertThat(answer.code()).isZero();
        assertThat(answer.out()).contains("audits/labtest/audit.html", "A demo knows its own truth");
        assertThat(folder.resolve("audits/labtest/audit.json")).isNotEmptyFile();
    }

    @Test
    void accuracyIsTheMirrorImageOfError() throws IOException {
        List<String> decision =
                List.of("--label", "Y", "--prediction", "p", "--threshold", "0.5", "--shift", "O given Y");
        AuditResult error = answered("eval.csv", "--loss", "zero-one", decision, "--radius", "1");
        AuditResult accuracy = answered("eval.csv", "--loss", "accuracy", decision, "--radius", "1");
        assertThat(accuracy.radii().get(0).estimate().value())
                .isCloseTo(1 - error.radii().get(0).estimate().value(), org.assertj.core.api.Assertions.within(1e-12));
        assertThat(accuracy.loss().larger()).isFalse();
    }

    @Test
    void hardColumnsGetASensibleAnswerWithANote() throws IOException {
        AuditResult copies = answered("eval.csv", LOG, "--shift", "O", "--shift", "copy", "--radius", "1");
        assertThat(copies.factorisation().holds()).isFalse();
        assertThat(copies.notes()).anyMatch(note -> note.contains("a parent may be missing"));
        AuditResult blank = answered("eval.csv", LOG, "--shift", "ward", "--shift", "age: gaussian", "--radius", "1");
        assertThat(blank.data().missing()).containsEntry("age", 10L).doesNotContainKey("ward");
        assertThat(blank.parameters())
                .extracting(AuditResult.Parameter::label)
                .anyMatch(label -> label.contains("(blank)"));
        AuditResult rare = answered("eval.csv", LOG, "--shift", "O given rare", "--radius", "1");
        assertThat(rare.parameters()).hasSize(3).anyMatch(one -> one.rows() == 1 && one.small());
        assertThat(answered("eval.csv", LOG, "--shift", "rare", "--radius", "0.5")
                        .notes())
                .contains(
                        "Levels of 'rare' with fewer than 5 rows: 'once' (1); what is said of them rests on those rows alone.");
        assertThat(answered("eval.csv", LOG, "--shift", "day", "--radius", "1").notes())
                .contains("Column 'day' holds dates, taken as numbers of days since 1970-01-01.");
        assertThat(answered("eval.csv", LOG, "--shift", "O given copy", "--radius", "1")
                        .notes())
                .anyMatch(note -> note.startsWith("'O' does not vary among rows that have the same parents"));
    }

    @Test
    void foldersPatternsAndOddFilesAreTables() throws IOException {
        String[] lines = EvaluationTable.text(0).split("\n");
        Path parts = Files.createDirectories(folder.resolve("parts"));
        String header = lines[0] + "\n";
        Files.writeString(
                parts.resolve("1.csv"),
                header + String.join("\n", List.of(lines).subList(1, 201)) + "\n");
        Files.writeString(
                parts.resolve("2.csv"),
                header + String.join("\n", List.of(lines).subList(201, 401)) + "\n");
        String whole = answered("eval.csv", LOG, "--shift", "O given Y", "--radius", "1")
                .headline();
        assertThat(answered("parts", LOG, "--shift", "O given Y", "--radius", "1")
                        .headline())
                .isEqualTo(whole);
        assertThat(answered("parts/*.csv", LOG, "--shift", "O given Y", "--radius", "1")
                        .headline())
                .isEqualTo(whole);

        StringBuilder odd = new StringBuilder("\uFEFF\"the label\",\"p, \"\"hat\"\"\",\"größe = 'x'\",note\r\n");
        for (int r = 0; r < 60; r++) {
            odd.append(r % 3 == 0 ? 1 : 0).append(",0.").append(1 + r % 7).append(r % 2 == 0 ? ",hoch" : ",tief");
            odd.append(r == 5 ? ",\"two\nlines\"\r\n" : ",x\r\n");
        }
        Files.write(folder.resolve("größe.csv"), odd.toString().getBytes(StandardCharsets.UTF_8));
        AuditResult result = answered(
                "größe.csv",
                "--label",
                "the label",
                "--prediction",
                "p, \"hat\"",
                "--loss",
                "log",
                "--shift",
                "\"größe = 'x'\" given 'the label'",
                "--radius",
                "1");
        assertThat(result.data().rows()).isEqualTo(60);
        assertThat(result.parameters()).hasSize(2);
    }

    @Test
    void twoModelsAreComparedInPairsOnTheSameRows() throws IOException {
        Files.writeString(folder.resolve("other.csv"), EvaluationTable.text(0.5));
        AuditResult both = answered("eval.csv", "--against", "other.csv", LOG, "--shift", "O given Y", "--radius", "1");
        assertThat(both.against()).isNotNull();
        Files.writeString(folder.resolve("fewer.csv"), "Y,p,O\n1,0.5,1\n0,0.5,0\n");
        refused("must hold the same rows", "eval.csv", "--against", "fewer.csv", LOG, "--shift", "O");
    }

    @Test
    void aFolderThatIsTakenIsLeftAsItIs() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "mine");
        Files.createDirectories(folder.resolve("taken"));
        Files.writeString(folder.resolve("taken/notes.txt"), "mine");
        refused("file is a file; name a folder", "eval.csv", LOG, "--shift", "O", "--out", "file");
        refused("holds something that is not an audit", "eval.csv", LOG, "--shift", "O", "--out", "taken");
        refused("is a file", "eval.csv", LOG, "--shift", "O", "--out", "file/inside");
        assertThat(file).content().isEqualTo("mine");
        assertThat(folder.resolve("taken").toFile().list()).containsExactly("notes.txt");
        // What an attempt that was killed left behind keeps nobody from trying again; neither does an earlier answer.
        Files.createDirectories(folder.resolve("out"));
        Files.writeString(folder.resolve("out/.part-1"), "half");
        answered("eval.csv", LOG, "--shift", "O", "--radius", "1");
        answered("eval.csv", LOG, "--shift", "O", "--radius", "1");
    }

    @Test
    void limitsWithoutARadiusSayThatTheUsualRadiiAreNotLookedAt() {
        Answer answer = audit("eval.csv", LOG, "--shift", "O", "--limit", "abs(O) <= 1", "--bootstrap", "0");
        assertThat(answer.code()).isZero();
        assertThat(answer.out().replaceAll("\\s+", " "))
                .contains("Limits were given and no radius", "the usual radii (0.5, 1, 2, 4) are not looked at");
    }
}
