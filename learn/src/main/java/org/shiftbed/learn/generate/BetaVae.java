package org.shiftbed.learn.generate;

import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.shiftbed.learn.network.ConvLayer;
import org.shiftbed.learn.network.LinearLayer;
import org.shiftbed.learn.network.NamedTensors;
import org.shiftbed.learn.network.Network;
import org.shiftbed.learn.network.TransposedConvLayer;

/**
 * The beta-VAE of the controlled study (Higgins et al., 2017; {@code controlled-shifts.md} 3.6) on pictures of 64 x 64 pixels: seven unpadded
 * convolutions and a linear layer to mean and log-variance; a linear layer and seven transposed convolutions back. As a network it gives the mean
 * vector. State: {@code encoder.conv0} to {@code conv6}, {@code encoder.fc}, {@code decoder.fc}, {@code decoder.deconv0} to {@code deconv6}.
 */
public final class BetaVae extends Network {
    /** Side of the pictures. */
    public static final int SIDE = 64;

    /** Channels of the first convolution in the study. */
    public static final int WIDTH = 16;

    /** Channels of each convolution over those of the first. */
    private static final int[] OUT = {1, 2, 4, 8, 16, 32, 32};

    private static final int[] KERNEL = {5, 4, 3, 3, 4, 4, 4};
    private static final int[] STRIDE = {1, 2, 1, 2, 1, 2, 1};

    private final List<ConvLayer> down = new ArrayList<>();
    private final LinearLayer toLatents;
    private final LinearLayer fromLatents;
    private final List<TransposedConvLayer> up = new ArrayList<>();
    private final int latents;
    private final int wide;

    /**
     * @param channels of a picture
     * @param latents L, at least 1
     * @param width channels of the first convolution, {@value #WIDTH} in the study; the last has 32 times as many
     * @param tensors empty; owned by this from now on
     */
    public BetaVae(int channels, int latents, int width, NamedTensors tensors) {
        super(tensors);
        this.latents = latents;
        int last = OUT.length - 1;
        wide = OUT[last] * width;
        for (int i = 0; i <= last; i++) {
            int in = i == 0 ? channels : OUT[i - 1] * width;
            down.add(new ConvLayer(
                    tensors, "encoder.conv" + i + ".", in, OUT[i] * width, KERNEL[i], STRIDE[i], 0, true));
        }
        toLatents = new LinearLayer(tensors, "encoder.fc.", wide, 2 * latents);
        fromLatents = new LinearLayer(tensors, "decoder.fc.", latents, wide);
        for (int i = 0; i <= last; i++) {
            int layer = last - i;
            int out = layer == 0 ? channels : OUT[layer - 1] * width;
            up.add(new TransposedConvLayer(
                    tensors,
                    "decoder.deconv" + i + ".",
                    OUT[layer] * width,
                    out,
                    KERNEL[layer],
                    STRIDE[layer],
                    0,
                    true));
        }
    }

    /**
     * What the encoder says of pictures.
     *
     * @param mean [B, L]
     * @param logVariance [B, L]
     */
    public record Posterior(Tensor mean, Tensor logVariance) {
        /**
         * A draw: {@code mean + noise exp(logVariance / 2)}.
         *
         * @param noise standard normal, [B, L]
         */
        public Tensor sample(Tensor noise) {
            return mean.add(noise.mul(logVariance.mul(new Scalar(0.5)).exp()));
        }
    }

    /** Encodes pictures [B, C, 64, 64] with values in [0, 1]. */
    public Posterior encode(Tensor x) {
        Tensor both = toLatents.forward(convolved(x).get(down.size() - 1).flatten(1, -1));
        return new Posterior(both.narrow(1, 0, latents), both.narrow(1, latents, latents));
    }

    /** What each convolution gives, after its ReLU. */
    List<Tensor> convolved(Tensor x) {
        List<Tensor> all = new ArrayList<>();
        Tensor h = x;
        for (ConvLayer layer : down) {
            h = torch.relu(layer.forward(h));
            all.add(h);
        }
        return all;
    }

    /** Logits of pixels, [B, C, 64, 64], of latents [B, L]. */
    public Tensor decode(Tensor z) {
        return deconvolved(z).get(up.size() - 1);
    }

    /** What each transposed convolution gives, after its ReLU where it has one. */
    List<Tensor> deconvolved(Tensor z) {
        List<Tensor> all = new ArrayList<>();
        Tensor h = torch.relu(fromLatents.forward(z)).reshape(-1, wide, 1, 1);
        for (int i = 0; i < up.size(); i++) {
            h = up.get(i).forward(h);
            h = i < up.size() - 1 ? torch.relu(h) : h;
            all.add(h);
        }
        return all;
    }

    /** The mean vector. */
    @Override
    public Tensor forward(Tensor x) {
        return encode(x).mean();
    }

    @Override
    public int features() {
        return latents;
    }
}
