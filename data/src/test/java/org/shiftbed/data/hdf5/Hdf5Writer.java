package org.shiftbed.data.hdf5;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.Deflater;

/**
 * Writes HDF5 files byte for byte as the format's specification (version 3.0) says: superblock 0, a root group with a symbol table, arrays in one piece or in
 * chunks under a version 1 B-tree, deflated or not.
 */
public final class Hdf5Writer {
    private static final long UNDEFINED = -1;

    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private final List<String> names = new ArrayList<>();
    private final List<Long> headers = new ArrayList<>();

    /** A file without arrays. */
    public Hdf5Writer() {
        body.writeBytes(new byte[96]); // the superblock, known at the end
    }

    /** How an array is kept. */
    public enum Layout {
        CONTIGUOUS,
        CHUNKED,
        DEFLATED
    }

    /** Adds an array of unsigned bytes; names are added in alphabetical order. */
    public Hdf5Writer bytes(String name, int[] shape, byte[] elements, Layout layout, int... chunk) {
        byte[] type = {0x10, 0, 0, 0, 1, 0, 0, 0, 0, 0, 8, 0};
        return add(name, shape, type, 1, elements, layout, chunk);
    }

    /** Adds an array of decimals. */
    public Hdf5Writer doubles(String name, int[] shape, double... elements) {
        ByteBuffer bytes = little(8 * elements.length);
        Arrays.stream(elements).forEach(bytes::putDouble);
        byte[] type = {0x11, 0x20, 0x3f, 0, 8, 0, 0, 0, 0, 0, 64, 0, 52, 11, 0, 52, (byte) 0xff, 3, 0, 0};
        return add(name, shape, type, 8, bytes.array(), Layout.CONTIGUOUS);
    }

    private Hdf5Writer add(
            String name, int[] shape, byte[] type, int width, byte[] elements, Layout layout, int... chunk) {
        byte[] storage;
        if (layout == Layout.CONTIGUOUS) {
            long at = write(elements);
            storage = little(18)
                    .put((byte) 3)
                    .put((byte) 1)
                    .putLong(at)
                    .putLong(elements.length)
                    .array();
        } else {
            long tree = chunks(shape, width, elements, layout, chunk);
            ByteBuffer chunked = little(11 + 4 * (shape.length + 1));
            chunked.put((byte) 3).put((byte) 2).put((byte) (shape.length + 1)).putLong(tree);
            Arrays.stream(chunk).forEach(chunked::putInt);
            storage = chunked.putInt(width).array();
        }
        List<byte[]> messages = new ArrayList<>();
        ByteBuffer space = little(8 + 8 * shape.length);
        space.put((byte) 1).put((byte) shape.length).put(new byte[6]);
        Arrays.stream(shape).forEach(space::putLong);
        messages.add(message(1, space.array()));
        messages.add(message(3, type));
        messages.add(message(5, new byte[] {2, 2, 0, 1, 0, 0, 0, 0}));
        if (layout == Layout.DEFLATED) {
            ByteBuffer filter = little(8 + 8 + 8 + 8);
            filter.put((byte) 1).put((byte) 1).put(new byte[6]);
            filter.putShort((short) 1).putShort((short) 8).putShort((short) 1).putShort((short) 1);
            filter.put("deflate\0".getBytes(StandardCharsets.US_ASCII))
                    .putInt(6)
                    .putInt(0);
            messages.add(message(0x0b, filter.array()));
        }
        messages.add(message(8, storage));
        names.add(name);
        headers.add(header(messages));
        return this;
    }

    private long chunks(int[] shape, int width, byte[] elements, Layout layout, int[] chunk) {
        List<int[]> starts = new ArrayList<>();
        collect(shape, chunk, new int[shape.length], 0, starts);
        List<Long> places = new ArrayList<>();
        List<Integer> sizes = new ArrayList<>();
        for (int[] start : starts) {
            byte[] plain = new byte[Arrays.stream(chunk).reduce(width, (a, b) -> a * b)];
            fill(shape, chunk, start, new int[shape.length], 0, width, elements, plain);
            byte[] kept = layout == Layout.DEFLATED ? deflated(plain) : plain;
            places.add(write(kept));
            sizes.add(kept.length);
        }
        int key = 8 + 8 * (shape.length + 1);
        ByteBuffer tree = little(24 + (starts.size() + 1) * key + starts.size() * 8);
        tree.put("TREE".getBytes(StandardCharsets.US_ASCII)).put((byte) 1).put((byte) 0);
        tree.putShort((short) starts.size()).putLong(UNDEFINED).putLong(UNDEFINED);
        for (int i = 0; i < starts.size(); i++) {
            tree.putInt(sizes.get(i)).putInt(0);
            Arrays.stream(starts.get(i)).forEach(tree::putLong);
            tree.putLong(0).putLong(places.get(i));
        }
        tree.putInt(0).putInt(0);
        Arrays.stream(shape).forEach(tree::putLong);
        tree.putLong(0);
        return write(tree.array());
    }

