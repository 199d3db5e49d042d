package org.shiftbed.data.images;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;
import org.shiftbed.base.UserError;

/**
 * Decoded pictures in one file that is mapped, never loaded. An index says for every picture where its pixels lie, their size and their CRC-32C; the index
 * ends with a CRC-32 that is checked when the file is opened, and the pixels of a picture are checked when a process first reads them.
 *
 * <p>Layout, numbers big-endian: magic (8 bytes), version (4), offset of the index (8); from byte 4096 on the pixels, CHW; the index: files, channels (4
 * each), SHA-256 of the content (32); for each picture the first one with the same pixels, or -1 where it could not be decoded, height, width, CRC-32C (4
 * each), offset (8); how many were not decoded (4), and why each (number and modified UTF-8); CRC-32 of the index (8).
 */
public final class Pack {
    static final int UNREADABLE = -1;
    static final int DIGEST = 32;

    private static final long MAGIC = 0x5348494654504b32L;
    private static final int VERSION = 2;

    /** Where the pixels begin. */
    static final int PIXELS = 4096;

    private final Path file;
    private final int channels;
    private final Index index;
    private final MappedRows rows;
    private final AtomicIntegerArray checked;

    /**
     * Where every picture lies.
     *
     * @param first for every file the first one with the same pixels; {@link #UNREADABLE} where it could not be decoded
     * @param heights in pixels
     * @param widths in pixels
     * @param sums CRC-32C of the pixels
     * @param offsets of the pixels in the file
     * @param causes why a file could not be decoded, empty where it could
     * @param digest SHA-256 over the SHA-256 of the pixels of every file that could be decoded, in order
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Index(
            int[] first, int[] heights, int[] widths, int[] sums, long[] offsets, List<String> causes, byte[] digest) {}

    private Pack(Path file, int channels, Index index, MappedRows rows) {
        this.file = file;
        this.channels = channels;
        this.index = index;
        this.rows = rows;
        this.checked = new AtomicIntegerArray((index.first().length + 31) / 32);
    }

    /** How many files it was made of. */
    public int files() {
        return index.first().length;
    }

    /** Which files could not be decoded, ascending. */
    public int[] unreadable() {
        return IntStream.range(0, files()).filter(i -> !readable(i)).toArray();
    }

    /** Whether a file could be decoded. */
    public boolean readable(int i) {
        return index.first()[i] != UNREADABLE;
    }

    /** Why a file could not be decoded, in a few words; empty where it could. */
    public String cause(int i) {
        return index.causes().get(i);
    }

    /** The first file with the same pixels; -1 where it could not be decoded. */
    public int first(int i) {
        return index.first()[i];
    }

    /** Rows of pixels of a picture. */
    public int height(int i) {
        return index.heights()[i];
    }

    /** Columns of pixels of a picture. */
    public int width(int i) {
        return index.widths()[i];
    }

    /** Channels of every picture. */
    public int channels() {
        return channels;
    }

    /** SHA-256 over the pixels of every file that could be decoded, in order. */
    public byte[] digest() {
        return index.digest().clone();
    }

    /** Bytes of a picture. */
    public int bytes(int i) {
        return channels * height(i) * width(i);
    }

    /**
     * Copies a picture to the target's position, which moves on.
     *
     * @throws UserError where the cache is damaged
     */
    public void read(int i, ByteBuffer target) {
        check(i);
        rows.read(index.offsets()[i], bytes(i), target);
    }

    /**
     * Copies a picture into an array from its start on.
     *
     * @throws UserError where the cache is damaged
     */
    public void read(int i, byte[] target) {
        check(i);
        rows.read(index.offsets()[i], bytes(i), target);
    }

    /** Checks the pixels of a picture once a process; two threads that do so at the same time do no harm. */
    private void check(int i) {
        int bit = 1 << (i & 31);
        if ((checked.get(i >> 5) & bit) != 0) {
            return;
        }
        if (sum(rows.slice(index.offsets()[i], bytes(i))) != index.sums()[i]) {
            throw new UserError("the cache file " + file + " is damaged; delete it and run again: it is made anew from"
                    + " the pictures");
        }
        checked.accumulateAndGet(i >> 5, bit, (a, b) -> a | b);
    }

