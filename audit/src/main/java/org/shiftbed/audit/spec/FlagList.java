package org.shiftbed.audit.spec;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.shiftbed.base.file.FieldSpec;
import org.shiftbed.base.file.Groups.Fields;
import org.shiftbed.base.file.Groups.ListOf;
import org.shiftbed.base.file.MapOf;
import org.shiftbed.base.file.Scalars.Name;
import org.shiftbed.base.file.Shape;

/** The list of flags: which field of {@code audit.yaml} each one means, and the few words that its help says otherwise than the field's. */
final class FlagList {
    private static final String ROWS = "Rows";
    private static final String LOSS = "Loss";
    private static final String SHIFTS = "What may shift, and how far";
    private static final String ESTIMATION = "How numbers are found";

    /** Defaults that say no more than that the field may be left out. */
    private static final Set<String> NOTHING =
            Set.of("", "none", "what the command line gives", "all rows", "one model");

    private final Map<String, Entry> entries = new LinkedHashMap<>();

    /**
     * @param flag as it is shown
     * @param shape what its field holds
     */
    record Entry(AuditFlag flag, Shape shape) {}

    private FlagList() {
        add(ROWS, "table", "TABLE", "table", "");
        add(ROWS, "where", "COLUMN=VALUE", "where", "Only rows that have this value, such as part=test");
        add(ROWS, "weight", "COLUMN", "weight", "");
        add(ROWS, "cluster", "COLUMN", "cluster", "Rows of one value belong together, such as those of a patient");
        add(ROWS, "against", "TABLE", "against", "A second model's table on the same rows, compared in pairs");
        add(ROWS, "key", "COLUMN", "key", "");
        add(LOSS, "loss", "KIND", "loss.kind", "How the loss of a row is found");
        add(LOSS, "loss-column", "COLUMN", "loss.column", "");
        add(LOSS, "metric", "NAME", "loss.metric", "A ratio of two averages, in place of --loss");
        add(LOSS, "numerator", "COLUMN", "loss.numerator", "");
        add(LOSS, "denominator", "COLUMN", "loss.denominator", "");
        add(LOSS, "label", "COLUMN", "loss.label", "");
        add(
                LOSS,
                "prediction",
                "COLUMN",
                "loss.prediction",
                "The prediction or probability; one column a class where there are several, or score_*");
        add(LOSS, "positive", "VALUE", "loss.positive", "");
        add(LOSS, "threshold", "P", "loss.threshold", "");
        add(LOSS, "quantile", "Q", "loss.quantile", "");
        add(LOSS, "clip", "EPS", "loss.clip", "");
        add(LOSS, "scale", "SCALE", "loss.scale", "");
        add(LOSS, "worse", "WAY", "worse", "Which way a loss column or a ratio of columns gets worse");
        add(
                SHIFTS,
                "shift",
                "SHIFT",
                "shifts",
                "\"O given Y\", \"age: gaussian\", \"ward: categorical given age [40, 65]\"");
        add(
                SHIFTS,
                "target",
                "TARGET",
                "targets",
                "A shift in plain terms, told beside the worst one: \"P(O=1 | Y=1) = 0.52\"");
        add(SHIFTS, "radius", "R", "budget.ball.radius", "How large the shift may be; several for a curve");
        add(SHIFTS, "radius-to", "LOSS", "radius-to", "How large a shift makes the loss worse than this");
        add(SHIFTS, "freeze", "NAME", "budget.freeze", "A parameter or variable that stays as it is");
        add(
                SHIFTS,
                "limit",
                "LIMIT",
                "budget.limits",
                "A linear limit: \"[O | Y=1] - [O | Y=0] <= 0.5\", \"abs(age) <= 1\"");
        add(ESTIMATION, "nuisance", "MODE", "estimation.nuisance", "");
        add(ESTIMATION, "degree", "K", "estimation.degree", "");
        add(ESTIMATION, "penalty", "A", "estimation.penalty", "");
        add(ESTIMATION, "folds", "K", "estimation.folds", "Folds of cross-fitting and of the honest value");
        add(
                ESTIMATION,
                "cross-fit",
                "BOOL",
                "estimation.cross-fit",
                "true or false: whether regressions are fitted out of fold");
        add(ESTIMATION, "centring", "HOW", "estimation.centring", "");
        add(ESTIMATION, "bootstrap", "B", "estimation.bootstrap", "");
        add(ESTIMATION, "min-cell", "N", "estimation.min-cell", "");
        add(ESTIMATION, "level", "P", "estimation.level", "");
        add(ESTIMATION, "seed", "N", "estimation.seed", "");
    }

    /** In the order of the help, by name. */
    static Map<String, Entry> entries() {
        return Collections.unmodifiableMap(new FlagList().entries);
    }

    /** @param own what the help says; empty: what the field says */
    private void add(String group, String name, String value, String path, String own) {
        FieldSpec field = field(path);
        Shape shape = field.shape();
        boolean repeats = shape instanceof ListOf || shape instanceof Many || shape instanceof MapOf;
        StringBuilder help = new StringBuilder(own.isEmpty() ? field.help() : own).append('.');
        List<String> choices = choices(shape);
        if (!choices.isEmpty()) {
            help.append(" One of ").append(String.join(", ", choices)).append('.');
        }
        if (repeats) {
            help.append(" May be given several times.");
        }
        if (!NOTHING.contains(field.standard()) && !field.standard().contains("'")) {
            help.append(" Default: ").append(field.standard()).append('.');
        }
        entries.put(name, new Entry(new AuditFlag(name, value, group, path, help.toString(), choices, repeats), shape));
    }

    private static List<String> choices(Shape shape) {
        return shape instanceof Name name ? name.known() : shape instanceof LossName loss ? loss.known() : List.of();
    }

    private static FieldSpec field(String path) {
        List<FieldSpec> fields = AuditFields.root(false).fields();
        List<String> names = new ArrayList<>(List.of(path.split("\\.")));
        while (true) {
            String name = names.remove(0);
            FieldSpec found = fields.stream()
                    .filter(field -> field.name().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("no field " + path));
            if (names.isEmpty()) {
                return found;
            }
            fields = ((Fields) found.shape()).fields();
        }
    }
}
