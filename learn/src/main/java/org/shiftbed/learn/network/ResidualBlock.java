package org.shiftbed.learn.network;

import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;

/**
 * A block of a residual network (He et al., 2016): convolutions without bias, each followed by batch normalisation, around a shortcut; ReLU between
 * them and after the sum. Where the shape changes the shortcut is a convolution 1 x 1 with batch normalisation.
 */
final class ResidualBlock {
    private final List<ConvLayer> convolutions = new ArrayList<>();
    private final List<BatchNormLayer> norms = new ArrayList<>();
    private final @Nullable ConvLayer projection;
    private final @Nullable BatchNormLayer projectionNorm;

    private ResidualBlock(NamedTensors tensors, String prefix, int in, List<Conv> planned) {
        int channels = in;
        int stride = 1;
        for (int i = 0; i < planned.size(); i++) {
            Conv conv = planned.get(i);
            convolutions.add(new ConvLayer(
                    tensors,
                    prefix + "conv" + (i + 1) + ".",
                    channels,
                    conv.out,
                    conv.kernel,
                    conv.stride,
                    conv.kernel / 2,
                    false));
            norms.add(new BatchNormLayer(tensors, prefix + "bn" + (i + 1) + ".", conv.out));
            channels = conv.out;
            stride *= conv.stride;
        }
        boolean same = in == channels && stride == 1;
        projection = same ? null : new ConvLayer(tensors, prefix + "downsample.0.", in, channels, 1, stride, 0, false);
        projectionNorm = same ? null : new BatchNormLayer(tensors, prefix + "downsample.1.", channels);
    }

    private record Conv(int out, int kernel, int stride) {}

    /**
     * Two convolutions 3 x 3; the stride is on the first.
     *
     * @param prefix of the state names, with its dot
     */
    static ResidualBlock basic(NamedTensors tensors, String prefix, int in, int out, int stride) {
        return new ResidualBlock(tensors, prefix, in, List.of(new Conv(out, 3, stride), new Conv(out, 3, 1)));
    }

    /**
     * Convolutions 1 x 1, 3 x 3 and 1 x 1, the first two with a quarter of the channels; the stride is on the middle one, as in torchvision.
     *
     * @param prefix of the state names, with its dot
     */
    static ResidualBlock bottleneck(NamedTensors tensors, String prefix, int in, int out, int stride) {
        int inner = out / 4;
        return new ResidualBlock(
                tensors, prefix, in, List.of(new Conv(inner, 1, 1), new Conv(inner, 3, stride), new Conv(out, 1, 1)));
    }

    Tensor forward(Tensor x, boolean batchStatistics) {
        Tensor h = x;
        for (int i = 0; i < convolutions.size(); i++) {
            h = i > 0 ? torch.relu(h) : h;
            h = norms.get(i).forward(convolutions.get(i).forward(h), batchStatistics);
        }
        Tensor shortcut = projection == null || projectionNorm == null
                ? x
                : projectionNorm.forward(projection.forward(x), batchStatistics);
        return torch.relu(h.add(shortcut));
    }
}
