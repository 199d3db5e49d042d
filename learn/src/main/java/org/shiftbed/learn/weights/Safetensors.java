package org.shiftbed.learn.weights;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.AtomicFiles;
import org.shiftbed.base.CanonicalJson;
import org.shiftbed.base.UserError;

/**
 * The safetensors format: 8 bytes with the length of a header (unsigned, little endian), the header in JSON, then the data. The header names each
 * tensor with {@code dtype}, {@code shape} and {@code data_offsets} (begin and end, counted from the end of the header), and holds text about the
 * file under {@code __metadata__}. Equal contents give equal bytes.
 */
public final class Safetensors {
    private static final String METADATA = "__metadata__";
    /** The format's own limit. */
    private static final long LONGEST_HEADER = 100_000_000;

    private Safetensors() {}

    /**
     * What a file holds.
     *
     * @param tensors by name, in the order of their data
     * @param metadata text by name
     */
    public record Contents(Map<String, StoredTensor> tensors, Map<String, String> metadata) {
        public Contents {
            tensors = Collections.unmodifiableMap(new LinkedHashMap<>(tensors));
            metadata = Map.copyOf(metadata);
        }
    }

    /** Writes a file in one step: whole or not at all. */
    public static void write(Path file, Contents contents) throws IOException {
        AtomicFiles.write(file, bytes(contents));
    }

    /** The bytes of a file. */
    static byte[] bytes(Contents contents) {
        LinkedHashMap<String, Object> header = new LinkedHashMap<>();
        if (!contents.metadata().isEmpty()) {
            header.put(METADATA, contents.metadata());
        }
        long offset = 0;
        for (Map.Entry<String, StoredTensor> entry : contents.tensors().entrySet()) {
            StoredTensor tensor = entry.getValue();
            if (entry.getKey().equals(METADATA)) {
                throw new IllegalArgumentException("a tensor cannot be called " + METADATA);
            }
            long end = offset + tensor.bytes().length;
            header.put(
                    entry.getKey(),
                    Map.of(
                            "dtype",
                            tensor.type().name(),
                            "shape",
                            Arrays.stream(tensor.shape()).boxed().toList(),
                            "data_offsets",
                            List.of(offset, end)));
            offset = end;
        }
        byte[] json = CanonicalJson.bytes(header);
        // Blanks after the header, so that the data starts at a multiple of 8 and can be mapped.
        byte[] padded = Arrays.copyOf(json, (json.length + 7) / 8 * 8);
        Arrays.fill(padded, json.length, padded.length, (byte) ' ');
        ByteArrayOutputStream out = new ByteArrayOutputStream(Math.toIntExact(8 + padded.length + offset));
        out.writeBytes(ByteBuffer.allocate(8)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(padded.length)
                .array());
        out.writeBytes(padded);
        contents.tensors().values().forEach(tensor -> out.writeBytes(tensor.bytes()));
        return out.toByteArray();
    }

    /**
     * Reads a file.
     *
     * @throws UserError where it is not a whole safetensors file, or holds a type that is not used here
     * @throws IOException where it cannot be read
     */
    public static Contents read(Path file) throws IOException {
        ByteBuffer body = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        long length = body.remaining() < 8 ? -1 : body.getLong();
        if (length < 2 || length > LONGEST_HEADER || length > body.remaining()) {
            throw wrong(file, "its first 8 bytes must give the length of a header inside the file");
        }
        byte[] json = new byte[(int) length];
        body.get(json);
        Map<String, Object> header;
        try {
            header = CanonicalJson.parseObject(new String(json, StandardCharsets.UTF_8));
        } catch (RuntimeException e) {
            throw new UserError(file + ": not a safetensors file: its header is not a JSON object", e);
        }
        Map<String, String> metadata = new LinkedHashMap<>();
        if (header.remove(METADATA) instanceof Map<?, ?> texts) {
            texts.forEach((name, text) -> metadata.put(String.valueOf(name), String.valueOf(text)));
        }
        ByteBuffer data = body.slice();
        record Entry(String name, StoredTensor.Type type, long[] shape, long begin, long end) {}
        List<Entry> entries = header.entrySet().stream()
                .map(entry -> {
                    String name = entry.getKey();
                    Map<?, ?> fields = entry.getValue() instanceof Map<?, ?> map ? map : Map.of();
                    long[] shape = whole(file, name, "shape", fields.get("shape"));
                    long[] offsets = whole(file, name, "data_offsets", fields.get("data_offsets"));
                    if (offsets.length != 2) {
                        throw wrong(file, "'" + name + "': data_offsets must be two numbers");
                    }
                    return new Entry(name, type(file, name, fields.get("dtype")), shape, offsets[0], offsets[1]);
                })
                .sorted((a, b) -> a.begin() != b.begin()
                        ? Long.compare(a.begin(), b.begin())
                        : a.end() != b.end()
                                ? Long.compare(a.end(), b.end())
                                : a.name().compareTo(b.name()))
                .toList();
        Map<String, StoredTensor> tensors = new LinkedHashMap<>();
        long at = 0;
        for (Entry entry : entries) {
            if (entry.begin() != at || entry.end() < at || entry.end() > data.capacity()) {
                throw wrong(
                        file,
                        "'" + entry.name() + "' lies at bytes " + entry.begin() + " to " + entry.end() + " of "
                                + data.capacity() + ", expected to begin at " + at + "; the file is cut or damaged");
            }
            byte[] bytes = new byte[(int) (entry.end() - at)];
            data.get((int) at, bytes);
            try {
                tensors.put(entry.name(), new StoredTensor(entry.type(), entry.shape(), bytes));
            } catch (IllegalArgumentException | ArithmeticException e) {
                throw wrong(file, "'" + entry.name() + "': " + e.getMessage());
            }
            at = entry.end();
        }
        if (at != data.capacity()) {
            throw wrong(file, (data.capacity() - at) + " bytes belong to no tensor");
        }
        return new Contents(tensors, metadata);
    }

    private static StoredTensor.Type type(Path file, String name, @Nullable Object found) {
        for (StoredTensor.Type type : StoredTensor.Type.values()) {
            if (type.name().equals(found)) {
                return type;
            }
        }
        throw wrong(
                file, "'" + name + "' has type " + found + "; known: " + Arrays.toString(StoredTensor.Type.values()));
    }

    private static long[] whole(Path file, String name, String field, @Nullable Object found) {
        if (found instanceof List<?> list) {
            long[] values = list.stream()
                    .filter(value -> value instanceof Integer || value instanceof Long)
                    .mapToLong(value -> ((Number) value).longValue())
                    .filter(value -> value >= 0)
                    .toArray();
            if (values.length == list.size()) {
                return values;
            }
        }
        throw wrong(file, "'" + name + "': " + field + " must be a list of whole numbers from 0 on, found " + found);
    }

    private static UserError wrong(Path file, String what) {
        return new UserError(file + ": not a safetensors file: " + what);
    }
}
