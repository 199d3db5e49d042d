package org.shiftbed.learn.network;

import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.shiftbed.learn.algorithm.RandomDraws;

/**
 * Vision transformer (Dosovitskiy et al., 2021) as in torchvision: patches through a convolution, a class token, learned positions, pre-norm blocks
 * with GELU, a last normalisation; the features are the class token's. Dropout ({@code vit_dropout}, 0.1 where it is not declared) follows the
 * positions, the attention, and both layers of each perceptron, as there.
 *
 * <p>State names are torchvision's below {@code network.}: {@code class_token}, {@code conv_proj}, {@code encoder.pos_embedding},
 * {@code encoder.layers.encoder_layer_i} with {@code ln_1}, {@code self_attention}, {@code ln_2}, {@code mlp.0}, {@code mlp.3}, and
 * {@code encoder.ln}. So are the start values: positions normal of deviation 0.02, patches normal of variance 1 / fan-in, the projections of
 * attention and the perceptrons by Glorot and Bengio's rule, biases 0 or next to it.
 */
public final class VisionTransformer extends Network {
    private static final double DROPOUT = 0.1;

    private final Tensor classToken;
    private final ConvLayer patches;
    private final Tensor positions;
    private final List<Block> blocks = new ArrayList<>();
    private final LayerNormLayer norm;
    private final int width;
    private final double dropout;
    private final RandomDraws draws;

    /**
     * The size of a transformer.
     *
     * @param patch side of a patch in pixels; divides the side of a picture
     * @param width of a token
     * @param hidden width of a perceptron
     * @param heads of attention
     * @param layers number of blocks
     */
    record Size(int patch, int width, int hidden, int heads, int layers) {}

    /** @param request for square pictures */
    VisionTransformer(NetworkFactory.Request request, Size size, NamedTensors tensors) {
        super(tensors);
        width = size.width;
        dropout = request.hyperparameters().number("vit_dropout", DROPOUT);
        draws = request.draws();
        int channels = request.shape().channels();
        int row = request.shape().width() / size.patch;
        classToken = tensors.parameter("network.class_token", torch.zeros(1, 1, width));
        patches = new ConvLayer(
                tensors,
                "network.conv_proj.",
                // torchvision cuts this normal at 2, which is more than 8 deviations.
                Layers.normal(
                        1 / Math.sqrt((double) channels * size.patch * size.patch),
                        width,
                        channels,
                        size.patch,
                        size.patch),
                torch.zeros(width),
                size.patch);
        positions =
                tensors.parameter("network.encoder.pos_embedding", Layers.normal(0.02, 1, (long) row * row + 1, width));
        for (int i = 0; i < size.layers; i++) {
            blocks.add(new Block(tensors, "network.encoder.layers.encoder_layer_" + i + ".", size));
        }
        norm = new LayerNormLayer(tensors, "network.encoder.ln.", width);
    }

    @Override
    public Tensor forward(Tensor x) {
        Tensor tokens = torch.flatten(patches.forward(x), 2, -1).permute(0, 2, 1);
        Tensor h = torch.cat(new TensorVector(classToken.expand(x.size(0), 1, width), tokens), 1);
        h = dropped(h.add(positions));
        for (Block block : blocks) {
            h = block.forward(h);
        }
        return norm.forward(h.select(1, 0));
    }

    @Override
    public int features() {
        return width;
    }

    private Tensor dropped(Tensor h) {
        return Layers.dropout(h, training() ? dropout : 0, draws);
    }

    /** Attention and a perceptron, each behind a normalisation and around a shortcut. */
    private final class Block {
        private static final double BIAS_DEVIATION = 1e-6;

        private final LayerNormLayer norm1;
        private final SelfAttention attention;
        private final LayerNormLayer norm2;
        private final LinearLayer wide;
        private final LinearLayer narrow;

        Block(NamedTensors tensors, String prefix, Size size) {
            norm1 = new LayerNormLayer(tensors, prefix + "ln_1.", size.width);
            attention = new SelfAttention(tensors, prefix + "self_attention.", size.width, size.heads);
            norm2 = new LayerNormLayer(tensors, prefix + "ln_2.", size.width);
            wide = perceptron(tensors, prefix + "mlp.0.", size.width, size.hidden);
            narrow = perceptron(tensors, prefix + "mlp.3.", size.hidden, size.width);
        }

        private static LinearLayer perceptron(NamedTensors tensors, String prefix, int in, int out) {
            return new LinearLayer(tensors, prefix, Layers.xavier(in, out), Layers.normal(BIAS_DEVIATION, out));
        }

        Tensor forward(Tensor x) {
            Tensor h = x.add(dropped(attention.forward(norm1.forward(x))));
            Tensor hidden = dropped(torch.gelu(wide.forward(norm2.forward(h))));
            return h.add(dropped(narrow.forward(hidden)));
        }
    }
}
