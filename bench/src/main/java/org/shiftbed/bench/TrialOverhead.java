package org.shiftbed.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.AtomicFiles;
import org.shiftbed.learn.Protocol;
import org.shiftbed.study.Ending;
import org.shiftbed.study.ExecutionListener;
import org.shiftbed.study.ExpectedStudy;
import org.shiftbed.study.ExpectedTrial;
import org.shiftbed.study.LocalExecutor;
import org.shiftbed.study.TrialState;
import org.shiftbed.study.TrialStore;
import org.shiftbed.study.worker.TrialRunner;
import org.shiftbed.study.worker.WorkerSettings;

/**
 * What a trial costs beside its training: ten thousand trials that do nothing, from the claim to the published folder, two workers. Milliseconds of the clock a
 * trial, and the heap of the parent (after a collection) when a tenth of them and when all are done. Ends with code 1 where a trial costs more than 20 ms, or the
 * heap has grown by more than a tenth.
 */
public final class TrialOverhead {
    private static final int TRIALS = 10_000;
    private static final double AIM_MILLIS = 20;
    private static final double AIM_GROWTH = 1.1;

    private TrialOverhead() {}

    /** Takes a folder to work in; it is made anew. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path folder = Path.of(arguments[0]);
        AtomicFiles.deleteTree(folder);
        List<ExpectedTrial> trials = new ArrayList<>();
        for (int i = 0; i < TRIALS; i++) {
            trials.add(new ExpectedTrial(
                    String.format(Locale.ROOT, "%016x", i),
                    Protocol.CONTROLLED,
                    "sprites",
                    "none",
                    "",
                    "ERM",
                    "controlled",
                    List.of(),
                    i,
                    0,
                    1,
                    List.of(),
                    List.of(),
                    null,
                    Map.of("number", i)));
        }
        ExpectedStudy study = new ExpectedStudy("overhead", Protocol.CONTROLLED, List.of("id"), trials);
        WorkerSettings settings =
                new WorkerSettings(2, Idle.class.getName(), List.of("-Xmx64m", "-XX:+UseSerialGC"), Map.of(), Map.of());
        long[] heap = new long[2];
        long begun = System.nanoTime();
        try (TrialStore store = TrialStore.open(folder, study, Map.of())) {
            new LocalExecutor(settings).run(store, trials, new ExecutionListener() {
                private int done;

                @Override
                public void finished(ExpectedTrial trial, Ending ending) {
                    done++;
                    if (done == TRIALS / 10 || done == TRIALS) {
                        heap[done == TRIALS ? 1 : 0] = heap();
                    }
                }
            });
        }
        double millis = (System.nanoTime() - begun) * 1e-6 / TRIALS;
        double growth = (double) heap[1] / heap[0];
        System.out.printf(
                Locale.ROOT, "%-60s %8.2f  <= %.0f%n", "milliseconds a trial that does nothing", millis, AIM_MILLIS);
        System.out.printf(
                Locale.ROOT,
                "%-60s %8.3f  <= %.2f%n",
                "heap of the parent, all done / a tenth done",
                growth,
                AIM_GROWTH);
        AtomicFiles.deleteTree(folder);
        System.exit(millis <= AIM_MILLIS && growth <= AIM_GROWTH ? 0 : 1);
    }

    private static long heap() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    /** Does nothing. */
    public static final class Idle implements TrialRunner {
        /** For the worker. */
        public Idle() {}

        @Override
        public @Nullable Ending run(Job job, Progress progress) throws IOException {
            Files.writeString(job.folder().resolve("results.jsonl"), "{\"step\":0}\n");
            return new Ending(TrialState.DONE, 0);
        }
    }
}
