package org.shiftbed.data.table;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * One table, of one or many files or in memory, read row by row as often as needed without holding it: blocks of numbers and of category
 * codes, always in the same order. A missing number is NaN. A missing category value is a level of its own, the last one, {@link #BLANK}; a text of
 * white space only is missing.
 *
 * <p>In CSV files the first line names the columns, fields are parted by comma, semicolon, tab or bar (whichever the first line shows), quotes are
 * double. A column is a number, a date or true/false where every value in every file is one; where a value is written with leading zeros
 * (007), the column is text, because such values are codes.
 *
 * <p>Every mistake is a {@link org.shiftbed.base.UserError} of one line that names the file, and column and row where known. Rows in messages
 * count the rows of data in a file from 1. A scan belongs to one thread.
 */
public interface TableScan extends AutoCloseable {
    /** How the level of missing values is called. */
    String BLANK = "(blank)";

    /** A category of more levels is refused: it identifies rows. */
    int MOST_LEVELS = 10_000;

    /** All rows of a file, a folder or a pattern; see {@link #open(String, Map)}. */
    static TableScan open(String path) {
        return open(path, Map.of());
    }

    /**
     * The rows of a table that obey a filter.
     *
     * @param path a {@code .parquet}, {@code .csv} or {@code .csv.gz} file; a folder of such; or a pattern of {@code *}, {@code **}, {@code ?},
     *     {@code [..]} and {@code {a,b}}. Files are read in the order of their names and must have the same columns
     * @param where from column to the value, or the list of values, that rows in use have; {@link #BLANK} means a missing one
     * @throws org.shiftbed.base.UserError where there is no such table, it is damaged, or no row is left
     */
    static TableScan open(String path, Map<String, ?> where) {
        return FileScan.open(path, where);
    }

    /**
     * The rows of a table in memory that obey a filter.
     *
     * @throws org.shiftbed.base.UserError where no row is left
     */
    static TableScan of(Table table, Map<String, ?> where) {
        return MemoryScan.of(table, where);
    }

    /**
     * Two tables as one: the rows of the first before those of the second, the columns that both have, the levels of either. Whole numbers in one
     * and decimals in the other are numbers; a column that holds different kinds of values in the two is refused when it is asked for. Closing it
     * closes both.
     */
    static TableScan stacked(TableScan first, TableScan second) {
        return new StackedScan(first, second);
    }

    /** The table's name in messages: the path as given. */
    String name();

    /** All columns, in their order. */
    List<ScanColumn> columns();

    /**
     * The column of a name.
     *
     * @throws org.shiftbed.base.UserError where there is none; the message offers the nearest name
     */
    ScanColumn column(String name);

    /** How many rows are in use; at least 1. */
    long rows();

    /** What a column looks like over the rows in use. */
    ColumnSummary summary(String column);

    /**
     * The levels of a column as a category: numbers and dates ascending, false before true, texts by character; {@link #BLANK} last where a value is
     * missing.
     *
     * @throws org.shiftbed.base.UserError where there are more than {@link #MOST_LEVELS}
     */
    List<String> levels(String column);

    /**
     * How many values of a column of texts are written as numbers, and the first that is not, however many different ones there are.
     *
     * @throws IllegalArgumentException where the column holds no texts
     */
    TextNumbers textNumbers(String column);

    /**
     * The values of a column as texts, one a row in use, in order; {@link #BLANK} where one is missing. Whole numbers have no decimals. All of them are
     * in memory.
     */
    List<String> texts(String column);

    /**
     * Reads the rows in use once, block by block, in order.
     *
     * @param wanted the columns of each block, in this order
     * @param take is given each block; what it throws ends the reading
     * @throws org.shiftbed.base.UserError where there is no such column, a text is no number, or a category has too many levels
     */
    void read(List<Wanted> wanted, Consumer<Block> take);

    /** Where a row in use stands, for messages: {@code eval.csv, row 17}. {@code index} counts rows in use from 0. */
    String place(long index);

    @Override
    void close();
}
