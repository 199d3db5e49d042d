package org.shiftbed.study;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.shiftbed.base.CanonicalJson;
import org.shiftbed.base.file.FieldSpec;
import org.shiftbed.base.file.Groups.Fields;
import org.shiftbed.base.file.Groups.ListOf;
import org.shiftbed.base.file.Groups.Named;
import org.shiftbed.base.file.Groups.WordOr;
import org.shiftbed.base.file.Scalars.Anything;
import org.shiftbed.base.file.Scalars.Decimal;
import org.shiftbed.base.file.Scalars.Flag;
import org.shiftbed.base.file.Scalars.Name;
import org.shiftbed.base.file.Scalars.Text;
import org.shiftbed.base.file.Scalars.Whole;
import org.shiftbed.base.file.Shape;
import org.shiftbed.data.DatasetFactory;
import org.shiftbed.learn.algorithm.AlgorithmFactory;
import org.shiftbed.learn.hyperparameter.CommonHyperparameters;
import org.shiftbed.learn.hyperparameter.Hyperparameter;
import org.shiftbed.shift.ShiftFactory;
import org.shiftbed.shift.Shifts;
import org.shiftbed.study.selection.Selections;

/** Every field of a study file, once: reading, the JSON Schema and the table of the documentation are made from it. */
final class StudyFields {
    /** The shift of DomainBed's protocol. */
    static final String LEAVE_DOMAINS_OUT = "leave-domains-out";

    static final List<String> LAYERS = List.of("algorithm", "data", "network");

    private static final List<String> PER_DATASET =
            List.of("label", "shifts", "network", "weights", "training", "baseline");
    private static final List<String> NOT_IN_TIERS = List.of("study", "protocol");
    private static final String DATASET_SAYS = "what the study says";
    private static final String TIER_SAYS = "what the file says";

    private static final Text METHOD = new Text("\\S(.*\\S)?", "the name of a method");

    private static final Text ATTRIBUTE = new Text("\\S(.*\\S)?", "the name of an attribute");

    /** It may become a folder, also under Windows: there, names of devices and a blank or full stop at the end are not possible. */
    static final Text STUDY_NAME = new Text(
            "(?!([Cc][Oo][Nn]|[Pp][Rr][Nn]|[Aa][Uu][Xx]|[Nn][Uu][Ll]|([Cc][Oo][Mm]|[Ll][Pp][Tt])[0-9¹²³]) *([.].*)?$)"
                    + "[\\p{L}\\p{N}]([\\p{L}\\p{N}._ -]{0,62}[\\p{L}\\p{N}_-])?",
            "a name of at most 64 letters, digits, spaces, '-', '_' and '.', beginning with a letter or digit, not ending"
                    + " with a space or '.', and not one that Windows keeps for devices (CON, NUL, aux.txt)");

    private final Registry registry;

    StudyFields(Registry registry) {
        this.registry = registry;
    }

