package org.shiftbed.learn.weights;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Writes what {@code torch.save} writes, operation by operation, right or wrong as a test needs it. */
final class TorchFiles {
    private final ByteArrayOutputStream pickle = new ByteArrayOutputStream();

    private TorchFiles() {}

    /** A pickle of protocol 2, begun. */
    static TorchFiles pickle() {
        return new TorchFiles().op(0x80, 2);
    }

    /** One operation with its bytes. */
    TorchFiles op(int... bytes) {
        for (int each : bytes) {
            pickle.write(each);
        }
        return this;
    }

    TorchFiles op(String codes) {
        pickle.writeBytes(codes.getBytes(StandardCharsets.ISO_8859_1));
        return this;
    }

    TorchFiles text(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        pickle.write('X');
        pickle.writeBytes(little(bytes.length));
        pickle.writeBytes(bytes);
        return this;
    }

    TorchFiles whole(int number) {
        pickle.write('J');
        pickle.writeBytes(little(number));
        return this;
    }

    TorchFiles tuple(int... numbers) {
        op("(");
        for (int number : numbers) {
            whole(number);
        }
        return op("t");
    }

    TorchFiles global(String module, String name) {
        return op("c" + module + "\n" + name + "\n");
    }

    /** A persistent reference to a storage. */
    TorchFiles storage(String type, String key, int elements) {
        return op("(").text("storage")
                .global("torch", type)
                .text(key)
                .text("cpu")
                .whole(elements)
                .op("tQ");
    }

    /** {@code _rebuild_tensor_v2} of a view. */
    TorchFiles tensor(String type, String key, int elements, int offset, int[] shape, int[] stride) {
        return global("torch._utils", "_rebuild_tensor_v2")
                .op("(")
                .storage(type, key, elements)
                .whole(offset)
                .tuple(shape)
                .tuple(stride)
                .op(0x89)
                .global("collections", "OrderedDict")
                .op(")RtR");
    }

    /** The bytes, ended with STOP. */
    byte[] end() {
        op(".");
        return pickle.toByteArray();
    }

    /** float32 in this order. */
    static byte[] floats(ByteOrder order, float... values) {
        ByteBuffer buffer = ByteBuffer.allocate(4 * values.length).order(order);
        for (float value : values) {
            buffer.putFloat(value);
        }
        return buffer.array();
    }

    /** Stored entries below a folder {@code archive}, as PyTorch writes them. */
    static Path zip(Path file, Map<String, byte[]> entries) throws IOException {
        return zip(file, entries, ZipEntry.STORED);
    }

    static Path zip(Path file, Map<String, byte[]> entries, int method) throws IOException {
        try (OutputStream out = Files.newOutputStream(file);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            for (Map.Entry<String, byte[]> each : entries.entrySet()) {
                ZipEntry entry = new ZipEntry("archive/" + each.getKey());
                entry.setMethod(method);
                if (method == ZipEntry.STORED) {
                    CRC32 sum = new CRC32();
                    sum.update(each.getValue());
                    entry.setCrc(sum.getValue());
                    entry.setSize(each.getValue().length);
                }
                zip.putNextEntry(entry);
                zip.write(each.getValue());
                zip.closeEntry();
            }
        }
        return file;
    }

    /** A whole state dict: "a" is [2, 3] of float32, "b" is its transpose in the same storage, "n" is 7 as int64. */
    static Map<String, byte[]> stateDict(ByteOrder order) {
        Map<String, byte[]> entries = new LinkedHashMap<>();
        entries.put(
                "data.pkl",
                pickle().global("collections", "OrderedDict")
                        .op(")R(")
                        .text("a")
                        .tensor("FloatStorage", "0", 6, 0, new int[] {2, 3}, new int[] {3, 1})
                        .text("b")
                        .tensor("FloatStorage", "0", 6, 0, new int[] {3, 2}, new int[] {1, 3})
                        .text("n")
                        .tensor("LongStorage", "1", 1, 0, new int[] {}, new int[] {})
                        .op("u")
                        .end());
        entries.put("data/0", floats(order, 1, 2, 3, 4, 5, 6));
        entries.put("data/1", ByteBuffer.allocate(8).order(order).putLong(7).array());
        entries.put("version", new byte[] {'3', '\n'});
        entries.put("byteorder", (order == ByteOrder.BIG_ENDIAN ? "big" : "little").getBytes(StandardCharsets.UTF_8));
        return entries;
    }

    private static byte[] little(int number) {
        return ByteBuffer.allocate(4)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(number)
                .array();
    }
}
