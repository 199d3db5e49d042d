package org.shiftbed.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.app.Terminal.Answer;
import org.shiftbed.audit.result.AuditJson;
import org.shiftbed.audit.result.AuditResult;

/** {@code shiftbed audit} at a terminal, in a folder with a blank in its name that holds {@code eval.csv}. */
abstract class AuditTerminal {
    static final List<String> LOG = List.of("--label", "Y", "--prediction", "p", "--loss", "log");

    @TempDir
    Path temporary;

    Path folder;

    @BeforeEach
    void aTableInAFolder() throws IOException {
        folder = Files.createDirectories(temporary.resolve("a folder"));
        EvaluationTable.write(folder);
    }

    final Answer audit(Object... arguments) {
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

    final AuditResult answered(Object... arguments) throws IOException {
        Answer answer = audit(List.of(arguments), "--out", "out", "--bootstrap", "0");
        assertThat(answer.err()).isEmpty();
        assertThat(answer.code()).isZero();
        assertThat(folder.resolve("out/audit.html")).isNotEmptyFile();
        return AuditJson.read(folder.resolve("out/audit.json"));
    }

    /** One line, exit code 2, and no folder of results. */
    final void refused(String message, Object... arguments) {
        Answer answer = audit(arguments);
        assertThat(answer.err()).contains(message);
        assertThat(answer.errors()).hasSize(1).allMatch(line -> line.startsWith("shiftbed: "));
        assertThat(answer.out()).isEmpty();
        assertThat(answer.code()).isEqualTo(ExitCodes.USER_ERROR);
        assertThat(folder.resolve("audits")).doesNotExist();
    }
}
