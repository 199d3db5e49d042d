package org.shiftbed.study;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.CanonicalJson;
import org.shiftbed.learn.Algorithms;
import org.shiftbed.learn.Protocol;
import org.shiftbed.learn.algorithm.AlgorithmFactory.FirstStage;

/**
 * Roughly what a plan costs. Numbers of pictures follow from the plan; time and disk are measured on the trials that are finished in the
 * study's folder already, those of other tiers and of earlier versions of the file included, and are not given where there is none with the same
 * data set and network.
 *
 * @param trials that can run, finished ones included
 * @param finished of them
 * @param imagesTrained pictures that the trials still to run draw in training
 * @param imagesEvaluated pictures that they evaluate
 * @param seconds of one core for the trials still to run; an evaluated picture counts as a third of a trained one, because it has the forward
 *     pass only
 * @param bytes that they will leave on the disk
 * @param measuredOn finished trials that time and disk come from
 * @param unmeasured what no finished trial tells about, in words: {@code sprites with small-cnn}; empty where time and disk are given
 */
public record Estimate(
        int trials,
        int finished,
        long imagesTrained,
        long imagesEvaluated,
        OptionalDouble seconds,
        OptionalDouble bytes,
        int measuredOn,
        List<String> unmeasured) {
    public Estimate {
        unmeasured = List.copyOf(unmeasured);
    }

    /**
     * Looks at what a folder holds of a plan.
     *
     * @param folder of the study; null, or one that is not there yet: nothing is finished
     * @throws IOException where the folder cannot be read
     */
    public static Estimate of(Plan plan, @Nullable Path folder) throws IOException {
        List<PlannedTrial> runnable = plan.runnable();
        Map<String, Measured> measured = new TreeMap<>();
        Set<String> wanted = new TreeSet<>();
        Map<String, PlannedTrial> byId = new HashMap<>();
        runnable.forEach(planned -> {
            byId.put(planned.id(), planned);
            wanted.add(kind(planned.trial()));
        });
        Set<String> done = new HashSet<>();
        for (Path trial : done(folder)) {
            String id = String.valueOf(trial.getFileName());
            PlannedTrial planned = byId.get(id);
            if (planned != null) {
                done.add(id);
            }
            Trial finished = planned == null ? stored(trial) : planned.trial();
            if (finished != null && wanted.contains(kind(finished))) {
                double perStep = planned == null ? Double.NaN : (double) imagesTrained(planned) / finished.updates();
                measured.computeIfAbsent(kind(finished), key -> new Measured()).add(trial, perStep);
            }
        }
        Set<String> unmeasured = new TreeSet<>();
        long trained = 0;
        long evaluated = 0;
        double seconds = 0;
        double bytes = 0;
        for (PlannedTrial planned : runnable) {
            if (done.contains(planned.id())) {
                continue;
            }
            trained += imagesTrained(planned);
            evaluated += imagesEvaluated(planned, plan.study().training().evaluate());
            Measured kind = measured.get(kind(planned.trial()));
            if (kind == null || kind.images == 0) {
                unmeasured.add(kind(planned.trial()));
            } else {
                double work = imagesTrained(planned)
                        + imagesEvaluated(planned, plan.study().training().evaluate()) / 3.0;
                seconds += work * kind.seconds / kind.images;
                bytes += (double) kind.bytes / kind.trials;
            }
        }
        boolean known = unmeasured.isEmpty();
        int on = measured.values().stream().mapToInt(kind -> kind.trials).sum();
        return new Estimate(
                runnable.size(),
                done.size(),
                trained,
                evaluated,
                known ? OptionalDouble.of(seconds) : OptionalDouble.empty(),
                known ? OptionalDouble.of(bytes) : OptionalDouble.empty(),
                on,
                List.copyOf(unmeasured));
    }

    /** Folders of finished trials, sorted. */
    private static List<Path> done(@Nullable Path folder) throws IOException {
        Path trials = folder == null ? null : new StudyFolder(folder).trials();
        if (trials == null || !Files.isDirectory(trials)) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(trials)) {
            return all.filter(trial -> Files.exists(trial.resolve(StudyFolder.DONE)))
                    .sorted()
                    .toList();
        }
    }

    /** What a finished trial outside the plan was; null where its file does not say so, and it tells nothing then. */
    private static @Nullable Trial stored(Path folder) throws IOException {
        try {
            return TrialJson.read(CanonicalJson.parseObject(Files.readString(folder.resolve(StudyFolder.TRIAL))));
        } catch (NoSuchFileException | IllegalArgumentException e) {
            return null;
        }
    }

    /** Pictures drawn in training. */
    static long imagesTrained(PlannedTrial planned) {
        Trial trial = planned.trial();
        long batch = trial.batch();
        if (trial.protocol() == Protocol.DOMAINBED
                && trial.hyperparameters().get("batch_size") instanceof Number rows) {
            batch = rows.longValue() * planned.rows().environments();
        }
        FirstStage first = Algorithms.firstStage(trial.algorithm(), trial.hyperparameters(), trial.steps());
        if (first != null && first.batch() > 0) {
            return batch * trial.steps() + (long) first.batch() * first.updates();
        }
        return batch * trial.updates();
    }

    /** Pictures evaluated: validation at every checkpoint; the test twice where only what is needed is evaluated, else every time. */
    static long imagesEvaluated(PlannedTrial planned, TrainingSpec.Evaluate evaluate) {
        Trial trial = planned.trial();
        PlannedTrial.Rows rows = planned.rows();
        long last = trial.steps() - 1L;
        long checkpoints = last / trial.checkpointEvery() + 1 + (last % trial.checkpointEvery() == 0 ? 0 : 1);
        long validation = checkpoints * (rows.validation() + rows.oracle());
        if (trial.autoLr()) {
            // Both stages evaluate what is tested at every checkpoint, the second one with the rows that the first
            // holds out.
            return evaluate == TrainingSpec.Evaluate.FULL
                    ? 2 * checkpoints * (rows.test() + rows.training() + rows.validation() + rows.oracle())
                    : validation + checkpoints * (2 * rows.test() + rows.oracle());
        }
        return evaluate == TrainingSpec.Evaluate.FULL
                ? validation + checkpoints * (rows.test() + rows.training())
                : validation + Math.min(2, checkpoints) * rows.test();
    }

    private static String kind(Trial trial) {
        return trial.dataset() + " with " + trial.network();
    }

    /** Sums over the finished trials of one kind. */
    private static final class Measured {
        private int trials;
        private double seconds;
        private long images;
        private long bytes;

        /** @param perStep pictures of an update; NaN: what the records say */
        void add(Path folder, double perStep) throws IOException {
            trials++;
            bytes += size(folder);
            int before = -1;
            for (CheckpointRecord record : records(folder)) {
                if (record.step() <= before) {
                    // A second stage begins.
                    before = -1;
                }
                Double stepTime = record.number("step_time");
                Double trained = record.extra("images_trained");
                double pictures = Double.isNaN(perStep) && trained != null ? trained / (record.step() + 1) : perStep;
                if (stepTime != null && Double.isFinite(stepTime) && Double.isFinite(pictures)) {
                    seconds += stepTime * (record.step() - before);
                    images += Math.round(pictures * (record.step() - before));
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
