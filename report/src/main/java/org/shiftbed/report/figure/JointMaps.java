package org.shiftbed.report.figure;

import java.util.ArrayList;
import java.util.List;

/**
 * How rows are spread over label and attribute, as shares of all: what a shift makes of a data set ({@code controlled-shifts.md} 5, figure 1).
 *
 * @param title one line
 * @param maps one a shift or part
 */
public record JointMaps(String title, List<Map> maps) {
    private static final int PER_ROW = 2;

    /**
     * One table.
     *
     * @param label of the map
     * @param corner names of the two attributes
     * @param rows values of the label
     * @param columns values of the attribute
     * @param counts one list a row
     */
    public record Map(String label, String corner, List<String> rows, List<String> columns, List<List<Long>> counts) {}

    public JointMaps {
        maps = List.copyOf(maps);
    }

    /** The figure. */
    public Figure figure() {
        List<Panel> panels = new ArrayList<>();
        for (Map map : maps) {
            long all = map.counts.stream()
                    .flatMap(List::stream)
                    .mapToLong(Long::longValue)
                    .sum();
            List<Matrix.Row> rows = new ArrayList<>();
            for (int i = 0; i < map.rows.size(); i++) {
                rows.add(new Matrix.Row(
                        map.rows.get(i),
                        map.counts.get(i).stream()
                                .map(count -> all == 0
                                        ? new Matrix.Cell(null, "none")
                                        : new Matrix.Cell(100.0 * count / all, share(count, all)))
                                .toList()));
            }
            panels.add(new Matrix(
                    map.label + ", " + all + " rows",
                    map.corner,
                    map.columns,
                    rows,
                    Matrix.Tone.LIGHTER_IS_MORE,
                    "per cent of the rows"));
        }
        return new Figure(
                title,
                "Per cent of the rows of each map; lighter is more, as in the paper. 0 stands for no row.",
                panels,
                Math.min(PER_ROW, panels.size()));
    }

    private static String share(long count, long all) {
        double percent = 100.0 * count / all;
        return count == 0 ? "0" : percent < 0.05 ? "< 0.1" : Numbers.one(percent);
    }
}
