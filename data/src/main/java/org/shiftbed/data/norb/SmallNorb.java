package org.shiftbed.data.norb;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.shiftbed.base.UserError;
import org.shiftbed.data.Attribute;
import org.shiftbed.data.AttributeTable;
import org.shiftbed.data.Dataset;
import org.shiftbed.data.ImageShape;
import org.shiftbed.data.OfficialPart;
import org.shiftbed.data.OfficialParts;
import org.shiftbed.data.converted.Conversion;
import org.shiftbed.data.converted.StoredDataset;
import org.shiftbed.data.converted.StoredRows;

/**
 * SmallNORB (LeCun et al. 2004; {@code controlled-shifts.md} 1.6, 2.7): the pictures of the training file, then those of the test file, of other toys,
 * which are always the test; of each pair the picture of one camera.
 */
final class SmallNorb {
    static final String NAME = "SmallNORB";

    private static final int SIDE = 96;
    private static final int PIXELS = SIDE * SIDE;

    /** Of 24,300 training pictures 10,000 are held out; of fewer as many in proportion. */
    private static final long OFFICIAL_ROWS = 24_300;

    private static final long OFFICIAL_HELD_OUT = 10_000;

    private static final Attribute CATEGORY =
            new Attribute("category", List.of("four-legged animal", "human figure", "airplane", "truck", "car"));

    /** The columns of the info file, and the step between the numbers in it. */
    private static final List<Attribute> INFO = List.of(
            new Attribute("instance", counted(10, 0, 1)),
            new Attribute("elevation", counted(9, 30, 5)),
            new Attribute("azimuth", counted(18, 0, 20)),
            new Attribute("lighting", counted(6, 0, 1)));

    private static final List<Integer> STEPS = List.of(1, 1, 2, 1);

    private SmallNorb() {}

    /**
     * The three files of one half.
     *
     * @param pictures (n, 2, 96, 96) bytes
     * @param categories n whole numbers
     * @param info (n, 4) whole numbers
     */
    record Half(Path pictures, Path categories, Path info) {}

    /** The labels of one half. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Labels(int[] categories, int[] info) {
        int rows() {
            return categories.length;
        }
    }

    /**
     * Reads the files; their pictures are kept in the cache.
     *
     * @param camera 0 for the left one, 1 for the right one
     * @throws UserError where a file is not what it should be, or does not fit the others
     */
    static Dataset open(Half training, Half test, int camera, Path cache) {
        Labels trained = labels(training);
        Labels tested = labels(test);
        int rows = trained.rows() + tested.rows();
        StoredRows stored = Conversion.open(
                cache,
                List.of(training.pictures(), test.pictures()),
                "SmallNORB 1 camera " + camera,
                rows,
                PIXELS,
                sink -> {
                    pictures(training, trained.rows(), camera, sink);
                    pictures(test, tested.rows(), camera, sink);
                });
        Map<String, int[]> codes = new LinkedHashMap<>();
        codes.put(CATEGORY.name(), joined(trained.categories(), tested.categories()));
        int[] info = joined(trained.info(), tested.info());
        for (int column = 0; column < INFO.size(); column++) {
            int at = column;
            codes.put(
                    INFO.get(column).name(),
                    IntStream.range(0, rows)
                            .map(row -> info[row * INFO.size() + at])
                            .toArray());
        }
        byte[] parts = new byte[rows];
        Arrays.fill(parts, (byte) OfficialPart.TRAIN.ordinal());
        Arrays.fill(parts, trained.rows(), rows, (byte) OfficialPart.TEST.ordinal());
        int heldOut = (int) Math.max(1, trained.rows() * OFFICIAL_HELD_OUT / OFFICIAL_ROWS);
        List<Attribute> attributes =
                Stream.concat(Stream.of(CATEGORY), INFO.stream()).toList();
        return new StoredDataset(
                new StoredDataset.Words(NAME, "1", CATEGORY.name(), null),
                new ImageShape(1, SIDE, SIDE),
                new AttributeTable(attributes, codes, stored.first()).with(OfficialParts.fixedTest(parts, heldOut)),
                stored,
                null,
                StoredDataset.Painter.AS_STORED,
                StoredDataset.Told.NOTHING);
    }

    private static Labels labels(Half half) {
        int[] categories = read(half.categories(), List.of());
        for (int row = 0; row < categories.length; row++) {
            if (categories[row] < 0 || categories[row] >= CATEGORY.cardinality()) {
                throw new UserError(
                        half.categories() + ": picture " + row + ": a category lies in 0..4, got " + categories[row]);
            }
        }
        int[] info = read(half.info(), List.of(INFO.size()));
        if (info.length != categories.length * INFO.size()) {
            throw new UserError(half.info() + ": describes " + info.length / INFO.size() + " pictures, and "
                    + half.categories().getFileName() + " names the category of " + categories.length);
        }
        for (int i = 0; i < info.length; i++) {
            int column = i % INFO.size();
            int step = STEPS.get(column);
            Attribute attribute = INFO.get(column);
            if (info[i] < 0 || info[i] % step != 0 || info[i] / step >= attribute.cardinality()) {
                throw new UserError(half.info() + ": picture " + i / INFO.size() + ": " + attribute.name()
                        + " lies in 0.." + step * (attribute.cardinality() - 1)
                        + (step > 1 ? " in steps of " + step : "") + ", got " + info[i]);
            }
            info[i] /= step;
        }
        return new Labels(categories, info);
    }

    /** @param rest lengths of all dimensions but the first */
    private static int[] read(Path file, List<Integer> rest) {
        try (MatFile matrix = MatFile.open(file)) {
            List<Integer> shape = matrix.shape();
            if (shape.isEmpty() || !shape.subList(1, shape.size()).equals(rest) || matrix.rows() == 0) {
                throw new UserError(file + ": must have the shape (n" + (rest.isEmpty() ? "" : ", " + rest.get(0))
                        + "), got " + shape);
            }
            return matrix.wholeNumbers();
        } catch (IOException e) {
            throw new UserError(file + ": cannot be read (" + e.getMessage() + ")", e);
        }
    }

    private static void pictures(Half half, int rows, int camera, Conversion.Sink sink) throws IOException {
        try (MatFile matrix = MatFile.open(half.pictures())) {
            if (!matrix.shape().equals(List.of(rows, 2, SIDE, SIDE))) {
                throw new UserError(half.pictures() + ": must have the shape [" + rows + ", 2, 96, 96], as "
                        + half.categories().getFileName() + " names the category of " + rows + " pictures, got "
                        + matrix.shape());
            }
            byte[] one = new byte[PIXELS];
            matrix.bytes(pair -> {
                System.arraycopy(pair, camera * PIXELS, one, 0, PIXELS);
                sink.row(one);
            });
        }
    }

    private static int[] joined(int[] first, int[] second) {
        int[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }

    private static List<String> counted(int count, int from, int step) {
        return IntStream.range(0, count)
                .mapToObj(i -> Integer.toString(from + i * step))
                .toList();
    }
}
