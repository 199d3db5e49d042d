package org.shiftbed.data.hdf5;

import io.jhdf.api.dataset.ChunkedDataset;
import io.jhdf.filter.PipelineFilterWithData;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.shiftbed.base.UserError;

/**
 * Reads an array of bytes in chunks, a band of rows at a time: every chunk is unpacked once, and its bytes go to their place in the band. The library's own
 * reading makes an int of every byte and unpacks a chunk again for every slice that touches it.
 */
final class ChunkBands {
    private static final long MOST_BAND = 1L << 30;
    private static final String DEFLATE = "deflate";

    private final ChunkedDataset array;
    private final Function<String, UserError> wrong;
    private final int[] shape;
    private final int[] chunk;

    /** @param wrong makes an error of a message about the array */
    ChunkBands(ChunkedDataset array, Function<String, UserError> wrong) {
        this.array = array;
        this.wrong = wrong;
        this.shape = array.getDimensions();
        this.chunk = array.getChunkDimensions();
    }

    void read(Hdf5File.RowTaker taker) throws IOException {
        List<Integer> filters = filters();
        int rowBytes = Hdf5File.rowBytes(shape);
        long bandBytes = (long) Math.min(chunk[0], shape[0]) * rowBytes;
        if (bandBytes > MOST_BAND) {
            throw wrong.apply("has chunks of " + chunk[0] + " rows, " + (bandBytes >> 20)
                    + " MiB of rows at a time, more than are read; pack it again with smaller ones");
        }
        byte[] band = new byte[(int) bandBytes];
        byte[] unpacked = new byte[Arrays.stream(chunk).reduce(1, Math::multiplyExact)];
        byte[] row = new byte[rowBytes];
        for (int first = 0; first < shape[0]; first += chunk[0]) {
            int rows = Math.min(chunk[0], shape[0] - first);
            for (int[] at : chunksOf(first)) {
                unpack(at, filters, unpacked);
                place(unpacked, at, rows, band);
            }
            for (int i = 0; i < rows; i++) {
                System.arraycopy(band, i * rowBytes, row, 0, rowBytes);
                taker.take(row);
            }
        }
    }

    /** The numbers of the filters in the order of packing: 1 deflate, 2 shuffle (which leaves single bytes as they are). */
    private List<Integer> filters() {
        List<Integer> ids = new ArrayList<>();
        for (PipelineFilterWithData filter : array.getFilters()) {
            if (filter.getId() != 1 && filter.getId() != 2) {
                throw wrong.apply("is packed with filter " + filter.getId() + " ('" + filter.getName() + "'), and "
                        + DEFLATE + " alone is read; pack it again with gzip");
            }
            ids.add(filter.getId());
        }
        return ids;
    }

    /** Where the chunks of a band begin. */
    private List<int[]> chunksOf(int first) {
        List<int[]> all = new ArrayList<>();
        int[] at = new int[shape.length];
        at[0] = first;
        while (true) {
            all.add(at.clone());
            int d = shape.length - 1;
            while (d > 0) {
                at[d] += chunk[d];
                if (at[d] < shape[d]) {
                    break;
                }
                at[d--] = 0;
            }
            if (d == 0) {
                return all;
            }
        }
    }

    private void unpack(int[] at, List<Integer> filters, byte[] target) {
        ByteBuffer raw = array.getRawChunkBuffer(at);
        byte[] bytes = new byte[raw.remaining()];
        raw.get(bytes);
        for (int i = filters.size() - 1; i >= 0; i--) {
            if (filters.get(i) == 1) {
                bytes = inflated(bytes, at, target.length);
            }
        }
        if (bytes.length != target.length) {
            throw wrong.apply("is damaged: the chunk at " + Arrays.toString(at) + " has " + bytes.length
                    + " bytes, not " + target.length + "; fetch the file again");
        }
        System.arraycopy(bytes, 0, target, 0, target.length);
    }

    private byte[] inflated(byte[] packed, int[] at, int length) {
        Inflater inflater = new Inflater();
        try {
            inflater.setInput(packed);
            byte[] plain = new byte[length];
            int done = 0;
            while (done < length) {
                int more = inflater.inflate(plain, done, length - done);
                if (more == 0) {
                    throw new DataFormatException("it ends after " + done + " bytes");
                }
                done += more;
            }
            if (inflater.inflate(new byte[1]) > 0) {
                throw new DataFormatException("it holds more than " + length + " bytes");
            }
            return plain;
        } catch (DataFormatException e) {
            throw wrong.apply("is damaged: the chunk at " + Arrays.toString(at) + " cannot be unpacked ("
                    + e.getMessage() + "); fetch the file again");
        } finally {
            inflater.end();
        }
    }

    /** Copies the part of a chunk that lies inside the array to its place in the band, run by run along the last dimension. */
    private void place(byte[] from, int[] at, int rows, byte[] band) {
        int last = shape.length - 1;
        int run = Math.min(chunk[last], shape[last] - at[last]);
        int[] inside = new int[shape.length];
        while (true) {
            int source = 0;
            int target = 0;
            for (int d = 0; d <= last; d++) {
                source = source * chunk[d] + inside[d];
                target = target * (d == 0 ? 1 : shape[d]) + inside[d] + (d == 0 ? 0 : at[d]);
            }
            System.arraycopy(from, source, band, target, run);
            int d = last - 1;
            while (d >= 0) {
                inside[d]++;
                int end = d == 0 ? rows : Math.min(chunk[d], shape[d] - at[d]);
                if (inside[d] < end) {
                    break;
                }
                inside[d--] = 0;
            }
            if (d < 0) {
                return;
            }
        }
    }
}
