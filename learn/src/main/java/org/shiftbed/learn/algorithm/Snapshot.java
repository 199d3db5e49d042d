package org.shiftbed.learn.algorithm;

import java.util.LinkedHashMap;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;
import org.shiftbed.learn.torch.Optimizer;
import org.shiftbed.learn.torch.Tensors;

/**
 * Everything that the next update of an algorithm depends on, as tensors by name: its state under {@code state/}, what the reference keeps outside its
 * state under {@code extra/}, the memory of its optimisers under {@code optimizer/NAME/}.
 */
final class Snapshot {
    private static final String STATE = "state/";
    private static final String EXTRA = "extra/";
    private static final String OPTIMIZER = "optimizer/";

    private Snapshot() {}

    /** The tensors are live. */
    static Map<String, Tensor> of(
            Map<String, Tensor> state, Map<String, Tensor> extra, Map<String, Optimizer> optimizers) {
        Map<String, Tensor> snapshot = new LinkedHashMap<>();
        state.forEach((name, tensor) -> snapshot.put(STATE + name, tensor));
        extra.forEach((name, tensor) -> snapshot.put(EXTRA + name, tensor));
        optimizers.forEach((name, optimizer) ->
                optimizer.memory().forEach((key, tensor) -> snapshot.put(OPTIMIZER + name + "/" + key, tensor)));
        return snapshot;
    }

    /** The state in it. */
    static Map<String, Tensor> state(Map<String, Tensor> snapshot) {
        return below(snapshot, STATE);
    }

    /** Copies all of it into an algorithm's own. */
    static void restore(
            Map<String, Tensor> snapshot,
            Map<String, Tensor> state,
            Map<String, Tensor> extra,
            Map<String, Optimizer> optimizers) {
        Tensors.copyInto(state, state(snapshot));
        Tensors.copyInto(extra, below(snapshot, EXTRA));
        optimizers.forEach((name, optimizer) -> optimizer.restore(below(snapshot, OPTIMIZER + name + "/")));
    }

    private static Map<String, Tensor> below(Map<String, Tensor> tensors, String prefix) {
        LinkedHashMap<String, Tensor> found = new LinkedHashMap<>();
        tensors.forEach((name, tensor) -> {
            if (name.startsWith(prefix)) {
                found.put(name.substring(prefix.length()), tensor);
            }
        });
        return found;
    }
}
