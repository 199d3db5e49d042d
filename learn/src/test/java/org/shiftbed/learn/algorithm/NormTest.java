package org.shiftbed.learn.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shiftbed.base.Seed;
import org.shiftbed.data.ImageShape;
import org.shiftbed.learn.Algorithms;
import org.shiftbed.learn.Precision;
import org.shiftbed.learn.hyperparameter.HyperparameterValues;
import org.shiftbed.learn.torch.Natives;
import org.shiftbed.learn.torch.Tensors;

/** What becomes of pixels before the networks of any method ({@code controlled-shifts.md} 2.1). */
class NormTest {
    private static final ImageShape SHAPE = new ImageShape(3, 8, 8);

    @BeforeAll
    static void natives() {
        Natives.load(1);
    }

    private static Algorithm algorithm(String name, String network, Map<String, Object> given) {
        AlgorithmFactory factory = Algorithms.require(name, "test");
        Map<String, Object> values = new LinkedHashMap<>(factory.space(new AlgorithmFactory.SpaceContext(
                        "", true, factory.info().forms().get(0)))
                .defaults());
        values.putAll(given);
        torch.manual_seed(8);
        return Algorithms.create(
                name,
                new AlgorithmFactory.Context(
                        SHAPE,
                        0,
                        2,
                        2,
                        factory.info().forms().get(0),
                        Set.of(),
                        values,
                        network,
                        Precision.FLOAT64,
                        "cpu",
                        new SeededDraws(Seed.of("norm"))));
    }

    /** The same weights on pictures that were normalised by hand. */
    @ParameterizedTest
    @CsvSource({
        "ERM, small-cnn, pm1",
        "ERM, mlp-4x256, imagenet",
        "IRM, small-cnn, imagenet",
        "JTT, mlp, pm1",
        "BNAdapt, wide-resnet, imagenet",
        "CycleGAN, small-cnn, pm1",
        "Mixup, small-cnn, imagenet"
    })
    void networksSeePixelsInTheNormOfTheRun(String name, String network, String norm) {
        double[] mean = norm.equals("pm1") ? new double[] {0.5, 0.5, 0.5} : new double[] {0.485, 0.456, 0.406};
        double[] deviation = norm.equals("pm1") ? new double[] {0.5, 0.5, 0.5} : new double[] {0.229, 0.224, 0.225};
        double[] pixels = new SplittableRandom(2).doubles(2L * SHAPE.bytes()).toArray();
        double[] normalised = pixels.clone();
        for (int i = 0; i < pixels.length; i++) {
            int channel = i / 64 % 3;
            normalised[i] = (pixels[i] - mean[channel]) / deviation[channel];
        }
        try (PointerScope scope = new PointerScope();
                NoGradGuard guard = new NoGradGuard();
                Algorithm plain = algorithm(name, network, Map.of());
                Algorithm unit = algorithm(name, network, Map.of("norm", "unit"));
                Algorithm normed = algorithm(name, network, Map.of("norm", norm))) {
            plain.train(false);
            normed.train(false);
            unit.train(false);
            assertThat(normed.state().keySet()).isEqualTo(plain.state().keySet());
            assertThat(normed.parameterCount()).isEqualTo(plain.parameterCount());
            double[] expected = Tensors.toDoubles(plain.predict(Tensors.of(normalised, 2, 3, 8, 8)));
            double[] untouched = Tensors.toDoubles(plain.predict(Tensors.of(pixels, 2, 3, 8, 8)));
            // Constants of a channel are floats.
            assertThat(Tensors.toDoubles(normed.predict(Tensors.of(pixels, 2, 3, 8, 8))))
                    .containsExactly(expected, within(1e-5));
            assertThat(Tensors.toDoubles(unit.predict(Tensors.of(pixels, 2, 3, 8, 8))))
                    .containsExactly(untouched, within(0.0));
            assertThat(Math.abs(expected[0] - untouched[0])).isGreaterThan(1e-3);
            assertThat(plain.normalisation()).isNull();
            assertThat(normed.normalisation())
                    .startsWith(norm.equals("pm1") ? "byte / 127.5 - 1" : "byte / 255, minus");
        }
    }

    /** What an algorithm puts behind the three channels of a picture stays as it is. */
    @Test
    void contextBehindThePictureIsNoPicture() {
        try (PointerScope scope = new PointerScope()) {
            double[] after = Tensors.toDoubles(Norm.IMAGENET.apply(Tensors.of(new double[] {1, 1, 1, 7}, 1, 4, 1, 1)));
            assertThat(after)
                    .containsExactly(
                            new double[] {(1 - 0.485) / 0.229, (1 - 0.456) / 0.224, (1 - 0.406) / 0.225, 7},
                            within(1e-6));
        }
    }

    @Test
    void theNormOfImageNetIsOfThreeChannels() {
        HyperparameterValues imagenet = new HyperparameterValues(Map.of("norm", "imagenet"));
        assertThat(Norm.refuses(SHAPE, imagenet)).isNull();
        assertThat(Norm.refuses(new ImageShape(1, 8, 8), imagenet))
                .isEqualTo("norm: imagenet is of pictures of three channels, and these have 1 ("
                        + new ImageShape(1, 8, 8) + "); write norm: pm1 or norm: unit");
        assertThat(Norm.refuses(new ImageShape(1, 8, 8), new HyperparameterValues(Map.of("norm", "pm1"))))
                .isNull();
        ImageShape vectors = new ImageShape(3, 1, 1);
        assertThat(Norm.refuses(vectors, imagenet))
                .isEqualTo("norm is of pictures, and the data set is a table; leave it out");
        assertThat(Norm.refuses(vectors, new HyperparameterValues(Map.of("norm", "unit"))))
                .isNull();
        assertThat(Norm.refuses(new ImageShape(1, 8, 8), new HyperparameterValues(Map.of())))
                .isNull();
    }
}
