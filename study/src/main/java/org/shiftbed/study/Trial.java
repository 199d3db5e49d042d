package org.shiftbed.study;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.CanonicalJson;
import org.shiftbed.base.SeedHash;
import org.shiftbed.learn.Algorithms;
import org.shiftbed.learn.Precision;
import org.shiftbed.learn.Protocol;
import org.shiftbed.learn.TrainingTask;
import org.shiftbed.learn.algorithm.AlgorithmFactory;

/**
 * Everything that can change the result of one training run, and nothing else: two trials of one id give the same result. What is evaluated,
 * which rules read it and where files lie is not part of it.
 *
 * <p>Numbers inside the maps are Long where they are whole and Double otherwise, so that a trial equals what is read back from its JSON.
 *
 * @param protocol batch rule and conventions
 * @param dataset registered name
 * @param datasetParameters resolved, defaults written out
 * @param fingerprint content of the data set ({@link org.shiftbed.data.Dataset#fingerprint()}), never its place
 * @param label attribute that is predicted
 * @param shift kind
 * @param shiftParameters {@link org.shiftbed.shift.Shift#parameters()}: environments, sampler and conditions included
 * @param algorithm registered name
 * @param form one that the algorithm has
 * @param resultsVersion raised by us whenever a change moves this algorithm's numbers
 * @param hyperparameters resolved
 * @param network registered name
 * @param weights SHA-256 of the file that the network starts from, in hex; null: it starts at random
 * @param steps updates of what predicts; in form {@code auto-lr} the most of each of its two stages
 * @param batch rows of a batch in all; 0 under DomainBed's protocol
 * @param checkpointEvery updates between checkpoints: it decides which steps a rule can choose
 * @param precision of weights and arithmetic
 * @param threads of libtorch: sums depend on it
 * @param device class of device, {@code cpu} or {@code cuda}
 * @param strict layers, sorted
 * @param hparamsSeed member of the search
 * @param seed run seed (controlled) or trial_seed (DomainBed)
 * @param runSeed seed of everything else, in [0, 2^31): DomainBed's {@code seed_hash(dataset, algorithm, test_envs, hparams_seed,
 *     trial_seed)}; for controlled studies derived from {@code seed} alone by name
 * @param testEnvironments DomainBed's {@code test_envs}; null under other shifts
 * @param patience when it ends before its last update; null, and not written: never
 */
public record Trial(
        Protocol protocol,
        String dataset,
        Map<String, Object> datasetParameters,
        String fingerprint,
        String label,
        String shift,
        Map<String, Object> shiftParameters,
        String algorithm,
        String form,
        int resultsVersion,
        Map<String, Object> hyperparameters,
        String network,
        @Nullable String weights,
        int steps,
        int batch,
        int checkpointEvery,
        Precision precision,
        int threads,
        String device,
        List<String> strict,
        int hparamsSeed,
        int seed,
        long runSeed,
        @Nullable List<Integer> testEnvironments,
        TrainingTask.@Nullable Patience patience) {
    public Trial {
        datasetParameters = Values.sorted(datasetParameters);
        shiftParameters = Values.sorted(shiftParameters);
        hyperparameters = Values.sorted(hyperparameters);
        strict = strict.stream().sorted().toList();
        testEnvironments = testEnvironments == null ? null : List.copyOf(testEnvironments);
    }

    /** From random weights, every update made. */
    public Trial(
            Protocol protocol,
            String dataset,
            Map<String, Object> datasetParameters,
            String fingerprint,
            String label,
            String shift,
            Map<String, Object> shiftParameters,
            String algorithm,
            String form,
            int resultsVersion,
            Map<String, Object> hyperparameters,
            String network,
            int steps,
            int batch,
            int checkpointEvery,
            Precision precision,
            int threads,
            String device,
            List<String> strict,
            int hparamsSeed,
            int seed,
            long runSeed,
            @Nullable List<Integer> testEnvironments) {
        this(
                protocol,
                dataset,
                datasetParameters,
                fingerprint,
                label,
                shift,
                shiftParameters,
                algorithm,
                form,
                resultsVersion,
                hyperparameters,
                network,
                null,
                steps,
                batch,
                checkpointEvery,
                precision,
                threads,
                device,
                strict,
                hparamsSeed,
                seed,
                runSeed,
                testEnvironments,
                null);
    }

    /** First 16 hex digits of the SHA-256 of the canonical JSON. */
    public String id() {
        return CanonicalJson.id(toJson());
    }

    /** What {@code trial.json} holds, as plain values. */
    public Map<String, Object> toJson() {
        return TrialJson.write(this);
    }

    /**
     * The trial that was written.
     *
     * @throws IllegalArgumentException where a field is missing, unknown or of a wrong type
     */
    public static Trial fromJson(Map<String, Object> json) {
        return TrialJson.read(json);
    }

    /** Updates at most, of both stages where it has two. */
    public long updates() {
        return autoLr() ? 2L * steps : Algorithms.updates(algorithm, hyperparameters, steps);
    }

    /** Whether it has the two stages of {@link AlgorithmFactory#AUTO_LR}. */
    public boolean autoLr() {
        return form.equals(AlgorithmFactory.AUTO_LR);
    }

    /** Number of environments held out; 0 under other shifts. */
    public int heldOut() {
        return testEnvironments == null ? 0 : testEnvironments.size();
    }

    /**
     * The seed that data sets which depend on the run are made from. In layer {@code data} DomainBed's D03 is kept: every run has its own.
     * Otherwise all runs of one trial seed (DomainBed), or all runs (controlled, where the split is fixed), share one data set.
     */
    public long dataSeed() {
        return dataSeed(protocol, strict, dataset, seed, runSeed);
    }

    static long dataSeed(Protocol protocol, List<String> strict, String dataset, int seed, long runSeed) {
        if (strict.contains("data")) {
            return runSeed;
        }
        return protocol == Protocol.DOMAINBED ? SeedHash.of(dataset, seed) : 0;
    }
}
