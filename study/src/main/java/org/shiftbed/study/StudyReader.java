package org.shiftbed.study;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.Names;
import org.shiftbed.base.UserError;
import org.shiftbed.base.file.Source;
import org.shiftbed.data.Datasets;
import org.shiftbed.learn.Precision;
import org.shiftbed.learn.Protocol;
import org.shiftbed.learn.TrainingTask;
import org.shiftbed.shift.LabelNoise;
import org.shiftbed.shift.ShiftFactory;
import org.shiftbed.study.selection.OracleLimit;
import org.shiftbed.study.selection.Selections;

/** Makes a study of checked values: fills defaults, expands axes, and checks what two fields have to do with one another. */
final class StudyReader {
    private final Map<String, Object> values;
    private final Source source;
    private final Registry registry;
    private final Protocol protocol;
    private final boolean domainbed;

    StudyReader(Map<String, Object> values, Source source, Registry registry) {
        this.values = values;
        this.source = source;
        this.registry = registry;
        this.protocol = Protocol.valueOf(text(values, "protocol", "controlled").toUpperCase(Locale.ROOT));
        this.domainbed = protocol == Protocol.DOMAINBED;
    }

    Study study() {
        onlyFieldsOfTheProtocol();
        List<DatasetSpec> datasets = datasets();
        List<AlgorithmSpec> algorithms = new AlgorithmReader(source, registry, protocol).read(list("algorithms"));
        Map<String, Object> conditions = map("conditions");
        Study study = new Study(
                text(values, "study", ""),
                protocol,
                datasets,
                (String) values.get("label"),
                shifts("shifts", values),
                noise(conditions),
                sizes(conditions.get("size")),
                Boolean.TRUE.equals(conditions.get("noise-frozen")),
                algorithms,
                (String) values.get("network"),
                weights("weights", values),
                search(algorithms),
                seeds(),
                testEnvironments(),
                values.get("holdout") instanceof Double holdout ? holdout : 0.2,
                training(map("training")),
                selection(algorithms),
                OracleLimit.of(map("oracle")),
                strict(),
                baseline("baseline", values, algorithms),
                perDataset(datasets, algorithms),
                Map.of(),
                source);
        Hyperparameters.check(study, registry);
        return study;
    }

    /** From the study file's folder on, or from the home folder; a study that is in no file writes whole paths. */
    private @Nullable Path weights(String path, Map<String, Object> from) {
        if (!(from.get("weights") instanceof String written)) {
            return null;
        }
        boolean home = written.equals("~") || written.startsWith("~/");
        String given = home ? System.getProperty("user.home") + written.substring(1) : written;
        Path file = Path.of(source.file()).resolveSibling(given).normalize();
        if (file.toString().isEmpty() || Files.isDirectory(file)) {
            throw error(path, "'" + written + "' is a folder; give the name of a file in it");
        }
        return file;
    }

    private void onlyFieldsOfTheProtocol() {
        for (var spec : new StudyFields(registry).root().fields()) {
            boolean other = !spec.protocol().isEmpty() && !spec.protocol().equals(TrialJson.lower(protocol));
            if (other && values.containsKey(spec.name())) {
                throw error(
                        spec.name(),
                        "belongs to protocol " + spec.protocol() + ", this study is of protocol "
                                + TrialJson.lower(protocol) + "; " + wayOut(spec.name()));
            }
        }
        if (domainbed && map("training").containsKey("batch")) {
            throw error(
                    "training.batch",
                    "belongs to protocol controlled; under protocol domainbed each environment gives batch_size rows,"
                            + " a hyperparameter of the algorithm");
        }
    }

    private static String wayOut(String field) {
        return switch (field) {
            case "seeds" -> "write 'trials', the number of trial seeds";
            case "shifts" -> "its shift is leave-domains-out, see 'test-environments'";
            case "trials" -> "write 'seeds', a list";
            case "test-environments" -> "write 'shifts'";
            default -> "leave it out";
        };
    }

    private List<DatasetSpec> datasets() {
        boolean one = values.containsKey("dataset");
        if (one == values.containsKey("datasets")) {
            String place = one ? source.place("datasets") : source.file();
            throw new UserError(place + ": "
                    + (one
                            ? "write 'dataset' or 'datasets', not both"
                            : "field 'dataset' is missing; write one of "
                                    + String.join(", ", registry.datasets().keySet())));
        }
        List<?> written = one ? List.of(required("dataset")) : list("datasets");
        List<DatasetSpec> all = new ArrayList<>();
        for (int i = 0; i < written.size(); i++) {
            String base = path(one ? "dataset" : "datasets", i, !one);
            Map.Entry<String, Map<String, Object>> entry = single(written.get(i));
            String path = base + "." + entry.getKey();
            boolean readable = registry.datasets().containsKey(entry.getKey());
            Map<String, Object> parameters = new TreeMap<>(
                    readable
                            ? Datasets.resolve(entry.getKey(), entry.getValue(), source.place(path))
                            : entry.getValue());
            if (readable) {
                // Where files lie is told from the study file's folder on, as for weights.
                Path folder = Path.of(source.file()).toAbsolutePath().getParent();
                parameters.putAll(Datasets.places(entry.getKey(), parameters, folder == null ? Path.of("/") : folder));
            }
            if (all.stream().anyMatch(other -> other.name().equals(entry.getKey()))) {
                throw error(base, "'" + entry.getKey() + "' is named twice; a study holds each once");
            }
            all.add(new DatasetSpec(entry.getKey(), parameters, path));
        }
        return all;
    }

