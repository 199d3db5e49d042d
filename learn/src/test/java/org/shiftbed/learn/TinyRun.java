package org.shiftbed.learn;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
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
import org.shiftbed.learn.TrainingTask.EvaluationPlan;
import org.shiftbed.learn.TrainingTask.Keep;
import org.shiftbed.learn.TrainingTask.Tracker;
import org.shiftbed.shift.Environment;
import org.shiftbed.shift.LabelNoise;
import org.shiftbed.shift.Part;
import org.shiftbed.shift.Role;
import org.shiftbed.shift.SamplingWeights;
import org.shiftbed.shift.Split;

/**
 * A task that trains in milliseconds: 240 noisy pictures of 4 x 4 pixels, two shapes in two colours. Rows 0 to 119 train, {@code val_id} (120 to
 * 159) lies inside {@code val_oracle_best} (120 to 199), rows 200 to 239 test.
 */
final class TinyRun {
    static final ImageShape SHAPE = new ImageShape(1, 4, 4);
    static final Dataset DATASET = dataset();
    static final Split SPLIT = split();
    static final EvaluationPlan PLAN = new EvaluationPlan(
            List.of("val_id", "val_oracle_best"),
            List.of("test"),
            List.of("test"),
            List.of(new Tracker("id", List.of("val_id")), new Tracker("oracle-best", List.of("val_oracle_best"))),
            Keep.ALL);

    private TinyRun() {}

    /** ERM with a narrow perceptron for 30 steps, a checkpoint every 5. */
    static TrainingTask task(@Nullable Path folder) {
        return task("ERM", folder, Precision.FLOAT32, PLAN, 3);
    }

    static TrainingTask task(
            String algorithm, @Nullable Path folder, Precision precision, EvaluationPlan plan, long seed) {
        return task(algorithm, folder, precision, plan, seed, Map.of());
    }

    static TrainingTask task(
            String algorithm,
            @Nullable Path folder,
            Precision precision,
            EvaluationPlan plan,
            long seed,
            Map<String, Object> hyperparameters) {
        return new TrainingTask(
                DATASET,
                SPLIT,
                Protocol.CONTROLLED,
                algorithm,
                form(algorithm),
                Set.of("algorithm"),
                hyperparameters(algorithm, hyperparameters),
                "mlp",
                30,
                16,
                5,
                precision,
                1,
                "cpu",
                Seed.of("tiny", seed),
                seed,
                plan,
                folder);
    }

    /** A task with another network, other steps, and another batch. */
    static TrainingTask with(TrainingTask task, String network, int steps, int batch) {
        return new TrainingTask(
                task.dataset(),
                task.split(),
                task.protocol(),
                task.algorithm(),
                task.form(),
                task.strict(),
                task.hyperparameters(),
                network,
                steps,
                batch,
                task.checkpointEvery(),
                task.precision(),
                task.threads(),
                task.device(),
                task.seed(),
                task.torchSeed(),
                task.evaluation(),
                task.folder());
    }

    /** The controlled form where there is one, else DomainBed's. */
    static String form(String algorithm) {
        List<String> forms = Algorithms.require(algorithm, "test").info().forms();
        return forms.contains("controlled") ? "controlled" : forms.get(0);
    }

    /** Defaults of an algorithm on small images, with a perceptron of 16 units. */
    static Map<String, Object> hyperparameters(String algorithm, Map<String, Object> given) {
        return hyperparameters(algorithm, form(algorithm), given);
    }

    static Map<String, Object> hyperparameters(String algorithm, String form, Map<String, Object> given) {
        Map<String, Object> values = new LinkedHashMap<>(Algorithms.require(algorithm, "test")
                .space(new org.shiftbed.learn.algorithm.AlgorithmFactory.SpaceContext("tiny", true, form))
                .defaults());
        values.put("mlp_width", 16L);
        values.computeIfPresent("resize", (key, large) -> 4L);
        values.putAll(given);
        return values;
    }

    private static Dataset dataset() {
        int[] shape = new int[240];
        int[] color = new int[240];
        byte[] pixels = new byte[240 * 16];
        SplittableRandom random = Seed.of("tiny pictures").random();
        for (int row = 0; row < 240; row++) {
            shape[row] = row % 2;
            color[row] = row / 2 % 2;
            for (int pixel = 0; pixel < 16; pixel++) {
                int base = (pixel % 4 < 2) == (shape[row] == 0) ? 120 : 80;
                pixels[row * 16 + pixel] = (byte) (base + color[row] * 40 + random.nextInt(90) - 45);
            }
        }
        AttributeTable table = new AttributeTable(
                List.of(
                        new Attribute("shape", List.of("square", "ellipse")),
                        new Attribute("color", List.of("red", "blue")),
                        new Attribute("label", List.of("n", "y"))),
                Map.of("shape", shape, "color", color, "label", shape),
                null);
        return new InMemoryDataset("tiny", SHAPE, pixels, table, "shape", "color");
    }

    private static Split split() {
        int[] environments = DATASET.attributes().column("color").clone();
        environments[239] = -1;
        List<Part> parts = new ArrayList<>();
        parts.add(part("train-0", Role.TRAIN, 0, 120, 1));
        parts.add(part("val_id", Role.VALIDATION_ID, 120, 160, 0));
        parts.add(part("val_oracle_best", Role.VALIDATION_ORACLE, 120, 200, 0));
        parts.add(part("test", Role.TEST, 200, 240, 0));
        return new Split(
                "shape",
                "color",
                List.of(new Environment(0, "red"), new Environment(1, "blue")),
                environments,
                DATASET.attributes().column("shape"),
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

    /** Remembers checkpoints; counts steps. */
    static final class Log implements TrainingListener {
        final List<Checkpoint> checkpoints = new ArrayList<>();
        int steps;
        int cancelAt = Integer.MAX_VALUE;

        @Override
        public void step(int done, int all) {
            steps = done;
        }

        @Override
        public void checkpoint(Checkpoint checkpoint) {
            checkpoints.add(checkpoint);
        }

        @Override
        public boolean cancelled() {
            return steps >= cancelAt;
        }

        /** What must be equal between two runs of one task: everything but times and memory. */
        List<String> numbers() {
            return checkpoints.stream()
                    .map(c -> c.step() + " " + c.epoch() + " " + c.losses() + " " + c.improved() + " "
                            + c.imagesTrained() + " " + c.imagesEvaluated() + " "
                            + c.scores().entrySet().stream()
                                    .map(e -> e.getKey() + " " + e.getValue().correct() + " "
                                            + e.getValue().loss())
                                    .toList())
                    .toList();
        }
    }
}
