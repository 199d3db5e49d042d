package org.shiftbed.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.app.Terminal.Answer;
import org.shiftbed.audit.result.AuditJson;
import org.shiftbed.audit.result.AuditResult;
import org.shiftbed.audit.spec.AuditFlag;
import org.shiftbed.audit.spec.AuditFlags;
import picocli.AutoComplete;

/** {@code shiftbed audit} as a user meets it, from a folder with a blank in its name. */
class AuditCommandTest {
    private static final List<String> LOG = List.of("--label", "Y", "--prediction", "p", "--loss", "log");

    @TempDir
    private Path temporary;

    private Path folder;

    @BeforeEach
    void aTableInAFolder() throws IOException {
        folder = Files.createDirectories(temporary.resolve("a folder"));
        EvaluationTable.write(folder);
    }

    private Answer audit(Object... arguments) {
        List<String> words = new ArrayList<>(List.of("audit"));
        for (Object argument : arguments) {
            words.addAll(flat(argument));
        }
        return new Terminal(folder).run(words.toArray(String[]::new));
    }

    private static List<String> flat(Object argument) {
        return argument instanceof List<?> list
                ? list.stream().flatMap(one -> flat(one).stream()).toList()
                : List.of(String.valueOf(argument));
    }

    private AuditResult answered(Object... arguments) throws IOException {
        Answer answer = audit(List.of(arguments), "--out", "out", "--bootstrap", "0");
        assertThat(answer.err()).isEmpty();
        assertThat(answer.code()).isZero();
        assertThat(folder.resolve("out/audit.html")).isNotEmptyFile();
        return AuditJson.read(folder.resolve("out/audit.json"));
    }

