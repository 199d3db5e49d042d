package org.shiftbed.learn.network;

import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * The projection head of SelfReg (Kim et al., 2021; {@code domainbed-protocol.md} 5.5): linear d to h, batch normalisation, ReLU, linear h to h, batch
 * normalisation, ReLU, linear h to d, batch normalisation; h = d for d = 2048 and 2d else. State: {@code 0.}, {@code 1.}, {@code 3.}, {@code 4.},
 * {@code 6.}, {@code 7.}.
 */
public final class ProjectionHead extends Network {
    private static final int WIDE = 2048;

    private final LinearLayer[] linear;
    private final BatchNormLayer[] norms;
    private final int features;

    /**
     * @param features d
     * @param tensors empty; owned by this from now on
     */
    public ProjectionHead(int features, NamedTensors tensors) {
        super(tensors);
        this.features = features;
        int hidden = features == WIDE ? features : 2 * features;
        int[] sides = {features, hidden, hidden, features};
        linear = new LinearLayer[3];
        norms = new BatchNormLayer[3];
        for (int i = 0; i < linear.length; i++) {
            linear[i] = new LinearLayer(tensors, 3 * i + ".", sides[i], sides[i + 1]);
            norms[i] = new BatchNormLayer(tensors, 3 * i + 1 + ".", sides[i + 1]);
        }
    }

    /** @param x [B, d]; B at least 2 in training */
    @Override
    public Tensor forward(Tensor x) {
        Tensor h = x;
        for (int i = 0; i < linear.length; i++) {
            h = norms[i].forward(linear[i].forward(h), training());
            h = i + 1 < linear.length ? torch.relu(h) : h;
        }
        return h;
    }

    @Override
    public int features() {
        return features;
    }
}
