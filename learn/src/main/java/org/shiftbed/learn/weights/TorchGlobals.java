package org.shiftbed.learn.weights;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shiftbed.learn.weights.Pickled.Dictionary;
import org.shiftbed.learn.weights.Pickled.Global;
import org.shiftbed.learn.weights.Pickled.Sequence;
import org.shiftbed.learn.weights.Pickled.Storage;
import org.shiftbed.learn.weights.Pickled.View;

/** The Python names that a pickle of tensors may use, and what calling them gives here. No other name is looked up, and none is run. */
final class TorchGlobals {
    private static final Map<String, StoredTensor.Type> STORAGES = Map.of(
            "torch.BoolStorage", StoredTensor.Type.BOOL,
            "torch.ByteStorage", StoredTensor.Type.U8,
            "torch.CharStorage", StoredTensor.Type.I8,
            "torch.ShortStorage", StoredTensor.Type.I16,
            "torch.IntStorage", StoredTensor.Type.I32,
            "torch.LongStorage", StoredTensor.Type.I64,
            "torch.HalfStorage", StoredTensor.Type.F16,
            "torch.BFloat16Storage", StoredTensor.Type.BF16,
            "torch.FloatStorage", StoredTensor.Type.F32,
            "torch.DoubleStorage", StoredTensor.Type.F64);

    private static final Set<String> FUNCTIONS = Set.of(
            "collections.OrderedDict",
            "torch.Size",
            "torch._utils._rebuild_parameter",
            "torch._utils._rebuild_tensor",
            "torch._utils._rebuild_tensor_v2");

    /** What TorchScript's writer adds: each gives its first argument back. */
    private static final Set<String> SCRIPT_FUNCTIONS = Set.of(
            "torch.jit._pickle.build_boollist",
            "torch.jit._pickle.build_doublelist",
            "torch.jit._pickle.build_intlist",
            "torch.jit._pickle.build_tensorlist",
            "torch.jit._pickle.restore_type_tag");

    private TorchGlobals() {}

    /**
     * Whether a pickle may name it.
     *
     * @param script whether the pickle is a TorchScript archive's
     */
    static boolean known(String name, boolean script) {
        return STORAGES.containsKey(name)
                || FUNCTIONS.contains(name)
                || (script && (SCRIPT_FUNCTIONS.contains(name) || isModule(name)));
    }

    /** Whether it is a class of a TorchScript archive. */
    static boolean isModule(String name) {
        return name.startsWith("__torch__.");
    }

    /** What calling it gives; null where it cannot be called so. */
    static @Nullable Object call(String name, List<Object> arguments) {
        if (SCRIPT_FUNCTIONS.contains(name)) {
            return arguments.isEmpty() ? null : arguments.get(0);
        }
        return switch (name) {
            case "collections.OrderedDict" -> arguments.isEmpty() ? new Dictionary() : null;
            case "torch.Size" -> arguments.size() == 1 && arguments.get(0) instanceof Sequence sides ? sides : null;
            case "torch._utils._rebuild_parameter" ->
                arguments.size() == 3 && arguments.get(0) instanceof View view ? view : null;
            case "torch._utils._rebuild_tensor", "torch._utils._rebuild_tensor_v2" -> view(arguments);
            default -> null;
        };
    }

    /** The storage of a persistent id: ('storage', type, key, device, elements). */
    static @Nullable Storage storage(List<Object> id) {
        if (id.size() == 5
                && "storage".equals(id.get(0))
                && id.get(1) instanceof Global global
                && id.get(2) instanceof String key
                && id.get(4) instanceof Long elements
                && elements >= 0) {
            StoredTensor.Type type = STORAGES.get(global.name());
            return type == null ? null : new Storage(type, key, elements);
        }
        return null;
    }

    /** (storage, offset, size, stride, ...); what follows says how it is trained and hooked. */
    private static @Nullable View view(List<Object> arguments) {
        if (arguments.size() < 4
                || arguments.size() > 7
                || !(arguments.get(0) instanceof Storage storage)
                || !(arguments.get(1) instanceof Long offset)
                || offset < 0) {
            return null;
        }
        List<Long> shape = wholes(arguments.get(2));
        List<Long> stride = wholes(arguments.get(3));
        return shape == null || stride == null || shape.size() != stride.size()
                ? null
                : new View(storage, offset, shape, stride);
    }

    private static @Nullable List<Long> wholes(Object value) {
        if (!(value instanceof Sequence sequence)) {
            return null;
        }
        List<Long> all = new ArrayList<>();
        for (Object item : sequence.items()) {
            if (!(item instanceof Long whole) || whole < 0) {
                return null;
            }
            all.add(whole);
        }
        return List.copyOf(all);
    }
}
