package org.shiftbed.audit.result;

import java.util.List;
import java.util.Map;

/**
 * The rows of an audit.
 *
 * @param source what was read, as the user named it; {@code in memory} or {@code demo …} where nothing was
 * @param digest SHA-256 of the values used, in their order, as hex
 * @param rows rows that were used
 * @param units cells, or rows, that the estimates were made of
 * @param cells whether units are cells
 * @param columns names of the columns that were used
 * @param missing by column, rows without a number; they stay as they are under the shift of that variable
 * @param weight name of the column of row weights, or empty
 * @param clusters number of clusters; 0 where rows are independent
 * @param where the filter in words, or empty
 */
public record DataFacts(
        String source,
        String digest,
        long rows,
        long units,
        boolean cells,
        List<String> columns,
        Map<String, Long> missing,
        String weight,
        long clusters,
        String where) {

    /** The same under another name. */
    DataFacts withSource(String name) {
        return new DataFacts(name, digest, rows, units, cells, columns, missing, weight, clusters, where);
    }
}
