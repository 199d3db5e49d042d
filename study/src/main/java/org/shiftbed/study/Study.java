package org.shiftbed.study;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.file.Source;
import org.shiftbed.learn.Protocol;
import org.shiftbed.shift.LabelNoise;
import org.shiftbed.study.selection.OracleLimit;

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
 * @param oracle how much of the test domain rules that look at it may see
 * @param strict layers in which the reference's defects are kept, sorted
 * @param baseline title of the method that figures compare with; null: {@link Baselines} finds it
 * @param perDataset what some data sets have otherwise, by name
 * @param tiers what the file itself says its tiers are; a tier that is not here is what {@link Tier} makes of the study
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
        OracleLimit oracle,
        List<String> strict,
        @Nullable String baseline,
        Map<String, DatasetFields> perDataset,
        Map<Tier, Study> tiers,
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
        perDataset = Collections.unmodifiableMap(new TreeMap<>(perDataset));
        tiers = Map.copyOf(tiers);
    }

    /** What {@code study.json} holds: the study as it was understood, every default written out. */
    public Map<String, Object> toJson() {
        return StudyJson.write(this);
    }

    /** The same study with more or less of everything. */
    public Study withTier(Tier tier) {
        Study own = tiers.get(tier);
        return own == null ? tier.apply(this) : own;
    }

    /** The study as one of its data sets has it: its own label, shifts, network, weights, baseline and training in place of the study's. */
    Study on(String dataset) {
        DatasetFields own = perDataset.get(dataset);
        StudyCopy copy = new StudyCopy(this);
        copy.datasets =
                datasets.stream().filter(spec -> spec.name().equals(dataset)).toList();
        copy.perDataset = Map.of();
        if (own != null) {
            copy.label = own.label() == null ? label : own.label();
            copy.shifts = own.shifts() == null ? shifts : own.shifts();
            copy.network = own.network() == null ? network : own.network();
            copy.weights = own.weights() == null ? weights : own.weights();
            copy.baseline = own.baseline() == null ? baseline : own.baseline();
            copy.training = own.training() == null ? training : own.training();
            copy.source = Overlay.source(source, "per-dataset." + dataset, own.written());
        }
        return copy.study();
    }

    /**
     * The file that the networks of a data set start from; null: they start at random.
     *
     * @param dataset name of one of the study's data sets
     */
    public @Nullable Path weightsOn(String dataset) {
        DatasetFields own = perDataset.get(dataset);
        return own == null || own.weights() == null ? weights : own.weights();
    }

    Study withAlgorithms(List<AlgorithmSpec> others) {
        StudyCopy copy = new StudyCopy(this);
        copy.algorithms = others;
        return copy.study();
    }

    Study withWeights(Path file) {
        StudyCopy copy = new StudyCopy(this);
        copy.weights = file;
        return copy.study();
    }

    Study withSeeds(List<Integer> others) {
        StudyCopy copy = new StudyCopy(this);
        copy.seeds = others;
        return copy.study();
    }

    Study withTiers(Map<Tier, Study> others) {
        StudyCopy copy = new StudyCopy(this);
        copy.tiers = others;
        return copy.study();
    }
}
