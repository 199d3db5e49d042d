package org.shiftbed.learn.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.shiftbed.base.Seed;
import org.shiftbed.data.ImageShape;
import org.shiftbed.learn.Algorithms;
import org.shiftbed.learn.Precision;
import org.shiftbed.learn.torch.Gradients;
import org.shiftbed.learn.torch.Natives;
import org.shiftbed.learn.torch.Tensors;

/** Acceptance tests A15 to A17 of {@code controlled-shifts.md} 8. */
class ControlledFormsTest {
    private static final int ROWS = 12;

    @BeforeAll
    static void natives() {
        Natives.load(1);
    }

    @Test
    void a15DerivativeByTheScaleEqualsThatOfAutograd() {
        try (PointerScope scope = new PointerScope()) {
            Tensor logits = normal(ROWS, 4, 1);
            Tensor y = labels(4);
            double[] closed = Tensors.toDoubles(Irm.scaleDerivatives(logits, y));
            for (int row = 0; row < ROWS; row++) {
                Tensor w = Tensors.of(new double[] {1}, 1).set_requires_grad(true);
                Tensor loss = torch.cross_entropy_loss(logits.narrow(0, row, 1).mul(w), y.narrow(0, row, 1));
                double autograd = Tensors.item(Gradients.of(loss, List.of(w)).get(0));
                assertThat(closed[row]).isCloseTo(autograd, within(1e-13));
            }
        }
    }

    @Test
    void a15PenaltyOfZeroLogitsIsZero() {
        try (PointerScope scope = new PointerScope()) {
            int[] environments = IntStream.range(0, ROWS).map(i -> i / 2 % 3).toArray();
            int[] positions = IntStream.range(0, ROWS).toArray();
            List<Tensor> halves = new ArrayList<>();
            for (int parity = 0; parity < 2; parity++) {
                halves.add(Tensors.of(ControlledIrm.weights(environments, positions, 3, parity), 3, ROWS));
            }
            Tensor zero = Tensors.of(new double[ROWS * 4], ROWS, 4);
            assertThat(Tensors.item(ControlledIrm.penalty(zero, labels(4), halves.get(0), halves.get(1))))
                    .isZero();
            Tensor other = normal(ROWS, 4, 2);
            assertThat(Tensors.item(ControlledIrm.penalty(other, labels(4), halves.get(0), halves.get(1))))
                    .isNotZero();
        }
    }

    @Test
    void a16DistanceIsZeroForSharedSamplesAndTheSquareOfAShift() {
        try (PointerScope scope = new PointerScope()) {
            Tensor z = normal(ROWS, 5, 3);
            for (boolean release : new boolean[] {false, true}) {
                assertThat(Tensors.item(ControlledCoral.distance(z, z.clone(), release)))
                        .isZero();
                Tensor penalty =
                        Objects.requireNonNull(ControlledCoral.penalty(List.of(z, z.clone(), z.clone()), 3, release));
                assertThat(Tensors.item(penalty)).isZero();
                // Means differ by the shift, covariances do not.
                Tensor moved = z.add(new Scalar(0.5));
                assertThat(Tensors.item(ControlledCoral.distance(z, moved, release)))
                        .isCloseTo(0.25, within(1e-12));
                Tensor two = Objects.requireNonNull(ControlledCoral.penalty(List.of(z, moved), 3, release));
                assertThat(Tensors.item(two)).isCloseTo(0.25 / 6, within(1e-12));
            }
        }
    }

    /** With a tiny learning rate, so that each step is along its gradient: the two losses are read from the records of an update on the same batch. */
    @Test
    void a17ModelStepRaisesTheLossOfTheAdversaryAndTheAdversaryLowersIt() {
        double lambda = 1e6;
        try (PointerScope scope = new PointerScope();
                Algorithm dann = dann(lambda)) {
            for (int update = 0; update < 5; update++) {
                List<Minibatch> batch = batch(update);
                double before = adversary(dann, dann, batch);
                try (Algorithm after = dann(lambda)) {
                    after.restore(dann.snapshot());
                    after.update(batch);
                    // Features of the step, the adversary as it was, and the other way round.
                    double byTheModel = adversary(after, dann, batch);
                    double byTheAdversary = adversary(dann, after, batch);
                    assertThat(byTheModel).isGreaterThan(before);
                    assertThat(byTheAdversary).isLessThan(before);
                }
                dann.update(batch);
            }
        }
    }

    /** The cross-entropy of one's adversary on the features of another. */
    private static double adversary(Algorithm features, Algorithm judge, List<Minibatch> batch) {
        try (NoGradGuard guard = new NoGradGuard()) {
            NetworkAlgorithm model = (NetworkAlgorithm) features;
            Tensor h = model.featurizer.forward(NetworkAlgorithm.allX(batch));
            Map<String, Tensor> state = judge.state();
            for (String layer : List.of("input", "hiddens.0", "output")) {
                h = h.matmul(Tensors.require(state, "adversary." + layer + ".weight")
                                .t())
                        .add(Tensors.require(state, "adversary." + layer + ".bias"));
                h = layer.equals("output") ? h : torch.relu(h);
            }
            return Tensors.item(torch.cross_entropy_loss(h, model.environments(batch)));
        }
    }

    private static Algorithm dann(double lambda) {
        AlgorithmFactory factory = Algorithms.require("DANN", "test");
        Map<String, Object> values =
                new LinkedHashMap<>(factory.space(new AlgorithmFactory.SpaceContext("", true, ControlledForms.NAME))
                        .defaults());
        values.put("lambda", lambda);
        values.put("lr", 1e-5);
        torch.manual_seed(3);
        Algorithm made = factory.create(new AlgorithmFactory.Context(
                new ImageShape(1, 2, 3),
                0,
                2,
                3,
                ControlledForms.NAME,
                Set.of(),
                values,
                "mlp",
                Precision.FLOAT64,
                "cpu",
                new SeededDraws(Seed.of("a17"))));
        made.train(true);
        return made;
    }

    private static List<Minibatch> batch(int seed) {
        List<Minibatch> batch = new ArrayList<>();
        for (int environment = 0; environment < 3; environment++) {
            batch.add(new Minibatch(
                    environment,
                    normal(4, 6, 10L * seed + environment).reshape(4, 1, 2, 3),
                    Tensors.of(new long[] {0, 1, 1, 0}, 4)));
        }
        return batch;
    }

    private static Tensor normal(int rows, int columns, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return Tensors.of(random.doubles((long) rows * columns, -2, 2).toArray(), rows, columns);
    }

    private static Tensor labels(int classes) {
        return Tensors.of(IntStream.range(0, ROWS).mapToLong(i -> i % classes).toArray(), ROWS);
    }

    /** Five positions: three even ones and two odd ones, each half with its own number. */
    @Test
    void halvesOfAnOddBatchHaveTheirOwnSizes() {
        int[] environments = {0, 1, 0, 1, 1};
        int[] positions = {0, 1, 2, 3, 4};
        assertThat(ControlledIrm.weights(environments, positions, 2, 0))
                .containsExactly(1.0 / 3, 0, 1.0 / 3, 0, 0, 0, 0, 0, 0, 1.0 / 3);
        assertThat(ControlledIrm.weights(environments, positions, 2, 1))
                .containsExactly(0, 0, 0, 0, 0, 0, 0.5, 0, 0.5, 0);
        // It is the position in the batch that counts, not the place among the rows of an environment.
        assertThat(ControlledIrm.weights(new int[] {0, 0, 1}, new int[] {0, 2, 1}, 2, 0))
                .containsExactly(0.5, 0.5, 0, 0, 0, 0);
    }
}
