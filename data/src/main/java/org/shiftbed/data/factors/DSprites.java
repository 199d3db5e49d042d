package org.shiftbed.data.factors;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.shiftbed.base.Seed;
import org.shiftbed.base.UserError;
import org.shiftbed.data.Attribute;
import org.shiftbed.data.AttributeTable;
import org.shiftbed.data.Dataset;
import org.shiftbed.data.ImageShape;
import org.shiftbed.data.converted.Conversion;
import org.shiftbed.data.converted.StoredDataset;
import org.shiftbed.data.converted.StoredRows;
import org.shiftbed.data.npz.NpyArray;
import org.shiftbed.data.npz.NpyHeader;
import org.shiftbed.data.npz.NpzFile;

/**
 * dSprites (Matthey et al. 2017; {@code controlled-shifts.md} 2.3): binary pictures, kept as one bit a pixel, and coloured as they are read: the channel
 * of the colour is the picture, the others are black.
 */
final class DSprites {
    static final String NAME = "dSprites";

    /** Side of a picture. */
    static final int SIDE = 64;

    private static final int PIXELS = SIDE * SIDE;
    private static final int BITS = PIXELS / Byte.SIZE;

    /** The columns of {@code latents_classes}; the first is the colour white, of one value. */
    private static final List<Attribute> FACTORS = List.of(
            new Attribute("shape", List.of("square", "ellipse", "heart")),
            new Attribute("scale", List.of("0.5", "0.6", "0.7", "0.8", "0.9", "1.0")),
            new Attribute("orientation", numbers(40)),
            new Attribute("posX", numbers(32)),
            new Attribute("posY", numbers(32)));

    private static final List<String> COLOURS = List.of("red", "green", "blue");

    private DSprites() {}

    /** Which colours a picture has. */
    enum Colouring {
        /** One each, uniformly at random, fixed by the picture's place in the full grid. */
        ONE_EACH("oneEach"),
        /** All three of every picture. */
        CROSS("cross"),
        /** None: one channel. */
        NONE("none");

        private final String written;

        Colouring(String written) {
            this.written = written;
        }

