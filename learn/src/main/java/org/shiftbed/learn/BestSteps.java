package org.shiftbed.learn;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.CanonicalJson;
import org.shiftbed.data.ImageShape;
import org.shiftbed.data.features.FeatureEncoding;
import org.shiftbed.learn.TrainingTask.EvaluationPlan;
import org.shiftbed.learn.TrainingTask.Keep;
import org.shiftbed.learn.TrainingTask.Tracker;
import org.shiftbed.learn.algorithm.Algorithm;
import org.shiftbed.learn.algorithm.AlgorithmFactory;
import org.shiftbed.learn.weights.Safetensors;
import org.shiftbed.learn.weights.StateDict;
import org.shiftbed.learn.weights.StoredTensor;
import org.shiftbed.shift.Part;
import org.shiftbed.shift.Role;

/** Evaluates what the plan asks for, remembers the best step of each rule, and writes weights and predictions of those steps at the end. */
final class BestSteps {
    /** The folder of weights inside a trial's folder. */
    static final String WEIGHTS = "weights";

    private static final String BEST = "best/";

    private final ImageShape input;
    private final @Nullable FeatureEncoding encoding;
    private final String normalisation;
    private final TrainingTask task;
    private final EvaluationPlan plan;
    private final Algorithm algorithm;
    private final Evaluator evaluator;
    private final List<Part> predicted;
    private final boolean keepsWeights;
    private final Map<String, Double> bestScore = new LinkedHashMap<>();
    private final Map<String, Moment> bestMoment = new LinkedHashMap<>();
    private @Nullable Moment last;
    private int withoutBest;

    /** What the evaluation of a checkpoint gave, and whether patience ends the run there. */
    record Scores(Map<String, Checkpoint.Score> scores, List<String> improved, boolean over) {}

    /** A step with its weights and what was evaluated then. */
    private record Moment(Map<String, StoredTensor> weights, Evaluator.Evaluated evaluated) {}

    /** @param alive called after every batch that is evaluated */
    BestSteps(TrainingTask task, int classes, ImageLoader images, Algorithm algorithm, Runnable alive) {
        this.input = images.shape();
        this.encoding = images.encoding();
        this.normalisation = images.normalisation();
        this.task = task;
        this.plan = task.evaluation();
        this.algorithm = algorithm;
        this.predicted = task.folder() == null
                ? List.of()
                : task.split().parts().stream()
                        .filter(part -> part.role() != Role.TRAIN
                                && part.role() != Role.VALIDATION_REWEIGHTED // rows of val_id once more
                                && part.size() > 0)
                        .toList();
        Set<String> known = new LinkedHashSet<>(parts(plan));
        predicted.forEach(part -> known.add(part.name()));
        this.evaluator = new Evaluator(
                task.split(),
                classes,
                images,
                algorithm,
                Algorithms.require(task.algorithm(), "algorithm")
                        .info()
                        .needs()
                        .contains(AlgorithmFactory.PREDICTION_BATCHES),
                task.batch(),
                known,
                alive);
        Set<String> atBest = new LinkedHashSet<>(plan.always());
        atBest.addAll(plan.onImprovement());
        boolean kept = plan.keep() == Keep.BEST || plan.keep() == Keep.ALL;
        this.keepsWeights =
                task.folder() != null && (kept || !predicted.stream().allMatch(part -> atBest.contains(part.name())));
    }

    /** Evaluates the current weights and compares them with the best of each rule. */
    Scores evaluate(int step, boolean lastUpdate) {
        evaluator.forget();
        Set<String> parts = new LinkedHashSet<>(plan.always());
        evaluator.evaluate(parts);
        List<String> improved = improved();
        boolean over = over(improved);
        boolean isLast = lastUpdate || over;
        if (isLast) {
            improved.addAll(decidedAtLast());
        }
        if (!improved.isEmpty()) {
            parts.addAll(plan.onImprovement());
        }
        if (isLast) {
            parts.addAll(plan.atLast());
        }
        evaluator.evaluate(parts);
        if (task.folder() != null && (isLast || !improved.isEmpty())) {
            remember(step, improved, isLast);
        }
        Map<String, Checkpoint.Score> scores = new LinkedHashMap<>();
        parts.forEach(part -> scores.put(part, evaluator.score(part)));
        return new Scores(scores, improved, over);
    }

