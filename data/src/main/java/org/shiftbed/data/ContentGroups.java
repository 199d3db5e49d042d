package org.shiftbed.data;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Content groups ({@code controlled-shifts.md} 1.6): rows whose bytes are identical share a group, found by a 64-bit hash and confirmed byte
 * by byte. A group is named by its first row.
 */
public final class ContentGroups {
    private static final int BLOCK = 1024;

    private ContentGroups() {}

    /** Gives the bytes of a row; must allow calls from several threads. */
    @FunctionalInterface
    public interface Rows {
        /** Fills the target with the bytes of a row in [0, count). */
        void read(int row, byte[] target);
    }

    /**
     * @param count how many rows
     * @param bytes the length of each
     * @param rows their bytes; each row is read once, and again where hashes agree
     * @return for each row the first row with the same bytes
     */
    public static int[] of(int count, int bytes, Rows rows) {
        long[] hashes = new long[count];
        IntStream.range(0, (count + BLOCK - 1) / BLOCK).parallel().forEach(block -> {
            byte[] row = new byte[bytes];
            for (int i = block * BLOCK; i < Math.min(count, (block + 1) * BLOCK); i++) {
                rows.read(i, row);
                hashes[i] = hash(row);
            }
        });
        return grouped(hashes, bytes, rows);
    }

    /**
     * Groups rows whose {@link #hash} is known, for example because it was taken while they were written.
     *
     * @param hashes one a row
     * @param bytes the length of each row
     * @param rows their bytes; only rows whose hash another row has are read, to confirm it byte by byte
     * @return for each row the first row with the same bytes
     */
    public static int[] grouped(long[] hashes, int bytes, Rows rows) {
        int[] groups = new int[hashes.length];
        long[] sorted = hashes.clone();
        Arrays.sort(sorted);
        // Only hashes that occur twice need a look at the bytes; their rows are gathered here, first rows of a content
        // in order.
        Map<Long, int[]> firsts = new HashMap<>();
        for (int i = 1; i < sorted.length; i++) {
            if (sorted[i] == sorted[i - 1]) {
                firsts.put(sorted[i], new int[0]);
            }
        }
        byte[] mine = new byte[bytes];
        byte[] other = new byte[bytes];
        for (int i = 0; i < hashes.length; i++) {
            groups[i] = i;
            int[] candidates = firsts.get(hashes[i]);
            if (candidates == null) {
                continue;
            }
            if (candidates.length > 0) {
                rows.read(i, mine);
            }
            for (int candidate : candidates) {
                rows.read(candidate, other);
                if (Arrays.equals(mine, other)) {
                    groups[i] = candidate;
                    break;
                }
            }
            if (groups[i] == i) {
                int[] longer = Arrays.copyOf(candidates, candidates.length + 1);
                longer[candidates.length] = i;
                firsts.put(hashes[i], longer);
            }
        }
        return groups;
    }

    /** The hash of a row: eight bytes at a time, each mixed by a multiplication and a shift, finished as SplitMix64 does. */
    public static long hash(byte[] row) {
        ByteBuffer bytes = ByteBuffer.wrap(row);
        long hash = 0x9e3779b97f4a7c15L;
        while (bytes.remaining() >= Long.BYTES) {
            hash = mixed(hash ^ bytes.getLong());
        }
        while (bytes.hasRemaining()) {
            hash = mixed(hash ^ bytes.get());
        }
        hash = (hash ^ (hash >>> 30)) * 0xbf58476d1ce4e5b9L;
        hash = (hash ^ (hash >>> 27)) * 0x94d049bb133111ebL;
        return hash ^ (hash >>> 31);
    }

    private static long mixed(long word) {
        long product = word * 0xd6e8feb86659fd93L;
        return product ^ (product >>> 32);
    }
}
