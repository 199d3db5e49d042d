package org.shiftbed.data.npz;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/** Writes numpy's files byte for byte, as its format description says, without any code that reads them. */
public final class NumpyFiles {
    private NumpyFiles() {}

    /** How the members of an archive are kept. */
    public enum Kept {
        STORED,
        DEFLATED,
        /** With all sizes in the extra fields for large files. */
        ZIP64
    }

    /** An array of version 1: the head padded to a multiple of 64 bytes, then the elements. */
    public static byte[] npy(String descr, boolean fortran, String shape, byte[] elements) {
        return npy(
                1,
                "{'descr': '" + descr + "', 'fortran_order': " + (fortran ? "True" : "False") + ", 'shape': " + shape
                        + ", }",
                elements);
    }

    /** An array with any head. */
    public static byte[] npy(int version, String dictionary, byte[] elements) {
        int before = version == 1 ? 10 : 12;
        int length = (before + dictionary.length() + 1 + 63) / 64 * 64 - before;
        ByteBuffer all = ByteBuffer.allocate(before + length + elements.length).order(ByteOrder.LITTLE_ENDIAN);
        all.put(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', (byte) version, 0});
        if (version == 1) {
            all.putShort((short) length);
        } else {
            all.putInt(length);
        }
        byte[] head = " ".repeat(length).getBytes(StandardCharsets.US_ASCII);
        byte[] text = dictionary.getBytes(version == 3 ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1);
        System.arraycopy(text, 0, head, 0, text.length);
        head[length - 1] = '\n';
        return all.put(head).put(elements).array();
    }

    /** Writes an archive of arrays. */
    public static Path npz(Path file, Kept kept, Map<String, byte[]> arrays) {
        try {
            return Files.write(file, zip(kept, arrays));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The bytes of an archive: local heads with members, the central directory, its end (APPNOTE 4.3). */
    public static byte[] zip(Kept kept, Map<String, byte[]> arrays) throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        ByteArrayOutputStream directory = new ByteArrayOutputStream();
        boolean large = kept == Kept.ZIP64;
        for (Map.Entry<String, byte[]> array : arrays.entrySet()) {
            byte[] name = (array.getKey() + ".npy").getBytes(StandardCharsets.UTF_8);
            byte[] plain = array.getValue();
            byte[] member = kept == Kept.DEFLATED ? deflated(plain) : plain;
            CRC32 sum = new CRC32();
            sum.update(plain);
            int at = body.size();
            ByteBuffer extra = little(large ? 20 : 0);
            if (large) {
                extra.putShort((short) 1)
                        .putShort((short) 16)
                        .putLong(plain.length)
                        .putLong(member.length);
            }
            ByteBuffer local = little(30)
                    .putInt(0x04034b50)
                    .putShort((short) (large ? 45 : 20))
                    .putShort((short) 0)
                    .putShort((short) (kept == Kept.DEFLATED ? 8 : 0))
                    .putInt(0)
                    .putInt((int) sum.getValue())
                    .putInt(large ? -1 : member.length)
                    .putInt(large ? -1 : plain.length)
                    .putShort((short) name.length)
                    .putShort((short) extra.capacity());
            body.write(local.array());
            body.write(name);
            body.write(extra.array());
            body.write(member);
            ByteBuffer central = little(46)
                    .putInt(0x02014b50)
                    .putShort((short) (large ? 45 : 20))
                    .putShort((short) (large ? 45 : 20))
                    .putShort((short) 0)
                    .putShort((short) (kept == Kept.DEFLATED ? 8 : 0))
                    .putInt(0)
                    .putInt((int) sum.getValue())
                    .putInt(large ? -1 : member.length)
                    .putInt(large ? -1 : plain.length)
                    .putShort((short) name.length)
                    .putShort((short) extra.capacity())
                    .putShort((short) 0)
                    .putShort((short) 0)
                    .putShort((short) 0)
                    .putInt(0)
                    .putInt(at);
            directory.write(central.array());
            directory.write(name);
            directory.write(extra.array());
        }
        int start = body.size();
        body.write(directory.toByteArray());
        int size = directory.size();
        if (large) {
            int end = body.size();
            body.write(little(56)
                    .putInt(0x06064b50)
                    .putLong(44)
                    .putShort((short) 45)
                    .putShort((short) 45)
                    .putInt(0)
                    .putInt(0)
                    .putLong(arrays.size())
                    .putLong(arrays.size())
                    .putLong(size)
                    .putLong(start)
                    .array());
            body.write(little(20)
                    .putInt(0x07064b50)
                    .putInt(0)
                    .putLong(end)
                    .putInt(1)
                    .array());
        }
        body.write(little(22)
                .putInt(0x06054b50)
                .putShort((short) 0)
                .putShort((short) 0)
                .putShort((short) (large ? -1 : arrays.size()))
                .putShort((short) (large ? -1 : arrays.size()))
                .putInt(large ? -1 : size)
                .putInt(large ? -1 : start)
                .putShort((short) 0)
                .array());
        return body.toByteArray();
    }

    private static ByteBuffer little(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static byte[] deflated(byte[] plain) {
        Deflater deflater = new Deflater(6, true);
        deflater.setInput(plain);
        deflater.finish();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] block = new byte[4096];
        while (!deflater.finished()) {
            out.write(block, 0, deflater.deflate(block));
        }
        deflater.end();
        return out.toByteArray();
    }
}
