package org.shiftbed.app.serve;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.shiftbed.learn.Protocol;
import org.shiftbed.study.ExpectedStudy;
import org.shiftbed.study.ExpectedTrial;

/** A study's folder that a test fills as a run would: four trials, two methods, two seeds. */
final class MadeStudy {
    static final List<String> TRIALS = List.of("aaaa", "bbbb", "cccc", "dddd");

    private final Path folder;

    MadeStudy(Path folder, String name, String method) throws IOException {
        this(folder, name, method, 1);
    }

    /** Searches of one method, of so many members each. */
    MadeStudy(Path folder, String name, int members) throws IOException {
        this(folder, name, "ERM", members);
    }

    private MadeStudy(Path folder, String name, String method, int members) throws IOException {
        this.folder = folder;
        Files.createDirectories(folder.resolve("trials"));
        Files.createDirectories(folder.resolve("running"));
        Files.createDirectories(folder.resolve("failed"));
        List<ExpectedTrial> trials = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            trials.add(new ExpectedTrial(
                    TRIALS.get(i),
                    Protocol.CONTROLLED,
                    "sprites",
                    "unseen",
                    "color=blue",
                    i < 2 ? "ERM" : method,
                    "controlled",
                    List.of(),
                    members > 1 ? i / members : i % 2,
                    i % members,
                    300,
                    List.of(),
                    List.of(),
                    null,
                    Map.of("hparams", Map.of("lr", 0.001 * (1 + i % members)))));
        }
        new ExpectedStudy(name, Protocol.CONTROLLED, List.of("id"), trials).write(folder);
    }

    Path folder() {
        return folder;
    }

    static String line(int step, String loss, String accuracy) {
        return "{\"step\": " + step + ", \"loss\": " + loss + ", \"shiftbed\": {\"val_id\": " + accuracy
                + ", \"test\": " + accuracy + "}}\n";
    }

    /** This process is at work in the folder, as a lock says. */
    /** Process of the run that seems to be at work. */
    static final int OWNER = 4321;

    void running() throws IOException {
        lease(Files.createDirectories(folder.resolve("running/.run-made")), 0);
    }

    Path begin(int trial) throws IOException {
        Path attempt = Files.createDirectories(folder.resolve("running").resolve(TRIALS.get(trial) + ".1"));
        state(trial, 0);
        return attempt;
    }

    void state(int trial, int step) throws IOException {
        lease(folder.resolve("running").resolve(TRIALS.get(trial) + ".1"), step);
    }

    /** Of another machine, heard of just now. */
    private static void lease(Path attempt, int step) throws IOException {
        String now = Instant.now().toString();
        Files.writeString(
                attempt.resolve("state.json"),
                "{\"beat\":1,\"from\":0,\"heartbeat\":\"" + now + "\",\"host\":\"far\",\"machine\":\"far\",\"owner\":"
                        + OWNER + ","
                        + "\"owner_started\":\"\",\"since\":\"" + now + "\",\"step\":" + step
                        + ",\"worker\":2,\"worker_started\":\"\"}");
    }

    void append(int trial, String text) throws IOException {
        Files.writeString(
                folder.resolve("running").resolve(TRIALS.get(trial) + ".1").resolve("results.jsonl"),
                text,
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }

    void finish(int trial) throws IOException {
        Path attempt = folder.resolve("running").resolve(TRIALS.get(trial) + ".1");
        Files.writeString(attempt.resolve("done"), "done");
        Files.move(attempt, folder.resolve("trials").resolve(TRIALS.get(trial)));
    }

    void done(int trial, String accuracy) throws IOException {
        begin(trial);
        append(trial, line(100, "0.5", accuracy) + line(200, "0.25", accuracy));
        finish(trial);
    }

    void fail(int trial, String cause, String log) throws IOException {
        Path attempt = Files.createDirectories(folder.resolve("failed").resolve(TRIALS.get(trial) + ".1"));
        Files.writeString(attempt.resolve("cause.txt"), cause + "\n");
        Files.writeString(attempt.resolve("log.txt"), log);
    }
}
