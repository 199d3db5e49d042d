package org.shiftbed.shift;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.Names;
import org.shiftbed.base.UserError;
import org.shiftbed.data.Attribute;
import org.shiftbed.data.AttributeTable;

/**
 * Noise on what training batches tell of their rows ({@code controlled-shifts.md} 1.8): of labels, or of the attribute whose values are the
 * environments. Uniform: with probability {@code p} a value is replaced by a uniform draw over all values, which may be the true one, so that
 * the flip rate is p (1 - 1/K); environments are drawn among those of training. By a confusion matrix: a value y is seen as y' with probability
 * {@code confusion[y][y']}. Validation and test stay clean.
 *
 * @param p in [0, 1]; 0 = clean, or a confusion matrix says it
 * @param frozen false: a fresh draw at every visit of a row; true: one draw per row for the whole run
 * @param attribute whose values are corrupted; null: the label
 * @param confusion one row a true value, one column a seen value, in the order of the attribute's values, each row summing to 1; empty:
 *     uniform
 */
public record LabelNoise(double p, boolean frozen, @Nullable String attribute, List<List<Double>> confusion) {
    /** No noise. */
    public static final LabelNoise NONE = new LabelNoise(0, false);

    public LabelNoise {
        if (!(p >= 0 && p <= 1)) {
            throw new IllegalArgumentException("label noise p must be in [0, 1], got " + p);
        }
        if (p > 0 && !confusion.isEmpty()) {
            throw new IllegalArgumentException("noise is uniform or by a confusion matrix, not both");
        }
        List<List<Double>> rows = new ArrayList<>();
        for (List<Double> row : confusion) {
            double sum = row.stream().mapToDouble(value -> value).sum();
            if (row.size() != confusion.size()
                    || row.stream().anyMatch(value -> !(value >= 0))
                    || !(Math.abs(sum - 1) <= Share.TOLERANCE)) {
                throw new IllegalArgumentException("a confusion matrix is square and each row sums to 1, got " + row);
            }
            rows.add(List.copyOf(row));
        }
        confusion = List.copyOf(rows);
    }

    /** Uniform noise of labels. */
    public LabelNoise(double p, boolean frozen) {
        this(p, frozen, null, List.of());
    }

    /** Whether nothing is corrupted. */
    public boolean clean() {
        return p == 0 && confusion.isEmpty();
    }

    /** The same; noise of the attribute that is the label is noise of the label. */
    LabelNoise of(String label) {
        return label.equals(attribute) ? new LabelNoise(p, frozen, null, confusion) : this;
    }

    /** In words, for settings; empty where nothing is corrupted. */
    String words() {
        if (clean()) {
            return "";
        }
        String kind = confusion.isEmpty() ? "noise " + Frame.figure(p) : "noise by confusion";
        return (frozen ? "frozen " : "") + kind + (attribute == null ? "" : " of " + attribute);
    }

    /**
     * Why this noise cannot be on some data; null where it can.
     *
     * @param label attribute to predict
     * @param environments attribute whose values are the environments; null: there is none
     */
    public @Nullable String problem(AttributeTable table, String label, @Nullable String environments) {
        if (clean()) {
            return null;
        }
        String name = attribute == null ? label : attribute;
        if (!table.has(name)) {
            return "unknown attribute '" + name + "'; "
                    + Names.suggest(
                            name,
                            table.attributes().stream().map(Attribute::name).toList());
        }
        if (!name.equals(label) && !name.equals(environments)) {
            return "attribute '" + name + "' is neither the label '" + label
                    + "' nor what the environments are made of ("
                    + (environments == null ? "nothing" : "'" + environments + "'")
                    + "), so no method would see its noise; name one of them, or write environments: " + name
                    + " beside the shift";
        }
        List<String> values = table.attribute(name).values();
        if (!confusion.isEmpty() && confusion.size() != values.size()) {
            return "confusion has " + confusion.size() + " rows, '" + name + "' has " + values.size() + " values ("
                    + String.join(", ", values.subList(0, Math.min(values.size(), 10)))
                    + (values.size() > 10 ? ", ..." : "") + "); write one row and one column for each";
        }
        return null;
    }

    /** Refuses a matrix that makes an environment of one that training does not have. */
    void checkEnvironments(Split split, String kind) {
        if (attribute == null || clean()) {
            return;
        }
        List<Integer> training = split.trainingEnvironments();
        for (int from : training) {
            for (int to = 0; to < confusion.size(); to++) {
                if (confusion.get(from).get(to) > 0 && !training.contains(to)) {
                    throw new UserError(String.format(
                            Locale.ROOT,
                            "%s: noise: confusion sees '%s' as '%s' of '%s', which no training row has under this shift;"
                                    + " write 0 there",
                            kind,
                            split.environments().get(from).name(),
                            split.environments().get(to).name(),
                            attribute));
                }
            }
        }
    }
}
