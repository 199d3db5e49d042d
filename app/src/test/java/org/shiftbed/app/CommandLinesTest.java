package org.shiftbed.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.app.Terminal.Answer;
import org.shiftbed.base.UserError;

class CommandLinesTest {
    @TempDir
    private Path folder;

    @Test
    void versionIsTheOneOfTheBuild() {
        Answer answer = new Terminal(folder).run("--version");
        assertThat(answer.code()).isZero();
        assertThat(answer.out()).matches("shiftbed \\d+\\.\\d+\\.\\d+(-SNAPSHOT)?\\R");
    }

    @Test
    void everyCommandHasHelpWithAnExample() {
        for (List<String> words : Terminal.commands(folder)) {
            List<String> line = new ArrayList<>(words);
            line.add("--help");
            Answer answer = new Terminal(folder).run(line.toArray(new String[0]));
            assertThat(answer.code()).as(line.toString()).isZero();
            assertThat(answer.out())
                    .as(line.toString())
                    .startsWith("Usage: shiftbed")
                    .containsPattern("Examples?:");
            assertThat(answer.err()).as(line.toString()).isEmpty();
        }
    }

    @Test
    void unknownCommandIsAnsweredWithTheNearestName() {
        refused("did you mean 'status'", "staus", "runs/x");
    }

    @Test
    void unknownCommandBelowACommandIsAnsweredWithTheNearestName() {
        refused("did you mean 'inspect'", "data", "inspct", "sprites");
    }

    @Test
    void unknownOptionIsAnsweredWithTheNearestName() {
        refused("did you mean '--data-dir'", "data", "inspect", "sprites", "--data-dri", "x");
    }

    @Test
    void missingArgumentIsNamed() {
        refused("NAME", "data", "inspect");
    }

    @Test
    void noCommandIsAMistakeThatListsCommands() {
        refused("status");
    }

    @Test
    void unknownDataSetIsAnsweredWithTheNearestName() {
        refused("did you mean 'sprites'", "data", "inspect", "sprits");
    }

    @Test
    void folderWithoutAStudyIsNamed() {
        refused("no study here", "status", "nowhere");
    }

    @Test
    void mistakeIsOneLineAndCodeTwo() {
        Answer answer = thrown(new UserError("x.yaml, line 3: y: must be z\nsecond line"));
        assertThat(answer.code()).isEqualTo(ExitCodes.USER_ERROR);
        assertThat(answer.errors()).containsExactly("shiftbed: x.yaml, line 3: y: must be z");
    }

    @Test
    void mistakeInsideAnotherExceptionIsStillAMistake() {
        Answer answer = thrown(new IllegalStateException("worker", new UserError("no such file")));
        assertThat(answer.code()).isEqualTo(ExitCodes.USER_ERROR);
        assertThat(answer.errors()).containsExactly("shiftbed: no such file");
    }

    @Test
    void aFullDiskIsTheMachinesTroubleAndNotAFault() {
        Answer answer = thrown(new UncheckedIOException(new IOException("No space left on device")));
        assertThat(answer.code()).isEqualTo(ExitCodes.INCOMPLETE);
        assertThat(answer.errors())
                .containsExactly(
                        "shiftbed: the machine refused a file: No space left on device; what is done is kept: make"
                                + " room or give access, and run the same command again");
    }

    @Test
    void faultIsOneLineWithAFileThatHoldsTheStackTrace() throws IOException {
        Answer answer = thrown(new IllegalStateException("broken"));
        assertThat(answer.code()).isEqualTo(ExitCodes.FAULT);
        assertThat(answer.errors()).hasSize(1);
        String line = answer.errors().get(0);
        assertThat(line).startsWith("shiftbed: a fault of ours: IllegalStateException: broken; the details are in ");
        Path log = Path.of(line.substring(line.lastIndexOf(' ') + 1));
        assertThat(Files.readString(log)).contains("java.lang.IllegalStateException: broken", "\tat ");
        Files.delete(log);
    }

    private Answer thrown(RuntimeException problem) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        Surroundings here = new Surroundings(new PrintWriter(out), new PrintWriter(err), false, folder, Map.of());
        int code = CommandLines.fault(here, problem, false);
        return new Answer(code, out.toString(), err.toString());
    }

    private void refused(String expected, String... arguments) {
        Answer answer = new Terminal(folder).run(arguments);
        assertThat(answer.code()).isEqualTo(ExitCodes.USER_ERROR);
        assertThat(answer.errors()).hasSize(1);
        assertThat(answer.err()).startsWith("shiftbed: ").contains(expected);
        assertThat(answer.out()).isEmpty();
    }
}
