package org.shiftbed.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shiftbed.data.ImageShape;
import org.shiftbed.learn.algorithm.Algorithm;
import org.shiftbed.learn.algorithm.AlgorithmFactory;
import org.shiftbed.learn.algorithm.Minibatch;
import org.shiftbed.learn.algorithm.TwoStage;
import org.shiftbed.learn.torch.Natives;
import org.shiftbed.learn.torch.Tensors;
import org.shiftbed.learn.weights.Safetensors;
import org.shiftbed.learn.weights.StateDict;
import org.shiftbed.learn.weights.StoredTensor;

/** Learned augmentation between two colours of three. */
class CycleGanTest {
    private static final Map<String, Object> NARROW = Map.of("width", 4L, "stage1_batch", 8L);

    @TempDir
    Path folder;

    @BeforeAll
    static void natives() {
        Natives.load(1);
    }

    /** Red pictures become green and the other way round, and back. */
    @ParameterizedTest
    @ValueSource(strings = {"wgan", "lsgan"})
    void picturesAreTranslatedIntoTheOtherColour(String loss) throws IOException {
        TrainingTask task = ColouredSquares.task(
                "CycleGAN",
                folder,
                "mlp",
                20,
                16,
                Map.of("width", 8L, "stage1", 10.0, "lr_stargan", 2e-3, "critic_updates", 2L, "loss", loss));
        TinyRun.Log log = run(task);
        Checkpoint last = log.checkpoints.stream()
                .filter(checkpoint -> checkpoint.stage() != null)
                .reduce((before, after) -> after)
                .orElseThrow();
        assertThat(last.step()).isEqualTo(199);
        assertThat(last.losses())
                .containsKeys("stage1_critic", "stage1_attribute", "stage1_reconstruction")
                .containsKey("stage1_translated_attribute");
        assertThat(value(last.losses(), "stage1_val_attribute_accuracy")).isGreaterThan(0.9);
        // Half of the pixels lit in one channel of three, back in the wrong one, would be 0.55.
        assertThat(value(last.losses(), "stage1_val_reconstruction")).isLessThan(0.4);
        // Eight pictures, each beside its translations into red and green.
        BufferedImage sheet = ImageIO.read(folder.resolve("samples.png").toFile());
        assertThat(sheet.getWidth()).isEqualTo(3 * 9 + 1);
        assertThat(sheet.getHeight()).isEqualTo(8 * 9 + 1);
        for (int row = 0; row < 8; row++) {
            for (int color = 0; color < 2; color++) {
                double[] mean = mean(sheet, 1 + color, row);
                assertThat(mean[color]).isGreaterThan(3 * mean[1 - color]);
            }
        }
    }

    /** Means of red and green over a picture of the sheet. */
    private static double[] mean(BufferedImage sheet, int column, int row) {
        double[] sums = new double[2];
        for (int y = 0; y < 8; y++) {
            for (int x = 0; x < 8; x++) {
                int rgb = sheet.getRGB(1 + 9 * column + x, 1 + 9 * row + y);
                sums[0] += (rgb >> 16 & 255) / 64.0;
                sums[1] += (rgb >> 8 & 255) / 64.0;
            }
        }
        return sums;
    }

    @Test
    void secondStageWithoutTranslationsIsErm() throws IOException {
        Map<String, Object> none = new LinkedHashMap<>(NARROW);
        none.put("alpha", 0.0);
        run(ColouredSquares.task("CycleGAN", folder.resolve("gan"), "wide-resnet", 8, 16, none));
        run(ColouredSquares.task("ERM", folder.resolve("erm"), "wide-resnet", 8, 16, Map.of("lr", 1e-4)));
        run(ColouredSquares.task("CycleGAN", folder.resolve("all"), "wide-resnet", 8, 16, NARROW));
        assertThat(weights("gan")).isEqualTo(weights("erm"));
        assertThat(weights("all")).isNotEqualTo(weights("erm"));
    }

    @Test
    void stepsOfTheFirstStageComeBeforeThoseOfTheTraining() {
        TinyRun.Log log = run(ColouredSquares.task("CycleGAN", folder, "mlp", 7, 16, NARROW));
        assertThat(log.checkpoints).extracting(Checkpoint::step).containsExactly(0, 5, 10, 13, 0, 5, 6);
        assertThat(log.checkpoints)
                .extracting(checkpoint -> checkpoint.stage() != null)
                .containsExactly(true, true, true, true, false, false, false);
        assertThat(log.checkpoints)
                .extracting(Checkpoint::imagesTrained)
                .containsExactly(8L, 48L, 88L, 112L, 16L, 96L, 112L);
        assertThat(log.steps).isEqualTo(21);
    }

