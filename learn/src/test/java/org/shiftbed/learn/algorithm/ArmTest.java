package org.shiftbed.learn.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shiftbed.base.Seed;
import org.shiftbed.base.UserError;
import org.shiftbed.data.ImageShape;
import org.shiftbed.learn.Algorithms;
import org.shiftbed.learn.Precision;
import org.shiftbed.learn.torch.Natives;
import org.shiftbed.learn.torch.Tensors;

/** Groups of rows that share a context, and which networks are trained. */
class ArmTest {
    private static final Set<String> STRICT = Set.of("algorithm");

    @BeforeAll
    static void natives() {
        Natives.load(1);
    }

    @Test
    void rowsAreGroupedByTheBatchSizeWhereItDividesThem() {
        try (PointerScope scope = new PointerScope();
                NoGradGuard guard = new NoGradGuard();
                Algorithm arm = IrregularBatchesTest.create("ARM", 3, Map.of("batch_size", 4L))) {
            arm.train(false);
            Tensor x = IrregularBatchesTest.minibatches(new int[] {12}).get(0).x();
            double[] all = Tensors.toDoubles(arm.predict(x));
            double[] groups = Tensors.toDoubles(torch.cat(
                    Tensors.vector(List.of(
                            arm.predict(x.narrow(0, 0, 4)),
                            arm.predict(x.narrow(0, 4, 4)),
                            arm.predict(x.narrow(0, 8, 4)))),
                    0));
            assertThat(all).containsExactly(groups, within(1e-12));
            // Ten rows are not fours: one context for all of them.
            double[] ten = Tensors.toDoubles(arm.predict(x.narrow(0, 0, 10)));
            assertThat(Arrays.copyOf(ten, 12)).isNotEqualTo(Arrays.copyOf(all, 12));
            double[] order = Tensors.toDoubles(arm.predict(reversed(x.narrow(0, 0, 10))));
            for (int row = 0; row < 10; row++) {
                for (int k = 0; k < 3; k++) {
                    assertThat(order[(9 - row) * 3 + k]).isCloseTo(ten[row * 3 + k], within(1e-12));
                }
            }
        }
    }

    /** In training, the mean cross-entropy of a batch is that of each environment in a group of its own. */
    @Test
    void eachEnvironmentOfABatchIsAGroup() {
        try (PointerScope scope = new PointerScope();
                Algorithm arm = IrregularBatchesTest.create("ARM", 3, Map.of("batch_size", 64L))) {
            // Running statistics in place of the batch's: those of a batch are over all environments.
            arm.train(false);
            List<Minibatch> batch = IrregularBatchesTest.minibatches(new int[] {5, 2, 3});
            double expected = 0;
            for (Minibatch minibatch : batch) {
                Tensor loss = torch.cross_entropy_loss(arm.predict(minibatch.x()), minibatch.y());
                expected += Tensors.item(loss) * minibatch.y().numel() / 10;
            }
            assertThat(arm.update(batch).get("loss")).isCloseTo(expected, within(1e-12));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void contextNetworkIsTrainedUnlessStrict(boolean strict) {
        try (PointerScope scope = new PointerScope();
                Algorithm arm = IrregularBatchesTest.create("ARM", 3, Map.of(), strict ? STRICT : Set.of())) {
            Map<String, double[]> before = new HashMap<>();
            arm.state().forEach((name, tensor) -> before.put(name, Tensors.toDoubles(tensor)));
            assertThat(before.keySet())
                    .contains(
                            "context_net.context_net.0.weight",
                            "context_net.context_net.1.running_mean",
                            "context_net.context_net.3.bias",
                            "context_net.context_net.4.weight",
                            "context_net.context_net.6.weight");
            arm.update(IrregularBatchesTest.minibatches(new int[] {5, 4, 3}));
            for (int layer : new int[] {0, 1, 3, 4, 6}) {
                String name = "context_net.context_net." + layer + ".weight";
                boolean same = Arrays.equals(before.get(name), Tensors.toDoubles(Tensors.require(arm.state(), name)));
                assertThat(same).as(name).isEqualTo(strict);
            }
            String statistics = "context_net.context_net.1.running_mean";
            assertThat(Tensors.toDoubles(Tensors.require(arm.state(), statistics)))
                    .isNotEqualTo(before.get(statistics));
        }
    }

    @Test
    void vectorsAreRefused() {
        AlgorithmFactory factory = Algorithms.require("ARM", "test");
        Map<String, Object> values = factory.space(new AlgorithmFactory.SpaceContext("table", true, "domainbed"))
                .defaults();
        assertThatThrownBy(() -> factory.create(new AlgorithmFactory.Context(
                        new ImageShape(1, 1, 1),
                        6,
                        3,
                        3,
                        "domainbed",
                        STRICT,
                        values,
                        "mlp",
                        Precision.FLOAT64,
                        "cpu",
                        new SeededDraws(Seed.of("test", "ARM")))))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("'ARM' needs pictures, found vectors of 6 numbers");
    }

    private static Tensor reversed(Tensor x) {
        return x.flip(0);
    }
}
