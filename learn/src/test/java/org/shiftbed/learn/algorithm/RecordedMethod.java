package org.shiftbed.learn.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.bytedeco.pytorch.Tensor;
import org.shiftbed.base.CanonicalJson;
import org.shiftbed.learn.Precision;
import org.shiftbed.learn.golden.Npz;
import org.shiftbed.learn.torch.Tensors;

/** Recorded numbers of a method of the controlled study, read in one precision: float64 values as they stand, float32 ones under {@code KEY_f32}. */
final class RecordedMethod {
    final Map<String, Object> json;
    final Precision precision;
    private final Npz arrays;

    RecordedMethod(Path file, Precision precision) throws IOException {
        json = CanonicalJson.parseObject(Files.readString(file));
        arrays = Npz.read(Path.of(file.toString().replaceFirst("\\.json$", ".npz")));
        this.precision = precision;
    }

    @SuppressWarnings("unchecked")
    List<Map<String, Object>> objects(String key) {
        return (List<Map<String, Object>>) Objects.requireNonNull(json.get(key), key);
    }

    @SuppressWarnings("unchecked")
    Map<String, Object> object(String key) {
        return (Map<String, Object>) Objects.requireNonNull(json.get(key), key);
    }

    static double number(Map<String, Object> map, String key) {
        return ((Number) Objects.requireNonNull(map.get(key), key)).doubleValue();
    }

    boolean has(String key) {
        return arrays.has(key);
    }

    /** An input in this precision. */
    Tensor input(String key) {
        return arrays.get(key).tensor().to(Tensors.type(precision));
    }

    /** Whole numbers. */
    Tensor whole(String key) {
        return arrays.get(key).tensor();
    }

    double[] values(String key) {
        return arrays.get(key).values();
    }

    int[] ints(String key) {
        return java.util.Arrays.stream(values(key)).mapToInt(v -> (int) v).toArray();
    }

    /** What is recorded for this precision. */
    double[] expected(String key) {
        return values(precision == Precision.FLOAT64 ? key : key + "_f32");
    }

    /** What may differ: as suggested in double, ten times the rounding that is recorded in float. */
    double tolerance(String key) {
        if (precision == Precision.FLOAT32) {
            Object own = object("f32_vs_f64").get(key);
            return Math.max(2e-5, own instanceof Number rounding ? 10 * rounding.doubleValue() : 0);
        }
        Object suggested = Objects.requireNonNull(json.get("suggested_atol_double"));
        if (suggested instanceof Number number) {
            return number.doubleValue();
        }
        @SuppressWarnings("unchecked")
        Map<String, Object> each = (Map<String, Object>) suggested;
        return number(
                each, each.containsKey("case " + key.split("/", 2)[0]) ? "case " + key.split("/", 2)[0] : "default");
    }

    void close(String key, Tensor found) {
        close(key, Tensors.toDoubles(found));
    }

    void close(String key, double... found) {
        close(key, found, tolerance(key));
    }

    void close(String key, double[] found, double tolerance) {
        double[] expected = expected(key);
        assertThat(found).as(key).hasSameSizeAs(expected);
        for (int i = 0; i < found.length; i++) {
            if (!(Math.abs(found[i] - expected[i]) <= tolerance)) {
                throw new AssertionError(key + "[" + i + "]: found " + found[i] + ", recorded " + expected[i]
                        + ", may differ by " + tolerance);
            }
        }
    }
}
