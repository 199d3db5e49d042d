package org.shiftbed.data.npz;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.ZipException;
import org.shiftbed.base.UserError;

/**
 * An array that is open at its first element: taken whole as numbers, or row by row as bytes. Either reads to the end, where the length that the head
 * promises and the checksum of the archive are held against what came.
 */
public final class NpyArray implements AutoCloseable {
    /** An array of images in Fortran order is turned round in memory up to this many bytes: 256 MiB. */
    private static final long TURNED = 256L << 20;

    private static final int BUFFER = 1 << 16;

    private final String place;
    private final CheckedInputStream in;
    private final NpyHeader header;
    private final long expectedSum;
    private final int rows;
    private final int rowValues;

    /**
     * @param place names file and array in every message
     * @param stream at the array's magic number; closed with this
     * @param size bytes of the array, head included, as the file or archive has it; -1: not known
     * @param sum CRC-32 of all of them; -1: not known
     */
    NpyArray(String place, InputStream stream, long size, long sum) throws IOException {
        this.place = place;
        this.in = new CheckedInputStream(stream, new CRC32());
        this.expectedSum = sum;
        this.header = NpyHeader.read(in, place);
        long elements;
        long body;
        try {
            elements = header.elements();
            body = Math.multiplyExact(elements, header.type().bytes());
        } catch (EOFException | ArithmeticException e) {
            throw new UserError(
                    place + ": its head promises an array of shape " + header.shown()
                            + ", more than any file holds; it is damaged",
                    e);
        }
        if (header.type().kind() != NpyType.Kind.OBJECT && size >= 0 && header.length() + body != size) {
            long found = size - header.length();
            throw new UserError(place + ": its head promises shape " + header.shown() + " of "
                    + header.type().descr()
                    + ", that is " + body + " bytes, and " + found + " follow; it is "
                    + (found < body ? "cut short, fetch it again" : "damaged"));
        }
        long first = header.shape().isEmpty() ? 1 : header.shape().get(0);
        if (first > Integer.MAX_VALUE || (first > 0 && elements / first > Integer.MAX_VALUE / 8)) {
            throw new UserError(place + ": holds " + first + " rows of " + (first > 0 ? elements / first : 0)
                    + " values each (shape " + header.shown() + "), more than are read");
        }
        rows = (int) first;
        rowValues = first == 0 ? 0 : (int) (elements / first);
    }

    /** Type and shape. */
    public NpyHeader header() {
        return header;
    }

    /** Length of the first dimension. */
    public int rows() {
        return rows;
    }

    /** Elements of one row: the product of all other dimensions. */
    public int rowValues() {
        return rowValues;
    }

    /** A message about this array. */
    public UserError wrong(String what) {
        return new UserError(place + ": " + what);
    }

    /** Takes one row after the other. */
    @FunctionalInterface
    public interface RowTaker {
        /**
         * @param row from 0
         * @param bytes {@link #rowValues} of them, in C order; used again for the next row
         */
        void take(int row, byte[] bytes) throws IOException;
    }

    /**
     * All rows of an array of bytes, in order, one in memory at a time.
     *
     * @throws UserError where elements are no bytes, the array is cut short or damaged, or one in Fortran order is too large to be turned round
     */
    public void bytes(RowTaker taker) throws IOException {
        if (!header.type().isByte()) {
            throw wrong("holds elements of type " + header.type().descr() + ", and bytes (|u1) were expected");
        }
        byte[] row = new byte[rowValues];
        if (!turned()) {
            for (int i = 0; i < rows; i++) {
                fill(row, row.length);
                taker.take(i, row);
            }
            end();
            return;
        }
        long all = (long) rows * rowValues;
        if (all > TURNED) {
            throw wrong("is in Fortran order and has " + (all >> 20) + " MiB, more than is turned round in memory ("
                    + (TURNED >> 20) + " MiB); save it again with numpy.ascontiguousarray");
        }
        byte[] stored = new byte[(int) all];
        fill(stored, stored.length);
        end();
        int[] places = fortranPlaces();
        for (int i = 0; i < rows; i++) {
            for (int k = 0; k < rowValues; k++) {
                row[k] = stored[places[k] + i];
            }
            taker.take(i, row);
        }
    }

