package org.shiftbed.data.mnist;

import java.nio.ByteBuffer;
import org.shiftbed.data.AttributeTable;
import org.shiftbed.data.Dataset;
import org.shiftbed.data.Fingerprint;
import org.shiftbed.data.ImageShape;

/** A data set of DomainBed's MNIST family: digits of one pool in environments, painted as they are read. Its label is {@code y}. */
final class DigitDataset implements Dataset {
    private final String name;
    private final int channels;
    private final DigitPool pool;
    private final int[] images;
    private final AttributeTable attributes;
    private final Painter painter;
    private final String fingerprint;

    /**
     * @param version of the painter, raised when it gives other bytes
     * @param pool closed with the data set
     * @param images for every row the image of the pool that it shows
     * @param attributes with {@code domain} and {@code y}
     */
    DigitDataset(
            String name,
            int version,
            int channels,
            DigitPool pool,
            int[] images,
            AttributeTable attributes,
            Painter painter) {
        this.name = name;
        this.channels = channels;
        this.pool = pool;
        this.images = images;
        this.attributes = attributes;
        this.painter = painter;
        Fingerprint content = new Fingerprint().add(name).add(new int[] {version});
        pool.addTo(content);
        this.fingerprint = content.hex();
    }

    /** Makes an example out of a digit. */
    interface Painter {
        /**
         * @param row of the data set
         * @param image of the pool that it shows, 28 x 28 grey pixels
         * @param target takes channels x 28 x 28 bytes at its position
         */
        void paint(int row, int image, ByteBuffer target);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public ImageShape shape() {
        return new ImageShape(channels, DigitPool.SIDE, DigitPool.SIDE);
    }

    @Override
    public int size() {
        return images.length;
    }

    @Override
    public AttributeTable attributes() {
        return attributes;
    }

    @Override
    public String label() {
        return "y";
    }

    @Override
    public String domain() {
        return "domain";
    }

    @Override
    public void read(int[] rows, int from, int count, ByteBuffer target) {
        for (int i = from; i < from + count; i++) {
            painter.paint(rows[i], images[rows[i]], target);
        }
    }

    @Override
    public String fingerprint() {
        return fingerprint;
    }

    @Override
    public void close() {
        pool.close();
    }
}
