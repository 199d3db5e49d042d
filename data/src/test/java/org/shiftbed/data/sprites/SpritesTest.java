package org.shiftbed.data.sprites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.shiftbed.base.Seed;
import org.shiftbed.data.AttributeTable;
import org.shiftbed.data.DataSource;
import org.shiftbed.data.Dataset;
import org.shiftbed.data.Datasets;
import org.shiftbed.data.PackedImages;

class SpritesTest {
    private static final DataSource NOWHERE = new DataSource(null, 0);

    private static Dataset open(Map<String, ?> given) {
        return Datasets.open("sprites", Datasets.resolve("sprites", given, "test"), NOWHERE);
    }

    private static Map<String, ?> reduced(int side, int orientation, int position, String colour) {
        return Map.of(
                "side", side, "stride", Map.of("orientation", orientation, "position", position), "colour", colour);
    }

    private static byte[] row(Dataset data, int row) {
        ByteBuffer target = ByteBuffer.allocate(data.shape().bytes());
        data.read(new int[] {row}, 0, 1, target);
        return target.array();
    }

    /** The outline formulas once more, without bounding boxes: the whole picture, pixel by pixel, in grey. */
    private static int[] bruteForce(int shape, double scale, int orientation, int posX, int posY) {
        double theta = 2 * Math.PI * orientation / 39;
        int[] image = new int[64 * 64];
        for (int r = 0; r < 64; r++) {
            for (int c = 0; c < 64; c++) {
                double dx = c + 0.5 - (16 + 32 * (posX / 31.0));
                double dy = r + 0.5 - (16 + 32 * (posY / 31.0));
                double u = (Math.cos(theta) * dx + Math.sin(theta) * dy) / scale;
                double v = (-Math.sin(theta) * dx + Math.cos(theta) * dy) / scale;
                double a = u / 8.6;
                double b = -v / 8.6;
                boolean inside = switch (shape) {
                    case 0 -> Math.max(Math.abs(u), Math.abs(v)) <= 9.2;
                    case 1 -> Math.pow(u / 12, 2) + Math.pow(v / 7.2, 2) <= 1;
                    default -> Math.pow(a * a + b * b - 1, 3) - a * a * Math.pow(b, 3) <= 0;
                };
                image[r * 64 + c] = inside ? 255 : 0;
            }
        }
        return image;
    }

    @Test
    void a23UprightSpritesOfFullScaleInTheMiddleHaveTheKnownNumbersOfPixels() {
        int[] counts = new int[3];
        for (int shape = 0; shape < 3; shape++) {
            for (int r = 0; r < 64; r++) {
                for (int c = 0; c < 64; c++) {
                    counts[shape] += SpriteShape.values()[shape].contains(c + 0.5 - 32, r + 0.5 - 32) ? 1 : 0;
                }
            }
        }
        assertThat(counts).containsExactly(324, 268, 276);
    }

    @Test
    void everySpriteEqualsTheFormulasAppliedToEveryPixel() {
        SplittableRandom random = Seed.of("test", "sprites").random();
        SpriteRenderer renderer = new SpriteRenderer(64);
        byte[] drawn = new byte[64 * 64];
        for (int trial = 0; trial < 300; trial++) {
            int shape = random.nextInt(3);
            int scale = random.nextInt(6);
            int orientation = random.nextInt(40);
            int posX = random.nextInt(32);
            int posY = random.nextInt(32);
            renderer.draw(new SpriteGrid.Factors(shape, scale, orientation, posX, posY), drawn);
            int[] expected = bruteForce(shape, 0.5 + scale * 0.1, orientation, posX, posY);
            for (int i = 0; i < expected.length; i++) {
                assertThat(drawn[i] & 0xff).isEqualTo(expected[i]);
            }
        }
    }

