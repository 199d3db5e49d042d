package org.shiftbed.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.base.Seed;
import org.shiftbed.base.UserError;
import org.shiftbed.data.DataSource;
import org.shiftbed.data.Dataset;
import org.shiftbed.data.Datasets;
import org.shiftbed.data.ImageShape;
import org.shiftbed.data.features.FeatureEncoding;
import org.shiftbed.learn.TrainingTask.EvaluationPlan;
import org.shiftbed.learn.TrainingTask.Keep;
import org.shiftbed.learn.TrainingTask.Tracker;
import org.shiftbed.learn.torch.Natives;
import org.shiftbed.learn.torch.Tensors;
import org.shiftbed.learn.weights.Safetensors;
import org.shiftbed.shift.Conditions;
import org.shiftbed.shift.Role;
import org.shiftbed.shift.ShiftFactory;
import org.shiftbed.shift.Shifts;
import org.shiftbed.shift.Split;

/** Tables are trained on as pictures are: scaled and encoded by training rows alone, by a perceptron. */
class TableTrainingTest {
    private static final int ROWS = 400;

    @TempDir
    Path folder;

    private final double[] ages = new double[ROWS];
    private Dataset data;
    private Split split;

    @BeforeEach
    void table() throws IOException {
        SplittableRandom random = Seed.of("a table").random();
        StringBuilder csv = new StringBuilder("age,ward,y\n");
        for (int row = 0; row < ROWS; row++) {
            int y = random.nextInt(2);
            // Hundreds, so that nothing is learned where they are not scaled.
            ages[row] = Math.rint(5000 + 900 * y + 300 * random.nextGaussian());
            csv.append((long) ages[row])
                    .append(row % 3 == 0 ? ",north," : row % 3 == 1 ? ",south," : ",east,")
                    .append(y == 0 ? "well\n" : "ill\n");
        }
        Map<String, Object> parameters = Map.of(
                "file",
                Files.writeString(folder.resolve("t.csv"), csv).toString(),
                "label",
                "y",
                "features",
                List.of("age", "ward"),
                "attributes",
                List.of("ward"));
        data = Datasets.open("table", Datasets.resolve("table", parameters, "test"), new DataSource(null, 0));
        split = Shifts.require("unseen", "test")
                .create(new ShiftFactory.Request(
                        "table",
                        "y",
                        null,
                        null,
                        Map.of("attribute", "ward", "values", List.of("south")),
                        Conditions.NONE))
                .apply(data.attributes(), Seed.of("run", 0));
    }

    @AfterEach
    void close() {
        data.close();
    }

    private TrainingTask task(String algorithm, Path target) {
        return new TrainingTask(
                data,
                split,
                Protocol.CONTROLLED,
                algorithm,
                TinyRun.form(algorithm),
                Set.of(),
                TinyRun.hyperparameters(algorithm, Map.of("lr", 0.01)),
                "mlp",
                150,
                32,
                50,
                Precision.FLOAT32,
                1,
                "cpu",
                Seed.of("table", 1),
                1,
                new EvaluationPlan(
                        List.of("val_id"),
                        List.of("test"),
                        List.of("test"),
                        List.of(new Tracker("id", List.of("val_id"))),
                        Keep.BEST),
                target);
    }

    private int[] training() {
        return split.parts(Role.TRAIN).stream()
                .flatMapToInt(part -> IntStream.of(part.rows()))
                .distinct()
                .toArray();
    }

    @Test
    void aPerceptronLearnsAndItsWeightsSayHowRowsWereScaled() throws IOException {
        TinyRun.Log log = new TinyRun.Log();
        Trainer.train(task("ERM", folder), log);
        Checkpoint last = log.checkpoints.get(log.checkpoints.size() - 1);
        // The classes lie three deviations apart: the best rule is right in 93 of 100.
        assertThat(Objects.requireNonNull(last.scores().get("test")).accuracy()).isGreaterThan(0.85);
        Map<String, String> metadata =
                Safetensors.read(folder.resolve("weights/id.safetensors")).metadata();
        double mean =
                IntStream.of(training()).mapToDouble(row -> ages[row]).average().orElse(0);
        assertThat(metadata).containsEntry("normalisation", "scaled and encoded by the training rows");
        assertThat(metadata.get("features"))
                .contains("\"unseen\":[\"south\"]")
                .contains("\"mean\":" + Double.toString(mean).substring(0, 7));
    }

    @Test
    void theLoaderGivesOneInputAChannelAndZeroForLevelsThatTrainingLacks() {
        Natives.load(1);
        int[] rows = training();
        double mean = IntStream.of(rows).mapToDouble(row -> ages[row]).average().orElse(0);
        double variance = IntStream.of(rows)
                .mapToDouble(row -> (ages[row] - mean) * (ages[row] - mean))
                .average()
                .orElse(0);
        FeatureEncoding encoding = TrainingRun.encoding(task("ERM", folder));
        try (PointerScope scope = new PointerScope()) {
            ImageLoader loader =
                    new ImageLoader(data, data.shape(), false, null, false, Precision.FLOAT64, "cpu", 8, encoding);
            // Rows 1 and 4 are of the ward that training lacks, row 3 is of the north.
            Tensor x = loader.load(new int[] {1, 3}, 0, 2, 3);
            assertThat(x.shape()).containsExactly(3, 4, 1, 1);
            float[] values = Tensors.toFloats(x);
            float[] wanted = {
                (float) ((ages[1] - mean) / Math.sqrt(variance)),
                0,
                0,
                0,
                (float) ((ages[3] - mean) / Math.sqrt(variance)),
                0,
                1,
                0,
                0,
                0,
                0,
                0
            };
            for (int i = 0; i < wanted.length; i++) {
                assertThat(values[i]).as("value %d", i).isCloseTo(wanted[i], within(1e-6f));
            }
        }
    }

    @Test
    void methodsAndNetworksOfPicturesAreRefusedInOneLine() {
        ImageShape rows = ImageShape.vector(4);
        assertThat(Networks.defaultFor(rows, Protocol.CONTROLLED)).isEqualTo("mlp");
        assertThat(Networks.defaultFor(rows, Protocol.DOMAINBED)).isEqualTo("mlp");
        assertThat(Networks.refusal(Networks.require("mlp", "test"), rows)).isNull();
        assertThat(Networks.refusal(Networks.require("resnet18", "test"), rows))
                .isEqualTo(
                        "resnet18 takes pictures, and the rows of a table are vectors of 4 numbers; write network: mlp,"
                                + " or leave it out");
        for (String algorithm : List.of("BetaVAE", "CycleGAN", "BNAdapt")) {
            assertThatThrownBy(() -> Trainer.train(task(algorithm, folder), new TinyRun.Log()))
                    .isInstanceOf(UserError.class)
                    .hasMessage("algorithm " + algorithm + ": works on pictures, and the data set is a table");
        }
        for (String algorithm : List.of("RandAugment", "AugMix", "AutoAugment", "ImageNetAug")) {
            assertThatThrownBy(() -> Trainer.train(task(algorithm, folder), new TinyRun.Log()))
                    .isInstanceOf(UserError.class)
                    .hasMessageContaining("changes pictures, and the data set is a table; use another method for it");
        }
    }
}
