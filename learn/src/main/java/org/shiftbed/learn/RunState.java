package org.shiftbed.learn;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.CanonicalJson;
import org.shiftbed.base.UserError;
import org.shiftbed.learn.weights.Safetensors;
import org.shiftbed.learn.weights.StoredTensor;
import org.shiftbed.learn.weights.TensorFile;

/**
 * A run between two updates: everything that the next update, the next evaluation and the records to come depend on. A run that goes on from it gives
 * the same numbers to the bit as one that never stopped; seconds and resident memory are those of each process.
 *
 * @param values counts, sums and names; decimals as {@link #exact exact} text
 * @param tensors weights, moments of optimisers, the generator of libtorch, what was evaluated at the best steps
 */
public record RunState(Map<String, Object> values, Map<String, StoredTensor> tensors) {
    private static final String VALUES = "values";
    private static final String CHECKSUM = "crc32c";

    public RunState {
        values = Collections.unmodifiableMap(new TreeMap<>(values));
        tensors = Collections.unmodifiableMap(new LinkedHashMap<>(tensors));
    }

    /** With one more value. */
    public RunState with(String name, Object value) {
        Map<String, Object> more = new TreeMap<>(values);
        more.put(name, value);
        return new RunState(more, tensors);
    }

    /** The updates of the run, of all its stages so far, that lie behind it. */
    public int done() {
        return whole(values, "done");
    }

    /** {@link #done} of a file, of which little is read for it; 0 where the file does not tell, or is gone. */
    public static int doneIn(Path file) throws IOException {
        try (TensorFile open = TensorFile.open(file)) {
            return whole(CanonicalJson.parseObject(open.metadata().getOrDefault(VALUES, "")), "done");
        } catch (NoSuchFileException | UserError | IllegalArgumentException e) {
            return 0;
        }
    }

    /** Writes it in one step: whole or not at all. */
    public void write(Path file) throws IOException {
        String text = CanonicalJson.text(values);
        Safetensors.write(
                file, new Safetensors.Contents(tensors, Map.of(VALUES, text, CHECKSUM, checksum(text, tensors))));
    }

    /**
     * Reads what {@link #write} wrote.
     *
     * @return null where the file is not there, or is not what was written: cut, or with other bytes
     * @throws IOException where it cannot be read
     */
    public static @Nullable RunState read(Path file) throws IOException {
        if (!Files.exists(file)) {
            return null;
        }
        try {
            Safetensors.Contents contents = Safetensors.read(file);
            String text = contents.metadata().getOrDefault(VALUES, "");
            if (!checksum(text, contents.tensors()).equals(contents.metadata().get(CHECKSUM))) {
                return null;
            }
            return new RunState(CanonicalJson.parseObject(text), contents.tensors());
        } catch (UserError | IllegalArgumentException e) {
            return null;
        }
    }

    private static String checksum(String text, Map<String, StoredTensor> tensors) {
        CRC32C sum = new CRC32C();
        sum.update(text.getBytes(java.nio.charset.StandardCharsets.UTF_8));
        new TreeMap<>(tensors).forEach((name, tensor) -> {
            sum.update(name.getBytes(java.nio.charset.StandardCharsets.UTF_8));
            sum.update(tensor.data());
        });
        return Long.toHexString(sum.getValue());
    }

    /** A decimal as text that gives the same number back to the bit, infinities and NaN included. */
    static String exact(double value) {
        return Double.toHexString(value);
    }

    /** A decimal of these values. */
    static double decimal(Map<?, ?> values, String name) {
        return decimal(values.get(name), name);
    }

    /** The decimal that {@link #exact} wrote. */
    static double decimal(@Nullable Object text, String name) {
        if (text instanceof String written) {
            return Double.parseDouble(written);
        }
        throw new IllegalArgumentException(name + " must be a decimal, found " + text);
    }

    /** A whole number of these values. */
    static int whole(Map<?, ?> values, String name) {
        return Math.toIntExact(large(values, name));
    }

    /** A whole number of these values that 31 bits may not hold. */
    static long large(Map<?, ?> values, String name) {
        if (values.get(name) instanceof Number number) {
            return number.longValue();
        }
        throw new IllegalArgumentException(name + " must be a number, found " + values.get(name));
    }

    /** An object of these values. */
    static Map<?, ?> object(Map<?, ?> values, String name) {
        if (values.get(name) instanceof Map<?, ?> map) {
            return map;
        }
        throw new IllegalArgumentException(name + " must be an object, found " + values.get(name));
    }

    /** Adds tensors below a prefix. */
    static void put(Map<String, StoredTensor> target, String prefix, Map<String, StoredTensor> tensors) {
        tensors.forEach((name, tensor) -> target.put(prefix + name, tensor));
    }

    /** The tensors below a prefix, by the rest of their names. */
    Map<String, StoredTensor> below(String prefix) {
        Map<String, StoredTensor> found = new LinkedHashMap<>();
        tensors.forEach((name, tensor) -> {
            if (name.startsWith(prefix)) {
                found.put(name.substring(prefix.length()), tensor);
            }
        });
        return found;
    }

    /** A tensor that must be there. */
    StoredTensor tensor(String name) {
        StoredTensor found = tensors.get(name);
        if (found == null) {
            throw new IllegalArgumentException("the state of the run has no tensor '" + name + "'");
        }
        return found;
    }
}
