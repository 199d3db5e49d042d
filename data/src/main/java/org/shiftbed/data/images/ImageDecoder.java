package org.shiftbed.data.images;

import java.awt.color.ColorSpace;
import java.awt.image.BufferedImage;
import java.awt.image.ColorModel;
import java.awt.image.ComponentColorModel;
import java.awt.image.DataBuffer;
import java.awt.image.DataBufferByte;
import java.awt.image.PixelInterleavedSampleModel;
import java.awt.image.Raster;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;
import javax.imageio.stream.MemoryCacheImageInputStream;
import org.jspecify.annotations.Nullable;
import org.shiftbed.data.AntialiasedResize;

/**
 * Turns a file into the bytes of an example: the JDK's readers for PNG, GIF and BMP, TwelveMonkeys' for JPEG (CMYK and YCCK too), TIFF and WebP, an own one for PNM; of several
 * pictures in a file the first. Samples are taken as they are stored, whatever colour profile is with them, those of more or fewer than 8 bits scaled to 0..255
 * and rounded; transparent pixels are laid over a background; the EXIF orientation is applied; then it is resized.
 */
final class ImageDecoder {
    /** Raised when the same file would give other bytes. */
    static final int VERSION = 2;

    private static final long MOST_PIXELS = 100_000_000;
    private static final String LIBRARY = "com.twelvemonkeys.";

    private final Pixels wanted;

    ImageDecoder(Pixels wanted) {
        this.wanted = wanted;
    }

    /** @throws UnreadableImage where it is no picture, or a damaged one */
    Planes decode(byte[] file) throws UnreadableImage {
        ImageFormat format = ImageFormat.of(file);
        if (format == null) {
            throw new UnreadableImage(
                    file.length == 0 ? "is empty" : "is no PNG, JPEG, GIF, BMP, TIFF, WebP or PNM file");
        }
        Planes planes;
        try {
            planes = planes(format, file);
        } catch (IOException | RuntimeException e) {
            throw new UnreadableImage("is damaged, or of a kind that is not read: " + firstLine(e), e);
        }
        if (wanted.upright()) {
            planes = Orientation.apply(Orientation.of(format, file), planes);
        }
        if (wanted.channels() == 1) {
            planes = planes.grey();
        }
        int[] size = wanted.fitted(planes.height(), planes.width());
        byte[] bytes = wanted.antialias()
                ? AntialiasedResize.resize(
                        planes.bytes(), planes.channels(), planes.height(), planes.width(), size[0], size[1])
                : PlainResize.resize(planes, size[0], size[1]);
        return new Planes(planes.channels(), size[0], size[1], bytes);
    }

    private Planes planes(ImageFormat format, byte[] file) throws IOException, UnreadableImage {
        if (format == ImageFormat.PGM || format == ImageFormat.PPM) {
            return PnmFile.read(file, MOST_PIXELS);
        }
        Planes quick = format == ImageFormat.JPEG ? JpegRaster.read(file, MOST_PIXELS) : null;
        return quick == null ? slow(format, file) : quick;
    }

    /** As a picture of Java's. */
    Planes slow(ImageFormat format, byte[] file) throws IOException, UnreadableImage {
        return colours(read(format, file), wanted.background());
    }

    private static BufferedImage read(ImageFormat format, byte[] file) throws IOException, UnreadableImage {
        ImageReader reader = reader(format);
        List<String> warnings = new ArrayList<>();
        try (ImageInputStream stream = new MemoryCacheImageInputStream(new ByteArrayInputStream(file))) {
            reader.setInput(stream, true, true);
            reader.addIIOReadWarningListener((source, warning) -> warnings.add(warning));
            long pixels = (long) reader.getWidth(0) * reader.getHeight(0);
            if (pixels > MOST_PIXELS) {
                throw new UnreadableImage("has " + reader.getWidth(0) + " x " + reader.getHeight(0)
                        + " pixels, more than " + MOST_PIXELS / 1_000_000 + " million; make it smaller");
            }
            BufferedImage image = reader.read(0);
            for (String warning : warnings) {
                if (tellsOfDamage(warning)) {
                    throw new UnreadableImage("is damaged: " + oneLine(warning));
                }
            }
            return image;
        } finally {
            reader.dispose();
        }
    }

    /** The JDK's JPEG reader fills up what is cut off and only warns. */
    private static boolean tellsOfDamage(String warning) {
        String words = warning.toLowerCase(Locale.ROOT);
        return words.contains("premature") || words.contains("corrupt") || words.contains("truncated");
    }

    private static ImageReader reader(ImageFormat format) {
        Iterator<ImageReader> readers = ImageIO.getImageReadersByFormatName(format.reader());
        ImageReader best = null;
        while (readers.hasNext()) {
            ImageReader reader = readers.next();
            if (best == null || reader.getClass().getName().startsWith(LIBRARY)) {
                best = reader;
            }
        }
        if (best == null) {
            throw new IllegalStateException("this Java has no reader of " + format.reader() + " files");
        }
        return best;
    }

