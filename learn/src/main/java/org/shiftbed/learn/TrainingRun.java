package org.shiftbed.learn;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.UserError;
import org.shiftbed.data.ImageShape;
import org.shiftbed.data.features.FeatureEncoding;
import org.shiftbed.data.features.FeatureTable;
import org.shiftbed.learn.algorithm.AdjustableRate;
import org.shiftbed.learn.algorithm.Algorithm;
import org.shiftbed.learn.algorithm.AlgorithmFactory;
import org.shiftbed.learn.algorithm.AlgorithmFactory.FirstStage;
import org.shiftbed.learn.algorithm.Minibatch;
import org.shiftbed.learn.algorithm.SeededDraws;
import org.shiftbed.learn.algorithm.TwoStage;
import org.shiftbed.learn.augment.Augmentation;
import org.shiftbed.learn.torch.Natives;
import org.shiftbed.learn.torch.Tensors;
import org.shiftbed.learn.weights.LoadReport;
import org.shiftbed.learn.weights.StateDict;
import org.shiftbed.learn.weights.StoredTensor;
import org.shiftbed.shift.BatchSource;
import org.shiftbed.shift.BatchSource.EnvironmentRows;
import org.shiftbed.shift.Role;

/** One training run, or one stage of it, from initial weights to files. */
final class TrainingRun {
    /** The stage of a {@link RunState} that trains what predicts. */
    private static final String MAIN = "main";

    private final TrainingTask task;
    private final TrainingListener listener;
    private final BatchSource batches;
    private final RateControl rates;
    private final int classes;
    private final Epochs epochs;
    private final ProtocolPictures pictures;
    private final ImageShape shape;
    private final @Nullable FirstStage first;
    private final @Nullable RunState from;
    private final SeededDraws draws;
    private final LossMeans losses = new LossMeans();
    private long imagesTrained;
    private long updateNanos;
    private int updates;

    /** @param from where the run goes on; null: it begins */
    TrainingRun(
            TrainingTask task,
            TrainingListener listener,
            BatchSource batches,
            RateControl rates,
            @Nullable RunState from) {
        if (task.steps() < 1 || task.checkpointEvery() < 1) {
            throw new IllegalArgumentException("a run has at least 1 step and checkpoints at least 1 step apart, got "
                    + task.steps() + " and " + task.checkpointEvery());
        }
        for (TrainingTask.Tracker tracker : task.evaluation().trackers()) {
            if (!task.evaluation().always().containsAll(tracker.validation())) {
                throw new IllegalArgumentException("rule '" + tracker.rule() + "' reads parts that are not evaluated at"
                        + " every checkpoint: " + tracker.validation());
            }
        }
        this.task = task;
        this.listener = listener;
        this.from = from;
        this.draws = new SeededDraws(task.seed().child("algorithm"));
        this.batches = batches;
        this.rates = rates;
        this.classes =
                task.dataset().attributes().attribute(task.split().label()).cardinality();
        this.epochs = Epochs.of(task);
        AlgorithmFactory factory = Algorithms.require(task.algorithm(), "algorithm");
        this.pictures = ProtocolPictures.of(task);
        this.first = factory.firstStage(task.hyperparameters(), task.steps());
        ImageShape own = task.dataset().shape();
        Augmentation augmentation = pictures.augmentation();
        this.shape = augmentation == null ? own : augmentation.shape(own);
    }

