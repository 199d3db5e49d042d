package org.shiftbed.learn.weights;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a pickle of tensors is made of, besides text, whole numbers (Long), decimals (Double) and truth values (Boolean). Containers may hold
 * themselves, so they are compared by identity and never printed.
 */
final class Pickled {
    private Pickled() {}

    /** Python's None. */
    enum Nothing {
        NONE
    }

    /** A name of a Python module, one of those that {@link TorchGlobals} knows. */
    record Global(String name) {}

    /**
     * Bytes of the archive.
     *
     * @param type of an element
     * @param key names the archive's entry
     * @param elements how many
     */
    record Storage(StoredTensor.Type type, String key, long elements) {}

    /**
     * A tensor: elements of a storage, those at {@code offset + sum of index * stride}.
     *
     * @param offset in elements, at least 0
     * @param shape sides, each at least 0
     * @param stride in elements, one a side, each at least 0
     */
    record View(Storage storage, long offset, List<Long> shape, List<Long> stride) {}

    /** A list or a tuple. */
    static final class Sequence {
        private final List<Object> items;

        Sequence(List<Object> items) {
            this.items = new ArrayList<>(items);
        }

        List<Object> items() {
            return items;
        }
    }

    /** A dictionary; keys are text or whole numbers. */
    static final class Dictionary {
        private final Map<Object, Object> entries = new LinkedHashMap<>();

        Map<Object, Object> entries() {
            return entries;
        }
    }

    /** A module of a TorchScript archive: its attributes, by name. */
    static final class Module {
        private Dictionary attributes = new Dictionary();

        Dictionary attributes() {
            return attributes;
        }

        void attributes(Dictionary given) {
            attributes = given;
        }
    }
}