    /** CRC-32C, as a head keeps it. */
    static int sum(ByteBuffer pixels) {
        CRC32C sum = new CRC32C();
        sum.update(pixels);
        return (int) sum.getValue();
    }

    /** The first bytes of a file. */
    static byte[] head(long indexAt) {
        return ByteBuffer.allocate(20)
                .putLong(MAGIC)
                .putInt(VERSION)
                .putLong(indexAt)
                .array();
    }

    /** The last bytes of a file. */
    static byte[] index(int channels, Index index) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            int files = index.first().length;
            out.writeInt(files);
            out.writeInt(channels);
            out.write(index.digest());
            int unreadable = 0;
            for (int i = 0; i < files; i++) {
                out.writeInt(index.first()[i]);
                out.writeInt(index.heights()[i]);
                out.writeInt(index.widths()[i]);
                out.writeInt(index.sums()[i]);
                out.writeLong(index.offsets()[i]);
                unreadable += index.first()[i] == UNREADABLE ? 1 : 0;
            }
            out.writeInt(unreadable);
            for (int i = 0; i < files; i++) {
                if (index.first()[i] == UNREADABLE) {
                    out.writeInt(i);
                    out.writeUTF(index.causes().get(i));
                }
            }
            CRC32 sum = new CRC32();
            sum.update(bytes.toByteArray());
            out.writeLong(sum.getValue());
        }
        return bytes.toByteArray();
    }

    /**
     * Opens a file and checks its index and its length.
     *
     * @param files how many pictures it must hold
     * @param channels of each
     * @throws IOException where it is not such a file, is of another version, is damaged or cut short
     */
    static Pack open(Path file, int files, int channels) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            ByteBuffer head = ByteBuffer.allocate(20);
            channel.read(head, 0);
            head.flip();
            if (head.remaining() < 20 || head.getLong() != MAGIC || head.getInt() != VERSION) {
                throw new IOException(file + " is no pack of this version");
            }
            channel.position(head.getLong());
            CheckedInputStream sum =
                    new CheckedInputStream(new BufferedInputStream(Channels.newInputStream(channel)), new CRC32());
            Index index = read(file, new DataInputStream(sum), sum, files, channels);
            int longest = 0;
            for (int i = 0; i < files; i++) {
                int bytes = channels * index.heights()[i] * index.widths()[i];
                if (index.offsets()[i] + bytes > channel.size()) {
                    throw new IOException(file + " is cut short");
                }
                longest = Math.max(longest, bytes);
            }
            return new Pack(file, channels, index, new MappedRows(file, longest));
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw new IOException(file + " is damaged", e);
        }
    }

    private static Index read(Path file, DataInputStream in, CheckedInputStream sum, int files, int channels)
            throws IOException {
        if (in.readInt() != files || in.readInt() != channels) {
            throw new IOException(file + " is not the pack that was wanted");
        }
        byte[] digest = in.readNBytes(DIGEST);
        List<String> causes = new ArrayList<>(Collections.nCopies(files, ""));
        Index index = new Index(
                new int[files], new int[files], new int[files], new int[files], new long[files], causes, digest);
        for (int i = 0; i < files; i++) {
            index.first()[i] = in.readInt();
            index.heights()[i] = in.readInt();
            index.widths()[i] = in.readInt();
            index.sums()[i] = in.readInt();
            index.offsets()[i] = in.readLong();
        }
        int unreadable = in.readInt();
        for (int k = 0; k < unreadable; k++) {
            causes.set(in.readInt(), in.readUTF());
        }
        long found = sum.getChecksum().getValue();
        if (in.readLong() != found) {
            throw new IOException(file + " is damaged");
        }
        return index;
    }
}
