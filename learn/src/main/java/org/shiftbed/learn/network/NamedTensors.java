package org.shiftbed.learn.network;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.shiftbed.learn.Precision;
import org.shiftbed.learn.torch.Devices;
import org.shiftbed.learn.torch.Tensors;

/**
 * The state of a network: parameters and buffers by name, in order of creation. Kept beyond the scope they were made in, until {@link #close}.
 *
 * <p>Values are drawn in float32 whatever the precision, so that both precisions start from the same weights.
 */
public final class NamedTensors implements AutoCloseable {
    private final LinkedHashMap<String, Tensor> all = new LinkedHashMap<>();
    private final List<Tensor> parameters = new ArrayList<>();
    private final List<BatchNormLayer> normalisations = new ArrayList<>();
    private final ScalarType type;
    private final String device;

    /** @param device {@code cpu} or {@code cuda:K} */
    public NamedTensors(Precision precision, String device) {
        this.type = Tensors.type(precision);
        this.device = device;
    }

    /** A trained tensor with this value, as a leaf of this state's type and device. */
    public Tensor parameter(String name, Tensor value) {
        Tensor leaf = add(name, placed(value.detach().to(type)));
        leaf.set_requires_grad(true);
        parameters.add(leaf);
        return leaf;
    }

    /** A tensor that is stored but not trained; floating-point ones take this state's type. */
    public Tensor buffer(String name, Tensor value) {
        return add(name, placed(value.is_floating_point() ? value.to(type) : value));
    }

    /** A tensor that is stored but not trained, of its own type. */
    public Tensor plain(String name, Tensor value) {
        return add(name, placed(value));
    }

    /**
     * A tensor that another owner computes with, as it is: what is done to it here is seen there.
     *
     * @param tensor a leaf of this state's type and device
     * @param trained whether it is a parameter
     */
    void adopt(String name, Tensor tensor, boolean trained) {
        add(name, tensor);
        if (trained) {
            parameters.add(tensor);
        }
    }

    /** Remembers a layer whose running statistics lie here. */
    void normalises(BatchNormLayer layer) {
        normalisations.add(layer);
    }

    /** Those layers, in order of creation. */
    List<BatchNormLayer> normalisations() {
        return Collections.unmodifiableList(normalisations);
    }

    /** Live tensors by name; owned by this. */
    public Map<String, Tensor> all() {
        return Collections.unmodifiableMap(all);
    }

    /** The trained ones, in order. */
    public List<Tensor> parameters() {
        return Collections.unmodifiableList(parameters);
    }

    private Tensor placed(Tensor value) {
        return Devices.isCpu(device) ? value : value.to(Devices.require(device, "device"), value.scalar_type());
    }

    private Tensor add(String name, Tensor value) {
        if (all.putIfAbsent(name, value) != null) {
            throw new IllegalArgumentException("two tensors of a network are named '" + name + "'");
        }
        return Tensors.keep(value);
    }

    @Override
    public void close() {
        all.values().forEach(Tensor::releaseReference);
    }
}
