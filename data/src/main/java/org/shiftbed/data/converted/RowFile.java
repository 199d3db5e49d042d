package org.shiftbed.data.converted;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.zip.CRC32;
import org.shiftbed.data.ContentGroups;
import org.shiftbed.data.PackedImages;

/**
 * A file of rows: a head of 4096 bytes (magic number, rows, bytes of a row, SHA-256 of all rows in order, CRC-32 of what comes before), the rows, then for
 * each row the first one with the same bytes, and the CRC-32 of these. All numbers are big-endian.
 */
final class RowFile {
    private static final long MAGIC = 0x5348494654524f31L;
    private static final int HEAD = 4096;
    private static final int DIGEST = 32;
    private static final int FIELDS = Long.BYTES + 2 * Integer.BYTES + DIGEST;

    private RowFile() {}

    /** Bytes of the whole file. */
    static long bytes(int rows, int rowBytes) {
        return HEAD + (long) rows * rowBytes + 4L * rows + Long.BYTES;
    }

    /**
     * Maps the rows of a file.
     *
     * @throws IOException where it is no such file, holds other rows, is cut short or damaged
     */
    static StoredRows open(Path file, int rows, int rowBytes) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            if (channel.size() != bytes(rows, rowBytes)) {
                throw new IOException(file + " has another length");
            }
            ByteBuffer head = read(channel, 0, FIELDS + Long.BYTES);
            byte[] digest = new byte[DIGEST];
            if (head.getLong() != MAGIC || head.getInt() != rows || head.getInt() != rowBytes) {
                throw new IOException(file + " holds other rows");
            }
            head.get(digest);
            if (head.getLong() != sum(head.array(), FIELDS)) {
                throw new IOException(file + " is damaged");
            }
            ByteBuffer tail = read(channel, HEAD + (long) rows * rowBytes, Math.toIntExact(4L * rows + Long.BYTES));
            int[] first = new int[rows];
            for (int i = 0; i < rows; i++) {
                first[i] = tail.getInt();
            }
            if (tail.getLong() != sum(tail.array(), Integer.BYTES * rows)) {
                throw new IOException(file + " is damaged");
            }
            return StoredRows.of(PackedImages.mapped(file, HEAD, rows, rowBytes), first, digest);
        }
    }

    private static ByteBuffer read(FileChannel channel, long from, int count) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(count);
        while (bytes.hasRemaining()) {
            if (channel.read(bytes, from + bytes.position()) < 0) {
                throw new IOException("the file ends too early");
            }
        }
        return bytes.flip();
    }

    private static long sum(byte[] bytes, int count) {
        CRC32 sum = new CRC32();
        sum.update(bytes, 0, count);
        return sum.getValue();
    }

    /** Writes rows in order; nothing of what it wrote counts before {@link #finish}. */
    static final class Writer implements AutoCloseable {
        private static final int BUFFER = 1 << 20;

        private final Path file;
        private final int rows;
        private final int rowBytes;
        private final FileChannel channel;
        private final ByteBuffer buffer;
        private final MessageDigest digest = SourceHash.sha256();
        private final long[] hashes;
        private int written;

        Writer(Path file, int rows, int rowBytes) throws IOException {
            this.file = file;
            this.rows = rows;
            this.rowBytes = rowBytes;
            this.hashes = new long[rows];
            this.buffer = ByteBuffer.allocate(Math.max(BUFFER, rowBytes));
            this.channel = FileChannel.open(file, StandardOpenOption.WRITE);
            channel.position(HEAD);
        }

        void row(byte[] row) throws IOException {
            if (row.length != rowBytes || written == rows) {
                throw new IllegalStateException(
                        "row " + written + " of " + rows + " has " + row.length + " bytes, not " + rowBytes);
            }
            if (buffer.remaining() < rowBytes) {
                flush();
            }
            buffer.put(row);
            digest.update(row);
            hashes[written++] = ContentGroups.hash(row);
        }

        private void flush() throws IOException {
            buffer.flip();
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
            buffer.clear();
        }

        void finish() throws IOException {
            if (written != rows) {
                throw new IllegalStateException(written + " rows of " + rows + " were given");
            }
            flush();
            PackedImages images = PackedImages.mapped(file, HEAD, rows, rowBytes);
            int[] first = ContentGroups.grouped(hashes, rowBytes, images::read);
            ByteBuffer tail = ByteBuffer.allocate(Math.toIntExact(4L * rows + Long.BYTES));
            for (int each : first) {
                tail.putInt(each);
            }
            tail.putLong(sum(tail.array(), Integer.BYTES * rows)).flip();
            while (tail.hasRemaining()) {
                channel.write(tail);
            }
            ByteBuffer head = ByteBuffer.allocate(FIELDS + Long.BYTES);
            head.putLong(MAGIC).putInt(rows).putInt(rowBytes).put(digest.digest());
            head.putLong(sum(head.array(), FIELDS)).flip();
            while (head.hasRemaining()) {
                channel.write(head, head.position());
            }
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