    /** Whether this is the last of too many checkpoints without a new best. */
    private boolean over(List<String> improved) {
        TrainingTask.Patience patience = plan.patience();
        if (patience == null) {
            return false;
        }
        withoutBest = improved.contains(patience.rule()) ? 0 : withoutBest + 1;
        return withoutBest >= patience.evaluations();
    }

    /** Rules that choose the last checkpoint, whatever it scores. */
    private List<String> decidedAtLast() {
        return plan.trackers().stream()
                .filter(tracker -> tracker.validation().isEmpty())
                .map(Tracker::rule)
                .toList();
    }

    private List<String> improved() {
        List<String> improved = new ArrayList<>();
        for (Tracker tracker : plan.trackers()) {
            if (tracker.validation().isEmpty()) {
                continue;
            }
            double score = tracker.score(part -> evaluator.score(part).accuracy());
            Double best = bestScore.get(tracker.rule());
            if (best == null ? !Double.isNaN(score) : score > best) {
                bestScore.put(tracker.rule(), score);
                improved.add(tracker.rule());
            }
        }
        return improved;
    }

    private void remember(int step, List<String> improved, boolean isLast) {
        boolean lastIsKept = isLast && (plan.keep() == Keep.LAST || plan.keep() == Keep.ALL);
        Moment now = new Moment(
                lastIsKept || (keepsWeights && !improved.isEmpty()) ? StateDict.copy(algorithm) : Map.of(),
                evaluator.copy(step));
        improved.forEach(rule -> bestMoment.put(rule, now));
        if (isLast) {
            last = now;
        }
    }

    /** Writes what stays of a finished run; nothing where the task names no folder. */
    void write() throws IOException {
        Path folder = task.folder();
        if (folder == null || last == null) {
            return;
        }
        Map<String, Moment> kept = new LinkedHashMap<>();
        if (plan.keep() == Keep.BEST || plan.keep() == Keep.ALL) {
            kept.putAll(bestMoment);
        }
        if (plan.keep() == Keep.LAST || plan.keep() == Keep.ALL) {
            kept.put("last", last);
        }
        for (Map.Entry<String, Moment> entry : kept.entrySet()) {
            Safetensors.write(
                    folder.resolve(WEIGHTS).resolve(entry.getKey() + ".safetensors"),
                    new Safetensors.Contents(
                            entry.getValue().weights(),
                            metadata(
                                    entry.getKey(), entry.getValue().evaluated().step())));
        }
        new Predictions(task.dataset().attributes(), task.split(), predicted).write(folder, complete(last));
    }

    /** What whoever finds the weights later has to know to use them. */
    private Map<String, String> metadata(String rule, int step) {
        Map<String, String> metadata = new LinkedHashMap<>();
        metadata.put("algorithm", task.algorithm());
        metadata.put("form", task.form());
        metadata.put("network", task.network());
        metadata.put("rule", rule);
        metadata.put("step", Integer.toString(step));
        metadata.put("input", input.toString());
        String prepared = algorithm.normalisation();
        metadata.put("normalisation", prepared == null ? normalisation : prepared);
        if (encoding != null) {
            metadata.put("features", CanonicalJson.text(encoding.describe()));
        }
        metadata.put(
                "labels",
                CanonicalJson.text(task.dataset()
                        .attributes()
                        .attribute(task.split().label())
                        .values()));
        Algorithm.Composition composition = algorithm.composition();
        metadata.put("prediction", composition == null ? "own" : "classifier(featurizer(x))");
        if (composition != null) {
            metadata.put("featurizer", composition.featurizer());
            metadata.put("classifier", composition.classifier());
        }
        return metadata;
    }

    /** The steps whose predictions are written, every row of the predicted parts evaluated: the last one first, for its weights are still there. */
    private List<Evaluator.Evaluated> complete(Moment lastMoment) {
        Map<Integer, Evaluator.Evaluated> steps = new TreeMap<>();
        steps.put(lastMoment.evaluated().step(), complete(lastMoment, false));
        for (Moment moment : bestMoment.values()) {
            steps.computeIfAbsent(moment.evaluated().step(), step -> complete(moment, true));
        }
        return List.copyOf(steps.values());
    }

