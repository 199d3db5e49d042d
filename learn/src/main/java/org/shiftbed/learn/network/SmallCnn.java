package org.shiftbed.learn.network;

import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;
import org.shiftbed.data.ImageShape;

/**
 * Shiftbed's own network for pictures of 8 to 64 pixels on a processor: blocks of convolution 3 x 3, group normalisation, ReLU and max-pooling
 * 2 x 2 until less than 8 rows or columns are left, then one linear layer with ReLU. The last block has 32 channels and each one before it half as
 * many, at least 8: where a picture is large the network is thin. Positions are kept up to that layer, so that the place of an
 * object can be learnt as well as its kind. Normalisation is within each example: what a row gives does not depend on the rows beside it,
 * which matters where a batch mixes environments.
 *
 * <p>State: {@code convs.i.weight}, {@code convs.i.bias}, {@code norms.i.weight}, {@code norms.i.bias}, {@code output.weight},
 * {@code output.bias}.
 */
public final class SmallCnn extends Network {
    private static final int LAST_WIDTH = 32;
    private static final int LEAST_WIDTH = 8;
    private static final int GROUPS = 4;
    private static final int FEATURES = 64;
    private static final int SMALLEST = 8;

    private final List<ConvLayer> convs = new ArrayList<>();
    private final List<GroupNormLayer> norms = new ArrayList<>();
    private final LinearLayer output;

    SmallCnn(ImageShape shape, NamedTensors tensors) {
        super(tensors);
        int channels = shape.channels();
        int height = shape.height();
        int width = shape.width();
        int blocks = 0;
        while (Math.min(height, width) >> blocks >= SMALLEST) {
            blocks++;
        }
        for (int i = 0; i < blocks; i++) {
            int out = Math.max(LEAST_WIDTH, LAST_WIDTH >> (blocks - 1 - i));
            convs.add(new ConvLayer(tensors, "convs." + i + ".", channels, out, 3, 1, 1, true));
            norms.add(new GroupNormLayer(tensors, "norms." + i + ".", GROUPS, out));
            channels = out;
            height /= 2;
            width /= 2;
        }
        output = new LinearLayer(tensors, "output.", channels * height * width, FEATURES);
    }

    @Override
    public Tensor forward(Tensor x) {
        Tensor h = x;
        for (int i = 0; i < convs.size(); i++) {
            // Pooling before ReLU gives the same numbers as after it, on a quarter of them.
            h = torch.relu(torch.max_pool2d(norms.get(i).forward(convs.get(i).forward(h)), 2, 2));
        }
        return torch.relu(output.forward(torch.flatten(h, 1, -1)));
    }

    @Override
    public int features() {
        return FEATURES;
    }

    /** Registers {@code small-cnn}. */
    public static final class Factory implements NetworkFactory {
        @Override
        public String name() {
            return "small-cnn";
        }

        @Override
        public String summary() {
            return "small convolutional network with max-pooling, 64 features; for pictures of 8 to 64 pixels";
        }

        @Override
        public @Nullable String refuses(ImageShape shape) {
            return Math.min(shape.height(), shape.width()) < SMALLEST
                    ? "small-cnn needs at least " + SMALLEST + " rows and columns, the pictures are " + shape
                    : null;
        }

        @Override
        public Network create(Request request) {
            return new SmallCnn(request.shape(), new NamedTensors(request.precision(), request.device()));
        }
    }
}
