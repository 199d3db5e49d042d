package org.shiftbed.learn.network;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;
import org.shiftbed.data.ImageShape;
import org.shiftbed.learn.hyperparameter.HyperparameterValues;

/**
 * WideResNet-16-2 (Zagoruyko and Komodakis, 2016) as in DomainBed ({@code domainbed-protocol.md} 2), for 32 x 32 pictures: convolution 3 x 3 to 16
 * channels, three stages of two pre-activation blocks with 32, 64 and 128 channels and first strides 1, 2, 2, batch normalisation of momentum 0.9,
 * ReLU, average pooling over what is left (8 x 8 of a 32 x 32 picture); 128 features. Every convolution has a bias. {@code freeze_bn} as for ResNets.
 *
 * <p>State names are the reference's: {@code conv1}, {@code layerS.I.bn1}, {@code conv1}, {@code bn2}, {@code conv2}, {@code shortcut.0},
 * {@code bn1}.
 */
public final class WideResNet extends Network {
    private static final int STEM_WIDTH = 16;
    private static final int[] WIDTHS = {32, 64, 128};
    private static final int BLOCKS = 2;
    private static final double LAST_MOMENTUM = 0.9;

    private final boolean frozenNorm;
    private final ConvLayer stem;
    private final List<Block> blocks = new ArrayList<>();
    private final BatchNormLayer norm;

    WideResNet(NetworkFactory.Request request, NamedTensors tensors) {
        super(tensors);
        frozenNorm = request.hyperparameters().flag("freeze_bn", false);
        stem = new ConvLayer(tensors, "conv1.", request.shape().channels(), STEM_WIDTH, 3, 1, 1, true);
        int in = STEM_WIDTH;
        for (int stage = 0; stage < WIDTHS.length; stage++) {
            for (int i = 0; i < BLOCKS; i++) {
                String prefix = "layer" + (stage + 1) + "." + i + ".";
                blocks.add(new Block(tensors, prefix, in, WIDTHS[stage], stage > 0 && i == 0 ? 2 : 1));
                in = WIDTHS[stage];
            }
        }
        norm = new BatchNormLayer(tensors, "bn1.", in, LAST_MOMENTUM);
    }

    @Override
    public Tensor forward(Tensor x) {
        return torch.flatten(torch.adaptive_avg_pool2d(map(x), 1, 1), 1, -1);
    }

    @Override
    public Tensor map(Tensor x) {
        boolean batchStatistics = training() && !frozenNorm;
        Tensor h = stem.forward(x);
        for (Block block : blocks) {
            h = block.forward(h, batchStatistics);
        }
        return torch.relu(norm.forward(h, batchStatistics));
    }

    @Override
    public boolean mixesRows() {
        return !frozenNorm;
    }

    @Override
    public int features() {
        return WIDTHS[WIDTHS.length - 1];
    }

    /** Normalisation and ReLU before each of two convolutions 3 x 3, the stride on the second; the shortcut starts from the raw input. */
    private static final class Block {
        private final BatchNormLayer norm1;
        private final ConvLayer conv1;
        private final BatchNormLayer norm2;
        private final ConvLayer conv2;
        private final @Nullable ConvLayer shortcut;

        Block(NamedTensors tensors, String prefix, int in, int out, int stride) {
            norm1 = new BatchNormLayer(tensors, prefix + "bn1.", in);
            conv1 = new ConvLayer(tensors, prefix + "conv1.", in, out, 3, 1, 1, true);
            norm2 = new BatchNormLayer(tensors, prefix + "bn2.", out);
            conv2 = new ConvLayer(tensors, prefix + "conv2.", out, out, 3, stride, 1, true);
            boolean same = in == out && stride == 1;
            shortcut = same ? null : new ConvLayer(tensors, prefix + "shortcut.0.", in, out, 1, stride, 0, true);
        }

        Tensor forward(Tensor x, boolean batchStatistics) {
            Tensor h = conv1.forward(torch.relu(norm1.forward(x, batchStatistics)));
            h = conv2.forward(torch.relu(norm2.forward(h, batchStatistics)));
            return h.add(shortcut == null ? x : shortcut.forward(x));
        }
    }

    /** Registers {@code wide-resnet}. */
    public static final class Factory implements NetworkFactory {
        @Override
        public String name() {
            return "wide-resnet";
        }

        @Override
        public String summary() {
            return "WideResNet-16-2 as in DomainBed, 128 features; for pictures of 32 pixels";
        }

        @Override
        public @Nullable String refuses(ImageShape shape) {
            return null;
        }

        @Override
        public boolean poolsMap(ImageShape shape) {
            // The second and third stage halve the sides.
            return Math.max(shape.height(), shape.width()) > 4;
        }

        @Override
        public boolean normalisesBatches() {
            return true;
        }

        @Override
        public Set<String> reads() {
            return Set.of("freeze_bn");
        }

        @Override
        public int fewestRows(ImageShape shape, HyperparameterValues hyperparameters) {
            return !poolsMap(shape) && !hyperparameters.flag("freeze_bn", false) ? 2 : 1;
        }

        @Override
        public Network create(Request request) {
            return new WideResNet(request, new NamedTensors(request.precision(), request.device()));
        }
    }
}
