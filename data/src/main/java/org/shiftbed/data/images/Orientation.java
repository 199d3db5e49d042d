package org.shiftbed.data.images;

import com.twelvemonkeys.imageio.metadata.CompoundDirectory;
import com.twelvemonkeys.imageio.metadata.Directory;
import com.twelvemonkeys.imageio.metadata.Entry;
import com.twelvemonkeys.imageio.metadata.jpeg.JPEG;
import com.twelvemonkeys.imageio.metadata.jpeg.JPEGSegment;
import com.twelvemonkeys.imageio.metadata.jpeg.JPEGSegmentUtil;
import com.twelvemonkeys.imageio.metadata.tiff.TIFF;
import com.twelvemonkeys.imageio.metadata.tiff.TIFFReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import javax.imageio.stream.ImageInputStream;
import javax.imageio.stream.MemoryCacheImageInputStream;

/** How a camera was held (EXIF tag 274, also of TIFF files and of the eXIf chunk of PNG files): 1 upright, 2 to 8 mirrored or turned. */
final class Orientation {
    private static final int UPRIGHT = 1;
    private static final int PNG_FIRST_CHUNK = 8;

    private Orientation() {}

    /** Of a file; 1 where it says nothing, or nothing that can be understood. */
    static int of(ImageFormat format, byte[] file) {
        try {
            byte[] exif = switch (format) {
                case JPEG -> ofJpeg(file);
                case PNG -> ofPng(file);
                case TIFF_LITTLE, TIFF_BIG -> file;
                case GIF, BMP, WEBP, PGM, PPM -> new byte[0];
            };
            return exif.length == 0 ? UPRIGHT : tag(exif);
        } catch (IOException | RuntimeException e) {
            // A damaged note beside a picture says nothing; the picture may be whole.
            return UPRIGHT;
        }
    }

    private static byte[] ofJpeg(byte[] file) throws IOException {
        try (ImageInputStream stream = new MemoryCacheImageInputStream(new ByteArrayInputStream(file))) {
            for (JPEGSegment segment : JPEGSegmentUtil.readSegments(stream, JPEG.APP1, "Exif")) {
                try (InputStream data = segment.data()) {
                    // The name ends with two zeros, of which the library takes one.
                    byte[] all = data.readAllBytes();
                    return all.length > 1 ? Arrays.copyOfRange(all, 1, all.length) : new byte[0];
                }
            }
        }
        return new byte[0];
    }

    private static byte[] ofPng(byte[] file) {
        ByteBuffer chunks = ByteBuffer.wrap(file, PNG_FIRST_CHUNK, file.length - PNG_FIRST_CHUNK);
        byte[] type = new byte[4];
        while (chunks.remaining() >= 12) {
            int length = chunks.getInt();
            chunks.get(type);
            if (length < 0 || length > chunks.remaining() - 4) {
                return new byte[0];
            }
            if (new String(type, StandardCharsets.ISO_8859_1).equals("eXIf")) {
                byte[] exif = new byte[length];
                chunks.get(exif);
                return exif;
            }
            chunks.position(chunks.position() + length + 4);
        }
        return new byte[0];
    }

    private static int tag(byte[] exif) throws IOException {
        try (ImageInputStream stream = new MemoryCacheImageInputStream(new ByteArrayInputStream(exif))) {
            Directory all = new TIFFReader().read(stream);
            Directory first = all instanceof CompoundDirectory compound ? compound.getDirectory(0) : all;
            Entry entry = first.getEntryById(TIFF.TAG_ORIENTATION);
            return entry != null
                            && entry.getValue() instanceof Number number
                            && number.intValue() >= 1
                            && number.intValue() <= 8
                    ? number.intValue()
                    : UPRIGHT;
        }
    }

    /** The picture as it was meant to be seen. */
    static Planes apply(int orientation, Planes planes) {
        if (orientation == UPRIGHT) {
            return planes;
        }
        int w = planes.width();
        int h = planes.height();
        boolean turned = orientation >= 5;
        int width = turned ? h : w;
        int height = turned ? w : h;
        byte[] target = new byte[planes.bytes().length];
        int at = 0;
        for (int channel = 0; channel < planes.channels(); channel++) {
            int start = channel * w * h;
            for (int y = 0; y < height; y++) {
                for (int x = 0; x < width; x++) {
                    int column = turned ? y : x;
                    int row = turned ? x : y;
                    boolean mirrored = orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8;
                    boolean headlong = orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
                    target[at++] = planes.bytes()[
                            start + (headlong ? h - 1 - row : row) * w + (mirrored ? w - 1 - column : column)];
                }
            }
        }
        return new Planes(planes.channels(), height, width, target);
    }
}
