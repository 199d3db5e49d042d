package org.shiftbed.data.table;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.shiftbed.base.UserError;
import org.shiftbed.data.Attribute;

/** Columns of a table as attributes: of few values as they are, of many numbers or dates cut into bins. Missing values are a value of their own. */
public final class AttributeColumns {
    private static final int MOST_VALUES = 1000;
    private static final int MOST_DECIMALS = 50;

    private final TableScan scan;
    private final Map<String, Object> bins;
    private final String parameter;
    private final String chooser;

    /**
     * @param scan open while columns are read
     * @param bins by column: a list of cut points (numbers, or dates as text), or how many bins
     * @param parameter begins messages about a column
     * @param chooser the parameter that names the columns which are attributes
     */
    public AttributeColumns(TableScan scan, Map<String, Object> bins, String parameter, String chooser) {
        this.scan = scan;
        this.bins = Map.copyOf(bins);
        this.parameter = parameter;
        this.chooser = chooser;
    }

    /**
     * A column as an attribute.
     *
     * @param codes one a row
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Coded(Attribute attribute, int[] codes) {}

    /**
     * Reads a column.
     *
     * @throws UserError where it has too many values and no bins, none at all, or its bins do not fit it
     */
    public Coded read(String column) {
        Object declared = bins.get(column);
        return declared == null ? plain(column) : binned(column, declared);
    }

    private Coded plain(String column) {
        ColumnKind kind = scan.column(column).kind();
        ColumnSummary summary = scan.summary(column);
        boolean decimals = kind == ColumnKind.DECIMAL && !summary.whole();
        if (summary.distinct() > (decimals ? MOST_DECIMALS : MOST_VALUES)) {
            throw tooMany(column, kind, summary.distinct());
        }
        if (summary.missing() == summary.rows()) {
            throw new UserError(parameter + ": " + scan.name() + ": column '" + column
                    + "' is blank in every row; leave it out by naming the others with '" + chooser + "'");
        }
        int[] all = new int[Math.toIntExact(scan.rows())];
        scan.read(
                List.of(Wanted.category(column)),
                block -> System.arraycopy(block.codes(0), 0, all, (int) block.first(), block.rows()));
        return new Coded(new Attribute(column, scan.levels(column)), all);
    }

    private UserError tooMany(String column, ColumnKind kind, int distinct) {
        String many = distinct > TableScan.MOST_LEVELS ? "more than " + TableScan.MOST_LEVELS : "" + distinct;
        boolean ordered = kind != ColumnKind.TEXT && kind != ColumnKind.BOOLEAN;
        String cut = kind.isNumber() ? "[10, 20]" : "['2020-01-01']";
        return new UserError(parameter + ": " + scan.name() + ": column '" + column + "' holds " + many
                + " different values, and an attribute has few; "
                + (ordered
                        ? "say how it is cut, as in bins: {" + column + ": " + cut + "} or bins: {" + column
                                + ": 4}, or "
                        : "")
                + "leave it out by naming the others with '" + chooser + "'");
    }

    private Coded binned(String column, Object declared) {
        ColumnKind kind = scan.column(column).kind();
        double[] numbers = new double[Math.toIntExact(scan.rows())];
        if (kind != ColumnKind.TEXT) {
            scan.read(
                    List.of(Wanted.number(column)),
                    block -> System.arraycopy(block.numbers(0), 0, numbers, (int) block.first(), block.rows()));
        }
        for (int row = 0; row < numbers.length; row++) {
            if (Double.isInfinite(numbers[row])) {
                throw new UserError("bins." + column + ": " + scan.place(row) + " is infinite; leave it blank");
            }
        }
        Bins cut = Bins.of(column, declared, kind, numbers);
        boolean missing = Arrays.stream(numbers).anyMatch(Double::isNaN);
        return new Coded(
                new Attribute(column, cut.names(missing)),
                Arrays.stream(numbers).mapToInt(cut::code).toArray());
    }
}
