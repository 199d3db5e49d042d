package org.shiftbed.data.mnist;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.ByteBuffer;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.shiftbed.base.UserError;
import org.shiftbed.data.PackedImages;

/**
 * MNIST's file format for unsigned bytes: a magic number, the lengths of all dimensions as big-endian 32-bit numbers, then the bytes. A
 * gzipped file is told by its first two bytes, whatever its name.
 *
 * @param images rows of {@code height * width} bytes; a label file has rows of one byte
 * @param height 1 for labels
 * @param width 1 for labels
 */
record IdxFile(PackedImages images, int height, int width) {
    private static final int LABELS = 0x00000801;
    private static final int IMAGES = 0x00000803;

    /** No deflate stream grows by more than this, so a header that promises more is wrong or the file is cut short. */
    private static final long MOST_EXPANSION = 1040;

    /**
     * Reads a file of images; a plain file of 64 MiB or more is mapped and not copied.
     *
     * @throws UserError where the file is cut short, has bytes after its end or is not such a file
     */
    static IdxFile images(Path file) {
        return read(file, IMAGES, "images (magic number 0x00000803)");
    }

    /** {@link #images} for labels: one byte each. */
    static byte[] labels(Path file) {
        PackedImages rows =
                read(file, LABELS, "labels (magic number 0x00000801)").images();
        ByteBuffer all = ByteBuffer.allocate(rows.rows());
        for (int i = 0; i < rows.rows(); i++) {
            rows.read(i, all);
        }
        return all.array();
    }

    private static IdxFile read(Path file, int magic, String wanted) {
        try (PushbackInputStream start =
                new PushbackInputStream(new BufferedInputStream(Files.newInputStream(file), 1 << 16), 2)) {
            byte[] two = start.readNBytes(2);
            start.unread(two);
            boolean packed = two.length == 2 && two[0] == 0x1f && two[1] == (byte) 0x8b;
            try (InputStream in = packed ? new GZIPInputStream(start, 1 << 16) : start) {
                return read(file, packed, in, magic, wanted);
            }
        } catch (EOFException e) {
            throw new UserError(file + ": is cut short; fetch it again", e);
        } catch (ZipException e) {
            throw new UserError(file + ": is a damaged gzip file (" + e.getMessage() + "); fetch it again", e);
        } catch (AccessDeniedException e) {
            throw new UserError(file + ": there is no permission to read it", e);
        } catch (IOException e) {
            throw new UserError(file + ": cannot be read (" + e.getMessage() + ")", e);
        }
    }

    private static IdxFile read(Path file, boolean packed, InputStream in, int magic, String wanted)
            throws IOException {
        int found = number(in);
        if (found != magic) {
            throw new UserError(
                    String.format("%s: is not an IDX file of %s, it begins with 0x%08x", file, wanted, found));
        }
        int count = number(in);
        int height = magic == IMAGES ? number(in) : 1;
        int width = magic == IMAGES ? number(in) : 1;
        if (count < 1 || height < 1 || width < 1 || (long) height * width > 1 << 24) {
            throw new UserError(file + ": the header speaks of " + Integer.toUnsignedString(count) + " examples of "
                    + Integer.toUnsignedString(height) + "x" + Integer.toUnsignedString(width) + " bytes");
        }
        int rowBytes = height * width;
        int header = magic == IMAGES ? 16 : 8;
        long body = (long) count * rowBytes;
        long onDisk = Files.size(file);
        if (header + body > (packed ? onDisk * MOST_EXPANSION : onDisk)) {
            throw cutShort(file, count, rowBytes, packed ? -1 : (onDisk - header) / rowBytes);
        }
        if (!packed && body >= PackedImages.MAPPED_FROM) {
            if (onDisk > header + body) {
                throw trailing(file, count);
            }
            return new IdxFile(PackedImages.mapped(file, header, count, rowBytes), height, width);
        }
        PackedImages rows = PackedImages.allocate(count, rowBytes);
        byte[] row = new byte[rowBytes];
        for (int i = 0; i < count; i++) {
            if (read(in, row) < rowBytes) {
                rows.close();
                throw cutShort(file, count, rowBytes, i);
            }
            rows.write(i, row);
        }
        if (in.read() >= 0) {
            rows.close();
            throw trailing(file, count);
        }
        return new IdxFile(rows, height, width);
    }

    /** A cut gzip stream ends with an exception, a cut plain file with fewer bytes; both count as the end. */
    private static int read(InputStream in, byte[] row) throws IOException {
        try {
            return in.readNBytes(row, 0, row.length);
        } catch (EOFException e) {
            return -1;
        }
    }

    private static int number(InputStream in) throws IOException {
        byte[] four = in.readNBytes(4);
        if (four.length < 4) {
            throw new EOFException();
        }
        return ByteBuffer.wrap(four).getInt();
    }

    private static UserError cutShort(Path file, int count, int rowBytes, long whole) {
        return new UserError(file + ": is cut short: the header promises " + count + " examples of " + rowBytes
                + " bytes" + (whole < 0 ? "" : ", there are " + whole) + "; fetch it again");
    }

    private static UserError trailing(Path file, int count) {
        return new UserError(file + ": has bytes after the " + count + " examples that its header promises");
    }
}
