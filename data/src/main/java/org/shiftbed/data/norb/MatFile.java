package org.shiftbed.data.norb;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.UserError;

/**
 * NORB's matrix format, which is not MATLAB's: a magic number that tells the elements, the number of dimensions, their lengths (at least three words are
 * written, unused ones are 1), then the elements row by row; all of it little-endian. A gzipped file is told by its first two bytes, whatever its name.
 */
final class MatFile implements AutoCloseable {
    private static final int MOST_DIMENSIONS = 8;

    private final Path path;
    private final InputStream in;
    private final Element element;
    private final List<Integer> shape;

    /** What a magic number says of the elements. */
    enum Element {
        FLOAT32(0x1E3D4C51, 4),
        FLOAT64(0x1E3D4C53, 8),
        INT32(0x1E3D4C54, 4),
        UINT8(0x1E3D4C55, 1),
        INT16(0x1E3D4C56, 2);

        private final int magic;
        private final int bytes;

        Element(int magic, int bytes) {
            this.magic = magic;
            this.bytes = bytes;
        }

        static @Nullable Element of(int magic) {
            return Arrays.stream(values())
                    .filter(each -> each.magic == magic)
                    .findFirst()
                    .orElse(null);
        }
    }

    private MatFile(Path path, InputStream in, Element element, List<Integer> shape) {
        this.path = path;
        this.in = in;
        this.element = element;
        this.shape = List.copyOf(shape);
    }

    /**
     * Opens a file and reads its head.
     *
     * @throws UserError where it is missing, or no such file, or (not gzipped) its length is not what its head promises
     */
    static MatFile open(Path path) {
        InputStream in = null;
        try {
            PushbackInputStream start =
                    new PushbackInputStream(new BufferedInputStream(Files.newInputStream(path), 1 << 16), 2);
            in = start;
            byte[] two = start.readNBytes(2);
            if (two.length == 0) {
                throw new UserError(path + ": is empty (0 bytes); fetch it again");
            }
            start.unread(two);
            boolean packed = two.length == 2 && two[0] == 0x1f && two[1] == (byte) 0x8b;
            if (packed) {
                in = new BufferedInputStream(new GZIPInputStream(start, 1 << 16), 1 << 16);
            }
            return head(path, in, packed ? -1 : Files.size(path));
        } catch (IOException e) {
            close(in);
            throw wrong(path, e);
        } catch (RuntimeException e) {
            close(in);
            throw e;
        }
    }

    private static void close(@Nullable InputStream in) {
        try {
            if (in != null) {
                in.close();
            }
        } catch (IOException e) {
            // The cause that led here is the one to tell.
        }
    }

    private static MatFile head(Path path, InputStream in, long onDisk) throws IOException {
        int magic = number(in);
        Element element = Element.of(magic);
        if (element == null) {
            throw new UserError(String.format(
                    "%s: is no file of NORB's matrix format: it begins with 0x%08X and not with 0x1E3D4C51, 53, 54, 55 or 56",
                    path, magic));
        }
        int dimensions = number(in);
        if (dimensions < 0 || dimensions > MOST_DIMENSIONS) {
            throw new UserError(path + ": its head speaks of " + dimensions + " dimensions; it is damaged");
        }
        List<Integer> shape = new ArrayList<>();
        long elements = 1;
        for (int d = 0; d < Math.max(3, dimensions); d++) {
            int length = number(in);
            if (d < dimensions) {
                if (length < 0 || (length > 0 && elements > Long.MAX_VALUE / 16 / length)) {
                    throw new UserError(
                            path + ": its head gives dimension " + d + " the length " + length + "; it is damaged");
                }
                shape.add(length);
                elements *= length;
            }
        }
        int header = 8 + 4 * Math.max(3, dimensions);
        long promised = header + elements * element.bytes;
        if (onDisk >= 0 && onDisk != promised) {
            throw new UserError(path + ": is " + (onDisk < promised ? "cut short" : "too long") + ": its head promises "
                    + shape + " elements of " + element + ", that is " + promised + " bytes, and it has " + onDisk
                    + "; fetch it again");
        }
        return new MatFile(path, in, element, shape);
    }

