package org.shiftbed.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.learn.algorithm.Algorithm;
import org.shiftbed.learn.algorithm.AlgorithmFactory;
import org.shiftbed.learn.algorithm.Minibatch;
import org.shiftbed.learn.algorithm.TwoStage;
import org.shiftbed.learn.hyperparameter.Distribution;
import org.shiftbed.learn.hyperparameter.Hyperparameter;
import org.shiftbed.learn.torch.Natives;
import org.shiftbed.learn.torch.Tensors;
import org.shiftbed.learn.weights.StateDict;
import org.shiftbed.learn.weights.StoredTensor;

/** A classifier on the frozen encoder of a beta-VAE, on pictures of 8 x 8 that are resized to 64 x 64. */
class BetaVaeFeaturesTest {
    private static final Map<String, Object> NARROW = Map.of("width", 4L, "latents", 6L);

    @TempDir
    Path folder;

    @BeforeAll
    static void natives() {
        Natives.load(1);
    }

    @Test
    void firstStageMovesTheVaeAndTheSecondTheClassifierAlone() {
        try (PointerScope scope = new PointerScope();
                Algorithm made = create(NARROW)) {
            TwoStage vae = (TwoStage) made;
            ImageLoader images = new ImageLoader(ColouredSquares.DATASET, Precision.FLOAT32, "cpu", 64);
            Map<String, StoredTensor> start = StateDict.copy(vae);
            vae.updateFirst(batch(images, 0, 8), 0);
            vae.endFirst();
            Map<String, StoredTensor> trained = StateDict.copy(vae);
            vae.update(batch(images, 0, 8));
            Map<String, StoredTensor> after = StateDict.copy(vae);
            for (String name : start.keySet()) {
                boolean featurizer = name.startsWith("featurizer.");
                assertThat(featurizer || name.startsWith("classifier.")).isTrue();
                assertThat(Objects.equals(trained.get(name), start.get(name)))
                        .as(name)
                        .isNotEqualTo(featurizer);
                assertThat(Objects.equals(after.get(name), trained.get(name)))
                        .as(name)
                        .isEqualTo(featurizer);
            }
            assertThat(start.keySet())
                    .filteredOn(name -> name.startsWith("classifier."))
                    .hasSize(2 * 5);
        }
    }

    /** With all weights 0 the mean is 0 and the variance 1, and each pixel is a fair coin. */
    @Test
    void worthOfTheFirstStageIsInNatsAPicture() {
        try (PointerScope scope = new PointerScope();
                Algorithm made = create(NARROW);
                NoGradGuard guard = new NoGradGuard()) {
            Map<String, Tensor> zeros = new LinkedHashMap<>();
            made.state().forEach((name, tensor) -> zeros.put(name, torch.zeros_like(tensor)));
            made.load(zeros);
            ImageLoader images = new ImageLoader(ColouredSquares.DATASET, Precision.FLOAT32, "cpu", 64);
            Map<String, Double> worth = ((TwoStage) made).assess(batch(images, 0, 5));
            assertThat(value(worth, "kl")).isZero();
            assertThat(value(worth, "reconstruction")).isCloseTo(3 * 64 * 64 * Math.log(2), within(1e-2));
        }
    }

    /** Bilinear between centres of pixels: of 8 pixels made 64, pixel 0 and 3 lie before the first centre, 4 an eighth after it. */
    @Test
    void picturesAreResizedBetweenTheCentresOfTheirPixels() {
        try (PointerScope scope = new PointerScope();
                Algorithm made = create(NARROW);
                NoGradGuard guard = new NoGradGuard()) {
            ImageLoader images = new ImageLoader(ColouredSquares.DATASET, Precision.FLOAT32, "cpu", 64);
            List<Minibatch> batch = batch(images, 0, 1);
            Tensor samples = Objects.requireNonNull(((TwoStage) made).samples(batch));
            assertThat(samples.shape()).containsExactly(1, 2, 3, 64, 64);
            double[] before = Tensors.toDoubles(batch.get(0).x());
            double[] after = Tensors.toDoubles(samples.narrow(1, 0, 1));
            for (int x = 0; x < 64; x++) {
                double at = Math.max(0, Math.min(7, (x + 0.5) / 8 - 0.5));
                int left = (int) at;
                int right = Math.min(7, left + 1);
                double expected = before[left] + (at - left) * (before[right] - before[left]);
                assertThat(after[x]).isCloseTo(expected, within(1e-6));
            }
        }
    }

