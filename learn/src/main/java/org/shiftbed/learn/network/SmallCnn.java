package org.shiftbed.learn.network;

import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;
import org.shiftbed.data.ImageShape;

/**
 * Shiftbed's own network for pictures of 8 to 64 pixels on a processor, three convolutions and one hidden layer:
 *
 * <ol>
 *   <li>convolution 5 x 5 to 16 channels, normalisation of each channel within each example, ReLU, and max-pooling down to 16 to 31 rows
 *       where the picture has more;
 *   <li>convolution 3 x 3 to 16 channels, ReLU, max-pooling 2 x 2;
 *   <li>convolution 3 x 3 to 32 channels, ReLU, max-pooling 2 x 2;
 *   <li>a linear layer to 64 features, ReLU.
 * </ol>
 *
 * <p>Positions are kept up to the linear layer. Small objects on a black ground leave most of a picture zero: normalising the first
 * channels brings them to a scale that the default initialisation expects; normalising the later ones too, or over a batch, took
 * two to three times as many updates to leave the plateau at chance on sprites of 16 pixels. Normalisation is within each example: what
 * a row gives does not depend on the rows beside it, which matters where a batch mixes environments.
 *
 * <p>State: {@code convs.i.weight}, {@code convs.i.bias} for i = 0, 1, 2, {@code norm.weight}, {@code norm.bias}, {@code output.weight},
 * {@code output.bias}.
 */
public final class SmallCnn extends Network {
    private static final int WIDTH = 16;
    private static final int FEATURES = 64;
    private static final int SMALLEST = 8;

    private final ConvLayer first;
    private final GroupNormLayer norm;
    private final int pooling;
    private final ConvLayer second;
    private final ConvLayer third;
    private final LinearLayer output;

    SmallCnn(ImageShape shape, NamedTensors tensors) {
        super(tensors);
        int side = Math.min(shape.height(), shape.width());
        pooling = Math.max(1, Integer.highestOneBit(side / 16));
        first = new ConvLayer(tensors, "convs.0.", shape.channels(), WIDTH, 5, 1, 2, true);
        norm = new GroupNormLayer(tensors, "norm.", WIDTH, WIDTH);
        second = new ConvLayer(tensors, "convs.1.", WIDTH, WIDTH, 3, 1, 1, true);
        third = new ConvLayer(tensors, "convs.2.", WIDTH, 2 * WIDTH, 3, 1, 1, true);
        int rows = shape.height() / pooling / 2 / 2;
        int columns = shape.width() / pooling / 2 / 2;
        output = new LinearLayer(tensors, "output.", 2 * WIDTH * rows * columns, FEATURES);
    }

    @Override
    public Tensor forward(Tensor x) {
        Tensor h = torch.relu(norm.forward(first.forward(x)));
        h = pooling > 1 ? torch.max_pool2d(h, pooling, pooling) : h;
        // Pooling before ReLU gives the same numbers as after it, on a quarter of them.
        h = torch.relu(torch.max_pool2d(second.forward(h), 2, 2));
        h = torch.relu(torch.max_pool2d(third.forward(h), 2, 2));
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
