package org.shiftbed.study.rows;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes rows, and what stands around them, as bytes that {@link RowsOfBytes} turns back into equal ones, types of numbers included. */
public final class RowBytes {
    static final byte NULL = 0;
    static final byte TRUE = 1;
    static final byte FALSE = 2;
    static final byte INT = 3;
    static final byte LONG = 4;
    static final byte BIG = 5;
    static final byte DOUBLE = 6;
    static final byte TEXT = 7;
    static final byte LIST = 8;
    static final byte OBJECT = 9;
    /** The very value of the row before. */
    static final byte SAME = 10;

    private final Map<RowLayout, Integer> layouts = new HashMap<>();
    private final RowLayouts shared = new RowLayouts();
    private ByteBuffer out = ByteBuffer.allocate(1 << 16).order(ByteOrder.LITTLE_ENDIAN);

    /** Starts with no bytes. */
    public RowBytes() {}

    /** Bytes so far. */
    public int size() {
        return out.position();
    }

    /** A copy of them. */
    public byte[] bytes() {
        return Arrays.copyOf(out.array(), out.position());
    }

    /** Adds a whole number. */
    public void putInt(int value) {
        room(4).putInt(value);
    }

    /** Adds a whole number. */
    public void putLong(long value) {
        room(8).putLong(value);
    }

    /** Adds a text. */
    public void putText(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        room(4 + bytes.length).putInt(bytes.length).put(bytes);
    }

    /** Adds rows: their layouts, then all numbers, then all other values. */
    public void putRows(List<Row> rows) {
        putInt(rows.size());
        for (int i = 0; i < rows.size(); ) {
            int end = i + 1;
            while (end < rows.size()
                    && rows.get(end).layout().equals(rows.get(i).layout())) {
                end++;
            }
            putInt(end - i);
            putLayout(rows.get(i).layout());
            i = end;
        }
        for (Row row : rows) {
            RowLayout layout = row.layout();
            room(8 * layout.numbers());
            for (int field = 0; field < layout.size(); field++) {
                if (layout.kind(field) != RowLayout.VALUE) {
                    out.putDouble(row.number(field));
                }
            }
        }
        Row before = null;
        for (Row row : rows) {
            boolean alike = before != null && before.layout().equals(row.layout());
            for (int field = 0; field < row.layout().size(); field++) {
                if (row.layout().kind(field) == RowLayout.VALUE) {
                    Object value = row.held(field);
                    if (alike && before != null && value != null && value == before.held(field)) {
                        putByte(SAME);
                    } else {
                        putValue(value);
                    }
                }
            }
            before = row;
        }
    }

    private void putLayout(RowLayout layout) {
        Integer known = layouts.get(layout);
        if (known != null) {
            putInt(known);
            return;
        }
        putInt(layouts.size());
        layouts.put(layout, layouts.size());
        putInt(layout.size());
        for (int field = 0; field < layout.size(); field++) {
            putText(layout.name(field));
            putByte(layout.kind(field));
        }
    }

    private void putValue(@Nullable Object value) {
        if (value == null) {
            putByte(NULL);
        } else if (value instanceof Boolean truth) {
            putByte(truth ? TRUE : FALSE);
        } else if (value instanceof Integer number) {
            putByte(INT);
            putInt(number);
        } else if (value instanceof Long number) {
            putByte(LONG);
            putLong(number);
        } else if (value instanceof BigInteger number) {
            putByte(BIG);
            putText(number.toString());
        } else if (value instanceof Double number) {
            putByte(DOUBLE);
            room(8).putDouble(number);
        } else if (value instanceof String text) {
            putByte(TEXT);
            putText(text);
        } else if (value instanceof List<?> list) {
            putByte(LIST);
            putInt(list.size());
            list.forEach(this::putValue);
        } else if (value instanceof Row row) {
            putByte(OBJECT);
            putRows(List.of(row));
        } else if (value instanceof Map<?, ?> map) {
            putByte(OBJECT);
            @SuppressWarnings("unchecked")
            Map<String, Object> fields = (Map<String, Object>) map;
            putRows(List.of(shared.row(fields)));
        } else {
            throw new IllegalArgumentException("no value of JSON: " + value.getClass());
        }
    }

    private void putByte(byte value) {
        room(1).put(value);
    }

    private ByteBuffer room(int more) {
        if (out.remaining() < more) {
            int needed = Math.max(2 * out.capacity(), out.position() + more);
            out = ByteBuffer.wrap(Arrays.copyOf(out.array(), needed))
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .position(out.position());
        }
        return out;
    }
}