    @Test
    void runWritesSamplesAndRecordsOfBothStages() throws IOException {
        Map<String, Object> given = new LinkedHashMap<>(NARROW);
        given.put("stage1", 3.0);
        given.put("lr", 5e-3);
        TinyRun.Log log = new TinyRun.Log();
        assertThat(Trainer.train(ColouredSquares.task("BetaVAE", folder, "mlp", 6, 16, given), log))
                .isEqualTo(Trainer.Ending.FINISHED);
        List<Checkpoint> first = log.checkpoints.stream()
                .filter(checkpoint -> checkpoint.stage() != null)
                .toList();
        assertThat(first).extracting(Checkpoint::step).containsExactly(0, 5, 10, 15, 17);
        assertThat(first.get(4).losses()).containsKeys("stage1_val_reconstruction", "stage1_val_kl");
        assertThat(value(first.get(4).losses(), "stage1_reconstruction"))
                .isLessThan(0.8 * value(first.get(0).losses(), "stage1_reconstruction"));
        // The loss is that of 3.6: beta = betaNorm I / L.
        double beta = 0.004641588833612779 * 3 * 64 * 64 / 6;
        assertThat(value(first.get(0).losses(), "stage1_loss"))
                .isCloseTo(
                        value(first.get(0).losses(), "stage1_reconstruction")
                                + beta * value(first.get(0).losses(), "stage1_kl"),
                        within(0.1));
        BufferedImage sheet = ImageIO.read(folder.resolve("samples.png").toFile());
        assertThat(sheet.getWidth()).isEqualTo(2 * 65 + 1);
        assertThat(sheet.getHeight()).isEqualTo(8 * 65 + 1);
        assertThat(log.checkpoints.get(5).step()).isZero();
        assertThat(log.checkpoints.get(5).scores()).containsKey("val_id");
        assertThat(log.steps).isEqualTo(24);
    }

    @Test
    void nothingIsLoadedOrExportedAsTheNetworkOfTheStudy() {
        try (PointerScope scope = new PointerScope();
                Algorithm made = create(NARROW)) {
            assertThat(made.loaded()).isNull();
            assertThat(made.composition())
                    .as("the network of the study is not in it")
                    .isNull();
        }
    }

    @Test
    void weightsOfTheDivergenceAreSpacedByTheirLogarithms() {
        Hyperparameter beta = Objects.requireNonNull(Algorithms.require("BetaVAE", "test")
                .space(new AlgorithmFactory.SpaceContext("", true, "controlled"))
                .find("beta_norm"));
        List<Object> values = ((Distribution.Choice) beta.distribution()).values();
        assertThat(values).hasSize(4).contains(beta.standard());
        for (int i = 0; i < 4; i++) {
            assertThat(Math.log10((Double) values.get(i))).isCloseTo(-4 + 5 * i / 3.0, within(1e-12));
        }
    }

    private static Algorithm create(Map<String, Object> given) {
        TrainingTask task = ColouredSquares.task("BetaVAE", null, "mlp", 10, 16, given);
        torch.manual_seed(1);
        Algorithm made =
                new TrainingRun(task, new TinyRun.Log(), Trainer.batches(task), RateControl.NONE, null).create();
        made.train(true);
        return made;
    }

    private static List<Minibatch> batch(ImageLoader images, int from, int count) {
        int[] rows = IntStream.range(from, from + count).toArray();
        long[] labels = IntStream.of(rows).mapToLong(row -> row % 2).toArray();
        return List.of(new Minibatch(0, images.load(rows, 0, count, count), Tensors.of(labels, count)));
    }

    private static double value(Map<String, Double> values, String name) {
        return Objects.requireNonNull(values.get(name), name);
    }
}