    private static Planes colours(BufferedImage image, @Nullable Integer background) throws UnreadableImage {
        ColorModel model = image.getColorModel();
        if (!(model instanceof ComponentColorModel)) {
            // Palettes and packed pixels: their colours are sRGB.
            return packed(image, background);
        }
        int colours = model.getNumColorComponents();
        int space = model.getColorSpace().getType();
        boolean grey = space == ColorSpace.TYPE_GRAY && colours == 1;
        if (!grey && !(space == ColorSpace.TYPE_RGB && colours == 3)) {
            throw new UnreadableImage(
                    "has " + colours + " colour channels that are not red, green and blue; convert it to RGB");
        }
        int type = model.getTransferType();
        if (type != DataBuffer.TYPE_BYTE && type != DataBuffer.TYPE_USHORT && type != DataBuffer.TYPE_INT) {
            throw new UnreadableImage("holds samples that are not whole numbers from 0 up; convert it to 8 or 16 bits");
        }
        Planes plain = grey || model.hasAlpha() ? null : interleaved(image.getRaster());
        return plain == null ? samples(image.getRaster(), model, grey, background) : plain;
    }

    /** Red, green and blue in bytes beside each other, as most files are decoded, without the detour over numbers; null where they lie otherwise. */
    private static @Nullable Planes interleaved(Raster raster) {
        if (!(raster.getSampleModel() instanceof PixelInterleavedSampleModel model)
                || !(raster.getDataBuffer() instanceof DataBufferByte buffer)
                || buffer.getNumBanks() != 1
                || model.getSampleSize(0) != 8
                || model.getNumBands() != 3) {
            return null;
        }
        int width = raster.getWidth();
        int height = raster.getHeight();
        int area = width * height;
        byte[] source = buffer.getData();
        int[] offsets = model.getBandOffsets();
        int step = model.getPixelStride();
        byte[] target = new byte[3 * area];
        for (int y = 0; y < height; y++) {
            int line = buffer.getOffset()
                    + (y - raster.getSampleModelTranslateY() + raster.getMinY()) * model.getScanlineStride()
                    + (raster.getMinX() - raster.getSampleModelTranslateX()) * step;
            for (int c = 0; c < 3; c++) {
                int from = line + offsets[c];
                int to = c * area + y * width;
                for (int x = 0; x < width; x++) {
                    target[to + x] = source[from + x * step];
                }
            }
        }
        return new Planes(3, height, width, target);
    }

    private static Planes samples(Raster raster, ColorModel model, boolean grey, @Nullable Integer background) {
        int width = raster.getWidth();
        int height = raster.getHeight();
        int area = width * height;
        int bands = raster.getNumBands();
        long most = (1L << model.getComponentSize(0)) - 1;
        boolean alpha = model.hasAlpha() && background != null;
        boolean multiplied = model.isAlphaPremultiplied();
        byte[] target = new byte[3 * area];
        int[] row = new int[width * bands];
        for (int y = 0; y < height; y++) {
            raster.getPixels(raster.getMinX(), raster.getMinY() + y, width, 1, row);
            for (int x = 0; x < width; x++) {
                int at = x * bands;
                for (int c = 0; c < 3; c++) {
                    int value = scaled(row[at + (grey ? 0 : c)], most);
                    if (alpha) {
                        int cover = scaled(row[at + bands - 1], most);
                        value = over(value, cover, background == null ? 0 : background, multiplied);
                    }
                    target[c * area + y * width + x] = (byte) value;
                }
            }
        }
        return new Planes(3, height, width, target);
    }

    private static Planes packed(BufferedImage image, @Nullable Integer background) {
        int width = image.getWidth();
        int height = image.getHeight();
        int area = width * height;
        boolean alpha = image.getColorModel().hasAlpha() && background != null;
        byte[] target = new byte[3 * area];
        int[] row = new int[width];
        for (int y = 0; y < height; y++) {
            image.getRGB(0, y, width, 1, row, 0, width);
            for (int x = 0; x < width; x++) {
                for (int c = 0; c < 3; c++) {
                    int value = row[x] >> (16 - 8 * c) & 0xFF;
                    if (alpha) {
                        value = over(value, row[x] >>> 24, background == null ? 0 : background, false);
                    }
                    target[c * area + y * width + x] = (byte) value;
                }
            }
        }
        return new Planes(3, height, width, target);
    }

    /** A sample of 0..most as one of 0..255, rounded half up. */
    private static int scaled(int sample, long most) {
        return most == 255 ? sample : (int) (((sample & 0xFFFFFFFFL) * 510 + most) / (2 * most));
    }

    private static int over(int value, int cover, int background, boolean multiplied) {
        int own = multiplied ? value * 255 : value * cover;
        return Math.min(255, (own + background * (255 - cover) + 127) / 255);
    }

    private static String firstLine(Exception e) {
        return oneLine(e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage());
    }

    private static String oneLine(String text) {
        String flat = text.replaceAll("\\s+", " ").strip();
        return flat.length() > 120 ? flat.substring(0, 117) + "..." : flat;
    }
}
