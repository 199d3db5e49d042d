package org.shiftbed.data;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;

/** Writes small PNG pictures whose pixels are known. */
public final class PngFiles {
    private PngFiles() {}

    /** The value of a channel of a pixel of the picture of a number. */
    public static int value(int number, int channel, int y, int x) {
        return (number * 31 + channel * 70 + y * 5 + x * 3) & 0xFF;
    }

    /** Writes the picture of a number, and the folders above it. */
    public static void write(Path file, int number, int side) {
        BufferedImage image = new BufferedImage(side, side, BufferedImage.TYPE_INT_RGB);
        for (int y = 0; y < side; y++) {
            for (int x = 0; x < side; x++) {
                image.setRGB(x, y, value(number, 0, y, x) << 16 | value(number, 1, y, x) << 8 | value(number, 2, y, x));
            }
        }
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            ImageIO.write(image, "png", bytes);
            Files.createDirectories(file.getParent());
            Files.write(file, bytes.toByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The bytes that an example of the picture of a number has at its own size. */
    public static byte[] planes(int number, int side) {
        byte[] bytes = new byte[3 * side * side];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) value(number, i / (side * side), i / side % side, i % side);
        }
        return bytes;
    }
}
