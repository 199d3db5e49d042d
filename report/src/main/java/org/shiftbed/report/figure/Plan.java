package org.shiftbed.report.figure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.shiftbed.report.table.TextWriter;

/** Where everything of a figure stands on paper, in pixels, by the widths of its words. */
final class Plan {
    static final double MARGIN = 12;
    static final double SIZE = 12;
    static final double SMALL = 11;
    static final double LINE = 16;
    private static final double LEAST_WIDTH = 520;
    private static final double GAP = 22;
    private static final double MOST_LABEL = 210;
    private static final double ROW = 21;
    private static final double CELL_ROW = 23;
    private static final double TITLE = 22;

    /**
     * The room of a panel around what its data fill.
     *
     * @param labels whether the names along y are written, or those of the panel to the left serve
     */
    record Room(double left, double top, double width, double height, double right, double bottom, boolean labels) {}

    private final Figure figure;
    private final List<Room> rooms = new ArrayList<>();
    private final double[] columns;
    private final double[] rows;
    private final double width;
    private final double height;
    private final List<String> title;
    private final List<String> caption;
    private final Legend legend;

    Plan(Figure figure) {
        this.figure = figure;
        int across = Math.min(figure.perRow(), figure.panels().size());
        int down = (figure.panels().size() + across - 1) / across;
        columns = new double[across];
        rows = new double[down];
        double[] lefts = new double[across];
        boolean shared = figure.panels().stream()
                .allMatch(panel -> sameAxis(figure.panels().get(0), panel));
        for (int i = 0; i < figure.panels().size(); i++) {
            Panel panel = figure.panels().get(i);
            boolean labels = i % across == 0 || !shared;
            Room room = room(panel, labels);
            lefts[i % across] = Math.max(lefts[i % across], room.left);
            rooms.add(room);
        }
        for (int i = 0; i < rooms.size(); i++) {
            // Plots of one column start at one place.
            Room room = rooms.get(i);
            Room aligned = new Room(
                    lefts[i % across], room.top, room.width, room.height, room.right, room.bottom, room.labels);
            rooms.set(i, aligned);
            columns[i % across] = Math.max(columns[i % across], aligned.left + aligned.width + aligned.right);
            rows[i / across] = Math.max(rows[i / across], aligned.top + aligned.height + aligned.bottom);
        }
        double content = Arrays.stream(columns).sum() + GAP * (across - 1);
        width = Math.max(LEAST_WIDTH, content + 2 * MARGIN);
        title = lines(figure.title(), width - 2 * MARGIN, SIZE + 1);
        caption = figure.caption().isEmpty() ? List.of() : lines(figure.caption(), width - 2 * MARGIN, SMALL);
        legend = new Legend(figure.legend(), width - 2 * MARGIN);
        height = panelsTop() + Arrays.stream(rows).sum() + GAP * (down - 1) + 8 + LINE * caption.size() + MARGIN;
    }

    private static boolean sameAxis(Panel one, Panel other) {
        return one instanceof Chart a && other instanceof Chart b && a.y().equals(b.y());
    }