    Trainer.Ending run() {
        Natives.load(task.threads());
        try (PointerScope scope = new PointerScope()) {
            torch.manual_seed(task.torchSeed());
            ImageLoader images = images();
            try (Algorithm algorithm = create();
                    AugmentedBatches augmented = augmented()) {
                if (rates != RateControl.NONE && !(algorithm instanceof AdjustableRate)) {
                    throw new UserError("algorithm " + task.algorithm() + " has a form " + task.form()
                            + " without a learning rate that can be set between updates; leave the form out");
                }
                listener.built(algorithm.parameterCount());
                tellWeights(algorithm);
                algorithm.train(true);
                RunMemory memory = new RunMemory(algorithm, draws, task.device());
                if (!inMainStage()) {
                    Trainer.Ending ending = first(images, memory);
                    if (ending != Trainer.Ending.FINISHED) {
                        return ending;
                    }
                }
                BestSteps best = new BestSteps(task, classes, images, algorithm, listener::evaluated);
                Trainer.Ending ending = loop(images, memory, augmented, best);
                if (ending == Trainer.Ending.FINISHED) {
                    best.write();
                }
                return ending;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Of the features of a table by the rows that train, and by no other; null for pictures. */
    static @Nullable FeatureEncoding encoding(TrainingTask task) {
        FeatureTable features = task.dataset().features();
        return features == null
                ? null
                : features.fit(task.split().parts(Role.TRAIN).stream()
                        .flatMapToInt(part -> IntStream.of(part.rows()))
                        .toArray());
    }

    Algorithm create() {
        int domains = Math.max(1, task.split().trainingEnvironments().size());
        return Algorithms.create(
                task.algorithm(),
                new AlgorithmFactory.Context(
                        shape,
                        0,
                        classes,
                        domains,
                        task.form(),
                        task.strict(),
                        task.hyperparameters(),
                        task.network(),
                        task.precision(),
                        task.device(),
                        draws,
                        task.weights(),
                        Math.max(domains, task.split().environments().size())));
    }

    private void tellWeights(Algorithm algorithm) {
        LoadReport report = algorithm.loaded();
        if (report != null) {
            listener.weightsLoaded(report);
        } else if (task.weights() != null) {
            throw new UserError(
                    "algorithm " + task.algorithm() + " does not load pretrained weights, so it cannot start from "
                            + task.weights() + "; leave 'weights' out");
        }
    }

    /** The stage before the one that trains what predicts, where the algorithm has one. */
    private Trainer.Ending first(ImageLoader images, RunMemory memory) throws IOException {
        if (first == null || !(memory.algorithm() instanceof TwoStage staged)) {
            return Trainer.Ending.FINISHED;
        }
        return new FirstStageRun(task, listener, first, memory, from)
                .run(staged, images, first.inside() ? batches : FirstStageRun.batches(task, first));
    }

    private boolean inMainStage() {
        return from != null && MAIN.equals(from.values().get("stage"));
    }

    /** Everything back to where it was before an update; the batches of the updates before it are drawn once more. */
    private int goOn(
            RunState state,
            ImageLoader images,
            RunMemory memory,
            @Nullable AugmentedBatches augmented,
            BestSteps best,
            int begin) {
        int next = RunState.whole(state.values(), "next");
        int raw = augmented == null ? next : begin;
        for (int i = 0; i < raw; i++) {
            batches.next();
        }
        if (augmented != null) {
            augmented.skip(next - begin);
        }
        memory.restore(state);
        best.restore(state);
        rates.restore(RunState.object(state.values(), "rates"));
        RunMemory.restore(losses, state);
        images.evaluations(RunState.large(state.values(), "evaluations"));
        imagesTrained = RunState.large(state.values(), "trained");
        updateNanos = RunState.large(state.values(), "nanos");
        updates = RunState.whole(state.values(), "updates");
        return next;
    }

    private RunState state(int next, int done, ImageLoader images, RunMemory memory, BestSteps best) {
        Map<String, Object> values = new TreeMap<>();
        Map<String, StoredTensor> tensors = new LinkedHashMap<>();
        best.save(values, tensors);
        RunMemory.save(losses, values);
        values.put("rates", rates.memory());
        values.put("evaluations", images.evaluations());
        values.put("trained", imagesTrained);
        values.put("nanos", updateNanos);
        values.put("updates", updates);
        RunState state = memory.state(MAIN, next, done, values);
        tensors.putAll(state.tensors());
        return new RunState(state.values(), tensors);
    }

    private Trainer.Ending loop(
            ImageLoader images, RunMemory memory, @Nullable AugmentedBatches augmented, BestSteps best) {
        Algorithm algorithm = memory.algorithm();
        int before = first == null || first.inside() ? 0 : first.updates();
        int begin = first != null && first.inside() ? first.updates() : 0;
        int start = from != null && inMainStage() ? goOn(from, images, memory, augmented, best, begin) : begin;
        for (int step = start; step < task.steps(); step++) {
            Map<String, Double> values = update(step, images, augmented, algorithm);
            losses.add(values);
            boolean diverged = !values.values().stream().allMatch(Double::isFinite);
            boolean last = step == task.steps() - 1;
            boolean checkpoint = isCheckpoint(step, task);
            if (checkpoint && !diverged) {
                diverged = !StateDict.finite(algorithm);
            }
            listener.step(before + step + 1, before + task.steps());
            if (diverged) {
                listener.checkpoint(checkpoint(step, new BestSteps.Scores(Map.of(), List.of(), true), best, true));
                return Trainer.Ending.DIVERGED;
            }
            if (checkpoint) {
                BestSteps.Scores scores = best.evaluate(step, last);
                RateControl.Next next = rates.checkpoint(step, algorithm, best);
                if (!next.silent()) {
                    listener.checkpoint(checkpoint(step, scores, best, false));
                }
                if (next.over() || scores.over()) {
                    return Trainer.Ending.FINISHED;
                }
            }
            if (!last) {
                boolean stopping = listener.cancelled();
                if (listener.takesState(stopping)) {
                    listener.state(state(step + 1, before + step + 1, images, memory, best));
                }
                if (stopping) {
                    return Trainer.Ending.CANCELLED;
                }
            }
        }
        return Trainer.Ending.FINISHED;
    }

    /** Whether a run is evaluated after this update: every so often, and after the last. */
    static boolean isCheckpoint(int step, TrainingTask task) {
        return step % task.checkpointEvery() == 0 || step == task.steps() - 1;
    }

    /** One update; every tensor it makes dies with its scope. */
    private Map<String, Double> update(
            int step, ImageLoader images, @Nullable AugmentedBatches augmented, Algorithm algorithm) {
        long start = System.nanoTime();
        AugmentedBatches.Batch drawn = augmented == null ? null : augmented.next();
        List<EnvironmentRows> rows = drawn == null ? batches.next() : drawn.rows();
        Map<String, Double> values;
        try (PointerScope scope = new PointerScope()) {
            values = algorithm.update(minibatches(images, rows, drawn == null ? null : drawn.values()));
        } catch (UserError e) {
            throw e;
        } catch (RuntimeException | OutOfMemoryError e) {
            throw new RunFailure(
                    task.algorithm() + " failed at step " + step + " on minibatches of " + shapes(rows) + ": "
                            + e.getMessage(),
                    e);
        }
        for (EnvironmentRows each : rows) {
            imagesTrained += each.rows().length;
        }
        updateNanos += System.nanoTime() - start;
        updates++;
        return values;
    }

    /** Belongs to the scope in which it is made. */
    ImageLoader images() {
        return new ImageLoader(
                task.dataset(),
                shape,
                pictures.normalised(),
                evaluationDraws(),
                scale() != null,
                task.precision(),
                task.device(),
                Evaluator.BATCH,
                encoding(task));
    }

    /** Values that are drawn are scaled by the threads that draw them; in double precision they are divided in it. */
    private @Nullable PixelTable scale() {
        return task.precision() == Precision.FLOAT32 ? new PixelTable(shape.channels(), pictures.normalised()) : null;
    }

    @Nullable
    AugmentedBatches augmented() {
        Augmentation augmentation = pictures.augmentation();
        return augmentation == null
                ? null
                : new AugmentedBatches(
                        batches,
                        task.dataset(),
                        augmentation,
                        new PictureDraws(task.dataset(), augmentation, pictures.inTraining(), scale()),
                        task.seed().child("augment"),
                        task.threads());
    }

    private @Nullable EvaluationDraws evaluationDraws() {
        Augmentation augmentation = pictures.augmentation();
        boolean any = IntStream.range(0, task.dataset().size()).anyMatch(pictures.inEvaluation());
        return augmentation == null || !any
                ? null
                : new EvaluationDraws(
                        new PictureDraws(task.dataset(), augmentation, pictures.inEvaluation(), scale()),
                        task.seed().child("evaluation augment"));
    }

    /**
     * All rows of a batch are read and converted at once; each environment sees its own stretch of them.
     *
     * @param values of their pictures where these were augmented
     */
    static List<Minibatch> minibatches(ImageLoader images, List<EnvironmentRows> rows, float @Nullable [] values) {
        int size = rows.stream().mapToInt(each -> each.rows().length).sum();
        int[] all = new int[size];
        long[] labels = new long[size];
        int at = 0;
        for (EnvironmentRows each : rows) {
            for (int i = 0; i < each.rows().length; i++, at++) {
                all[at] = each.rows()[i];
                labels[at] = each.labels()[i];
            }
        }
        Tensor x = values == null ? images.load(all, 0, size, size) : images.of(values, size);
        Tensor y = images.place(Tensors.of(labels, size));
        List<Minibatch> minibatches = new ArrayList<>();
        long from = 0;
        for (EnvironmentRows each : rows) {
            long count = each.rows().length;
            minibatches.add(new Minibatch(
                    each.environment(), x.narrow(0, from, count), y.narrow(0, from, count), each.positions()));
            from += count;
        }
        return minibatches;
    }

    private String shapes(List<EnvironmentRows> rows) {
        return rows.stream()
                .map(each -> each.rows().length + "x" + shape + " (environment " + each.environment() + ")")
                .toList()
                .toString();
    }

    private Checkpoint checkpoint(int step, BestSteps.Scores scores, BestSteps best, boolean diverged) {
        Checkpoint made = new Checkpoint(
                step,
                epochs.at(step, imagesTrained),
                updateNanos * 1e-9 / updates,
                losses.means(),
                scores.scores(),
                scores.improved(),
                imagesTrained,
                best.imagesEvaluated(),
                ResidentMemory.bytes(),
                diverged,
                rates.stage());
        if (!rates.meansFromTheStart()) {
            losses.clear();
            updateNanos = 0;
            updates = 0;
        }
        return made;
    }
}
