package org.shiftbed.learn.generate;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.shiftbed.learn.network.ConvLayer;
import org.shiftbed.learn.network.NamedTensors;

/**
 * Tells real pictures from translated ones, patch by patch, and the value of an attribute (Choi et al., StarGAN, 2018; {@code controlled-shifts.md} 3.3):
 * strided 4x4 convolutions with leaky ReLU, then a map of real against translated and a head for the value.
 */
public final class Discriminator implements AutoCloseable {
    /** Most strided convolutions: of sides below 256, and of others. */
    private static final int[] MOST = {5, 6};

    private static final double SLOPE = 0.01;

    private final NamedTensors tensors;
    private final List<ConvLayer> strided = new ArrayList<>();
    private final ConvLayer source;
    private final ConvLayer attribute;

    /**
     * @param channels of a picture
     * @param values of the attribute
     * @param side of a picture, at least 4; 5 strided convolutions below 256, else 6, and fewer below 64, so that 2 x 2 are left
     * @param width channels of the first convolution, {@value Generator#WIDTH} in the study
     * @param tensors empty; owned by this from now on
     */
    public Discriminator(int channels, int values, int side, int width, NamedTensors tensors) {
        this.tensors = tensors;
        int layers = layers(side);
        int from = channels;
        int map = side;
        for (int i = 0; i < layers; i++) {
            int to = width << i;
            strided.add(new ConvLayer(tensors, "strided" + i + ".", from, to, 4, 2, 1, true));
            from = to;
            map /= 2;
        }
        source = new ConvLayer(tensors, "source.", from, 1, 3, 1, 1, false);
        attribute = new ConvLayer(tensors, "attribute.", from, values, map, 1, 0, false);
    }

    /** Strided convolutions for pictures of a side. */
    static int layers(int side) {
        int halvings = 31 - Integer.numberOfLeadingZeros(side / 2);
        return Math.min(halvings, side < 256 ? MOST[0] : MOST[1]);
    }

    /**
     * What it says of pictures.
     *
     * @param source [B, 1, h, w], larger is more real
     * @param attribute logits [B, values]
     */
    public record Opinion(Tensor source, Tensor attribute) {}

    /** Judges pictures [B, C, H, W] in [-1, 1]. */
    public Opinion judge(Tensor x) {
        List<Tensor> maps = convolved(x);
        Tensor h = maps.get(maps.size() - 1);
        return new Opinion(source.forward(h), attribute.forward(h).flatten(1, -1));
    }

    /** What each strided convolution gives, after its leaky ReLU. */
    List<Tensor> convolved(Tensor x) {
        List<Tensor> all = new ArrayList<>();
        Tensor h = x;
        for (ConvLayer layer : strided) {
            h = torch.leaky_relu(layer.forward(h), new Scalar(SLOPE));
            all.add(h);
        }
        return all;
    }

    /** Parameters by name; live, owned by this. */
    public Map<String, Tensor> state() {
        return tensors.all();
    }

    /** The trained tensors, in order of creation. */
    public List<Tensor> parameters() {
        return tensors.parameters();
    }

    @Override
    public void close() {
        tensors.close();
    }
}
