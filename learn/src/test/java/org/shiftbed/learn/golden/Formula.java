package org.shiftbed.learn.golden;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.zip.CRC32;
import org.bytedeco.pytorch.Tensor;
import org.shiftbed.base.CanonicalJson;
import org.shiftbed.learn.torch.Tensors;

/**
 * Weights and inputs as a function of name and flat index: an integer hash, evaluated in 64-bit integers and doubles and rounded once to float32.
 *
 * @param settings the block {@code formula} of a golden file
 */
public record Formula(Map<String, Object> settings) {

    /** A parameter or buffer of this kind ({@code weight}, {@code norm_weight}, ...), as float64 that holds float32 values. */
    public Tensor parameter(String name, String kind, long[] shape) {
        int count = (int) Arrays.stream(shape).reduce(1, Math::multiplyExact);
        double[] values = new double[count];
        CRC32 crc = new CRC32();
        crc.update(name.getBytes(StandardCharsets.UTF_8));
        long key = crc.getValue() + (long) number("salt");
        long fanIn = Arrays.stream(shape).skip(1).reduce(1, Math::multiplyExact);
        double gain = number("gain") * Math.sqrt(2.0 / fanIn);
        for (int k = 0; k < count; k++) {
            double value = switch (kind) {
                case "weight" -> gain * hashed(key, k);
                case "token" -> number("tok") * hashed(key, k);
                case "norm_weight" -> 1 + number("nw") * Math.sin(k + 1);
                case "norm_bias" -> number("nb") * Math.cos(k + 1);
                case "bias" -> number("lb") * Math.cos(k + 1);
                default -> throw new IllegalArgumentException("unknown kind " + kind + " of " + name);
            };
            values[k] = (float) value;
        }
        return Tensors.of(values, shape);
    }

    /** What a buffer of batch normalisation starts with: running_var 1, the others 0. */
    public static double bufferStart(String name) {
        return name.endsWith("running_var") ? 1 : 0;
    }

    /** Inputs of this shape whose first flat index is {@code from}. */
    public Tensor input(long from, long... shape) {
        int count = (int) Arrays.stream(shape).reduce(1, Math::multiplyExact);
        double[] values = new double[count];
        for (int k = 0; k < count; k++) {
            values[k] = (float) Math.sin(number("xfreq") * (from + k + 1) + number("xphase"));
        }
        return Tensors.of(values, shape);
    }

    private static double hashed(long key, long k) {
        long z = (k + 1) * 0x9E3779B97F4A7C15L + key * 0xD1B54A32D192ED03L;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        z = z ^ (z >>> 31);
        double u = (z >>> 11) * 0x1p-53;
        return Math.sqrt(3) * (2 * u - 1);
    }

    private double number(String name) {
        return CanonicalJson.number(Objects.requireNonNull(settings.get(name), name));
    }
}
