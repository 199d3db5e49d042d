package org.shiftbed.study;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import org.shiftbed.learn.Checkpoint;
import org.shiftbed.learn.TrainingTask.Tracker;
import org.shiftbed.shift.Environment;
import org.shiftbed.shift.Part;
import org.shiftbed.shift.Role;
import org.shiftbed.shift.Split;

/**
 * Turns checkpoints of one trial into lines of {@code results.jsonl}: DomainBed's field names ({@code domainbed-protocol.md} 4.5), and under
 * {@code shiftbed} what we add. What was not evaluated is absent.
 *
 * @param trial what runs
 * @param split its parts
 * @param labels value names of the label, by code
 */
public record CheckpointLine(Trial trial, Split split, List<String> labels) {
    public CheckpointLine {
        labels = List.copyOf(labels);
    }

    /** The fields of one checkpoint. */
    public Map<String, Object> of(Checkpoint checkpoint) {
        TreeMap<String, Object> line = new TreeMap<>(checkpoint.losses());
        line.put("args", args(prefix(checkpoint).isEmpty()));
        line.put("hparams", trial.hyperparameters());
        line.put("step", checkpoint.step());
        line.put("epoch", checkpoint.epoch());
        line.put("step_time", checkpoint.stepSeconds());
        line.put("mem_gb", 0);
        Checkpoint.Stage stage = checkpoint.stage();
        if (stage != null && stage.setsRate()) {
            line.put("lr", stage.rate());
        }
        checkpoint.scores().forEach((part, score) -> {
            if (part.startsWith("env")) {
                line.put(prefix(checkpoint) + part + "_acc", score.accuracy());
            }
        });
        line.put(CheckpointRecord.EXTRAS, extras(checkpoint));
        return line;
    }

    /** What the names of a second stage's accuracies begin with, whose environments are whole. */
    private static String prefix(Checkpoint checkpoint) {
        return checkpoint.stage() != null && checkpoint.stage().number() == 2 ? CheckpointRecord.FULL_DATA : "";
    }

    /** DomainBed's run arguments. Paths are no part of a result, so they are null. */
    private Map<String, Object> args(boolean heldOut) {
        TreeMap<String, @Nullable Object> args = new TreeMap<>();
        args.put("algorithm", trial.algorithm());
        if (trial.autoLr()) {
            args.put("auto_lr", true);
        }
        args.put("checkpoint_freq", trial.checkpointEvery());
        args.put("data_dir", null);
        args.put("dataset", trial.dataset());
        args.put("holdout_fraction", heldOut ? trial.shiftParameters().getOrDefault("holdout", 0.2) : (Object) 0.0);
        args.put("hparams", null);
        args.put("hparams_seed", trial.hparamsSeed());
        args.put("output_dir", null);
        args.put("save_model_every_checkpoint", false);
        args.put("seed", trial.runSeed());
        args.put("skip_model_save", true);
        args.put("steps", trial.steps());
        args.put("task", "domain_generalization");
        args.put("test_envs", trial.testEnvironments() == null ? List.of() : trial.testEnvironments());
        args.put("trial_seed", trial.seed());
        args.put("uda_holdout_fraction", 0);
        return plain(args);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> plain(Map<String, @Nullable Object> values) {
        return (Map<String, Object>) (Map<String, ?>) values;
    }

    private Map<String, Object> extras(Checkpoint checkpoint) {
        TreeMap<String, @Nullable Object> extras = new TreeMap<>();
        extras.put("trial", trial.id());
        extras.put("strict", trial.strict());
        extras.put("precision", TrialJson.lower(trial.precision()));
        extras.put("form", trial.form());
        extras.put("images_trained", checkpoint.imagesTrained());
        extras.put("images_evaluated", checkpoint.imagesEvaluated());
        extras.put("rss_bytes", checkpoint.residentBytes());
        if (checkpoint.stage() != null) {
            extras.put("stage", checkpoint.stage().number());
        }
        if (checkpoint.diverged()) {
            extras.put("diverged", true);
            return plain(extras);
        }
        if (Checkpoint.Stage.FIRST.equals(checkpoint.stage())) {
            // Nothing that predicts was evaluated.
            return plain(extras);
        }
        boolean domains = split.has("env0_out");
        if (!prefix(checkpoint).isEmpty()) {
            tested(extras, checkpoint, names("_in", this::held));
            return plain(extras);
        }
        put(extras, "val_id", checkpoint, domains ? names("_out", i -> !held(i)) : names(Role.VALIDATION_ID));
        if (!domains) {
            List<Part> reweighted = split.parts(Role.VALIDATION_REWEIGHTED);
            // Without such parts there is one training part, whose weight changes nothing.
            Tracker tracker = reweighted.isEmpty()
                    ? new Tracker("id", names(Role.VALIDATION_ID))
                    : EvaluationPlans.reweighted(reweighted);
            put(extras, "val_reweighted", checkpoint, tracker);
        }
        put(extras, "val_ood", checkpoint, domains ? List.of() : names(Role.VALIDATION_OOD));
        put(extras, "val_oracle_best", checkpoint, domains ? names("_out", this::held) : names(Role.VALIDATION_ORACLE));
        tested(extras, checkpoint, domains ? names("_in", this::held) : names(Role.TEST));
        return plain(extras);
    }

    private void tested(Map<String, @Nullable Object> extras, Checkpoint checkpoint, List<String> test) {
        String prefix = prefix(checkpoint);
        put(extras, prefix + "test", checkpoint, test);
        if (!test.isEmpty() && checkpoint.scores().keySet().containsAll(test)) {
            List<Checkpoint.Score> scores =
                    test.stream().map(checkpoint.scores()::get).toList();
            new TestMeasures(
                            labels,
                            split.environments().stream().map(Environment::name).toList(),
                            scores)
                    .put(extras, prefix);
        }
    }

    /** The mean accuracy of some parts: null where the split has none, absent where one was not evaluated. */
    private static void put(
            Map<String, @Nullable Object> extras, String field, Checkpoint checkpoint, List<String> parts) {
        put(extras, field, checkpoint, new Tracker(field, parts));
    }

    private static void put(
            Map<String, @Nullable Object> extras, String field, Checkpoint checkpoint, Tracker tracker) {
        Map<String, Checkpoint.Score> scores = checkpoint.scores();
        if (tracker.validation().isEmpty()) {
            extras.put(field, null);
        } else if (scores.keySet().containsAll(tracker.validation())) {
            extras.put(field, tracker.score(part -> {
                Checkpoint.Score score = scores.get(part);
                return score == null ? Double.NaN : score.accuracy();
            }));
        }
    }

    private boolean held(int environment) {
        return split.testEnvironments().contains(environment);
    }

    private List<String> names(Role role) {
        return split.parts(role).stream().map(Part::name).toList();
    }

    private List<String> names(String half, IntPredicate which) {
        return java.util.stream.IntStream.range(0, split.environments().size())
                .filter(which)
                .mapToObj(i -> "env" + i + half)
                .toList();
    }
}
