package org.shiftbed.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.shiftbed.app.Terminal.Answer;
import org.shiftbed.audit.result.AuditJson;
import org.shiftbed.audit.result.AuditResult;
import org.shiftbed.audit.result.RadiusResult;

/** What a user gave is wrong: tables, columns, rows and budgets. */
class AuditRefusalTest extends AuditTerminal {
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
    void wordsThatDoNotSayWhichClassIsPositiveAreRefusedUntilTheUserDoes() throws IOException {
        String table = EvaluationTable.text(0);
        StringBuilder named = new StringBuilder();
        String[] lines = table.split("\n");
        named.append(lines[0]).append('\n');
        for (int r = 1; r < lines.length; r++) {
            String[] cells = lines[r].split(",", -1);
            cells[3] = cells[3].equals("1") ? "disease" : "none";
            named.append(String.join(",", cells)).append('\n');
        }
        Files.writeString(folder.resolve("named.csv"), named);
        refused(
                "--loss: column 'Y' (the label) holds 'disease' and 'none', and neither word tells which is positive;"
                        + " say which one the prediction speaks for, as in --positive disease or --positive none",
                "named.csv",
                LOG,
                "--shift",
                "O given Y");
        double plain = answered("eval.csv", LOG, "--shift", "O given Y").loss().mean();
        AuditResult right = answered("named.csv", LOG, "--positive", "disease", "--shift", "O given Y");
        assertThat(right.loss().mean()).isEqualTo(plain);
        assertThat(right.loss().positive()).isEqualTo("disease");
        assertThat(right.notes()).contains("Positive is 'disease' in column 'Y', as you said.");
        assertThat(Files.readString(folder.resolve("out/audit.html"))).contains("positive class");
        AuditResult turned = answered("named.csv", LOG, "--positive", "none", "--shift", "O given Y");
        assertThat(turned.loss().mean()).isGreaterThan(plain);
        assertThat(turned.notes()).anyMatch(note -> note.startsWith("This model is worse than always predicting p = "));
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
    void aNumberOfTheRowIsNoMeasurement() throws IOException {
        StringBuilder rows = new StringBuilder("number,loss\n");
        for (int r = 0; r < 60; r++) {
            rows.append(60 - r).append(',').append(r % 7).append('\n');
        }
        Files.writeString(folder.resolve("numbered.csv"), rows);
        refused(
                "column 'number' numbers the rows from 1 to 60, so it identifies them and cannot shift",
                "numbered.csv",
                "--loss-column",
                "loss",
                "--shift",
                "number");
        AuditResult held =
                answered("numbered.csv", "--loss-column", "loss", "--shift", "number: gaussian", "--freeze", "number");
        assertThat(held.headline())
                .isEqualTo("Every parameter is held at 0, so that nothing may move and loss stays at 2.900.");
    }

    @Test
    void aKeyNeedsASecondTable() {
        refused("--key: says which rows of two tables are one", "eval.csv", LOG, "--shift", "O", "--key", "id");
    }

    @Test
    void anInfiniteCellIsRefusedWithItsRow() throws IOException {
        StringBuilder rows = new StringBuilder("size,loss\n");
        for (int r = 0; r < 60; r++) {
            rows.append(r == 41 ? "inf" : 0.5 + r % 11)
                    .append(',')
                    .append(r % 7)
                    .append('\n');
        }
        Files.writeString(folder.resolve("infinite.csv"), rows);
        refused(
                "infinite.csv, row 42, column 'size': must be a finite number, found Infinity; leave the cell blank or correct it",
                "infinite.csv",
                "--loss-column",
                "loss",
                "--shift",
                "size");
    }

    @Test
    void intervalsEndWhereTheLossDoes() throws IOException {
        StringBuilder rows = new StringBuilder("size,error\n");
        for (int r = 0; r < 60; r++) {
            rows.append((r * 37) % 60 + r % 3).append(',').append(r == 5 || r == 29 || r == 31 ? "1\n" : "0\n");
        }
        Files.writeString(folder.resolve("rare.csv"), rows);
        Answer answer = audit("rare.csv", "--loss-column", "error", "--shift", "size: gaussian", "--radius", "1");
        AuditResult result = AuditJson.read(folder.resolve("audits/rare/audit.json"));
        RadiusResult one = result.radii().get(0);
        assertThat(one.estimate().low()).isNegative();
        assertThat(one.estimate().value()).isBetween(0.0, 1.0);
        assertThat(result.headline()).contains("(95% interval 0 to 0.2106)");
        assertThat(answer.out()).contains("[0, 0.2106]").doesNotContain("[\u2212");
        assertThat(Files.readString(folder.resolve("audits/rare/audit.html"))).contains("[0, 0.2106]");
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
    void optionsThatAFamilyDoesNotReadAreRefused() {
        refused(
                "trials: family bernoulli has no such option; it reads none",
                "eval.csv",
                LOG,
                "--shift",
                "O: bernoulli trials=3");
        refused(
                "minimum: family gaussian has no such option; it reads sd, variance, unit",
                "eval.csv",
                LOG,
                "--shift",
                "O: gaussian minimum=3");
    }

    @Test
    void noRadiusIsBelowNone() {
        refused(
                "--fail-if: no radius is below 0",
                "eval.csv",
                LOG,
                "--shift",
                "O given Y",
                "--fail-if",
                "radius-to(loss 0.6) < 0");
    }
}
