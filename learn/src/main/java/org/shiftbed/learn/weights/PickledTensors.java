package org.shiftbed.learn.weights;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.shiftbed.base.UserError;
import org.shiftbed.learn.weights.Pickled.Dictionary;
import org.shiftbed.learn.weights.Pickled.Module;
import org.shiftbed.learn.weights.Pickled.View;

/** Finds the state dict in what a pickle built: the pickle's own dictionary, one below a usual name of checkpoints, or a TorchScript module. */
final class PickledTensors {
    /** Where training scripts put the state dict beside counters and optimisers; the first that is there is taken. */
    private static final List<String> WRAPPERS = List.of("state_dict", "model", "model_state_dict");

    private static final int DEEPEST_MODULE = 64;
    private static final int MOST_TENSORS = 100_000;

    private final Path file;
    private final Map<String, View> found = new LinkedHashMap<>();
    private int modules;

    private PickledTensors(Path file) {
        this.file = file;
    }

    /**
     * The tensors by name, in the order of the pickle.
     *
     * @param root what {@link PickleReader} gave
     * @throws UserError where it holds none, or something else among them
     */
    static Map<String, View> of(Object root, Path file) {
        PickledTensors tensors = new PickledTensors(file);
        if (root instanceof Module module) {
            tensors.module(module, "", 0);
        } else if (root instanceof Dictionary dictionary) {
            tensors.stateDict(unwrapped(dictionary));
        }
        if (tensors.found.isEmpty()) {
            String names = root instanceof Dictionary dictionary
                    ? ": its entries are "
                            + dictionary.entries().keySet().stream()
                                    .limit(5)
                                    .map(key -> PickleReader.shown(String.valueOf(key)))
                                    .toList()
                    : root instanceof Module ? "; a frozen TorchScript module keeps none by name" : "";
            throw new UserError(file + ": holds no tensors by name" + names + "; " + TensorFile.WAY_OUT);
        }
        return tensors.found;
    }

    private static Dictionary unwrapped(Dictionary dictionary) {
        if (dictionary.entries().values().stream().noneMatch(View.class::isInstance)) {
            for (String name : WRAPPERS) {
                if (dictionary.entries().get(name) instanceof Dictionary inner) {
                    return inner;
                }
            }
        }
        return dictionary;
    }

    private void stateDict(Dictionary dictionary) {
        boolean any = dictionary.entries().values().stream().anyMatch(View.class::isInstance);
        dictionary.entries().forEach((key, value) -> {
            if (value instanceof View view && key instanceof String name) {
                found.put(name, view);
            } else if (any) {
                throw new UserError(file + ": entry '" + PickleReader.shown(String.valueOf(key))
                        + "' stands among tensors and is none; " + TensorFile.WAY_OUT);
            }
        });
    }

    /** Attributes that are neither modules nor tensors are settings: the network here has its own. */
    private void module(Module module, String prefix, int depth) {
        if (depth > DEEPEST_MODULE) {
            throw new UserError(
                    file + ": its modules are nested more than " + DEEPEST_MODULE + " deep; " + TensorFile.WAY_OUT);
        }
        module.attributes().entries().forEach((key, value) -> {
            String name = prefix + key;
            if (value instanceof View view) {
                found.put(name, view);
            } else if (value instanceof Module inner) {
                modules++;
                module(inner, name + ".", depth + 1);
            }
            if (found.size() + modules > MOST_TENSORS) {
                throw new UserError(
                        file + ": holds more than " + MOST_TENSORS + " modules and tensors; " + TensorFile.WAY_OUT);
            }
        });
    }
}
