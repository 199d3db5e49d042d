package org.shiftbed.learn.network;

import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;

/** y = x W' + b. State: {@code weight} [out, in], {@code bias} [out]. */
final class LinearLayer {
    private final Tensor weight;
    private final Tensor bias;

    /** @param prefix of the state names, with its dot; may be empty */
    LinearLayer(NamedTensors tensors, String prefix, int in, int out) {
        weight = tensors.parameter(prefix + "weight", Layers.uniform(in, out, in));
        bias = tensors.parameter(prefix + "bias", Layers.uniform(in, out));
    }

    Tensor forward(Tensor x) {
        return torch.linear(x, weight, new TensorOptional(bias));
    }
}
