package org.shiftbed.data.hdf5;

import io.jhdf.api.Dataset;
import java.io.IOException;
import java.lang.reflect.Array;

/** Reads an array that lies in one piece, some rows at a time. */
final class SliceBands {
    /** The library gives an unsigned byte as an int in nested arrays, many times its size. */
    private static final int BAND_BYTES = 1 << 20;

    private final Dataset array;

    SliceBands(Dataset array) {
        this.array = array;
    }

    void read(Hdf5File.RowTaker taker) throws IOException {
        int[] shape = array.getDimensions();
        int rowBytes = Hdf5File.rowBytes(shape);
        int band = Math.max(1, BAND_BYTES / Math.max(1, rowBytes));
        byte[] row = new byte[rowBytes];
        for (int first = 0; first < shape[0]; first += band) {
            int[] lengths = shape.clone();
            lengths[0] = Math.min(band, shape[0] - first);
            long[] from = new long[shape.length];
            from[0] = first;
            Object block = array.getData(from, lengths);
            for (int i = 0; i < lengths[0]; i++) {
                flatten(Array.get(block, i), row, 0);
                taker.take(row);
            }
        }
    }

    private static int flatten(Object values, byte[] target, int at) {
        int next = at;
        if (values instanceof int[] ints) {
            for (int value : ints) {
                target[next++] = (byte) value;
            }
            return next;
        }
        if (values instanceof Number single) {
            target[next++] = single.byteValue();
            return next;
        }
        for (Object inner : (Object[]) values) {
            next = flatten(inner, target, next);
        }
        return next;
    }
}
