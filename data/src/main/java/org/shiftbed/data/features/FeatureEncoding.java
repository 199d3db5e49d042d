package org.shiftbed.data.features;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * How rows become the inputs of a model, learned from training rows alone.
 *
 * <ul>
 *   <li>A number x becomes (x - m) / s with mean m and deviation s (divided by n) of the training rows that have it; s = 0 counts as 1. A missing one becomes
 *       0, the training mean; where the table has missing ones, a second input is 1 for them and 0 for others.
 *   <li>A category becomes one input a level of the table, 1 at its own; a missing value is a level. A level that no training row has becomes 0 everywhere.
 * </ul>
 *
 * The number of inputs depends on the table alone, so that a model fits every split of it.
 */
public final class FeatureEncoding {
    private final FeatureTable table;
    private final List<FeatureColumn> columns;
    private final double[] means;
    private final double[] deviations;
    private final boolean[][] seen;

    FeatureEncoding(FeatureTable table, int[] training) {
        int[] rows = Arrays.stream(training).sorted().distinct().toArray();
        if (rows.length == 0) {
            throw new IllegalArgumentException("no row to scale and encode by");
        }
        this.table = table;
        this.columns = table.columns();
        this.means = new double[columns.size()];
        this.deviations = new double[columns.size()];
        this.seen = new boolean[columns.size()][];
        for (int c = 0; c < columns.size(); c++) {
            seen[c] = new boolean[columns.get(c).levels().size()];
        }
        double[] sums = new double[columns.size()];
        int[] counts = new int[columns.size()];
        each(rows, (column, number) -> {
            sums[column] += number;
            counts[column]++;
        });
        for (int c = 0; c < means.length; c++) {
            means[c] = counts[c] == 0 ? 0 : sums[c] / counts[c];
        }
        double[] squares = new double[columns.size()];
        each(rows, (column, number) -> squares[column] += (number - means[column]) * (number - means[column]));
        for (int c = 0; c < deviations.length; c++) {
            double deviation = counts[c] == 0 ? 0 : Math.sqrt(squares[c] / counts[c]);
            deviations[c] = deviation > 0 ? deviation : 1;
        }
    }

    private interface Number {
        void take(int column, double number);
    }

    private void each(int[] rows, Number take) {
        ByteBuffer row = ByteBuffer.allocate(FeatureTable.rowBytes(columns));
        for (int each : rows) {
            table.read(each, row);
            for (int c = 0; c < columns.size(); c++) {
                if (columns.get(c).category()) {
                    seen[c][row.getInt()] = true;
                } else {
                    double number = row.getDouble();
                    if (!Double.isNaN(number)) {
                        take.take(c, number);
                    }
                }
            }
        }
    }

    /** Inputs of a model. */
    public int width() {
        return table.width();
    }

    /** What was learned, as plain values, for whoever finds a trained model: a map a column, with its mean and deviation or its levels. */
    public List<Map<String, Object>> describe() {
        List<Map<String, Object>> all = new ArrayList<>();
        for (int c = 0; c < columns.size(); c++) {
            FeatureColumn column = columns.get(c);
            boolean[] known = seen[c];
            all.add(
                    column.category()
                            ? Map.of(
                                    "column",
                                    column.name(),
                                    "levels",
                                    column.levels(),
                                    "unseen",
                                    IntStream.range(0, known.length)
                                            .filter(level -> !known[level])
                                            .mapToObj(column.levels()::get)
                                            .toList())
                            : Map.of(
                                    "column",
                                    column.name(),
                                    "mean",
                                    means[c],
                                    "deviation",
                                    deviations[c],
                                    "marks-missing",
                                    column.blanks()));
        }
        return all;
    }

    /**
     * Encodes rows.
     *
     * @param rows row numbers
     * @param from first index into {@code rows}
     * @param count how many
     * @param target receives {@code count * width()} values, row after row, from its start on
     */
    public void encode(int[] rows, int from, int count, double[] target) {
        ByteBuffer row = ByteBuffer.allocate(FeatureTable.rowBytes(columns));
        int at = 0;
        for (int i = from; i < from + count; i++) {
            table.read(rows[i], row);
            for (int c = 0; c < columns.size(); c++) {
                FeatureColumn column = columns.get(c);
                Arrays.fill(target, at, at + column.width(), 0);
                if (column.category()) {
                    int level = row.getInt();
                    target[at + level] = seen[c][level] ? 1 : 0;
                } else {
                    double number = row.getDouble();
                    boolean missing = Double.isNaN(number);
                    target[at] = missing ? 0 : (number - means[c]) / deviations[c];
                    if (missing) {
                        target[at + 1] = 1;
                    }
                }
                at += column.width();
            }
        }
    }
}
