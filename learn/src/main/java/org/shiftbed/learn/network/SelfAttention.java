package org.shiftbed.learn.network;

import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;

/**
 * Self-attention with several heads (Vaswani et al., 2017), no mask, no dropout of its own. State as torch's {@code MultiheadAttention}:
 * {@code in_proj_weight} [3 width, width] (queries, keys, values), {@code in_proj_bias}, {@code out_proj.weight}, {@code out_proj.bias}.
 *
 * <p>Written out of plain operations rather than torch's fused one: penalties on gradients need its second derivatives.
 */
final class SelfAttention {
    private final Tensor inWeight;
    private final Tensor inBias;
    private final LinearLayer out;
    private final int heads;
    private final int width;

    /**
     * @param prefix of the state names, with its dot
     * @param width a multiple of {@code heads}
     */
    SelfAttention(NamedTensors tensors, String prefix, int width, int heads) {
        this.width = width;
        this.heads = heads;
        inWeight = tensors.parameter(prefix + "in_proj_weight", Layers.xavier(width, 3L * width));
        inBias = tensors.parameter(prefix + "in_proj_bias", torch.zeros(3L * width));
        out = new LinearLayer(tensors, prefix + "out_proj.", Layers.uniform(width, width, width), torch.zeros(width));
    }

    /**
     * @param x [B, tokens, width]
     * @return [B, tokens, width]
     */
    Tensor forward(Tensor x) {
        long batch = x.size(0);
        long tokens = x.size(1);
        long each = width / heads;
        Tensor all = torch.linear(x, inWeight, new TensorOptional(inBias))
                .reshape(batch, tokens, 3, heads, each)
                .permute(2, 0, 3, 1, 4);
        Tensor queries = all.select(0, 0).mul(new Scalar(1 / Math.sqrt(each)));
        Tensor weights = queries.matmul(all.select(0, 1).transpose(-2, -1)).softmax(-1);
        return out.forward(weights.matmul(all.select(0, 2)).transpose(1, 2).reshape(batch, tokens, width));
    }
}