    @Test
    void generatorMovesInEveryFifthUpdateAndTheRateFallsOverTheSecondHalf() {
        try (PointerScope scope = new PointerScope();
                Algorithm made = create(NARROW)) {
            TwoStage gan = (TwoStage) made;
            Map<String, StoredTensor> classifier = StateDict.copy(gan);
            ImageLoader images = new ImageLoader(ColouredSquares.DATASET, Precision.FLOAT32, "cpu", 64);
            for (int i = 0; i < 10; i++) {
                Map<String, StoredTensor> before = StateDict.snapshot(gan);
                double done = i / 10.0;
                Map<String, Double> values;
                try (PointerScope step = new PointerScope()) {
                    values = gan.updateFirst(batch(images, 8 * i, 8), done);
                }
                Map<String, StoredTensor> after = StateDict.snapshot(gan);
                boolean fifth = i % 5 == 4;
                assertThat(values.containsKey("reconstruction")).isEqualTo(fifth);
                assertThat(moved(before, after, "extra/generator.")).isEqualTo(fifth);
                assertThat(moved(before, after, "extra/discriminator.")).isTrue();
                for (String optimizer : List.of("generator", "discriminator")) {
                    double rate = Objects.requireNonNull(after.get("optimizer/" + optimizer + "/lr"))
                            .data()
                            .order(ByteOrder.LITTLE_ENDIAN)
                            .getDouble(0);
                    assertThat(rate).isCloseTo(1e-4 * Math.min(1, 2 - 2 * done), within(1e-18));
                }
            }
            gan.endFirst();
            assertThat(StateDict.copy(gan)).isEqualTo(classifier);
            Map<String, StoredTensor> before = StateDict.snapshot(gan);
            gan.update(batch(images, 0, 8));
            Map<String, StoredTensor> after = StateDict.snapshot(gan);
            assertThat(moved(before, after, "extra/")).isFalse();
            assertThat(moved(before, after, "state/")).isTrue();
        }
    }

    /** With all weights of the generator 0, every translation is grey: half of white. */
    @Test
    void secondStageTrainsOnTranslationsWithTheLabelsOfTheirRows() {
        try (PointerScope scope = new PointerScope();
                Algorithm gan = create(NARROW)) {
            Map<String, Tensor> snapshot = new LinkedHashMap<>(gan.snapshot());
            snapshot.replaceAll(
                    (name, tensor) -> name.startsWith("extra/generator.") ? torch.zeros_like(tensor) : tensor.clone());
            gan.restore(snapshot);
            ImageLoader images = new ImageLoader(ColouredSquares.DATASET, Precision.FLOAT32, "cpu", 64);
            double[] logits;
            try (NoGradGuard guard = new NoGradGuard()) {
                Tensor x = images.load(new int[] {0}, 0, 1, 1);
                logits = Tensors.toDoubles(gan.predict(torch.zeros_like(x).add(new Scalar(0.5))));
            }
            double total = Math.log(Math.exp(logits[0]) + Math.exp(logits[1]));
            // Labels 0, 1, 0, ...: as many of each.
            double expected = total - (logits[0] + logits[1]) / 2;
            assertThat(value(gan.update(batch(images, 0, 8)), "loss")).isCloseTo(expected, within(1e-6));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "3, 8, 8, true",
        "1, 28, 28, true",
        "3, 64, 64, true",
        "3, 4, 4, false",
        "3, 30, 30, false",
        "3, 8, 12, false"
    })
    void picturesThatCannotBeTranslatedAreRefused(int channels, int height, int width, boolean fits) {
        AlgorithmFactory factory = Algorithms.require("CycleGAN", "test");
        ImageShape shape = new ImageShape(channels, height, width);
        String reason = factory.unfit(shape, Networks.require("mlp", "test"));
        if (fits) {
            assertThat(reason).isNull();
        } else {
            assertThat(reason)
                    .isEqualTo("translates square pictures of at least 8 pixels, a multiple of 4, found " + shape
                            + "; resize them, or compare without it");
        }
    }

    private static boolean moved(Map<String, StoredTensor> before, Map<String, StoredTensor> after, String prefix) {
        return before.entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(prefix))
                .anyMatch(entry -> !Objects.equals(entry.getValue(), after.get(entry.getKey())));
    }

    private static Algorithm create(Map<String, Object> given) {
        TrainingTask task = ColouredSquares.task("CycleGAN", null, "mlp", 10, 16, given);
        torch.manual_seed(1);
        Algorithm made =
                new TrainingRun(task, new TinyRun.Log(), Trainer.batches(task), RateControl.NONE, null).create();
        made.train(true);
        return made;
    }

    /** Rows of both colours. */
    private static List<Minibatch> batch(ImageLoader images, int from, int count) {
        int[][] rows = new int[2][];
        for (int color = 0; color < 2; color++) {
            int wanted = color;
            rows[color] = IntStream.range(from, from + count)
                    .filter(row -> row / 2 % 2 == wanted)
                    .toArray();
        }
        return IntStream.range(0, 2)
                .mapToObj(color -> {
                    int size = rows[color].length;
                    long[] labels =
                            IntStream.of(rows[color]).mapToLong(row -> row % 2).toArray();
                    return new Minibatch(color, images.load(rows[color], 0, size, size), Tensors.of(labels, size));
                })
                .toList();
    }

    private static TinyRun.Log run(TrainingTask task) {
        TinyRun.Log log = new TinyRun.Log();
        assertThat(Trainer.train(task, log)).isEqualTo(Trainer.Ending.FINISHED);
        return log;
    }

    private static double value(Map<String, Double> values, String name) {
        return Objects.requireNonNull(values.get(name), name);
    }

    private Map<String, StoredTensor> weights(String name) throws IOException {
        return Safetensors.read(folder.resolve(name).resolve("weights/last.safetensors"))
                .tensors();
    }
}
