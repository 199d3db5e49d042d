package org.shiftbed.learn.torch;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.javacpp.LongPointer;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.shiftbed.learn.Precision;

/**
 * Between Java arrays and tensors, and the few things every step needs. Whatever is returned as a tensor belongs to the caller's
 * {@link org.bytedeco.javacpp.PointerScope}: one scope a step, and only Java values leave it, but for what {@link #keep} retains.
 */
public final class Tensors {
    private Tensors() {}

    /** The element type of weights and arithmetic. */
    public static ScalarType type(Precision precision) {
        return switch (precision) {
            case FLOAT32 -> ScalarType.Float;
            case FLOAT64 -> ScalarType.Double;
        };
    }

    /** float32 tensor of this shape with a copy of the values. */
    public static Tensor of(float[] values, long... shape) {
        Tensor made = empty(ScalarType.Float, values.length, shape);
        if (values.length > 0) {
            // In one piece; Tensor.create goes value by value.
            new FloatPointer(made.data_ptr()).put(values);
        }
        return made;
    }

    /** float64 tensor of this shape with a copy of the values. */
    public static Tensor of(double[] values, long... shape) {
        Tensor made = empty(ScalarType.Double, values.length, shape);
        if (values.length > 0) {
            // In one piece; Tensor.create goes value by value.
            new DoublePointer(made.data_ptr()).put(values);
        }
        return made;
    }

    /** int64 tensor of this shape with a copy of the values. */
    public static Tensor of(long[] values, long... shape) {
        Tensor made = empty(ScalarType.Long, values.length, shape);
        if (values.length > 0) {
            // In one piece; Tensor.create goes value by value.
            new LongPointer(made.data_ptr()).put(values);
        }
        return made;
    }

    private static Tensor empty(ScalarType type, int count, long[] shape) {
        long expected = 1;
        for (long side : shape) {
            expected = Math.multiplyExact(expected, side);
        }
        if (count != expected) {
            throw new IllegalArgumentException(count + " values do not fill a shape of " + expected);
        }
        return torch.empty(shape, new TensorOptions(type), null);
    }

    /**
     * Pictures as numbers: byte b becomes b / 255 in this type (division in that type, as {@code x.float() / 255}).
     *
     * @param bytes direct buffer; read from its position, as many bytes as the shape has elements
     */
    public static Tensor unitScaled(ByteBuffer bytes, ScalarType type, long... shape) {
        long count = 1;
        for (long side : shape) {
            count = Math.multiplyExact(count, side);
        }
        if (!bytes.isDirect() || bytes.remaining() < count) {
            throw new IllegalArgumentException("needs a direct buffer with " + count + " bytes left, got "
                    + (bytes.isDirect() ? "" : "a heap buffer with ") + bytes.remaining());
        }
        Tensor view = torch.from_blob(new BytePointer(bytes), shape, new TensorOptions(ScalarType.Byte));
        return view.to(type).div(new Scalar(255.0));
    }

    /** The one number of a tensor with one element. */
    public static double item(Tensor tensor) {
        return live(tensor).item_double();
    }

    /** All values in row order; any type, any device. */
    public static double[] toDoubles(Tensor tensor) {
        Tensor plain = live(tensor).detach().cpu().to(ScalarType.Double).contiguous();
        double[] values = new double[Math.toIntExact(plain.numel())];
        if (values.length > 0) {
            plain.data_ptr_double().get(values);
        }
        return values;
    }

    /** All values in row order, as float32. */
    public static float[] toFloats(Tensor tensor) {
        Tensor plain = live(tensor).detach().cpu().to(ScalarType.Float).contiguous();
        float[] values = new float[Math.toIntExact(plain.numel())];
        if (values.length > 0) {
            plain.data_ptr_float().get(values);
        }
        return values;
    }

    /** All values in row order, as int64. */
    public static long[] toLongs(Tensor tensor) {
        Tensor plain = live(tensor).detach().cpu().to(ScalarType.Long).contiguous();
        long[] values = new long[Math.toIntExact(plain.numel())];
        if (values.length > 0) {
            plain.data_ptr_long().get(values);
        }
        return values;
    }

    /** Tensors one after the other along their first dimension; one alone is returned as it is. */
    public static Tensor concatenate(Collection<Tensor> tensors) {
        if (tensors.size() == 1) {
            return tensors.iterator().next();
        }
        return torch.cat(vector(tensors), 0);
    }

    /** The same tensors as a native list. */
    public static TensorVector vector(Collection<Tensor> tensors) {
        return new TensorVector(tensors.toArray(new Tensor[0]));
    }

    /**
     * The tensor itself, if its memory is still there.
     *
     * @throws IllegalStateException if the scope that owned it is closed; libtorch itself would only say {@code NullPointerException}
     */
    public static Tensor live(Tensor tensor) {
        if (tensor.isNull()) {
            throw new IllegalStateException(
                    "tensor used after its scope was closed; what must outlive a scope is kept with Tensors.keep");
        }
        return tensor;
    }

    /** Lets a tensor outlive the caller's scope. Its one owner lets it go with {@code releaseReference()}. */
    public static Tensor keep(Tensor tensor) {
        live(tensor).retainReference();
        return tensor;
    }

    /** The tensor of a name that must be there. */
    public static Tensor require(Map<String, Tensor> tensors, String name) {
        Tensor found = tensors.get(name);
        if (found == null) {
            throw new IllegalArgumentException("no tensor is named '" + name + "', there are " + tensors.keySet());
        }
        return found;
    }

    /**
     * Copies values into live tensors, entry by entry, converting type and device.
     *
     * @param from holds every name of {@code into} with an equal shape; more names are an error too
     */
    public static void copyInto(Map<String, Tensor> into, Map<String, Tensor> from) {
        if (!into.keySet().equals(from.keySet())) {
            throw new IllegalArgumentException(
                    "the names of weights differ: expected " + into.keySet() + ", found " + from.keySet());
        }
        List<Tensor> sources = new ArrayList<>();
        into.forEach((name, target) -> {
            Tensor source = live(Objects.requireNonNull(from.get(name)));
            if (!Arrays.equals(target.shape(), source.shape())) {
                throw new IllegalArgumentException("the shape of '" + name + "' differs: expected "
                        + Arrays.toString(target.shape()) + ", found " + Arrays.toString(source.shape()));
            }
            sources.add(source);
        });
        try (NoGradGuard guard = new NoGradGuard()) {
            int next = 0;
            for (Tensor target : into.values()) {
                target.copy_(sources.get(next++));
            }
        }
    }
}
