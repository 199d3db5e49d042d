package org.shiftbed.learn.network;

import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.shiftbed.data.ImageShape;

/**
 * A network whose features are its {@link Network#map map} itself, flattened, in place of the means over it: those of a channel side by side. Weights and
 * their names are those of the network.
 */
public final class UnpooledNetwork extends Network {
    private final Network inner;
    private final int channels;
    private final int features;

    /**
     * @param inner with a map; in training mode, closed with this
     * @param shape of its pictures
     */
    public UnpooledNetwork(Network inner, ImageShape shape) {
        super(inner);
        this.inner = inner;
        // A map has the size that one picture shows. Nothing is drawn, and no running statistic moves.
        inner.train(false);
        try (NoGradGuard guard = new NoGradGuard()) {
            Tensor one = torch.zeros(1, shape.channels(), shape.height(), shape.width());
            Tensor like = inner.parameters().get(0);
            Tensor map = inner.map(one.to(like.device(), like.scalar_type()));
            channels = (int) map.size(1);
            features = (int) map.numel();
        }
        inner.train(true);
    }

    @Override
    public Tensor forward(Tensor x) {
        return torch.flatten(inner.map(x), 1, -1);
    }

    @Override
    public int features() {
        return features;
    }

    @Override
    public int channels() {
        return channels;
    }

    @Override
    public boolean mixesRows() {
        return inner.mixesRows();
    }

    @Override
    public void train(boolean on) {
        super.train(on);
        inner.train(on);
    }

    @Override
    public void close() {
        inner.close();
    }
}