    /** One line, exit code 2, and no folder of results. */
    private void refused(String message, Object... arguments) {
        Answer answer = audit(arguments);
        assertThat(answer.err()).contains(message);
        assertThat(answer.errors()).hasSize(1).allMatch(line -> line.startsWith("shiftbed: "));
        assertThat(answer.out()).isEmpty();
        assertThat(answer.code()).isEqualTo(ExitCodes.USER_ERROR);
        assertThat(folder.resolve("audits")).doesNotExist();
    }

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
    void exitCodesOfFailIfTellWhatTheIntervalTells() throws IOException {
        List<Object> asked = List.of("eval.csv", LOG, "--shift", "O given Y", "--bootstrap", "0", "--out", "out");
        double worst = answered("eval.csv", LOG, "--shift", "O given Y", "--radius", "1")
                .radii()
                .get(0)
                .estimate()
                .value();
        assertThat(audit(asked, "--fail-if", "worst-loss > 0.3 at radius 1").code())
                .isEqualTo(ExitCodes.HOLDS);
        assertThat(audit(asked, "--fail-if", "worst-loss > 3 at radius 1").code())
                .isEqualTo(ExitCodes.DONE);
        Answer open = audit(asked, "--fail-if", "worst-loss > " + worst + " at radius 1");
        assertThat(open.code()).isEqualTo(ExitCodes.OPEN);
        assertThat(open.out()).contains("The evidence does not suffice", "holds " + worst);
        assertThat(folder.resolve("out/audit.json")).content().contains("\"outcome\" : \"open\"");
        refused(
                "--fail-if: a condition states what is bad",
                "eval.csv",
                LOG,
                "--shift",
                "O",
                "--fail-if",
                "worst-loss < 0.9 at radius 1");
        assertThat(audit(asked, "--fail-if", "radius-to(loss 0.6) < 3").code()).isEqualTo(ExitCodes.HOLDS);
        assertThat(audit(asked, "--fail-if", "radius-to(loss 0.9) < 0.2").code())
                .isEqualTo(ExitCodes.DONE);
        refused("--fail-if: must be like", "eval.csv", LOG, "--shift", "O", "--fail-if", "loss > 1");
        refused(
                "--fail-if: speaks of 'accuracy'",
                "eval.csv",
                LOG,
                "--shift",
                "O",
                "--fail-if",
                "worst-accuracy < 1 at radius 1");
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
    void columnsThatAreNotThereAreRefusedWithTheNearest() throws IOException {
        refused("unknown column 'OO'; did you mean 'O'?", "eval.csv", LOG, "--shift", "OO given Y");
        refused("unknown column 'yy'; did you mean 'Y'?", "eval.csv", LOG, "--shift", "O given yy");
        refused("unknown column 'Wt'", "eval.csv", LOG, "--shift", "O", "--weight", "Wt");
        refused(
                "unknown column 'patients'; did you mean 'patient'?",
                "eval.csv",
                LOG,
                "--shift",
                "O",
                "--cluster",
                "patients");
        refused("unknown column 'sep'; did you mean 'step'?", "eval.csv", LOG, "--shift", "O", "--where", "sep=1");
    }

    @Test
    void lossesAndProbabilitiesThatAreNoneAreRefusedWithTheirRow() throws IOException {
        Files.writeString(folder.resolve("bad.csv"), "Y,p,l,O\n1,0.5,1,0\n0,0.4,nan,1\n1,1.5,2,1\n");
        refused("bad.csv, row 2", "bad.csv", "--loss-column", "l", "--shift", "O");
        refused("bad.csv, row 3", "bad.csv", LOG, "--shift", "O");
        Files.writeString(folder.resolve("sure.csv"), "Y,p,O\n1,0.5,0\n1,0,1\n0,0,1\n");
        refused("sure.csv, row 2", "sure.csv", LOG, "--shift", "O");
        refused(
                "'auc' is not an average over rows",
                "eval.csv",
                "--label",
                "Y",
                "--prediction",
                "p",
                "--loss",
                "auc",
                "--shift",
                "O");
    }

    @Test
    void variablesThatCannotShiftAsAskedAreRefused() throws IOException {
        refused("'O' is the shifting variable itself", "eval.csv", LOG, "--shift", "O given O");
        refused("eval.csv, row 1, column 'minus': a poisson variable", "eval.csv", LOG, "--shift", "minus: poisson");
        refused(
                "eval.csv, row 17, column 'minus': a gamma variable",
                "eval.csv",
                LOG,
                "--shift",
                "minus: gamma shape=2");
        refused(
                "a shift must be 0 at delta = 0, found 1",
                "eval.csv",
                LOG,
                "--shift",
                "O given Y form: d0 + d1 * Y + 1");
        refused("abs has a kink", "eval.csv", LOG, "--shift", "O given Y form: abs(d0)");
        refused("column 'constant' has one value in all rows", "eval.csv", LOG, "--shift", "constant");
        refused("column 'empty' has no value in any row", "eval.csv", LOG, "--shift", "empty");
        refused("identifies rows and cannot shift", "eval.csv", LOG, "--shift", "id");
        refused("identifies rows and cannot shift", "eval.csv", LOG, "--shift", "id: categorical");
        refused("identifies rows and cannot be a parent", "eval.csv", LOG, "--shift", "O given id");
        refused("did you mean 'gaussian'?", "eval.csv", LOG, "--shift", "age: gausian");
    }

    @Test
    void aRadiusBeyondTheSupportIsRefusedWithTheLargestAdmissible() throws IOException {
        StringBuilder rows = new StringBuilder("wait,loss\n");
        for (int r = 1; r < 200; r++) {
            double wait = -Math.log(r / 200.0);
            rows.append(wait).append(',').append(wait * wait).append('\n');
        }
        Files.writeString(folder.resolve("waits.csv"), rows);
        // The mean wait is near 1, hence the rate, and the mean grows without end as delta comes near to it.
        refused("largest", "waits.csv", "--loss-column", "loss", "--shift", "wait: exponential", "--radius", "2");
        assertThat(answered("waits.csv", "--loss-column", "loss", "--shift", "wait: exponential", "--radius", "0.2")
                        .radii())
                .hasSize(1);
    }

    @Test
    void budgetsThatAreNoneAreRefused() throws IOException {
        String base = "table: eval.csv\nloss: {column: error}\nshifts: [O given Y]\n";
        Path file = folder.resolve("a.yaml");
        Files.writeString(file, base + "budget: {ellipsoid: {radius: 1, matrix: [[1, 0], [0, -1]]}}\n");
        refused("positive semidefinite", "--config", "a.yaml");
        Files.writeString(file, base + "budget: {freeze: [Q]}\n");
        refused("'Q'", "--config", "a.yaml");
        Files.writeString(file, base + "budgets: {freeze: [O]}\n");
        refused("a.yaml, line 4: budgets: unknown field 'budgets'; did you mean 'budget'?", "--config", "a.yaml");
        refused("--radius: must be a number from 0", "eval.csv", LOG, "--shift", "O", "--radius=-1");
    }

    @Test
    void tablesThatAreNoneAreRefused() throws IOException {
        Files.writeString(folder.resolve("none.csv"), "Y,p,O\n");
        Files.writeString(folder.resolve("void.csv"), "");
        Files.write(folder.resolve("noise.csv"), new byte[] {(byte) 0xff, (byte) 0xfe, 0, 1, '\n', (byte) 0xc3, 0x28});
        Files.write(folder.resolve("noise.parquet"), new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13});
        Files.createDirectories(folder.resolve("hollow"));
        refused("none.csv: has no rows", "none.csv", LOG, "--shift", "O");
        refused("void.csv: is empty", "void.csv", LOG, "--shift", "O");
        refused("noise.csv", "noise.csv", LOG, "--shift", "O");
        refused("noise.parquet: not a readable table", "noise.parquet", LOG, "--shift", "O");
        refused("holds no .parquet or .csv file", "hollow", LOG, "--shift", "O");
        refused("matches no .parquet or .csv file", "x*.csv", LOG, "--shift", "O");
        refused("there is no such table", "nowhere.csv", LOG, "--shift", "O");
        refused("no table is named", LOG, "--shift", "O");
        refused("no row", "eval.csv", LOG, "--shift", "O", "--where", "hospital=Z");
    }

