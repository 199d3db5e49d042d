package org.shiftbed.app;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.shiftbed.shift.Part;
import org.shiftbed.shift.Role;
import org.shiftbed.shift.Split;
import org.shiftbed.study.ShiftPreview;

/** A shift that was built, for a terminal: parts, strength, joints, warnings. */
final class ShiftLines {
    private static final int MOST_PARTS = 30;

    private final ShiftPreview preview;
    private final Split split;

    ShiftLines(ShiftPreview preview) {
        this.preview = preview;
        this.split = preview.split();
    }

    /** The lines, without line ends. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.add(preview.kind() + (preview.setting().isEmpty() ? "" : ": " + preview.setting()));
        lines.add("training " + rows(Role.TRAIN) + " rows, validation " + rows(Role.VALIDATION_ID) + ", test "
                + rows(Role.TEST) + "; label " + split.label() + ", environments "
                + (split.environmentAttribute() == null
                        ? "none"
                        : split.environmentAttribute() + " ("
                                + split.trainingEnvironments().size() + " of "
                                + split.environments().size()
                                + " in training)"));
        lines.addAll(parts());
        if (preview.manifest().get("correlation") instanceof Map<?, ?> strength) {
            lines.add(String.format(
                    Locale.ROOT,
                    "label and %s go together: rho %s in the rows, %s as drawn; Cramér's V %s and %s; mutual information %s"
                            + " and %s nats",
                    cells().get("attribute"),
                    figure(strength, "rho_raw"),
                    figure(strength, "rho_effective"),
                    figure(strength, "cramers_v"),
                    figure(strength, "cramers_v_effective"),
                    figure(strength, "mutual_information"),
                    figure(strength, "mutual_information_effective")));
            List<String> rows = map("training rows, per cent", "train");
            List<String> drawn = map("training as drawn, per cent", "train_effective");
            boolean same = rows.subList(1, rows.size()).equals(drawn.subList(1, drawn.size()));
            lines.add(same ? "training rows, and as drawn, per cent" : rows.get(0));
            lines.addAll(rows.subList(1, rows.size()));
            if (!same) {
                lines.addAll(drawn);
            }
            lines.addAll(map("test rows, per cent", "test"));
        }
        split.warnings().forEach(warning -> lines.add("warning: " + warning));
        lines.add("checksum " + preview.manifest().get("checksum"));
        return lines;
    }

    private long rows(Role role) {
        return split.parts(role).stream().mapToLong(Part::size).sum();
    }

    private List<String> parts() {
        List<Part> training = split.parts(Role.TRAIN);
        double total = training.stream().mapToDouble(Part::weight).sum();
        Columns table = new Columns();
        table.row("part", "rows", "asked", "weight", "filter");
        for (Part part : training.subList(0, Math.min(training.size(), MOST_PARTS))) {
            table.row(
                    part.name(),
                    String.valueOf(part.size()),
                    part.requested() == 0 ? "all" : String.valueOf(part.requested()),
                    figure(part.weight() / total),
                    part.filter());
        }
        List<String> lines = new ArrayList<>();
        table.lines().forEach(line -> lines.add("  " + line));
        if (training.size() > MOST_PARTS) {
            lines.add("  and " + (training.size() - MOST_PARTS) + " parts more");
        }
        return lines;
    }

    private Map<?, ?> cells() {
        return preview.manifest().get("cells") instanceof Map<?, ?> cells ? cells : Map.of();
    }

    private List<String> map(String title, String key) {
        List<List<Double>> mass = new ArrayList<>();
        for (Object row : list(key)) {
            mass.add(((List<?>) row)
                    .stream().map(value -> ((Number) value).doubleValue()).toList());
        }
        return new JointMap(title, names("label_values"), names("attribute_values"), mass).lines();
    }

    private List<String> names(String key) {
        return list(key).stream().map(String::valueOf).toList();
    }

    private List<?> list(String key) {
        return cells().get(key) instanceof List<?> list ? list : List.of();
    }

    private static String figure(Map<?, ?> values, String key) {
        return values.get(key) instanceof Number number ? figure(number.doubleValue()) : "undefined";
    }

    private static String figure(double number) {
        return Double.isNaN(number) ? "undefined" : String.format(Locale.ROOT, "%.3g", number);
    }
}
