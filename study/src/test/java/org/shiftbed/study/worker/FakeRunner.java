package org.shiftbed.study.worker;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import org.shiftbed.base.AtomicFiles;
import org.shiftbed.base.CanonicalJson;
import org.jspecify.annotations.Nullable;
import org.shiftbed.study.Ending;
import org.shiftbed.study.RecordFile;
import org.shiftbed.study.StudyFolder;
import org.shiftbed.study.TrialState;

/** Does what the trial says, without libtorch: numbers that depend on the trial alone. */
public final class FakeRunner implements TrialRunner {
    /** For the worker. */
    public FakeRunner() {}

    @Override
    public @Nullable Ending run(Job job, Progress progress) throws Exception {
        String act = String.valueOf(job.trial().getOrDefault("act", "train"));
        int steps = (int) CanonicalJson.number(job.trial().getOrDefault("steps", 5));
        System.out.println("begins " + act);
        for (int step = 0; step < steps; step++) {
            if (progress.stopping()) {
                Files.writeString(job.folder().resolve(StudyFolder.CHECKPOINT), "after " + step);
                return null;
            }
            Thread.sleep((long) CanonicalJson.number(job.trial().getOrDefault("millis", 1)));
            double value = (job.id().hashCode() * 31.0 + step * 7.0) % 100 / 100;
            AtomicFiles.appendLine(
                    job.folder().resolve(RecordFile.FILE),
                    CanonicalJson.text(Map.of(
                            "step", step, "shiftbed", Map.of("val_id", value, "test", 1 - value, "trial", job.id()))));
            progress.step(step + 1);
            if (step == 2) {
                act(act, job);
            }
        }
        return new Ending(act.equals("diverge") ? TrialState.DIVERGED : TrialState.DONE, steps - 1);
    }

    private static boolean first(Job job) {
        return String.valueOf(job.folder().getFileName()).endsWith(".1");
    }

    private static void act(String act, Job job) throws Exception {
        switch (act) {
            case "fail" -> throw new IOException("the data ran out\nand more lines");
            case "full" -> {
                byte[] block = new byte[1 << 16];
                for (int i = 0; i < 1000; i++) {
                    Files.write(job.folder().resolve("weights-" + i), block);
                }
            }
            case "halt" -> Runtime.getRuntime().halt(134);
            case "halt once" -> {
                // Between attempts of one trial only the folder of the study is common.
                if (first(job)) {
                    Runtime.getRuntime().halt(134);
                }
            }
            case "hang once" -> {
                if (first(job)) {
                    Thread.sleep(100_000);
                }
            }
            case "shout" -> System.out.println(Message.MARK + "{torn");
            default -> {}
        }
    }
}
