package org.shiftbed.learn;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
 * @param form {@code domainbed} or {@code controlled}
 * @param strict layers in which the reference's defects are kept: {@code algorithm}, {@code data}, {@code network}
 * @param hyperparameters every one that the algorithm declares
 * @param network registered name
 * @param steps updates, at least 1
 * @param batch rows of one batch in all ({@code controlled}); ignored under {@code domainbed}, where {@code batch_size} counts
 * @param checkpointEvery evaluate after update s where s mod this = 0, and after the last
 * @param precision of weights and arithmetic
 * @param threads of libtorch, at least 1
 * @param device {@code cpu} or {@code cuda:K}
 * @param seed names this run's streams: {@code init}, {@code batches}, {@code noise}, {@code algorithm}, …
 * @param torchSeed seed of libtorch's own generator when the run starts
 * @param evaluation what is evaluated when
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
        @Nullable Path folder) {

    /**
     * What is evaluated when. Parts are named as in {@link Split#parts()}.
     *
     * @param always at every checkpoint
     * @param onImprovement also, whenever a tracker finds a new best
     * @param atLast also, after the last update
     * @param trackers rules that can be decided inside the run
     * @param keep which weights stay in {@code weights/}
     */
    public record EvaluationPlan(
            List<String> always, List<String> onImprovement, List<String> atLast, List<Tracker> trackers, Keep keep) {
        public EvaluationPlan {
            always = List.copyOf(always);
            onImprovement = List.copyOf(onImprovement);
            atLast = List.copyOf(atLast);
            trackers = List.copyOf(trackers);
        }
    }

    /**
     * The score of a rule at a checkpoint: the unweighted mean of the accuracies of some parts. The first best checkpoint wins (strictly
     * greater replaces).
     *
     * @param rule its name: {@code id}, {@code ood}, {@code oracle-best}, {@code iid}
     * @param validation parts, all of them in {@link EvaluationPlan#always()}
     */
    public record Tracker(String rule, List<String> validation) {
        public Tracker {
            validation = List.copyOf(validation);
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
