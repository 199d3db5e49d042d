package org.shiftbed.learn.network;

import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;

/**
 * Normalisation of each vector (Ba, Kiros and Hinton, 2016), epsilon 1e-6 as in torchvision's transformers. State: {@code weight} (starts at 1) and
 * {@code bias} (0), both [width].
 */
final class LayerNormLayer {
    private final Tensor weight;
    private final Tensor bias;
    private final long[] width;

    /** @param prefix of the state names, with its dot */
    LayerNormLayer(NamedTensors tensors, String prefix, int width) {
        this.width = new long[] {width};
        weight = tensors.parameter(prefix + "weight", torch.ones(width));
        bias = tensors.parameter(prefix + "bias", torch.zeros(width));
    }

    /** @param x [..., width] */
    Tensor forward(Tensor x) {
        return torch.layer_norm(x, width, new TensorOptional(weight), new TensorOptional(bias), 1e-6, true);
    }
}
