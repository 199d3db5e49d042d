package org.shiftbed.learn.network;

import java.util.Arrays;
import java.util.List;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.ScalarTypeOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.UserError;
import org.shiftbed.learn.torch.Tensors;

/**
 * Batch normalisation of pictures or vectors (Ioffe and Szegedy, 2015), epsilon 1e-5. State: {@code weight}, {@code bias},
 * {@code running_mean}, {@code running_var}, all [channels], and {@code num_batches_tracked}, one whole number.
 */
public final class BatchNormLayer {
    private static final double MOMENTUM = 0.1;
    private static final double EPSILON = 1e-5;

    private final String prefix;
    private final Tensor weight;
    private final Tensor bias;
    private final Tensor mean;
    private final Tensor variance;
    private final Tensor batches;
    private final double momentum;
    private @Nullable Collected collected;

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
        tensors.normalises(this);
    }

    /**
     * Statistics of batches, weighted by their rows.
     *
     * @param mean [channels], sums of means times rows
     * @param variance [channels], sums of biased variances times rows
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Collected(double[] mean, double[] variance) {
        void add(Tensor x) {
            Tensor values = x.detach().transpose(0, 1).flatten(1, -1); // [channels, B ...]
            double[] means = Tensors.toDoubles(values.mean(new long[] {1}, false, new ScalarTypeOptional()));
            double[] variances = Tensors.toDoubles(values.var(new long[] {1}, false, false));
            for (int c = 0; c < means.length; c++) {
                mean[c] += x.size(0) * means[c];
                variance[c] += x.size(0) * variances[c];
            }
        }
    }

    /** From now on batches are normalised by their own statistics and added to these; null ends that. Running statistics do not move. */
    void collect(@Nullable Collected into) {
        collected = into;
    }

    /** The running mean and variance; live. */
    List<Tensor> running() {
        return List.of(mean, variance);
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
        if (collected != null) {
            collected.add(x);
            return torch.batch_norm(
                    x,
                    new TensorOptional(weight),
                    new TensorOptional(bias),
                    new TensorOptional(),
                    new TensorOptional(),
                    true,
                    0,
                    EPSILON,
                    true);
        }
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
                EPSILON,
                true);
    }
}
