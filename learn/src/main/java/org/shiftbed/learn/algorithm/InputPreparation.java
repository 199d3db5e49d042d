package org.shiftbed.learn.algorithm;

import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.shiftbed.data.ImageShape;
import org.shiftbed.learn.hyperparameter.HyperparameterValues;
import org.shiftbed.learn.torch.Tensors;

/**
 * What becomes of pictures in [0, 1] before a network that was trained on others sees them ({@code controlled-shifts.md} 2.1, 3.6): three channels (grey
 * replicated, of more the first three), bilinear resizing, normalisation.
 *
 * @param side height and width that they are resized to; 0: none
 * @param antialias whether pixels are averaged where pictures shrink
 * @param norm what becomes of a value
 */
record InputPreparation(int side, boolean antialias, Norm norm) {
    private static final int CHANNELS = 3;

    static InputPreparation of(HyperparameterValues values) {
        return new InputPreparation(
                (int) values.whole("resize"), values.flag("resize_antialias", true), Norm.of(values));
    }

    /** Shape of what comes out. */
    ImageShape shape(ImageShape pictures) {
        return new ImageShape(CHANNELS, side == 0 ? pictures.height() : side, side == 0 ? pictures.width() : side);
    }

    /**
     * Prepares pictures.
     *
     * @param x [B, C, H, W] in [0, 1]
     * @return [B, 3, side, side], owned by the caller's scope
     */
    Tensor apply(Tensor x) {
        Tensor coloured = x.size(1) == 1
                ? x.expand(new long[] {x.size(0), CHANNELS, x.size(2), x.size(3)})
                : x.size(1) > CHANNELS ? x.narrow(1, 0, CHANNELS) : x;
        return norm.apply(resized(coloured));
    }

    private Tensor resized(Tensor x) {
        if (side == 0 || x.size(2) == side && x.size(3) == side) {
            return x;
        }
        if (!antialias) {
            return torch.upsample_bilinear2d(x, new long[] {side, side}, false);
        }
        Tensor wide = torch.matmul(x, taps((int) x.size(3), x).transpose(0, 1));
        return torch.matmul(taps((int) x.size(2), x), wide);
    }

    /** What every output pixel takes from the pixels of a line, [side, in]: a triangle as wide as an output pixel is in the source, at least one pixel. */
    private Tensor taps(int in, Tensor like) {
        double scale = (double) in / side;
        double width = Math.max(1, scale);
        float[] weights = new float[side * in];
        for (int o = 0; o < side; o++) {
            double centre = (o + 0.5) * scale - 0.5;
            double sum = 0;
            for (int i = 0; i < in; i++) {
                sum += Math.max(0, 1 - Math.abs(i - centre) / width);
            }
            for (int i = 0; i < in; i++) {
                weights[o * in + i] = (float) (Math.max(0, 1 - Math.abs(i - centre) / width) / sum);
            }
        }
        return Tensors.of(weights, side, in).to(like.device(), like.scalar_type());
    }

    /** In words, for the metadata of exported weights. */
    String words() {
        String resized = side == 0
                ? ""
                : ", resized to " + side + " x " + side + " (bilinear" + (antialias ? ", antialiased)" : ")");
        return norm.words(resized);
    }
}