    private Evaluator.Evaluated complete(Moment moment, boolean load) {
        List<String> missing = predicted.stream()
                .filter(part -> !moment.evaluated().has(part))
                .map(Part::name)
                .toList();
        if (missing.isEmpty()) {
            return moment.evaluated();
        }
        if (load) {
            StateDict.load(algorithm, moment.weights());
        }
        evaluator.restore(moment.evaluated());
        evaluator.evaluate(missing);
        return evaluator.copy(moment.evaluated().step());
    }

    /** Adds what is remembered to the state of a run; not after the last step, when there is nothing to go on with. */
    void save(Map<String, Object> values, Map<String, StoredTensor> tensors) {
        Map<String, Object> scores = new TreeMap<>();
        bestScore.forEach((rule, score) -> scores.put(rule, RunState.exact(score)));
        Map<String, Object> rules = new TreeMap<>();
        List<Integer> steps = new ArrayList<>();
        bestMoment.forEach((rule, moment) -> {
            int step = moment.evaluated().step();
            if (!steps.contains(step)) {
                save(BEST + steps.size() + "/", moment, tensors);
                steps.add(step);
            }
            rules.put(rule, steps.indexOf(step));
        });
        values.put("best_scores", scores);
        values.put("best_moments", rules);
        values.put("best_steps", steps);
        values.put("evaluated", evaluator.evaluated());
    }

    private static void save(String prefix, Moment moment, Map<String, StoredTensor> tensors) {
        Evaluator.Evaluated evaluated = moment.evaluated();
        RunState.put(tensors, prefix + WEIGHTS + "/", moment.weights());
        tensors.put(prefix + "done", StoredTensor.of(evaluated.done().toByteArray()));
        tensors.put(prefix + "predictions", StoredTensor.of(evaluated.predictions(), evaluated.predictions().length));
        tensors.put(prefix + "losses", StoredTensor.of(evaluated.losses(), evaluated.losses().length));
        tensors.put(
                prefix + "log_probabilities",
                StoredTensor.of(evaluated.logProbabilities(), evaluated.logProbabilities().length));
    }

    /** Goes on from what {@link #save} added. */
    void restore(RunState state) {
        RunState.object(state.values(), "best_scores")
                .forEach((rule, score) -> bestScore.put(String.valueOf(rule), RunState.decimal(score, "a score")));
        List<Moment> moments = new ArrayList<>();
        if (state.values().get("best_steps") instanceof List<?> steps) {
            for (Object step : steps) {
                moments.add(moment(state, BEST + moments.size() + "/", ((Number) step).intValue()));
            }
        }
        RunState.object(state.values(), "best_moments")
                .forEach((rule, index) ->
                        bestMoment.put(String.valueOf(rule), moments.get(((Number) index).intValue())));
        evaluator.evaluated(RunState.large(state.values(), "evaluated"));
    }

    private Moment moment(RunState state, String prefix, int step) {
        return new Moment(
                state.below(prefix + WEIGHTS + "/"),
                evaluator.evaluated(
                        step,
                        BitSet.valueOf(state.tensor(prefix + "done").data()),
                        state.tensor(prefix + "predictions").ints(),
                        state.tensor(prefix + "losses").floats(),
                        state.tensor(prefix + "log_probabilities").floats()));
    }

    /** {@link Evaluator#batchLoss} of a part that is evaluated at every checkpoint, of the weights evaluated last. */
    double batchLoss(String part) {
        return evaluator.batchLoss(part);
    }

    /** Rows evaluated so far. */
    long imagesEvaluated() {
        return evaluator.evaluated();
    }

    /** Parts of a plan, each once, in the order always, on improvement, at last. */
    private static Set<String> parts(TrainingTask.EvaluationPlan plan) {
        Set<String> parts = new LinkedHashSet<>(plan.always());
        parts.addAll(plan.onImprovement());
        parts.addAll(plan.atLast());
        return parts;
    }
}
