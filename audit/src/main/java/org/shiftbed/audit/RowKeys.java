package org.shiftbed.audit;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.UserError;
import org.shiftbed.data.table.ColumnKind;
import org.shiftbed.data.table.ScanColumn;
import org.shiftbed.data.table.TableScan;

/** Which row of a second table is which row of the first, by a column whose values are all different. */
final class RowKeys {
    private RowKeys() {}

    /**
     * The row of the first table that each row of the second is.
     *
     * @throws UserError where a key is blank or stands twice, or one table has a key that the other lacks
     */
    static int[] order(TableScan first, TableScan second, String key) {
        Map<String, Integer> rows = index(first, key);
        List<String> keys = second.texts(key);
        index(second, key);
        int[] order = new int[keys.size()];
        for (int r = 0; r < order.length; r++) {
            Integer row = rows.get(keys.get(r));
            if (row == null) {
                throw new UserError("key: the two tables must hold the same rows, and '" + keys.get(r) + "' ("
                        + second.place(r) + ", column '" + key + "') is not in " + first.name());
            }
            order[r] = row;
        }
        return order;
    }

    private static Map<String, Integer> index(TableScan scan, String key) {
        scan.column(key);
        List<String> keys = scan.texts(key);
        Map<String, Integer> rows = new HashMap<>();
        for (int r = 0; r < keys.size(); r++) {
            if (keys.get(r).equals(TableScan.BLANK)) {
                throw new UserError(
                        "key: every row needs a value, and " + scan.place(r) + ", column '" + key + "' is blank");
            }
            Integer before = rows.put(keys.get(r), r);
            if (before != null) {
                throw new UserError("key: every row needs a value of its own, and column '" + key + "' holds '"
                        + keys.get(r) + "' twice (" + scan.place(before) + " and " + scan.place(r) + ")");
            }
        }
        return rows;
    }

    /**
     * That both tables have a column which looks like a key and stands in another order, so that rows taken by their position may not belong together.
     *
     * @param used columns that are compared anyway
     */
    static Optional<String> note(TableScan first, TableScan second, List<String> used) {
        for (ScanColumn column : first.columns()) {
            ScanColumn there = second.columns().stream()
                    .filter(other -> other.equals(column))
                    .findFirst()
                    .orElse(null);
            boolean key = column.kind() == ColumnKind.WHOLE || column.kind() == ColumnKind.TEXT;
            if (key && there != null && !used.contains(column.name()) && reordered(first, second, column.name())) {
                return Optional.of("Rows of the two tables are taken as one by their position, and column '"
                        + column.name()
                        + "', which is different in every row, stands in another order in the second table: name it as the"
                        + " key ('key: " + column.name() + "', or --key) where it says which rows belong together.");
            }
        }
        return Optional.empty();
    }

    private static boolean reordered(TableScan first, TableScan second, String column) {
        long own = Math.min(first.rows(), TableScan.MOST_LEVELS + 1L);
        if (first.summary(column).distinct() < own || second.summary(column).distinct() < own) {
            return false;
        }
        List<String> here = first.texts(column);
        List<String> there = second.texts(column);
        Set<String> all = new HashSet<>(here);
        return !here.equals(there) && all.size() == here.size() && all.equals(new HashSet<>(there));
    }

    /** The values in the order of the first table; as they are without an order. */
    static double[] sorted(double[] values, int @Nullable [] order) {
        if (order == null) {
            return values;
        }
        double[] sorted = new double[values.length];
        for (int r = 0; r < values.length; r++) {
            sorted[order[r]] = values[r];
        }
        return sorted;
    }
}
