package org.shiftbed.data.factors;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.shiftbed.data.Attribute;
import org.shiftbed.data.AttributeTable;
import org.shiftbed.data.Dataset;
import org.shiftbed.data.ImageShape;
import org.shiftbed.data.converted.Conversion;
import org.shiftbed.data.converted.StoredDataset;
import org.shiftbed.data.converted.StoredRows;
import org.shiftbed.data.hdf5.Hdf5File;

/**
 * 3D Shapes (Burgess and Kim 2018; {@code controlled-shifts.md} 2.6): a row's class of a factor is the rank of its value among the different values of the
 * factor's column of labels.
 */
final class Shapes3d {
    static final String NAME = "Shapes3D";

    private static final int SIDE = 64;
    private static final int CHANNELS = 3;

    private static final List<String> SHAPES = List.of("cube", "cylinder", "sphere", "capsule");

    /** The columns of the labels, and how many values each has in the whole file. */
    private static final List<String> FACTORS =
            List.of("floor_hue", "wall_hue", "object_hue", "scale", "shape", "orientation");

    private static final int[] SIZES = {10, 10, 10, 8, 4, 15};
    private static final int SHAPE = 4;

    private Shapes3d() {}

    /**
     * Reads the file; its pictures are kept in the cache.
     *
     * @throws org.shiftbed.base.UserError where it is no such file, cut short or damaged
     */
    static Dataset open(Path file, Path cache) {
        try (Hdf5File arrays = Hdf5File.open(file)) {
            int[] shape = arrays.shape("images");
            if (shape.length != 4
                    || !Arrays.equals(shape, new int[] {shape[0], SIDE, SIDE, CHANNELS})
                    || shape[0] == 0) {
                throw arrays.wrong("images", "must have the shape (480000, 64, 64, 3), got " + Arrays.toString(shape));
            }
            int[] labels = arrays.shape("labels");
            if (!Arrays.equals(labels, new int[] {shape[0], FACTORS.size()})) {
                throw arrays.wrong(
                        "labels",
                        "must have the shape (" + shape[0] + ", " + FACTORS.size() + "), as there are " + shape[0]
                                + " images, got " + Arrays.toString(labels));
            }
            List<Attribute> attributes = new ArrayList<>();
            Map<String, int[]> codes = codes(arrays, shape[0], attributes);
            StoredRows stored =
                    Conversion.open(cache, List.of(file), "Shapes3D 1", shape[0], CHANNELS * SIDE * SIDE, sink -> {
                        byte[] planes = new byte[CHANNELS * SIDE * SIDE];
                        arrays.bytes("images", bytes -> {
                            ChannelsFirst.of(bytes, SIDE * SIDE, CHANNELS, planes);
                            sink.row(planes);
                        });
                    });
            return new StoredDataset(
                    new StoredDataset.Words(NAME, "1", "shape", null),
                    new ImageShape(CHANNELS, SIDE, SIDE),
                    new AttributeTable(attributes, codes, stored.first()),
                    stored,
                    null,
                    StoredDataset.Painter.AS_STORED,
                    StoredDataset.Told.NOTHING);
        }
    }

    private static Map<String, int[]> codes(Hdf5File arrays, int rows, List<Attribute> attributes) {
        double[] values = arrays.numbers("labels");
        Map<String, int[]> codes = new LinkedHashMap<>();
        for (int factor = 0; factor < FACTORS.size(); factor++) {
            double[] column = new double[rows];
            for (int row = 0; row < rows; row++) {
                // Adding zero makes one of both zeros.
                column[row] = values[row * FACTORS.size() + factor] + 0.0;
                if (!Double.isFinite(column[row])) {
                    throw arrays.wrong(
                            "labels",
                            "row " + row + ": " + FACTORS.get(factor) + " must be a number, got " + column[row]);
                }
            }
            double[] distinct = Arrays.stream(column).sorted().distinct().toArray();
            if (distinct.length > SIZES[factor]) {
                throw arrays.wrong(
                        "labels",
                        FACTORS.get(factor) + " has " + distinct.length + " different values, and there are at most "
                                + SIZES[factor]);
            }
            int[] ranks = new int[rows];
            for (int row = 0; row < rows; row++) {
                ranks[row] = Arrays.binarySearch(distinct, column[row]);
            }
            codes.put(FACTORS.get(factor), ranks);
            attributes.add(new Attribute(FACTORS.get(factor), names(factor, distinct)));
        }
        return codes;
    }

    /** Shapes by name; other values as numbers of three decimals, or of as many as tell them apart. */
    private static List<String> names(int factor, double[] distinct) {
        boolean shapes = factor == SHAPE && Arrays.stream(distinct).allMatch(v -> v == Math.rint(v) && v >= 0 && v < 4);
        List<String> names = Arrays.stream(distinct)
                .mapToObj(value -> shapes ? SHAPES.get((int) value) : number(value))
                .toList();
        return names.stream().distinct().count() == names.size()
                ? names
                : Arrays.stream(distinct).mapToObj(Double::toString).toList();
    }

    private static String number(double value) {
        String text = String.format(Locale.ROOT, "%.3f", value).replaceFirst("0+$", "");
        return text.endsWith(".") ? text + "0" : text;
    }
}
