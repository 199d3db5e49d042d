package org.shiftbed.study;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.UserError;
import org.shiftbed.base.file.YamlNode;
import org.shiftbed.base.file.YamlNode.Entry;
import org.shiftbed.base.file.YamlNode.Mapping;
import org.shiftbed.base.file.YamlNode.Scalar;
import org.shiftbed.base.file.YamlNode.Sequence;
import org.shiftbed.data.Progress;
import org.shiftbed.shift.Split;

/**
 * One setting of a shift on a data set, built as a study would build it, without training.
 *
 * @param kind of the shift
 * @param setting in words
 * @param split with its manifest
 */
public record ShiftPreview(String kind, String setting, Split split) {
    private static final String COMMAND = "data inspect";

    /**
     * Every setting that a shift means.
     *
     * @param dataset {@code sprites}, or with parameters {@code sprites:side=16} ({@link WrittenFields})
     * @param parameters more of them, {@code name=value} each
     * @param shift {@code low-data:attribute=color,samples=[1,10]}
     * @param size training rows in all; null: all
     * @param seed run seed, or trial_seed of leave-domains-out
     * @param dataFolder where named data sets lie; null where none was given
     * @throws UserError where a flag is wrong or the shift cannot be; one line that names it
     */
    public static List<ShiftPreview> of(
            String dataset,
            List<String> parameters,
            String shift,
            @Nullable Integer size,
            int seed,
            @Nullable Path dataFolder) {
        if (seed < 0) {
            throw new UserError("--seed: must be a whole number of at least 0, found " + seed);
        }
        List<Entry> fields = new ArrayList<>();
        fields.add(entry("study", new Scalar("inspect", 0)));
        fields.add(entry("dataset", dataset(dataset, parameters)));
        fields.add(entry("algorithms", new Sequence(List.of(new Scalar("ERM", 0)), 0)));
        SingleTrial.addShift(WrittenFields.node(shift, "--shift"), fields);
        if (size != null) {
            Entry rows = entry("size", new Sequence(List.of(new Scalar((long) size, 0)), 0));
            fields.add(entry("conditions", new Mapping(List.of(rows), 0)));
        }
        Registry registry = Registry.installed();
        Study study =
                StudyFile.resolve(new Mapping(fields, 0), COMMAND, registry).withSeeds(List.of(seed));
        List<ShiftPreview> all = new ArrayList<>();
        try (OpenData data = OpenData.open(study, study.datasets().get(0), dataFolder, registry, Progress.NONE)) {
            for (Planner.PlannedSetting setting : data.settings(seed)) {
                all.add(new ShiftPreview(setting.spec().kind(), setting.setting(), data.split(setting.shift(), seed)));
            }
        }
        return all;
    }

    /** The manifest of the split: parts, cells, strengths. */
    public Map<String, Object> manifest() {
        return split.manifest();
    }

    private static YamlNode dataset(String written, List<String> parameters) {
        YamlNode node = WrittenFields.node(written, COMMAND);
        if (parameters.isEmpty()) {
            return node;
        }
        String name = written;
        List<Entry> values = new ArrayList<>();
        if (node instanceof Mapping mapping) {
            Entry named = mapping.entries().get(0);
            name = named.key();
            values.addAll(((Mapping) named.value()).entries());
        }
        parameters.forEach(pair -> WrittenFields.add(values, pair, "--set"));
        return new Mapping(List.of(entry(name, new Mapping(values, 0))), 0);
    }

    private static Entry entry(String name, YamlNode value) {
        return new Entry(name, 0, value);
    }
}
