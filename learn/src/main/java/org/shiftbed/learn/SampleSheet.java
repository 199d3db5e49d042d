package org.shiftbed.learn;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/**
 * Pictures side by side in one PNG file, with a white line between them. Of more than three channels the first three are shown; one is grey, of two the
 * first is red and the second green.
 */
final class SampleSheet {
    /** The file's name inside a trial's folder. */
    static final String FILE = "samples.png";

    private static final int GAP = 1;
    private static final int WHITE = 0xffffff;

    private final int rows;
    private final int columns;
    private final int channels;
    private final int height;
    private final int width;
    private final float[] values;

    /**
     * @param shape rows, columns, channels, height, width
     * @param values in [0, 1], in that order; those outside are clipped
     */
    SampleSheet(long[] shape, float[] values) {
        rows = Math.toIntExact(shape[0]);
        columns = Math.toIntExact(shape[1]);
        channels = Math.toIntExact(shape[2]);
        height = Math.toIntExact(shape[3]);
        width = Math.toIntExact(shape[4]);
        this.values = values.clone();
    }

    BufferedImage picture() {
        BufferedImage sheet = new BufferedImage(
                columns * (width + GAP) + GAP, rows * (height + GAP) + GAP, BufferedImage.TYPE_INT_RGB);
        for (int y = 0; y < sheet.getHeight(); y++) {
            for (int x = 0; x < sheet.getWidth(); x++) {
                int row = y / (height + GAP);
                int column = x / (width + GAP);
                int inY = y % (height + GAP) - GAP;
                int inX = x % (width + GAP) - GAP;
                sheet.setRGB(x, y, inY < 0 || inX < 0 ? WHITE : color(row * columns + column, inY, inX));
            }
        }
        return sheet;
    }

    private int color(int picture, int y, int x) {
        int rgb = 0;
        for (int channel = 0; channel < 3; channel++) {
            int own = channels == 1 ? 0 : channel;
            int level = own >= channels ? 0 : level(values[((picture * channels + own) * height + y) * width + x]);
            rgb = rgb << 8 | level;
        }
        return rgb;
    }

    private static int level(float value) {
        return Math.round(255 * Math.max(0, Math.min(1, value)));
    }

    void write(Path folder) throws IOException {
        Files.createDirectories(folder);
        try (var file = Files.newOutputStream(folder.resolve(FILE));
                MemoryCacheImageOutputStream out = new MemoryCacheImageOutputStream(file)) {
            ImageIO.write(picture(), "png", out);
        }
    }
}
