package org.shiftbed.data;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows of unsigned bytes, all of one length: on the heap below 64 MiB, in a memory-mapped file from there on. The file is either the source
 * itself or a temporary one that goes when this is closed. Reads may come from several threads.
 */
public final class PackedImages implements AutoCloseable {
    /** From this many bytes on rows are mapped, not kept on the heap: 64 MiB. */
    public static final long MAPPED_FROM = 64L << 20;

    private static final long SEGMENT = 1L << 30;

    private final int rows;
    private final int rowBytes;
    private final int rowsPerSegment;
    private final List<ByteBuffer> segments;
    private final @Nullable Path temporary;

    private PackedImages(
            int rows, int rowBytes, int rowsPerSegment, List<ByteBuffer> segments, @Nullable Path temporary) {
        this.rows = rows;
        this.rowBytes = rowBytes;
        this.rowsPerSegment = rowsPerSegment;
        this.segments = List.copyOf(segments);
        this.temporary = temporary;
    }

    /**
     * Room for rows that are still to be {@linkplain #write written}, all zero.
     *
     * @throws UncheckedIOException where there is no room for the temporary file
     */
    public static PackedImages allocate(int rows, int rowBytes) {
        return allocate(rows, rowBytes, MAPPED_FROM);
    }

    /** {@link #allocate(int, int)} with another limit, so that tests need not fill 64 MiB. */
    static PackedImages allocate(int rows, int rowBytes, long mappedFrom) {
        long bytes = checked(rows, rowBytes);
        if (bytes < mappedFrom) {
            return new PackedImages(rows, rowBytes, Math.max(1, rows), List.of(ByteBuffer.allocate((int) bytes)), null);
        }
        try {
            Path file = Files.createTempFile("shiftbed-", ".images");
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                PackedImages mapped = map(channel, FileChannel.MapMode.READ_WRITE, 0, rows, rowBytes, file);
                // Where the system allows it the name goes at once: then not even a killed process leaves a file
                // behind.
                deleteNowOrAtExit(file);
                return mapped;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "no room for " + bytes + " bytes of images in the folder of temporary files", e);
        }
    }

    /**
     * Rows that lie one after the other in a file, which must not change while it is open.
     *
     * @param offset where the first row begins
     * @throws IOException where the file cannot be read or ends too early
     */
    public static PackedImages mapped(Path file, long offset, int rows, int rowBytes) throws IOException {
        long bytes = checked(rows, rowBytes);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            if (channel.size() < offset + bytes) {
                throw new IOException(file + " ends after " + channel.size() + " bytes, wanted " + (offset + bytes));
            }
            return map(channel, FileChannel.MapMode.READ_ONLY, offset, rows, rowBytes, null);
        }
    }

    private static PackedImages map(
            FileChannel channel,
            FileChannel.MapMode mode,
            long offset,
            int rows,
            int rowBytes,
            @Nullable Path temporary)
            throws IOException {
        int perSegment = (int) Math.max(1, SEGMENT / rowBytes);
        List<ByteBuffer> segments = new ArrayList<>();
        for (long first = 0; first < rows; first += perSegment) {
            long length = Math.min(perSegment, rows - first) * rowBytes;
            segments.add(channel.map(mode, offset + first * rowBytes, length));
        }
        return new PackedImages(rows, rowBytes, perSegment, segments, temporary);
    }

    private static long checked(int rows, int rowBytes) {
        if (rows < 0 || rowBytes < 1) {
            throw new IllegalArgumentException("rows of at least one byte each, got " + rows + " of " + rowBytes);
        }
        return (long) rows * rowBytes;
    }

    /** How many rows there are. */
    public int rows() {
        return rows;
    }

    /** Bytes of one row. */
    public int rowBytes() {
        return rowBytes;
    }

    /** Whether the rows lie in a file and not on the heap. */
    public boolean isMapped() {
        return segments.isEmpty() || segments.get(0).isDirect();
    }

    /** Copies one row to the target's position, which moves on by {@link #rowBytes}. */
    public void read(int row, ByteBuffer target) {
        int at = target.position();
        target.put(at, segment(row), offset(row), rowBytes);
        target.position(at + rowBytes);
    }

    /** Copies one row into an array from its start on. */
    public void read(int row, byte[] target) {
        segment(row).get(offset(row), target, 0, rowBytes);
    }

    /** Fills one row; different rows may be written by different threads, before anyone reads. */
    public void write(int row, byte[] source) {
        segment(row).put(offset(row), source, 0, rowBytes);
    }

    private ByteBuffer segment(int row) {
        if (row < 0 || row >= rows) {
            throw new IndexOutOfBoundsException("row " + row + " of " + rows);
        }
        return segments.get(row / rowsPerSegment);
    }

    private int offset(int row) {
        return row % rowsPerSegment * rowBytes;
    }

    /** Removes the temporary file, if there is one and it still has a name. Its memory goes with the last reference to this object. */
    @Override
    public void close() {
        if (temporary != null) {
            deleteNowOrAtExit(temporary);
        }
    }

    private static void deleteNowOrAtExit(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            file.toFile().deleteOnExit();
        }
    }
}
