package org.shiftbed.data.images;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32;
import javax.imageio.ImageIO;

/** Makes files of pictures for tests. */
final class Pictures {
    private Pictures() {}

    /** A picture of one type whose pixel (x, y) has the colour 0xRRGGBB that a function gives. */
    static BufferedImage picture(int type, int width, int height, Colour colour) {
        BufferedImage image = new BufferedImage(width, height, type);
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                image.setRGB(x, y, 0xFF000000 | colour.at(x, y));
            }
        }
        return image;
    }

    interface Colour {
        int at(int x, int y);
    }

    static byte[] file(BufferedImage image, String format) {
        try {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            if (!ImageIO.write(image, format, out)) {
                throw new IllegalStateException("no writer of " + format);
            }
            return out.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A PNG of one colour. */
    static byte[] png(int width, int height, int colour) {
        return file(picture(BufferedImage.TYPE_INT_RGB, width, height, (x, y) -> colour), "png");
    }

    /** The note of a camera that was held so: a TIFF directory of one entry. */
    static byte[] exif(int orientation) {
        return ByteBuffer.allocate(26)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(new byte[] {'I', 'I', 42, 0})
                .putInt(8)
                .putShort((short) 1)
                .putShort((short) 274)
                .putShort((short) 3)
                .putInt(1)
                .putInt(orientation)
                .putInt(0)
                .array();
    }

    /** A JPEG with such a note behind its first marker. */
    static byte[] jpegHeld(byte[] jpeg, int orientation) {
        byte[] exif = exif(orientation);
        return ByteBuffer.allocate(jpeg.length + 10 + exif.length)
                .put(jpeg, 0, 2)
                .putShort((short) 0xFFE1)
                .putShort((short) (8 + exif.length))
                .put("Exif\0\0".getBytes(StandardCharsets.ISO_8859_1))
                .put(exif)
                .put(jpeg, 2, jpeg.length - 2)
                .array();
    }

    /** A PNG with such a note behind its head. */
    static byte[] pngHeld(byte[] png, int orientation) {
        byte[] chunk = ByteBuffer.allocate(30)
                .put("eXIf".getBytes(StandardCharsets.ISO_8859_1))
                .put(exif(orientation))
                .array();
        CRC32 sum = new CRC32();
        sum.update(chunk);
        int head = 8 + 25;
        return ByteBuffer.allocate(png.length + 8 + chunk.length)
                .put(png, 0, head)
                .putInt(26)
                .put(chunk)
                .putInt((int) sum.getValue())
                .put(png, head, png.length - head)
                .array();
    }

    static byte[] cut(byte[] file, double share) {
        return Arrays.copyOf(file, (int) (file.length * share));
    }
}
