package org.shiftbed.study;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.shiftbed.learn.Protocol;
import org.shiftbed.study.worker.FakeRunner;
import org.shiftbed.study.worker.WorkerSettings;

/** A whole run in a process of its own, to be killed by tests: {@code FOLDER TRIALS MILLIS}. */
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
                List.of("-Xmx64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"),
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
            new LocalExecutor(settings(2)).run(store, study.trials(), ExecutionListener.NONE);
        }
    }
}
