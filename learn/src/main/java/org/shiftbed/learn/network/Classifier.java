package org.shiftbed.learn.network;

import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * A head: features in, logits out ({@code domainbed-protocol.md} 2). Linear: state {@code weight}, {@code bias}. With hidden layers: ReLU between, state
 * {@code 0.}, {@code 2.}, {@code 4.}, as the places of layers in the reference, where a ReLU is one too.
 */
public final class Classifier extends Network {
    private final List<LinearLayer> layers = new ArrayList<>();
    private final int classes;

    /**
     * With DomainBed's hidden layers, half and a quarter as wide as the features, or none.
     *
     * @param in length of a feature vector; at least 4 where non-linear
     * @param tensors empty; owned by this from now on
     */
    public Classifier(int in, int classes, boolean nonlinear, NamedTensors tensors) {
        this(in, classes, nonlinear ? List.of(in / 2, in / 4) : List.of(), tensors);
    }

    /**
     * @param in length of a feature vector
     * @param hidden widths of hidden layers, each at least 1
     * @param tensors empty; owned by this from now on
     */
    public Classifier(int in, int classes, List<Integer> hidden, NamedTensors tensors) {
        super(tensors);
        this.classes = classes;
        int from = in;
        for (int width : hidden) {
            layers.add(new LinearLayer(tensors, 2 * layers.size() + ".", from, width));
            from = width;
        }
        String last = hidden.isEmpty() ? "" : 2 * layers.size() + ".";
        layers.add(new LinearLayer(tensors, last, from, classes));
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
