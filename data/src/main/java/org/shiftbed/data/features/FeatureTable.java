package org.shiftbed.data.features;

import java.nio.ByteBuffer;
import java.util.List;
import org.shiftbed.data.Fingerprint;
import org.shiftbed.data.PackedImages;

/** The features of every row: numbers as doubles (NaN where missing), categories as codes. On the heap, or mapped where they are many. */
public final class FeatureTable implements AutoCloseable {
    private final List<FeatureColumn> columns;
    private final PackedImages rows;

    /** @param rows of {@link #rowBytes} each, column by column: eight bytes a number, four a code, big-endian; closed with this */
    FeatureTable(List<FeatureColumn> columns, PackedImages rows) {
        this.columns = List.copyOf(columns);
        this.rows = rows;
    }

    /** Bytes of a row of such columns. */
    static int rowBytes(List<FeatureColumn> columns) {
        return columns.stream()
                .mapToInt(column -> column.category() ? Integer.BYTES : Double.BYTES)
                .sum();
    }

    /** All columns in order. */
    public List<FeatureColumn> columns() {
        return columns;
    }

    /** How many rows there are. */
    public int rows() {
        return rows.rows();
    }

    /** Inputs of a model: the widths of all columns together, whichever rows train. */
    public int width() {
        return columns.stream().mapToInt(FeatureColumn::width).sum();
    }

    /**
     * Scales and encodes by some rows alone: means and deviations of numbers over them, and the levels that they have.
     *
     * @param training rows, at least one; a row that is named twice counts once
     */
    public FeatureEncoding fit(int[] training) {
        return new FeatureEncoding(this, training);
    }

    /** The raw values of a row at the buffer's start. */
    void read(int row, ByteBuffer target) {
        target.clear();
        rows.read(row, target);
        target.flip();
    }

    /** Adds all that decides the features. */
    void addTo(Fingerprint fingerprint) {
        for (FeatureColumn column : columns) {
            fingerprint.add(column.name()).add(column.levels()).add(String.valueOf(column.blanks()));
        }
        byte[] row = new byte[rows.rowBytes()];
        for (int i = 0; i < rows.rows(); i++) {
            rows.read(i, row);
            fingerprint.add(row);
        }
    }

    @Override
    public void close() {
        rows.close();
    }
}
