package org.shiftbed.audit.loss;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.Names;
import org.shiftbed.base.UserError;
import org.shiftbed.data.table.TableScan;

/**
 * The classes of a label.
 *
 * @param column its name
 * @param levels as the scan codes them
 * @param scan says where a row stands
 */
record Label(String column, List<String> levels, TableScan scan) {

    static Label of(String column, TableScan scan) {
        return new Label(column, scan.levels(column), scan);
    }

    /** The levels without the missing one. */
    List<String> present() {
        return levels.stream().filter(level -> !level.equals(TableScan.BLANK)).toList();
    }

    /**
     * The code of the positive class of two; -1 where no row has it.
     *
     * @param said what the user calls positive
     */
    int positive(@Nullable String said) {
        List<String> present = present();
        if (said != null && present.contains(said)) {
            return levels.indexOf(said);
        }
        PlainPair plain = PlainPair.of(present);
        // A file's 'positive: true' means the 1 of 0 and 1 as well.
        if (plain != null && (said == null || PlainPair.isPositive(said))) {
            return levels.indexOf(plain.positiveIn(present));
        }
        if (said != null) {
            throw Names.unknown("loss.positive", "value of column '" + column + "'", said, present);
        }
        if (present.size() == 2) {
            throw new UserError("loss: column '" + column + "' (the label) holds '" + present.get(0) + "' and '"
                    + present.get(1) + "', and neither word tells which is positive; say which one the prediction"
                    + " speaks for, as in 'loss.positive: " + present.get(0) + "' or 'loss.positive: "
                    + present.get(1) + "'");
        }
        String some = present.stream().limit(5).collect(Collectors.joining(", "));
        throw new UserError("loss: column '" + column + "' has "
                + (present.size() == 1 ? "the one value " : present.size() + " values (") + some
                + (present.size() == 1 ? "" : present.size() > 5 ? ", ...)" : ")")
                + "; say with field 'loss.positive' which of them counts, or give one prediction column a class");
    }

    /** What the positive class is called, whether a row has it or not. */
    String positiveName(@Nullable String said) {
        int code = positive(said);
        if (code >= 0) {
            return levels.get(code);
        }
        PlainPair plain = PlainPair.of(present());
        return plain == null ? String.valueOf(said) : plain.positive();
    }

    /** A row whose label is missing. */
    UserError missing(long row) {
        return new UserError(scan.place(row) + ": column '" + column + "' (the label) is blank; " + Losses.LEAVE_OUT);
    }

    /** The code of missing labels; -1 where there is none. */
    int blank() {
        return levels.indexOf(TableScan.BLANK);
    }
}
