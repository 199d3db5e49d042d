package org.shiftbed.learn.weights;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.shiftbed.learn.algorithm.Algorithm;
import org.shiftbed.learn.weights.StoredTensor.Type;

/** Copies an algorithm's state to the Java heap and back. A tensor that the state lists under several names is stored once, by its first. */
public final class StateDict {
    private StateDict() {}

    /** A copy of the whole state, aliases dropped, in the state's order. */
    public static Map<String, StoredTensor> copy(Algorithm algorithm) {
        Map<String, StoredTensor> copy = new LinkedHashMap<>();
        try (PointerScope scope = new PointerScope()) {
            Map<String, Tensor> state = algorithm.state();
            firstNames(state).forEach((name, first) -> {
                if (name.equals(first)) {
                    copy.put(name, copy(Objects.requireNonNull(state.get(name))));
                }
            });
        }
        return copy;
    }

    /**
     * Puts a copied state back.
     *
     * @param stored every name that {@link #copy} gives for this algorithm, with equal shapes
     * @throws IllegalArgumentException where names or shapes do not fit
     */
    public static void load(Algorithm algorithm, Map<String, StoredTensor> stored) {
        try (PointerScope scope = new PointerScope()) {
            Map<String, Tensor> tensors = new HashMap<>();
            stored.forEach((name, tensor) -> tensors.put(name, tensor(tensor)));
            Map<String, Tensor> full = new LinkedHashMap<>(tensors);
            firstNames(algorithm.state()).forEach((name, first) -> {
                Tensor value = tensors.get(first);
                if (value != null) {
                    full.put(name, value);
                }
            });
            algorithm.load(full);
        }
    }

    /** A copy of everything that {@link Algorithm#snapshot} holds. */
    public static Map<String, StoredTensor> snapshot(Algorithm algorithm) {
        Map<String, StoredTensor> copy = new LinkedHashMap<>();
        try (PointerScope scope = new PointerScope()) {
            algorithm.snapshot().forEach((name, tensor) -> copy.put(name, copy(tensor)));
        }
        return copy;
    }

    /** Lets an algorithm go on from a {@link #snapshot} of another that was made from the same context. */
    public static void restore(Algorithm algorithm, Map<String, StoredTensor> snapshot) {
        try (PointerScope scope = new PointerScope()) {
            Map<String, Tensor> tensors = new LinkedHashMap<>();
            snapshot.forEach((name, stored) -> tensors.put(name, tensor(stored)));
            algorithm.restore(tensors);
        }
    }

    /** Whether every floating-point entry is finite. */
    public static boolean finite(Algorithm algorithm) {
        try (PointerScope scope = new PointerScope()) {
            Map<String, Tensor> state = algorithm.state();
            for (Map.Entry<String, String> entry : firstNames(state).entrySet()) {
                Tensor tensor = Objects.requireNonNull(state.get(entry.getKey()));
                if (entry.getKey().equals(entry.getValue())
                        && tensor.is_floating_point()
                        && !torch.isfinite(tensor.detach()).all().item_bool()) {
                    return false;
                }
            }
            return true;
        }
    }

    /** For each name the first name of the same tensor. */
    private static Map<String, String> firstNames(Map<String, Tensor> state) {
        Map<String, String> names = new LinkedHashMap<>();
        Map<Long, String> firstByAddress = new HashMap<>();
        state.forEach((name, tensor) -> {
            String first =
                    firstByAddress.putIfAbsent(tensor.unsafeGetTensorImpl().address(), name);
            names.put(name, first == null ? name : first);
        });
        return names;
    }

    /** A copy of one tensor. */
    public static StoredTensor copy(Tensor tensor) {
        Tensor plain = tensor.detach().cpu().contiguous();
        Type type = type(plain.scalar_type());
        byte[] data = new byte[Math.toIntExact(plain.nbytes())];
        if (data.length > 0) {
            new BytePointer(plain.data_ptr()).get(data);
        }
        return new StoredTensor(type, plain.shape(), data);
    }

    /** The same values as a tensor on the host, owned by the caller's scope. */
    public static Tensor tensor(StoredTensor stored) {
        Tensor tensor = torch.empty(stored.shape(), new TensorOptions(scalar(stored.type())), null);
        if (stored.bytes().length > 0) {
            new BytePointer(tensor.data_ptr()).put(stored.bytes());
        }
        return tensor;
    }

    private static Type type(ScalarType scalar) {
        return switch (scalar.intern()) {
            case Bool -> Type.BOOL;
            case Byte -> Type.U8;
            case Char -> Type.I8;
            case Short -> Type.I16;
            case Int -> Type.I32;
            case Long -> Type.I64;
            case Half -> Type.F16;
            case BFloat16 -> Type.BF16;
            case Float -> Type.F32;
            case Double -> Type.F64;
            default -> throw new IllegalArgumentException("weights of type " + scalar + " cannot be stored");
        };
    }

    private static ScalarType scalar(Type type) {
        return switch (type) {
            case BOOL -> ScalarType.Bool;
            case U8 -> ScalarType.Byte;
            case I8 -> ScalarType.Char;
            case I16 -> ScalarType.Short;
            case I32 -> ScalarType.Int;
            case I64 -> ScalarType.Long;
            case F16 -> ScalarType.Half;
            case BF16 -> ScalarType.BFloat16;
            case F32 -> ScalarType.Float;
            case F64 -> ScalarType.Double;
        };
    }
}
