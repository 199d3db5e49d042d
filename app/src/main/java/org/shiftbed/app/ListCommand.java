package org.shiftbed.app;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.CanonicalJson;
import org.shiftbed.base.Names;
import org.shiftbed.base.plugin.Plugins;
import org.shiftbed.data.DatasetFactory;
import org.shiftbed.data.Datasets;
import org.shiftbed.learn.Algorithms;
import org.shiftbed.learn.Networks;
import org.shiftbed.learn.Protocol;
import org.shiftbed.learn.algorithm.AlgorithmFactory;
import org.shiftbed.shift.ShiftFactory;
import org.shiftbed.shift.Shifts;
import org.shiftbed.study.selection.Selection;
import org.shiftbed.study.selection.Selections;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code shiftbed list KIND}: every name that a study file may use. */
@Command(
        name = "list",
        description =
                "Lists algorithms, datasets, networks, shifts or selections: every name that a study file may use. Shifts come with"
                        + " their fields; a NAME shows all of one, an algorithm's paper and hyperparameters too.",
        footer = {
            "",
            "Examples:",
            "  shiftbed list algorithms",
            "  shiftbed list algorithms CORAL",
            "  shiftbed list shifts --json"
        })
final class ListCommand implements Callable<Integer> {
    private static final Map<String, Supplier<List<Map<String, Object>>>> KINDS = new TreeMap<>(Map.of(
            "algorithms", ListCommand::algorithms,
            "datasets", ListCommand::datasets,
            "networks", ListCommand::networks,
            "shifts", ListCommand::shifts,
            "selections", ListCommand::selections));

    private static final String PLUGIN = "plugin";

    private final Surroundings here;

    @Parameters(paramLabel = "KIND", index = "0", description = "algorithms, datasets, networks, shifts or selections.")
    private String kind;

    @Parameters(
            paramLabel = "NAME",
            arity = "0..1",
            index = "1",
            description = "One name: of an algorithm, its hyperparameters under every protocol and form.")
    private @Nullable String name;

    @Option(names = "--json", description = "As a JSON array, with every field.")
    private boolean json;

    ListCommand(Surroundings here) {
        this.here = here;
    }

    @Override
    public Integer call() {
        Supplier<List<Map<String, Object>>> source = KINDS.get(kind);
        if (source == null) {
            throw Names.unknown("list", "kind", kind, KINDS.keySet());
        }
        List<Map<String, Object>> entries = chosen(source.get());
        if (json) {
            here.out().print(CanonicalJson.pretty(entries));
            return ExitCodes.DONE;
        }
        if (kind.equals("algorithms")) {
            return algorithms(entries);
        }
        Columns columns = new Columns();
        for (Map<String, Object> entry : entries) {
            columns.row(String.valueOf(entry.get("name")), summary(entry));
        }
        List<String> lines = columns.lines();
        for (int i = 0; i < lines.size(); i++) {
            here.out().println(lines.get(i));
            details(String.valueOf(entries.get(i).get("name"))).forEach(here.out()::println);
        }
        if (kind.equals("shifts")) {
            here.out().println("Every shift:");
            Listings.lines(Shifts.commonFields()).forEach(here.out()::println);
        }
        return ExitCodes.DONE;
    }

    /** A table of all, or everything about one. */
    private int algorithms(List<Map<String, Object>> entries) {
        if (name != null) {
            Listings.algorithm(Algorithms.require(name, "list")).forEach(here.out()::println);
            return ExitCodes.DONE;
        }
        Columns columns = new Columns();
        columns.row("name", "family", "needs", "strict keeps", "idea");
        for (Map<String, Object> entry : entries) {
            AlgorithmFactory factory = Algorithms.require(String.valueOf(entry.get("name")), "list");
            AlgorithmFactory.Info info = factory.info();
            columns.row(info.name(), info.family(), Listings.needs(info), Listings.defects(factory), summary(entry));
        }
        columns.lines().forEach(here.out()::println);
        here.out().println();
        here.out()
                .println(
                        "'strict keeps' names the defects of DomainBed's own code that `strict: [algorithm]` reproduces"
                                + " (docs/algorithms); without it a method does what its paper says.");
        here.out()
                .println(
                        "`shiftbed list algorithms NAME` shows paper, selection rule and every hyperparameter of one.");
        return ExitCodes.DONE;
    }

