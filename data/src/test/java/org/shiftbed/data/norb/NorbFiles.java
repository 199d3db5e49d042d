package org.shiftbed.data.norb;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.GZIPOutputStream;

/** Writes NORB's matrix files byte for byte. */
final class NorbFiles {
    private NorbFiles() {}

    /** Magic number, number of dimensions, at least three lengths, elements. */
    static byte[] matrix(int magic, int[] shape, byte[] elements) {
        int words = Math.max(3, shape.length);
        ByteBuffer all = ByteBuffer.allocate(8 + 4 * words + elements.length).order(ByteOrder.LITTLE_ENDIAN);
        all.putInt(magic).putInt(shape.length);
        for (int d = 0; d < words; d++) {
            all.putInt(d < shape.length ? shape[d] : 1);
        }
        return all.put(elements).array();
    }

    static byte[] ints(int... values) {
        ByteBuffer all = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
        for (int value : values) {
            all.putInt(value);
        }
        return all.array();
    }

    static byte[] gzipped(byte[] plain) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(plain);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}
