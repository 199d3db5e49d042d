package org.shiftbed.learn;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.shiftbed.data.Attribute;
import org.shiftbed.data.AttributeTable;
import org.shiftbed.data.table.Column;
import org.shiftbed.data.table.Table;
import org.shiftbed.data.table.TableWriter;
import org.shiftbed.shift.Part;
import org.shiftbed.shift.Split;

/**
 * {@code predictions.parquet}: one row an evaluated example of a part, with {@code step}, {@code part}, {@code row}, {@code environment} (missing where
 * the row has none), {@code label}, {@code prediction}, {@code score_<class>} (log-probabilities), {@code loss} (cross-entropy in nats), and a text
 * column for each attribute. Beyond 100 classes only the scores of the label and of the five likeliest classes are there, the others are missing. An
 * attribute whose name is taken by one of the columns before it is called {@code attribute_<name>}.
 */
final class Predictions {
    /** The file's name inside a trial's folder. */
    static final String FILE = "predictions.parquet";

    private static final int ALL_SCORES = 100;
    private static final int TOP = 5;

    private final AttributeTable attributes;
    private final Split split;
    private final List<Part> parts;

    /** @param parts whose rows are written, in this order */
    Predictions(AttributeTable attributes, Split split, List<Part> parts) {
        this.attributes = attributes;
        this.split = split;
        this.parts = List.copyOf(parts);
    }

    /** Writes the file; nothing where there is no part to write. */
    void write(Path folder, List<Evaluator.Evaluated> steps) throws IOException {
        if (parts.isEmpty() || steps.isEmpty()) {
            return;
        }
        try (TableWriter writer = new TableWriter(folder.resolve(FILE))) {
            for (Evaluator.Evaluated step : steps.stream()
                    .sorted(Comparator.comparingInt(Evaluator.Evaluated::step))
                    .toList()) {
                for (Part part : parts) {
                    writer.append(block(step, part));
                }
            }
            writer.finish();
        }
    }

    private Table block(Evaluator.Evaluated evaluated, Part part) {
        int[] rows = part.rows();
        int size = rows.length;
        int[] slots = IntStream.of(rows).map(row -> evaluated.slots()[row]).toArray();
        int[] step = new int[size];
        Arrays.fill(step, evaluated.step());
        String[] name = new String[size];
        Arrays.fill(name, part.name());
        @Nullable String[] environment = new String[size];
        float[] loss = new float[size];
        for (int i = 0; i < size; i++) {
            int index = split.environmentOf()[rows[i]];
            environment[i] = index < 0 ? null : split.environments().get(index).name();
            loss[i] = evaluated.losses()[slots[i]];
        }
        List<Column> columns = new ArrayList<>();
        columns.add(new Column.Ints("step", step));
        columns.add(new Column.Texts("part", name));
        columns.add(new Column.Longs("row", IntStream.of(rows).asLongStream().toArray()));
        columns.add(new Column.Texts("environment", environment));
        columns.add(new Column.Ints(
                "label", IntStream.of(rows).map(row -> split.labels()[row]).toArray()));
        columns.add(new Column.Ints(
                "prediction",
                IntStream.of(slots).map(slot -> evaluated.predictions()[slot]).toArray()));
        columns.addAll(scores(evaluated, rows, slots));
        columns.add(new Column.Floats("loss", loss));
        Set<String> taken = new HashSet<>(columns.stream().map(Column::name).toList());
        for (Attribute attribute : attributes.attributes()) {
            String[] values = new String[size];
            int[] codes = attributes.column(attribute.name());
            for (int i = 0; i < size; i++) {
                values[i] = attribute.values().get(codes[rows[i]]);
            }
            String free = attribute.name();
            while (!taken.add(free)) {
                free = "attribute_" + free;
            }
            columns.add(new Column.Texts(free, values));
        }
        return new Table(columns);
    }

    private List<Column> scores(Evaluator.Evaluated evaluated, int[] rows, int[] slots) {
        int classes = evaluated.classes();
        float[][] scores = new float[classes][rows.length];
        for (int i = 0; i < rows.length; i++) {
            int at = slots[i] * classes;
            double least =
                    classes <= ALL_SCORES ? Double.NEGATIVE_INFINITY : fifth(evaluated.logProbabilities(), at, classes);
            for (int k = 0; k < classes; k++) {
                float score = evaluated.logProbabilities()[at + k];
                scores[k][i] = score >= least || k == split.labels()[rows[i]] ? score : Float.NaN;
            }
        }
        List<String> names = attributes.attribute(split.label()).values();
        List<Column> columns = new ArrayList<>();
        for (int k = 0; k < classes; k++) {
            columns.add(new Column.Floats("score_" + names.get(k), scores[k]));
        }
        return columns;
    }

    private static float fifth(float[] values, int from, int count) {
        float[] sorted = Arrays.copyOfRange(values, from, from + count);
        Arrays.sort(sorted);
        return sorted[count - TOP];
    }
}
