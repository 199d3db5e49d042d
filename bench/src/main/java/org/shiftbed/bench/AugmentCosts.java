package org.shiftbed.bench;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import org.shiftbed.base.Seed;
import org.shiftbed.data.DataSource;
import org.shiftbed.data.Dataset;
import org.shiftbed.data.Datasets;
import org.shiftbed.data.ImageShape;
import org.shiftbed.learn.Algorithms;
import org.shiftbed.learn.algorithm.AlgorithmFactory;
import org.shiftbed.learn.augment.Augmentation;
import org.shiftbed.learn.augment.Picture;

/**
 * What the heuristic augmentations cost: pictures of 3x64x64 a second and core, in processor time; that over a picture's share of a training step
 * (mnist-cnn, batch 128, one thread); and a whole training with each over one without, by the clock, in turns. An augmentation hides behind training on a
 * second core as long as it costs less than the step.
 */
public final class AugmentCosts {
    private static final int SIDE = 64;
    private static final int PICTURES = 256;
    private static final int ROUNDS = 7;
    private static final int BATCH = 128;
    private static final int STEPS = 14;
    private static final int TURNS = 3;
    private static final double AIM = 1.10;
    private static final String SPRITES = "sprites:side=64,stride=orientation:8,position:8";

    private AugmentCosts() {}

    /** Takes {@code cpu} for the costs in processor time alone, which other load on the machine does not spoil; else nothing. */
    public static void main(String[] arguments) {
        Map<String, Augmentation> all = augmentations();
        double step = step();
        System.out.printf(
                Locale.ROOT,
                "training step of ERM (mnist-cnn, 3x64x64, batch %d, one thread): %.3f s%n%n",
                BATCH,
                step);
        System.out.printf("%-14s %-10s %12s %22s%n", "augmentation", "pictures", "a second", "batch / training step");
        List<Picture> noise = noise();
        List<Picture> sprites = sprites();
        all.forEach((name, augmentation) -> {
            print(name, "noise", augmentation, noise, step);
            print(name, "sprites", augmentation, sprites, step);
        });
        if (arguments.length == 0 || !arguments[0].equals("cpu")) {
            System.exit(trainings(all) ? 0 : 1);
        }
    }

    private static Map<String, Augmentation> augmentations() {
        Map<String, Augmentation> all = new LinkedHashMap<>();
        for (AlgorithmFactory factory : Algorithms.all()) {
            Map<String, Object> defaults = factory.space(
                            new AlgorithmFactory.SpaceContext("sprites", true, "controlled"))
                    .defaults();
            Augmentation augmentation = factory.augmentation(defaults);
            if (augmentation != null) {
                all.put(factory.info().name(), augmentation);
            }
        }
        return all;
    }

    /** Median processor seconds of an update without augmentation. */
    private static double step() {
        TrainerRun run = TrainerRun.of(SPRITES, "mnist-cnn", BATCH, STEPS, STEPS + 1);
        return Medians.of(run.steps().subList(2, run.steps().size()));
    }

    private static void print(
            String name, String kind, Augmentation augmentation, List<Picture> pictures, double step) {
        double seconds = seconds(augmentation, pictures);
        System.out.printf(Locale.ROOT, "%-14s %-10s %12.0f %22.3f%n", name, kind, 1 / seconds, seconds * BATCH / step);
    }

    /** Processor seconds of one picture: the median of rounds over all of them, after two to warm up. */
    private static double seconds(Augmentation augmentation, List<Picture> pictures) {
        float[] target = new float[3 * SIDE * SIDE];
        List<Double> rounds = new ArrayList<>();
        for (int round = 0; round < ROUNDS + 2; round++) {
            long begun = TrainerRun.CLOCK.getCurrentThreadCpuTime();
            for (int i = 0; i < pictures.size(); i++) {
                SplittableRandom random = Seed.of("bench", round, i).random();
                augmentation.apply(pictures.get(i), random, target, 0);
            }
            if (round >= 2) {
                rounds.add((TrainerRun.CLOCK.getCurrentThreadCpuTime() - begun) * 1e-9 / pictures.size());
            }
        }
        return Medians.of(rounds);
    }

    /** Pictures in which every pixel differs: nothing is cheap about them. */
    private static List<Picture> noise() {
        List<Picture> pictures = new ArrayList<>();
        for (int i = 0; i < PICTURES; i++) {
            byte[] bytes = new byte[3 * SIDE * SIDE];
            Seed.of("bench", "noise", i).random().nextBytes(bytes);
            pictures.add(new Picture(new ImageShape(3, SIDE, SIDE), bytes));
        }
        return pictures;
    }

    private static List<Picture> sprites() {
        Map<String, Object> parameters =
                Datasets.resolve("sprites", Map.of("stride", Map.of("orientation", 8, "position", 8)), "bench");
        try (Dataset data = Datasets.open("sprites", parameters, new DataSource(null, 0))) {
            List<Picture> pictures = new ArrayList<>();
            for (int i = 0; i < PICTURES; i++) {
                ByteBuffer bytes = ByteBuffer.allocate(data.shape().bytes());
                data.read(new int[] {i * (data.size() / PICTURES)}, 0, 1, bytes);
                pictures.add(new Picture(data.shape(), bytes.array()));
            }
            return pictures;
        }
    }

    /** Whole trainings by the clock, ERM and each method in turns; whether all of them keep the aim. */
    private static boolean trainings(Map<String, Augmentation> all) {
        System.out.printf("%n%-14s %34s  aim <= %.2f%n", "method", "seconds of a step over ERM's", AIM);
        boolean holds = true;
        for (String name : all.keySet()) {
            List<Double> ratios = new ArrayList<>();
            for (int turn = 0; turn < TURNS; turn++) {
                double bare = Medians.of(TrainerRun.clocked(SPRITES, "ERM", "mnist-cnn", BATCH, STEPS));
                double own = Medians.of(TrainerRun.clocked(SPRITES, name, "mnist-cnn", BATCH, STEPS));
                ratios.add(own / bare);
            }
            double ratio = Medians.of(ratios);
            holds &= ratio <= AIM;
            System.out.printf(Locale.ROOT, "%-14s %34.3f  %s%n", name, ratio, ratio <= AIM ? "holds" : "does not hold");
        }
        return holds;
    }
}