    /**
     * All elements as whole numbers, in C order.
     *
     * @throws UserError where they are no whole numbers, one does not fit into 63 bits, or the array is cut short or damaged
     */
    public long[] wholeNumbers() throws IOException {
        NpyType.Kind kind = header.type().kind();
        if (kind == NpyType.Kind.FLOAT || kind == NpyType.Kind.OBJECT) {
            throw wrong("holds elements of type " + header.type().descr() + ", and whole numbers were expected");
        }
        long[] values = new long[count()];
        try {
            each((index, buffer) -> values[index] = header.type().whole(buffer));
        } catch (ArithmeticException e) {
            throw new UserError(place + ": " + e.getMessage(), e);
        }
        return values;
    }

    /**
     * All elements as decimals, in C order.
     *
     * @throws UserError where they are pickled objects, or the array is cut short or damaged
     */
    public double[] numbers() throws IOException {
        if (header.type().kind() == NpyType.Kind.OBJECT) {
            throw wrong("holds pickled objects, which are never read");
        }
        double[] values = new double[count()];
        each((index, buffer) -> values[index] = header.type().number(buffer));
        return values;
    }

    private int count() {
        long all = (long) rows * rowValues;
        if (all > Integer.MAX_VALUE / 8) {
            throw wrong("has " + all + " elements (shape " + header.shown() + "), more than are read as numbers");
        }
        return (int) all;
    }

    private interface Element {
        void take(int index, ByteBuffer at);
    }

    private void each(Element element) throws IOException {
        int width = header.type().bytes();
        int all = count();
        int[] places = turned() ? fortranPlaces() : new int[0];
        int[] values = places.length == 0
                ? new int[0]
                : IntStream.range(0, rowValues)
                        .boxed()
                        .sorted((a, b) -> Integer.compare(places[a], places[b]))
                        .mapToInt(Integer::intValue)
                        .toArray();
        byte[] block = new byte[BUFFER / width * width];
        int done = 0;
        while (done < all) {
            int now = Math.min(block.length / width, all - done);
            fill(block, now * width);
            ByteBuffer buffer = ByteBuffer.wrap(block).order(header.type().order());
            for (int k = 0; k < now; k++, done++) {
                // In Fortran order all rows of the first value come first.
                int index = values.length == 0 ? done : done % rows * rowValues + values[done / rows];
                element.take(index, buffer);
            }
        }
        end();
    }

    private boolean turned() {
        return header.fortran() && header.shape().size() > 1 && rows > 0 && rowValues > 0;
    }

    /** Where each value of row 0 stands among all elements in Fortran order: row i's is i further on. */
    private int[] fortranPlaces() {
        int dimensions = header.shape().size();
        long[] steps = new long[dimensions];
        steps[0] = 1;
        for (int d = 1; d < dimensions; d++) {
            steps[d] = steps[d - 1] * header.shape().get(d - 1);
        }
        int[] places = new int[rowValues];
        for (int value = 0; value < rowValues; value++) {
            int rest = value;
            long place = 0;
            for (int d = dimensions - 1; d > 0; d--) {
                int length = Math.toIntExact(header.shape().get(d));
                place += rest % length * steps[d];
                rest /= length;
            }
            places[value] = Math.toIntExact(place);
        }
        return places;
    }

    private void fill(byte[] target, int count) throws IOException {
        int read;
        try {
            read = in.readNBytes(target, 0, count);
        } catch (EOFException e) {
            read = -1;
        } catch (ZipException e) {
            throw new UserError(place + ": is damaged (" + e.getMessage() + "); fetch it again", e);
        }
        if (read < count) {
            throw wrong("is cut short: its head promises shape " + header.shown() + "; fetch it again");
        }
    }

    private void end() throws IOException {
        int more;
        try {
            more = in.read();
        } catch (EOFException | ZipException e) {
            throw new UserError(place + ": is damaged at its end (" + e.getMessage() + "); fetch it again", e);
        }
        if (more >= 0) {
            throw wrong("has bytes after the array of shape " + header.shown() + " that its head promises");
        }
        long sum = in.getChecksum().getValue();
        if (expectedSum >= 0 && sum != expectedSum) {
            throw wrong(String.format(
                    "is damaged: its checksum is %08x, and the archive says %08x; fetch it again", sum, expectedSum));
        }
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    @Override
    public String toString() {
        return place + " " + header.type().descr()
                + Arrays.toString(header.shape().toArray());
    }
}
