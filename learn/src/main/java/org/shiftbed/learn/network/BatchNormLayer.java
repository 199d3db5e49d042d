package org.shiftbed.learn.network;

import java.util.Arrays;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;
import org.shiftbed.base.UserError;
import org.shiftbed.learn.torch.Tensors;

/**
 * Batch normalisation of pictures or vectors (Ioffe and Szegedy, 2015), epsilon 1e-5. State: {@code weight}, {@code bias},
 * {@code running_mean}, {@code running_var}, all [channels], and {@code num_batches_tracked}, one whole number.
 */
public final class BatchNormLayer {
    private static final double MOMENTUM = 0.1;

    private final String prefix;
    private final Tensor weight;
    private final Tensor bias;
    private final Tensor mean;
    private final Tensor variance;
    private final Tensor batches;
    private final double momentum;

    /**
     * Momentum 0.1, as torch's default.
     *
     * @param prefix of the state names, with its dot
     */
    public BatchNormLayer(NamedTensors tensors, String prefix, int channels) {
        this(tensors, prefix, channels, MOMENTUM);
    }

    /**
     * @param prefix of the state names, with its dot
     * @param momentum share of a batch's statistics in the running ones after it, in [0, 1]
     */
    public BatchNormLayer(NamedTensors tensors, String prefix, int channels, double momentum) {
        this.prefix = prefix;
        this.momentum = momentum;
        weight = tensors.parameter(prefix + "weight", torch.ones(channels));
        bias = tensors.parameter(prefix + "bias", torch.zeros(channels));
        mean = tensors.buffer(prefix + "running_mean", torch.zeros(channels));
        variance = tensors.buffer(prefix + "running_var", torch.ones(channels));
        batches = tensors.buffer(prefix + "num_batches_tracked", Tensors.of(new long[] {0}));
    }

    /**
     * Normalises each channel, then scales and shifts it.
     *
     * @param x [B, channels] or [B, channels, H, W]
     * @param batchStatistics true normalises by the batch and moves the running statistics; false uses those as they are
     * @return of the shape of {@code x}
     * @throws UserError if the batch's statistics are wanted and it has one value a channel: its variance is not defined
     */
    public Tensor forward(Tensor x, boolean batchStatistics) {
        if (batchStatistics) {
            if (x.numel() == x.size(1)) {
                throw new UserError(
                        "network: batch normalisation '" + prefix + "' needs at least two values a channel in"
                                + " training, found " + Arrays.toString(x.shape())
                                + "; take larger batches or pictures, or a network without batch normalisation");
            }
            batches.add_(new Scalar(1));
        }
        return torch.batch_norm(
                x,
                new TensorOptional(weight),
                new TensorOptional(bias),
                new TensorOptional(mean),
                new TensorOptional(variance),
                batchStatistics,
                momentum,
                1e-5,
                true);
    }
}