    /**
     * @param field they stand in, as a path
     * @param from the values that have {@code shifts}, or not
     */
    private List<ShiftSpec> shifts(String field, Map<String, Object> from) {
        if (domainbed) {
            return List.of(new ShiftSpec(StudyFields.LEAVE_DOMAINS_OUT, Map.of(), "test-environments"));
        }
        if (!(from.get("shifts") instanceof List<?> written)) {
            return List.of(new ShiftSpec("none", Map.of(), field));
        }
        List<ShiftSpec> all = new ArrayList<>();
        for (int i = 0; i < written.size(); i++) {
            Map.Entry<String, Map<String, Object>> entry = single(written.get(i));
            String path = path(field, i, true) + "." + entry.getKey();
            ShiftFactory factory = registry.shift(entry.getKey());
            for (String axis : factory.axes()) {
                if (entry.getValue().get(axis) instanceof List<?> settings && settings.isEmpty()) {
                    throw new UserError(source.place(path + "." + axis)
                            + ": must be a value or a list of at least one, found []; an empty list makes no setting");
                }
            }
            for (Map<String, Object> fields : factory.settings(entry.getValue())) {
                all.add(new ShiftSpec(entry.getKey(), fields, path));
            }
        }
        return all;
    }

    private SearchSpec search(List<AlgorithmSpec> algorithms) {
        if (!values.containsKey("search")) {
            return new SearchSpec.Random(domainbed ? 20 : 1);
        }
        Map<?, ?> written = (Map<?, ?>) required("search");
        Object inner = written.values().iterator().next();
        return switch (String.valueOf(written.keySet().iterator().next())) {
            case "random" -> new SearchSpec.Random(whole(asMap(inner), "draws", 1));
            case "grid" ->
                new SearchSpec.Grid(
                        whole(asMap(inner), "cap", 8),
                        asMap(inner).get("axes") instanceof List<?> axes
                                ? axes.stream().map(String::valueOf).toList()
                                : List.of());
            default -> new SearchSpec.Given(given(inner, algorithms));
        };
    }

    private Map<String, List<Map<String, Object>>> given(Object written, List<AlgorithmSpec> algorithms) {
        Set<String> names =
                new TreeSet<>(algorithms.stream().map(AlgorithmSpec::name).toList());
        Map<String, List<Map<String, Object>>> members = new TreeMap<>();
        if (written instanceof List<?> list) {
            names.forEach(name -> members.put(name, members(list, "search.given")));
            return members;
        }
        asMap(written).forEach((name, list) -> {
            String path = "search.given." + name;
            if (!names.contains(name)) {
                throw Names.unknown(source.place(path), "algorithm of this study", name, names);
            }
            members.put(name, members(list instanceof List<?> many ? many : List.of(), path));
        });
        names.forEach(name -> {
            if (!members.containsKey(name)) {
                throw error(
                        "search.given", "names no members for algorithm '" + name + "'; every algorithm needs a list");
            }
        });
        return members;
    }

    private List<Map<String, Object>> members(List<?> list, String path) {
        if (list.isEmpty()) {
            throw error(path, "must be a list of at least one hyperparameter map");
        }
        List<Map<String, Object>> members = new ArrayList<>();
        for (int i = 0; i < list.size(); i++) {
            if (!(list.get(i) instanceof Map<?, ?> map)) {
                throw error(path + "[" + i + "]", "must be a map of hyperparameters, found " + list.get(i));
            }
            members.add(asMap(map));
        }
        return members;
    }

    private List<Integer> seeds() {
        if (domainbed) {
            int trials = whole(values, "trials", 3);
            return java.util.stream.IntStream.range(0, trials).boxed().toList();
        }
        return values.containsKey("seeds") ? integers(list("seeds")) : List.of(0, 1, 2);
    }

    private TestEnvironments testEnvironments() {
        Object written = values.get("test-environments");
        if (written instanceof List<?> lists) {
            List<List<Integer>> all = new ArrayList<>();
            for (int i = 0; i < lists.size(); i++) {
                List<Integer> sorted =
                        integers((List<?>) lists.get(i)).stream().sorted().toList();
                if (all.contains(sorted)) {
                    throw error("test-environments[" + i + "]", "holds out what another list holds out: " + sorted);
                }
                all.add(sorted);
            }
            return new TestEnvironments(TestEnvironments.Kind.LIST, all);
        }
        boolean single = "single".equals(written);
        return new TestEnvironments(single ? TestEnvironments.Kind.SINGLE : TestEnvironments.Kind.PAIRS, List.of());
    }

