package org.shiftbed.learn.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shiftbed.base.Seed;
import org.shiftbed.data.ImageShape;
import org.shiftbed.learn.Algorithms;
import org.shiftbed.learn.Precision;
import org.shiftbed.learn.torch.Natives;
import org.shiftbed.learn.torch.Tensors;

/** Environments go through a network together exactly where that changes nothing. */
class EnvironmentsApartTest {
    private static final ImageShape SHAPE = new ImageShape(1, 8, 8);

    @BeforeAll
    static void natives() {
        Natives.load(1);
    }

    /** Batch normalisation counts the batches it has seen. */
    @ParameterizedTest
    @CsvSource({
        "CORAL, false, 3",
        "MMD, false, 3",
        "GroupDRO, false, 3",
        "MTL, false, 3",
        "EQRM, false, 3",
        "CausIRL_MMD, false, 3",
        "ERM, false, 1",
        "VREx, false, 1",
        "CORAL, true, 0"
    })
    void everyEnvironmentHasBatchStatisticsOfItsOwn(String name, boolean frozen, int passes) {
        try (PointerScope scope = new PointerScope();
                Algorithm algorithm = create(name, "resnet18-small", Map.of("freeze_bn", frozen))) {
            algorithm.update(batch());
            Tensor seen = Tensors.require(algorithm.state(), "featurizer.network.bn1.num_batches_tracked");
            assertThat(Tensors.toLongs(seen)).containsExactly(passes);
        }
    }

    @Test
    void oneForwardPassGivesTheNumbersOfThree() {
        for (String network : List.of("mlp", "small-cnn", "resnet18-small")) {
            try (PointerScope scope = new PointerScope();
                    Algorithm made = create("CORAL", network, Map.of("freeze_bn", true))) {
                Coral algorithm = (Coral) made;
                List<Tensor> features = new ArrayList<>();
                double risk = 0;
                double penalty = 0;
                try (NoGradGuard guard = new NoGradGuard()) {
                    for (Minibatch minibatch : batch()) {
                        Tensor z = algorithm.featurizer.forward(minibatch.x());
                        risk += Tensors.item(
                                        NetworkAlgorithm.crossEntropy(algorithm.classifier.forward(z), minibatch.y()))
                                / 3;
                        features.forEach(other -> assertThat(other.size(1)).isEqualTo(z.size(1)));
                        features.add(z);
                    }
                    for (int[] pair : new int[][] {{0, 1}, {0, 2}, {1, 2}}) {
                        penalty += Tensors.item(Coral.momentDistance(features.get(pair[0]), features.get(pair[1]))) / 3;
                    }
                }
                Map<String, Double> values = algorithm.update(batch());
                assertThat(values.get("loss")).as(network).isCloseTo(risk, within(1e-12));
                assertThat(values.get("penalty")).as(network).isCloseTo(penalty, within(1e-12 * Math.max(1, penalty)));
            }
        }
    }

    private static List<Minibatch> batch() {
        SplittableRandom random = new SplittableRandom(3);
        List<Minibatch> batch = new ArrayList<>();
        for (int e = 0; e < 3; e++) {
            int rows = 4 + e;
            double[] x = random.doubles((long) rows * SHAPE.bytes()).toArray();
            long[] y = random.longs(rows, 0, 3).toArray();
            Tensor pictures = Tensors.of(x, rows, SHAPE.channels(), SHAPE.height(), SHAPE.width());
            batch.add(new Minibatch(e, pictures, Tensors.of(y, rows)));
        }
        return batch;
    }

    private static Algorithm create(String name, String network, Map<String, Object> changed) {
        Map<String, Object> values = new HashMap<>(Algorithms.require(name, "test")
                .space(new AlgorithmFactory.SpaceContext("sprites", true, "domainbed"))
                .defaults());
        values.put("mlp_width", 8L);
        values.put("eqrm_burnin_iters", 0.0);
        values.putAll(changed);
        Algorithm made = Algorithms.create(
                name,
                new AlgorithmFactory.Context(
                        SHAPE,
                        0,
                        3,
                        3,
                        "domainbed",
                        Set.of(),
                        values,
                        network,
                        Precision.FLOAT64,
                        "cpu",
                        new SeededDraws(Seed.of("apart"))));
        made.train(true);
        return made;
    }
}