    /** What the elements are. */
    Element element() {
        return element;
    }

    /** Lengths of the dimensions, without unused words. */
    List<Integer> shape() {
        return shape;
    }

    /** Length of the first dimension. */
    int rows() {
        return shape.isEmpty() ? 1 : shape.get(0);
    }

    /** Takes the bytes of one row; the array is used again. */
    @FunctionalInterface
    interface RowTaker {
        void take(byte[] row) throws IOException;
    }

    /**
     * Reads all rows of bytes in order, one in memory at a time.
     *
     * @throws UserError where elements are not bytes, or the file is cut short, damaged or too long
     */
    void bytes(RowTaker taker) throws IOException {
        if (element != Element.UINT8) {
            throw new UserError(path + ": holds elements of " + element + ", and UINT8 was expected");
        }
        byte[] row = new byte[perRow()];
        for (int i = 0; i < rows(); i++) {
            fill(row);
            taker.take(row);
        }
        end();
    }

    /**
     * Reads all elements as whole numbers.
     *
     * @throws UserError where one is none, or the file is cut short, damaged or too long
     */
    int[] wholeNumbers() throws IOException {
        double[] numbers = numbers();
        int[] whole = new int[numbers.length];
        for (int i = 0; i < whole.length; i++) {
            whole[i] = (int) numbers[i];
            if (whole[i] != numbers[i]) {
                throw new UserError(path + ": element " + i + " must be a whole number, got " + numbers[i]);
            }
        }
        return whole;
    }

    /** Reads all elements, of whichever kind. */
    double[] numbers() throws IOException {
        int width = perRow();
        double[] all = new double[Math.multiplyExact(rows(), width)];
        byte[] row = new byte[Math.multiplyExact(width, element.bytes)];
        for (int i = 0, at = 0; i < rows(); i++) {
            fill(row);
            ByteBuffer buffer = ByteBuffer.wrap(row).order(ByteOrder.LITTLE_ENDIAN);
            for (int k = 0; k < width; k++) {
                all[at++] = switch (element) {
                    case FLOAT32 -> buffer.getFloat();
                    case FLOAT64 -> buffer.getDouble();
                    case INT32 -> buffer.getInt();
                    case UINT8 -> buffer.get() & 0xFF;
                    case INT16 -> buffer.getShort();
                };
            }
        }
        end();
        return all;
    }

    private int perRow() {
        long product = 1;
        for (int d = 1; d < shape.size(); d++) {
            product *= shape.get(d);
        }
        if (product > 1 << 26) {
            throw new UserError(
                    path + ": rows of " + product + " elements (shape " + shape + ") are more than are read");
        }
        return (int) product;
    }

    private void fill(byte[] row) {
        try {
            if (in.readNBytes(row, 0, row.length) < row.length) {
                throw new EOFException();
            }
        } catch (IOException e) {
            throw wrong(path, e);
        }
    }

    private void end() {
        try {
            if (in.read() >= 0) {
                throw new UserError(path + ": has bytes after the " + shape + " elements that its head promises");
            }
        } catch (IOException e) {
            throw wrong(path, e);
        }
    }

    private static int number(InputStream in) throws IOException {
        byte[] four = in.readNBytes(4);
        if (four.length < 4) {
            throw new EOFException();
        }
        return ByteBuffer.wrap(four).order(ByteOrder.LITTLE_ENDIAN).getInt();
    }

    private static UserError wrong(Path path, IOException e) {
        if (e instanceof EOFException) {
            return new UserError(path + ": is cut short; fetch it again", e);
        }
        if (e instanceof ZipException) {
            return new UserError(path + ": is a damaged gzip file (" + e.getMessage() + "); fetch it again", e);
        }
        if (e instanceof AccessDeniedException) {
            return new UserError(path + ": there is no permission to read it", e);
        }
        return new UserError(path + ": cannot be read (" + e.getMessage() + ")", e);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
