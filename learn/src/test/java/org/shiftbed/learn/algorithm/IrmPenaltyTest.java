package org.shiftbed.learn.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.BoolOptional;
import org.bytedeco.pytorch.LongOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.shiftbed.learn.torch.Natives;
import org.shiftbed.learn.torch.Tensors;

/** The closed form of the penalty against differentiating twice through the graph, and against finite differences. */
class IrmPenaltyTest {
    private static final double[] LOGITS = {
        0.3, -1.2, 0.9, 2.0, 0.1, -0.4, -0.7, 0.8, 1.5, 0.2, 0.6, -2.1, 1.1, 0.0, 0.5
    };
    private static final long[] LABELS = {0, 2, 1, 1, 0};

    @BeforeAll
    static void natives() {
        Natives.load(1);
    }

    @Test
    void valueAndGradientEqualThoseOfDoubleDifferentiation() {
        try (PointerScope scope = new PointerScope()) {
            Tensor y = Tensors.of(LABELS, 5);
            Tensor a = Tensors.of(LOGITS, 5, 3);
            a.set_requires_grad(true);
            Tensor closed = Irm.penalty(a, y);
            closed.backward();
            Tensor b = Tensors.of(LOGITS, 5, 3);
            b.set_requires_grad(true);
            Tensor twice = half(b, y, 0).mul(half(b, y, 1));
            twice.backward();
            assertThat(Tensors.item(closed)).isCloseTo(Tensors.item(twice), within(1e-14));
            assertThat(Tensors.toDoubles(a.grad())).containsExactly(Tensors.toDoubles(b.grad()), within(1e-14));
        }
    }

    @Test
    void gradientEqualsFiniteDifferences() {
        try (PointerScope scope = new PointerScope()) {
            Tensor z = Tensors.of(LOGITS, 5, 3);
            z.set_requires_grad(true);
            Irm.penalty(z, Tensors.of(LABELS, 5)).backward();
            double[] gradient = Tensors.toDoubles(z.grad());
            double h = 1e-6;
            for (int i = 0; i < LOGITS.length; i++) {
                assertThat(gradient[i]).isCloseTo((moved(i, h) - moved(i, -h)) / (2 * h), within(1e-8));
            }
        }
    }

    private static double moved(int index, double by) {
        double[] logits = LOGITS.clone();
        logits[index] += by;
        return Tensors.item(Irm.penalty(Tensors.of(logits, 5, 3), Tensors.of(LABELS, 5)));
    }

    private static Tensor half(Tensor z, Tensor y, long from) {
        Tensor scale = Tensors.of(new double[] {1}, 1);
        scale.set_requires_grad(true);
        Tensor loss = torch.cross_entropy_loss(
                z.slice(0, new LongOptional(from), new LongOptional(), 2).mul(scale),
                y.slice(0, new LongOptional(from), new LongOptional(), 2));
        return torch.grad(
                        new TensorVector(loss),
                        new TensorVector(scale),
                        new TensorVector(),
                        new BoolOptional(true),
                        true,
                        false)
                .get(0)
                .sum();
    }
}
