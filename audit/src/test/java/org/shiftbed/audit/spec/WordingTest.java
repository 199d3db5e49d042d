package org.shiftbed.audit.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.base.UserError;
import org.shiftbed.base.file.Source;

class WordingTest {
    private static final Wording FLAGS = new Wording(
            Map.of(
                    "table", List.of("data/weight"),
                    "loss", List.of("log"),
                    "label", List.of("y"),
                    "shift", List.of("O given Y", "'the ward': categorical"),
                    "radius", List.of("1")),
            null);

    @Test
    void whoGaveFlagsReadsFlags() {
        assertThat(FLAGS.say("loss.threshold: has no meaning")).isEqualTo("--threshold: has no meaning");
        assertThat(FLAGS.say("loss.prediction: say 'loss.threshold: 0.5' there"))
                .isEqualTo("--prediction: say --threshold 0.5 there");
        assertThat(FLAGS.say("loss: field 'loss.prediction' is missing, which loss log needs"))
                .isEqualTo("--prediction is missing, which loss log needs");
        assertThat(FLAGS.say("loss: column 'y' has 3 values")).isEqualTo("--loss: column 'y' has 3 values");
        assertThat(FLAGS.say("a.csv, row 2: column 'y' is blank; leave such rows out with field 'where'"))
                .isEqualTo("a.csv, row 2: column 'y' is blank; leave such rows out with --where");
        assertThat(FLAGS.say("estimation.folds: too many")).isEqualTo("--folds: too many");
        assertThat(FLAGS.say("budget: at radius 3 the worst shift leaves"))
                .isEqualTo("--radius: at radius 3 the worst shift leaves");
    }

    @Test
    void aShiftIsCalledAsItWasTypedWithItsNumber() {
        assertThat(FLAGS.say("shifts[0].given: 'O' is itself"))
                .isEqualTo("--shift \"O given Y\" (1st): given: 'O' is itself");
        assertThat(FLAGS.say("shift 'the ward'.reference: unknown level 'z'"))
                .isEqualTo("--shift \"'the ward': categorical\" (2nd): reference: unknown level 'z'");
        assertThat(FLAGS.say("shift 'O': column 'O' has one value"))
                .isEqualTo("--shift \"O given Y\" (1st): column 'O' has one value");
        assertThat(FLAGS.say("shifts[1]: shifts already in shifts[0]; keep one"))
                .isEqualTo(
                        "--shift \"'the ward': categorical\" (2nd): shifts already in --shift \"O given Y\" (1st); keep one");
    }

    @Test
    void wordsOfTheSolversAreThoseOfTheBudget() {
        assertThat(FLAGS.say("limits: 1 limit does not do")).isEqualTo("--limit: 1 limit does not do");
        assertThat(FLAGS.say("limit '[O] <= -1': must allow no shift"))
                .isEqualTo("--limit '[O] <= -1': must allow no shift");
        assertThat(FLAGS.say("box: no shift")).isEqualTo("budget.box: no shift");
    }

    @Test
    void otherMessagesStayAsTheyAre() {
        for (String message : List.of(
                "weight: has no rows",
                "eval.csv: unknown column 'x'",
                "--clip: must be a number",
                "loss.csv, row 2: column 'a' must be a number",
                "eval.csv: column 'weight: kg' holds text")) {
            assertThat(FLAGS.say(message)).isEqualTo(message);
        }
    }

    @Test
    void whoWroteAFileReadsItsLines() {
        Wording file = new Wording(Map.of(), new Source("a.yaml", Map.of("loss", 2, "loss.clip", 3, "shifts[0]", 5)));
        assertThat(file.say("loss.clip: has no meaning")).isEqualTo("a.yaml, line 3: loss.clip: has no meaning");
        assertThat(file.say("shifts[0].given: 'O' is itself"))
                .isEqualTo("a.yaml, line 5: shifts[0].given: 'O' is itself");
        assertThat(file.say("loss.prediction: say 'loss.threshold: 0.5' there"))
                .isEqualTo("a.yaml, line 2: loss.prediction: say 'loss.threshold: 0.5' there");
        assertThat(file.say("audit: field 'shifts' is missing: what may shift"))
                .isEqualTo("a.yaml: field 'shifts' is missing: what may shift");
    }

    @Test
    void aFlagThatReplacesAFieldIsNamedAndTheRestIsTheFile(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(
                folder.resolve("a.yaml"), "loss: {kind: log, label: y, prediction: p}\nshifts: [O given Y]\n");
        assertThatThrownBy(() -> AuditFile.question(file, Map.of("threshold", List.of("0.5"))))
                .isInstanceOf(UserError.class)
                .hasMessage(
                        "--threshold: has no meaning for loss log; leave it out, it belongs to decisions between two classes");
        assertThatThrownBy(() -> AuditFile.question(file, Map.of("worse", List.of("smaller"))))
                .hasMessageStartingWith("--worse: log is worse where it is larger");
        assertThatThrownBy(() -> AuditFile.question(file, Map.of("target", List.of("P(Q=1) = 0.5"))))
                .hasMessageStartingWith("--target: unknown variable 'Q'");
        Wording both = AuditFile.question(file, Map.of("radius", List.of("2"))).wording();
        assertThat(both.say("loss.prediction: column 'p' holds text"))
                .isEqualTo(file + ", line 1: loss.prediction: column 'p' holds text");
    }

    @Test
    void metricsThatAreNoAveragesAreToldWhyAndWhatIsNearest() {
        Map<String, List<String>> asked = Map.of(
                "metric", List.of("AUC"), "label", List.of("y"), "prediction", List.of("p"), "shift", List.of("O"));
        assertThatThrownBy(() -> AuditFlags.question(asked))
                .hasMessageStartingWith(
                        "--metric: 'AUC' is not an average over rows, nor a ratio of two: it compares pairs of rows")
                .hasMessageContainingAll("nearest: brier and log", "(--loss)", "recall");
    }
}
