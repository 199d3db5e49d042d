package org.shiftbed.data.images;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Objects;
import java.util.SplittableRandom;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageOutputStream;
import org.junit.jupiter.api.Test;

/** The short way gives what Java's own conversion gives, or nothing. */
class JpegRasterTest {
    private static final long MOST = 1_000_000;
    private static final ImageDecoder DECODER =
            new ImageDecoder(new Pixels(Pixels.Fit.BOUNDED, 0, 3, true, null, false));

    @Test
    void bytesAreThoseOfTheLongWay() throws Exception {
        SplittableRandom random = new SplittableRandom(11);
        for (int[] size : new int[][] {{1, 1}, {17, 33}, {64, 48}, {7, 256}}) {
            for (float quality : new float[] {0.1f, 0.75f, 1}) {
                for (boolean progressive : new boolean[] {false, true}) {
                    // Noise of full range, whose colours have to be clamped at both ends.
                    BufferedImage image = Pictures.picture(
                            BufferedImage.TYPE_INT_RGB, size[1], size[0], (x, y) -> random.nextInt(0x1000000));
                    byte[] file = jpeg(image, quality, progressive);
                    Planes quick = Objects.requireNonNull(JpegRaster.read(file, MOST));
                    Planes slow = DECODER.slow(ImageFormat.JPEG, file);
                    assertThat(quick.height()).isEqualTo(size[0]);
                    assertThat(quick.width()).isEqualTo(size[1]);
                    assertThat(quick.bytes()).isEqualTo(slow.bytes());
                }
            }
        }
    }

    @Test
    void whateverLeavesADoubtGoesTheLongWay() throws Exception {
        BufferedImage image = Pictures.picture(BufferedImage.TYPE_INT_RGB, 40, 30, (x, y) -> x * 5 << 16 | y * 7);
        byte[] file = jpeg(image, 0.8f, false);
        assertThat(JpegRaster.read(file, MOST)).isNotNull();
        assertThat(JpegRaster.read(file, 40 * 30 - 1)).as("too many pixels").isNull();
        assertThat(JpegRaster.read(Arrays.copyOf(file, file.length * 2 / 3), MOST))
                .as("cut")
                .isNull();
        assertThat(JpegRaster.read(Arrays.copyOf(file, 30), MOST))
                .as("no frame")
                .isNull();
        // A colour profile, Adobe's word on colours, camera data in place of JFIF's.
        assertThat(JpegRaster.read(with(file, 0xE2), MOST)).isNull();
        assertThat(JpegRaster.read(with(file, 0xEE), MOST)).isNull();
        byte[] camera = file.clone();
        camera[3] = (byte) 0xE1;
        assertThat(JpegRaster.read(camera, MOST)).isNull();
        // A comment tells nothing of colours.
        assertThat(JpegRaster.read(with(file, 0xFE), MOST)).isNotNull();
        BufferedImage grey = new BufferedImage(40, 30, BufferedImage.TYPE_BYTE_GRAY);
        assertThat(JpegRaster.read(jpeg(grey, 0.8f, false), MOST)).as("grey").isNull();
    }

    /** The file with a segment of four bytes after its first one, which is JFIF's 18. */
    private static byte[] with(byte[] file, int marker) {
        byte[] longer = new byte[file.length + 6];
        System.arraycopy(file, 0, longer, 0, 20);
        longer[20] = (byte) 0xFF;
        longer[21] = (byte) marker;
        longer[23] = 4;
        System.arraycopy(file, 20, longer, 26, file.length - 20);
        return longer;
    }

    private static byte[] jpeg(BufferedImage image, float quality, boolean progressive) throws IOException {
        ImageWriter writer = ImageIO.getImageWritersByFormatName("jpeg").next();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ImageOutputStream stream = ImageIO.createImageOutputStream(out)) {
            writer.setOutput(stream);
            ImageWriteParam how = writer.getDefaultWriteParam();
            how.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
            how.setCompressionQuality(quality);
            how.setProgressiveMode(progressive ? ImageWriteParam.MODE_DEFAULT : ImageWriteParam.MODE_DISABLED);
            writer.write(null, new IIOImage(image, null, null), how);
        } finally {
            writer.dispose();
        }
        return out.toByteArray();
    }
}