    /** The whole file. */
    Fields root() {
        Named dataset = dataset();
        List<FieldSpec> fields = new ArrayList<>();
        fields.add(new FieldSpec("study", STUDY_NAME, "", "the study's name, its identity: a folder holds one study"));
        fields.add(
                new FieldSpec(
                        "protocol",
                        new Name("protocol", List.of("controlled", "domainbed")),
                        "controlled",
                        "conventions: 'controlled' draws one batch across weighted parts, 'domainbed' one batch an environment"));
        fields.add(new FieldSpec("dataset", dataset, "none", "the data set; write 'datasets' for several"));
        fields.add(new FieldSpec("datasets", new ListOf(dataset, 1, true), "none", "the data sets"));
        fields.add(new FieldSpec("label", ATTRIBUTE, "the data set's own", "the attribute to predict"));
        fields.add(new FieldSpec(
                "shifts",
                new ListOf(shift(), 1, true),
                "[none]",
                "controlled",
                "how training and test differ, one setting each"));
        fields.add(new FieldSpec(
                "conditions", conditions(), "clean and whole", "controlled", "conditions applied after every shift"));
        fields.add(new FieldSpec("algorithms", new ListOf(algorithm(), 1, true), "", "the methods to compare"));
        fields.add(new FieldSpec(
                "network", network(), "by the size of the pictures", "the network that every method trains"));
        fields.add(
                new FieldSpec(
                        "weights",
                        new Text(
                                "\\S(.*\\S)?",
                                "the path of a file, from the study file's folder on, or from ~, the home folder"),
                        "none: networks start at random",
                        "a file of pretrained weights that every network starts from, or, where a method of the study is nothing without one, those of such methods: safetensors, a state dict of torch.save, or TorchScript"));
        fields.add(new FieldSpec(
                "search",
                search(),
                "{random: {draws: 1}}; {random: {draws: 20}} under domainbed",
                "how hyperparameters are chosen"));
        fields.add(
                new FieldSpec(
                        "seeds",
                        new SeedsShape(),
                        "[0, 1, 2]",
                        "controlled",
                        "run seeds, by number: every search is done once for each; a list, for a plain number could mean how many"));
        fields.add(new FieldSpec("trials", new Whole(1, 1000), "3", "domainbed", "how many trial seeds: 0, 1, ..."));
        fields.add(
                new FieldSpec(
                        "test-environments",
                        new WordOr(
                                List.of("single", "pairs"),
                                new ListOf(new ListOf(Whole.atLeast(0), 1, true), 1, false)),
                        "pairs where there are at least three environments, else single",
                        "domainbed",
                        "what is held out: each environment, each and every pair (leave-one-domain-out selection needs them), or lists of indices"));
        fields.add(new FieldSpec(
                "holdout",
                new Decimal(0, 1, true),
                "0.2",
                "domainbed",
                "fraction of an environment's rows kept for validation"));
        fields.add(new FieldSpec("training", TrainingShape.fields(), "see its fields", "how every trial is trained"));
        fields.add(new FieldSpec(
                "selection",
                new ListOf(
                        new Name("selection rule", Selections.names(), Map.of("worst-shift", "is not in this release")),
                        1,
                        true),
                "[id, oracle-best]; [iid, loo, oracle] under domainbed, with own before them where an algorithm has form auto-lr",
                "the rules that the report shows; the first is the headline"));
        fields.add(OracleField.spec());
        fields.add(new FieldSpec(
                "strict",
                strict(),
                "none; all under domainbed",
                "layers in which the reference's defects are kept: true, false, or some of algorithm, data, network"));
        fields.add(new FieldSpec(
                "baseline",
                METHOD,
                "the ERM of the study's network",
                "controlled",
                "the method that figures compare the others with, by the name that tables give it"));
        fields.add(
                new FieldSpec(
                        "per-dataset",
                        new PerDatasetShape(
                                datasetNames(),
                                new Fields("fields of a data set", optional(fields, PER_DATASET, DATASET_SAYS))),
                        "none",
                        "controlled",
                        "fields that some data sets have otherwise than the study: label, shifts, network, weights, training, baseline"));
        fields.add(new FieldSpec(
                "tiers",
                tiers(fields),
                "what --tier makes of any study",
                "what a tier of this study is: fields" + " that stand in for those of the file under --tier"));
        return new Fields("a study", fields);
    }

    private List<String> datasetNames() {
        List<String> names = new ArrayList<>(registry.datasets().keySet());
        AnnouncedDatasets.names().stream().filter(name -> !names.contains(name)).forEach(names::add);
        return names;
    }

    private static Fields tiers(List<FieldSpec> fields) {
        List<String> names = fields.stream()
                .map(FieldSpec::name)
                .filter(name -> !NOT_IN_TIERS.contains(name))
                .toList();
        List<FieldSpec> tiers = new ArrayList<>();
        for (Tier tier : Tier.values()) {
            tiers.add(
                    new FieldSpec(
                            tier.word(),
                            new Fields("fields of a study", optional(fields, names, TIER_SAYS)),
                            "what --tier " + tier.word() + " makes of any study",
                            "the study under --tier " + tier.word()
                                    + ": what stands here replaces the file's field, of training and conditions each by itself"));
        }
        return new Fields("tiers", tiers);
    }

    /** Some fields, none of which must be written. */
    private static List<FieldSpec> optional(List<FieldSpec> fields, List<String> names, String standard) {
        return fields.stream()
                .filter(spec -> names.contains(spec.name()))
                .map(spec -> new FieldSpec(spec.name(), spec.shape(), standard, spec.protocol(), spec.help()))
                .toList();
    }

    /** The fields that name something registered: they stand in the schema once and are referred to. */
    List<Named> named() {
        return List.of(dataset(), shift(), algorithm(), search());
    }

    private Name network() {
        return new Name("network", List.copyOf(registry.networks().keySet()));
    }

    private Named dataset() {
        Map<String, Shape> entries = new TreeMap<>();
        for (DatasetFactory factory : registry.datasets().values()) {
            List<FieldSpec> fields = new ArrayList<>();
            for (DatasetFactory.Parameter parameter : factory.parameters()) {
                fields.add(new FieldSpec(
                        parameter.name(),
                        new ParameterShape(parameter),
                        shown(parameter.standard()),
                        sentence(parameter.help())));
            }
            entries.put(factory.name(), new Fields("the parameters of " + factory.name(), fields));
        }
        for (String name : AnnouncedDatasets.names()) {
            entries.putIfAbsent(name, new Fields("the parameters of " + name, List.of()));
        }
        return new Named("data set", entries, Map.of());
    }

