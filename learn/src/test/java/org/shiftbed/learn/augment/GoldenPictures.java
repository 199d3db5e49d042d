package org.shiftbed.learn.augment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.shiftbed.data.ImageShape;
import org.shiftbed.learn.golden.Npz;

/** Input pictures and recorded outputs of a folder; both lie as rows of pixels of channels (HWC) there. */
final class GoldenPictures {
    private static final int FIRST = 7;
    private static final int STRIDE = 16;

    private final Npz images;
    private final Npz outputs;

    GoldenPictures(Path folder, String group) throws IOException {
        images = Npz.read(folder.resolve("images.npz"));
        outputs = Npz.read(folder.resolve(group + ".npz"));
    }

    Picture image(String name) {
        Npz.Array array = images.get(name);
        long[] sides = array.shape();
        ImageShape shape = new ImageShape(sides.length == 3 ? (int) sides[2] : 1, (int) sides[0], (int) sides[1]);
        byte[] bytes = new byte[shape.bytes()];
        int area = shape.height() * shape.width();
        for (int i = 0; i < area; i++) {
            for (int c = 0; c < shape.channels(); c++) {
                bytes[c * area + i] = (byte) array.values()[i * shape.channels() + c];
            }
        }
        return new Picture(shape, bytes);
    }

    /** A picture's values, HWC. */
    static double[] values(Picture picture) {
        double[] planes = new double[picture.bytes().length];
        Arrays.setAll(planes, picture::at);
        return rows(planes, picture.shape());
    }

    /** From CHW to HWC. */
    static double[] rows(double[] planes, ImageShape shape) {
        int area = shape.height() * shape.width();
        double[] values = new double[planes.length];
        for (int i = 0; i < area; i++) {
            for (int c = 0; c < shape.channels(); c++) {
                values[i * shape.channels() + c] = planes[c * area + i];
            }
        }
        return values;
    }

    static String sha256(Picture picture) {
        double[] values = values(picture);
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) values[i];
        }
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Compares what is recorded of an output: shape, sums of channels, all values or those of the lattice. */
    void compare(Map<String, Object> recorded, ImageShape shape, double[] values, double tolerance) {
        List<Integer> sides = shape.channels() == 1 && ((List<?>) get(recorded, "shape")).size() == 2
                ? List.of(shape.height(), shape.width())
                : List.of(shape.height(), shape.width(), shape.channels());
        assertThat(((List<?>) get(recorded, "shape"))
                        .stream().map(side -> ((Number) side).intValue()).toList())
                .isEqualTo(sides);
        List<?> sums = (List<?>) get(recorded, "sum");
        for (int c = 0; c < shape.channels(); c++) {
            double sum = 0;
            for (int i = c; i < values.length; i += shape.channels()) {
                sum += values[i];
            }
            assertThat(Math.abs(sum - ((Number) sums.get(c)).doubleValue()))
                    .as("sum of channel " + c)
                    .isLessThanOrEqualTo(tolerance * values.length);
        }
        if (recorded.get("key") instanceof String key) {
            assertThat(outputs.get(key).values().length).isEqualTo(values.length);
            near(values, outputs.get(key).values(), tolerance);
        }
        if (recorded.get("lattice_key") instanceof String key) {
            near(lattice(values, shape), outputs.get(key).values(), tolerance);
        }
    }

    /** The lattice of a recorded output that lies as channels of rows (CHW). */
    double[] recordedPlanes(String key) {
        return outputs.get(key).values();
    }

    static double[] lattice(double[] values, ImageShape shape) {
        return java.util.stream.IntStream.iterate(FIRST, y -> y < shape.height(), y -> y + STRIDE)
                .boxed()
                .flatMap(y -> java.util.stream.IntStream.iterate(FIRST, x -> x < shape.width(), x -> x + STRIDE)
                        .boxed()
                        .flatMap(x -> java.util.stream.IntStream.range(0, shape.channels())
                                .mapToObj(c -> values[(y * shape.width() + x) * shape.channels() + c])))
                .mapToDouble(Double::doubleValue)
                .toArray();
    }

    static void near(double[] found, double[] expected, double tolerance) {
        assertThat(found).hasSameSizeAs(expected);
        for (int i = 0; i < found.length; i++) {
            if (!(Math.abs(found[i] - expected[i]) <= tolerance)) {
                throw new AssertionError("value " + i + ": found " + found[i] + ", recorded " + expected[i]);
            }
        }
    }

    static Object get(Map<String, Object> map, String key) {
        return Objects.requireNonNull(map.get(key), key);
    }
}
