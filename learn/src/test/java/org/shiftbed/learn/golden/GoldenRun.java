package org.shiftbed.learn.golden;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.bytedeco.pytorch.Tensor;
import org.shiftbed.base.CanonicalJson;

/**
 * A recorded run of an algorithm: {@code NAME.json} with or without arrays in {@code NAME.npz}. Weights and inputs come from the arrays, or else from
 * the formula; states are compared with the arrays, or else with checksums.
 */
public final class GoldenRun {
    private final Map<String, Object> json;
    private final Npz npz;

    private GoldenRun(Map<String, Object> json, Npz npz) {
        this.json = json;
        this.npz = npz;
    }

    /** Reads the JSON and the arrays beside it. */
    public static GoldenRun read(Path file) throws IOException {
        String name = file.getFileName().toString().replaceFirst("\\.json$", "");
        return new GoldenRun(
                CanonicalJson.parseObject(Files.readString(file)), Npz.read(file.resolveSibling(name + ".npz")));
    }

    /** Registered name of the algorithm. */
    public String algorithm() {
        return (String) value("algorithm");
    }

    /** A whole number of the JSON. */
    public int whole(String key) {
        return ((Number) value(key)).intValue();
    }

    /** Whether the run has the reference's defects: {@code "strict": false} and {@code "mtl_no_noise": true} say that it has not. */
    public boolean isStrict() {
        return !Boolean.FALSE.equals(json.get("strict")) && !Boolean.TRUE.equals(json.get("mtl_no_noise"));
    }

    /** A list of whole numbers. */
    public long[] wholes(String key) {
        return ((List<?>) value(key))
                .stream().mapToLong(side -> ((Number) side).longValue()).toArray();
    }

    /** A block; empty where the file has none. */
    @SuppressWarnings("unchecked")
    public Map<String, Object> block(String key) {
        return (Map<String, Object>) json.getOrDefault(key, Map.of());
    }

    /** Whether gradients are dropped between steps. */
    public boolean dropsGradients() {
        return "set_to_none=True".equals(block("zero_grad").get("used"));
    }

    /** {@code f32_vs_f64} or {@code suggested_atol} of a quantity. */
    public double tolerance(String block, String quantity) {
        return CanonicalJson.number(Objects.requireNonNull(block(block).get(quantity), quantity));
    }

    /** First weights, for every entry of this state. */
    public Map<String, Tensor> initial(Map<String, Tensor> state) {
        Map<String, Tensor> values = new LinkedHashMap<>();
        if (!npz.below("init/").isEmpty()) {
            npz.below("init/").forEach((name, array) -> values.put(name, array.tensor()));
            return values;
        }
        Formula formula = new Formula(block("formula"));
        Map<String, Object> kinds = block("formula_kinds");
        Map<String, Object> aliases = block("state_dict_aliases");
        state.forEach((name, tensor) -> {
            String own = (String) aliases.getOrDefault(name, name);
            Object kind = kinds.get(own);
            values.put(
                    name,
                    kind == null
                            ? tensor.detach().clone().fill_(new org.bytedeco.pytorch.Scalar(Formula.bufferStart(own)))
                            : formula.parameter(own, (String) kind, tensor.shape()));
        });
        return values;
    }

    /** Input {@code x} of an environment in an update. */
    public Tensor x(int step, int environment) {
        String key = "batch/step" + step + "/env" + environment + "/x";
        return npz.has(key) ? npz.get(key).tensor() : formulaInput(step * whole("num_domains") + environment);
    }

    /** Labels of an environment in an update. */
    public Tensor y(int step, int environment) {
        return npz.get("batch/step" + step + "/env" + environment + "/y").tensor();
    }

    /** The batch to predict. */
    public Tensor predictX() {
        return npz.has("predict/x")
                ? npz.get("predict/x").tensor()
                : formulaInput(whole("steps") * whole("num_domains"));
    }

    /** One array. */
    public Npz.Array array(String key) {
        return npz.get(key);
    }

    /** Arrays below a prefix. */
    public Map<String, Npz.Array> arrays(String prefix) {
        return npz.below(prefix);
    }

    /** Inputs go on through steps and environments: batch number {@code index} starts where the one before ended. */
    private Tensor formulaInput(int index) {
        List<Long> shape = new ArrayList<>();
        shape.add((long) whole("batch_size_per_env"));
        long size = whole("batch_size_per_env");
        for (long side : wholes("input_shape")) {
            shape.add(side);
            size *= side;
        }
        return new Formula(block("formula"))
                .input(index * size, shape.stream().mapToLong(Long::longValue).toArray());
    }

    private Object value(String key) {
        return Objects.requireNonNull(json.get(key), key);
    }
}