        static Colouring of(String written) {
            return Arrays.stream(values())
                    .filter(each -> each.written.equals(written))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("no colouring '" + written + "'"));
        }
    }

    /**
     * Reads the file; its pictures are kept in the cache.
     *
     * @throws UserError where it is no such file, cut short or damaged
     */
    static Dataset open(Path file, Colouring colouring, Path cache) {
        try (NpzFile arrays = NpzFile.open(file)) {
            int[][] factors = factors(arrays);
            int images = factors[0].length;
            StoredRows stored = Conversion.open(
                    cache, List.of(file), "dSprites bits 1", images, BITS, sink -> bits(arrays, images, sink));
            return dataset(factors, stored, colouring);
        } catch (IOException e) {
            throw new UserError(file + ": cannot be read (" + e.getMessage() + ")", e);
        }
    }

    /** For each factor the class of every picture. */
    private static int[][] factors(NpzFile arrays) throws IOException {
        try (NpyArray classes = arrays.array("latents_classes")) {
            if (!classes.header().shape().equals(List.of((long) classes.rows(), 6L)) || classes.rows() == 0) {
                throw classes.wrong(
                        "must have six columns (colour, shape, scale, orientation, posX, posY), its shape is "
                                + classes.header().shown());
            }
            long[] values = classes.wholeNumbers();
            int[][] factors = new int[FACTORS.size()][classes.rows()];
            for (int row = 0; row < classes.rows(); row++) {
                for (int column = 0; column < 6; column++) {
                    long value = values[row * 6 + column];
                    int most = column == 0 ? 1 : FACTORS.get(column - 1).cardinality();
                    if (value < 0 || value >= most) {
                        throw classes.wrong("row " + row + ", column " + column + " ("
                                + (column == 0
                                        ? "color"
                                        : FACTORS.get(column - 1).name())
                                + "): a class lies in [0, " + most + "), got " + value);
                    }
                    if (column > 0) {
                        factors[column - 1][row] = (int) value;
                    }
                }
            }
            return factors;
        }
    }

    private static void bits(NpzFile arrays, int images, Conversion.Sink sink) throws IOException {
        try (NpyArray pictures = arrays.array("imgs")) {
            int channels = channels(pictures, images);
            byte[] packed = new byte[BITS];
            pictures.bytes((row, bytes) -> {
                Arrays.fill(packed, (byte) 0);
                for (int i = 0; i < PIXELS; i++) {
                    byte value = bytes[i];
                    if (value != 0 && value != 1) {
                        throw pictures.wrong("picture " + row + ": a pixel is 0 or 1, got " + (value & 0xFF)
                                + " in row " + i / SIDE + ", column " + i % SIDE);
                    }
                    for (int channel = 1; channel < channels; channel++) {
                        if (bytes[channel * PIXELS + i] != value) {
                            throw pictures.wrong(
                                    "picture " + row + ": its three channels differ, and dSprites are white");
                        }
                    }
                    packed[i >> 3] |= (byte) (value << (i & 7));
                }
                sink.row(packed);
            });
        }
    }

    /** The layouts that are about: no channel axis, one at the end, three in front. */
    private static int channels(NpyArray pictures, int images) {
        NpyHeader header = pictures.header();
        long side = SIDE;
        boolean grey = header.shape().equals(List.of((long) images, side, side))
                || header.shape().equals(List.of((long) images, side, side, 1L));
        boolean rgb = header.shape().equals(List.of((long) images, 3L, side, side));
        if (!grey && !rgb) {
            throw pictures.wrong("must have the shape (" + images + ", 64, 64), as latents_classes has " + images
                    + " rows, got " + header.shown());
        }
        return grey ? 1 : 3;
    }

    private static Dataset dataset(int[][] factors, StoredRows stored, Colouring colouring) {
        int images = factors[0].length;
        int copies = colouring == Colouring.CROSS ? COLOURS.size() : 1;
        int rows = Math.multiplyExact(images, copies);
        byte[] colours = new byte[rows];
        for (int row = 0; row < rows && colouring != Colouring.NONE; row++) {
            colours[row] = (byte) (copies > 1 ? row % copies : colour(place(factors, row)));
        }
        List<Attribute> attributes = new ArrayList<>(FACTORS);
        Map<String, int[]> codes = new LinkedHashMap<>();
        for (int factor = 0; factor < FACTORS.size(); factor++) {
            int[] column = factors[factor];
            codes.put(
                    FACTORS.get(factor).name(),
                    IntStream.range(0, rows).map(row -> column[row / copies]).toArray());
        }
        if (colouring != Colouring.NONE) {
            attributes.add(new Attribute("color", COLOURS));
            codes.put("color", IntStream.range(0, rows).map(row -> colours[row]).toArray());
        }
        int[] first = stored.first();
        int[] groups = IntStream.range(0, rows)
                .map(row -> first[row / copies] * copies)
                .toArray();
        int[] slots = copies == 1
                ? null
                : IntStream.range(0, rows).map(row -> row / copies).toArray();
        int channels = colouring == Colouring.NONE ? 1 : COLOURS.size();
        return new StoredDataset(
                new StoredDataset.Words(NAME, "1 " + colouring.written, "shape", null),
                new ImageShape(channels, SIDE, SIDE),
                new AttributeTable(attributes, codes, groups),
                stored,
                slots,
                (row, bits, target) -> {
                    byte[] grey = new byte[PIXELS];
                    for (int i = 0; i < PIXELS; i++) {
                        grey[i] = (byte) -(bits[i >> 3] >> (i & 7) & 1);
                    }
                    byte[] black = new byte[PIXELS];
                    for (int channel = 0; channel < channels; channel++) {
                        target.put(channels == 1 || channel == colours[row] ? grey : black);
                    }
                },
                StoredDataset.Told.NOTHING);
    }

    /** The row that a picture has in the full file, so that a part of it has the same colours. */
    private static int place(int[][] factors, int row) {
        int place = 0;
        for (int factor = 0; factor < FACTORS.size(); factor++) {
            place = place * FACTORS.get(factor).cardinality() + factors[factor][row];
        }
        return place;
    }

    /** The colour of a picture, of the stream (data set, "colour", 0, picture) ({@code controlled-shifts.md} 1.9). */
    static int colour(int place) {
        return Seed.of(NAME, "colour", 0, place).random().nextInt(COLOURS.size());
    }

    static List<String> numbers(int count) {
        return IntStream.range(0, count).mapToObj(Integer::toString).toList();
    }
}
