package org.shiftbed.learn.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.shiftbed.base.UserError;
import org.shiftbed.learn.torch.Natives;
import org.shiftbed.learn.torch.Tensors;

/** The phases of ERM++, its running average, and what it predicts with. */
class ErmPlusPlusTest {
    private static final List<String> NAMES = PlainModel.names("featurizer", "classifier");

    @BeforeAll
    static void natives() {
        Natives.load(1);
    }

    /** The count of updates before an update is compared with linear_steps: with 2, three updates are linear. */
    @Test
    void classifierMovesAloneAtItsOwnRateFirst() {
        Map<String, Object> changed =
                Map.of("linear_steps", 2L, "linear_lr", 0.02, "lr", 0.003, "weight_decay", 0.01, "mlp_width", 5L);
        try (PointerScope scope = new PointerScope();
                Algorithm algorithm = IrregularBatchesTest.create("ERMPlusPlus", 3, changed)) {
            PlainModel theta = PlainModel.of(algorithm.state(), "featurizer", "classifier");
            PlainModel head = new PlainModel(theta.parameters.subList(6, 8));
            for (int update = 0; update < 5; update++) {
                // One environment: the mean over all rows is its risk.
                List<Minibatch> batch = IrregularBatchesTest.minibatches(new int[] {6 + update});
                double risk = theta.risk(batch.get(0));
                List<double[]> gradient = theta.gradient(batch.get(0));
                if (update <= 2) {
                    head.step(gradient.subList(6, 8), 0.02, 0.01);
                    copy(head.parameters, theta.parameters.subList(6, 8));
                } else {
                    theta.step(gradient, 0.003, 0.01);
                }
                assertThat(algorithm.update(batch).get("loss")).isCloseTo(risk, within(1e-10));
                for (int i = 0; i < NAMES.size(); i++) {
                    assertThat(value(algorithm, NAMES.get(i)))
                            .as("%s after update %d", NAMES.get(i), update)
                            .containsExactly(theta.parameters.get(i), within(1e-10));
                }
            }
        }
    }

    @Test
    void averageFollowsThenIsTheMeanOfItselfAndWhatCame() {
        try (PointerScope scope = new PointerScope();
                NetworkAlgorithm algorithm = (NetworkAlgorithm) IrregularBatchesTest.create(
                        "ERMPlusPlus", 3, Map.of("linear_steps", 1L, "lr", 0.01, "mlp_width", 5L))) {
            assertThat(Tensors.item(extra(algorithm, "sma_start_iter"))).isEqualTo(600);
            extra(algorithm, "sma_start_iter").fill_(new Scalar(3.0));
            Map<String, double[]> average = new HashMap<>();
            for (int update = 1; update <= 6; update++) {
                algorithm.update(IrregularBatchesTest.minibatches(new int[] {4, 3 + update, 2}));
                double count = Math.max(0, update - 2);
                assertThat(Tensors.item(extra(algorithm, "global_iter"))).isEqualTo(update);
                assertThat(Tensors.item(extra(algorithm, "sma_count"))).isEqualTo(count);
                for (String name : NAMES) {
                    double[] weights = value(algorithm, name);
                    double[] old = average.getOrDefault(name, weights);
                    double[] expected = new double[weights.length];
                    for (int i = 0; i < weights.length; i++) {
                        expected[i] = (count * old[i] + weights[i]) / (1 + count);
                    }
                    average.put(name, expected);
                    String averaged =
                            name.replace("featurizer", "network_sma.0").replace("classifier", "network_sma.1");
                    assertThat(value(algorithm, averaged)).as(averaged).containsExactly(expected, within(1e-13));
                }
            }
            PlainModel expected = new PlainModel(NAMES.stream()
                    .map(name -> Objects.requireNonNull(average.get(name)))
                    .toList());
            Minibatch minibatch =
                    IrregularBatchesTest.minibatches(new int[] {1}).get(0);
            try (NoGradGuard guard = new NoGradGuard()) {
                double[] features = expected.features(PlainModel.rows(minibatch).get(0));
                assertThat(Tensors.toDoubles(algorithm.predict(minibatch.x())))
                        .containsExactly(
                                PlainModel.affine(expected.parameters.get(6), expected.parameters.get(7), features),
                                within(1e-10));
            }
            assertThat(value(algorithm, "featurizer.input.weight"))
                    .isNotEqualTo(average.get("featurizer.input.weight"));
        }
    }

    @Test
    void averageStartsAsTheWeights() {
        try (PointerScope scope = new PointerScope();
                Algorithm algorithm = IrregularBatchesTest.create("ERMPlusPlus", 3, Map.of())) {
            assertThat(value(algorithm, "network_sma.0.hiddens.0.weight"))
                    .isEqualTo(value(algorithm, "featurizer.hiddens.0.weight"));
            assertThat(value(algorithm, "network_sma.1.weight")).isEqualTo(value(algorithm, "classifier.weight"));
        }
    }

    @Test
    void learningRateOfAllWeightsCanBeSetBetweenUpdates() {
        try (PointerScope scope = new PointerScope();
                ErmPlusPlus algorithm = (ErmPlusPlus)
                        IrregularBatchesTest.create("ERMPlusPlus", 3, Map.of("linear_steps", 0L, "lr", 0.01))) {
            assertThat(algorithm.linearPhase()).isTrue();
            algorithm.update(IrregularBatchesTest.minibatches(new int[] {4, 4, 4}));
            assertThat(algorithm.linearPhase()).isFalse();
            double[] before = value(algorithm, "classifier.bias");
            algorithm.learningRate(1e-4);
            algorithm.update(IrregularBatchesTest.minibatches(new int[] {4, 4, 4}));
            double[] after = value(algorithm, "classifier.bias");
            // The first step of Adam has the length of its rate.
            for (int i = 0; i < after.length; i++) {
                assertThat(Math.abs(after[i] - before[i])).isCloseTo(1e-4, within(1e-9));
            }
        }
    }

    @Test
    void larsIsRefused() {
        assertThatThrownBy(() -> IrregularBatchesTest.create("ERMPlusPlus", 3, Map.of("lars", true)))
                .isInstanceOf(UserError.class)
                .hasMessage("algorithm ERMPlusPlus: has no LARS optimiser (the reference fails on it): leave out lars");
    }

    private static void copy(List<double[]> from, List<double[]> into) {
        for (int i = 0; i < from.size(); i++) {
            System.arraycopy(from.get(i), 0, into.get(i), 0, from.get(i).length);
        }
    }

    private static double[] value(Algorithm algorithm, String name) {
        return Tensors.toDoubles(Tensors.require(algorithm.state(), name));
    }

    private static Tensor extra(NetworkAlgorithm algorithm, String name) {
        return Tensors.require(algorithm.extraState(), name);
    }
}
