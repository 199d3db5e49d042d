package org.shiftbed.audit;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.shiftbed.base.UserError;
import org.shiftbed.data.table.ColumnKind;
import org.shiftbed.data.table.ScanColumn;
import org.shiftbed.data.table.TableScan;

/**
 * Opens tables of evaluation rows. The {@code predictions.parquet} of a trial holds the same example once for every step and part; it is refused
 * until a filter chooses one part and one step. {@code step: best} means the step that the trial chose by its validation accuracy on the training
 * distribution, {@code step: last} the last one.
 */
public final class AuditTable {
    private static final String STEP = "step";
    private static final List<String> CHOICES = List.of("part", STEP);

    private AuditTable() {}

    /**
     * The rows of a table that an audit uses.
     *
     * @param path as {@link TableScan#open(String, Map)} takes it
     * @param where likewise; {@code step} may be {@code best} or {@code last}
     * @throws UserError as {@link TableScan#open(String, Map)}, and where several parts or steps are left, or the best step cannot be told
     */
    public static TableScan open(String path, Map<String, Object> where) {
        TableScan scan = TableScan.open(path, resolved(path, where));
        try {
            Map<String, ColumnKind> kinds =
                    scan.columns().stream().collect(Collectors.toMap(ScanColumn::name, ScanColumn::kind));
            if (kinds.keySet().containsAll(CHOICES)) {
                for (String column : CHOICES) {
                    if (!where.containsKey(column)) {
                        single(scan, column);
                    }
                }
            }
            return scan;
        } catch (UserError e) {
            scan.close();
            throw e;
        }
    }

    private static void single(TableScan scan, String column) {
        List<String> values = scan.levels(column);
        if (values.size() > 1) {
            String some = values.stream().limit(10).collect(Collectors.joining(", "));
            throw new UserError(scan.name() + ": holds several " + column + "s (" + some
                    + (values.size() > 10 ? ", ..." : "")
                    + "), each of which may hold the same example; choose one, as in where: {"
                    + column + ": " + values.get(0) + "}"
                    + (column.equals(STEP) ? "; 'best' and 'last' are understood" : ""));
        }
    }

    /** The filter with {@code step: best} and {@code step: last} replaced by the step meant. */
    private static Map<String, Object> resolved(String path, Map<String, Object> where) {
        Object step = where.get(STEP);
        boolean best = "best".equals(step);
        if (!best && !"last".equals(step)) {
            return where;
        }
        Map<String, Object> others = new LinkedHashMap<>(where);
        others.remove(STEP);
        try (TableScan scan = TableScan.open(path, others)) {
            if (!scan.column(STEP).kind().isNumber()) {
                return where;
            }
            List<String> steps = scan.levels(STEP).stream()
                    .filter(level -> !level.equals(TableScan.BLANK))
                    .toList();
            if (steps.isEmpty()) {
                throw new UserError(path + ": column 'step' is blank in every row; leave it out of field 'where'");
            }
            boolean one = steps.size() == 1;
            others.put(STEP, one || !best ? steps.get(steps.size() - 1) : BestStep.of(path, steps));
        }
        return others;
    }
}
