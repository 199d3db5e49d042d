package org.shiftbed.study;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.Seed;
import org.shiftbed.base.SeedHash;
import org.shiftbed.base.UserError;
import org.shiftbed.data.AbsentFiles;
import org.shiftbed.data.DatasetOutline;
import org.shiftbed.data.Datasets;
import org.shiftbed.data.ImageShape;
import org.shiftbed.data.Progress;
import org.shiftbed.data.Transforms;
import org.shiftbed.learn.Protocol;
import org.shiftbed.learn.TrainingTask;
import org.shiftbed.learn.algorithm.AlgorithmFactory;
import org.shiftbed.learn.augment.Augmentation;
import org.shiftbed.learn.hyperparameter.CommonHyperparameters;
import org.shiftbed.learn.hyperparameter.HyperparameterValues;
import org.shiftbed.learn.network.NetworkFactory;
import org.shiftbed.shift.Shift;
import org.shiftbed.study.selection.Selections;

/** Expands a study into trials, in the order of DomainBed's grid ({@code domainbed-protocol.md} 6.2) under both protocols. */
final class Planner {
    private final Study study;
    private final @Nullable Path dataFolder;
    private final String device;
    private final Registry registry;
    private final Progress progress;
    private final Hyperparameters hyperparameters;
    private final Map<Path, StartingWeights> weights = new HashMap<>();
    private final Map<String, PlannedTrial> trials = new LinkedHashMap<>();
    private final Set<String> warnings = new LinkedHashSet<>();
    private final List<String> leftOut = new ArrayList<>();
    private final Map<String, String> absent = new LinkedHashMap<>();
    private final boolean sketch;

    /** @param sketch whether data sets of DomainBed's protocol whose files are not here are planned from their outlines */
    Planner(
            Study study,
            @Nullable Path dataFolder,
            String device,
            Registry registry,
            Progress progress,
            boolean sketch) {
        this.sketch = sketch;
        this.study = study;
        this.progress = progress;
        this.dataFolder = dataFolder;
        this.device = device;
        this.registry = registry;
        this.hyperparameters = new Hyperparameters(study, registry);
    }

    Plan plan() {
        List<PlannedData> opened = new ArrayList<>();
        for (DatasetSpec dataset : study.datasets()) {
            opened.add(open(dataset, study.on(dataset.name())));
        }
        List<RuleChecks.Applied> applied = new ArrayList<>();
        for (PlannedData data : opened) {
            if (data.refusal() != null && !absent.containsKey(data.spec().name())) {
                continue;
            }
            data.settings()
                    .getOrDefault(study.seeds().get(0), List.of())
                    .forEach(setting ->
                            applied.add(new RuleChecks.Applied(data.spec().name(), setting)));
        }
        warnings.addAll(new RuleChecks(study).warnings(applied));
        for (int seed : study.seeds()) {
            for (PlannedData data : opened) {
                plan(seed, data);
            }
        }
        warnings.addAll(new RuleChecks(study).unread(trials.values()));
        warnings.addAll(AnnealWarnings.of(trials.values()));
        warnings.addAll(AutoLrWarnings.of(trials.values()));
        warnings.addAll(UntrainedWarnings.of(trials.values()));
        return new Plan(study, List.copyOf(trials.values()), List.copyOf(warnings), leftOut, absent);
    }

    /** Patience is for the rule that the study trusts most: another one would end at other steps. */
    private TrainingTask.@Nullable Patience patience(TrainingSpec training, AlgorithmSpec algorithm) {
        String rule = study.selection().get(0);
        return training.patience() == 0
                ? null
                : new TrainingTask.Patience(
                        training.patience(),
                        rule.equals(Selections.OWN)
                                ? Selections.declaredBy(algorithm.name(), algorithm.form(), study.protocol())
                                        .name()
                                : rule);
    }

    private PlannedData open(DatasetSpec dataset, Study own) {
        AnnouncedDatasets.Announced announced = study.protocol() == Protocol.CONTROLLED
                ? AnnouncedDatasets.find(dataset.name()).orElse(null)
                : null;
        String refusal = announced != null && !registry.datasets().containsKey(dataset.name())
                ? "not run: no data set " + dataset.name() + ", which this release does not read"
                : null;
        if (refusal == null) {
            OpenData opened = null;
            try {
                opened = OpenData.open(own, dataset, dataFolder, registry, progress);
            } catch (UserError e) {
                if (announced == null) {
                    return outlined(own, dataset, e);
                }
                refusal = "not run: no data of " + dataset.name() + ": " + e.getMessage();
            }
            if (opened != null) {
                return planned(own, dataset, opened);
            }
        }
        AbsentData absent = new AbsentData(own, Objects.requireNonNull(announced), registry);
        Map<Integer, List<PlannedSetting>> settings = new LinkedHashMap<>();
        study.seeds().forEach(seed -> settings.put(seed, absent.settings()));
        return new PlannedData(
                own,
                dataset,
                AbsentData.FINGERPRINT,
                absent.label(),
                absent.shape(),
                Transforms.NONE,
                own.network(),
                refusal,
                settings);
    }

