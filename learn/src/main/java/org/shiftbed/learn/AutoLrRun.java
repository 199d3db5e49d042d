package org.shiftbed.learn;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.Seed;
import org.shiftbed.learn.TrainingTask.EvaluationPlan;
import org.shiftbed.learn.TrainingTask.Keep;
import org.shiftbed.learn.TrainingTask.Tracker;
import org.shiftbed.learn.algorithm.AlgorithmFactory;
import org.shiftbed.learn.hyperparameter.HyperparameterValues;
import org.shiftbed.learn.weights.LoadReport;
import org.shiftbed.shift.BatchSource;
import org.shiftbed.shift.EnvironmentBatches;
import org.shiftbed.shift.Split;

/**
 * A run of form {@link AlgorithmFactory#AUTO_LR} ({@code domainbed-protocol.md} 8.4). The first stage trains on the in-splits and finds by the out-splits when
 * the rate has to fall; the second one trains a fresh model on all rows of the training environments, with the rates that the first one found, and is what
 * weights and predictions are of. Both draw without replacement.
 *
 * <p>The second stage has as many updates as the first one. Strict, as in the reference, its last record is that of two checkpoints before the third fall.
 */
final class AutoLrRun {
    /** The rule that reads both stages. */
    private static final String RULE = "auto-lr-iid";

    /** What the first stage found, in the state of a run that is in its second. */
    private static final String FOUND = "found";

    private static final Pattern IN_SPLIT = Pattern.compile("env\\d+_in");

    private final TrainingTask task;
    private final TrainingListener listener;
    private final boolean strict;
    private final double rate;
    private final @Nullable RunState from;

    /** @param from where the run goes on; null: it begins */
    AutoLrRun(TrainingTask task, TrainingListener listener, @Nullable RunState from) {
        if (task.protocol() != Protocol.DOMAINBED) {
            throw new IllegalArgumentException(
                    "form " + AlgorithmFactory.AUTO_LR + " belongs to DomainBed's protocol, got " + task.protocol());
        }
        this.task = task;
        this.listener = listener;
        this.from = from;
        this.strict = task.strict().contains("algorithm");
        this.rate = new HyperparameterValues(task.hyperparameters()).number("lr");
    }

    Trainer.Ending run() {
        PlateauRate found = new PlateauRate(rate, outSplits(), strict);
        boolean inSecond = from != null && from.values().containsKey(FOUND);
        if (from != null && inSecond) {
            found.restore(RunState.object(from.values(), FOUND));
        } else {
            Trainer.Ending first = new TrainingRun(
                            firstStage(), new StageListener(1, task.steps(), found), batches(task), found, from)
                    .run();
            if (first != Trainer.Ending.FINISHED) {
                return first;
            }
        }
        TrainingTask second = secondStage(secondSteps(found));
        return new TrainingRun(
                        second,
                        new StageListener(2, second.steps(), found),
                        batches(second),
                        new ReplayedRate(rate, found.rates(), strict),
                        inSecond ? from : null)
                .run();
    }

    /** Without replacement. */
    static BatchSource batches(TrainingTask task) {
        HyperparameterValues values = new HyperparameterValues(task.hyperparameters());
        return new EnvironmentBatches(
                task.split(),
                (int) values.whole("batch_size"),
                values.flag("class_balanced", false),
                false,
                task.seed());
    }

    private List<String> outSplits() {
        List<String> parts = task.split().trainingEnvironments().stream()
                .map(environment -> "env" + environment + "_out")
                .toList();
        if (parts.isEmpty() || !task.evaluation().always().containsAll(parts)) {
            throw new IllegalArgumentException("the rate goes by " + parts + ", evaluated at every checkpoint are "
                    + task.evaluation().always());
        }
        return parts;
    }

    /** Keeps nothing. */
    private TrainingTask firstStage() {
        EvaluationPlan plan = task.evaluation();
        return stage(
                task.split(),
                task.steps(),
                task.seed(),
                task.torchSeed(),
                new EvaluationPlan(plan.always(), plan.onImprovement(), plan.atLast(), plan.trackers(), Keep.NONE),
                null);
    }

    /** Initial weights, batches and draws of its own. */
    private TrainingTask secondStage(int steps) {
        EvaluationPlan plan = task.evaluation();
        Seed seed = task.seed().child("full data");
        return stage(
                WholeEnvironments.of(task.split()),
                steps,
                seed,
                seed.child("torch").key() & 0x7fffffffL,
                new EvaluationPlan(
                        inSplits(plan.always()),
                        List.of(),
                        inSplits(plan.atLast()),
                        List.of(new Tracker(RULE, List.of())),
                        plan.keep()),
                task.folder());
    }

    private TrainingTask stage(
            Split split, int steps, Seed seed, long torchSeed, EvaluationPlan plan, @Nullable Path folder) {
        return new TrainingTask(
                task.dataset(),
                split,
                task.protocol(),
                task.algorithm(),
                task.form(),
                task.strict(),
                task.hyperparameters(),
                task.network(),
                steps,
                task.batch(),
                task.checkpointEvery(),
                task.precision(),
                task.threads(),
                task.device(),
                seed,
                torchSeed,
                plan,
                task.weights(),
                folder);
    }

    private static List<String> inSplits(List<String> parts) {
        return parts.stream().filter(part -> IN_SPLIT.matcher(part).matches()).toList();
    }

    private int secondSteps(PlateauRate found) {
        if (!strict || !found.finished()) {
            return found.lastStep() + 1;
        }
        // The reference stops one checkpoint before that of the third fall, and leaves no record there.
        List<Integer> checkpoints = new ArrayList<>();
        for (int step = 0; step <= found.lastStep(); step++) {
            if (TrainingRun.isCheckpoint(step, task)) {
                checkpoints.add(step);
            }
        }
        return checkpoints.get(checkpoints.size() - 3) + 1;
    }

    /**
     * Tells updates as those of one run of twice as many steps: those that a stage leaves out count as done when it begins or ends, so that the count
     * never goes back and reaches its end.
     */
    private final class StageListener implements TrainingListener {
        private final int number;
        private final int from;
        private final PlateauRate found;

        StageListener(int number, int steps, PlateauRate found) {
            this.number = number;
            this.found = found;
            this.from = number == 1 ? 0 : 2 * task.steps() - steps;
        }

        @Override
        public void step(int done, int steps) {
            listener.step(from + done, 2 * task.steps());
        }

        @Override
        public void evaluated() {
            listener.evaluated();
        }

        @Override
        public void checkpoint(Checkpoint checkpoint) {
            listener.checkpoint(checkpoint);
        }

        @Override
        public void weightsLoaded(LoadReport report) {
            if (number == 1) {
                listener.weightsLoaded(report);
            }
        }

        @Override
        public boolean cancelled() {
            return listener.cancelled();
        }

        @Override
        public boolean takesState(boolean stopping) {
            return listener.takesState(stopping);
        }

        @Override
        public void state(RunState state) {
            RunState told = state.with("done", from + state.done());
            listener.state(number == 1 ? told : told.with(FOUND, found.memory()));
        }
    }
}
