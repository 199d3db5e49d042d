package org.shiftbed.learn.network;

import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;

/** A square convolution. State: {@code weight} [out, in, k, k] and, where asked for, {@code bias} [out]. */
public final class ConvLayer {
    private final Tensor weight;
    private final @Nullable Tensor bias;
    private final long[] stride;
    private final long[] padding;

    /** @param prefix of the state names, with its dot */
    public ConvLayer(
            NamedTensors tensors,
            String prefix,
            int in,
            int out,
            int kernel,
            int stride,
            int padding,
            boolean withBias) {
        long fanIn = (long) in * kernel * kernel;
        weight = tensors.parameter(prefix + "weight", Layers.uniform(fanIn, out, in, kernel, kernel));
        bias = withBias ? tensors.parameter(prefix + "bias", Layers.uniform(fanIn, out)) : null;
        this.stride = new long[] {stride, stride};
        this.padding = new long[] {padding, padding};
    }

    /**
     * With start values of its own and no overlap: the stride is the side of the kernel.
     *
     * @param prefix of the state names, with its dot
     * @param weight what it starts with, [out, in, kernel, kernel]
     * @param bias what it starts with, [out]
     */
    ConvLayer(NamedTensors tensors, String prefix, Tensor weight, Tensor bias, int kernel) {
        this.weight = tensors.parameter(prefix + "weight", weight);
        this.bias = tensors.parameter(prefix + "bias", bias);
        this.stride = new long[] {kernel, kernel};
        this.padding = new long[] {0, 0};
    }

    /**
     * @param x [B, in, H, W]
     * @return [B, out, H', W']
     */
    public Tensor forward(Tensor x) {
        TensorOptional added = bias == null ? new TensorOptional() : new TensorOptional(bias);
        return torch.conv2d(x, weight, added, stride, padding, new long[] {1, 1}, 1);
    }
}
