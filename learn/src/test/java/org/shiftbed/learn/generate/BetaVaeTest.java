package org.shiftbed.learn.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shiftbed.learn.Precision;
import org.shiftbed.learn.network.NamedTensors;
import org.shiftbed.learn.torch.Natives;

class BetaVaeTest {
    @BeforeAll
    static void natives() {
        Natives.load(1);
    }

    @ParameterizedTest(name = "width {0}")
    @ValueSource(ints = {BetaVae.WIDTH, 2})
    void a12SidesGoFrom60To1AndBackTo64(int width) {
        try (PointerScope scope = new PointerScope();
                BetaVae vae = new BetaVae(3, 10, width, new NamedTensors(Precision.FLOAT32, "cpu"))) {
            List<Tensor> down = vae.convolved(torch.rand(2, 3, 64, 64));
            assertThat(down).extracting(maps -> maps.size(2)).containsExactly(60L, 29L, 27L, 13L, 10L, 4L, 1L);
            assertThat(down).extracting(maps -> maps.size(3)).containsExactly(60L, 29L, 27L, 13L, 10L, 4L, 1L);
            List<Tensor> up = vae.deconvolved(torch.rand(2, 10));
            assertThat(up).extracting(maps -> maps.size(2)).containsExactly(4L, 10L, 13L, 27L, 29L, 60L, 64L);
            assertThat(up.get(6).shape()).containsExactly(2, 3, 64, 64);
        }
    }

    /** 3.6: the convolutions of the encoder, and the linear layer of mean and logarithm of the variance. */
    @Test
    void a12EncoderHasTheParametersOfTheTable() {
        try (PointerScope scope = new PointerScope();
                BetaVae vae = new BetaVae(3, 10, BetaVae.WIDTH, new NamedTensors(Precision.FLOAT32, "cpu"))) {
            long convolutions = 0;
            long linear = 0;
            for (var entry : vae.state().entrySet()) {
                convolutions += entry.getKey().startsWith("encoder.conv")
                        ? entry.getValue().numel()
                        : 0;
                linear += entry.getKey().startsWith("encoder.fc")
                        ? entry.getValue().numel()
                        : 0;
            }
            assertThat(convolutions).isEqualTo(6_918_816);
            assertThat(linear).isEqualTo(512 * 20 + 20);
        }
    }

    /** The examples of 3.6, of pictures of 64 x 64 in three channels. */
    @ParameterizedTest
    @CsvSource({
        "0, 10, 0.1229, 5e-5",
        "1, 10, 5.704, 5e-4",
        "2, 10, 264.7, 5e-2",
        "3, 10, 12288, 1e-6",
        "0, 210, 0.00585, 5e-6",
        "1, 210, 0.2716, 5e-5",
        "2, 210, 12.61, 5e-3",
        "3, 210, 585.1, 5e-2"
    })
    void weightOfTheDivergenceIsThatOfTheTable(int step, int latents, double expected, double rounding) {
        double norm = Math.pow(10, -4 + 5 * step / 3.0);
        assertThat(VaeLoss.beta(norm, 64 * 64 * 3, latents)).isCloseTo(expected, within(rounding));
    }

    @ParameterizedTest
    @CsvSource({"8, 2", "16, 3", "28, 3", "32, 4", "64, 5", "96, 5", "128, 5", "256, 6", "512, 6"})
    void discriminatorEndsWithTwoByTwoOrMore(int side, int layers) {
        assertThat(Discriminator.layers(side)).isEqualTo(layers);
        assertThat(side >> layers).isGreaterThanOrEqualTo(2);
    }
}
