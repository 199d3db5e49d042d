package org.shiftbed.audit;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.shiftbed.audit.spec.LikeSpec;
import org.shiftbed.base.UserError;
import org.shiftbed.data.table.ScanColumn;
import org.shiftbed.data.table.TableScan;

/**
 * The two past tables from which a radius is measured. Conditions on rows hold in them as well where they have the column; one that neither of them
 * has, such as the step of a trial, is about the audited table alone.
 *
 * @param before the earlier one
 * @param after the later one
 * @param both one after the other
 */
record PastTables(TableScan before, TableScan after, TableScan both) implements AutoCloseable {

    static PastTables open(LikeSpec like, Map<String, Object> where) {
        Map<String, Object> shared = where.isEmpty() ? where : shared(like, where);
        TableScan before = AuditTable.open(like.before(), shared);
        try {
            TableScan after = AuditTable.open(like.after(), shared);
            return new PastTables(before, after, TableScan.stacked(before, after));
        } catch (UserError e) {
            before.close();
            throw e;
        }
    }

    private static Map<String, Object> shared(LikeSpec like, Map<String, Object> where) {
        List<String> earlier = columns(like.before());
        List<String> later = columns(like.after());
        Map<String, Object> shared = new LinkedHashMap<>();
        where.forEach((column, value) -> {
            boolean here = earlier.contains(column);
            if (here != later.contains(column)) {
                throw new UserError("where: chooses rows by column '" + column + "', which "
                        + (here ? like.before() : like.after()) + " of budget.like has and "
                        + (here ? like.after() : like.before()) + " does not; both need it, or neither");
            }
            if (here) {
                shared.put(column, value);
            }
        });
        return shared;
    }

    private static List<String> columns(String path) {
        try (TableScan scan = TableScan.open(path)) {
            return scan.columns().stream().map(ScanColumn::name).toList();
        }
    }

    /** Whether both have a column; one that only one of them has is refused. */
    boolean have(String column) {
        boolean anywhere = before.columns().stream().anyMatch(one -> one.name().equals(column))
                || after.columns().stream().anyMatch(one -> one.name().equals(column));
        return anywhere && both.column(column).name().equals(column);
    }

    @Override
    public void close() {
        both.close();
    }
}
