package org.shiftbed.learn.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.BoolOptional;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shiftbed.base.Seed;
import org.shiftbed.data.ImageShape;
import org.shiftbed.learn.Networks;
import org.shiftbed.learn.Precision;
import org.shiftbed.learn.algorithm.SeededDraws;
import org.shiftbed.learn.hyperparameter.HyperparameterValues;
import org.shiftbed.learn.torch.Natives;
import org.shiftbed.learn.torch.Tensors;

class VisionTransformerTest {
    @BeforeAll
    static void natives() {
        Natives.load(1);
    }

    /** Patches of {@code controlled-shifts} 3.1: a token each, and one for the class. */
    @ParameterizedTest
    @CsvSource({"64, 4, 257", "96, 12, 65", "256, 16, 257", "16, 4, 17", "32, 4, 65", "224, 16, 197"})
    void thePatchFollowsTheSideOfThePictures(int side, int patch, int tokens) {
        try (PointerScope scope = new PointerScope();
                Network network = create(new ImageShape(1, side, side), Precision.FLOAT32, Map.of())) {
            assertThat(state(network, "network.conv_proj.weight").shape()).containsExactly(256, 1, patch, patch);
            assertThat(state(network, "network.encoder.pos_embedding").shape()).containsExactly(1, tokens, 256);
        }
    }

    @Test
    void picturesThatPatchesDoNotFillAreRefused() {
        NetworkFactory small = new VisionTransformerFactory.F1();
        NetworkFactory base = new VisionTransformerFactory.B16();
        assertThat(small.refuses(new ImageShape(3, 64, 64))).isNull();
        assertThat(small.refuses(new ImageShape(3, 30, 30)))
                .isEqualTo("vit-f1 cuts them into patches of 4 pixels, which do not fill 3x30x30");
        assertThat(small.refuses(new ImageShape(3, 64, 32)))
                .isEqualTo("vit-f1 needs square pictures, these are 3x64x32");
        assertThat(base.refuses(new ImageShape(3, 224, 224))).isNull();
        assertThat(base.refuses(new ImageShape(3, 28, 28)))
                .isEqualTo("vit-b16 cuts them into patches of 16 pixels, which do not fill 3x28x28");
    }

    @Test
    void firstWeightsAreTorchvisions() {
        try (PointerScope scope = new PointerScope();
                Network network = create(new ImageShape(3, 64, 64), Precision.FLOAT32, Map.of())) {
            String block = "network.encoder.layers.encoder_layer_3.";
            assertThat(values(network, "network.class_token")).containsOnly(0);
            assertThat(values(network, "network.conv_proj.bias")).containsOnly(0);
            assertThat(values(network, block + "self_attention.in_proj_bias")).containsOnly(0);
            assertThat(values(network, block + "self_attention.out_proj.bias")).containsOnly(0);
            assertThat(deviation(network, "network.encoder.pos_embedding")).isCloseTo(0.02, within(3e-4));
            assertThat(deviation(network, "network.conv_proj.weight")).isCloseTo(1 / Math.sqrt(48), within(3e-3));
            assertThat(deviation(network, block + "mlp.0.bias")).isCloseTo(1e-6, within(2e-7));
            uniform(network, block + "self_attention.in_proj_weight", Math.sqrt(6.0 / (256 + 768)));
            uniform(network, block + "self_attention.out_proj.weight", 1 / Math.sqrt(256));
            uniform(network, block + "mlp.0.weight", Math.sqrt(6.0 / (256 + 512)));
            uniform(network, block + "mlp.3.weight", Math.sqrt(6.0 / (256 + 512)));
        }
    }

    @Test
    void dropoutIsATenthUnlessGivenAndOffInEvaluation() {
        try (PointerScope scope = new PointerScope();
                Network standard = create(new ImageShape(3, 8, 8), Precision.FLOAT32, Map.of());
                Network none = create(new ImageShape(3, 8, 8), Precision.FLOAT32, Map.of("vit_dropout", 0.0))) {
            Tensors.copyInto(none.state(), standard.state());
            Tensor x = torch.rand(2, 3, 8, 8);
            standard.train(true);
            none.train(true);
            double[] plain = Tensors.toDoubles(none.forward(x));
            assertThat(Tensors.toDoubles(none.forward(x))).isEqualTo(plain);
            double[] dropped = Tensors.toDoubles(standard.forward(x));
            assertThat(dropped).isNotEqualTo(plain);
            assertThat(Tensors.toDoubles(standard.forward(x))).isNotEqualTo(dropped);
            standard.train(false);
            assertThat(Tensors.toDoubles(standard.forward(x))).isEqualTo(plain);
        }
    }

    /** A penalty on the gradient by the pictures is differentiable: its own derivative by a weight against central differences. */
    @Test
    void gradientsOfGradientsAreThoseOfCentralDifferences() {
        try (PointerScope scope = new PointerScope();
                Network network = create(new ImageShape(1, 8, 8), Precision.FLOAT64, Map.of("vit_dropout", 0.0))) {
            Tensor x = torch.rand(2, 1, 8, 8).to(torch.ScalarType.Double).set_requires_grad(true);
            Tensor weight = state(network, "network.encoder.layers.encoder_layer_2.self_attention.in_proj_weight");
            penalty(network, x).backward();
            for (int row : new int[] {3, 300, 600}) {
                double derivative = Tensors.item(weight.grad().select(0, row).select(0, 5));
                double step = 1e-5;
                double up = moved(network, x, weight, row, step);
                double down = moved(network, x, weight, row, -step);
                assertThat(derivative)
                        .isCloseTo((up - down) / (2 * step), within(1e-6 * Math.max(1e-3, Math.abs(derivative))));
            }
        }
    }

    private static double moved(Network network, Tensor x, Tensor weight, int row, double by) {
        Tensor entry;
        Tensor first;
        try (NoGradGuard guard = new NoGradGuard()) {
            entry = weight.select(0, row).select(0, 5);
            first = entry.clone();
            entry.add_(new Scalar(by));
        }
        double result = Tensors.item(penalty(network, x));
        try (NoGradGuard guard = new NoGradGuard()) {
            entry.copy_(first);
        }
        return result;
    }

    private static Tensor penalty(Network network, Tensor x) {
        Tensor gradient = torch.grad(
                        new TensorVector(network.forward(x).square().sum()),
                        new TensorVector(x),
                        new TensorVector(),
                        new BoolOptional(true),
                        true,
                        false)
                .get(0);
        return gradient.square().sum();
    }

    private static void uniform(Network network, String key, double bound) {
        double[] all = values(network, key);
        assertThat(Arrays.stream(all)).as(key).allMatch(weight -> Math.abs(weight) <= bound * (1 + 1e-6));
        assertThat(Arrays.stream(all).map(w -> w * w).average().orElseThrow() / (bound * bound))
                .as(key)
                .isCloseTo(1.0 / 3, within(0.01));
    }

    private static double deviation(Network network, String key) {
        return Math.sqrt(
                Arrays.stream(values(network, key)).map(w -> w * w).average().orElseThrow());
    }

    private static double[] values(Network network, String key) {
        return Tensors.toDoubles(state(network, key));
    }

    private static Tensor state(Network network, String key) {
        return Objects.requireNonNull(network.state().get(key), key);
    }

    private static Network create(ImageShape shape, Precision precision, Map<String, Object> hyperparameters) {
        return Networks.require("vit-f1", "test")
                .create(new NetworkFactory.Request(
                        shape,
                        0,
                        new HyperparameterValues(hyperparameters),
                        precision,
                        "cpu",
                        new SeededDraws(Seed.of("test", "transformer"))));
    }
}
