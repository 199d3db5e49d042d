package org.shiftbed.learn.algorithm;

import java.util.Locale;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;
import org.shiftbed.data.ImageShape;
import org.shiftbed.learn.hyperparameter.CommonHyperparameters;
import org.shiftbed.learn.hyperparameter.HyperparameterValues;
import org.shiftbed.learn.torch.Tensors;

/** What becomes of pixels in [0, 1] before a network sees them ({@code controlled-shifts.md} 2.1; hyperparameter {@code norm}). */
public enum Norm {
    /** They stay. */
    UNIT,
    /** [-1, 1]: 2 x - 1. */
    PM1,
    /** Mean and deviation of ImageNet's channels, with which torchvision's and timm's weights were trained. */
    IMAGENET;

    private static final int CHANNELS = 3;
    private static final double[] MEAN = {0.485, 0.456, 0.406};
    private static final double[] DEVIATION = {0.229, 0.224, 0.225};

    /** As a run has it; {@link #UNIT} where it says nothing. */
    static Norm of(HyperparameterValues values) {
        String word = values.text(CommonHyperparameters.NORM, CommonHyperparameters.NORMS.get(0));
        if (!CommonHyperparameters.NORMS.contains(word)) {
            throw new IllegalArgumentException("hyperparameter '" + CommonHyperparameters.NORM + "' must be one of "
                    + CommonHyperparameters.NORMS + ", got " + word);
        }
        return valueOf(word.toUpperCase(Locale.ROOT));
    }

    /**
     * Why the norm of a run cannot be that of pictures of this shape, as the end of a sentence; null where it can.
     *
     * @param shape of what the network is given
     */
    public static @Nullable String refuses(ImageShape shape, HyperparameterValues values) {
        if (shape.isVector() && of(values) != UNIT) {
            return "norm is of pictures, and the data set is a table; leave it out";
        }
        return of(values) == IMAGENET && shape.channels() != CHANNELS
                ? "norm: imagenet is of pictures of three channels, and these have " + shape.channels() + " (" + shape
                        + "); write norm: pm1 or norm: unit"
                : null;
    }

    /**
     * Normalises pictures.
     *
     * @param x [B, C, H, W] in [0, 1]; ImageNet's is of the first three channels, and what an algorithm puts behind them stays
     * @return of the shape of {@code x}, owned by the caller's scope
     */
    Tensor apply(Tensor x) {
        return switch (this) {
            case UNIT -> x;
            case PM1 -> x.mul(new Scalar(2.0)).sub(new Scalar(1.0));
            case IMAGENET -> x.sub(channels(MEAN, 0, x)).div(channels(DEVIATION, 1, x));
        };
    }

    private static Tensor channels(double[] values, float rest, Tensor like) {
        float[] floats = new float[(int) like.size(1)];
        for (int i = 0; i < floats.length; i++) {
            floats[i] = i < CHANNELS ? (float) values[i] : rest;
        }
        return Tensors.of(floats, 1, floats.length, 1, 1).to(like.device(), like.scalar_type());
    }

    /**
     * In words, for the metadata of exported weights.
     *
     * @param resized what stands before the arithmetic of the mean
     */
    String words(String resized) {
        return switch (this) {
            case UNIT -> "byte / 255" + resized;
            case PM1 -> "byte / 127.5 - 1" + resized;
            case IMAGENET ->
                "byte / 255" + resized + ", minus 0.485, 0.456, 0.406, over 0.229, 0.224, 0.225 of the channels";
        };
    }
}
