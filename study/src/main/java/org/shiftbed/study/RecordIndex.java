package org.shiftbed.study;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;
import org.shiftbed.base.AtomicFiles;
import org.shiftbed.base.InParallel;
import org.shiftbed.study.rows.Row;
import org.shiftbed.study.rows.RowBytes;
import org.shiftbed.study.rows.RowLayouts;
import org.shiftbed.study.rows.RowsOfBytes;

/**
 * {@code records.index} in a study's folder: what the files of records hold, in a form that reads fast, with the mark of each file. It is never believed further
 * than that: a file whose mark differs is read itself, and an index that is not whole to the last bit counts as none. It may be removed at any time.
 *
 * <p>Form: a magic number, the length of the file, the number of segments, a checksum of these; then segments of whole files, each with its length and
 * checksum (CRC-32C) before it.
 */
final class RecordIndex {
    /** Name in a study's folder. */
    static final String FILE = "records.index";

    private static final long MAGIC = 0x0001_7864_6942_5300L;
    private static final int HEADER = 8 + 8 + 4 + 4;
    private static final int SEGMENT = 1 << 20;
    private static final int LARGEST = 1 << 30;

    private RecordIndex() {}

    /**
     * What was read of one file.
     *
     * @param mark of the file that was read
     * @param file what it holds
     */
    record Entry(FileMark mark, RecordFile file) {}

    /** Everything that an index tells, by the name of a trial's folder; empty where there is none, or none that is whole. */
    static Map<String, Entry> read(Path file, RowLayouts layouts) {
        try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ)) {
            ByteBuffer header = bytes(in, HEADER);
            CRC32C check = new CRC32C();
            check.update(header.array(), 0, HEADER - 4);
            if (header.getLong() != MAGIC) {
                return Map.of();
            }
            long length = header.getLong();
            int segments = header.getInt();
            if (header.getInt() != (int) check.getValue() || length != in.size()) {
                return Map.of();
            }
            List<Integer> numbers = new ArrayList<>();
            for (int i = 0; i < segments; i++) {
                numbers.add(i);
            }
            Map<String, Entry> all = new HashMap<>();
            for (Map<String, Entry> some : InParallel.map(numbers, () -> number -> segment(next(in), layouts))) {
                all.putAll(some);
            }
            return in.position() == length ? all : Map.of();
        } catch (IOException | RuntimeException e) {
            // Whatever is wrong with it: the files themselves are read.
            return Map.of();
        }
    }

    /** The next segment of the file, checked. One thread at a time reads; decoding, which takes longer, goes on beside it. */
    private static byte[] next(FileChannel in) throws IOException {
        byte[] bytes;
        int sum;
        synchronized (in) {
            ByteBuffer frame = bytes(in, 8);
            int length = frame.getInt();
            sum = frame.getInt();
            if (length < 0 || length > LARGEST || length > in.size() - in.position()) {
                throw new EOFException();
            }
            bytes = bytes(in, length).array();
        }
        CRC32C check = new CRC32C();
        check.update(bytes);
        if ((int) check.getValue() != sum) {
            throw new IOException("a segment is damaged");
        }
        return bytes;
    }

    private static ByteBuffer bytes(FileChannel in, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        while (bytes.hasRemaining()) {
            if (in.read(bytes) < 0) {
                throw new EOFException();
            }
        }
        return bytes.flip();
    }

    private static Map<String, Entry> segment(byte[] bytes, RowLayouts layouts) {
        RowsOfBytes in = new RowsOfBytes(bytes, layouts);
        Map<String, Entry> some = new HashMap<>();
        int files = in.nextInt();
        for (int i = 0; i < files; i++) {
            String name = in.nextText();
            FileMark mark = new FileMark(in.nextLong(), in.nextLong(), in.nextLong(), in.nextLong());
            List<String> warnings = new ArrayList<>();
            for (int left = in.nextInt(); left > 0; left--) {
                warnings.add(in.nextText());
            }
            some.put(name, new Entry(mark, new RecordFile(new Records(in.nextRows()), warnings)));
        }
        return some;
    }

    /**
     * Writes an index, whole or not at all.
     *
     * @param entries by the name of a trial's folder
     */
    static void write(Path file, Map<String, Entry> entries) throws IOException {
        AtomicFiles.replace(file, part -> {
            try (FileChannel out = FileChannel.open(part, StandardOpenOption.WRITE)) {
                out.position(HEADER);
                int segments = 0;
                List<Map.Entry<String, Entry>> some = new ArrayList<>();
                long size = 0;
                for (Map.Entry<String, Entry> entry : entries.entrySet()) {
                    some.add(entry);
                    // What rows take is a fifth of their lines, more or less.
                    size += entry.getValue().mark().size() / 4;
                    if (size > SEGMENT) {
                        write(out, some);
                        segments++;
                        some.clear();
                        size = 0;
                    }
                }
                if (!some.isEmpty()) {
                    write(out, some);
                    segments++;
                }
                ByteBuffer header = ByteBuffer.allocate(HEADER).order(ByteOrder.LITTLE_ENDIAN);
                header.putLong(MAGIC).putLong(out.position()).putInt(segments);
                CRC32C check = new CRC32C();
                check.update(header.array(), 0, HEADER - 4);
                header.putInt((int) check.getValue()).flip();
                out.write(header, 0);
            }
        });
    }

    private static void write(FileChannel out, List<Map.Entry<String, Entry>> entries) throws IOException {
        RowBytes bytes = new RowBytes();
        bytes.putInt(entries.size());
        for (Map.Entry<String, Entry> entry : entries) {
            FileMark mark = entry.getValue().mark();
            bytes.putText(entry.getKey());
            bytes.putLong(mark.size());
            bytes.putLong(mark.modified());
            bytes.putLong(mark.changed());
            bytes.putLong(mark.inode());
            RecordFile file = entry.getValue().file();
            bytes.putInt(file.warnings().size());
            file.warnings().forEach(bytes::putText);
            bytes.putRows(rows(file.records()));
        }
        byte[] payload = bytes.bytes();
        CRC32C check = new CRC32C();
        check.update(payload);
        ByteBuffer frame = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
        frame.putInt(payload.length).putInt((int) check.getValue()).flip();
        whole(out, frame);
        whole(out, ByteBuffer.wrap(payload));
    }

    private static List<Row> rows(List<CheckpointRecord> records) {
        if (records instanceof Records plain) {
            return plain.rows();
        }
        if (records.isEmpty()) {
            return List.of();
        }
        throw new IllegalArgumentException("records that were read from a file are rows");
    }

    private static void whole(FileChannel out, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            out.write(bytes);
        }
    }
}
