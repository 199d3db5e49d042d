package org.shiftbed.learn.weights;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.shiftbed.base.AtomicFiles;
import org.shiftbed.base.CanonicalJson;
import org.shiftbed.base.UserError;

/**
 * The safetensors format: 8 bytes with the length of a header (unsigned, little endian), the header in JSON, then the data. The header names each
 * tensor with {@code dtype}, {@code shape} and {@code data_offsets} (begin and end, counted from the end of the header), and holds text about the
 * file under {@code __metadata__}. Equal contents give equal bytes.
 */
public final class Safetensors {
    static final String METADATA = "__metadata__";

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

    /** Writes a file in one step: whole or not at all. The tensors are not copied. */
    public static void write(Path file, Contents contents) throws IOException {
        AtomicFiles.write(file, part -> {
            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(part))) {
                write(out, contents);
            }
        });
    }

    static void write(OutputStream out, Contents contents) throws IOException {
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
        out.write(ByteBuffer.allocate(8)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(padded.length)
                .array());
        out.write(padded);
        for (StoredTensor tensor : contents.tensors().values()) {
            out.write(tensor.bytes());
        }
    }

    /**
     * Reads a file.
     *
     * @throws UserError where it is not a whole safetensors file, or holds a type that is not used here
     * @throws IOException where it cannot be read
     */
    public static Contents read(Path file) throws IOException {
        try (SafetensorsFile open = SafetensorsFile.open(file)) {
            Map<String, StoredTensor> tensors = new LinkedHashMap<>();
            for (String name : open.layouts().keySet()) {
                tensors.put(name, open.read(name));
            }
            return new Contents(tensors, open.metadata());
        }
    }
}
