package org.shiftbed.learn.network;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.shiftbed.learn.algorithm.RandomDraws;
import org.shiftbed.learn.torch.Tensors;

/**
 * Residual networks of 18, 50 and 101 layers (He et al., 2016): a stem, four stages of blocks, global average pooling, dropout
 * ({@code resnet_dropout}); 512 features of basic blocks, 2048 of bottleneck blocks and of a wide end. State names are torchvision's below {@code network.}, as in
 * DomainBed; {@code freeze_bn} keeps batch normalisation at its running statistics while its scales and offsets train
 * ({@code domainbed-protocol.md} 2).
 *
 * <p>The usual stem is convolution 7 x 7 with stride 2 and max-pooling 3 x 3 with stride 2, for any number of channels; with the stages it leaves
 * 2 x 2 of a 64 x 64 picture. The small stem is convolution 3 x 3 with stride 1 and no pooling; it leaves 4 x 4 of a 32 x 32 picture and costs
 * sixteen times as much for the same picture.
 */
public final class ResNet extends Network {
    private static final int STEM_WIDTH = 64;
    private static final int WIDE_END = 2048;
    private static final int PRETRAINED_CHANNELS = 3;

    private final boolean smallStem;
    private final boolean frozenNorm;
    private final double dropout;
    private final RandomDraws draws;
    private final ConvLayer stem;
    private final BatchNormLayer stemNorm;
    private final List<ResidualBlock> blocks = new ArrayList<>();
    private final int features;

    /**
     * What tells residual networks apart.
     *
     * @param blocks of each stage
     * @param bottleneck blocks of three convolutions and four times as many channels, in place of two convolutions
     * @param smallStem the stem for small pictures
     * @param wideEnd a last stage of 2048 channels that does not halve the sides
     */
    record Plan(List<Integer> blocks, boolean bottleneck, boolean smallStem, boolean wideEnd) {}

    ResNet(NetworkFactory.Request request, Plan plan, NamedTensors tensors) {
        super(tensors);
        smallStem = plan.smallStem;
        frozenNorm = request.hyperparameters().flag("freeze_bn", false);
        dropout = request.hyperparameters().number("resnet_dropout", 0);
        draws = request.draws();
        int channels = request.shape().channels();
        stem = smallStem
                ? new ConvLayer(tensors, "network.conv1.", channels, STEM_WIDTH, 3, 1, 1, false)
                : new ConvLayer(tensors, "network.conv1.", channels, STEM_WIDTH, 7, 2, 3, false);
        stemNorm = new BatchNormLayer(tensors, "network.bn1.", STEM_WIDTH);
        int in = STEM_WIDTH;
        for (int stage = 0; stage < plan.blocks.size(); stage++) {
            boolean wide = plan.wideEnd && stage == plan.blocks.size() - 1;
            int width = wide ? WIDE_END : STEM_WIDTH << stage;
            for (int i = 0; i < plan.blocks.get(stage); i++) {
                String prefix = "network.layer" + (stage + 1) + "." + i + ".";
                int stride = stage > 0 && i == 0 && !wide ? 2 : 1;
                blocks.add(
                        plan.bottleneck
                                ? ResidualBlock.bottleneck(tensors, prefix, in, 4 * width, stride)
                                : ResidualBlock.basic(tensors, prefix, in, width, stride));
                in = plan.bottleneck ? 4 * width : width;
            }
        }
        features = in;
        ResNetStart.of(request.hyperparameters()).apply(tensors.all());
    }

    @Override
    public Tensor forward(Tensor x) {
        Tensor pooled = torch.flatten(torch.adaptive_avg_pool2d(undropped(x), 1, 1), 1, -1);
        return Layers.dropout(pooled, training() ? dropout : 0, draws);
    }

    @Override
    public Tensor map(Tensor x) {
        return Layers.dropout(undropped(x), training() ? dropout : 0, draws);
    }

    private Tensor undropped(Tensor x) {
        boolean batchStatistics = training() && !frozenNorm;
        Tensor h = torch.relu(stemNorm.forward(stem.forward(x), batchStatistics));
        if (!smallStem) {
            h = torch.max_pool2d(h, new long[] {3, 3}, new long[] {2, 2}, new long[] {1, 1}, new long[] {1, 1}, false);
        }
        for (ResidualBlock block : blocks) {
            h = block.forward(h, batchStatistics);
        }
        return h;
    }

    @Override
    public boolean mixesRows() {
        return !frozenNorm;
    }

    @Override
    public int features() {
        return features;
    }

    /**
     * The first convolution of pictures with another number of channels than the pretrained one's three: the slice of input channel i is the
     * pretrained slice of channel i mod 3, unscaled ({@code domainbed-protocol.md} 2, channel adaptation).
     *
     * @param pretrained [out, 3, k, k]
     * @param channels at least 1
     * @return [out, channels, k, k], owned by the caller's scope
     */
    public static Tensor adaptChannels(Tensor pretrained, int channels) {
        if (pretrained.dim() != 4 || pretrained.size(1) != PRETRAINED_CHANNELS || channels < 1) {
            throw new IllegalArgumentException("needs weights [out, 3, k, k] and at least one channel, got "
                    + Arrays.toString(pretrained.shape()) + " and " + channels);
        }
        long[] slices = new long[channels];
        for (int i = 0; i < channels; i++) {
            slices[i] = i % PRETRAINED_CHANNELS;
        }
        return pretrained.index_select(1, Tensors.of(slices, channels).to(pretrained.device(), torch.ScalarType.Long));
    }
}
