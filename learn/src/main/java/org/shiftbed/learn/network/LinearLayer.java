package org.shiftbed.learn.network;

import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;

/** y = x W' + b. State: {@code weight} [out, in], {@code bias} [out]. */
public final class LinearLayer {
    private final Tensor weight;
    private final Tensor bias;

    /**
     * Starts with torch's default: weight and bias uniform on [-1/sqrt(in), 1/sqrt(in)).
     *
     * @param prefix of the state names, with its dot; may be empty
     */
    public LinearLayer(NamedTensors tensors, String prefix, int in, int out) {
        this(tensors, prefix, Layers.uniform(in, out, in), Layers.uniform(in, out));
    }

    /**
     * @param prefix of the state names, with its dot; may be empty
     * @param weight what it starts with, [out, in]
     * @param bias what it starts with, [out]
     */
    LinearLayer(NamedTensors tensors, String prefix, Tensor weight, Tensor bias) {
        this.weight = tensors.parameter(prefix + "weight", weight);
        this.bias = tensors.parameter(prefix + "bias", bias);
    }

    /**
     * @param x [..., in]
     * @return [..., out]
     */
    public Tensor forward(Tensor x) {
        return torch.linear(x, weight, new TensorOptional(bias));
    }
}
