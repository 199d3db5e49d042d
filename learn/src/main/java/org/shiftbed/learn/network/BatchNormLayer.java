package org.shiftbed.learn.network;

import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;
import org.shiftbed.learn.torch.Tensors;

/**
 * Batch normalisation of pictures (Ioffe and Szegedy, 2015), epsilon 1e-5, momentum 0.1. State: {@code weight}, {@code bias},
 * {@code running_mean}, {@code running_var}, all [channels], and {@code num_batches_tracked}, one whole number.
 */
final class BatchNormLayer {
    private final Tensor weight;
    private final Tensor bias;
    private final Tensor mean;
    private final Tensor variance;
    private final Tensor batches;

    /** @param prefix of the state names, with its dot */
    BatchNormLayer(NamedTensors tensors, String prefix, int channels) {
        weight = tensors.parameter(prefix + "weight", torch.ones(channels));
        bias = tensors.parameter(prefix + "bias", torch.zeros(channels));
        mean = tensors.buffer(prefix + "running_mean", torch.zeros(channels));
        variance = tensors.buffer(prefix + "running_var", torch.ones(channels));
        batches = tensors.buffer(prefix + "num_batches_tracked", Tensors.of(new long[] {0}));
    }

    /** @param batchStatistics true normalises by the batch and moves the running statistics; false uses those as they are */
    Tensor forward(Tensor x, boolean batchStatistics) {
        if (batchStatistics) {
            batches.add_(new Scalar(1));
        }
        return torch.batch_norm(
                x,
                new TensorOptional(weight),
                new TensorOptional(bias),
                new TensorOptional(mean),
                new TensorOptional(variance),
                batchStatistics,
                0.1,
                1e-5,
                true);
    }
}
