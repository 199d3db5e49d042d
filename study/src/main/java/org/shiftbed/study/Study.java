package org.shiftbed.study;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.file.Source;
import org.shiftbed.learn.Protocol;
import org.shiftbed.shift.LabelNoise;

/**
 * A study, resolved: every default written out, every axis of a shift expanded. Made by {@link StudyFile}; {@link Plan} turns it into trials.
 *
 * @param name its identity: a folder holds one name only
 * @param protocol batch rule and conventions
 * @param datasets at least one, names unique
 * @param label attribute to predict; null: what each data set says
 * @param shifts at least one; under DomainBed's protocol exactly {@code leave-domains-out}
 * @param noise of labels or environments, one condition each
 * @param sizes training rows, one condition each; 0 = all
 * @param noiseFrozen what a noise is that does not say itself whether it is drawn once for the whole run
 * @param algorithms at least one, (name, form) unique
 * @param network registered name; null: what data set and protocol say
 * @param weights file that every network starts from; null: they start at random
 * @param search how hyperparameters are searched
 * @param seeds run seeds, or trial_seed 0, 1, … under DomainBed's protocol
 * @param testEnvironments what DomainBed's protocol holds out; ignored otherwise
 * @param holdout fraction of an environment's rows that validate, DomainBed's protocol only, in (0, 1)
 * @param training how every trial is trained
 * @param selection rules that the report shows; the first is the headline
 * @param strict layers in which the reference's defects are kept, sorted
 * @param source where all this was written
 */
public record Study(
        String name,
        Protocol protocol,
        List<DatasetSpec> datasets,
        @Nullable String label,
        List<ShiftSpec> shifts,
        List<LabelNoise> noise,
        List<Integer> sizes,
        boolean noiseFrozen,
        List<AlgorithmSpec> algorithms,
        @Nullable String network,
        @Nullable Path weights,
        SearchSpec search,
        List<Integer> seeds,
        TestEnvironments testEnvironments,
        double holdout,
        TrainingSpec training,
        List<String> selection,
        List<String> strict,
        Source source) {
    public Study {
        datasets = List.copyOf(datasets);
        shifts = List.copyOf(shifts);
        noise = List.copyOf(noise);
        sizes = List.copyOf(sizes);
        algorithms = List.copyOf(algorithms);
        seeds = List.copyOf(seeds);
        selection = List.copyOf(selection);
        strict = strict.stream().sorted().toList();
    }

    /** What {@code study.json} holds: the study as it was understood, every default written out. */
    public Map<String, Object> toJson() {
        return StudyJson.write(this);
    }

    /** The same study with more or less of everything. */
    public Study withTier(Tier tier) {
        return tier.apply(this);
    }

    Study withAlgorithms(List<AlgorithmSpec> others) {
        return new Study(
                name,
                protocol,
                datasets,
                label,
                shifts,
                noise,
                sizes,
                noiseFrozen,
                others,
                network,
                weights,
                search,
                seeds,
                testEnvironments,
                holdout,
                training,
                selection,
                strict,
                source);
    }

    Study withWeights(Path file) {
        return new Study(
                name,
                protocol,
                datasets,
                label,
                shifts,
                noise,
                sizes,
                noiseFrozen,
                algorithms,
                network,
                file,
                search,
                seeds,
                testEnvironments,
                holdout,
                training,
                selection,
                strict,
                source);
    }

    Study withSeeds(List<Integer> others) {
        return new Study(
                name,
                protocol,
                datasets,
                label,
                shifts,
                noise,
                sizes,
                noiseFrozen,
                algorithms,
                network,
                weights,
                search,
                others,
                testEnvironments,
                holdout,
                training,
                selection,
                strict,
                source);
    }
}
