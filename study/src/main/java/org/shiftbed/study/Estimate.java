package org.shiftbed.study;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.shiftbed.learn.Protocol;

/**
 * Roughly what a plan costs. Numbers of pictures follow from the plan; time and disk are measured on the trials of it that are finished already,
 * and are not given where there is none with the same data set and network.
 *
 * @param trials that can run, finished ones included
 * @param finished of them
 * @param imagesTrained pictures that the trials still to run draw in training
 * @param imagesEvaluated pictures that they evaluate
 * @param seconds of one core for the trials still to run; an evaluated picture counts as a third of a trained one, because it has the forward
 *     pass only
 * @param bytes that they will leave on the disk
 * @param measuredOn finished trials that time and disk come from
 */
public record Estimate(
        int trials,
        int finished,
        long imagesTrained,
        long imagesEvaluated,
        OptionalDouble seconds,
        OptionalDouble bytes,
        int measuredOn) {

    /**
     * Looks at what a folder holds of a plan.
     *
     * @param folder of the study; null, or one that is not there yet: nothing is finished
     * @throws IOException where the folder cannot be read
     */
    public static Estimate of(Plan plan, @Nullable Path folder) throws IOException {
        List<PlannedTrial> runnable = plan.runnable();
        Map<String, Measured> measured = new TreeMap<>();
        int finished = 0;
        for (PlannedTrial planned : runnable) {
            Path trial = folder == null ? null : new StudyFolder(folder).trial(planned.id());
            if (trial != null && Files.exists(trial.resolve(StudyFolder.DONE))) {
                finished++;
                measured.computeIfAbsent(kind(planned), key -> new Measured()).add(trial, planned);
            }
        }
        long trained = 0;
        long evaluated = 0;
        double seconds = 0;
        double bytes = 0;
        boolean known = true;
        for (PlannedTrial planned : runnable) {
            if (folder != null
                    && Files.exists(new StudyFolder(folder).trial(planned.id()).resolve(StudyFolder.DONE))) {
                continue;
            }
            trained += imagesTrained(planned);
            evaluated += imagesEvaluated(planned, plan.study().training().evaluate());
            Measured kind = measured.get(kind(planned));
            if (kind == null || kind.images == 0) {
                known = false;
            } else {
                double work = imagesTrained(planned)
                        + imagesEvaluated(planned, plan.study().training().evaluate()) / 3.0;
                seconds += work * kind.seconds / kind.images;
                bytes += (double) kind.bytes / kind.trials;
            }
        }
        int on = measured.values().stream().mapToInt(kind -> kind.trials).sum();
        return new Estimate(
                runnable.size(),
                finished,
                trained,
                evaluated,
                known ? OptionalDouble.of(seconds) : OptionalDouble.empty(),
                known ? OptionalDouble.of(bytes) : OptionalDouble.empty(),
                on);
    }

    /** Pictures drawn in training. */
    static long imagesTrained(PlannedTrial planned) {
        Trial trial = planned.trial();
        long batch = trial.batch();
        if (trial.protocol() == Protocol.DOMAINBED
                && trial.hyperparameters().get("batch_size") instanceof Number rows) {
            batch = rows.longValue() * planned.rows().environments();
        }
        return batch * trial.steps();
    }

    /** Pictures evaluated: validation at every checkpoint; the test twice where only what is needed is evaluated, else every time. */
    static long imagesEvaluated(PlannedTrial planned, TrainingSpec.Evaluate evaluate) {
        Trial trial = planned.trial();
        PlannedTrial.Rows rows = planned.rows();
        long last = trial.steps() - 1L;
        long checkpoints = last / trial.checkpointEvery() + 1 + (last % trial.checkpointEvery() == 0 ? 0 : 1);
        long validation = checkpoints * (rows.validation() + rows.oracle());
        return evaluate == TrainingSpec.Evaluate.FULL
                ? validation + checkpoints * (rows.test() + rows.training())
                : validation + Math.min(2, checkpoints) * rows.test();
    }

    private static String kind(PlannedTrial planned) {
        return planned.trial().dataset() + " " + planned.trial().network();
    }

    /** Sums over the finished trials of one kind. */
    private static final class Measured {
        private int trials;
        private double seconds;
        private long images;
        private long bytes;

        void add(Path folder, PlannedTrial planned) throws IOException {
            trials++;
            bytes += size(folder);
            int before = -1;
            for (CheckpointRecord record : records(folder)) {
                Double stepTime = record.number("step_time");
                if (stepTime != null && Double.isFinite(stepTime)) {
                    seconds += stepTime * (record.step() - before);
                    images += imagesTrained(planned) / planned.trial().steps() * (record.step() - before);
                }
                before = record.step();
            }
        }

        private static Collection<CheckpointRecord> records(Path folder) throws IOException {
            return RecordFile.read(folder).records();
        }

        private static long size(Path folder) throws IOException {
            try (Stream<Path> files = Files.walk(folder)) {
                long sum = 0;
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    sum += Files.size(file);
                }
                return sum;
            }
        }
    }
}
