package org.shiftbed.study;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.Names;
import org.shiftbed.base.UserError;
import org.shiftbed.data.Attribute;
import org.shiftbed.data.AttributeTable;
import org.shiftbed.data.DataSource;
import org.shiftbed.data.Dataset;
import org.shiftbed.data.Datasets;
import org.shiftbed.data.ImageShape;
import org.shiftbed.data.Progress;
import org.shiftbed.data.Transforms;
import org.shiftbed.learn.Networks;
import org.shiftbed.learn.Protocol;
import org.shiftbed.shift.Conditions;
import org.shiftbed.shift.LabelNoise;
import org.shiftbed.shift.Shift;
import org.shiftbed.shift.ShiftFactory;
import org.shiftbed.shift.Split;

/**
 * A data set while a plan looks at it: every shift of the study is made and applied to its table. Where its bytes depend on the run, one run
 * stands for all: the numbers of rows do not differ.
 */
final class OpenData implements AutoCloseable {
    /** Tables up to this size are split for every seed of a plan; of larger ones the first seed stands for all. */
    private static final int EVERY_SEED = 100_000;

    private final Study study;
    private final DatasetSpec spec;
    private final Dataset dataset;
    private final AttributeTable table;
    private final Registry registry;
    private final Map<String, PlannedSplit> applied = new HashMap<>();

    private OpenData(Study study, DatasetSpec spec, Dataset dataset, Registry registry) {
        this.study = study;
        this.spec = spec;
        this.dataset = dataset;
        this.table = dataset.attributes();
        this.registry = registry;
    }

    static OpenData open(Study study, DatasetSpec spec, @Nullable Path folder, Registry registry, Progress progress) {
        Dataset dataset;
        try {
            dataset = Datasets.open(
                    spec.name(),
                    spec.parameters(),
                    new DataSource(folder, 0, study.strict().contains("data"), progress));
        } catch (UserError e) {
            throw Located.at(study.source(), spec.path(), spec.name(), e);
        }
        return new OpenData(study, spec, dataset, registry);
    }

    String fingerprint() {
        return dataset.fingerprint();
    }

    ImageShape shape() {
        return dataset.shape();
    }

    Transforms transforms() {
        return dataset.transforms();
    }

    /** The network that the study names, if it can take these pictures; null where it names none. */
    @Nullable
    String network() {
        String given = study.network();
        if (given == null) {
            return null;
        }
        String place = study.source().place("network");
        String refused = Networks.refusal(Networks.require(given, place), dataset.shape());
        if (refused != null) {
            throw new UserError(place + ": network '" + given + "' cannot take the examples of " + spec.name() + " ("
                    + dataset.shape() + "): " + refused);
        }
        return given;
    }

    /** Files that were left out: data set, path and cause, one line each. */
    List<String> leftOut() {
        return dataset.leftOut().stream().map(file -> spec.name() + ": " + file).toList();
    }

    /** One line each: what is allowed here, and seldom meant. */
    List<String> warnings() {
        String named = network();
        String network = named == null ? Networks.defaultFor(dataset.shape(), study.protocol()) : named;
        String warning = Networks.require(network, "network").warns(dataset.shape());
        List<String> all = new ArrayList<>();
        dataset.notes().forEach(note -> all.add(spec.name() + ": " + note));
        if (warning != null) {
            all.add(spec.name() + " (" + dataset.shape() + "): network " + network + " " + warning);
        }
        return all;
    }

    /** The label of the study or of the data set. */
    String label() {
        if (study.label() == null) {
            return dataset.label();
        }
        checkLabel(study.label(), "label");
        return study.label();
    }

    private void checkLabel(String label, String path) {
        String place = study.source().place(path);
        if (!table.has(label)) {
            throw Names.unknown(place, "attribute of " + spec.name(), label, attributes());
        }
        long values = Arrays.stream(table.column(label)).distinct().count();
        if (values < 2) {
            throw new UserError(place + ": attribute '" + label + "' of " + spec.name()
                    + " has one value only, so there is nothing to predict; name another attribute");
        }
    }