    @Test
    void smallerSidesAreMeansOfBlocksRoundedHalfUp() {
        for (int side : new int[] {32, 16}) {
            int block = 64 / side;
            SpriteRenderer renderer = new SpriteRenderer(side);
            byte[] drawn = new byte[side * side];
            SplittableRandom random = Seed.of("test", "blocks", side).random();
            for (int trial = 0; trial < 100; trial++) {
                SpriteGrid.Factors factors = new SpriteGrid.Factors(
                        random.nextInt(3),
                        random.nextInt(6),
                        random.nextInt(40),
                        random.nextInt(32),
                        random.nextInt(32));
                renderer.draw(factors, drawn);
                int[] full = bruteForce(
                        factors.shape(),
                        0.5 + factors.scale() * 0.1,
                        factors.orientation(),
                        factors.posX(),
                        factors.posY());
                for (int r = 0; r < side; r++) {
                    for (int c = 0; c < side; c++) {
                        double sum = 0;
                        for (int i = 0; i < block * block; i++) {
                            sum += full[(r * block + i / block) * 64 + c * block + i % block];
                        }
                        assertThat(drawn[r * side + c] & 0xff).isEqualTo((int) Math.floor(sum / (block * block) + 0.5));
                    }
                }
            }
        }
    }

    @Test
    void a23RowsOfTheFullGridHaveTheStridesOfDsprites() {
        SpriteGrid grid = new SpriteGrid(1, 1);
        assertThat(grid.size()).isEqualTo(737_280);
        for (int row : new int[] {0, 1, 32, 1024, 40_960, 245_760, 737_279, 400_001}) {
            SpriteGrid.Factors f = grid.factors(row);
            assertThat(f.shape()).isEqualTo(row / 245_760);
            assertThat(f.scale()).isEqualTo(row / 40_960 % 6);
            assertThat(f.orientation()).isEqualTo(row / 1024 % 40);
            assertThat(f.posX()).isEqualTo(row / 32 % 32);
            assertThat(f.posY()).isEqualTo(row % 32);
            assertThat(f.imageId()).isEqualTo(row);
        }
    }

    @Test
    void a23PixelVarianceOverSixThousandRandomRowsIsThatOfDsprites() {
        SpriteGrid grid = new SpriteGrid(1, 1);
        SpriteRenderer renderer = new SpriteRenderer(64);
        byte[] image = new byte[64 * 64];
        SplittableRandom random = Seed.of("test", "variance").random();
        double sum = 0;
        for (int i = 0; i < 6000; i++) {
            renderer.draw(grid.factors(random.nextInt(grid.size())), image);
            for (byte pixel : image) {
                sum += pixel & 1;
            }
        }
        double mean = sum / (6000.0 * 64 * 64);
        assertThat(mean * (1 - mean)).isCloseTo(0.0407, within(0.001));
    }

    @Test
    void aReducedGridKeepsPicturesAndColoursOfTheFullOne() {
        SpriteGrid grid = new SpriteGrid(13, 11);
        try (Dataset data = open(reduced(64, 13, 11, "oneEach"))) {
            assertThat(data.size()).isEqualTo(3 * 6 * 4 * 3 * 3).isEqualTo(grid.size());
            AttributeTable table = data.attributes();
            assertThat(table.attribute("orientation").values()).containsExactly("0", "13", "26", "39");
            assertThat(table.attribute("posX").values()).containsExactly("0", "11", "22");
            for (int row = 0; row < data.size(); row++) {
                SpriteGrid.Factors f = grid.factors(row);
                assertThat(f.shape()).isEqualTo(table.code(row, "shape"));
                assertThat(f.scale()).isEqualTo(table.code(row, "scale"));
                assertThat(f.orientation()).isEqualTo(13 * table.code(row, "orientation"));
                assertThat(f.posX()).isEqualTo(11 * table.code(row, "posX"));
                assertThat(f.posY()).isEqualTo(11 * table.code(row, "posY"));
                int colour =
                        Seed.of("sprites", "colour", 0, f.imageId()).random().nextInt(3);
                assertThat(table.code(row, "color")).isEqualTo(colour);
            }
            int row = 300;
            SpriteGrid.Factors f = grid.factors(row);
            int[] grey = bruteForce(f.shape(), 0.5 + f.scale() * 0.1, f.orientation(), f.posX(), f.posY());
            byte[] pixels = row(data, row);
            for (int i = 0; i < pixels.length; i++) {
                boolean mine = i / 4096 == table.code(row, "color");
                assertThat(pixels[i] & 0xff).isEqualTo(mine ? grey[i % 4096] : 0);
            }
        }
    }

