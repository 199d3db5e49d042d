package org.shiftbed.learn.torch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Adam;
import org.bytedeco.pytorch.AdamOptions;
import org.bytedeco.pytorch.SGD;
import org.bytedeco.pytorch.SGDOptions;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class OptimizerTest {
    @BeforeAll
    static void load() {
        Natives.load(1);
    }

    @Test
    void adamMovesAsTheLibrarysOwn() {
        try (PointerScope scope = new PointerScope()) {
            Tensor ours = weights();
            Tensor theirs = weights();
            AdamOptions options = new AdamOptions(0.03);
            options.weight_decay().put(0.2);
            DoublePointer betas = options.betas();
            int first = betas.get(0) == 0.9 ? 0 : 1;
            betas.put(first, 0.5);
            betas.put(1 - first, 0.9);
            Adam library = new Adam(Tensors.vector(List.of(theirs)), options);
            AdamOptimizer adam = new AdamOptimizer(List.of(ours), 0.03, 0.2, 0.5, 0.9);
            for (int i = 0; i < 30; i++) {
                library.zero_grad();
                loss(theirs, i).backward();
                library.step();
                adam.minimise(loss(ours, i));
            }
            assertThat(Tensors.toDoubles(ours)).containsExactly(Tensors.toDoubles(theirs), within(1e-13));
            adam.close();
        }
    }

    @Test
    void descentMovesAsTheLibrarysOwn() {
        for (double momentum : new double[] {0, 0.9}) {
            try (PointerScope scope = new PointerScope()) {
                Tensor ours = weights();
                Tensor theirs = weights();
                SGDOptions options = new SGDOptions(0.01);
                options.weight_decay().put(0.2);
                options.momentum().put(momentum);
                SGD library = new SGD(Tensors.vector(List.of(theirs)), options);
                SgdOptimizer sgd = new SgdOptimizer(List.of(ours), 0.01, 0.2, momentum);
                for (int i = 0; i < 30; i++) {
                    library.zero_grad();
                    loss(theirs, i).backward();
                    library.step();
                    sgd.minimise(loss(ours, i));
                }
                assertThat(Tensors.toDoubles(ours)).containsExactly(Tensors.toDoubles(theirs), within(1e-13));
                sgd.close();
            }
        }
    }

    @Test
    void restoredOptimisersGoOnToTheBit() {
        try (PointerScope scope = new PointerScope()) {
            for (int kind = 0; kind < 2; kind++) {
                Tensor weights = weights();
                Tensor copy = weights();
                Optimizer optimizer = made(kind, weights);
                Optimizer other = made(kind, copy);
                for (int i = 0; i < 5; i++) {
                    optimizer.minimise(loss(weights, i));
                }
                Map<String, Tensor> memory = new LinkedHashMap<>();
                optimizer.memory().forEach((name, tensor) -> memory.put(name, tensor.clone()));
                double[] stopped = Tensors.toDoubles(weights);
                optimizer.minimise(loss(weights, 5));
                other.minimise(loss(copy, 9)); // what it remembers must go
                copy.set_data(Tensors.of(stopped, stopped.length));
                other.restore(memory);
                other.minimise(loss(copy, 5));
                assertThat(Tensors.toDoubles(copy)).containsExactly(Tensors.toDoubles(weights));
                optimizer.close();
                other.close();
            }
        }
    }

    @Test
    void stepsLeaveNoTensorBehind() {
        try (PointerScope scope = new PointerScope()) {
            for (int kind = 0; kind < 2; kind++) {
                Tensor weights = weights();
                long before = Pointer.totalCount();
                Optimizer optimizer = made(kind, weights);
                for (int i = 0; i < 10; i++) {
                    try (PointerScope step = new PointerScope()) {
                        optimizer.minimise(loss(weights, i));
                    }
                }
                optimizer.close();
                assertThat(Pointer.totalCount()).isEqualTo(before);
            }
        }
    }

    @Test
    void derivativesOfWhatAScalarDoesNotDependOnAreUndefined() {
        try (PointerScope scope = new PointerScope()) {
            Tensor a = weights();
            Tensor b = weights();
            List<Tensor> gradients = Gradients.of(a.pow(new Scalar(3.0)).sum(), List.of(b, a));
            assertThat(gradients.get(0).defined()).isFalse();
            assertThat(Tensors.toDoubles(gradients.get(1))).containsExactly(3 * 0.25, 3 * 1.0, 3 * 4.0);
            // d/da sum (3 a^2)^2 = 36 a^3
            Tensor first = Gradients.differentiable(a.pow(new Scalar(3.0)).sum(), List.of(a))
                    .get(0);
            List<Tensor> second = Gradients.of(first.square().sum(), List.of(a));
            assertThat(Tensors.toDoubles(second.get(0))).containsExactly(36 * 0.125, -36, 36 * 8);
        }
    }

    @Test
    void missingGradientCountsAsZerosAfterTheFirst() {
        try (PointerScope scope = new PointerScope()) {
            Tensor zeroed = weight();
            Tensor dropped = weight();
            AdamOptimizer first = new AdamOptimizer(List.of(zeroed), 0.1, 0.5, 0.9, 0.999);
            AdamOptimizer second = new AdamOptimizer(List.of(dropped), 0.1, 0.5, 0.9, 0.999);
            second.dropGradients();
            first.minimise(zeroed.mul(zeroed).sum());
            second.minimise(dropped.mul(dropped).sum());
            // g = 2 w + 0.5 w = 2.5: one step of Adam is lr * sign(g).
            assertThat(Tensors.item(zeroed)).isCloseTo(0.9, within(1e-8));
            first.step(List.of(new Tensor()));
            second.step(List.of(new Tensor()));
            double g2 = 0.5 * 0.9; // weight decay alone
            double m = (0.9 * 0.1 * 2.5 + 0.1 * g2) / (1 - 0.81);
            double v = (0.999 * 0.001 * 6.25 + 0.001 * g2 * g2) / (1 - 0.999 * 0.999);
            assertThat(Tensors.item(zeroed)).isCloseTo(0.9 - 0.1 * m / (Math.sqrt(v) + 1e-8), within(1e-9));
            assertThat(Tensors.item(dropped)).isCloseTo(0.9, within(1e-8));
            first.close();
            second.close();
        }
    }

    private static Optimizer made(int kind, Tensor weights) {
        return kind == 0
                ? new AdamOptimizer(List.of(weights), 0.03, 0.2, 0.9, 0.999)
                : new SgdOptimizer(List.of(weights), 0.01, 0.2, 0.9);
    }

    private static Tensor weights() {
        return Tensors.of(new double[] {0.5, -1, 2}, 3).requires_grad_(true);
    }

    private static Tensor weight() {
        return torch.ones(1).to(ScalarType.Double).requires_grad_(true);
    }

    /** A loss whose gradient changes with the step. */
    private static Tensor loss(Tensor weights, int step) {
        List<Double> factors = new ArrayList<>(List.of(Math.sin(step), 1.0 + step % 3, Math.cos(2.0 * step)));
        Tensor factor =
                Tensors.of(factors.stream().mapToDouble(Double::doubleValue).toArray(), 3);
        return weights.square().mul(factor).sum().add(weights.mul(factor).sin().sum());
    }
}
