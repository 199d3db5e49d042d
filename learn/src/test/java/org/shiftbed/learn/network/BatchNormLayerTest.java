package org.shiftbed.learn.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Objects;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.shiftbed.base.UserError;
import org.shiftbed.learn.Precision;
import org.shiftbed.learn.torch.Natives;
import org.shiftbed.learn.torch.Tensors;

class BatchNormLayerTest {
    /** Two channels of four vectors: means 2.5 and 0, variances 1.25 and 4 (biased), 5/3 and 16/3 (unbiased). */
    private static final double[] VECTORS = {1, 2, 2, -2, 3, 2, 4, -2};

    @BeforeAll
    static void natives() {
        Natives.load(1);
    }

    @Test
    void vectorsAreNormalisedByTheirBatchAndMoveTheStatistics() {
        try (PointerScope scope = new PointerScope();
                NamedTensors tensors = new NamedTensors(Precision.FLOAT64, "cpu")) {
            BatchNormLayer layer = new BatchNormLayer(tensors, "bn.", 2);
            double[] found = Tensors.toDoubles(layer.forward(Tensors.of(VECTORS, 4, 2), true));
            for (int i = 0; i < 4; i++) {
                assertThat(found[2 * i]).isCloseTo((VECTORS[2 * i] - 2.5) / Math.sqrt(1.25 + 1e-5), within(1e-12));
                assertThat(found[2 * i + 1]).isCloseTo(VECTORS[2 * i + 1] / Math.sqrt(4 + 1e-5), within(1e-12));
            }
            assertThat(values(tensors, "bn.running_mean")).containsExactly(new double[] {0.25, 0}, within(1e-12));
            assertThat(values(tensors, "bn.running_var"))
                    .containsExactly(new double[] {0.9 + 0.1 * 5 / 3, 0.9 + 0.1 * 16 / 3}, within(1e-12));
            assertThat(values(tensors, "bn.num_batches_tracked")).containsExactly(1);
            double[] evaluated = Tensors.toDoubles(layer.forward(Tensors.of(VECTORS, 4, 2), false));
            assertThat(evaluated[0]).isCloseTo((1 - 0.25) / Math.sqrt(0.9 + 0.1 * 5 / 3 + 1e-5), within(1e-12));
            assertThat(values(tensors, "bn.num_batches_tracked")).containsExactly(1);
        }
    }

    @Test
    void theMomentumIsTheShareOfTheBatch() {
        try (PointerScope scope = new PointerScope();
                NamedTensors tensors = new NamedTensors(Precision.FLOAT64, "cpu")) {
            new BatchNormLayer(tensors, "", 2, 0.9).forward(Tensors.of(VECTORS, 4, 2), true);
            assertThat(values(tensors, "running_mean")).containsExactly(new double[] {2.25, 0}, within(1e-12));
            assertThat(values(tensors, "running_var"))
                    .containsExactly(new double[] {0.1 + 0.9 * 5 / 3, 0.1 + 0.9 * 16 / 3}, within(1e-12));
        }
    }

    @Test
    void oneValueAChannelHasNoVarianceAndIsRefusedInTraining() {
        try (PointerScope scope = new PointerScope();
                NamedTensors tensors = new NamedTensors(Precision.FLOAT32, "cpu")) {
            BatchNormLayer layer = new BatchNormLayer(tensors, "bn.", 3);
            assertThatThrownBy(() -> layer.forward(torch.rand(1, 3, 1, 1), true))
                    .isInstanceOf(UserError.class)
                    .hasMessageStartingWith("network: batch normalisation 'bn.' needs at least two values a channel in"
                            + " training, found [1, 3, 1, 1]; ");
            assertThat(layer.forward(torch.rand(1, 3, 1, 1), false).shape()).containsExactly(1, 3, 1, 1);
            assertThat(layer.forward(torch.rand(1, 3, 1, 2), true).shape()).containsExactly(1, 3, 1, 2);
        }
    }

    private static double[] values(NamedTensors tensors, String key) {
        Tensor found = Objects.requireNonNull(tensors.all().get(key), key);
        return Tensors.toDoubles(found);
    }
}
