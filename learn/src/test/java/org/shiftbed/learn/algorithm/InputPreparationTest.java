package org.shiftbed.learn.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.shiftbed.data.ImageShape;
import org.shiftbed.learn.Networks;
import org.shiftbed.learn.network.NetworkFactory;
import org.shiftbed.learn.torch.Natives;
import org.shiftbed.learn.torch.Tensors;

class InputPreparationTest {
    @BeforeAll
    static void load() {
        Natives.load(1);
    }

    @Test
    void pixelsAreNormalisedAsImagenetsWeightsWereTrained() {
        try (PointerScope scope = new PointerScope()) {
            Tensor x = torch.rand(2, 3, 5, 5);
            double[] before = Tensors.toDoubles(x);
            double[] after = Tensors.toDoubles(new InputPreparation(0, true, Norm.IMAGENET).apply(x));
            double[] two = Tensors.toDoubles(new InputPreparation(0, true, Norm.PM1).apply(x));
            double[] mean = {0.485, 0.456, 0.406};
            double[] deviation = {0.229, 0.224, 0.225};
            for (int i = 0; i < before.length; i++) {
                int channel = i / 25 % 3;
                assertThat(after[i]).isEqualTo((before[i] - mean[channel]) / deviation[channel], within(2e-6));
                assertThat(two[i]).isEqualTo(2 * before[i] - 1, within(2e-7));
            }
            assertThat(Tensors.toDoubles(new InputPreparation(0, true, Norm.UNIT).apply(x)))
                    .isEqualTo(before);
        }
    }

    @Test
    void greyBecomesThreeChannelsAndOfMoreTheFirstThreeStay() {
        try (PointerScope scope = new PointerScope()) {
            InputPreparation none = new InputPreparation(0, true, Norm.UNIT);
            Tensor grey = torch.rand(2, 1, 4, 4);
            Tensor three = none.apply(grey);
            assertThat(three.shape()).containsExactly(2, 3, 4, 4);
            for (int channel = 0; channel < 3; channel++) {
                assertThat(Tensors.toDoubles(three.select(1, channel))).isEqualTo(Tensors.toDoubles(grey.select(1, 0)));
            }
            Tensor five = torch.rand(2, 5, 4, 4);
            assertThat(Tensors.toDoubles(none.apply(five))).isEqualTo(Tensors.toDoubles(five.narrow(1, 0, 3)));
            assertThat(new InputPreparation(224, true, Norm.UNIT).shape(new ImageShape(1, 64, 32)))
                    .hasToString("3x224x224");
            assertThat(none.shape(new ImageShape(5, 64, 32))).hasToString("3x64x32");
        }
    }

    @Test
    void picturesOfTwoChannelsAreNeitherGreyNorColours() {
        FineTuning.Factory factory = new FineTuning.Factory();
        NetworkFactory network = Networks.require("resnet18", "test");
        assertThat(factory.unfit(new ImageShape(2, 28, 28), network))
                .isEqualTo("takes grey pictures or colours, and these have 2 channels (2x28x28); use another method for"
                        + " them");
        for (int channels : new int[] {1, 3, 5}) {
            assertThat(factory.unfit(new ImageShape(channels, 28, 28), network)).isNull();
        }
    }

    @Test
    void resizingIsASumOfHatsAsWideAsAnOutputPixelWhereItShrinks() {
        try (PointerScope scope = new PointerScope()) {
            for (int[] size : new int[][] {{12, 5}, {5, 12}, {9, 4}}) {
                Tensor x = torch.rand(1, 3, size[0], size[0]);
                double[] before = Tensors.toDoubles(x);
                for (boolean antialias : new boolean[] {true, false}) {
                    double[] after = Tensors.toDoubles(new InputPreparation(size[1], antialias, Norm.UNIT).apply(x));
                    int area = size[1] * size[1];
                    for (int i = 0; i < after.length; i++) {
                        double expected = hats(
                                before,
                                i / area * size[0] * size[0],
                                size[0],
                                size[1],
                                i % area / size[1],
                                i % size[1],
                                antialias);
                        assertThat(after[i]).isEqualTo(expected, within(1e-6));
                    }
                }
            }
        }
    }

    private static double hats(double[] x, int start, int in, int out, int row, int column, boolean antialias) {
        double sum = 0;
        for (int r = 0; r < in; r++) {
            for (int c = 0; c < in; c++) {
                sum += share(in, out, row, r, antialias) * share(in, out, column, c, antialias) * x[start + r * in + c];
            }
        }
        return sum;
    }

    /** What an output pixel takes from a source pixel on one axis: antialiased, weights that would fall outside are shared out; else the border repeats. */
    private static double share(int in, int out, int o, int i, boolean antialias) {
        double scale = (double) in / out;
        double centre = (o + 0.5) * scale - 0.5;
        if (antialias) {
            double width = Math.max(1, scale);
            double all = 0;
            for (int k = 0; k < in; k++) {
                all += Math.max(0, 1 - Math.abs(k - centre) / width);
            }
            return Math.max(0, 1 - Math.abs(i - centre) / width) / all;
        }
        double clamped = Math.max(0, Math.min(in - 1, centre));
        return Math.max(0, 1 - Math.abs(i - clamped));
    }
}