    private List<Map<String, Object>> chosen(List<Map<String, Object>> all) {
        if (name == null) {
            return all;
        }
        List<Map<String, Object>> one =
                all.stream().filter(entry -> name.equals(entry.get("name"))).toList();
        if (one.isEmpty()) {
            throw Names.unknown(
                    "list " + kind,
                    "name",
                    name,
                    all.stream().map(entry -> String.valueOf(entry.get("name"))).toList());
        }
        return one;
    }

    private static String summary(Map<String, Object> entry) {
        String plugin = entry.containsKey(PLUGIN) ? " (plugin " + entry.get(PLUGIN) + ")" : "";
        return entry.get("summary") + plugin;
    }

    private List<String> details(String entry) {
        return switch (kind) {
            case "shifts" -> Listings.lines(Shifts.require(entry, "list").fields());
            default -> List.of();
        };
    }

    private static List<Map<String, Object>> algorithms() {
        List<Map<String, Object>> entries = new ArrayList<>();
        for (AlgorithmFactory factory : Algorithms.all()) {
            AlgorithmFactory.Info info = factory.info();
            Map<String, Object> entry = entry(info.name(), info.summary(), factory);
            entry.put("family", info.family());
            entry.put("paper", info.paper());
            entry.put("needs", info.needs());
            entry.put("minimum_environments", info.minimumEnvironments());
            entry.put("forms", info.forms());
            entry.put("defects", factory.defects());
            entry.put("results_version", info.resultsVersion());
            entry.put("selection", info.selection());
            entry.put("hyperparameters", Listings.hyperparameters(factory));
            entries.add(entry);
        }
        return entries;
    }

    private static List<Map<String, Object>> datasets() {
        List<Map<String, Object>> entries = new ArrayList<>();
        for (String name : Datasets.names()) {
            DatasetFactory factory = Datasets.require(name, "list");
            Map<String, Object> entry = entry(name, factory.summary(), factory);
            Map<String, Object> defaults = new TreeMap<>();
            factory.parameters().forEach(parameter -> defaults.put(parameter.name(), parameter.standard()));
            entry.put("parameters", defaults);
            entries.add(entry);
        }
        return entries;
    }

    private static List<Map<String, Object>> networks() {
        return new ArrayList<>(Networks.all().stream()
                .map(factory -> entry(factory.name(), factory.summary(), factory))
                .toList());
    }

    private static List<Map<String, Object>> shifts() {
        List<Map<String, Object>> entries = new ArrayList<>();
        for (String kind : Shifts.kinds()) {
            ShiftFactory factory = Shifts.require(kind, "list");
            Map<String, Object> entry = entry(kind, factory.summary(), factory);
            entry.put("fields", Listings.fields(factory));
            entry.put("axes", factory.axes());
            entries.add(entry);
        }
        return entries;
    }

    private static List<Map<String, Object>> selections() {
        List<Map<String, Object>> entries = new ArrayList<>();
        for (Selection rule : Selections.all()) {
            String note = rule.oracle() ? " (looks at the test: not a valid benchmark)" : "";
            Map<String, Object> entry = entry(rule.name(), rule.label() + note, rule);
            entry.put("oracle", rule.oracle());
            entry.put(
                    "protocols",
                    rule.protocols().stream()
                            .map(protocol -> protocol.name().toLowerCase(Locale.ROOT))
                            .sorted()
                            .toList());
            entries.add(entry);
        }
        Map<String, Object> own = entry(
                Selections.OWN,
                "the rule that each algorithm declares (selection in list algorithms --json); id stands for iid under"
                        + " protocol domainbed",
                Selections.class);
        List<Protocol> both = List.of(Protocol.CONTROLLED, Protocol.DOMAINBED);
        own.put(
                "oracle",
                Algorithms.all().stream()
                        .map(AlgorithmFactory::info)
                        .anyMatch(info -> info.forms().stream()
                                .anyMatch(form -> both.stream()
                                        .anyMatch(protocol -> Selections.declaredBy(info.name(), form, protocol)
                                                .oracle()))));
        own.put(
                "protocols",
                both.stream()
                        .map(protocol -> protocol.name().toLowerCase(Locale.ROOT))
                        .toList());
        entries.add(own);
        return entries;
    }

    /** @param registered what is listed; where a plugin brought it, the entry names the jar */
    private static Map<String, Object> entry(String name, String summary, Object registered) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("name", name);
        entry.put("summary", summary);
        Plugins.current().jarOf(registered.getClass()).ifPresent(jar -> entry.put(PLUGIN, jar.name()));
        return entry;
    }
}
