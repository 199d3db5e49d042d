package org.shiftbed.study.rows;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads what {@link RowBytes} wrote. Bytes that it did not write end in a {@link RuntimeException}, soon and without much memory taken: no count is
 * believed that the bytes left could not hold.
 */
public final class RowsOfBytes {
    private final ByteBuffer in;
    private final RowLayouts shared;
    private final List<RowLayout> layouts = new ArrayList<>();

    /**
     * @param bytes from {@link RowBytes#bytes()}
     * @param shared layouts that other readers know
     */
    public RowsOfBytes(byte[] bytes, RowLayouts shared) {
        this.in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        this.shared = shared;
    }

    /** A whole number. */
    public int nextInt() {
        return in.getInt();
    }

    /** A whole number. */
    public long nextLong() {
        return in.getLong();
    }

    /** A text. */
    public String nextText() {
        byte[] bytes = new byte[count(1)];
        in.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** Rows that were put together. */
    public RowList nextRows() {
        int size = in.getInt();
        List<RowLayout> all = new ArrayList<>();
        int numbers = 0;
        int values = 0;
        while (all.size() < size) {
            int same = in.getInt();
            RowLayout layout = layout();
            numbers = Math.addExact(numbers, Math.multiplyExact(same, layout.numbers()));
            values = Math.addExact(values, Math.multiplyExact(same, layout.values()));
            if (same < 1 || same > size - all.size() || numbers > in.remaining() / 8 || values > in.remaining()) {
                throw new IllegalArgumentException("rows that cannot be");
            }
            for (int i = 0; i < same; i++) {
                all.add(layout);
            }
        }
        double[] decimals = new double[numbers];
        in.asDoubleBuffer().get(decimals);
        in.position(in.position() + 8 * numbers);
        @Nullable Object[] objects = new Object[values];
        int at = 0;
        for (RowLayout layout : all) {
            for (int slot = 0; slot < layout.values(); slot++) {
                objects[at] = value(at < layout.values() ? null : objects[at - layout.values()]);
                at++;
            }
        }
        return new RowList(all, decimals, objects);
    }

    private RowLayout layout() {
        int id = in.getInt();
        if (id < layouts.size()) {
            return layouts.get(id);
        }
        if (id > layouts.size()) {
            throw new IllegalArgumentException("a layout that was not told");
        }
        List<String> names = new ArrayList<>();
        byte[] kinds = new byte[count(5)];
        for (int i = 0; i < kinds.length; i++) {
            names.add(nextText());
            kinds[i] = in.get();
        }
        RowLayout layout = shared.shared(new RowLayout(names, kinds));
        layouts.add(layout);
        return layout;
    }

    private @Nullable Object value(@Nullable Object before) {
        byte tag = in.get();
        switch (tag) {
            case RowBytes.NULL:
                return null;
            case RowBytes.TRUE:
                return true;
            case RowBytes.FALSE:
                return false;
            case RowBytes.INT:
                return in.getInt();
            case RowBytes.LONG:
                return in.getLong();
            case RowBytes.BIG:
                return new BigInteger(nextText());
            case RowBytes.DOUBLE:
                return in.getDouble();
            case RowBytes.TEXT:
                return nextText();
            case RowBytes.LIST:
                int size = count(1);
                List<@Nullable Object> list = new ArrayList<>(size);
                for (int i = 0; i < size; i++) {
                    list.add(value(null));
                }
                return list;
            case RowBytes.OBJECT:
                return nextRows().get(0);
            case RowBytes.SAME:
                return before;
            default:
                throw new IllegalArgumentException("no tag of a value: " + tag);
        }
    }

    /** A count of things of at least so many bytes each. */
    private int count(int bytes) {
        int count = in.getInt();
        if (count < 0 || count > in.remaining() / bytes) {
            throw new IllegalArgumentException("a count that cannot be");
        }
        return count;
    }
}
