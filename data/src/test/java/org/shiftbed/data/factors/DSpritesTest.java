package org.shiftbed.data.factors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.base.UserError;
import org.shiftbed.data.Dataset;
import org.shiftbed.data.ImageShape;
import org.shiftbed.data.Twins;
import org.shiftbed.data.npz.NumpyFiles;

class DSpritesTest {
    private static final int PIXELS = 64 * 64;

    /** Shape, scale, orientation, posX, posY of each picture. */
    private static final int[][] FACTORS = {
        {0, 0, 0, 0, 0}, {0, 5, 39, 31, 31}, {1, 2, 7, 11, 30}, {2, 0, 1, 2, 3}, {2, 4, 20, 16, 8}
    };

    @TempDir
    Path folder;

    /** Pictures 0 and 3 are alike. */
    private static int pixel(int picture, int place) {
        int seed = picture == 3 ? 0 : picture;
        return (place * 31 + seed * 977 + place / 64) % 5 == 0 ? 1 : 0;
    }

    private static byte[] pictures() {
        byte[] all = new byte[FACTORS.length * PIXELS];
        for (int i = 0; i < all.length; i++) {
            all[i] = (byte) pixel(i / PIXELS, i % PIXELS);
        }
        return all;
    }

    private static byte[] classes() {
        ByteBuffer all = ByteBuffer.allocate(FACTORS.length * 6 * 8).order(ByteOrder.LITTLE_ENDIAN);
        for (int[] factors : FACTORS) {
            all.putLong(0);
            Arrays.stream(factors).forEach(all::putLong);
        }
        return all.array();
    }

    private static Map<String, byte[]> arrays() {
        Map<String, byte[]> arrays = new LinkedHashMap<>();
        arrays.put("metadata", NumpyFiles.npy("|O", false, "()", new byte[] {(byte) 0x80, 2, '}', '.'}));
        arrays.put("imgs", NumpyFiles.npy("|u1", false, "(5, 64, 64)", pictures()));
        arrays.put("latents_classes", NumpyFiles.npy("<i8", false, "(5, 6)", classes()));
        return arrays;
    }

    private Path file(Map<String, byte[]> arrays) {
        return NumpyFiles.npz(folder.resolve("dsprites.npz"), NumpyFiles.Kept.DEFLATED, arrays);
    }

    private Dataset open(Path file, DSprites.Colouring colouring) {
        return DSprites.open(file, colouring, folder.resolve("cache"));
    }

    private static byte[] row(Dataset data, int row) {
        ByteBuffer bytes = ByteBuffer.allocate(data.shape().bytes());
        data.read(new int[] {row}, 0, 1, bytes);
        return bytes.array();
    }

    @Test
    void everyPictureIsWhiteInTheChannelOfItsColourAndBlackInTheOthers() {
        try (Dataset data = open(file(arrays()), DSprites.Colouring.ONE_EACH)) {
            assertThat(data.shape()).isEqualTo(new ImageShape(3, 64, 64));
            assertThat(data.size()).isEqualTo(5);
            assertThat(data.label()).isEqualTo("shape");
            assertThat(data.attributes().attribute("color").values()).containsExactly("red", "green", "blue");
            for (int row = 0; row < 5; row++) {
                int colour = data.attributes().code(row, "color");
                byte[] bytes = row(data, row);
                for (int i = 0; i < bytes.length; i++) {
                    int wanted = i / PIXELS == colour ? 255 * pixel(row, i % PIXELS) : 0;
                    assertThat(bytes[i] & 0xFF).isEqualTo(wanted);
                }
                String[] names = {"shape", "scale", "orientation", "posX", "posY"};
                for (int f = 0; f < names.length; f++) {
                    assertThat(data.attributes().code(row, names[f])).isEqualTo(FACTORS[row][f]);
                }
            }
            assertThat(data.attributes().groups()).containsExactly(0, 1, 2, 0, 4);
            // One silhouette in two colours is no picture of two classes.
            assertThat(Twins.of(data).rows()).isEmpty();
        }
    }

    @Test
    void theColourBelongsToThePictureOfTheFullGridAndAllThreeAreAsCommon() {
        int[] counts = new int[3];
        for (int place = 0; place < 3000; place++) {
            counts[DSprites.colour(place)]++;
        }
        // A binomial of 3000 and 1/3 has a deviation of 25.8.
        assertThat(Arrays.stream(counts).boxed()).allMatch(count -> count >= 900 && count <= 1100);
        try (Dataset data = open(file(arrays()), DSprites.Colouring.ONE_EACH)) {
            // ((((shape 6 + scale) 40 + orientation) 32 + posX) 32 + posY) of the fifth picture.
            int place = (((2 * 6 + 4) * 40 + 20) * 32 + 16) * 32 + 8;
            assertThat(data.attributes().code(4, "color")).isEqualTo(DSprites.colour(place));
        }
    }