    /** Breaks a text at spaces so that no line is wider. */
    static List<String> lines(String text, double most, double size) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : text.split(" ", -1)) {
            String longer = line.length() == 0 ? word : line + " " + word;
            if (line.length() > 0 && Letters.width(longer, size) > most) {
                lines.add(line.toString());
                line.setLength(0);
                line.append(word);
            } else {
                line.setLength(0);
                line.append(longer);
            }
        }
        lines.add(line.toString());
        return lines;
    }

    private Room room(Panel panel, boolean labels) {
        Room room = room(panel, labels, 0);
        double head =
                panel.title().isEmpty() ? 6 : TITLE + LINE * (title(panel, room).size() - 1);
        return room(panel, labels, head);
    }

    /** A panel's title in lines that its room holds. */
    static List<String> title(Panel panel, Room room) {
        return lines(panel.title(), Math.max(120, room.left + room.width + room.right), SIZE);
    }

    private Room room(Panel panel, boolean labels, double head) {
        if (panel instanceof Matrix matrix) {
            double left = 10;
            for (Matrix.Row row : matrix.rows()) {
                left = Math.max(left, Letters.width(label(row.label()), SIZE) + 10);
            }
            left = Math.max(left, Letters.width(label(matrix.corner()), SMALL) + 10);
            double cell = cell(matrix);
            double headers = 0;
            for (String column : matrix.columns()) {
                headers = Math.max(headers, 14 * lines(column, cell, SMALL).size());
            }
            return new Room(
                    left,
                    head + headers + 6,
                    cell * matrix.columns().size(),
                    CELL_ROW * matrix.rows().size(),
                    4,
                    6,
                    true);
        }
        if (panel instanceof Pictures pictures) {
            double left = 10;
            for (Pictures.Row row : pictures.rows()) {
                left = Math.max(left, Letters.width(label(row.label()), SIZE) + 10);
            }
            int most = pictures.rows().stream()
                    .mapToInt(row -> row.pictures().size())
                    .max()
                    .orElse(1);
            double side = side(pictures);
            return new Room(
                    left, head, (side + 4) * most, (side + 4) * pictures.rows().size(), 4, 4, true);
        }
        return room((Chart) panel, labels, head);
    }

    private Room room(Chart chart, boolean labels, double head) {
        double left = 8;
        if (labels) {
            for (Scale.Tick tick : chart.y().ticks()) {
                left = Math.max(left, Letters.width(label(tick.label()), SMALL) + 10);
            }
            left += chart.y().title().isEmpty() ? 0 : LINE + 2;
        }
        double right = 14;
        for (Layer layer : chart.layers()) {
            if (layer instanceof Layer.Bars bars) {
                for (Layer.Bar bar : bars.bars()) {
                    right = Math.max(right, Letters.width(bar.words(), SMALL) + 10);
                }
            }
        }
        double plot = switch (Math.min(figure.perRow(), figure.panels().size())) {
            case 1 -> 520;
            case 2 -> 300;
            case 3 -> 220;
            default -> 170;
        };
        double tall = chart.level()
                ? ROW * Math.max(1, chart.y().ticks().size())
                : figure.panels().size() == 1 ? 320 : figure.perRow() > 2 ? 140 : 220;
        return new Room(left, head, plot, tall, right, LINE + (chart.x().title().isEmpty() ? 4 : LINE + 4), labels);
    }

    /** A name along y that is not too long. */
    static String label(String name) {
        return Letters.fitted(name, MOST_LABEL, SIZE);
    }

    /** Width of a cell. */
    static double cell(Matrix matrix) {
        double cell = 46;
        for (Matrix.Row row : matrix.rows()) {
            for (Matrix.Cell one : row.cells()) {
                cell = Math.max(cell, Letters.width(one.words(), SMALL) + 12);
            }
        }
        for (String column : matrix.columns()) {
            for (String word : TextWriter.wrap(column, 1)) {
                cell = Math.max(cell, Math.min(110, Letters.width(word, SMALL) + 8));
            }
        }
        return cell;
    }

    /** Side of a picture on paper: whole pixels each, where pictures are small. */
    static double side(Pictures pictures) {
        int largest = pictures.rows().stream()
                .flatMap(row -> row.pictures().stream())
                .mapToInt(picture -> Math.max(picture.width(), picture.height()))
                .max()
                .orElse(1);
        return largest >= 48 ? 64 : largest * Math.max(1, 64 / largest);
    }

    double width() {
        return width;
    }

    double height() {
        return height;
    }

    List<String> title() {
        return title;
    }

    List<String> caption() {
        return caption;
    }

    Legend legend() {
        return legend;
    }

    double legendTop() {
        return MARGIN + (LINE + 2) * title.size();
    }

    double panelsTop() {
        return legendTop() + legend.height() + 4;
    }

    double captionTop() {
        return height - MARGIN - LINE * caption.size();
    }

    Room room(int panel) {
        return rooms.get(panel);
    }

    /** Left edge of what a panel's data fill. */
    double left(int panel) {
        double x = MARGIN + rooms.get(panel).left;
        for (int column = 0; column < panel % columns.length; column++) {
            x += columns[column] + GAP;
        }
        return x;
    }

    /** Upper edge of what a panel's data fill. */
    double top(int panel) {
        double y = panelsTop() + rooms.get(panel).top;
        for (int row = 0; row < panel / columns.length; row++) {
            y += rows[row] + GAP;
        }
        return y;
    }
}