    @Test
    void aGridTooLargeForTheHeapIsDrawnWhileItIsRead() {
        SpriteGrid grid = new SpriteGrid(40, 1);
        try (Dataset data = open(reduced(64, 40, 1, "oneEach"))) {
            assertThat((long) data.size() * 64 * 64).isGreaterThan(PackedImages.MAPPED_FROM);
            SplittableRandom random = Seed.of("test", "large").random();
            int[] rows = random.ints(200, 0, data.size()).toArray();
            ByteBuffer target =
                    ByteBuffer.allocateDirect(rows.length * data.shape().bytes());
            data.read(rows, 0, rows.length, target);
            target.flip();
            for (int row : rows) {
                SpriteGrid.Factors f = grid.factors(row);
                int[] grey = bruteForce(f.shape(), 0.5 + f.scale() * 0.1, f.orientation(), f.posX(), f.posY());
                for (int i = 0; i < data.shape().bytes(); i++) {
                    boolean mine = i / 4096 == data.attributes().code(row, "color");
                    assertThat(target.get() & 0xff).isEqualTo(mine ? grey[i % 4096] : 0);
                }
            }
        }
    }

    @Test
    void identicalPicturesShareAGroupAndNoOthersDo() {
        try (Dataset data = open(reduced(16, 13, 6, "oneEach"))) {
            Map<String, Integer> firsts = new HashMap<>();
            int[] groups = data.attributes().groups();
            int shared = 0;
            for (int row = 0; row < data.size(); row++) {
                byte[] pixels = row(data, row);
                int colour = data.attributes().code(row, "color");
                String grey = Arrays.toString(Arrays.copyOfRange(pixels, colour * 256, colour * 256 + 256));
                Integer first = firsts.putIfAbsent(grey, row);
                assertThat(groups[row]).isEqualTo(first == null ? row : first);
                shared += first == null ? 0 : 1;
            }
            // Orientations 0 and 39 are the same angle, so at least every fourth picture is a copy.
            assertThat(shared).isGreaterThanOrEqualTo(data.size() / 4);
        }
    }

    @Test
    void crossingMakesAllThreeColoursOfEveryImageInOneGroup() {
        try (Dataset cross = open(reduced(32, 20, 16, "cross"));
                Dataset each = open(reduced(32, 20, 16, "oneEach"))) {
            assertThat(cross.size()).isEqualTo(3 * each.size());
            for (int row = 0; row < cross.size(); row++) {
                assertThat(cross.attributes().code(row, "color")).isEqualTo(row % 3);
                assertThat(cross.attributes().groups()[row])
                        .isEqualTo(cross.attributes().groups()[row / 3 * 3]);
                if (row % 3 == each.attributes().code(row / 3, "color")) {
                    assertThat(row(cross, row)).isEqualTo(row(each, row / 3));
                }
            }
            assertThat(cross.fingerprint()).isNotEqualTo(each.fingerprint());
        }
    }

    @Test
    void fingerprintNamesTheParametersAndNothingElse() {
        try (Dataset one = open(reduced(16, 20, 16, "oneEach"));
                Dataset same = Datasets.open(
                        "sprites",
                        Datasets.resolve("sprites", reduced(16, 20, 16, "oneEach"), "elsewhere"),
                        new DataSource(null, 77));
                Dataset other = open(reduced(16, 20, 8, "oneEach"))) {
            assertThat(one.fingerprint()).matches("[0-9a-f]{16}").isEqualTo(same.fingerprint());
            assertThat(one.fingerprint()).isNotEqualTo(other.fingerprint());
        }
    }
}
