package org.shiftbed.learn.golden;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.bytedeco.pytorch.Tensor;
import org.shiftbed.base.CanonicalJson;
import org.shiftbed.learn.Precision;
import org.shiftbed.learn.torch.Tensors;

/** Recorded numbers of a method of the controlled study, read in one precision: float64 values as they stand, float32 ones under {@code KEY_f32}. */
public final class RecordedMethod {
    private final Map<String, Object> json;
    private final Precision precision;
    private final Npz arrays;

    public RecordedMethod(Path file, Precision precision) throws IOException {
        json = CanonicalJson.parseObject(Files.readString(file));
        arrays = Npz.read(Path.of(file.toString().replaceFirst("\\.json$", ".npz")));
        this.precision = precision;
    }

    /** The JSON. */
    public Map<String, Object> json() {
        return json;
    }

    /** Precision to compute in. */
    public Precision precision() {
        return precision;
    }

    @SuppressWarnings("unchecked")
    public List<Map<String, Object>> objects(String key) {
        return (List<Map<String, Object>>) Objects.requireNonNull(json.get(key), key);
    }

    @SuppressWarnings("unchecked")
    public Map<String, Object> object(String key) {
        return (Map<String, Object>) Objects.requireNonNull(json.get(key), key);
    }

    public static double number(Map<String, Object> map, String key) {
        return ((Number) Objects.requireNonNull(map.get(key), key)).doubleValue();
    }

    public boolean has(String key) {
        return arrays.has(key);
    }

    /** An array as recorded. */
    public Npz.Array array(String key) {
        return arrays.get(key);
    }

    /** An input in this precision. */
    public Tensor input(String key) {
        return arrays.get(key).tensor().to(Tensors.type(precision));
    }

    /** Whole numbers. */
    public Tensor whole(String key) {
        return arrays.get(key).tensor();
    }

    public double[] values(String key) {
        return arrays.get(key).values();
    }

    public int[] ints(String key) {
        return Arrays.stream(values(key)).mapToInt(v -> (int) v).toArray();
    }

    /** What is recorded for this precision. */
    public double[] expected(String key) {
        return values(precision == Precision.FLOAT64 ? key : key + "_f32");
    }

    /** What may differ: as suggested in double, ten times the rounding that is recorded in float. */
    public double tolerance(String key) {
        if (precision == Precision.FLOAT32) {
            Object own = object("f32_vs_f64").get(key);
            return Math.max(2e-5, own instanceof Number rounding ? 10 * rounding.doubleValue() : 0);
        }
        Object suggested = json.get("suggested_atol_double");
        if (suggested == null) {
            double largest = Arrays.stream(expected(key)).map(Math::abs).max().orElse(0);
            return number(object("suggested_rtol"), "double") * Math.max(1, largest);
        }
        if (suggested instanceof Number number) {
            return number.doubleValue();
        }
        @SuppressWarnings("unchecked")
        Map<String, Object> each = (Map<String, Object>) suggested;
        return number(
                each, each.containsKey("case " + key.split("/", 2)[0]) ? "case " + key.split("/", 2)[0] : "default");
    }

    public void close(String key, Tensor found) {
        close(key, Tensors.toDoubles(found));
    }

    public void close(String key, double... found) {
        close(key, found, tolerance(key));
    }

    public void close(String key, double[] found, double tolerance) {
        double[] expected = expected(key);
        assertThat(found).as(key).hasSameSizeAs(expected);
        for (int i = 0; i < found.length; i++) {
            if (!(Math.abs(found[i] - expected[i]) <= tolerance)) {
                throw new AssertionError(key + "[" + i + "]: found " + found[i] + ", recorded " + expected[i]
                        + ", may differ by " + tolerance);
            }
        }
    }

    /** Compares sum, sum of absolute values and l2 of a tensor; a sum over many entries cancels, so that float is held to the other two. */
    public void sums(String what, Map<String, Object> recorded, Tensor found, double relative) {
        double[] values = Tensors.toDoubles(found);
        double sum = 0;
        double absolute = 0;
        double squares = 0;
        for (double value : values) {
            sum += value;
            absolute += Math.abs(value);
            squares += value * value;
        }
        near(what + " abs_sum", absolute, number(recorded, "abs_sum"), relative);
        near(what + " l2", Math.sqrt(squares), number(recorded, "l2"), relative);
        if (precision == Precision.FLOAT64) {
            double expected = number(recorded, "sum");
            if (!(Math.abs(sum - expected) <= relative * number(recorded, "abs_sum"))) {
                throw new AssertionError(what + " sum: found " + sum + ", recorded " + expected);
            }
        }
    }

    /** Compares one number, relative to what is recorded. */
    public static void near(String what, double found, double expected, double relative) {
        if (!(Math.abs(found - expected) <= relative * Math.abs(expected) + 1e-12)) {
            throw new AssertionError(what + ": found " + found + ", recorded " + expected);
        }
    }
}
