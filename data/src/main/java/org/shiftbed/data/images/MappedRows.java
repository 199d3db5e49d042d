package org.shiftbed.data.images;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** A file of any length as mapped memory, out of which stretches are copied. The system shares its pages among processes and takes them back as it needs. */
final class MappedRows {
    private static final long SEGMENT = 1L << 30;

    private final List<ByteBuffer> segments = new ArrayList<>();

    /**
     * @param longest bytes of the longest stretch that will be read: segments overlap by as much
     * @throws IOException where the file cannot be read
     */
    MappedRows(Path file, int longest) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            for (long from = 0; from < channel.size(); from += SEGMENT) {
                long length = Math.min(channel.size() - from, SEGMENT + longest);
                segments.add(channel.map(FileChannel.MapMode.READ_ONLY, from, length));
            }
        }
    }

    /** Copies a stretch to the target's position, which moves on by its length. */
    void read(long offset, int length, ByteBuffer target) {
        int at = target.position();
        target.put(at, segments.get((int) (offset / SEGMENT)), (int) (offset % SEGMENT), length);
        target.position(at + length);
    }

    /** Copies a stretch into an array from its start on. */
    void read(long offset, int length, byte[] target) {
        segments.get((int) (offset / SEGMENT)).get((int) (offset % SEGMENT), target, 0, length);
    }

    /** A stretch as it lies there. */
    ByteBuffer slice(long offset, int length) {
        return segments.get((int) (offset / SEGMENT)).slice((int) (offset % SEGMENT), length);
    }
}
