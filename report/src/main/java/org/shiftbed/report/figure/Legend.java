package org.shiftbed.report.figure;

import java.util.ArrayList;
import java.util.List;

/** The names of layers with what they look like, in as many lines as the width asks for. */
final class Legend {
    static final double LINE = 19;
    private static final double SAMPLE = 26;
    private static final double GAP = 16;
    private static final double SIZE = 12;

    private final List<List<Figure.Key>> lines = new ArrayList<>();

    Legend(List<Figure.Key> keys, double width) {
        double used = 0;
        for (Figure.Key key : keys) {
            double one = width(key);
            if (lines.isEmpty() || used + one > width) {
                lines.add(new ArrayList<>());
                used = 0;
            }
            lines.get(lines.size() - 1).add(key);
            used += one + GAP;
        }
    }

    private static double width(Figure.Key key) {
        return SAMPLE + 6 + Letters.width(key.name(), SIZE);
    }

    double height() {
        return lines.isEmpty() ? 0 : LINE * lines.size() + 4;
    }

    void paint(Canvas canvas, double x, double y) {
        for (int i = 0; i < lines.size(); i++) {
            double at = x;
            double middle = y + LINE * (i + 0.5);
            for (Figure.Key key : lines.get(i)) {
                sample(canvas, key, at, middle);
                canvas.text(key.name(), at + SAMPLE + 6, middle, new Canvas.Type(Canvas.Anchor.START, SIZE, Tint.TEXT));
                at += width(key) + GAP;
            }
        }
    }

    private static void sample(Canvas canvas, Figure.Key key, double x, double y) {
        Look look = key.look();
        if (key.sign() == Figure.Sign.AREA) {
            ChartPainter.hatched(canvas, look, x + 4, y - 6, SAMPLE - 6, 12);
            return;
        }
        if (key.sign() != Figure.Sign.DOT) {
            canvas.stroke(x, y, x + SAMPLE, y, new Canvas.Pen(look.rgb(), look.width(), look.dash()));
        }
        if (key.sign() != Figure.Sign.LINE) {
            ChartPainter.mark(canvas, look, x + SAMPLE / 2, y, 4, false);
        }
    }
}
