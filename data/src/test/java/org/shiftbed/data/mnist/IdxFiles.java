package org.shiftbed.data.mnist;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;

/** Writes IDX files for tests: image i is filled by a formula, label i is i mod 10. */
final class IdxFiles {
    private IdxFiles() {}

    static byte pixel(int image, int position) {
        return (byte) (image * 31 + position * 7);
    }

    static byte[] images(int magic, int count, int side, int written) {
        ByteBuffer body = ByteBuffer.allocate(16 + written * side * side);
        body.putInt(magic).putInt(count).putInt(side).putInt(side);
        for (int i = 0; i < written; i++) {
            for (int p = 0; p < side * side; p++) {
                body.put(pixel(i, p));
            }
        }
        return body.array();
    }

    static byte[] images(int count) {
        return images(0x803, count, 28, count);
    }

    static byte[] labels(int count) {
        ByteBuffer body = ByteBuffer.allocate(8 + count).putInt(0x801).putInt(count);
        for (int i = 0; i < count; i++) {
            body.put((byte) (i % 10));
        }
        return body.array();
    }

    static byte[] gzip(byte[] body) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream packed = new GZIPOutputStream(out)) {
            packed.write(body);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    static Path write(Path file, byte[] body) {
        try {
            Files.createDirectories(file.getParent());
            return Files.write(file, body);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
