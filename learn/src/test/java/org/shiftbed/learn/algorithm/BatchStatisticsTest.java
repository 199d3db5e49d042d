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
import org.junit.jupiter.params.provider.ValueSource;
import org.shiftbed.base.Seed;
import org.shiftbed.data.ImageShape;
import org.shiftbed.learn.Algorithms;
import org.shiftbed.learn.Precision;
import org.shiftbed.learn.torch.Natives;
import org.shiftbed.learn.torch.Tensors;

/** What updates of several passes do to the running statistics of batch normalisation. */
class BatchStatisticsTest {
    private static final String FIRST = "featurizer.network.bn1.";

    @BeforeAll
    static void natives() {
        Natives.load(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void mldgMovesThemUnlessStrict(boolean strict) {
        try (PointerScope scope = new PointerScope();
                Algorithm mldg = create("MLDG", strict, Map.of("n_meta_test", 1L))) {
            double[] before = value(mldg, FIRST + "running_mean");
            mldg.update(batch());
            // Two pairs, each with a pass of two environments.
            assertThat(value(mldg, FIRST + "num_batches_tracked")).containsExactly(strict ? 0 : 4);
            if (strict) {
                assertThat(value(mldg, FIRST + "running_mean")).isEqualTo(before);
            } else {
                assertThat(value(mldg, FIRST + "running_mean")).isNotEqualTo(before);
            }
        }
    }

    @Test
    void fishGoesPartOfTheWayInThemTooAndTruncatesCounts() {
        try (PointerScope scope = new PointerScope();
                Algorithm fish = create("Fish", true, Map.of("meta_lr", 0.5))) {
            fish.update(batch());
            String layer = ".net.0.network.bn1.";
            assertThat(value(fish, "network_inner" + layer + "num_batches_tracked"))
                    .containsExactly(3);
            assertThat(value(fish, "network" + layer + "num_batches_tracked")).containsExactly(1); // of 1.5
            double[] clone = value(fish, "network_inner" + layer + "running_mean");
            double[] mean = value(fish, "network" + layer + "running_mean");
            for (int i = 0; i < mean.length; i++) {
                assertThat(mean[i]).isCloseTo(clone[i] / 2, within(1e-7)); // from 0
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void averageOfErmPlusPlusRefreshesItsOwnUnlessFrozen(boolean frozen) {
        try (PointerScope scope = new PointerScope();
                NetworkAlgorithm made = (NetworkAlgorithm) create("ERMPlusPlus", true, Map.of("freeze_bn", frozen))) {
            made.update(batch());
            double count = frozen ? 0 : 1;
            String average = "network_sma.0.network.bn1.";
            assertThat(value(made, FIRST + "num_batches_tracked")).containsExactly(count);
            assertThat(value(made, average + "num_batches_tracked")).containsExactly(count);
            // It has taken over the weights' statistics (one step from 0), then its own pass moves them by the same
            // batch.
            double[] weights = value(made, FIRST + "running_mean");
            double[] refreshed = value(made, average + "running_mean");
            for (int i = 0; i < weights.length; i++) {
                // m = 0.1 b, and 0.9 m + 0.1 b = 1.9 m.
                assertThat(refreshed[i]).isCloseTo(weights[i] * (frozen ? 1 : 1.9), within(1e-6));
            }
            try (NoGradGuard guard = new NoGradGuard()) {
                Tensor x = batch().get(0).x();
                double[] both = Tensors.toDoubles(made.predict(x));
                double[] again = Tensors.toDoubles(made.predict(x));
                assertThat(again).isEqualTo(both);
            }
        }
    }

    private static List<Minibatch> batch() {
        SplittableRandom random = new SplittableRandom(5);
        List<Minibatch> batch = new ArrayList<>();
        for (int e = 0; e < 3; e++) {
            double[] x = random.doubles(2L * 3 * 16 * 16).toArray();
            batch.add(new Minibatch(
                    e,
                    Tensors.of(x, 2, 3, 16, 16).to(Tensors.type(Precision.FLOAT32)),
                    Tensors.of(new long[] {0, 1}, 2)));
        }
        return batch;
    }

    private static Algorithm create(String name, boolean strict, Map<String, Object> changed) {
        AlgorithmFactory factory = Algorithms.require(name, "test");
        Map<String, Object> values =
                new HashMap<>(factory.space(new AlgorithmFactory.SpaceContext("sprites", false, "domainbed"))
                        .defaults());
        values.putAll(changed);
        return factory.create(new AlgorithmFactory.Context(
                new ImageShape(3, 16, 16),
                0,
                2,
                3,
                "domainbed",
                strict ? Set.of("algorithm") : Set.of(),
                values,
                "resnet18",
                Precision.FLOAT32,
                "cpu",
                new SeededDraws(Seed.of("test", name))));
    }

    private static double[] value(Algorithm algorithm, String name) {
        return Tensors.toDoubles(Tensors.require(algorithm.state(), name));
    }
}
