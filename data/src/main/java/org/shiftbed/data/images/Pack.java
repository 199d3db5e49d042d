package org.shiftbed.data.images;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import org.shiftbed.data.PackedImages;

/**
 * Decoded pictures in one file: a head, then the pixels of every file in order, each {@code rowBytes} long, those of an unreadable file black.
 *
 * @param images mapped
 * @param first for every file the first one with the same pixels; {@link #UNREADABLE} where it could not be decoded
 * @param digest SHA-256 over the SHA-256 of the pixels of every file that could be decoded, in order
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Pack(PackedImages images, int[] first, byte[] digest) {
    static final int UNREADABLE = -1;
    static final int DIGEST = 32;

    private static final long MAGIC = 0x5348494654504b31L;
    private static final int PAGE = 4096;

    /** Which files could not be decoded, ascending. */
    int[] unreadable() {
        return IntStream.range(0, first.length)
                .filter(i -> first[i] == UNREADABLE)
                .toArray();
    }

    /** The head of a file. */
    static byte[] head(int rowBytes, int[] first, byte[] digest) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeLong(MAGIC);
            out.writeInt(first.length);
            out.writeInt(rowBytes);
            out.write(digest);
            for (int file : first) {
                out.writeInt(file);
            }
            CRC32 sum = new CRC32();
            sum.update(bytes.toByteArray());
            out.writeLong(sum.getValue());
        }
        return bytes.toByteArray();
    }

    /** Where the pixels begin: behind the head, at a multiple of 4096. */
    static long pixels(int files) {
        long head = Long.BYTES + 2L * Integer.BYTES + DIGEST + 4L * files + Long.BYTES;
        return (head + PAGE - 1) / PAGE * PAGE;
    }

    /**
     * Opens a file.
     *
     * @param files how many pictures it must hold
     * @param rowBytes of one picture
     * @throws IOException where it is not such a file, or is cut short
     */
    static Pack open(Path file, int files, int rowBytes) throws IOException {
        CheckedInputStream sum =
                new CheckedInputStream(new BufferedInputStream(Files.newInputStream(file)), new CRC32());
        try (DataInputStream in = new DataInputStream(sum)) {
            if (in.readLong() != MAGIC || in.readInt() != files || in.readInt() != rowBytes) {
                throw new IOException(file + " is not the pack that was wanted");
            }
            byte[] digest = in.readNBytes(DIGEST);
            int[] first = new int[files];
            for (int i = 0; i < files; i++) {
                first[i] = in.readInt();
            }
            long found = sum.getChecksum().getValue();
            if (in.readLong() != found) {
                throw new IOException(file + " is damaged");
            }
            return new Pack(PackedImages.mapped(file, pixels(files), files, rowBytes), first, digest);
        }
    }
}
