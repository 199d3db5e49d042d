package org.shiftbed.audit;

import java.util.List;
import java.util.Map;
import org.shiftbed.audit.estimate.Estimator;
import org.shiftbed.audit.estimate.Parameters;
import org.shiftbed.audit.estimate.RowLosses;
import org.shiftbed.audit.estimate.Settings;
import org.shiftbed.audit.estimate.ShiftingVariable;
import org.shiftbed.audit.estimate.UnitTable;
import org.shiftbed.audit.estimate.Units;
import org.shiftbed.audit.result.RulingRows;

/**
 * A table made ready: units, variables and what was noticed on the way.
 *
 * @param table the units with the values they agree in
 * @param rows losses of single rows; empty unless they are kept
 * @param plans how each variable was read, in the order of the variables
 * @param variables what shifts
 * @param parameters of the shift
 * @param settings of the regressions
 * @param columns names of all columns that were read
 * @param missing by column, rows without a number
 * @param clusters number of clusters; 0 where rows are independent
 * @param digest SHA-256 of the values read, as hex
 * @param ruling few rows that rule the spread of a variable
 * @param notes what the reader must know
 */
record Prepared(
        UnitTable table,
        RowLosses rows,
        List<VariablePlan> plans,
        List<ShiftingVariable> variables,
        Parameters parameters,
        Settings settings,
        List<String> columns,
        Map<String, Long> missing,
        int clusters,
        String digest,
        List<RulingRows> ruling,
        List<String> notes) {

    /** The estimator of the loss {@code a l1 + b l2}. */
    Estimator estimator(double a, double b) {
        return new Estimator(table.combined(a, b), variables, parameters, settings);
    }

    /** The units of the first loss. */
    Units units() {
        return table.first();
    }
}
