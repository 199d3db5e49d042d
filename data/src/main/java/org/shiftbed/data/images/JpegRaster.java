package org.shiftbed.data.images;

import java.awt.image.DataBufferByte;
import java.awt.image.PixelInterleavedSampleModel;
import java.awt.image.Raster;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Iterator;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.event.IIOReadWarningListener;
import javax.imageio.stream.ImageInputStream;
import javax.imageio.stream.MemoryCacheImageInputStream;
import org.jspecify.annotations.Nullable;

/**
 * The short way for most JPEGs: luminance and chrominance of the JDK's reader, turned into red, green and blue here, in place of a picture whose lines
 * Java has converted and copied one by one. The bytes are those of the long way. Only files that leave no doubt take it: JFIF, three components of 8
 * bits, no colour profile and no word of Adobe's on colours; at the least irregularity the long way decides, and says what is wrong.
 */
final class JpegRaster {
    private static final String JDK = "com.sun.imageio.";
    private static final int SEGMENT = 0xFF;
    private static final int START_OF_SCAN = 0xDA;
    private static final int PROFILE = 0xE2;
    private static final int ADOBE = 0xEE;

    /** Further than chrominance can carry a colour below black, or above white. */
    private static final int BELOW = 256;

    private static final byte[] CLAMPED = clamps();
    private static final int[] RED_OF_RED = table(91_881, true);
    private static final int[] GREEN_OF_BLUE = table(-22_554, false);
    private static final int[] GREEN_OF_RED =
            Arrays.stream(table(-46_802, false)).map(value -> value + 0x8000).toArray();
    private static final int[] BLUE_OF_BLUE = table(116_130, true);

    private JpegRaster() {}

    /** @return three channels; null where the file has to go the long way */
    static @Nullable Planes read(byte[] file, long mostPixels) {
        if (!plain(file, mostPixels)) {
            return null;
        }
        ImageReader reader = reader();
        if (reader == null) {
            return null;
        }
        boolean[] warned = new boolean[1];
        IIOReadWarningListener listener = (source, warning) -> warned[0] = true;
        try (ImageInputStream stream = new MemoryCacheImageInputStream(new ByteArrayInputStream(file))) {
            reader.setInput(stream, true, true);
            reader.addIIOReadWarningListener(listener);
            Raster raster = reader.readRaster(0, null);
            return warned[0] ? null : planes(raster);
        } catch (IOException | RuntimeException e) {
            return null;
        } finally {
            reader.dispose();
        }
    }

    /** Walks through the segments up to the first scan. */
    private static boolean plain(byte[] file, long mostPixels) {
        // The first segment is APP0 with the word JFIF: colours are luminance and chrominance then.
        if (file.length < 20
                || word(file, 2) != 0xFFE0
                || word(file, 6) != 0x4A46
                || word(file, 8) != 0x4946
                || file[10] != 0) {
            return false;
        }
        boolean frame = false;
        int at = 2;
        while (at + 4 <= file.length) {
            int marker = word(file, at) & 0xFF;
            int length = word(file, at + 2);
            if ((file[at] & 0xFF) != SEGMENT || marker == PROFILE || marker == ADOBE || length < 2) {
                return false;
            }
            if (marker == START_OF_SCAN) {
                return frame;
            }
            // Baseline, extended and progressive frames with Huffman's code.
            if (marker >= 0xC0 && marker <= 0xC2) {
                if (frame || at + 19 > file.length || file[at + 4] != 8 || file[at + 9] != 3 || length != 17) {
                    return false;
                }
                long pixels = (long) word(file, at + 5) * word(file, at + 7);
                frame = pixels > 0
                        && pixels <= mostPixels
                        && file[at + 10] == 1
                        && file[at + 13] == 2
                        && file[at + 16] == 3;
            }
            at += 2 + length;
        }
        return false;
    }

    private static int word(byte[] file, int at) {
        return (file[at] & 0xFF) << 8 | file[at + 1] & 0xFF;
    }

    private static @Nullable ImageReader reader() {
        Iterator<ImageReader> readers = ImageIO.getImageReadersByFormatName("jpeg");
        while (readers.hasNext()) {
            ImageReader reader = readers.next();
            if (reader.getClass().getName().startsWith(JDK)) {
                return reader;
            }
        }
        return null;
    }

    /** The conversion of the JFIF standard with factors in 1 / 65,536, rounded half up, as libjpeg has it. */
    private static @Nullable Planes planes(Raster raster) {
        if (!(raster.getSampleModel() instanceof PixelInterleavedSampleModel model)
                || !(raster.getDataBuffer() instanceof DataBufferByte buffer)
                || buffer.getNumBanks() != 1
                || buffer.getOffset() != 0
                || raster.getNumBands() != 3
                || model.getPixelStride() != 3
                || model.getScanlineStride() != 3 * raster.getWidth()
                || raster.getSampleModelTranslateX() != 0
                || raster.getSampleModelTranslateY() != 0) {
            return null;
        }
        int area = raster.getWidth() * raster.getHeight();
        byte[] source = buffer.getData();
        byte[] target = new byte[3 * area];
        for (int from = 0; from < area; from += raster.getWidth()) {
            line(source, 3 * from, target, from, area, raster.getWidth());
        }
        return new Planes(3, raster.getHeight(), raster.getWidth(), target);
    }

    private static void line(byte[] source, int from, byte[] target, int to, int area, int width) {
        int at = from;
        for (int x = to; x < to + width; x++, at += 3) {
            int y = (source[at] & 0xFF) + BELOW;
            int blue = source[at + 1] & 0xFF;
            int red = source[at + 2] & 0xFF;
            target[x] = CLAMPED[y + RED_OF_RED[red]];
            target[area + x] = CLAMPED[y + (GREEN_OF_BLUE[blue] + GREEN_OF_RED[red] >> 16)];
            target[2 * area + x] = CLAMPED[y + BLUE_OF_BLUE[blue]];
        }
    }

    /** What chrominance adds, factor times its distance from 128, in 1 / 65,536 or rounded. */
    private static int[] table(int factor, boolean rounded) {
        int[] values = new int[256];
        for (int i = 0; i < values.length; i++) {
            int exact = factor * (i - 128);
            values[i] = rounded ? exact + 0x8000 >> 16 : exact;
        }
        return values;
    }

    private static byte[] clamps() {
        byte[] values = new byte[BELOW + 256 + BELOW];
        for (int i = 0; i < values.length; i++) {
            values[i] = (byte) Math.max(0, Math.min(255, i - BELOW));
        }
        return values;
    }
}
