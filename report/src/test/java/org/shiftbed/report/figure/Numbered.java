package org.shiftbed.report.figure;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The numbers of a figure, one line a mark, as a test writes them down from the value and reads them out of each output. */
final class Numbered {
    private Numbered() {}

    /** Every mark of the value: kind of mark, then its numbers; per cent on a probit axis as they are. */
    static List<String> of(Figure figure) {
        List<String> marks = new ArrayList<>();
        for (Panel panel : figure.panels()) {
            if (panel instanceof Matrix matrix) {
                matrix.rows().forEach(row -> row.cells().forEach(cell -> marks.add(mark("cell", cell.value()))));
            } else if (panel instanceof Chart chart) {
                chart.layers().forEach(layer -> marks.addAll(of(layer)));
            } else if (panel instanceof Pictures pictures) {
                pictures.rows().forEach(row -> row.pictures().forEach(picture -> marks.add("picture")));
            }
        }
        return marks;
    }

    private static List<String> of(Layer layer) {
        List<String> marks = new ArrayList<>();
        if (layer instanceof Layer.Bars bars) {
            bars.bars().forEach(bar -> marks.add(mark("bar", bar.value(), bar.place(), bar.low(), bar.high())));
        } else if (layer instanceof Layer.Dots dots) {
            dots.dots().forEach(dot -> marks.add(mark("dot", dot.x(), dot.y(), dot.low(), dot.high())));
        } else if (layer instanceof Layer.Line line) {
            line.points()
                    .forEach(point ->
                            marks.add(mark("line", point.x(), Double.isFinite(point.y()) ? (Double) point.y() : null)));
        } else if (layer instanceof Layer.Band band) {
            band.ranges().forEach(range -> marks.add(mark("band", range.x(), range.low(), range.high())));
        }
        return marks;
    }

    /** One mark as text; what is not there is left out at the end, a dash before it. */
    static String mark(String kind, @Nullable Double... numbers) {
        StringBuilder text = new StringBuilder(kind);
        int last = numbers.length;
        while (last > 0 && numbers[last - 1] == null) {
            last--;
        }
        for (int i = 0; i < last; i++) {
            text.append(' ').append(numbers[i] == null ? "-" : String.valueOf(numbers[i] + 0.0));
        }
        return text.toString();
    }
}
