package org.shiftbed.learn.network;

import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;

/** Group normalisation (Wu and He, 2018), epsilon 1e-5. State: {@code weight} (starts at 1) and {@code bias} (0), both [channels]. */
final class GroupNormLayer {
    private final Tensor weight;
    private final Tensor bias;
    private final int groups;

    /** @param prefix of the state names, with its dot */
    GroupNormLayer(NamedTensors tensors, String prefix, int groups, int channels) {
        this.groups = groups;
        weight = tensors.parameter(prefix + "weight", torch.ones(channels));
        bias = tensors.parameter(prefix + "bias", torch.zeros(channels));
    }

    Tensor forward(Tensor x) {
        return torch.group_norm(x, groups, new TensorOptional(weight), new TensorOptional(bias), 1e-5, true);
    }
}
