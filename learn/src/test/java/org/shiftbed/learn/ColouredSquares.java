package org.shiftbed.learn;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.Seed;
import org.shiftbed.data.Attribute;
import org.shiftbed.data.AttributeTable;
import org.shiftbed.data.Dataset;
import org.shiftbed.data.ImageShape;
import org.shiftbed.data.InMemoryDataset;
import org.shiftbed.shift.Environment;
import org.shiftbed.shift.LabelNoise;
import org.shiftbed.shift.Part;
import org.shiftbed.shift.Role;
import org.shiftbed.shift.SamplingWeights;
import org.shiftbed.shift.Split;

/**
 * 160 pictures of 8 x 8 pixels in three channels: a bright half above or below (the label), red or green (the attribute). Rows 0 to 95 train,
 * 96 to 125 are {@code val_id} and {@code val_oracle_best}, the others test. A third value, blue, is in no row.
 */
final class ColouredSquares {
    static final ImageShape SHAPE = new ImageShape(3, 8, 8);
    static final Dataset DATASET = dataset();
    static final Split SPLIT = split();

    private ColouredSquares() {}

    static TrainingTask task(
            String algorithm, @Nullable Path folder, String network, int steps, int batch, Map<String, Object> given) {
        return new TrainingTask(
                DATASET,
                SPLIT,
                Protocol.CONTROLLED,
                algorithm,
                TinyRun.form(algorithm),
                Set.of(),
                TinyRun.hyperparameters(algorithm, given),
                network,
                steps,
                batch,
                5,
                Precision.FLOAT32,
                1,
                "cpu",
                Seed.of("squares"),
                5,
                TinyRun.PLAN,
                folder);
    }

    private static Dataset dataset() {
        int[] half = new int[160];
        int[] color = new int[160];
        byte[] pixels = new byte[160 * SHAPE.bytes()];
        SplittableRandom random = Seed.of("coloured squares").random();
        for (int row = 0; row < 160; row++) {
            half[row] = row % 2;
            color[row] = row / 2 % 2;
            for (int y = 0; y < 8; y++) {
                for (int x = 0; x < 8; x++) {
                    int level = y / 4 == half[row] ? 190 + random.nextInt(40) : 0;
                    pixels[((row * 3 + color[row]) * 8 + y) * 8 + x] = (byte) level;
                }
            }
        }
        AttributeTable table = new AttributeTable(
                List.of(
                        new Attribute("half", List.of("above", "below")),
                        new Attribute("color", List.of("red", "green", "blue"))),
                Map.of("half", half, "color", color),
                null);
        return new InMemoryDataset("squares", SHAPE, pixels, table, "half", "color");
    }

    private static Split split() {
        List<Part> parts = new ArrayList<>();
        parts.add(part("train-0", Role.TRAIN, 0, 96, 1));
        parts.add(part("val_id", Role.VALIDATION_ID, 96, 126, 0));
        parts.add(part("val_oracle_best", Role.VALIDATION_ORACLE, 96, 126, 0));
        parts.add(part("test", Role.TEST, 126, 160, 0));
        return new Split(
                "half",
                "color",
                List.of(new Environment(0, "red"), new Environment(1, "green"), new Environment(2, "blue")),
                DATASET.attributes().column("color"),
                DATASET.attributes().column("half"),
                2,
                parts,
                List.of(),
                LabelNoise.NONE,
                SamplingWeights.PARTS,
                List.of(),
                Map.of());
    }

    private static Part part(String name, Role role, int from, int to, double weight) {
        return new Part(name, role, -1, "all", 0, IntStream.range(from, to).toArray(), weight);
    }
}
