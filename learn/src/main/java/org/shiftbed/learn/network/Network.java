package org.shiftbed.learn.network;

import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;

/**
 * A backbone: examples in, feature vectors out. Starts in training mode with PyTorch's default random weights, drawn from libtorch's generator
 * in order of creation. Its weights outlive the scope it was made in, until {@link #close}.
 */
public abstract class Network implements AutoCloseable {
    private final NamedTensors tensors;
    private boolean training = true;

    /** @param tensors filled by the subclass's constructor; owned by this network from now on */
    protected Network(NamedTensors tensors) {
        this.tensors = tensors;
    }

    /** @param inner whose tensors, and their end, are this network's from now on */
    protected Network(Network inner) {
        this.tensors = inner.tensors;
    }

    /**
     * Features of examples.
     *
     * @param x [B, ...] in the network's precision, on its device
     * @return [B, features()], owned by the caller's scope
     */
    public abstract Tensor forward(Tensor x);

    /** Length of a feature vector. */
    public abstract int features();

    /**
     * The feature map that {@link #forward} pools, not pooled.
     *
     * @param x as {@link #forward} takes it
     * @return [B, channels, rows, columns], owned by the caller's scope
     * @throws UnsupportedOperationException where the factory {@linkplain NetworkFactory#poolsMap says} that there is none
     */
    public Tensor map(Tensor x) {
        throw new UnsupportedOperationException("this network pools no feature map");
    }

    /** Stretches of equal length that a feature vector is made of: the channels of a map that is not pooled; 1 for any other vector. */
    public int channels() {
        return 1;
    }

    /**
     * Whether in training what a row gives depends on the rows beside it, as batch normalisation makes it. Where it does not, several batches may go
     * through together.
     */
    public boolean mixesRows() {
        return false;
    }

    /** Switches between training (true: batch statistics, dropout) and evaluation. */
    public void train(boolean on) {
        training = on;
    }

    /** Whether the network is in training mode. */
    protected final boolean training() {
        return training;
    }

    /** Parameters and buffers by the reference's names; live, owned by this network. */
    public final Map<String, Tensor> state() {
        return tensors.all();
    }

    /** The trained tensors, in order of creation. */
    public final List<Tensor> parameters() {
        return tensors.parameters();
    }

    /** Its batch normalisations, in order of creation. */
    final List<BatchNormLayer> normalisations() {
        return tensors.normalisations();
    }

    /** Numbers that are trained. */
    public final long parameterCount() {
        return parameters().stream().mapToLong(Tensor::numel).sum();
    }

    @Override
    public void close() {
        tensors.close();
    }
}
