package org.shiftbed.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.shiftbed.audit.spec.AuditFlag;
import org.shiftbed.audit.spec.AuditFlags;
import picocli.AutoComplete;

/** Flags of {@code shiftbed audit}: their help, and mistakes in the words that were typed. */
class AuditFlagMistakesTest extends AuditTerminal {
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
                "--limit: 1 limit on 2 parameters does not bound every shift: nothing bounds 'O | Y=0' on either side, 'O | Y=1' from below; give a radius",
                "eval.csv",
                LOG,
                "--shift",
                "O given Y",
                "--limit",
                "[O | Y=1] <= 1");
    }
}
