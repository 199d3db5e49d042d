package org.shiftbed.study;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.UserError;
import org.shiftbed.base.file.YamlNode;
import org.shiftbed.base.file.YamlNode.Entry;
import org.shiftbed.base.file.YamlNode.Mapping;
import org.shiftbed.base.file.YamlNode.Scalar;
import org.shiftbed.base.file.YamlNode.Sequence;
import org.shiftbed.learn.algorithm.AlgorithmFactory;
import org.shiftbed.study.selection.Selections;

/**
 * One trial from the flags of {@code shiftbed train}, checked as a study file is: it becomes a study of one trial.
 *
 * @param dataset {@code sprites}, or with parameters {@code sprites:side=16,stride=position:4} ({@link WrittenFields})
 * @param algorithm registered name
 * @param shift {@code spurious-correlation:attribute=color,samples=10}; lists as {@code values=[red,blue]}; {@code leave-domains-out:test=2}
 *     trains under DomainBed's protocol; null: none
 * @param hyperparameters {@code name=value} each; {@code form=NAME} is the form of the algorithm
 * @param steps updates; null: the protocol's default
 * @param seed run seed, or trial_seed under DomainBed's protocol
 * @param weights file that the network starts from; null: it starts at random
 * @param fields others of a study file, by their path: {@code network}, {@code training.batch}, ...; the values as written there
 */
public record SingleTrial(
        String dataset,
        String algorithm,
        @Nullable String shift,
        List<String> hyperparameters,
        @Nullable Integer steps,
        int seed,
        @Nullable Path weights,
        Map<String, String> fields) {
    private static final String COMMAND = "train";

    public SingleTrial {
        hyperparameters = List.copyOf(hyperparameters);
        fields = Collections.unmodifiableMap(new TreeMap<>(fields));
    }

    /** From random weights, every other field at its default. */
    public SingleTrial(
            String dataset,
            String algorithm,
            @Nullable String shift,
            List<String> hyperparameters,
            @Nullable Integer steps,
            int seed) {
        this(dataset, algorithm, shift, hyperparameters, steps, seed, null, Map.of());
    }

    /**
     * The study of this one trial, as resolved.
     *
     * @throws UserError where a flag is wrong; one line that names it
     */
    public Study study() {
        if (seed < 0) {
            throw new UserError("--seed: must be a whole number of at least 0, found " + seed);
        }
        List<Entry> all = new ArrayList<>();
        all.add(entry("study", new Scalar("train", 0)));
        all.add(entry("dataset", WrittenFields.node(dataset, "--dataset")));
        all.add(entry("algorithms", new Sequence(List.of(method()), 0)));
        all.add(entry("search", map(entry("random", map(entry("draws", new Scalar(1L, 0)))))));
        if (steps != null) {
            all.add(entry("training", map(entry("steps", new Scalar((long) steps, 0)))));
        }
        fields.forEach((path, value) -> WrittenFields.add(all, path + "=" + value, COMMAND));
        if (shift != null) {
            shift(WrittenFields.node(shift, "--shift"), all);
        }
        Study study = StudyFile.resolve(new Mapping(all, 0), COMMAND, Registry.installed())
                .withSeeds(List.of(seed));
        return weights == null ? study : study.withWeights(weights);
    }

    /**
     * The plan of this one trial.
     *
     * @param dataFolder where named data sets lie; null where none was given
     * @throws UserError where a flag is wrong, or the trial is refused
     */
    public Plan plan(@Nullable Path dataFolder, String device) {
        Plan plan = Plan.of(study(), dataFolder, device);
        for (PlannedTrial refused : plan.refused()) {
            throw new UserError(COMMAND + ": " + refused.refusal());
        }
        return plan;
    }

    private void shift(YamlNode written, List<Entry> all) {
        if (addShift(written, all) && !fields.containsKey("selection")) {
            boolean autoLr = hyperparameters.contains("form=" + AlgorithmFactory.AUTO_LR);
            List<YamlNode> rules = Stream.of(autoLr ? Selections.OWN : "iid", "oracle")
                    .<YamlNode>map(rule -> new Scalar(rule, 0))
                    .toList();
            all.add(entry("selection", new Sequence(rules, 0)));
        }
    }

    /**
     * Adds a shift to the fields of a study.
     *
     * @return whether it is that of DomainBed's protocol, which is added too
     */
    static boolean addShift(YamlNode written, List<Entry> all) {
        YamlNode.Entry named = written instanceof Mapping mapping
                ? mapping.entries().get(0)
                : entry(String.valueOf(((Scalar) written).value()), new Scalar(null, 0));
        if (named.key().equals(StudyFields.LEAVE_DOMAINS_OUT)) {
            all.add(entry("protocol", new Scalar("domainbed", 0)));
            List<Entry> given = named.value() instanceof Mapping map ? map.entries() : List.of();
            boolean held = false;
            for (Entry entry : given) {
                if (entry.key().equals("test")) {
                    held = true;
                    all.add(entry("test-environments", new Sequence(List.of(entry.value()), 0)));
                } else if (entry.key().equals("holdout")) {
                    all.add(entry("holdout", entry.value()));
                } else {
                    throw new UserError("--shift: leave-domains-out takes test and holdout, found '"
                            + YamlNode.oneLine(entry.key()) + "'");
                }
            }
            if (!held) {
                throw new UserError("--shift: leave-domains-out needs test, for example leave-domains-out:test=2");
            }
            return true;
        }
        all.add(entry("shifts", new Sequence(List.of(written), 0)));
        return false;
    }

    private YamlNode method() {
        List<Entry> values = new ArrayList<>();
        for (String pair : hyperparameters) {
            WrittenFields.add(values, pair, "--hparam");
        }
        return values.isEmpty() ? new Scalar(algorithm, 0) : map(entry(algorithm, new Mapping(values, 0)));
    }

    private static Mapping map(Entry... entries) {
        return new Mapping(List.of(entries), 0);
    }

    private static Entry entry(String name, YamlNode value) {
        return new Entry(name, 0, value);
    }
}
