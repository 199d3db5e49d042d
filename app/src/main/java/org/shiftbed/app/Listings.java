package org.shiftbed.app;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.shiftbed.base.plugin.Plugins;
import org.shiftbed.learn.Protocol;
import org.shiftbed.learn.algorithm.AlgorithmFactory;
import org.shiftbed.learn.hyperparameter.Hyperparameter;
import org.shiftbed.learn.hyperparameter.HyperparameterListing;
import org.shiftbed.shift.ShiftFactory;
import org.shiftbed.shift.Shifts;

/** The details of listings: hyperparameters of algorithms and fields of shifts, as JSON values and as lines. */
final class Listings {
    private Listings() {}

    static List<Map<String, Object>> hyperparameters(AlgorithmFactory factory) {
        List<Map<String, Object>> blocks = new ArrayList<>();
        for (HyperparameterListing.Block block : HyperparameterListing.of(factory)) {
            List<Map<String, Object>> entries = new ArrayList<>();
            for (Hyperparameter entry : block.entries()) {
                Map<String, Object> json = new LinkedHashMap<>();
                json.put("name", entry.name());
                json.put("default", entry.standard());
                json.put("range", entry.rule());
                json.put("draw", entry.distribution().text());
                json.put("help", entry.help());
                entries.add(json);
            }
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("protocol", protocol(block.protocol()));
            json.put("form", block.form());
            json.put("pictures", block.pictures());
            json.put("entries", entries);
            blocks.add(json);
        }
        return blocks;
    }

    /** What a method needs beside examples: {@code labels, environments (2 or more)}. */
    static String needs(AlgorithmFactory.Info info) {
        List<String> needs = new ArrayList<>(List.of("labels"));
        for (String each : info.needs()) {
            needs.add(
                    each.equals("environments") && info.minimumEnvironments() > 1
                            ? each + " (" + info.minimumEnvironments() + " or more)"
                            : each);
        }
        return String.join(", ", needs);
    }

    /** {@code D13, D18}, or a dash. */
    static String defects(AlgorithmFactory factory) {
        return factory.defects().isEmpty() ? "-" : String.join(", ", factory.defects());
    }

    /** {@code id}, or {@code id (form auto-lr: auto-lr-iid)}. */
    private static String selection(AlgorithmFactory factory) {
        AlgorithmFactory.Info info = factory.info();
        List<String> others = info.forms().stream()
                .filter(form -> !factory.selection(form).equals(info.selection()))
                .map(form -> "form " + form + ": " + factory.selection(form))
                .toList();
        return info.selection() + (others.isEmpty() ? "" : " (" + String.join(", ", others) + ")");
    }

    /** Everything about one: what it is, then its hyperparameters under every protocol, form and size of pictures. */
    static List<String> algorithm(AlgorithmFactory factory) {
        AlgorithmFactory.Info info = factory.info();
        Columns facts = new Columns();
        facts.row(info.name(), info.summary());
        facts.row("  family", info.family());
        facts.row("  paper", info.paper());
        facts.row("  needs", needs(info));
        facts.row("  forms", String.join(", ", info.forms()));
        facts.row(
                "  mode",
                factory.defects().isEmpty()
                        ? "strict and fixed are the same"
                        : "strict keeps " + defects(factory) + " of DomainBed's code; fixed does what the paper says");
        facts.row("  selection", selection(factory) + ", the rule that `selection: own` uses");
        Plugins.current()
                .jarOf(factory.getClass())
                .ifPresentOrElse(
                        jar -> facts.row("  plugin", jar.name() + ", SHA-256 " + jar.sha256()),
                        () -> facts.row("  page", "docs/algorithms/" + info.name() + ".md"));
        List<String> lines = new ArrayList<>(facts.lines());
        for (HyperparameterListing.Block block : HyperparameterListing.of(factory)) {
            lines.add("  protocol " + protocol(block.protocol()) + ", form " + block.form()
                    + (block.pictures().equals("any") ? "" : ", " + block.pictures() + " pictures") + ":");
            Columns columns = new Columns();
            columns.row("    hyperparameter", "default", "may be", "random search draws", "meaning");
            for (Hyperparameter entry : block.entries()) {
                columns.row(
                        "    " + entry.name(),
                        String.valueOf(entry.standard()),
                        entry.rule(),
                        entry.distribution().text(),
                        entry.help());
            }
            lines.addAll(columns.lines());
        }
        return lines;
    }

    /** Own fields, then those of every shift. */
    static List<Map<String, Object>> fields(ShiftFactory factory) {
        List<Map<String, Object>> entries = new ArrayList<>();
        for (ShiftFactory.Field field : all(factory)) {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("name", field.name());
            json.put("type", field.type());
            if (field.standard().isEmpty()) {
                json.put("required", true);
            } else {
                json.put("default", field.standard());
            }
            json.put("help", field.help());
            entries.add(json);
        }
        return entries;
    }

    static List<String> lines(List<ShiftFactory.Field> fields) {
        Columns columns = new Columns();
        for (ShiftFactory.Field field : fields) {
            columns.row(
                    "    " + field.name(),
                    field.standard().isEmpty() ? "must be given" : "default: " + field.standard(),
                    field.help() + " (" + field.type() + ")");
        }
        return columns.lines();
    }

    private static List<ShiftFactory.Field> all(ShiftFactory factory) {
        List<ShiftFactory.Field> all = new ArrayList<>(factory.fields());
        all.addAll(Shifts.commonFields());
        return all;
    }

    private static String protocol(Protocol protocol) {
        return protocol.name().toLowerCase(Locale.ROOT);
    }
}
