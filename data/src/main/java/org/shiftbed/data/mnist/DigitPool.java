package org.shiftbed.data.mnist;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.shiftbed.base.UserError;
import org.shiftbed.data.ContentGroups;
import org.shiftbed.data.DataSource;
import org.shiftbed.data.Fingerprint;
import org.shiftbed.data.PackedImages;

/**
 * All images of a source, training before test ones, 28 by 28 bytes each, with labels 0 to 9 ({@code domainbed-protocol.md} 1.3, step 1).
 */
final class DigitPool implements AutoCloseable {
    static final int SIDE = 28;
    static final int BYTES = SIDE * SIDE;
    static final int CLASSES = 10;

    private final List<PackedImages> files;
    private final byte[] labels;
    private final int[] groups;

    /**
     * @param files images, one file after the other
     * @param labels one an image, each in 0..9
     */
    DigitPool(List<PackedImages> files, byte[] labels) {
        this.files = List.copyOf(files);
        this.labels = labels;
        this.groups = ContentGroups.of(labels.length, BYTES, this::read);
    }

    /**
     * Reads the files of a data set.
     *
     * @throws UserError where one is missing, cut short, not what it says, or does not fit its partner
     */
    static DigitPool open(String dataset, Map<String, Object> parameters, DataSource source) {
        List<PackedImages> files = new ArrayList<>();
        byte[] labels = new byte[0];
        for (IdxFolder.Pair pair : IdxFolder.find(dataset, parameters, source)) {
            byte[] more = IdxFile.labels(pair.labels());
            for (int i = 0; i < more.length; i++) {
                if (more[i] < 0 || more[i] >= CLASSES) {
                    throw new UserError(pair.labels() + ", example " + i + ": a label lies in 0..9, got "
                            + (more[i] & 0xff) + "; " + dataset + " takes sets of ten classes");
                }
            }
            IdxFile images = IdxFile.images(pair.images());
            if (images.height() != SIDE || images.width() != SIDE) {
                throw new UserError(pair.images() + ": " + dataset + " takes images of 28x28, these are "
                        + images.height() + "x" + images.width());
            }
            if (images.images().rows() != more.length) {
                throw new UserError(pair.images() + ": holds " + images.images().rows() + " images, but "
                        + pair.labels().getFileName() + " beside it holds " + more.length + " labels");
            }
            files.add(images.images());
            int before = labels.length;
            labels = Arrays.copyOf(labels, before + more.length);
            System.arraycopy(more, 0, labels, before, more.length);
        }
        return new DigitPool(files, labels);
    }

    int size() {
        return labels.length;
    }

    /** The digit, or the class of whatever else the source shows. */
    int label(int index) {
        return labels[index];
    }

    /** The first image with the same bytes. */
    int group(int index) {
        return groups[index];
    }

    /** Copies one image to the target's position, which moves on. */
    void read(int index, ByteBuffer target) {
        int rest = index;
        for (PackedImages file : files) {
            if (rest < file.rows()) {
                file.read(rest, target);
                return;
            }
            rest -= file.rows();
        }
        throw new IndexOutOfBoundsException("image " + index + " of " + size());
    }

    /** Copies one image into an array of at least 784 bytes. */
    void read(int index, byte[] target) {
        int rest = index;
        for (PackedImages file : files) {
            if (rest < file.rows()) {
                file.read(rest, target);
                return;
            }
            rest -= file.rows();
        }
        throw new IndexOutOfBoundsException("image " + index + " of " + size());
    }

    /** Adds all that the files say, and nothing of where they lie or how they are packed. */
    void addTo(Fingerprint fingerprint) {
        fingerprint.add(labels);
        byte[] image = new byte[BYTES];
        for (int i = 0; i < size(); i++) {
            read(i, image);
            fingerprint.add(image);
        }
    }

    @Override
    public void close() {
        files.forEach(PackedImages::close);
    }
}