    private @Nullable String baseline(String path, Map<String, Object> from, List<AlgorithmSpec> algorithms) {
        if (!(from.get("baseline") instanceof String title)) {
            return null;
        }
        List<String> titles = algorithms.stream().map(AlgorithmSpec::title).toList();
        if (!titles.contains(title)) {
            throw Names.unknown(source.place(path), "method of this study", title, titles);
        }
        return title;
    }

    /** Fields of data sets that the study does not have are left out: a tier of the file may have others. */
    private Map<String, DatasetFields> perDataset(List<DatasetSpec> datasets, List<AlgorithmSpec> algorithms) {
        Map<String, DatasetFields> all = new TreeMap<>();
        List<String> names = datasets.stream().map(DatasetSpec::name).toList();
        map("per-dataset").forEach((name, written) -> {
            Map<String, Object> own = asMap(written);
            String path = "per-dataset." + name;
            if (!names.contains(name)) {
                if (!values.containsKey("tiers")) {
                    throw error(path, "this study does not have the data set; it has " + String.join(", ", names));
                }
                return;
            }
            all.put(
                    name,
                    new DatasetFields(
                            (String) own.get("label"),
                            own.containsKey("shifts") ? shifts(path + ".shifts", own) : null,
                            (String) own.get("network"),
                            weights(path + ".weights", own),
                            baseline(path + ".baseline", own, algorithms),
                            own.containsKey("training")
                                    ? training(asMap(Overlay.values(values, own).get("training")))
                                    : null,
                            own.keySet()));
        });
        return all;
    }

    private TrainingSpec training(Map<String, Object> written) {
        int steps = whole(written, "steps", domainbed ? 5001 : 1000);
        int every = whole(written, "checkpoint-every", domainbed ? 0 : Math.max(1, steps / 10));
        return new TrainingSpec(
                steps,
                domainbed ? 0 : whole(written, "batch", 128),
                every,
                Precision.valueOf(text(written, "precision", "float32").toUpperCase(Locale.ROOT)),
                whole(written, "threads", 1),
                TrainingSpec.Evaluate.valueOf(
                        text(written, "evaluate", "needed").toUpperCase(Locale.ROOT)),
                TrainingTask.Keep.valueOf(
                        text(written, "keep", domainbed ? "none" : "best").toUpperCase(Locale.ROOT)),
                Boolean.TRUE.equals(written.get("tensorboard")),
                domainbed ? 0 : whole(written, "patience", 0));
    }

    private List<String> selection(List<AlgorithmSpec> algorithms) {
        if (!values.containsKey("selection")) {
            return Selections.standard(protocol, algorithms.stream().anyMatch(AlgorithmSpec::autoLr));
        }
        List<String> chosen = new ArrayList<>();
        List<?> written = list("selection");
        for (int i = 0; i < written.size(); i++) {
            String rule = (String) written.get(i);
            Selections.check(rule, protocol, source.place("selection[" + i + "]"));
            chosen.add(rule);
        }
        return chosen;
    }

    private List<String> strict() {
        Map<String, Object> written = map("strict");
        return StudyFields.LAYERS.stream()
                .filter(layer -> written.get(layer) instanceof Boolean on ? on : domainbed)
                .toList();
    }

    private static List<LabelNoise> noise(Map<String, Object> conditions) {
        boolean frozen = Boolean.TRUE.equals(conditions.get("noise-frozen"));
        return conditions.get("noise") instanceof List<?> list
                ? list.stream().map(value -> NoiseShape.noise(value, frozen)).toList()
                : List.of(LabelNoise.NONE);
    }

    private static List<Integer> sizes(@Nullable Object written) {
        return written instanceof List<?> list
                ? list.stream()
                        .map(value -> value instanceof Number number ? number.intValue() : 0)
                        .toList()
                : List.of(0);
    }

    private static List<Integer> integers(List<?> written) {
        return written.stream().map(value -> ((Number) value).intValue()).toList();
    }

    static String path(String field, int index, boolean many) {
        return many ? field + "[" + index + "]" : field;
    }

    /** The one entry that a checked {@code Named} value has. */
    static Map.Entry<String, Map<String, Object>> single(Object written) {
        Map.Entry<?, ?> entry = ((Map<?, ?>) written).entrySet().iterator().next();
        return Map.entry((String) entry.getKey(), asMap(entry.getValue()));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> asMap(@Nullable Object value) {
        return value instanceof Map<?, ?> map ? (Map<String, Object>) map : Map.of();
    }

    private Map<String, Object> map(String name) {
        return asMap(values.get(name));
    }

    private List<?> list(String name) {
        return (List<?>) required(name);
    }

    private Object required(String name) {
        Object value = values.get(name);
        if (value == null) {
            throw error(name, "is missing");
        }
        return value;
    }

    private static String text(Map<String, Object> map, String name, String standard) {
        return map.get(name) instanceof String text ? text : standard;
    }

    private static int whole(Map<String, Object> map, String name, int standard) {
        return map.get(name) instanceof Number number ? number.intValue() : standard;
    }

    private UserError error(String path, String message) {
        return new UserError(source.place(path) + ": " + message);
    }
}
