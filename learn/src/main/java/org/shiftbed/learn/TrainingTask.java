package org.shiftbed.learn;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.Seed;
import org.shiftbed.data.Dataset;
import org.shiftbed.shift.Split;

/**
 * Everything that one training run needs.
 *
 * @param dataset open until the run ends; the caller closes it
 * @param split built on {@code dataset.attributes()}
 * @param protocol decides the batch rule and the names of hyperparameters that stand for batch sizes
 * @param algorithm registered name
 * @param form one that the algorithm has
 * @param strict layers in which the reference's defects are kept: {@code algorithm}, {@code data}, {@code network}
 * @param hyperparameters every one that the algorithm declares
 * @param network registered name
 * @param steps updates, at least 1; in form {@code auto-lr} the most of each of its two stages
 * @param batch rows of one batch in all ({@code controlled}); ignored under {@code domainbed}, where {@code batch_size} counts
 * @param checkpointEvery evaluate after update s where s mod this = 0, and after the last
 * @param precision of weights and arithmetic
 * @param threads of libtorch, at least 1
 * @param device {@code cpu} or {@code cuda:K}
 * @param seed names this run's streams: {@code init}, {@code batches}, {@code noise}, {@code algorithm}, …
 * @param torchSeed seed of libtorch's own generator when the run starts
 * @param evaluation what is evaluated when
 * @param weights file that the network starts from; null: it starts at random
 * @param folder where {@code weights/} and {@code predictions.parquet} go; null: neither is written
 */
public record TrainingTask(
        Dataset dataset,
        Split split,
        Protocol protocol,
        String algorithm,
        String form,
        Set<String> strict,
        Map<String, Object> hyperparameters,
        String network,
        int steps,
        int batch,
        int checkpointEvery,
        Precision precision,
        int threads,
        String device,
        Seed seed,
        long torchSeed,
        EvaluationPlan evaluation,
        @Nullable Path weights,
        @Nullable Path folder) {

    /** From random weights. */
    public TrainingTask(
            Dataset dataset,
            Split split,
            Protocol protocol,
            String algorithm,
            String form,
            Set<String> strict,
            Map<String, Object> hyperparameters,
            String network,
            int steps,
            int batch,
            int checkpointEvery,
            Precision precision,
            int threads,
            String device,
            Seed seed,
            long torchSeed,
            EvaluationPlan evaluation,
            @Nullable Path folder) {
        this(
                dataset,
                split,
                protocol,
                algorithm,
                form,
                strict,
                hyperparameters,
                network,
                steps,
                batch,
                checkpointEvery,
                precision,
                threads,
                device,
                seed,
                torchSeed,
                evaluation,
                null,
                folder);
    }

    /**
     * What is evaluated when. Parts are named as in {@link Split#parts()}.
     *
     * @param always at every checkpoint
     * @param onImprovement also, whenever a tracker finds a new best
     * @param atLast also, after the last update
     * @param trackers rules that can be decided inside the run
     * @param keep which weights stay in {@code weights/}
     * @param patience when a run ends before its last update; null: never
     */
    public record EvaluationPlan(
            List<String> always,
            List<String> onImprovement,
            List<String> atLast,
            List<Tracker> trackers,
            Keep keep,
            @Nullable Patience patience) {
        public EvaluationPlan {
            always = List.copyOf(always);
            onImprovement = List.copyOf(onImprovement);
            atLast = List.copyOf(atLast);
            trackers = List.copyOf(trackers);
            if (patience != null
                    && trackers.stream().noneMatch(tracker -> tracker.rule().equals(patience.rule()))) {
                throw new IllegalArgumentException("patience watches rule '" + patience.rule()
                        + "', for which this split has no rows; put another rule first under selection");
            }
        }

        /** Every update is made. */
        public EvaluationPlan(
                List<String> always,
                List<String> onImprovement,
                List<String> atLast,
                List<Tracker> trackers,
                Keep keep) {
            this(always, onImprovement, atLast, trackers, keep, null);
        }

        /** This with another end. */
        public EvaluationPlan with(@Nullable Patience other) {
            return new EvaluationPlan(always, onImprovement, atLast, trackers, keep, other);
        }
    }

    /**
     * A run ends at the checkpoint that is the last of so many one after the other without a new best of a rule.
     *
     * @param evaluations how many, at least 1
     * @param rule of a tracker
     */
    public record Patience(int evaluations, String rule) {}

    /**
     * The score of a rule at a checkpoint: a mean of the accuracies of some parts. The first best checkpoint wins (strictly
     * greater replaces).
     *
     * @param rule its name: {@code id}, {@code reweighted}, {@code ood}, {@code oracle-best}, {@code iid}
     * @param validation parts, all of them in {@link EvaluationPlan#always()}; empty: the rule chooses the last checkpoint, whatever it scores
     * @param weights one a part, above 0
     */
    public record Tracker(String rule, List<String> validation, List<Double> weights) {
        public Tracker {
            validation = List.copyOf(validation);
            weights = List.copyOf(weights);
            if (weights.size() != validation.size()) {
                throw new IllegalArgumentException(validation.size() + " parts, " + weights.size() + " weights");
            }
        }

        /** All parts weigh the same. */
        public Tracker(String rule, List<String> validation) {
            this(rule, validation, Collections.nCopies(validation.size(), 1.0));
        }

        /**
         * The weighted mean, by plain sums: what is tracked inside a run and what its records hold are equal to the last bit, as ties need it.
         *
         * @param accuracy of a part
         */
        public double score(ToDoubleFunction<String> accuracy) {
            double sum = 0;
            double total = 0;
            for (int i = 0; i < validation.size(); i++) {
                sum += weights.get(i) * accuracy.applyAsDouble(validation.get(i));
                total += weights.get(i);
            }
            return sum / total;
        }
    }

    /** Which weights stay after a run: BEST = one file a tracker, LAST = {@code last}, ALL = both, NONE. */
    public enum Keep {
        BEST,
        LAST,
        ALL,
        NONE
    }
}
