package org.shiftbed.study.worker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.AtomicFiles;
import org.shiftbed.base.CanonicalJson;
import org.shiftbed.learn.RunState;
import org.shiftbed.learn.TrainingTask;
import org.shiftbed.learn.weights.StoredTensor;
import org.shiftbed.study.RecordFile;
import org.shiftbed.study.StudyFolder;
import org.shiftbed.study.Trial;

/**
 * Where a trial stands, in the folder of its attempt: the state of its run, the records so far, and the files that were written on the way. One file holds all
 * of it, so that it is of one moment.
 */
final class SavedRun {
    private static final String OF = "of";
    private static final String RECORDS = "records";
    private static final String SECONDS = "seconds";
    private static final String FILES = "file/";
    private static final double STANDARD_SECONDS = 30;

    /** Saving takes at most this share of the time. */
    private static final int COST = 50;

    /** What every attempt writes anew, or the run that owns it. */
    private static final Set<String> NOT_KEPT = Set.of(
            StudyFolder.CHECKPOINT,
            StudyFolder.INHERITED,
            "trial.json",
            "state.json",
            "log.txt",
            "manifest.json",
            RecordFile.FILE);

    private final Path folder;
    private final String of;
    private final long every;
    private final @Nullable RunState state;
    private final List<String> records = new ArrayList<>();
    private double seconds;
    private long last = System.nanoTime();
    private long cost;

    private SavedRun(Path folder, String of, long every, @Nullable RunState state) {
        this.folder = folder;
        this.of = of;
        this.every = every;
        this.state = state;
        if (state != null) {
            seconds = Double.parseDouble(String.valueOf(state.values().get(SECONDS)));
            if (state.values().get(RECORDS) instanceof List<?> lines) {
                lines.forEach(line -> records.add(String.valueOf(line)));
            }
        }
    }

    /** What an earlier attempt saved in this one's folder. One that is damaged, or of a run that kept other things, does not count. */
    static SavedRun in(TrialRunner.Job job, Trial trial, TrainingTask task) throws IOException {
        String of = CanonicalJson.id(Map.of(
                "schema",
                1,
                "trial",
                trial.id(),
                "device",
                task.device(),
                "evaluation",
                String.valueOf(task.evaluation())));
        Path inherited = job.folder().resolve(StudyFolder.INHERITED);
        RunState state = RunState.read(inherited);
        if (state == null && Files.exists(inherited)) {
            System.out.println("where an earlier attempt stood is damaged: the trial begins anew");
        } else if (state != null && !of.equals(state.values().get(OF))) {
            System.out.println("the earlier attempt was to evaluate or keep other things: the trial begins anew");
            state = null;
        }
        double every =
                job.options().get("save_every") instanceof Number number ? number.doubleValue() : STANDARD_SECONDS;
        return new SavedRun(job.folder(), of, (long) (every * 1e9), state);
    }

    /** Where the run goes on; null: it begins. */
    @Nullable
    RunState state() {
        return state;
    }

    /** Lines of {@code results.jsonl} so far. */
    List<String> records() {
        return List.copyOf(records);
    }

    /** Seconds that earlier attempts trained. */
    double seconds() {
        return seconds;
    }

    /** One more line. */
    void record(String line) {
        records.add(line);
    }

    /** Whether it is time to save. */
    boolean due() {
        return System.nanoTime() - last > Math.max(every, COST * cost);
    }

    /**
     * Saves, in one step.
     *
     * @param seconds trained so far, of all attempts
     */
    void write(RunState now, double seconds) throws IOException {
        long begun = System.nanoTime();
        Map<String, StoredTensor> tensors = new LinkedHashMap<>(now.tensors());
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                String name = folder.relativize(file).toString();
                if (!NOT_KEPT.contains(name) && !AtomicFiles.isPart(file) && !name.startsWith("events.")) {
                    tensors.put(FILES + name, StoredTensor.of(Files.readAllBytes(file)));
                }
            }
        }
        Map<String, Object> values = new LinkedHashMap<>(now.values());
        values.put(OF, of);
        values.put(RECORDS, List.copyOf(records));
        values.put(SECONDS, String.valueOf(seconds));
        new RunState(values, tensors).write(folder.resolve(StudyFolder.CHECKPOINT));
        last = System.nanoTime();
        cost = last - begun;
    }

    /** Writes the files that the earlier attempt had written. */
    void restoreFiles() throws IOException {
        if (state == null) {
            return;
        }
        for (Map.Entry<String, StoredTensor> entry : state.tensors().entrySet()) {
            if (entry.getKey().startsWith(FILES)) {
                byte[] bytes = new byte[entry.getValue().data().remaining()];
                entry.getValue().data().get(bytes);
                AtomicFiles.write(folder.resolve(entry.getKey().substring(FILES.length())), bytes);
            }
        }
    }
}
