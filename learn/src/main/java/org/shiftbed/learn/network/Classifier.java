package org.shiftbed.learn.network;

import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * A head: features in, logits out ({@code domainbed-protocol.md} 2). Linear: state {@code weight}, {@code bias}. Non-linear: in to in/2 to in/4 to
 * classes with ReLU between, state {@code 0.}, {@code 2.}, {@code 4.}.
 */
public final class Classifier extends Network {
    private final List<LinearLayer> layers = new ArrayList<>();
    private final int classes;

    /**
     * @param in length of a feature vector; at least 4 where non-linear
     * @param tensors empty; owned by this from now on
     */
    public Classifier(int in, int classes, boolean nonlinear, NamedTensors tensors) {
        super(tensors);
        this.classes = classes;
        if (nonlinear) {
            layers.add(new LinearLayer(tensors, "0.", in, in / 2));
            layers.add(new LinearLayer(tensors, "2.", in / 2, in / 4));
            layers.add(new LinearLayer(tensors, "4.", in / 4, classes));
        } else {
            layers.add(new LinearLayer(tensors, "", in, classes));
        }
    }

    @Override
    public Tensor forward(Tensor x) {
        Tensor h = layers.get(0).forward(x);
        for (LinearLayer layer : layers.subList(1, layers.size())) {
            h = layer.forward(torch.relu(h));
        }
        return h;
    }

    @Override
    public int features() {
        return classes;
    }
}
