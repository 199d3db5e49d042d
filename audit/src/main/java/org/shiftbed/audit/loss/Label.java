package org.shiftbed.audit.loss;

import java.util.List;
import java.util.Set;
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
        boolean digits = Set.of("0", "1").containsAll(present);
        boolean flags = Set.of("false", "true").containsAll(present);
        if (said != null) {
            if (!present.contains(said) && !((digits || flags) && (said.equals("1") || said.equals("true")))) {
                throw Names.unknown("loss.positive", "value of column '" + column + "'", said, present);
            }
            return levels.indexOf(said);
        }
        if (digits || flags) {
            return levels.indexOf(digits ? "1" : "true");
        }
        if (present.size() != 2) {
            String some = present.stream().limit(5).collect(Collectors.joining(", "));
            throw new UserError("loss: column '" + column + "' has "
                    + (present.size() == 1 ? "the one value " : present.size() + " values (") + some
                    + (present.size() == 1 ? "" : present.size() > 5 ? ", ...)" : ")")
                    + "; say with 'positive' which of them counts, or give one prediction column a class");
        }
        return levels.indexOf(present.get(1));
    }

    /** A row whose label is missing. */
    UserError missing(long row) {
        return new UserError(scan.place(row) + ": column '" + column
                + "' (the label) is blank; leave such rows out with field 'where'");
    }

    /** The code of missing labels; -1 where there is none. */
    int blank() {
        return levels.indexOf(TableScan.BLANK);
    }
}
