package org.shiftbed.learn.network;

import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;
import org.shiftbed.data.ImageShape;
import org.shiftbed.learn.algorithm.RandomDraws;

/**
 * Residual network of 18 layers (He et al., 2016), basic blocks 2, 2, 2, 2 of widths 64, 128, 256, 512, global average pooling, dropout
 * ({@code resnet_dropout}), 512 features. State names are torchvision's below {@code network.}, as in DomainBed; {@code freeze_bn} keeps batch
 * normalisation at its running statistics ({@code domainbed-protocol.md} 2).
 *
 * <p>The stem of {@code resnet18} is convolution 7 x 7 with stride 2 and max-pooling 3 x 3 with stride 2, for any number of channels; it leaves
 * 2 x 2 of a 64 x 64 picture. That of {@code resnet18-small} is convolution 3 x 3 with stride 1 and no pooling; it leaves 4 x 4 of a 32 x 32
 * picture and costs sixteen times as much for the same picture.
 */
public final class ResNet extends Network {
    private static final int[] WIDTHS = {64, 128, 256, 512};
    private static final int BLOCKS = 2;

    private final boolean smallStem;
    private final boolean frozenNorm;
    private final double dropout;
    private final RandomDraws draws;
    private final ConvLayer stem;
    private final BatchNormLayer stemNorm;
    private final List<Block> blocks = new ArrayList<>();

    ResNet(NetworkFactory.Request request, boolean smallStem, NamedTensors tensors) {
        super(tensors);
        this.smallStem = smallStem;
        frozenNorm = request.hyperparameters().flag("freeze_bn", false);
        dropout = request.hyperparameters().number("resnet_dropout", 0);
        draws = request.draws();
        int channels = request.shape().channels();
        stem = smallStem
                ? new ConvLayer(tensors, "network.conv1.", channels, WIDTHS[0], 3, 1, 1, false)
                : new ConvLayer(tensors, "network.conv1.", channels, WIDTHS[0], 7, 2, 3, false);
        stemNorm = new BatchNormLayer(tensors, "network.bn1.", WIDTHS[0]);
        int in = WIDTHS[0];
        for (int stage = 0; stage < WIDTHS.length; stage++) {
            for (int i = 0; i < BLOCKS; i++) {
                String prefix = "network.layer" + (stage + 1) + "." + i + ".";
                blocks.add(new Block(tensors, prefix, in, WIDTHS[stage], stage > 0 && i == 0 ? 2 : 1));
                in = WIDTHS[stage];
            }
        }
    }

    @Override
    public Tensor forward(Tensor x) {
        boolean batchStatistics = training() && !frozenNorm;
        Tensor h = torch.relu(stemNorm.forward(stem.forward(x), batchStatistics));
        if (!smallStem) {
            h = torch.max_pool2d(h, new long[] {3, 3}, new long[] {2, 2}, new long[] {1, 1}, new long[] {1, 1}, false);
        }
        for (Block block : blocks) {
            h = block.forward(h, batchStatistics);
        }
        Tensor pooled = torch.flatten(torch.adaptive_avg_pool2d(h, 1, 1), 1, -1);
        return Layers.dropout(pooled, training() ? dropout : 0, draws);
    }

    @Override
    public boolean mixesRows() {
        return !frozenNorm;
    }

    @Override
    public int features() {
        return WIDTHS[WIDTHS.length - 1];
    }

    /** Two convolutions 3 x 3 around a shortcut; the stride is on the first. */
    private static final class Block {
        private final ConvLayer conv1;
        private final BatchNormLayer bn1;
        private final ConvLayer conv2;
        private final BatchNormLayer bn2;
        private final @Nullable ConvLayer projection;
        private final @Nullable BatchNormLayer projectionNorm;

        Block(NamedTensors tensors, String prefix, int in, int out, int stride) {
            conv1 = new ConvLayer(tensors, prefix + "conv1.", in, out, 3, stride, 1, false);
            bn1 = new BatchNormLayer(tensors, prefix + "bn1.", out);
            conv2 = new ConvLayer(tensors, prefix + "conv2.", out, out, 3, 1, 1, false);
            bn2 = new BatchNormLayer(tensors, prefix + "bn2.", out);
            boolean same = in == out && stride == 1;
            projection = same ? null : new ConvLayer(tensors, prefix + "downsample.0.", in, out, 1, stride, 0, false);
            projectionNorm = same ? null : new BatchNormLayer(tensors, prefix + "downsample.1.", out);
        }

        Tensor forward(Tensor x, boolean batchStatistics) {
            Tensor h = torch.relu(bn1.forward(conv1.forward(x), batchStatistics));
            h = bn2.forward(conv2.forward(h), batchStatistics);
            Tensor shortcut = projection == null || projectionNorm == null
                    ? x
                    : projectionNorm.forward(projection.forward(x), batchStatistics);
            return torch.relu(h.add(shortcut));
        }
    }

    /** Registers {@code resnet18}. */
    public static final class Large implements NetworkFactory {
        private static final int SMALLEST = 64;

        @Override
        public String name() {
            return "resnet18";
        }

        @Override
        public String summary() {
            return "ResNet-18 as in torchvision, 512 features; for pictures of 64 pixels and more";
        }

        @Override
        public @Nullable String refuses(ImageShape shape) {
            return null;
        }

        @Override
        public @Nullable String warns(ImageShape shape) {
            // The stem and the four stages halve the sides five times.
            return Math.min(shape.height(), shape.width()) >= SMALLEST
                    ? null
                    : "is made for pictures of " + SMALLEST
                            + " pixels and more, and leaves little of smaller ones; resnet18-small and small-cnn keep more";
        }

        @Override
        public Network create(Request request) {
            return new ResNet(request, false, new NamedTensors(request.precision(), request.device()));
        }
    }

    /** Registers {@code resnet18-small}. */
    public static final class Small implements NetworkFactory {
        @Override
        public String name() {
            return "resnet18-small";
        }

        @Override
        public String summary() {
            return "ResNet-18 with a 3 x 3 stem of stride 1 and no max-pooling, 512 features; for pictures of up to 64 pixels";
        }

        @Override
        public @Nullable String refuses(ImageShape shape) {
            return null;
        }

        @Override
        public Network create(Request request) {
            return new ResNet(request, true, new NamedTensors(request.precision(), request.device()));
        }
    }
}