    private PlannedData outlined(Study own, DatasetSpec dataset, UserError error) {
        DatasetOutline outline = registry.dataset(dataset.name())
                .outline(Datasets.resolve(dataset.name(), dataset.parameters(), dataset.path()))
                .orElse(null);
        if (!sketch || study.protocol() != Protocol.DOMAINBED || outline == null || !AbsentFiles.isCauseOf(error)) {
            throw error;
        }
        String refusal = "its files are not here, so numbers of rows, images and refusals cannot be told: "
                + String.valueOf(error.getMessage());
        absent.put(dataset.name(), refusal);
        OutlinedData data = new OutlinedData(own, dataset, outline, registry);
        Map<Integer, List<PlannedSetting>> settings = new LinkedHashMap<>();
        study.seeds().forEach(seed -> settings.put(seed, data.settings(seed)));
        return new PlannedData(
                own,
                dataset,
                AbsentData.FINGERPRINT,
                data.label(),
                outline.shape(),
                outline.transforms(),
                own.network(),
                refusal,
                settings);
    }

    private PlannedData planned(Study own, DatasetSpec dataset, OpenData opened) {
        Map<Integer, List<PlannedSetting>> settings = new LinkedHashMap<>();
        try (OpenData data = opened) {
            for (int seed : study.seeds()) {
                settings.put(seed, data.settings(seed));
            }
            warnings.addAll(data.warnings());
            leftOut.addAll(data.leftOut());
            return new PlannedData(
                    own,
                    dataset,
                    data.fingerprint(),
                    data.label(),
                    data.shape(),
                    data.transforms(),
                    data.network(),
                    null,
                    settings);
        }
    }

    /**
     * A shift that was applied.
     *
     * @param spec as written
     * @param setting in words
     * @param label attribute to predict
     * @param held environments held out, under DomainBed's protocol
     */
    record PlannedSetting(
            ShiftSpec spec,
            String setting,
            String label,
            Shift shift,
            PlannedSplit split,
            @Nullable List<Integer> held) {}

    private void plan(int seed, PlannedData data) {
        List<PlannedSetting> settings = data.settings().getOrDefault(seed, List.of());
        // Shifts go before algorithms; what is held out goes after them, as in the reference's grid.
        List<List<PlannedSetting>> groups = study.protocol() == Protocol.DOMAINBED
                ? List.of(settings)
                : settings.stream().map(List::of).toList();
        for (List<PlannedSetting> group : groups) {
            for (AlgorithmSpec algorithm : study.algorithms()) {
                List<Map<String, Object>> members = hyperparameters.members(data.spec(), algorithm, seed);
                for (PlannedSetting setting : group) {
                    for (int member = 0; member < members.size(); member++) {
                        add(seed, data, setting, algorithm, member, members.get(member));
                    }
                }
            }
        }
        for (PlannedSetting setting : settings) {
            String words = new RuleChecks.Applied(data.spec().name(), setting).words();
            long rows = setting.split().rows().training();
            int batch = data.study().training().batch();
            if (data.refusal() == null && study.protocol() == Protocol.CONTROLLED && batch > rows) {
                warnings.add(words + ": training.batch is " + batch + ", training has " + rows
                        + " rows: every batch repeats some");
            }
            for (String warning : setting.split().warnings()) {
                warnings.add(words + ": " + warning);
            }
        }
    }

