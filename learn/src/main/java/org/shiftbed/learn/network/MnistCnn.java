package org.shiftbed.learn.network;

import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;
import org.shiftbed.data.ImageShape;

/**
 * DomainBed's network for 28 x 28 digits ({@code domainbed-protocol.md} 2): four convolutions, each followed by ReLU and then group normalisation,
 * global average pooling, 128 features. State names as there: {@code conv1} to {@code conv4}, {@code bn0} to {@code bn3}.
 */
public final class MnistCnn extends Network {
    private static final int FEATURES = 128;

    private final List<ConvLayer> convolutions;
    private final List<GroupNormLayer> norms;

    MnistCnn(int channels, NamedTensors tensors) {
        super(tensors);
        convolutions = List.of(
                new ConvLayer(tensors, "conv1.", channels, 64, 3, 1, 1, true),
                new ConvLayer(tensors, "conv2.", 64, 128, 3, 2, 1, true),
                new ConvLayer(tensors, "conv3.", 128, 128, 3, 1, 1, true),
                new ConvLayer(tensors, "conv4.", 128, 128, 3, 1, 1, true));
        norms = List.of(
                new GroupNormLayer(tensors, "bn0.", 8, 64),
                new GroupNormLayer(tensors, "bn1.", 8, 128),
                new GroupNormLayer(tensors, "bn2.", 8, 128),
                new GroupNormLayer(tensors, "bn3.", 8, 128));
    }

    @Override
    public Tensor forward(Tensor x) {
        return torch.flatten(torch.adaptive_avg_pool2d(map(x), 1, 1), 1, -1);
    }

    @Override
    public Tensor map(Tensor x) {
        Tensor h = x;
        for (int i = 0; i < convolutions.size(); i++) {
            h = norms.get(i).forward(torch.relu(convolutions.get(i).forward(h)));
        }
        return h;
    }

    @Override
    public int features() {
        return FEATURES;
    }

    /** Registers {@code mnist-cnn}. */
    public static final class Factory implements NetworkFactory {
        @Override
        public String name() {
            return "mnist-cnn";
        }

        @Override
        public String summary() {
            return "DomainBed's MNIST_CNN: four convolutions with group normalisation, 128 features; for 28 x 28 digits";
        }

        @Override
        public @Nullable String refuses(ImageShape shape) {
            return null;
        }

        @Override
        public boolean poolsMap(ImageShape shape) {
            // One convolution halves the sides.
            return Math.max(shape.height(), shape.width()) > 2;
        }

        @Override
        public Network create(Request request) {
            return new MnistCnn(request.shape().channels(), new NamedTensors(request.precision(), request.device()));
        }
    }
}