    /** Every setting of every shift under one seed. */
    List<Planner.PlannedSetting> settings(int seed) {
        return study.protocol() == Protocol.DOMAINBED ? heldOut(seed) : shifts(seed);
    }

    private List<Planner.PlannedSetting> heldOut(int seed) {
        String domain = dataset.domain();
        if (domain == null) {
            throw new UserError(study.source().place(spec.path()) + ": '" + spec.name()
                    + "' has no domains of its own, which protocol domainbed needs; it has the attributes "
                    + String.join(", ", attributes()));
        }
        List<String> names = table.attribute(domain).values();
        ShiftSpec shift = study.shifts().get(0);
        List<Planner.PlannedSetting> all = new ArrayList<>();
        for (List<Integer> held : HeldOut.of(study, spec, names)) {
            Shift made = make(shift.kind(), HeldOut.fields(study, held, seed), Conditions.NONE, shift.path());
            // Sizes do not depend on the trial seed.
            PlannedSplit split = applied.computeIfAbsent(String.valueOf(held), key -> apply(made, seed, shift.path()));
            all.add(new Planner.PlannedSetting(shift, made.setting(), label(), made, split, held));
        }
        return all;
    }

    private List<Planner.PlannedSetting> shifts(int seed) {
        List<Planner.PlannedSetting> all = new ArrayList<>();
        for (ShiftSpec spec : study.shifts()) {
            for (int size : study.sizes()) {
                for (int i = 0; i < study.noise().size(); i++) {
                    LabelNoise noise = study.noise().get(i);
                    Conditions conditions = new Conditions(size, noise.clean() ? LabelNoise.NONE : noise);
                    Shift made = make(spec.kind(), spec.fields(), conditions, spec.path());
                    checkNoise(made, noise, i);
                    String key =
                            String.valueOf(made.parameters()) + (table.rows() <= EVERY_SEED ? " seed " + seed : "");
                    PlannedSplit split = applied.computeIfAbsent(key, k -> apply(made, seed, spec.path()));
                    String label = spec.fields().get("label") instanceof String own ? own : label();
                    all.add(new Planner.PlannedSetting(spec, made.setting(), label, made, split, null));
                }
            }
        }
        return new Settings(study.source()).distinct(all);
    }

    private void checkNoise(Shift made, LabelNoise noise, int index) {
        Map<String, Object> parameters = made.parameters();
        String label = String.valueOf(parameters.get("label"));
        String environments = parameters.get("environments") instanceof String name ? name : null;
        String problem = noise.problem(table, label, environments);
        if (problem != null) {
            String path = "conditions.noise";
            String item = path + "[" + index + "]";
            boolean list = study.source().lines().containsKey(item);
            throw new UserError(study.source().place(list ? item : path) + ": " + problem);
        }
    }

    private Shift make(String kind, Map<String, Object> fields, Conditions conditions, String path) {
        String label = label();
        if (fields.get("label") instanceof String own) {
            checkLabel(own, path + ".label");
        }
        ShiftFactory factory = registry.shift(kind);
        try {
            return factory.create(
                    new ShiftFactory.Request(spec.name(), label, dataset.domain(), null, fields, conditions));
        } catch (UserError e) {
            throw Located.at(study.source(), path, kind, e);
        }
    }

    private PlannedSplit apply(Shift shift, int seed, String path) {
        try {
            return PlannedSplit.of(shift.apply(table, TrialSetup.shiftSeed(seed)), study.protocol());
        } catch (UserError e) {
            throw Located.at(study.source(), path, shift.kind(), e);
        }
    }

    /** The split of a shift that {@link #settings} gave. */
    Split split(Shift shift, int seed) {
        return shift.apply(table, TrialSetup.shiftSeed(seed));
    }

    private TreeSet<String> attributes() {
        return new TreeSet<>(table.attributes().stream().map(Attribute::name).toList());
    }

    @Override
    public void close() {
        dataset.close();
    }
}
