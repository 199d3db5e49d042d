package org.shiftbed.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.shiftbed.base.Seed;
import org.shiftbed.learn.algorithm.Algorithm;
import org.shiftbed.learn.algorithm.AlgorithmFactory;
import org.shiftbed.learn.algorithm.SeededDraws;
import org.shiftbed.learn.torch.Natives;
import org.shiftbed.learn.torch.Tensors;

class EvaluatorTest {
    @BeforeAll
    static void natives() {
        Natives.load(1);
    }

    /** MTL reads a batch as a sample of one environment: no row of another one, and no picture that fills a batch up, may be in it. */
    @Test
    void sampleIsOfOnePartAndOneEnvironmentAndNotFilledUp() {
        try (PointerScope scope = new PointerScope();
                Algorithm algorithm = mtl()) {
            ImageLoader images = new ImageLoader(TinyRun.DATASET, Precision.FLOAT32, "cpu", Evaluator.BATCH);
            Evaluator evaluator =
                    new Evaluator(TinyRun.SPLIT, 2, images, algorithm, true, 16, List.of("val_id", "test"), () -> {});
            evaluator.evaluate(List.of("test"));
            int[] environments = TinyRun.SPLIT.environmentOf();
            int[] rows = TinyRun.SPLIT.part("test").rows();
            double loss = 0;
            algorithm.train(false);
            for (int environment : new int[] {-1, 0, 1}) {
                int[] sample = Arrays.stream(rows)
                        .filter(row -> environments[row] == environment)
                        .toArray();
                assertThat(sample).isNotEmpty().hasSizeLessThan(Evaluator.SAMPLE);
                loss += loss(algorithm, images, sample);
            }
            double found = evaluator.score("test").loss();
            assertThat(found).isCloseTo(loss / rows.length, within(1e-6));
            assertThat(evaluator.evaluated()).isEqualTo(rows.length);
            // All of the part at once would be another number: the test tells the two apart.
            assertThat(found).isNotCloseTo(loss(algorithm, images, rows) / rows.length, within(1e-5));
        }
    }

    /** 80 rows in the part's order: a batch of 64 and one of 16, of equal weight. */
    @Test
    void lossOfBatchesIsTheMeanOfTheirMeans() {
        try (PointerScope scope = new PointerScope();
                Algorithm algorithm = mtl()) {
            ImageLoader images = new ImageLoader(TinyRun.DATASET, Precision.FLOAT32, "cpu", Evaluator.BATCH);
            Evaluator evaluator = new Evaluator(
                    TinyRun.SPLIT, 2, images, algorithm, false, 16, List.of("val_id", "val_oracle_best"), () -> {});
            evaluator.evaluate(List.of("val_id", "val_oracle_best"));
            int[] rows = TinyRun.SPLIT.part("val_oracle_best").rows();
            algorithm.train(false);
            double[] sums = new double[2];
            for (int i = 0; i < rows.length; i++) {
                // Slots are in the order of rows, which begin at 120.
                sums[i / 64] += evaluator.copy(0).losses()[rows[i] - 120];
            }
            assertThat(evaluator.batchLoss("val_oracle_best"))
                    .isCloseTo((sums[0] / 64 + sums[1] / 16) / 2, within(1e-12));
            assertThat(evaluator.batchLoss("val_oracle_best"))
                    .isNotCloseTo(evaluator.score("val_oracle_best").loss(), within(1e-6));
            assertThat(evaluator.batchLoss("val_id"))
                    .isCloseTo(evaluator.score("val_id").loss(), within(1e-12));
        }
    }

    private static double loss(Algorithm algorithm, ImageLoader images, int[] sample) {
        double loss = 0;
        try (NoGradGuard guard = new NoGradGuard()) {
            double[] logits =
                    Tensors.toDoubles(algorithm.predict(images.load(sample, 0, sample.length, sample.length)));
            for (int i = 0; i < sample.length; i++) {
                int label = TinyRun.SPLIT.labels()[sample[i]];
                loss += Math.log(Math.exp(logits[2 * i]) + Math.exp(logits[2 * i + 1])) - logits[2 * i + label];
            }
        }
        return loss;
    }

    private static Algorithm mtl() {
        torch.manual_seed(3);
        Map<String, Object> hyperparameters = TinyRun.hyperparameters("MTL", Map.of());
        return Algorithms.create(
                "MTL",
                new AlgorithmFactory.Context(
                        TinyRun.SHAPE,
                        0,
                        2,
                        2,
                        "domainbed",
                        Set.of(),
                        hyperparameters,
                        "mlp",
                        Precision.FLOAT32,
                        "cpu",
                        new SeededDraws(Seed.of("evaluator"))));
    }
}
