package org.shiftbed.study;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.shiftbed.learn.Protocol;
import org.shiftbed.study.worker.FakeRunner;
import org.shiftbed.study.worker.WorkerSettings;

/** A whole run in a process of its own, to be killed by tests: {@code FOLDER TRIALS MILLIS [LEASE_MILLIS [RETRIES]]}. */
public final class StudyProcess {
    private StudyProcess() {}

    static ExpectedStudy study(int trials, int millis) {
        List<ExpectedTrial> all = new ArrayList<>();
        for (int i = 0; i < trials; i++) {
            all.add(Expected.trial(
                    "t" + i, Protocol.CONTROLLED, i / 2, i % 2, List.of(), Map.of("steps", 8, "millis", millis)));
        }
        return new ExpectedStudy("killed", Protocol.CONTROLLED, List.of("id"), all);
    }

    static WorkerSettings settings(int workers) {
        return new WorkerSettings(
                workers,
                FakeRunner.class.getName(),
                List.of(
                        "-Xmx64m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+ErrorFileToStdout",
                        "-XX:-CreateCoredumpOnCrash"),
                Map.of(),
                Map.of());
    }

    /** As runs have it, but that nothing is tried twice. */
    static RunPolicy once() {
        RunPolicy standard = RunPolicy.DEFAULT;
        return new RunPolicy(0, standard.backoff(), false, standard.lease(), standard.stall(), standard.grace());
    }

    /** Runs the study to its end. */
    public static void main(String[] arguments) throws Exception {
        ExpectedStudy study = study(Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]));
        try (TrialStore store = TrialStore.open(Path.of(arguments[0]), study, Map.of())) {
            long lease = arguments.length > 3 ? Long.parseLong(arguments[3]) : 120_000;
            int retries = arguments.length > 4 ? Integer.parseInt(arguments[4]) : 50;
            RunPolicy policy = new RunPolicy(
                    retries, Duration.ZERO, false, Duration.ofMillis(lease), Duration.ZERO, Duration.ofSeconds(8));
            new LocalExecutor(settings(2), policy).run(store, study.trials(), ExecutionListener.NONE);
        }
    }

    /** Starts it. */
    static Process start(Path folder, Object... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                StudyProcess.class.getName(),
                folder.toString()));
        for (Object argument : arguments) {
            command.add(String.valueOf(argument));
        }
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(new File("/dev/null"))
                .start();
    }

    /** What is published, by trial: its records. */
    static Map<String, String> results(Path folder) throws IOException {
        TreeMap<String, String> results = new TreeMap<>();
        try (Stream<Path> trials = Files.list(folder.resolve("trials"))) {
            for (Path trial : trials.toList()) {
                results.put(String.valueOf(trial.getFileName()), Files.readString(trial.resolve("results.jsonl")));
            }
        }
        return results;
    }
}
