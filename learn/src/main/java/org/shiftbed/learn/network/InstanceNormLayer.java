package org.shiftbed.learn.network;

import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;

/**
 * Instance normalisation (Ulyanov et al., 2016): each channel of each picture by its own mean and biased variance, then scaled and moved. State:
 * {@code weight}, {@code bias}, both [channels]; no running statistics.
 */
public final class InstanceNormLayer {
    private static final double EPSILON = 1e-5;

    private final Tensor weight;
    private final Tensor bias;

    /** @param prefix of the state names, with its dot */
    public InstanceNormLayer(NamedTensors tensors, String prefix, int channels) {
        weight = tensors.parameter(prefix + "weight", torch.ones(channels));
        bias = tensors.parameter(prefix + "bias", torch.zeros(channels));
    }

    /** @param x [B, channels, H, W] with more than one pixel a channel */
    public Tensor forward(Tensor x) {
        return torch.instance_norm(
                x,
                new TensorOptional(weight),
                new TensorOptional(bias),
                new TensorOptional(),
                new TensorOptional(),
                true,
                0,
                EPSILON,
                false);
    }
}
