package org.shiftbed.app;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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

    /**
     * @param all every protocol, form and size of pictures; else what a controlled study with the algorithm's own form has
     */
    static List<String> lines(AlgorithmFactory factory, boolean all) {
        List<String> lines = new ArrayList<>();
        List<String> forms = factory.info().forms();
        String own = forms.contains("controlled") ? "controlled" : forms.get(0);
        for (HyperparameterListing.Block block : HyperparameterListing.of(factory)) {
            if (!all
                    && (block.protocol() != Protocol.CONTROLLED || !block.form().equals(own))) {
                continue;
            }
            if (all) {
                lines.add("  protocol " + protocol(block.protocol()) + ", form " + block.form()
                        + (block.pictures().equals("any") ? "" : ", " + block.pictures() + " pictures") + ":");
            }
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
