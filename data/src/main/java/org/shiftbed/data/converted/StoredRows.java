package org.shiftbed.data.converted;

import org.shiftbed.data.PackedImages;

/**
 * Rows of bytes that every process maps.
 *
 * @param rows all of one length
 * @param first for every row the first one with the same bytes; negative for a row that holds nothing
 * @param digest SHA-256 that tells the content, whatever file it came from
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record StoredRows(Rows rows, int[] first, byte[] digest) {

    /** Where rows are read from; reads may come from several threads. */
    public interface Rows {
        /** How many there are. */
        int count();

        /** Bytes of each. */
        int rowBytes();

        /** Copies a row into an array from its start on. */
        void read(int row, byte[] target);

        /** Lets go of them. */
        void close();
    }

    /** Rows of a mapped file. */
    static StoredRows of(PackedImages images, int[] first, byte[] digest) {
        return new StoredRows(
                new Rows() {
                    @Override
                    public int count() {
                        return images.rows();
                    }

                    @Override
                    public int rowBytes() {
                        return images.rowBytes();
                    }

                    @Override
                    public void read(int row, byte[] target) {
                        images.read(row, target);
                    }

                    @Override
                    public void close() {
                        images.close();
                    }
                },
                first,
                digest);
    }
}
