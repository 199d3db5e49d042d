package org.shiftbed.learn;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.UserError;
import org.shiftbed.data.SampleSheet;
import org.shiftbed.learn.algorithm.AlgorithmFactory.FirstStage;
import org.shiftbed.learn.algorithm.TwoStage;
import org.shiftbed.learn.torch.Tensors;
import org.shiftbed.shift.BatchSource;
import org.shiftbed.shift.BatchSource.EnvironmentRows;
import org.shiftbed.shift.PartBatches;
import org.shiftbed.shift.Role;

/**
 * The first of two stages ({@link TwoStage}): updates, and records of them. Nothing that predicts is evaluated; after the last update the stage itself is,
 * on validation rows, and a sheet of samples is written where the algorithm makes some. The names of what is recorded begin with {@value #PREFIX}.
 */
final class FirstStageRun {
    /** What the names of its losses and measures begin with. */
    static final String PREFIX = "stage1_";

    /** Validation rows that the stage is evaluated on at most. */
    private static final int ASSESSED = 512;

    /** Pictures on the sheet of samples. */
    private static final int SHOWN = 8;

    private static final String FIRST = "first";

    private final TrainingTask task;
    private final TrainingListener listener;
    private final FirstStage stage;
    private final RunMemory memory;
    private final @Nullable RunState from;
    private final Epochs epochs;
    private final LossMeans losses = new LossMeans();
    private long imagesTrained;
    private long nanos;
    private int updates;

    /** @param from where the stage goes on; null: it begins */
    FirstStageRun(
            TrainingTask task, TrainingListener listener, FirstStage stage, RunMemory memory, @Nullable RunState from) {
        if (task.protocol() != Protocol.CONTROLLED) {
            throw new UserError("algorithm " + task.algorithm() + " has two stages, which protocol "
                    + Protocol.DOMAINBED.name().toLowerCase(Locale.ROOT)
                    + " does not know; take protocol: controlled");
        }
        if (stage.updates() < 1) {
            throw new UserError("algorithm " + task.algorithm() + ": its first stage has no update in " + task.steps()
                    + " steps; write more of them under training.steps");
        }
        this.task = task;
        this.listener = listener;
        this.memory = memory;
        this.from = from;
        this.stage = stage;
        this.epochs = Epochs.of(task);
    }

    /** Batches of a stage that comes before the steps of the training. */
    static BatchSource batches(TrainingTask task, FirstStage stage) {
        return new PartBatches(
                task.split(),
                stage.batch() > 0 ? stage.batch() : task.batch(),
                task.seed().child("first stage"));
    }

    Trainer.Ending run(TwoStage algorithm, ImageLoader images, BatchSource batches) throws IOException {
        int last = stage.updates() - 1;
        for (int step = from == null ? 0 : goOn(from, batches); step <= last; step++) {
            Map<String, Double> values = update(step, algorithm, images, batches);
            losses.add(values);
            listener.step(step + 1, (int) Math.min(Integer.MAX_VALUE, stage.updates(task.steps())));
            if (!values.values().stream().allMatch(Double::isFinite)) {
                record(step, Map.of(), true);
                return Trainer.Ending.DIVERGED;
            }
            if (step == last) {
                record(step, assess(algorithm, images), false);
            } else if (step % task.checkpointEvery() == 0) {
                record(step, Map.of(), false);
            }
            boolean stopping = listener.cancelled();
            if (listener.takesState(stopping)) {
                listener.state(state(step + 1));
            }
            if (stopping) {
                return Trainer.Ending.CANCELLED;
            }
        }
        algorithm.endFirst();
        return Trainer.Ending.FINISHED;
    }

    private RunState state(int next) {
        Map<String, Object> values = new TreeMap<>();
        RunMemory.save(losses, values);
        values.put("trained", imagesTrained);
        values.put("nanos", nanos);
        values.put("updates", updates);
        return memory.state(FIRST, next, next, values);
    }

    /** The batches of the updates before are drawn once more. */
    private int goOn(RunState state, BatchSource batches) {
        int next = RunState.whole(state.values(), "next");
        for (int i = 0; i < next; i++) {
            batches.next();
        }
        memory.restore(state);
        RunMemory.restore(losses, state);
        imagesTrained = RunState.large(state.values(), "trained");
        nanos = RunState.large(state.values(), "nanos");
        updates = RunState.whole(state.values(), "updates");
        return next;
    }

    private Map<String, Double> update(int step, TwoStage algorithm, ImageLoader images, BatchSource batches) {
        long start = System.nanoTime();
        List<EnvironmentRows> rows = batches.next();
        Map<String, Double> values;
        try (PointerScope scope = new PointerScope()) {
            values =
                    algorithm.updateFirst(TrainingRun.minibatches(images, rows, null), (double) step / stage.updates());
        } catch (UserError e) {
            throw e;
        } catch (RuntimeException | OutOfMemoryError e) {
            throw new RunFailure(
                    task.algorithm() + " failed at step " + step + " of its first stage: " + e.getMessage(), e);
        }
        for (EnvironmentRows each : rows) {
            imagesTrained += each.rows().length;
        }
        nanos += System.nanoTime() - start;
        updates++;
        return values;
    }

    /** What the stage is worth on validation rows, and its samples. */
    private Map<String, Double> assess(TwoStage algorithm, ImageLoader images) throws IOException {
        ValidationRows validation = new ValidationRows(task.split(), Role.VALIDATION_ID);
        LossMeans means = new LossMeans();
        algorithm.train(false);
        try {
            int[] rows = validation.spread(ASSESSED);
            for (int from = 0; from < rows.length; from += Evaluator.BATCH) {
                int to = Math.min(rows.length, from + Evaluator.BATCH);
                try (PointerScope scope = new PointerScope();
                        NoGradGuard guard = new NoGradGuard()) {
                    Map<String, Double> values =
                            algorithm.assess(TrainingRun.minibatches(images, validation.batch(rows, from, to), null));
                    means.add(values, to - from);
                }
            }
            int[] shown = validation.spread(SHOWN);
            if (task.folder() != null && shown.length > 0) {
                try (PointerScope scope = new PointerScope();
                        NoGradGuard guard = new NoGradGuard()) {
                    Tensor samples = algorithm.samples(
                            TrainingRun.minibatches(images, validation.batch(shown, 0, shown.length), null));
                    if (samples != null) {
                        new SampleSheet(samples.shape(), Tensors.toFloats(samples)).write(task.folder());
                    }
                }
            }
        } finally {
            algorithm.train(true);
        }
        Map<String, Double> named = new LinkedHashMap<>();
        means.means().forEach((name, value) -> named.put("val_" + name, value));
        return named;
    }

    private void record(int step, Map<String, Double> measures, boolean diverged) {
        Map<String, Double> all = new LinkedHashMap<>();
        losses.means().forEach((name, value) -> all.put(PREFIX + name, value));
        measures.forEach((name, value) -> all.put(PREFIX + name, value));
        listener.checkpoint(new Checkpoint(
                step,
                epochs.at(step, imagesTrained),
                nanos * 1e-9 / updates,
                all,
                Map.of(),
                List.of(),
                imagesTrained,
                0,
                ResidentMemory.bytes(),
                diverged,
                Checkpoint.Stage.FIRST));
        losses.clear();
        nanos = 0;
        updates = 0;
    }
}
