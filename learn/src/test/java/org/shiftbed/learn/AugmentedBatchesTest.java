package org.shiftbed.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shiftbed.base.Seed;
import org.shiftbed.data.ImageShape;
import org.shiftbed.learn.augment.AugMix;
import org.shiftbed.learn.augment.Augmentation;
import org.shiftbed.learn.augment.Picture;
import org.shiftbed.learn.augment.RandAugment;
import org.shiftbed.learn.torch.Natives;
import org.shiftbed.learn.torch.Tensors;
import org.shiftbed.shift.BatchSource;
import org.shiftbed.shift.BatchSource.EnvironmentRows;

class AugmentedBatchesTest {
    @BeforeAll
    static void natives() {
        Natives.load(1);
    }

    /** Two environments, of 3 and 4 rows, that move on by one with every batch. */
    private static BatchSource batches() {
        int[] first = {0};
        return () -> {
            int from = first[0]++;
            return List.of(
                    new EnvironmentRows(0, new int[] {from, from + 9, from + 4}, new int[3]),
                    new EnvironmentRows(1, new int[] {from + 50, from + 51, from + 60, from + 52}, new int[4]));
        };
    }

    private static List<AugmentedBatches.Batch> draw(Augmentation augmentation, int threads, int count) {
        List<AugmentedBatches.Batch> drawn = new ArrayList<>();
        try (AugmentedBatches augmented =
                new AugmentedBatches(batches(), TinyRun.DATASET, augmentation, Seed.of("test"), threads)) {
            for (int k = 0; k < count; k++) {
                drawn.add(augmented.next());
            }
        }
        return drawn;
    }

    @Test
    void threadsDoNotMoveNumbers() {
        Augmentation augmentation = new AugMix(AugMix.SEVERITY);
        List<AugmentedBatches.Batch> one = draw(augmentation, 1, 6);
        List<AugmentedBatches.Batch> three = draw(augmentation, 3, 6);
        List<AugmentedBatches.Batch> many = draw(augmentation, 20, 4);
        for (int k = 0; k < 6; k++) {
            assertThat(three.get(k).values()).isEqualTo(one.get(k).values());
            assertThat(three.get(k).rows().get(1).rows())
                    .isEqualTo(one.get(k).rows().get(1).rows());
        }
        for (int k = 0; k < 4; k++) {
            assertThat(many.get(k).values()).isEqualTo(one.get(k).values());
        }
    }

    @Test
    void everyPictureIsThatOfItsRowAndHasAStreamOfItsOwn() {
        // Gives the picture back and beside it a number of its stream.
        Augmentation marks = new Augmentation() {
            @Override
            public String name() {
                return "marks";
            }

            @Override
            public void apply(Picture picture, SplittableRandom random, float[] target, int at) {
                for (int i = 0; i < picture.bytes().length; i++) {
                    target[at + i] = picture.bytes()[i] & 0xFF;
                }
                target[at + picture.bytes().length] = random.nextInt(1 << 20);
            }
        };
        List<AugmentedBatches.Batch> drawn = draw(marks, 2, 5);
        List<Float> numbers = new ArrayList<>();
        int stride = 3 * 16;
        for (int k = 0; k < 5; k++) {
            int[] rows = {k, k + 9, k + 4, k + 50, k + 51, k + 60, k + 52};
            for (int i = 0; i < rows.length; i++) {
                java.nio.ByteBuffer expected = java.nio.ByteBuffer.allocate(16);
                TinyRun.DATASET.read(rows, i, 1, expected);
                for (int p = 0; p < 16; p++) {
                    assertThat(drawn.get(k).values()[i * stride + p]).isEqualTo(expected.get(p) & 0xFF);
                }
                numbers.add(drawn.get(k).values()[i * stride + 16]);
            }
        }
        assertThat(numbers).doesNotHaveDuplicates();
    }

    @Test
    void whatAnAugmentationThrowsIsTold() {
        Augmentation broken = new Augmentation() {
            @Override
            public String name() {
                return "broken";
            }

            @Override
            public void apply(Picture picture, SplittableRandom random, float[] target, int at) {
                throw new IllegalArgumentException("no such picture");
            }
        };
        assertThatThrownBy(() -> draw(broken, 2, 1))
                .hasMessageContaining("augmentation broken failed")
                .hasMessageContaining("no such picture");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ImageNetAug", "AugMix", "RandAugment", "AutoAugment"})
    void aTrainingOnAugmentedPicturesIsTheSameEveryTime(String method) {
        TinyRun.Log first = train(method, Map.of());
        assertThat(train(method, Map.of()).numbers()).isEqualTo(first.numbers());
        assertThat(train("ERM", Map.of()).checkpoints.get(2).losses())
                .isNotEqualTo(first.checkpoints.get(2).losses());
    }

    @Test
    void magnitudesReachTheTraining() {
        assertThat(train("RandAugment", Map.of("magnitude", 5.0)).numbers())
                .isNotEqualTo(train("RandAugment", Map.of("magnitude", 9.0)).numbers());
    }

    private static TinyRun.Log train(String method, Map<String, Object> hyperparameters) {
        TinyRun.Log log = new TinyRun.Log();
        TrainingTask task = TinyRun.task(method, null, Precision.FLOAT32, TinyRun.PLAN, 3, hyperparameters);
        assertThat(Trainer.train(task, log)).isEqualTo(Trainer.Ending.FINISHED);
        return log;
    }

    @Test
    void picturesThatAreEvaluatedHaveTheChannelsOfThoseTrainedOn() {
        try (PointerScope scope = new PointerScope()) {
            ImageLoader grey = new ImageLoader(TinyRun.DATASET, Precision.FLOAT32, "cpu", 2);
            ImageLoader colour = new ImageLoader(TinyRun.DATASET, new ImageShape(3, 4, 4), Precision.FLOAT32, "cpu", 2);
            double[] one = Tensors.toDoubles(grey.load(new int[] {5, 8}, 0, 2, 2));
            Tensor three = colour.load(new int[] {5, 8}, 0, 2, 2);
            double[] values = Tensors.toDoubles(three);
            assertThat(three.sizes().vec().get()).containsExactly(2, 3, 4, 4);
            for (int i = 0; i < values.length; i++) {
                assertThat(values[i]).isEqualTo(one[i / 48 * 16 + i % 16]);
            }
            // Whole values are the same numbers, whether read or augmented.
            float[] bytes = new float[96];
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = (float) Math.rint(values[i] * 255);
            }
            assertThat(Tensors.toDoubles(colour.of(bytes, 2))).isEqualTo(values);
        }
    }

    @Test
    void picturesOfTwoChannelsAreRefused() {
        Augmentation augmentation = new RandAugment(1, 5, RandAugment.Enhance.SIGNED);
        assertThatThrownBy(() -> augmentation.shape(new ImageShape(2, 28, 28)))
                .isInstanceOf(org.shiftbed.base.UserError.class)
                .hasMessageContaining("2 channels");
    }
}
