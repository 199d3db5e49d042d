package org.shiftbed.learn.golden;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.shiftbed.learn.torch.Tensors;

/** Arrays of a {@code .npz} file: version 1.0 headers, C order, little endian, of float32, float64, int64 or uint8. */
public final class Npz {
    private static final Pattern HEADER = Pattern.compile(
            "\\{'descr': '(<f4|<f8|<i8|\\|u1)', 'fortran_order': False, 'shape': \\(([0-9, ]*)\\), \\}\\s*");

    private final Map<String, Array> arrays;

    private Npz(Map<String, Array> arrays) {
        this.arrays = arrays;
    }

    /** An array in row order; whole numbers and float32 are exact in double. */
    public record Array(String type, long[] shape, double[] values) {
        /** A tensor of the array's own type. */
        public Tensor tensor() {
            if (type.equals("<i8")) {
                return Tensors.of(Arrays.stream(values).mapToLong(v -> (long) v).toArray(), shape);
            }
            if (values.length == 0) {
                return torch.zeros(shape).to(ScalarType.Double);
            }
            return Tensors.of(values, shape);
        }
    }

    /** Reads a file; one without arrays where there is no such file. */
    public static Npz read(Path file) throws IOException {
        Map<String, Array> arrays = new LinkedHashMap<>();
        if (Files.exists(file)) {
            try (InputStream in = Files.newInputStream(file);
                    ZipInputStream zip = new ZipInputStream(in)) {
                for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                    arrays.put(entry.getName().replaceFirst("\\.npy$", ""), parse(zip.readAllBytes()));
                }
            }
        }
        return new Npz(arrays);
    }

    /** Whether there is an array of this name. */
    public boolean has(String key) {
        return arrays.containsKey(key);
    }

    /** The array of this name. */
    public Array get(String key) {
        return Objects.requireNonNull(arrays.get(key), () -> "no array " + key);
    }

    /** Arrays whose names start so, by the rest of the name. */
    public Map<String, Array> below(String prefix) {
        Map<String, Array> found = new LinkedHashMap<>();
        arrays.forEach((name, array) -> {
            if (name.startsWith(prefix)) {
                found.put(name.substring(prefix.length()), array);
            }
        });
        return found;
    }

    private static Array parse(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        if (buffer.getLong(0) != 0x0001_5950_4d55_4e93L) {
            throw new IllegalArgumentException("not a version 1.0 npy array");
        }
        int length = Short.toUnsignedInt(buffer.getShort(8));
        Matcher header = HEADER.matcher(new String(bytes, 10, length, StandardCharsets.ISO_8859_1));
        if (!header.matches()) {
            throw new IllegalArgumentException(
                    "not a plain array: " + new String(bytes, 10, length, StandardCharsets.ISO_8859_1));
        }
        long[] shape = Arrays.stream(header.group(2).split(","))
                .map(String::strip)
                .filter(side -> !side.isEmpty())
                .mapToLong(Long::parseLong)
                .toArray();
        double[] values = new double[(int) Arrays.stream(shape).reduce(1, Math::multiplyExact)];
        buffer.position(10 + length);
        for (int i = 0; i < values.length; i++) {
            values[i] = switch (header.group(1)) {
                case "<f4" -> buffer.getFloat();
                case "<f8" -> buffer.getDouble();
                case "|u1" -> Byte.toUnsignedInt(buffer.get());
                default -> (double) buffer.getLong();
            };
        }
        return new Array(header.group(1), shape, values);
    }
}