    private static void collect(int[] shape, int[] chunk, int[] at, int d, List<int[]> all) {
        if (d == shape.length) {
            all.add(at.clone());
            return;
        }
        for (at[d] = 0; at[d] < shape[d]; at[d] += chunk[d]) {
            collect(shape, chunk, at, d + 1, all);
        }
    }

    private static void fill(
            int[] shape, int[] chunk, int[] start, int[] inside, int d, int width, byte[] from, byte[] to) {
        if (d < shape.length) {
            for (inside[d] = 0; inside[d] < chunk[d] && start[d] + inside[d] < shape[d]; inside[d]++) {
                fill(shape, chunk, start, inside, d + 1, width, from, to);
            }
            return;
        }
        int source = 0;
        int target = 0;
        for (int i = 0; i < shape.length; i++) {
            source = source * shape[i] + start[i] + inside[i];
            target = target * chunk[i] + inside[i];
        }
        System.arraycopy(from, source * width, to, target * width, width);
    }

    private static byte[] deflated(byte[] plain) {
        Deflater deflater = new Deflater();
        deflater.setInput(plain);
        deflater.finish();
        byte[] packed = new byte[plain.length + 100];
        int length = deflater.deflate(packed);
        deflater.end();
        return Arrays.copyOf(packed, length);
    }

    private static byte[] message(int type, byte[] data) {
        int length = (data.length + 7) / 8 * 8;
        return little(8 + length)
                .putShort((short) type)
                .putShort((short) length)
                .putInt(0)
                .put(data)
                .array();
    }

    private long header(List<byte[]> messages) {
        int length = messages.stream().mapToInt(message -> message.length).sum();
        ByteBuffer header = little(16 + length);
        header.put((byte) 1)
                .put((byte) 0)
                .putShort((short) messages.size())
                .putInt(1)
                .putInt(length)
                .putInt(0);
        messages.forEach(header::put);
        return write(header.array());
    }

    private long write(byte[] bytes) {
        body.writeBytes(new byte[(8 - body.size() % 8) % 8]);
        long at = body.size();
        body.writeBytes(bytes);
        return at;
    }

    /** The whole file. */
    public byte[] file() {
        ByteBuffer heapData = little(256);
        heapData.putLong(0);
        List<Integer> places = new ArrayList<>();
        for (String name : names) {
            places.add(heapData.position());
            byte[] text = name.getBytes(StandardCharsets.US_ASCII);
            heapData.put(text).put(new byte[8 - text.length % 8]);
        }
        long data = write(heapData.array());
        long heap = write(little(32)
                .put("HEAP".getBytes(StandardCharsets.US_ASCII))
                .putInt(0)
                .putLong(256)
                .putLong(UNDEFINED)
                .putLong(data)
                .array());
        ByteBuffer symbols = little(8 + 8 * 40);
        symbols.put("SNOD".getBytes(StandardCharsets.US_ASCII)).put((byte) 1).put((byte) 0);
        symbols.putShort((short) names.size());
        for (int i = 0; i < names.size(); i++) {
            symbols.putLong(places.get(i))
                    .putLong(headers.get(i))
                    .putInt(0)
                    .putInt(0)
                    .put(new byte[16]);
        }
        long node = write(symbols.array());
        ByteBuffer tree = little(24 + 33 * 8 + 32 * 8);
        tree.put("TREE".getBytes(StandardCharsets.US_ASCII))
                .put((byte) 0)
                .put((byte) 0)
                .putShort((short) 1);
        tree.putLong(UNDEFINED).putLong(UNDEFINED).putLong(0).putLong(node);
        tree.putLong(places.get(places.size() - 1));
        long group = write(tree.array());
        long root = header(
                List.of(message(0x11, little(16).putLong(group).putLong(heap).array())));
        byte[] all = body.toByteArray();
        ByteBuffer head = ByteBuffer.wrap(all).order(ByteOrder.LITTLE_ENDIAN);
        head.put(new byte[] {(byte) 0x89, 'H', 'D', 'F', '\r', '\n', 0x1a, '\n'});
        head.put(new byte[] {0, 0, 0, 0, 0, 8, 8, 0})
                .putShort((short) 4)
                .putShort((short) 16)
                .putInt(0);
        head.putLong(0).putLong(UNDEFINED).putLong(all.length).putLong(UNDEFINED);
        head.putLong(0).putLong(root).putInt(1).putInt(0).putLong(group).putLong(heap);
        return all;
    }

    private static ByteBuffer little(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}
