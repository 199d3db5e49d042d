package org.shiftbed.learn.network;

import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;

/** A square transposed convolution. State: {@code weight} [in, out, k, k] and, where asked for, {@code bias} [out]. */
public final class TransposedConvLayer {
    private static final long[] NONE = {0, 0};

    private final Tensor weight;
    private final @Nullable Tensor bias;
    private final long[] stride;
    private final long[] padding;

    /** @param prefix of the state names, with its dot */
    public TransposedConvLayer(
            NamedTensors tensors,
            String prefix,
            int in,
            int out,
            int kernel,
            int stride,
            int padding,
            boolean withBias) {
        // The library takes the second side of the weight for the inputs of an output.
        long fanIn = (long) out * kernel * kernel;
        weight = tensors.parameter(prefix + "weight", Layers.uniform(fanIn, in, out, kernel, kernel));
        bias = withBias ? tensors.parameter(prefix + "bias", Layers.uniform(fanIn, out)) : null;
        this.stride = new long[] {stride, stride};
        this.padding = new long[] {padding, padding};
    }

    /**
     * @param x [B, in, H, W]
     * @return [B, out, (H - 1) stride + k - 2 padding, ...]
     */
    public Tensor forward(Tensor x) {
        TensorOptional added = bias == null ? new TensorOptional() : new TensorOptional(bias);
        return torch.conv_transpose2d(x, weight, added, stride, padding, NONE, 1, 1, 1);
    }
}
