package org.shiftbed.learn.network;

import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * The discriminator of URM ({@code domainbed-protocol.md} 5.3): linear d to 100, then linear layers 100 to 100, each followed by a leaky ReLU of slope
 * 0.01, and linear 100 to 1. State: {@code dense1.}, {@code dense2.}, ..., {@code output.}
 */
public final class LeakyPerceptron extends Network {
    private static final int WIDTH = 100;
    private static final double SLOPE = 0.01;

    private final List<LinearLayer> hidden = new ArrayList<>();
    private final LinearLayer output;

    /**
     * @param in length of a feature vector
     * @param hiddenLayers linear layers 100 to 100, at least 0
     * @param tensors empty; owned by this from now on
     */
    public LeakyPerceptron(int in, int hiddenLayers, NamedTensors tensors) {
        super(tensors);
        for (int i = 0; i <= hiddenLayers; i++) {
            hidden.add(new LinearLayer(tensors, "dense" + (i + 1) + ".", i == 0 ? in : WIDTH, WIDTH));
        }
        output = new LinearLayer(tensors, "output.", WIDTH, 1);
    }

    /** @return logits [B, 1] */
    @Override
    public Tensor forward(Tensor x) {
        Tensor h = x;
        for (LinearLayer layer : hidden) {
            h = torch.leaky_relu(layer.forward(h), new Scalar(SLOPE));
        }
        return output.forward(h);
    }

    @Override
    public int features() {
        return 1;
    }
}
