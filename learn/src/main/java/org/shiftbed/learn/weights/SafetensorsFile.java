package org.shiftbed.learn.weights;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.CanonicalJson;
import org.shiftbed.base.UserError;

/** A safetensors file, read as {@link Safetensors} says. The tensors must fill the data without gap or overlap. */
final class SafetensorsFile implements TensorFile {
    /** The format's own limit. */
    private static final long LONGEST_HEADER = 100_000_000;

    private final Path file;
    private final FileChannel channel;
    private final long dataStart;
    private final Map<String, Entry> entries = new LinkedHashMap<>();
    private final Map<String, String> metadata = new LinkedHashMap<>();

    /** Where a tensor lies: bytes from the start of the data. */
    private record Entry(String name, Layout layout, long begin, long end) {}

    private SafetensorsFile(Path file, FileChannel channel, long dataStart) {
        this.file = file;
        this.channel = channel;
        this.dataStart = dataStart;
    }

    static SafetensorsFile open(Path file) throws IOException {
        FileChannel channel = FileChannel.open(file);
        try {
            long size = channel.size();
            long length = size < 8 ? -1 : read(channel, 0, 8).getLong();
            if (length < 2 || length > LONGEST_HEADER || length > size - 8) {
                throw wrong(file, "its first 8 bytes must give the length of a header inside the file");
            }
            byte[] json = read(channel, 8, (int) length).array();
            SafetensorsFile open = new SafetensorsFile(file, channel, 8 + length);
            open.header(json, size - 8 - length);
            return open;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private void header(byte[] json, long dataSize) {
        Map<String, Object> header;
        try {
            header = CanonicalJson.parseObject(new String(json, StandardCharsets.UTF_8));
        } catch (RuntimeException e) {
            throw new UserError(
                    file + ": not a safetensors file: its header is not a JSON object, or names a tensor twice", e);
        }
        if (header.remove(Safetensors.METADATA) instanceof Map<?, ?> texts) {
            texts.forEach((name, text) -> metadata.put(String.valueOf(name), String.valueOf(text)));
        }
        List<Entry> all = new ArrayList<>();
        header.forEach((name, fields) -> all.add(entry(name, fields instanceof Map<?, ?> map ? map : Map.of())));
        all.sort(Comparator.comparingLong(Entry::begin)
                .thenComparingLong(Entry::end)
                .thenComparing(Entry::name));
        long at = 0;
        for (Entry entry : all) {
            if (entry.begin() != at || entry.end() < at || entry.end() > dataSize) {
                throw wrong(
                        file,
                        "'" + entry.name() + "' lies at bytes " + entry.begin() + " to " + entry.end() + " of "
                                + dataSize + ", expected to begin at " + at + "; the file is cut or damaged");
            }
            checkSize(entry);
            entries.put(entry.name(), entry);
            at = entry.end();
        }
        if (at != dataSize) {
            throw wrong(file, (dataSize - at) + " bytes belong to no tensor");
        }
    }

    private Entry entry(String name, Map<?, ?> fields) {
        List<Long> shape = whole(name, "shape", fields.get("shape"));
        List<Long> offsets = whole(name, "data_offsets", fields.get("data_offsets"));
        if (offsets.size() != 2) {
            throw wrong(file, "'" + name + "': data_offsets must be two numbers");
        }
        return new Entry(name, new Layout(type(name, fields.get("dtype")), shape), offsets.get(0), offsets.get(1));
    }

    private void checkSize(Entry entry) {
        long found = entry.end() - entry.begin();
        long expected;
        try {
            expected =
                    StoredTensor.byteCount(entry.layout().type(), entry.layout().shape());
        } catch (ArithmeticException e) {
            expected = -1;
        }
        if (expected != found) {
            throw wrong(
                    file,
                    "'" + entry.name() + "': " + entry.layout().type() + " of shape "
                            + entry.layout().shape() + " has " + (expected < 0 ? "more than 2^63" : expected)
                            + " bytes, got " + found);
        }
        if (found > Integer.MAX_VALUE) {
            throw wrong(file, "'" + entry.name() + "': a tensor has less than 2 GiB here, found " + found + " bytes");
        }
    }

    private StoredTensor.Type type(String name, @Nullable Object found) {
        for (StoredTensor.Type type : StoredTensor.Type.values()) {
            if (type.name().equals(found)) {
                return type;
            }
        }
        throw wrong(
                file, "'" + name + "' has type " + found + "; known: " + Arrays.toString(StoredTensor.Type.values()));
    }

    private List<Long> whole(String name, String field, @Nullable Object found) {
        if (found instanceof List<?> list) {
            List<Long> values = list.stream()
                    .filter(value -> value instanceof Integer || value instanceof Long)
                    .map(value -> ((Number) value).longValue())
                    .filter(value -> value >= 0)
                    .toList();
            if (values.size() == list.size()) {
                return values;
            }
        }
        throw wrong(file, "'" + name + "': " + field + " must be a list of whole numbers from 0 on, found " + found);
    }

    @Override
    public Map<String, Layout> layouts() {
        Map<String, Layout> layouts = new LinkedHashMap<>();
        entries.forEach((name, entry) -> layouts.put(name, entry.layout()));
        return layouts;
    }

    @Override
    public StoredTensor read(String name) throws IOException {
        Entry entry = Objects.requireNonNull(entries.get(name), name);
        byte[] bytes = read(channel, dataStart + entry.begin(), (int) (entry.end() - entry.begin()))
                .array();
        return new StoredTensor(
                entry.layout().type(),
                entry.layout().shape().stream().mapToLong(Long::longValue).toArray(),
                bytes);
    }

    @Override
    public Map<String, String> metadata() {
        return Collections.unmodifiableMap(metadata);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    private static ByteBuffer read(FileChannel channel, long from, int count) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(count).order(ByteOrder.LITTLE_ENDIAN);
        while (buffer.hasRemaining()) {
            if (channel.read(buffer, from + buffer.position()) < 0) {
                throw new IOException("the file was cut while it was read");
            }
        }
        return buffer.flip();
    }

    private static UserError wrong(Path file, String what) {
        return new UserError(file + ": not a safetensors file: " + what);
    }
}
