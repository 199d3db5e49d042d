package org.shiftbed.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.shiftbed.base.AtomicFiles;
import org.shiftbed.base.Seed;
import org.shiftbed.data.CacheFolder;
import org.shiftbed.data.DataSource;
import org.shiftbed.data.Dataset;
import org.shiftbed.data.Datasets;
import org.shiftbed.learn.Algorithms;
import org.shiftbed.learn.BatchReading;
import org.shiftbed.learn.Precision;
import org.shiftbed.learn.Protocol;
import org.shiftbed.learn.TrainingTask;
import org.shiftbed.learn.algorithm.AlgorithmFactory;
import org.shiftbed.learn.torch.Natives;
import org.shiftbed.shift.Environment;
import org.shiftbed.shift.LabelNoise;
import org.shiftbed.shift.Part;
import org.shiftbed.shift.Role;
import org.shiftbed.shift.SamplingWeights;
import org.shiftbed.shift.Split;

/**
 * Pictures of a folder {@code domain/class/picture} a second, for {@code bench/peer/loader.py}: in a first pass that decodes all of them into an empty cache and
 * reads each once, then from the cache, then with DomainBed's augmentation. Two cores: plain batches by two readers, as two workers have them, augmented ones
 * by two threads of one reader.
 */
public final class LoaderTimes {
    private static final int BATCH = 32;
    private static final int CORES = 2;
    private static final int WARM = 10;
    private static final int BATCHES = 120;
    private static final int ROUNDS = 3;

    private LoaderTimes() {}

    /** Takes the folder. The cache must be one that may be emptied: {@code SHIFTBED_CACHE}. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        if (System.getenv("SHIFTBED_CACHE") == null) {
            System.err.println("LoaderTimes: SHIFTBED_CACHE must name a cache that may be emptied");
            System.exit(2);
        }
        AtomicFiles.deleteTree(CacheFolder.standard());
        Map<String, Object> parameters = new HashMap<>(Datasets.resolve(
                "folders", Map.of("dir", Path.of(arguments[0]).toAbsolutePath().toString()), "bench"));
        // The peer's clock starts when its own torch is loaded, too.
        Natives.load(CORES);
        long begun = System.nanoTime();
        long processor = processor();
        try (Dataset data = Datasets.open("folders", parameters, new DataSource(null, 0))) {
            read(task(data, false), (data.size() + BATCH - 1) / BATCH);
            Speed first = new Speed(data.size() / seconds(begun), (processor() - processor) * 1e-6 / data.size());
            Speed plain = plain(data);
            Speed augmented = augmented(data);
            System.out.printf(
                    Locale.ROOT,
                    "%.1f %.1f %.1f %.4f %.4f %.4f%n",
                    first.rate(),
                    plain.rate(),
                    augmented.rate(),
                    first.cost(),
                    plain.cost(),
                    augmented.cost());
        }
    }

    /**
     * How fast pictures come.
     *
     * @param rate pictures a second by the clock
     * @param cost milliseconds of processor time of a picture, of all threads
     */
    private record Speed(double rate, double cost) {
        static Speed of(List<Speed> rounds) {
            return new Speed(
                    Medians.of(rounds.stream().map(Speed::rate).toList()),
                    Medians.of(rounds.stream().map(Speed::cost).toList()));
        }
    }

    /** Nanoseconds of processor time of this process. */
    private static long processor() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    private static double seconds(long begun) {
        return (System.nanoTime() - begun) * 1e-9;
    }

    private static Speed plain(Dataset data) throws InterruptedException {
        List<Speed> rounds = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            List<Thread> readers = new ArrayList<>();
            long begun = System.nanoTime();
            long processor = processor();
            for (int reader = 0; reader < CORES; reader++) {
                Thread thread = new Thread(() -> read(task(data, false), BATCHES * 5));
                thread.start();
                readers.add(thread);
            }
            for (Thread reader : readers) {
                reader.join();
            }
            int pictures = CORES * BATCHES * 5 * BATCH;
            rounds.add(new Speed(pictures / seconds(begun), (processor() - processor) * 1e-6 / pictures));
        }
        return Speed.of(rounds);
    }

    private static Speed augmented(Dataset data) {
        List<Speed> rounds = new ArrayList<>();
        try (BatchReading reading = new BatchReading(task(data, true))) {
            for (int batch = 0; batch < WARM; batch++) {
                reading.next();
            }
            for (int round = 0; round < ROUNDS; round++) {
                long begun = System.nanoTime();
                long processor = processor();
                for (int batch = 0; batch < BATCHES / 2; batch++) {
                    reading.next();
                }
                int pictures = BATCHES / 2 * BATCH;
                rounds.add(new Speed(pictures / seconds(begun), (processor() - processor) * 1e-6 / pictures));
            }
        }
        return Speed.of(rounds);
    }

    private static void read(TrainingTask task, int batches) {
        try (BatchReading reading = new BatchReading(task)) {
            for (int batch = 0; batch < batches; batch++) {
                reading.next();
            }
        }
    }

    /** All pictures in one environment, batches of 32 drawn as DomainBed draws them. */
    private static TrainingTask task(Dataset data, boolean augment) {
        int[] rows = IntStream.range(0, data.size()).toArray();
        Split split = new Split(
                data.label(),
                "domain",
                List.of(new Environment(0, "all")),
                new int[data.size()],
                data.attributes().column(data.label()),
                data.attributes().attribute(data.label()).cardinality(),
                List.of(new Part("env0_in", Role.TRAIN, 0, "all", 0, rows, 1)),
                List.of(),
                LabelNoise.NONE,
                SamplingWeights.PARTS,
                List.of(),
                Map.of());
        Map<String, Object> hyperparameters = new HashMap<>(Algorithms.require("ERM", "bench")
                .space(new AlgorithmFactory.SpaceContext("folders", false, "domainbed"))
                .defaults());
        hyperparameters.put("batch_size", (long) BATCH);
        hyperparameters.put("data_augmentation", augment);
        return new TrainingTask(
                data,
                split,
                Protocol.DOMAINBED,
                "ERM",
                "domainbed",
                Set.of(),
                hyperparameters,
                "resnet50",
                1,
                BATCH,
                1,
                Precision.FLOAT32,
                augment ? CORES : 1,
                "cpu",
                Seed.of("bench", "loader"),
                1,
                new TrainingTask.EvaluationPlan(List.of(), List.of(), List.of(), List.of(), TrainingTask.Keep.NONE),
                null);
    }
}