    @Test
    void hardColumnsGetASensibleAnswerWithANote() throws IOException {
        AuditResult copies = answered("eval.csv", LOG, "--shift", "O", "--shift", "copy", "--radius", "1");
        assertThat(copies.factorisation().holds()).isFalse();
        assertThat(copies.notes()).anyMatch(note -> note.contains("A parent may be missing"));
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
    void aTableOfSeveralPartsIsRefusedUntilOneIsChosen() throws IOException {
        StringBuilder rows = new StringBuilder("step,part,loss,color\n");
        for (int r = 0; r < 80; r++) {
            rows.append(r % 2 == 0 ? 100 : 200).append(r % 4 < 2 ? ",test," : ",val,");
            rows.append(r % 5 == 0 ? 1 : 0).append(r % 3 == 0 ? ",red\n" : ",blue\n");
        }
        Files.writeString(folder.resolve("predictions.csv"), rows);
        refused("holds several parts (test, val)", "predictions.csv", "--loss-column", "loss", "--shift", "color");
        refused(
                "holds several steps (100, 200)",
                "predictions.csv",
                "--loss-column",
                "loss",
                "--shift",
                "color",
                "--where",
                "part=test");
        AuditResult last = answered(
                "predictions.csv",
                "--loss-column",
                "loss",
                "--shift",
                "color",
                "--where",
                "part=test",
                "--where",
                "step=last");
        assertThat(last.data().rows()).isEqualTo(20);
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
    void valuesOfFlagsThatAreUnknownAreNamedWithTheNearest() throws IOException {
        refused("did you mean 'labtest'?", "--demo", "labtets");
        refused("--demo: brings its own table", "eval.csv", "--demo", "labtest");
        refused("did you mean 'glm'?", "eval.csv", LOG, "--shift", "O", "--nuisance", "gbm");
        refused("--centring: unknown centring 'all'", "eval.csv", LOG, "--shift", "O", "--centring", "all");
        refused("--folds: must be a whole number from 2", "eval.csv", LOG, "--shift", "O", "--folds", "1");
        refused("--level: must be a number", "eval.csv", LOG, "--shift", "O", "--level", "95");
        refused(
                "--worse: unknown direction 'bigger'",
                "eval.csv",
                "--loss-column",
                "error",
                "--shift",
                "O",
                "--worse",
                "bigger");
        refused("unknown option '--lables'; did you mean '--label'?", "eval.csv", "--lables", "Y");
        refused("--loss", "eval.csv", LOG, "--loss", "log", "--shift", "O");
    }

    @Test
    void everyFlagStandsInTheHelpUnderItsHeadingAndIsCompleted() {
        String help = audit("--help").out();
        String script = AutoComplete.bash(
                "shiftbed",
                CommandLines.create(new Surroundings(
                        new PrintWriter(new StringWriter()),
                        new PrintWriter(new StringWriter()),
                        false,
                        folder,
                        Map.of())));
        for (AuditFlag flag : AuditFlags.all()) {
            assertThat(help).contains("\n" + flag.group() + ":\n");
            if (!flag.name().equals("table")) {
                assertThat(help).contains("      --" + flag.name() + "=" + flag.value());
                assertThat(script).contains("'--" + flag.name() + "'");
            }
        }
        // The help breaks its lines where they end.
        assertThat(help.replaceAll("\\s+", " "))
                .contains("One of auto, none, group, linear, ridge, poly, glm. Default: auto.", "labtest, faces");
        assertThat(script).contains("\"auto\" \"none\" \"group\" \"linear\"", "\"labtest\" \"faces\"");
    }

    @Test
    void aDemoWithoutANameIsAnsweredWithTheNames() {
        refused("--demo: name one of labtest, faces", "--demo");
        refused("--demo: name one of labtest, faces", "--demo", "--radius", "1");
    }

    @Test
    void mistakesAreToldInTheWordsThatWereTyped() {
        refused(
                "--shift \"O given O\": given: 'O' is the shifting variable itself",
                "eval.csv",
                LOG,
                "--shift",
                "O given O");
        refused(
                "--shift \"age: gausian\" (2nd): unknown family",
                "eval.csv",
                LOG,
                "--shift",
                "O",
                "--shift",
                "age: gausian");
        refused("--loss: is given 2 times; keep one", "eval.csv", LOG, "--loss", "brier", "--shift", "O");
        refused("--label is missing", "eval.csv", "--prediction", "p", "--loss", "log", "--shift", "O");
        refused(
                "say --threshold 0.5 where it is the probability",
                "eval.csv",
                "--label",
                "Y",
                "--prediction",
                "p",
                "--metric",
                "recall",
                "--shift",
                "O");
        refused(
                "--limit: 1 limit on 2 parameters does not bound every shift; give a radius",
                "eval.csv",
                LOG,
                "--shift",
                "O given Y",
                "--limit",
                "[O | Y=1] <= 1");
    }

    @Test
    void limitsWithoutARadiusSayThatTheUsualRadiiAreNotLookedAt() {
        Answer answer = audit("eval.csv", LOG, "--shift", "O", "--limit", "abs(O) <= 1", "--bootstrap", "0");
        assertThat(answer.code()).isZero();
        assertThat(answer.out().replaceAll("\\s+", " "))
                .contains("Limits were given and no radius", "the usual radii (0.5, 1, 2, 4) are not looked at");
    }

    @Test
    void aConditionAddsItsRadiusAndLeavesTheUsualOnesAProposal() throws IOException {
        StringBuilder rows = new StringBuilder("wait,loss\n");
        for (int r = 1; r < 200; r++) {
            double wait = -1.5 * Math.log(r / 200.0);
            rows.append(wait).append(',').append(wait).append('\n');
        }
        Files.writeString(folder.resolve("waits.csv"), rows);
        List<Object> asked = List.of(
                "waits.csv",
                "--loss-column",
                "loss",
                "--shift",
                "wait: exponential",
                "--out",
                "out",
                "--bootstrap",
                "0");
        Answer answer = audit(asked, "--fail-if", "worst-loss > 9 at radius 0.1");
        assertThat(answer.err()).isEmpty();
        assertThat(answer.code()).isEqualTo(ExitCodes.DONE);
        AuditResult result = AuditJson.read(folder.resolve("out/audit.json"));
        assertThat(result.radii()).extracting(radius -> radius.radius()).containsExactly(0.1, 0.5);
        assertThat(result.notes())
                .anyMatch(note -> note.startsWith("Left out: at radii 1, 2, 4 the worst shift moves"));
        refused("--radius: at radius 3 the worst shift moves", asked, "--fail-if", "worst-loss > 9 at radius 3");
    }
}
