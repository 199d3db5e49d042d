package org.shiftbed.learn.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.Objects;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shiftbed.base.Seed;
import org.shiftbed.data.ImageShape;
import org.shiftbed.learn.Networks;
import org.shiftbed.learn.Precision;
import org.shiftbed.learn.algorithm.SeededDraws;
import org.shiftbed.learn.hyperparameter.HyperparameterValues;
import org.shiftbed.learn.torch.Natives;
import org.shiftbed.learn.torch.Tensors;

class ResNetTest {
    @BeforeAll
    static void natives() {
        Natives.load(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"resnet18", "resnet50", "wide-resnet"})
    void frozenNormalisationKeepsItsStatisticsAndTrainsScaleAndOffset(String name) {
        try (PointerScope scope = new PointerScope();
                Network network = create(name, Map.of("freeze_bn", true))) {
            Tensor x = torch.rand(3, 3, 32, 32);
            network.train(true);
            Tensor trained = network.forward(x);
            trained.square().mean().backward();
            network.state().forEach((key, tensor) -> {
                if (key.endsWith("running_mean") || key.endsWith("num_batches_tracked")) {
                    assertThat(Tensors.toDoubles(tensor)).as(key).containsOnly(0);
                } else if (key.endsWith("running_var")) {
                    assertThat(Tensors.toDoubles(tensor)).as(key).containsOnly(1);
                }
            });
            assertThat(network.parameters())
                    .as("every scale and offset has a gradient")
                    .allSatisfy(parameter -> assertThat(
                                    Tensors.item(parameter.grad().abs().sum()))
                            .isGreaterThan(0));
            network.train(false);
            assertThat(Tensors.toDoubles(network.forward(x)))
                    .containsExactly(Tensors.toDoubles(trained), within(1e-12));
        }
    }

    @Test
    void unfrozenNormalisationMovesItsStatisticsByATenth() {
        try (PointerScope scope = new PointerScope();
                Network network = create("resnet18", Map.of())) {
            Tensor x = torch.rand(4, 3, 32, 32);
            Tensor stem = torch.conv2d(
                    x,
                    state(network, "network.conv1.weight"),
                    new TensorOptional(),
                    new long[] {2, 2},
                    new long[] {3, 3},
                    new long[] {1, 1},
                    1);
            network.train(true);
            network.forward(x);
            double[] mean =
                    Tensors.toDoubles(torch.flatten(stem.transpose(0, 1), 1, -1).mean(1));
            double[] running = Tensors.toDoubles(state(network, "network.bn1.running_mean"));
            for (int channel = 0; channel < mean.length; channel++) {
                assertThat(running[channel]).isCloseTo(0.1 * mean[channel], within(1e-7));
            }
            assertThat(Tensors.toLongs(state(network, "network.bn1.num_batches_tracked")))
                    .containsExactly(1);
        }
    }

    @Test
    void otherNumbersOfChannelsRepeatThePretrainedSlices() {
        try (PointerScope scope = new PointerScope()) {
            Tensor pretrained = torch.rand(64, 3, 7, 7);
            Tensor adapted = ResNet.adaptChannels(pretrained, 5);
            assertThat(adapted.shape()).containsExactly(64, 5, 7, 7);
            for (int channel = 0; channel < 5; channel++) {
                assertThat(Tensors.toDoubles(adapted.select(1, channel)))
                        .isEqualTo(Tensors.toDoubles(pretrained.select(1, channel % 3)));
            }
            assertThat(Tensors.toDoubles(ResNet.adaptChannels(pretrained, 3))).isEqualTo(Tensors.toDoubles(pretrained));
            assertThatThrownBy(() -> ResNet.adaptChannels(torch.rand(64, 1, 7, 7), 2))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("[64, 1, 7, 7]");
        }
    }

    /** Of ResNet-50: the object count of the library after several passes is that after one, and nothing is left after closing. */
    @Test
    void passesForwardAndBackwardLeaveNoTensorBehind() {
        pass(1);
        System.gc();
        long before = Pointer.totalCount();
        pass(1);
        System.gc();
        assertThat(Pointer.totalCount()).isEqualTo(before);
        try (Network network = created()) {
            update(network);
            System.gc();
            long once = Pointer.totalCount();
            for (int i = 0; i < 3; i++) {
                update(network);
            }
            System.gc();
            assertThat(Pointer.totalCount()).isEqualTo(once);
        }
        System.gc();
        assertThat(Pointer.totalCount()).isEqualTo(before);
    }

    private static void pass(int times) {
        try (Network network = created()) {
            for (int i = 0; i < times; i++) {
                update(network);
            }
        }
    }

    private static Network created() {
        try (PointerScope scope = new PointerScope()) {
            return create("resnet50", Map.of("resnet_dropout", 0.5));
        }
    }

    private static void update(Network network) {
        try (PointerScope scope = new PointerScope()) {
            network.forward(torch.rand(2, 3, 32, 32)).square().mean().backward();
        }
    }

    private static Tensor state(Network network, String key) {
        return Objects.requireNonNull(network.state().get(key), key);
    }

    private static Network create(String name, Map<String, Object> hyperparameters) {
        return Networks.require(name, "test")
                .create(new NetworkFactory.Request(
                        new ImageShape(3, 32, 32),
                        0,
                        new HyperparameterValues(hyperparameters),
                        Precision.FLOAT32,
                        "cpu",
                        new SeededDraws(Seed.of("test", "resnet"))));
    }
}
