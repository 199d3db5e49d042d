package org.shiftbed.learn.network;

import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * The context network of ARM (Zhang et al., 2021) as in DomainBed ({@code domainbed-protocol.md} 2): three convolutions 5 x 5 that keep height and
 * width, to 64, 64 and 1 channels, with batch normalisation and ReLU between them. State names: {@code context_net.0} (convolution), {@code .1}
 * (normalisation), {@code .3}, {@code .4}, {@code .6}.
 */
public final class ContextNet extends Network {
    private static final int WIDTH = 64;

    private final ConvLayer first;
    private final BatchNormLayer firstNorm;
    private final ConvLayer second;
    private final BatchNormLayer secondNorm;
    private final ConvLayer third;

    /**
     * @param channels of a picture
     * @param tensors empty; owned by this from now on
     */
    public ContextNet(int channels, NamedTensors tensors) {
        super(tensors);
        first = new ConvLayer(tensors, "context_net.0.", channels, WIDTH, 5, 1, 2, true);
        firstNorm = new BatchNormLayer(tensors, "context_net.1.", WIDTH);
        second = new ConvLayer(tensors, "context_net.3.", WIDTH, WIDTH, 5, 1, 2, true);
        secondNorm = new BatchNormLayer(tensors, "context_net.4.", WIDTH);
        third = new ConvLayer(tensors, "context_net.6.", WIDTH, 1, 5, 1, 2, true);
    }

    /**
     * The context of each picture, as one more channel.
     *
     * @param x [B, C, H, W]
     * @return [B, 1, H, W], owned by the caller's scope
     */
    @Override
    public Tensor forward(Tensor x) {
        Tensor h = torch.relu(firstNorm.forward(first.forward(x), training()));
        h = torch.relu(secondNorm.forward(second.forward(h), training()));
        return third.forward(h);
    }

    @Override
    public boolean mixesRows() {
        return true;
    }

    /** Channels of a context: 1. */
    @Override
    public int features() {
        return 1;
    }
}