    @Test
    void crossMakesAllColoursOfEveryPictureAndKeepsThemTogether() {
        try (Dataset data = open(file(arrays()), DSprites.Colouring.CROSS)) {
            assertThat(data.size()).isEqualTo(15);
            assertThat(Arrays.copyOf(data.attributes().column("color"), 6)).containsExactly(0, 1, 2, 0, 1, 2);
            assertThat(data.attributes().column("shape")).containsExactly(0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 2, 2, 2);
            assertThat(data.attributes().groups()).containsExactly(0, 0, 0, 3, 3, 3, 6, 6, 6, 0, 0, 0, 12, 12, 12);
            assertThat(data.groupsAreEqual()).isFalse();
            byte[] blue = row(data, 8);
            for (int i = 0; i < PIXELS; i++) {
                assertThat(blue[2 * PIXELS + i] & 0xFF).isEqualTo(255 * pixel(2, i));
                assertThat(blue[i]).isZero();
            }
        }
        try (Dataset data = open(file(arrays()), DSprites.Colouring.NONE)) {
            assertThat(data.shape()).isEqualTo(new ImageShape(1, 64, 64));
            assertThat(data.attributes().has("color")).isFalse();
            byte[] grey = row(data, 1);
            for (int i = 0; i < PIXELS; i++) {
                assertThat(grey[i] & 0xFF).isEqualTo(255 * pixel(1, i));
            }
        }
    }

    @Test
    void allLayoutsOfOneContentAreOneDataSetAndAreConvertedOnce() throws IOException {
        String first;
        try (Dataset data = open(file(arrays()), DSprites.Colouring.ONE_EACH)) {
            first = data.fingerprint();
        }
        byte[] grey = pictures();
        byte[] rgb = new byte[3 * grey.length];
        for (int i = 0; i < rgb.length; i++) {
            rgb[i] = grey[i / (3 * PIXELS) * PIXELS + i % PIXELS];
        }
        Map<String, byte[]> arrays = arrays();
        arrays.put("imgs", NumpyFiles.npy("|u1", false, "(5, 3, 64, 64)", rgb));
        try (Dataset data = open(file(arrays), DSprites.Colouring.ONE_EACH)) {
            assertThat(data.fingerprint()).isEqualTo(first);
        }
        arrays.put("imgs", NumpyFiles.npy("|b1", false, "(5, 64, 64, 1)", grey));
        Path moved = file(arrays);
        try (Dataset data = open(moved, DSprites.Colouring.ONE_EACH)) {
            assertThat(data.fingerprint()).isEqualTo(first);
        }
        assertThat(cached()).hasSize(3);
        Path elsewhere = Files.move(moved, folder.resolve("elsewhere.npz"));
        open(elsewhere, DSprites.Colouring.CROSS).close();
        assertThat(cached()).hasSize(3);
    }

    private Map<Path, Long> cached() throws IOException {
        Map<Path, Long> files = new HashMap<>();
        try (Stream<Path> all = Files.list(folder.resolve("cache"))) {
            all.filter(Files::isRegularFile).forEach(file -> {
                try {
                    files.put(file, Files.size(file));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
        // 512 bytes a picture between a page of head and a tail of five numbers and a sum.
        assertThat(files.values()).allMatch(size -> size == 4096 + 5 * 512 + 5 * 4 + 8);
        return files;
    }

    @Test
    void whatIsNotDSpritesIsToldInOneLine() {
        Map<String, byte[]> arrays = arrays();
        byte[] grey = pictures();
        grey[PIXELS + 65] = 2;
        arrays.put("imgs", NumpyFiles.npy("|u1", false, "(5, 64, 64)", grey));
        assertRefused(arrays, "array 'imgs': picture 1: a pixel is 0 or 1, got 2 in row 1, column 1");
        arrays.put("imgs", NumpyFiles.npy("|u1", false, "(10, 64, 32)", pictures()));
        assertRefused(
                arrays,
                "array 'imgs': must have the shape (5, 64, 64), as latents_classes has 5 rows, got (10, 64, 32)");
        arrays.put("imgs", NumpyFiles.npy("<u2", false, "(5, 64, 32)", pictures()));
        assertRefused(arrays, "array 'imgs': must have the shape (5, 64, 64)");
        byte[] wrong = classes();
        wrong[8 * 7] = 3;
        arrays.put("latents_classes", NumpyFiles.npy("<i8", false, "(5, 6)", wrong));
        assertRefused(arrays, "array 'latents_classes': row 1, column 1 (shape): a class lies in [0, 3), got 3");
        arrays.remove("latents_classes");
        assertRefused(arrays, "unknown array 'latents_classes'");
        assertThat(folder.resolve("cache"))
                .satisfies(cache -> assertThat(Files.exists(cache)
                                && Files.list(cache)
                                        .anyMatch(each -> each.toString().endsWith(".rows")))
                        .isFalse());
    }

    private void assertRefused(Map<String, byte[]> arrays, String problem) {
        Path file = file(arrays);
        assertThatThrownBy(() -> open(file, DSprites.Colouring.ONE_EACH))
                .isInstanceOf(UserError.class)
                .hasMessageStartingWith(file.toString())
                .hasMessageContaining(problem)
                .hasMessageNotContaining("\n");
    }
}
