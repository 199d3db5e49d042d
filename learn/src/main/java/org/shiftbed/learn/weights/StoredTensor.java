package org.shiftbed.learn.weights;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;

/** The values of a tensor on the Java heap: type, shape, and bytes in row order, little endian. Two are equal if all of these are. */
public final class StoredTensor {
    /** Element types, by safetensors' names. */
    public enum Type {
        BOOL(1),
        U8(1),
        I8(1),
        I16(2),
        I32(4),
        I64(8),
        /** IEEE 754 binary16. */
        F16(2),
        /** The upper half of a binary32. */
        BF16(2),
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

        /** Whether elements have a fraction. */
        public boolean floating() {
            return this == F16 || this == BF16 || this == F32 || this == F64;
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
        long expected = byteCount(type, Arrays.stream(shape).boxed().toList());
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

    /** A copy of int32 values in row order. */
    public static StoredTensor of(int[] values, long... shape) {
        ByteBuffer bytes = ByteBuffer.allocate(values.length * 4).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asIntBuffer().put(values);
        return new StoredTensor(Type.I32, shape, bytes.array());
    }

    /** A row of bytes, kept as it is. */
    public static StoredTensor of(byte[] values) {
        return new StoredTensor(Type.U8, new long[] {values.length}, values);
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

    /** A copy of int32 values. */
    public int[] ints() {
        int[] values = new int[data.length / 4];
        data().asIntBuffer().get(values);
        return values;
    }

    /** A copy of float32 values. */
    public float[] floats() {
        float[] values = new float[data.length / 4];
        data().asFloatBuffer().get(values);
        return values;
    }

    /** Bytes of a tensor; an {@link ArithmeticException} where they are 2^63 or more, whatever the order of the sides. */
    static long byteCount(Type type, List<Long> shape) {
        if (shape.contains(0L)) {
            return 0;
        }
        long count = type.bytes();
        for (long side : shape) {
            count = Math.multiplyExact(count, side);
        }
        return count;
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
