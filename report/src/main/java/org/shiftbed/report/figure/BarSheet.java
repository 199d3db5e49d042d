package org.shiftbed.report.figure;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.geom.Line2D;
import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.shiftbed.report.aggregate.Family;

/**
 * Accuracy of every method as bars, the best first in each group anew, with the standard deviation over seeds, coloured by family ({@code
 * controlled-shifts.md} 5, figures 9 to 12).
 *
 * @param title one line
 * @param groups one a setting, side by side
 */
public record BarSheet(String title, List<Group> groups) implements Drawing {
    private static final int PER_ROW = 3;
    private static final int LABELS = 118;
    private static final int WIDTH = 210;
    private static final int GAP = 34;
    private static final int LINE = 18;
    private static final int TOP = 60;
    private static final int HEAD = 26;
    private static final int FOOT = 34;

    /** Bars of one setting. */
    public record Group(String label, List<Bar> bars) {
        public Group {
            bars = bars.stream()
                    .sorted(Comparator.comparingDouble((Bar bar) -> -bar.mean()))
                    .toList();
        }
    }

    /**
     * One bar.
     *
     * @param mean accuracy in [0, 1]
     * @param sd sample standard deviation over seeds; null where there is one seed
     */
    public record Bar(
            String method,
            Family family,
            double mean,
            @Nullable Double sd) {}

    public BarSheet {
        groups = List.copyOf(groups);
    }

    @Override
    public int width() {
        int across = Math.min(PER_ROW, groups.size());
        return Math.max(760, across * (LABELS + WIDTH + GAP) + 20);
    }

    @Override
    public int height() {
        return TOP + rowHeight() * ((groups.size() + PER_ROW - 1) / PER_ROW);
    }

    private int rowHeight() {
        int most = groups.stream().mapToInt(group -> group.bars().size()).max().orElse(0);
        return HEAD + LINE * most + FOOT;
    }

    @Override
    public void paint(Graphics2D g) {
        Ink.left(g, title, 10, 16);
        List<Family> families = new ArrayList<>();
        groups.forEach(group -> group.bars().forEach(bar -> families.add(bar.family())));
        Ink.legend(g, new TreeSet<>(families), 10, 38);
        for (int i = 0; i < groups.size(); i++) {
            double x = 10 + (i % PER_ROW) * (double) (LABELS + WIDTH + GAP);
            double y = TOP + (i / PER_ROW) * (double) rowHeight();
            group(g, groups.get(i), x, y);
        }
    }

    private static void group(Graphics2D g, Group group, double x, double y) {
        g.setColor(Ink.TEXT);
        Ink.left(g, group.label(), x + LABELS, y + 10);
        double top = y + HEAD;
        double bottom = top + LINE * group.bars().size();
        for (int percent = 0; percent <= 100; percent += 25) {
            double at = x + LABELS + WIDTH * percent / 100.0;
            g.setColor(Ink.FAINT);
            g.draw(new Line2D.Double(at, top, at, bottom));
            g.setColor(Ink.TEXT);
            Ink.centred(g, String.valueOf(percent), at, bottom + 10);
        }
        for (int i = 0; i < group.bars().size(); i++) {
            bar(g, group.bars().get(i), x, top + LINE * i);
        }
    }

    private static void bar(Graphics2D g, Bar bar, double x, double y) {
        double zero = x + LABELS;
        g.setColor(Ink.TEXT);
        Ink.right(g, bar.method(), zero - 6, y + LINE / 2.0);
        Ink.fill(g, new Rectangle2D.Double(zero, y + 2, WIDTH * bar.mean(), LINE - 5), bar.family());
        Double sd = bar.sd();
        if (sd != null) {
            double low = zero + WIDTH * Math.max(0, bar.mean() - sd);
            double high = zero + WIDTH * Math.min(1, bar.mean() + sd);
            double middle = y + LINE / 2.0 - 0.5;
            g.setColor(Color.BLACK);
            g.draw(new Line2D.Double(low, middle, high, middle));
            g.draw(new Line2D.Double(low, middle - 3, low, middle + 3));
            g.draw(new Line2D.Double(high, middle - 3, high, middle + 3));
        }
        String text = String.format(Locale.ROOT, "%.1f", 100 * bar.mean());
        double end = zero + WIDTH * Math.min(1, bar.mean() + (sd == null ? 0 : sd)) + 4;
        Rectangle2D paper =
                new Rectangle2D.Double(end, y + 2, g.getFontMetrics().stringWidth(text), LINE - 5);
        g.setColor(Color.WHITE);
        g.fill(paper);
        g.setColor(Ink.TEXT);
        Ink.left(g, text, end, y + LINE / 2.0);
    }
}
