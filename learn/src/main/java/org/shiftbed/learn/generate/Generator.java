package org.shiftbed.learn.generate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;
import org.shiftbed.data.ImageShape;
import org.shiftbed.learn.network.ConvLayer;
import org.shiftbed.learn.network.InstanceNormLayer;
import org.shiftbed.learn.network.NamedTensors;
import org.shiftbed.learn.network.TransposedConvLayer;
import org.shiftbed.learn.torch.Tensors;

/**
 * Translates pictures into a value of an attribute (Choi et al., StarGAN, 2018; {@code controlled-shifts.md} 3.3): pictures and one plane for each
 * value go through a 7x7 convolution, two that halve the side, residual blocks, two that double it, and a 7x7 one with tanh. Instance normalisation
 * and ReLU after each but the last.
 */
public final class Generator implements AutoCloseable {
    /** Channels of the first convolution in the study. */
    public static final int WIDTH = 64;

    private static final int HALVINGS = 2;

    private final NamedTensors tensors;
    private final int values;
    private final Unit in;
    private final List<Unit> down = new ArrayList<>();
    private final List<Block> blocks = new ArrayList<>();
    private final List<Up> up = new ArrayList<>();
    private final ConvLayer out;

    /**
     * @param channels of a picture
     * @param values of the attribute
     * @param side of a picture; decides the number of blocks
     * @param width channels of the first convolution, {@value #WIDTH} in the study
     * @param tensors empty; owned by this from now on
     */
    public Generator(int channels, int values, int side, int width, NamedTensors tensors) {
        this.tensors = tensors;
        this.values = values;
        in = new Unit(tensors, "in.", channels + values, width, 7, 1, 3);
        down.add(new Unit(tensors, "down0.", width, 2 * width, 4, 2, 1));
        down.add(new Unit(tensors, "down1.", 2 * width, 4 * width, 4, 2, 1));
        for (int i = 0; i < blocks(side); i++) {
            blocks.add(new Block(tensors, "block" + i + ".", 4 * width));
        }
        up.add(new Up(tensors, "up0.", 4 * width, 2 * width));
        up.add(new Up(tensors, "up1.", 2 * width, width));
        out = new ConvLayer(tensors, "out.", width, channels, 7, 1, 3, false);
    }

    /** Residual blocks for pictures of a side: 5 below 96 pixels, 6 below 256, else 9. */
    static int blocks(int side) {
        if (side < 96) {
            return 5;
        }
        return side < 256 ? 6 : 9;
    }

    /** Why pictures cannot be translated, as the end of a sentence; null where they can. */
    public static @Nullable String refuses(ImageShape shape) {
        int multiple = 1 << HALVINGS;
        // Instance normalisation needs more than one pixel a channel.
        boolean fits =
                shape.height() == shape.width() && shape.height() % multiple == 0 && shape.height() >= 2 * multiple;
        return fits
                ? null
                : "translates square pictures of at least " + 2 * multiple + " pixels, a multiple of " + multiple
                        + ", found " + shape + "; resize them, or compare without it";
    }

    /** Convolution and normalisation. */
    private static final class Unit {
        private final ConvLayer convolution;
        private final InstanceNormLayer norm;

        Unit(NamedTensors tensors, String prefix, int from, int to, int kernel, int stride, int padding) {
            convolution = new ConvLayer(tensors, prefix, from, to, kernel, stride, padding, false);
            norm = new InstanceNormLayer(tensors, prefix + "norm.", to);
        }

        Tensor forward(Tensor x) {
            return norm.forward(convolution.forward(x));
        }
    }

    /** x + what two units make of it. */
    private static final class Block {
        private final Unit first;
        private final Unit second;

        Block(NamedTensors tensors, String prefix, int channels) {
            first = new Unit(tensors, prefix + "conv0.", channels, channels, 3, 1, 1);
            second = new Unit(tensors, prefix + "conv1.", channels, channels, 3, 1, 1);
        }

        Tensor forward(Tensor x) {
            return x.add(second.forward(torch.relu(first.forward(x))));
        }
    }

    /** Transposed convolution and normalisation. */
    private static final class Up {
        private final TransposedConvLayer convolution;
        private final InstanceNormLayer norm;

        Up(NamedTensors tensors, String prefix, int from, int to) {
            convolution = new TransposedConvLayer(tensors, prefix, from, to, 4, 2, 1, false);
            norm = new InstanceNormLayer(tensors, prefix + "norm.", to);
        }

        Tensor forward(Tensor x) {
            return norm.forward(convolution.forward(x));
        }
    }

    /**
     * Pictures as they would be with another value.
     *
     * @param x [B, C, H, W] in [-1, 1], sides divisible by 4
     * @param value int64 [B], indices of the attribute's values
     * @return [B, C, H, W] in [-1, 1]
     */
    public Tensor translate(Tensor x, Tensor value) {
        Tensor made = x;
        for (Tensor each : stages(x, value).values()) {
            made = each;
        }
        return made;
    }

    /** What each stage gives, in order, by name. */
    Map<String, Tensor> stages(Tensor x, Tensor value) {
        Map<String, Tensor> stages = new LinkedHashMap<>();
        Tensor planes = torch.one_hot(value, values)
                .to(x.scalar_type())
                .view(x.size(0), values, 1, 1)
                .expand(x.size(0), values, x.size(2), x.size(3));
        Tensor h = torch.relu(in.forward(torch.cat(Tensors.vector(List.of(x, planes)), 1)));
        stages.put("in", h);
        for (int i = 0; i < down.size(); i++) {
            h = torch.relu(down.get(i).forward(h));
            stages.put("down" + i, h);
        }
        for (int i = 0; i < blocks.size(); i++) {
            h = blocks.get(i).forward(h);
            stages.put("block" + i, h);
        }
        for (int i = 0; i < up.size(); i++) {
            h = torch.relu(up.get(i).forward(h));
            stages.put("up" + i, h);
        }
        stages.put("out", torch.tanh(out.forward(h)));
        return stages;
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
