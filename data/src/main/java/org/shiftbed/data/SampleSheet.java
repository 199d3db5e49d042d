package org.shiftbed.data;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import javax.imageio.stream.MemoryCacheImageOutputStream;
import org.shiftbed.base.AtomicFiles;

/**
 * Pictures side by side in one PNG file, with a white line between them. Of more than three channels the first three are shown; one is grey, of two the
 * first is red and the second green.
 */
public final class SampleSheet {
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
    public SampleSheet(long[] shape, float[] values) {
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

    /** Writes it into a folder, as {@value #FILE}. */
    public void write(Path folder) throws IOException {
        writeTo(folder.resolve(FILE));
    }

    /** Writes it as a PNG file; the folder is made where it is not there. */
    public void writeTo(Path target) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (MemoryCacheImageOutputStream out = new MemoryCacheImageOutputStream(bytes)) {
            ImageIO.write(picture(), "png", out);
        }
        AtomicFiles.write(target, bytes.toByteArray());
    }

    /**
     * Examples of every value of the label, a row a value, spread over the data set.
     *
     * @param most values shown, the first ones
     * @param each examples of a value; places of those that it lacks stay black
     */
    public static SampleSheet of(Dataset data, int most, int each) {
        int[] labels = data.attributes().column(data.label());
        int classes = Math.min(most, data.attributes().attribute(data.label()).cardinality());
        ImageShape shape = data.shape();
        float[] values = new float[Math.multiplyExact(classes * each, shape.bytes())];
        ByteBuffer buffer = ByteBuffer.allocate(shape.bytes());
        for (int label = 0; label < classes; label++) {
            int code = label;
            int[] rows = IntStream.range(0, labels.length)
                    .filter(row -> labels[row] == code)
                    .toArray();
            for (int k = 0; k < Math.min(each, rows.length); k++) {
                int at = rows.length <= each ? k : (int) ((long) k * rows.length / each);
                buffer.clear();
                data.read(rows, at, 1, buffer);
                int first = (label * each + k) * shape.bytes();
                for (int i = 0; i < shape.bytes(); i++) {
                    values[first + i] = (buffer.get(i) & 0xFF) / 255f;
                }
            }
        }
        return new SampleSheet(new long[] {classes, each, shape.channels(), shape.height(), shape.width()}, values);
    }
}
