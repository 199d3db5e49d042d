package org.shiftbed.learn.network;

import java.util.function.UnaryOperator;
import org.bytedeco.pytorch.Tensor;

/** A network that is given what a preparation makes of examples. Weights, their names and features are those of the network itself. */
public final class PreparedNetwork extends Network {
    private final Network inner;
    private final UnaryOperator<Tensor> preparation;

    /**
     * @param inner closed with this
     * @param preparation of [B, ...], in the same shape
     */
    public PreparedNetwork(Network inner, UnaryOperator<Tensor> preparation) {
        super(inner);
        this.inner = inner;
        this.preparation = preparation;
    }

    @Override
    public Tensor forward(Tensor x) {
        return inner.forward(preparation.apply(x));
    }

    @Override
    public int features() {
        return inner.features();
    }

    @Override
    public Tensor map(Tensor x) {
        return inner.map(preparation.apply(x));
    }

    @Override
    public int channels() {
        return inner.channels();
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
