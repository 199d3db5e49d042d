package org.shiftbed.report.figure;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One figure: data, what they are drawn by, title, units and caption. Every writer draws this value and nothing else, so that all forms of a figure
 * have the same numbers.
 *
 * @param title one line
 * @param caption how to read it, how many numbers are behind it, what its intervals are; sentences
 * @param panels small charts or maps, row by row
 * @param perRow panels side by side, at least 1
 */
public record Figure(String title, String caption, List<Panel> panels, int perRow) {
    public Figure {
        panels = List.copyOf(panels);
        if (panels.isEmpty() || perRow < 1) {
            throw new IllegalArgumentException("a figure has panels, and one or more of them side by side: " + title);
        }
    }

    /** A figure of one panel. */
    public Figure(String title, String caption, Panel panel) {
        this(title, caption, List.of(panel), 1);
    }

    /** The same with another sentence behind its caption; as it is where that is empty. */
    public Figure noted(String sentence) {
        return sentence.isEmpty() ? this : new Figure(title, caption + " " + sentence, panels, perRow);
    }

    /** An entry of the legend: what is called by a name looks like this. */
    record Key(String name, Look look, Sign sign) {}

    /** What of a look an entry of the legend shows. */
    enum Sign {
        AREA,
        DOT,
        LINE,
        LINE_AND_DOT
    }

    /** The names of all layers, each once; none where nothing is named. */
    List<Key> legend() {
        Map<String, Key> keys = new LinkedHashMap<>();
        for (Panel panel : panels) {
            if (panel instanceof Chart chart) {
                for (Layer layer : chart.layers()) {
                    Sign sign = sign(layer);
                    if (!layer.name().isEmpty() && sign != null) {
                        keys.merge(
                                layer.name(),
                                new Key(layer.name(), layer.look(), sign),
                                (one, other) -> new Key(one.name, one.look, together(one.sign, other.sign)));
                    }
                }
            }
        }
        return List.copyOf(keys.values());
    }

    private static @org.jspecify.annotations.Nullable Sign sign(Layer layer) {
        if (layer instanceof Layer.Bars) {
            return Sign.AREA;
        }
        if (layer instanceof Layer.Dots) {
            return Sign.DOT;
        }
        return layer instanceof Layer.Line ? Sign.LINE : null;
    }

    private static Sign together(Sign one, Sign other) {
        return one == other ? one : one == Sign.AREA || other == Sign.AREA ? Sign.AREA : Sign.LINE_AND_DOT;
    }
}
