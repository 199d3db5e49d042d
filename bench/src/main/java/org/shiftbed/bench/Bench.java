package org.shiftbed.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.shiftbed.study.worker.Message;
import org.shiftbed.study.worker.WorkerProcess;
import org.shiftbed.study.worker.WorkerSettings;

/** Prints what Shiftbed costs, as ratios of things measured side by side, so that the machine cancels out. */
public final class Bench {
    private static final int BATCH = 64;
    private static final int ROUNDS = 4;
    private static final int STEPS = 25;

    private Bench() {}

    /** Takes no arguments. */
    public static void main(String[] arguments) throws IOException {
        System.out.printf(
                Locale.ROOT,
                "Java %s, %s, %d processors; one thread of libtorch%n%n",
                Runtime.version(),
                System.getProperty("os.arch"),
                Runtime.getRuntime().availableProcessors());
        System.out.printf("%-62s %8s %8s%n", "measure", "ratio", "aim");
        steps();
        memory();
        System.out.printf(Locale.ROOT, "%-62s %7.2fs %8s%n", "start of a worker until it is ready", worker(), "-");
    }

    /** Bare loop and trainer take turns, so that a busy machine slows both. */
    private static void steps() {
        List<Double> bare = new ArrayList<>();
        List<Double> trained = new ArrayList<>();
        List<Double> evaluation = new ArrayList<>();
        BareLoop loop = new BareLoop(BATCH, 3, 32, 3, 1);
        for (int round = 0; round < ROUNDS; round++) {
            for (int i = 0; i < STEPS; i++) {
                double seconds = loop.step();
                if (i >= 3) {
                    bare.add(seconds);
                }
            }
            TrainerRun run = TrainerRun.of(
                    "sprites:side=32,stride.orientation=4,stride.position=4", "mnist-cnn", BATCH, STEPS, 1000);
            trained.addAll(run.steps().subList(2, run.steps().size()));
            evaluation.add(run.evaluationRate());
        }
        print(
                "training step (mnist-cnn, 3x32x32, batch 64) / bare libtorch step",
                Medians.of(trained) / Medians.of(bare),
                "<= 1.05");
        print(
                "evaluation images a second / training images a second",
                Medians.of(evaluation) * Medians.of(trained) / BATCH,
                ">= 2");
    }

    private static void memory() {
        TrainerRun run =
                TrainerRun.of("sprites:side=16,stride.orientation=4,stride.position=4", "small-cnn", BATCH, 2001, 200);
        print(
                "resident memory after 2,000 steps / after 200",
                (double) run.resident(2000) / run.resident(200),
                "<= 1.05");
    }

    private static double worker() throws IOException {
        WorkerSettings settings = WorkerSettings.forThisMachine(1, 1, Map.of(), Map.of());
        List<Double> seconds = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            long begun = System.nanoTime();
            try (WorkerProcess worker = WorkerProcess.start(settings)) {
                if (!(worker.next(System.err::println) instanceof Message.Ready)) {
                    throw new IllegalStateException("the worker did not become ready");
                }
                seconds.add((System.nanoTime() - begun) * 1e-9);
            }
        }
        return Medians.of(seconds);
    }

    private static void print(String measure, double ratio, String aim) {
        System.out.printf(Locale.ROOT, "%-62s %8.3f %8s%n", measure, ratio, aim);
    }
}
