package org.shiftbed.data.npz;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The element type of an array, as its {@code descr} says it.
 *
 * @param descr as written: {@code |u1}, {@code <i8}, {@code >f4}
 * @param kind what an element is
 * @param bytes of an element; 0 for objects
 * @param order of the bytes of an element
 */
public record NpyType(String descr, Kind kind, int bytes, ByteOrder order) {
    /** What an element is. */
    public enum Kind {
        /** One byte, 0 or 1. */
        BOOLEAN,
        /** A whole number. */
        SIGNED,
        /** A whole number of at least 0. */
        UNSIGNED,
        /** A decimal of 32 or 64 bits. */
        FLOAT,
        /** Pickled: known so that it can be named, never read. */
        OBJECT
    }

    private static final Pattern SIMPLE = Pattern.compile("([<>|=])?([biufO])(\\d{0,2})");

    /** The type that a text means; null where it is one that is not read (texts, complex numbers, dates, records). */
    static @Nullable NpyType of(String descr) {
        Matcher parts = SIMPLE.matcher(descr);
        if (!parts.matches()) {
            return null;
        }
        ByteOrder order = ">".equals(parts.group(1)) ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        int bytes = parts.group(3).isEmpty() ? 0 : Integer.parseInt(parts.group(3));
        boolean power = bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8;
        return switch (parts.group(2)) {
            case "b" -> bytes == 1 ? new NpyType(descr, Kind.BOOLEAN, 1, order) : null;
            case "i" -> power ? new NpyType(descr, Kind.SIGNED, bytes, order) : null;
            case "u" -> power ? new NpyType(descr, Kind.UNSIGNED, bytes, order) : null;
            case "f" -> bytes == 4 || bytes == 8 ? new NpyType(descr, Kind.FLOAT, bytes, order) : null;
            default -> new NpyType(descr, Kind.OBJECT, 0, order);
        };
    }

    /** Whether an element is a byte of 0..255, or 0 or 1. */
    public boolean isByte() {
        return bytes == 1 && (kind == Kind.UNSIGNED || kind == Kind.BOOLEAN);
    }

    /**
     * The whole number at the buffer's position, which moves on.
     *
     * @param from in this type's byte order
     * @throws ArithmeticException where it is an unsigned number of more than 63 bits
     */
    long whole(ByteBuffer from) {
        boolean unsigned = kind == Kind.UNSIGNED || kind == Kind.BOOLEAN;
        switch (bytes) {
            case 1:
                return unsigned ? from.get() & 0xFF : from.get();
            case 2:
                return unsigned ? from.getShort() & 0xFFFF : from.getShort();
            case 4:
                return unsigned ? from.getInt() & 0xFFFF_FFFFL : from.getInt();
            default:
                long value = from.getLong();
                if (unsigned && value < 0) {
                    throw new ArithmeticException(
                            Long.toUnsignedString(value) + " is larger than any whole number that is read");
                }
                return value;
        }
    }

    /** The number at the buffer's position, which moves on. */
    double number(ByteBuffer from) {
        if (kind == Kind.FLOAT) {
            return bytes == 4 ? from.getFloat() : from.getDouble();
        }
        return whole(from);
    }
}
