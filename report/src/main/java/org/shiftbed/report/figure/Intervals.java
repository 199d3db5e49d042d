package org.shiftbed.report.figure;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/**
 * Points with intervals in rows, panel by panel, for example a method's interquartile mean, or what separates it from a baseline.
 *
 * @param title one line
 * @param caption what the intervals are, and of how many runs
 * @param unit title of the value axis
 * @param groups one a panel
 * @param zero whether there is a line at 0
 * @param low least value of the axis; null: what the points say
 * @param high greatest
 */
public record Intervals(
        String title,
        String caption,
        String unit,
        List<Group> groups,
        boolean zero,
        @Nullable Double low,
        @Nullable Double high) {
    private static final int PER_ROW = 3;

    /** Rows that share a title; it may be empty where there is one group. */
    public record Group(String title, List<Entry> rows) {
        public Group {
            rows = List.copyOf(rows);
        }
    }

    /**
     * One row.
     *
     * @param slot place of what it shows among all: it decides the look
     * @param value null where there is none, which the words say
     * @param low lower end; null where there is no interval
     * @param high upper end
     * @param complete whether nothing is missing behind it
     * @param words as people read it
     */
    public record Entry(
            String label,
            int slot,
            @Nullable Double value,
            @Nullable Double low,
            @Nullable Double high,
            boolean complete,
            String words) {}

    public Intervals {
        groups = List.copyOf(groups);
    }

    /** The figure. */
    public Figure figure() {
        Scale x = scale();
        List<Panel> panels = new ArrayList<>();
        for (Group group : groups) {
            List<Layer> layers = new ArrayList<>();
            int rows = group.rows.size();
            if (zero) {
                layers.add(Layer.Line.between("", Look.REFERENCE, 0, -0.5, 0, rows - 0.5));
            }
            List<Layer.Word> missing = new ArrayList<>();
            for (int i = 0; i < rows; i++) {
                Entry row = group.rows.get(i);
                Double value = row.value;
                if (value == null) {
                    missing.add(new Layer.Word(x.low(), i, row.words));
                } else {
                    layers.add(new Layer.Dots(
                            "",
                            Look.of(row.slot),
                            List.of(new Layer.Dot(value, i, row.low, row.high, !row.complete, row.words))));
                }
            }
            if (!missing.isEmpty()) {
                layers.add(new Layer.Words(missing));
            }
            panels.add(new Chart(
                    group.title,
                    x,
                    Scale.categories("", group.rows.stream().map(Entry::label).toList()),
                    layers));
        }
        return new Figure(title, caption, panels, Math.min(PER_ROW, panels.size()));
    }

    private Scale scale() {
        DoubleStream.Builder values = DoubleStream.builder();
        for (Group group : groups) {
            for (Entry row : group.rows) {
                for (Double value : new @Nullable Double[] {row.value, row.low, row.high}) {
                    if (value != null) {
                        values.add(value);
                    }
                }
            }
        }
        if (zero) {
            values.add(0);
        }
        if (low != null && high != null) {
            return Scale.even(unit, low, high, (high - low) / 4);
        }
        return Scale.covering(unit, values.build());
    }
}
