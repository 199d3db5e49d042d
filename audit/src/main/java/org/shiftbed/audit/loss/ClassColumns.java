package org.shiftbed.audit.loss;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.shiftbed.base.UserError;
import org.shiftbed.data.table.TableScan;

/**
 * Which of several prediction columns belongs to which class of a label.
 *
 * @param columns their names
 * @param ofLevel from the label's code to the column's position; -1 for a missing label
 */
record ClassColumns(List<String> columns, int[] ofLevel) {
    /** The columns of a trial's {@code predictions.parquet}, where the label is the position of its class. */
    private static final Set<String> TRIAL =
            Set.of("step", "part", "row", "environment", "label", "prediction", "loss");

    /**
     * By name where every label is the end of a column's name behind what all columns begin with; by position where the label counts classes
     * from 0, or where there are as many columns as labels.
     */
    static ClassColumns of(List<String> columns, Label label, TableScan scan) {
        List<String> levels = label.levels();
        List<String> present = label.present();
        List<String> ends = ends(columns);
        Set<String> known = scan.columns().stream().map(c -> c.name()).collect(Collectors.toSet());
        boolean trial = known.containsAll(TRIAL) && label.column().equals("label");
        boolean named = !trial && ends.containsAll(present);
        boolean counted = present.stream().allMatch(level -> level.matches("[0-9]{1,6}"))
                && present.stream().allMatch(level -> Integer.parseInt(level) < columns.size());
        if (!named && !counted && present.size() != columns.size()) {
            throw new UserError("loss: column '" + label.column() + "' has " + present.size()
                    + " values and there are " + columns.size() + " prediction columns (" + columns.get(0)
                    + ", ...), whose names do not end in the label's values; give one column a class");
        }
        int[] of = new int[levels.size()];
        for (int code = 0; code < of.length; code++) {
            String level = levels.get(code);
            int position = present.indexOf(level);
            of[code] = position < 0 ? -1 : named ? ends.indexOf(level) : counted ? Integer.parseInt(level) : position;
        }
        return new ClassColumns(columns, of);
    }

    /** What the names end in behind their common beginning, cut at its last sign that is no letter or digit. */
    private static List<String> ends(List<String> columns) {
        String first = columns.get(0);
        int common = first.length();
        for (String column : columns) {
            int same = 0;
            while (same < Math.min(common, column.length()) && column.charAt(same) == first.charAt(same)) {
                same++;
            }
            common = same;
        }
        while (common > 0 && Character.isLetterOrDigit(first.charAt(common - 1))) {
            common--;
        }
        int cut = common;
        List<String> ends = new ArrayList<>();
        columns.forEach(column -> ends.add(column.substring(cut)));
        return ends;
    }

    /** {@code score_*} as the table's columns of that beginning; other names as they are. */
    static List<String> expand(List<String> predictions, TableScan scan) {
        List<String> all = new ArrayList<>();
        List<String> known = scan.columns().stream().map(c -> c.name()).toList();
        for (String one : predictions) {
            if (one.endsWith("*") && !known.contains(one)) {
                String beginning = one.substring(0, one.length() - 1);
                List<String> found = known.stream()
                        .filter(name -> name.startsWith(beginning))
                        .toList();
                if (found.isEmpty()) {
                    throw new UserError(
                            "loss.prediction: no column of " + scan.name() + " begins with '" + beginning + "'");
                }
                all.addAll(found);
            } else {
                all.add(scan.column(one).name());
            }
        }
        return all;
    }
}
