package org.shiftbed.learn.weights;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** The values of a tensor on the Java heap: type, shape, and bytes in row order, little endian. Two are equal if all of these are. */
public final class StoredTensor {
    /** Element types, by safetensors' names. */
    public enum Type {
        BOOL(1),
        U8(1),
        I32(4),
        I64(8),
        F32(4),
        F64(8);

        private final int bytes;

        Type(int bytes) {
            this.bytes = bytes;
        }

        /** Bytes of one element. */
        public int bytes() {
            return bytes;
        }
    }

    private final Type type;
    private final long[] shape;
    private final byte[] data;

    /**
     * @param type of an element
     * @param shape sides, each at least 0; none for a single number
     * @param data kept as it is, not copied; as long as type and shape say
     */
    StoredTensor(Type type, long[] shape, byte[] data) {
        long expected = type.bytes();
        for (long side : shape) {
            expected = Math.multiplyExact(expected, side);
        }
        if (expected != data.length) {
            throw new IllegalArgumentException(
                    type + " of shape " + Arrays.toString(shape) + " has " + expected + " bytes, got " + data.length);
        }
        this.type = type;
        this.shape = shape.clone();
        this.data = data;
    }

    /** A copy of float32 values in row order. */
    public static StoredTensor of(float[] values, long... shape) {
        ByteBuffer bytes = ByteBuffer.allocate(values.length * 4).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asFloatBuffer().put(values);
        return new StoredTensor(Type.F32, shape, bytes.array());
    }

    /** Type of an element. */
    public Type type() {
        return type;
    }

    /** A copy of the sides. */
    public long[] shape() {
        return shape.clone();
    }

    /** The values, read only, little endian. */
    public ByteBuffer data() {
        return ByteBuffer.wrap(data).asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);
    }

    byte[] bytes() {
        return data;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof StoredTensor that
                && type == that.type
                && Arrays.equals(shape, that.shape)
                && Arrays.equals(data, that.data);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * type.hashCode() + Arrays.hashCode(shape)) + Arrays.hashCode(data);
    }

    @Override
    public String toString() {
        return type + Arrays.toString(shape) + "#" + Integer.toHexString(Arrays.hashCode(data));
    }
}