    private void add(
            int seed,
            PlannedData data,
            PlannedSetting setting,
            AlgorithmSpec algorithm,
            int member,
            Map<String, Object> written) {
        AlgorithmFactory factory = registry.algorithm(algorithm.name());
        TrainingSpec training = data.study().training();
        int batch = algorithm.batch() > 0 ? algorithm.batch() : training.batch();
        String dataset = data.spec().name();
        String own = factory.ownNetwork();
        String named = own != null ? own : algorithm.network() == null ? data.network() : algorithm.network();
        if (own != null && algorithm.network() != null && !algorithm.network().equals(own)) {
            warnings.add(
                    dataset + ", " + algorithm.title() + ": network '" + algorithm.network() + "' changes nothing: "
                            + algorithm.name() + " trains a network of its own, and its trials name " + own);
        }
        List<Integer> held = setting.held();
        Backbone backbone = backbone(data, named, algorithm, written);
        if (backbone.note() != null) {
            warnings.add(dataset + ", " + algorithm.name() + ": " + backbone.note());
        }
        NetworkFactory network = registry.network(backbone.network());
        StartingWeights weights = weightsOf(data.study(), factory);
        Map<String, Object> values = started(written, network, weights);
        HyperparameterValues chosen = new HyperparameterValues(values);
        Augmentation augmentation = factory.augmentation(values);
        String unfit = augmentation == null ? null : augmentation.refuses(data.shape());
        ImageShape pictures = augmentation == null || unfit != null ? data.shape() : augmentation.shape(data.shape());
        ImageShape shape = factory.networkShape(pictures, values);
        if (weights != null && !network.needsWeights() && factory.ownNetwork() == null) {
            weights.checkFits(network, shape, chosen);
        }
        for (String name : hyperparameters.written(algorithm)) {
            String unread = UnreadWarnings.why(
                    name,
                    List.copyOf(values.keySet()),
                    factory,
                    algorithm.form(),
                    network,
                    named != null,
                    study.protocol(),
                    data.shape(),
                    data.transforms());
            if (unread != null) {
                warnings.add(dataset + ", " + algorithm.name() + ": hyperparameter '" + name + "' changes nothing: "
                        + unread);
            }
        }
        Trial trial = new Trial(
                study.protocol(),
                dataset,
                data.spec().identity(),
                data.fingerprint(),
                setting.label(),
                setting.spec().kind(),
                setting.shift().parameters(),
                algorithm.name(),
                algorithm.form(),
                factory.info().resultsVersion(),
                values,
                backbone.network(),
                weights == null ? null : weights.identity(),
                training.steps(),
                batch,
                training.checkpointEvery() > 0
                        ? training.checkpointEvery()
                        : DomainBedDefaults.checkpointEvery(dataset),
                training.precision(),
                training.threads(),
                device,
                study.strict(),
                member,
                seed,
                runSeed(seed, dataset, algorithm.name(), held, member),
                held,
                patience(training, algorithm));
        PlannedSplit split = setting.split();
        String refusal = data.refusal();
        if (refusal == null) {
            refusal = weights != null && weights.refusal() != null
                    ? weights.refusal()
                    : split.refusal(factory, study.protocol(), algorithm.form(), Set.copyOf(study.strict()), values);
        }
        if (refusal == null && weights == null && needsWeights(factory)) {
            refusal = "not run: no weights for " + algorithm.title()
                    + ", which starts from a file that you bring; name it as 'weights: FILE'";
        }
        if (refusal == null) {
            refusal = unfit == null
                    ? Stages.refusal(factory, pictures, network, values, weights != null, training.steps())
                    : unfit;
        }
        if (refusal == null) {
            refusal = SingleRows.refusal(
                    factory,
                    algorithm.form(),
                    network,
                    shape,
                    chosen,
                    study.protocol(),
                    split.shares(),
                    split.rows().environments(),
                    study.protocol() == Protocol.CONTROLLED ? batch : chosen.whole("batch_size", 1),
                    training.steps());
        }
        PlannedTrial planned = new PlannedTrial(
                trial.id(),
                trial,
                algorithm.title(),
                setting.setting(),
                split.environments(),
                split.rows(),
                refusal == null ? backbone.refusal() : refusal);
        PlannedTrial before = trials.put(planned.id(), planned);
        if (before != null && !before.method().equals(planned.method())) {
            throw new UserError(study.source().place(algorithm.path()) + ": on " + dataset + " '" + planned.method()
                    + "' is the same training as '" + before.method()
                    + "': same algorithm, network and hyperparameters; keep one of them");
        }
    }

    /** With the random start of the controlled study, where the network has one and starts at random, so that a trial says what it starts from. */
    private Map<String, Object> started(
            Map<String, Object> values, NetworkFactory network, @Nullable StartingWeights weights) {
        if (study.protocol() != Protocol.CONTROLLED
                || weights != null
                || values.containsKey(CommonHyperparameters.INIT)
                || !network.reads().contains(CommonHyperparameters.INIT)) {
            return values;
        }
        Map<String, Object> all = new TreeMap<>(values);
        all.put(CommonHyperparameters.INIT, CommonHyperparameters.RELEASE_INIT);
        return all;
    }

    /**
     * Where a method of the study is nothing without the file, the file is for such methods alone: the others are what they are beside it.
     *
     * @param own the study as the data set has it
     */
    private @Nullable StartingWeights weightsOf(Study own, AlgorithmFactory factory) {
        boolean forSome =
                study.algorithms().stream().anyMatch(algorithm -> needsWeights(registry.algorithm(algorithm.name())));
        return own.weights() == null || forSome && !needsWeights(factory)
                ? null
                : weights.computeIfAbsent(own.weights(), file -> StartingWeights.of(file, own.source()));
    }

    private static boolean needsWeights(AlgorithmFactory factory) {
        return factory.info().needs().contains(AlgorithmFactory.WEIGHTS);
    }

    private Backbone backbone(
            PlannedData data, @Nullable String named, AlgorithmSpec algorithm, Map<String, Object> values) {
        try {
            return Backbone.of(
                    named,
                    data.shape(),
                    study.protocol(),
                    values,
                    study.strict(),
                    weightsOf(data.study(), registry.algorithm(algorithm.name())) != null,
                    registry);
        } catch (UserError e) {
            throw Located.at(study.source(), algorithm.path(), algorithm.name(), e);
        }
    }

    /** DomainBed's own seed of a run; a controlled run's follows from its seed alone, so that methods share what they can. */
    static long runSeed(int seed, String dataset, String algorithm, @Nullable List<Integer> held, int member) {
        if (held == null) {
            return Seed.of("run", seed).key() & 0x7fffffffL;
        }
        return SeedHash.of(dataset, algorithm, held, member, seed);
    }
}
