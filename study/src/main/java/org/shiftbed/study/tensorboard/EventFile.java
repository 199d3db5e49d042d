package org.shiftbed.study.tensorboard;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32C;

/**
 * Writes scalars as TensorBoard reads them: records of TFRecord's form (length, its masked CRC-32C, data, theirs), each an {@code Event} of protocol buffers with
 * a {@code Summary} of simple values. A file that is there is gone on with: a record that was cut is dropped, and a step that a tag has already is not written
 * again. A value that is not finite is written as such.
 */
public final class EventFile implements AutoCloseable {
    /** Name in a trial's folder; TensorBoard looks for {@code tfevents} in it. */
    public static final String FILE = "events.out.tfevents.1.shiftbed";

    private static final String VERSION = "brain.Event:2";
    private static final int HEADER = 12;
    private static final int LARGEST = 64 << 20;
    private static final int MASK = 0xa282ead8;

    // Numbers of fields: of Event, of Summary, of Summary.Value.
    private static final int WALL_TIME = 1;
    private static final int STEP = 2;
    private static final int FILE_VERSION = 3;
    private static final int SUMMARY = 5;
    private static final int VALUE = 1;
    private static final int TAG = 1;
    private static final int SIMPLE_VALUE = 2;

    // How a field is written.
    private static final int VARINT = 0;
    private static final int BITS_64 = 1;
    private static final int BYTES = 2;
    private static final int BITS_32 = 5;

    private final FileChannel out;
    private final Map<String, Long> last = new LinkedHashMap<>();

    private EventFile(FileChannel out) {
        this.out = out;
    }

    /** Opens the file of a folder, or begins one. */
    public static EventFile open(Path folder) throws IOException {
        FileChannel out = FileChannel.open(
                folder.resolve(FILE), StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            EventFile file = new EventFile(out);
            file.goOn();
            if (out.position() == 0) {
                ByteArrayOutputStream event = new ByteArrayOutputStream();
                time(event);
                bytes(event, FILE_VERSION, VERSION.getBytes(StandardCharsets.UTF_8));
                file.record(event.toByteArray());
            }
            return file;
        } catch (IOException | RuntimeException e) {
            out.close();
            throw e;
        }
    }

    /**
     * Appends the values of one step; those of a tag that has this step, or a later one, are left out.
     *
     * @param step index of the update
     * @param values by tag
     */
    public void write(long step, Map<String, Double> values) throws IOException {
        ByteArrayOutputStream summary = new ByteArrayOutputStream();
        values.forEach((tag, value) -> {
            if (last.getOrDefault(tag, Long.MIN_VALUE) < step) {
                last.put(tag, step);
                ByteArrayOutputStream one = new ByteArrayOutputStream();
                bytes(one, TAG, tag.getBytes(StandardCharsets.UTF_8));
                key(one, SIMPLE_VALUE, BITS_32);
                fixed(one, Float.floatToIntBits(value.floatValue()), 4);
                bytes(summary, VALUE, one.toByteArray());
            }
        });
        if (summary.size() == 0) {
            return;
        }
        ByteArrayOutputStream event = new ByteArrayOutputStream();
        time(event);
        key(event, STEP, VARINT);
        varint(event, step);
        bytes(event, SUMMARY, summary.toByteArray());
        record(event.toByteArray());
    }

    private void record(byte[] data) throws IOException {
        ByteBuffer record = ByteBuffer.allocate(HEADER + data.length + 4).order(ByteOrder.LITTLE_ENDIAN);
        record.putLong(data.length);
        record.putInt(masked(record.array(), 0, 8));
        record.put(data);
        record.putInt(masked(data, 0, data.length));
        record.flip();
        while (record.hasRemaining()) {
            out.write(record);
        }
    }

    /** Of bytes that may hold such sums themselves. */
    static int masked(byte[] bytes, int from, int length) {
        CRC32C check = new CRC32C();
        check.update(bytes, from, length);
        int sum = (int) check.getValue();
        return Integer.rotateRight(sum, 15) + MASK;
    }

    /** Goes behind the last whole record and learns the steps up to there. */
    private void goOn() throws IOException {
        long end = 0;
        while (true) {
            ByteBuffer header = read(end, HEADER);
            if (header == null || header.getInt(8) != masked(header.array(), 0, 8)) {
                break;
            }
            long length = header.getLong(0);
            ByteBuffer data = length < 0 || length > LARGEST ? null : read(end + HEADER, (int) length + 4);
            if (data == null || data.getInt((int) length) != masked(data.array(), 0, (int) length)) {
                break;
            }
            EventReader.steps(data.limit((int) length), last);
            end += HEADER + length + 4;
        }
        out.truncate(end);
        out.position(end);
    }

    /** So many bytes; null where there are fewer. */
    private @org.jspecify.annotations.Nullable ByteBuffer read(long from, int length) throws IOException {
        if (from + length > out.size()) {
            return null;
        }
        ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        while (bytes.hasRemaining()) {
            if (out.read(bytes, from + bytes.position()) < 0) {
                return null;
            }
        }
        return bytes.flip();
    }

    private static void time(ByteArrayOutputStream event) {
        key(event, WALL_TIME, BITS_64);
        fixed(event, Double.doubleToLongBits(System.currentTimeMillis() / 1000.0), 8);
    }

    private static void bytes(ByteArrayOutputStream message, int field, byte[] bytes) {
        key(message, field, BYTES);
        varint(message, bytes.length);
        message.writeBytes(bytes);
    }

    private static void key(ByteArrayOutputStream message, int field, int form) {
        varint(message, (long) field << 3 | form);
    }

    private static void varint(ByteArrayOutputStream message, long value) {
        long left = value;
        while ((left & ~0x7fL) != 0) {
            message.write((int) (left & 0x7f | 0x80));
            left >>>= 7;
        }
        message.write((int) left);
    }

    private static void fixed(ByteArrayOutputStream message, long value, int bytes) {
        for (int i = 0; i < bytes; i++) {
            message.write((int) (value >>> 8 * i));
        }
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
