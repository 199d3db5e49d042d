package org.shiftbed.data.images;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.awt.image.BufferedImage;
import java.awt.image.WritableRaster;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriter;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ImageDecoderTest {
    private static final int SIDE = 16;
    private static final int AREA = SIDE * SIDE;

    private static byte[] decoded(byte[] file, int channels, @Nullable Integer background) {
        try {
            return new ImageDecoder(new Pixels(Pixels.Fit.SQUARE, SIDE, channels, false, background, true))
                    .decode(file)
                    .bytes();
        } catch (UnreadableImage e) {
            throw new AssertionError(e);
        }
    }

    private static byte[] decoded(byte[] file) {
        return decoded(file, 3, 255);
    }

    /** Colours that differ from pixel to pixel. */
    private static int colour(int x, int y) {
        return (x * 16 + y) << 16 | (255 - 9 * x) << 8 | (y * 17);
    }

    private static byte[] planes(Pictures.Colour colour) {
        byte[] planes = new byte[3 * AREA];
        for (int i = 0; i < AREA; i++) {
            int rgb = colour.at(i % SIDE, i / SIDE);
            planes[i] = (byte) (rgb >> 16);
            planes[AREA + i] = (byte) (rgb >> 8);
            planes[2 * AREA + i] = (byte) rgb;
        }
        return planes;
    }

    @Test
    void formatsWithoutLossGiveThePixelsThatWereWritten() {
        BufferedImage image = Pictures.picture(BufferedImage.TYPE_INT_RGB, SIDE, SIDE, ImageDecoderTest::colour);
        for (String format : List.of("png", "bmp", "tiff")) {
            assertThat(decoded(Pictures.file(image, format))).as(format).isEqualTo(planes(ImageDecoderTest::colour));
        }
        Pictures.Colour few = (x, y) -> x < 8 ? 0xFF0000 : y < 8 ? 0x00FF00 : 0x0000FF;
        assertThat(decoded(Pictures.file(Pictures.picture(BufferedImage.TYPE_BYTE_INDEXED, SIDE, SIDE, few), "gif")))
                .isEqualTo(planes(few));
        assertThat(decoded(Pictures.file(Pictures.picture(BufferedImage.TYPE_BYTE_INDEXED, SIDE, SIDE, few), "png")))
                .isEqualTo(planes(few));
        Pictures.Colour bits = (x, y) -> (x + y) % 3 == 0 ? 0xFFFFFF : 0;
        assertThat(decoded(Pictures.file(Pictures.picture(BufferedImage.TYPE_BYTE_BINARY, SIDE, SIDE, bits), "png")))
                .isEqualTo(planes(bits));
    }

    @Test
    void greySamplesStayWhatTheyAreAndSixteenBitsAreScaledAndRounded() {
        BufferedImage grey = new BufferedImage(SIDE, SIDE, BufferedImage.TYPE_BYTE_GRAY);
        BufferedImage deep = new BufferedImage(SIDE, SIDE, BufferedImage.TYPE_USHORT_GRAY);
        for (int i = 0; i < AREA; i++) {
            grey.getRaster().setSample(i % SIDE, i / SIDE, 0, i);
            deep.getRaster().setSample(i % SIDE, i / SIDE, 0, i * 256 + 37);
        }
        for (String format : List.of("png", "tiff", "bmp")) {
            byte[] read = decoded(Pictures.file(grey, format));
            for (int i = 0; i < 3 * AREA; i++) {
                assertThat(read[i] & 0xFF).as(format + " " + i).isEqualTo(i % AREA);
            }
        }
        for (String format : List.of("png", "tiff")) {
            byte[] read = decoded(Pictures.file(deep, format));
            for (int i = 0; i < 3 * AREA; i++) {
                assertThat(read[i] & 0xFF).isEqualTo((int) Math.round((i % AREA * 256 + 37) * 255 / 65535.0));
            }
        }
    }

    @Test
    void transparentPixelsLieOverTheBackground() {
        BufferedImage image = new BufferedImage(SIDE, SIDE, BufferedImage.TYPE_INT_ARGB);
        for (int i = 0; i < AREA; i++) {
            image.setRGB(i % SIDE, i / SIDE, i << 24 | 0x6432C8);
        }
        byte[] file = Pictures.file(image, "png");
        byte[] white = decoded(file, 3, 255);
        byte[] black = decoded(file, 3, 0);
        int[] own = {100, 50, 200};
        for (int i = 0; i < 3 * AREA; i++) {
            double cover = i % AREA / 255.0;
            assertThat(white[i] & 0xFF).isEqualTo((int) Math.round(own[i / AREA] * cover + 255 * (1 - cover)));
            assertThat(black[i] & 0xFF).isEqualTo((int) Math.round(own[i / AREA] * cover));
        }
        // Where nothing is to be seen the colour may be lost, so the first pixel is left out.
        byte[] dropped = decoded(file, 3, null);
        assertThat(dropped[1] & 0xFF).isEqualTo(100);
        assertThat(dropped[AREA + 1] & 0xFF).isEqualTo(50);
    }

    @Test
    void oneChannelIsBrightness() {
        byte[] file = Pictures.file(
                Pictures.picture(BufferedImage.TYPE_INT_RGB, SIDE, SIDE, ImageDecoderTest::colour), "png");
        byte[] grey = decoded(file, 1, 255);
        assertThat(grey).hasSize(AREA);
        for (int i = 0; i < AREA; i++) {
            int rgb = colour(i % SIDE, i / SIDE);
            double luma = 0.299 * (rgb >> 16) + 0.587 * (rgb >> 8 & 0xFF) + 0.114 * (rgb & 0xFF);
            assertThat((double) (grey[i] & 0xFF)).isBetween(luma - 0.51, luma + 0.51);
        }
    }

    /** Four quarters: red, green, blue, white, from the upper left in reading order. */
    private static int quarters(int x, int y) {
        return y < 8 ? (x < 8 ? 0xFF0000 : 0x00FF00) : x < 8 ? 0x0000FF : 0xFFFFFF;
    }

    private static String quarters(byte[] planes) {
        StringBuilder found = new StringBuilder();
        for (int[] at : new int[][] {{4, 4}, {12, 4}, {4, 12}, {12, 12}}) {
            int i = at[1] * SIDE + at[0];
            boolean red = (planes[i] & 0xFF) > 127;
            boolean green = (planes[AREA + i] & 0xFF) > 127;
            found.append(red && green ? 'w' : red ? 'r' : green ? 'g' : 'b');
        }
        return found.toString();
    }

    @Test
    void picturesAreTurnedAsTheCameraSays() {
        BufferedImage image = Pictures.picture(BufferedImage.TYPE_INT_RGB, SIDE, SIDE, ImageDecoderTest::quarters);
        byte[] jpeg = Pictures.file(image, "jpg");
        byte[] png = Pictures.file(image, "png");
        assertThat(quarters(decoded(jpeg))).isEqualTo("rgbw");
        // What stands in the file as rgbw is to be seen as: mirrored, upside down, ..., by the table of EXIF 2.3.
        List<String> seen = List.of("rgbw", "grwb", "wbgr", "bwrg", "rbgw", "brwg", "wgbr", "gwrb");
        for (int orientation = 1; orientation <= 8; orientation++) {
            assertThat(quarters(decoded(Pictures.jpegHeld(jpeg, orientation))))
                    .as("jpeg " + orientation)
                    .isEqualTo(seen.get(orientation - 1));
            assertThat(quarters(decoded(Pictures.pngHeld(png, orientation))))
                    .as("png " + orientation)
                    .isEqualTo(seen.get(orientation - 1));
        }
        assertThat(quarters(decoded(Pictures.jpegHeld(jpeg, 9)))).isEqualTo("rgbw");
    }

    @Test
    void aJpegOfFourInksIsRead() throws IOException {
        ImageWriter writer = ImageIO.getImageWritersByFormatName("jpeg").next();
        WritableRaster inks = java.awt.image.Raster.createInterleavedRaster(0, SIDE, SIDE, 4, null);
        for (int i = 0; i < AREA; i++) {
            // No ink on the left, all black on the right; a file without Adobe's mark holds ink as it is.
            int black = i % SIDE < 8 ? 0 : 255;
            inks.setPixel(i % SIDE, i / SIDE, new int[] {0, 0, 0, black});
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (var out = ImageIO.createImageOutputStream(bytes)) {
            writer.setOutput(out);
            writer.write(new IIOImage(inks, null, null));
        }
        byte[] read = decoded(bytes.toByteArray());
        assertThat(read[4] & 0xFF).isGreaterThan(230);
        assertThat(read[12] & 0xFF).isLessThan(60);
    }

    @Test
    void portableMapsAreReadInBothDepths() throws UnreadableImage {
        byte[] head = "P6 # made by hand\n2 1\n255\n".getBytes(StandardCharsets.US_ASCII);
        byte[] colours = Arrays.copyOf(head, head.length + 6);
        System.arraycopy(new byte[] {(byte) 250, 1, 2, 3, 4, (byte) 128}, 0, colours, head.length, 6);
        assertThat(PnmFile.read(colours, 100).bytes())
                .containsExactly((byte) 250, (byte) 3, (byte) 1, (byte) 4, (byte) 2, (byte) 128);
        // 1000 of 4095 is 62.27, 2048 is 127.53.
        head = "P5 1 2 4095\n".getBytes(StandardCharsets.US_ASCII);
        byte[] grey = Arrays.copyOf(head, head.length + 4);
        System.arraycopy(new byte[] {3, (byte) 0xE8, 8, 0}, 0, grey, head.length, 4);
        assertThat(PnmFile.read(grey, 100).bytes())
                .containsExactly((byte) 62, (byte) 128, (byte) 62, (byte) 128, (byte) 62, (byte) 128);
        refused(Arrays.copyOf(grey, grey.length - 1), "is damaged: it is cut short");
        refused("P6 2".getBytes(StandardCharsets.US_ASCII), "is damaged: its head holds no sizes");
        refused("P5 9999999 9999999 255 ".getBytes(StandardCharsets.US_ASCII), "more than 100 million");
        assertThat(decoded(colours)).hasSize(3 * AREA);
    }

    @Test
    void damagedFilesAreRefusedAndSayWhat() {
        byte[] png = Pictures.file(
                Pictures.picture(BufferedImage.TYPE_INT_RGB, 64, 64, (x, y) -> x * 77 + y * y * 1031), "png");
        byte[] jpeg = Pictures.file(
                Pictures.picture(BufferedImage.TYPE_INT_RGB, 64, 64, (x, y) -> x * 77 + y * y * 1031), "jpg");
        byte[] tiff = Pictures.file(
                Pictures.picture(BufferedImage.TYPE_INT_RGB, 64, 64, (x, y) -> x * 77 + y * y * 1031), "tiff");
        refused(new byte[0], "is empty");
        refused("not a picture".getBytes(StandardCharsets.UTF_8), "is no PNG, JPEG, GIF, BMP, TIFF, WebP or PNM file");
        for (double share : new double[] {0.05, 0.3, 0.6, 0.9}) {
            refused(Pictures.cut(png, share), "is damaged");
            refused(Pictures.cut(jpeg, share), "is damaged");
            refused(Pictures.cut(tiff, share), "is damaged");
        }
        byte[] flipped = png.clone();
        Arrays.fill(flipped, png.length / 2, png.length / 2 + 20, (byte) 0x5A);
        refused(flipped, "is damaged");
    }

    private static void refused(byte[] file, String message) {
        assertThatThrownBy(() -> new ImageDecoder(new Pixels(Pixels.Fit.SQUARE, SIDE, 3, false, 255, true))
                        .decode(file)
                        .bytes())
                .isInstanceOf(UnreadableImage.class)
                .hasMessageContaining(message)
                .hasMessageNotContaining("\n");
    }
}