    private Named shift() {
        Map<String, Shape> entries = new TreeMap<>();
        for (ShiftFactory factory : registry.shifts().values()) {
            if (factory.kind().equals(LEAVE_DOMAINS_OUT)) {
                continue;
            }
            List<FieldSpec> fields = new ArrayList<>();
            Set<String> own = new HashSet<>();
            for (ShiftFactory.Field field : factory.fields()) {
                own.add(field.name());
                // The shift room checks what it holds, where the data are known.
                fields.add(new FieldSpec(
                        field.name(),
                        new Anything(),
                        field.standard().isEmpty() ? "must be given" : field.standard(),
                        field.help() + " (" + field.type() + ")"));
            }
            for (ShiftFactory.Field field : Shifts.commonFields()) {
                if (!own.contains(field.name())) {
                    fields.add(new FieldSpec(field.name(), common(field.name()), field.standard(), field.help()));
                }
            }
            entries.put(factory.kind(), new Fields("the fields of " + factory.kind(), fields));
        }
        return new Named(
                "shift", entries, Map.of(LEAVE_DOMAINS_OUT, "is what 'protocol: domainbed' does; write that instead"));
    }

    /** The fields that every shift takes, checked while the file is read. */
    private static Shape common(String name) {
        return switch (name) {
            case "environments", "label" -> ATTRIBUTE;
            case "sampler" -> new Name("sampler", List.of("parts", "importance", "none"));
            case "max-weight" -> new Decimal(0, 1_000_000, true);
            case "clip" -> new Flag();
            default -> new Anything();
        };
    }

    private static Fields conditions() {
        return new Fields(
                "conditions",
                List.of(
                        new FieldSpec(
                                "noise",
                                new ListOf(new NoiseShape(ATTRIBUTE), 1, true),
                                "[0]",
                                "probability that a training label is replaced by a uniform draw; or a map that says what is"
                                        + " corrupted and how"),
                        new FieldSpec(
                                "size",
                                new ListOf(new WordOr(List.of("all"), Whole.atLeast(1)), 1, true),
                                "[all]",
                                "training rows in all"),
                        new FieldSpec(
                                "noise-frozen",
                                new Flag(),
                                "false",
                                "draw the noise of a row once, not at every visit")));
    }

    private Named algorithm() {
        Map<String, Shape> entries = new TreeMap<>();
        for (AlgorithmFactory factory : registry.algorithms().values()) {
            List<FieldSpec> fields = new ArrayList<>();
            fields.add(
                    new FieldSpec(
                            "form",
                            new Name("form", factory.info().forms()),
                            "the protocol's, where it exists",
                            "which formulas: DomainBed's or those of the controlled study; auto-lr: DomainBed's, with a learning rate that falls by itself"));
            fields.add(new FieldSpec(
                    "as", METHOD, "the algorithm's name", "what tables call it, where it stands in a study twice"));
            fields.add(new FieldSpec("network", network(), "the study's", "the network that this method trains"));
            fields.add(new FieldSpec(
                    "batch",
                    new Whole(2, CommonHyperparameters.MOST_ROWS),
                    "training.batch",
                    "rows of its batches over all environments, protocol controlled"));
            for (Hyperparameter entry : registry.hyperparameters(factory)) {
                fields.add(new FieldSpec(
                        entry.name(), new HyperparameterShape(entry), shown(entry.standard()), sentence(entry.help())));
            }
            entries.put(
                    factory.info().name(),
                    new AlgorithmShape(
                            new Fields("hyperparameters of " + factory.info().name(), fields)));
        }
        return new Named("algorithm", entries, Map.of());
    }

    private Named search() {
        Map<String, Shape> entries = new TreeMap<>();
        entries.put(
                "random",
                new Fields(
                        "a random search",
                        List.of(new FieldSpec(
                                "draws", new Whole(1, 10_000), "", "members of a search; the first is the defaults"))));
        entries.put(
                "grid",
                new Fields(
                        "a grid search",
                        List.of(
                                new FieldSpec(
                                        "cap", new Whole(0, 10_000), "8", "most members of a search; 0 keeps them all"),
                                new FieldSpec(
                                        "axes",
                                        new ListOf(new Text("[A-Za-z_]\\w*", "the name of a hyperparameter"), 1, true),
                                        "all that are lists or declared",
                                        "the only hyperparameters that the grid goes through; others keep their"
                                                + " defaults"))));
        entries.put("given", new GivenShape());
        String later = "is not in this release; take random, grid or given";
        return new Named("search", entries, Map.of("asha", later, "successive-halving", later));
    }

    private static Shape strict() {
        List<FieldSpec> layers = new ArrayList<>();
        for (String layer : LAYERS) {
            layers.add(
                    new FieldSpec(layer, new Flag(), "the protocol's", "keep the reference's defects in this layer"));
        }
        return new StrictShape(new Fields("layers", layers), new ListOf(new Name("layer", LAYERS), 0, true));
    }

    /** A default in words: an empty one would say that the field must be written. */
    private static String shown(Object standard) {
        if (standard instanceof Map<?, ?>) {
            // Sorted: the order of an immutable map differs from one start of Java to the next.
            return CanonicalJson.text(standard);
        }
        return "".equals(standard) ? "empty" : String.valueOf(standard);
    }

    /** A help text without its final stop: the schema adds one. */
    private static String sentence(String help) {
        return help.endsWith(".") ? help.substring(0, help.length() - 1) : help;
    }
}
