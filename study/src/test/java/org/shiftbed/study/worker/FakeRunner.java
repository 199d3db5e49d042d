package org.shiftbed.study.worker;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.AtomicFiles;
import org.shiftbed.base.CanonicalJson;
import org.shiftbed.study.Ending;
import org.shiftbed.study.RecordFile;
import org.shiftbed.study.StudyFolder;
import org.shiftbed.study.TrialState;
import sun.misc.Unsafe;

/** Does what the trial says, without libtorch: numbers that depend on the trial alone. It saves its lines after every step, and goes on from them. */
public final class FakeRunner implements TrialRunner {
    /** For the worker. */
    public FakeRunner() {}

    @Override
    public @Nullable Ending run(Job job, Progress progress) throws Exception {
        String act = String.valueOf(job.trial().getOrDefault("act", "train"));
        int steps = (int) CanonicalJson.number(job.trial().getOrDefault("steps", 5));
        List<String> lines = saved(job);
        System.out.println((lines.isEmpty() ? "begins " : "goes on after " + lines.size() + ": ") + act);
        if (!lines.isEmpty()) {
            AtomicFiles.write(job.folder().resolve(RecordFile.FILE), String.join("\n", lines) + "\n");
        }
        for (int step = lines.size(); step < steps; step++) {
            Thread.sleep((long) CanonicalJson.number(job.trial().getOrDefault("millis", 1)));
            double value = (job.id().hashCode() * 31.0 + step * 7.0) % 100 / 100;
            String line = CanonicalJson.text(
                    Map.of("step", step, "shiftbed", Map.of("val_id", value, "test", 1 - value, "trial", job.id())));
            AtomicFiles.appendLine(job.folder().resolve(RecordFile.FILE), line);
            lines.add(line);
            if (act.equals("train")) {
                AtomicFiles.write(job.folder().resolve(StudyFolder.CHECKPOINT), String.join("\n", lines));
            }
            progress.step(step + 1);
            if (progress.stopping()) {
                return null;
            }
            if (step == 2) {
                act(act, job);
            }
        }
        return new Ending(act.equals("diverge") ? TrialState.DIVERGED : TrialState.DONE, steps - 1);
    }

    private static List<String> saved(Job job) throws IOException {
        Path inherited = job.folder().resolve(StudyFolder.INHERITED);
        return new ArrayList<>(Files.exists(inherited) ? Files.readAllLines(inherited) : List.of());
    }

    /** Between attempts of one trial only the folder of the study is common. */
    private static boolean first(Job job) {
        return String.valueOf(job.folder().getFileName()).endsWith(".1");
    }

    private static void act(String act, Job job) throws Exception {
        if (act.endsWith(" once")) {
            if (first(job)) {
                act(act.substring(0, act.length() - " once".length()), job);
            }
            return;
        }
        switch (act) {
            case "fail" -> throw new IOException("the data ran out\nand more lines");
            case "full" -> {
                byte[] block = new byte[1 << 16];
                for (int i = 0; i < 1000; i++) {
                    Files.write(job.folder().resolve("weights-" + i), block);
                }
            }
            case "halt" -> Runtime.getRuntime().halt(134);
            case "hang" -> Thread.sleep(100_000);
            case "shout" -> System.out.println(Message.MARK + "{torn");
            case "heap" -> {
                List<byte[]> all = new ArrayList<>();
                while (true) {
                    all.add(new byte[1 << 20]);
                }
            }
            case "native" -> unsafe().allocateMemory(1L << 60);
            case "segfault" -> unsafe().putAddress(8, 8);
            default -> {}
        }
    }

    private static Unsafe unsafe() throws ReflectiveOperationException {
        Field field = Unsafe.class.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        return (Unsafe) field.get(null);
    }
}
