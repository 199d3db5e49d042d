package org.shiftbed.study.worker;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.shiftbed.base.plugin.Plugins;

/**
 * How worker processes are started.
 *
 * @param workers how many at once, at least 1
 * @param runner class name of the {@link TrialRunner}
 * @param javaOptions options of the worker's JVM
 * @param environment added to the worker's environment: allocator settings, {@code OMP_NUM_THREADS}, …
 * @param options given to the runner with every trial
 */
public record WorkerSettings(
        int workers,
        String runner,
        List<String> javaOptions,
        Map<String, String> environment,
        Map<String, Object> options) {
    private static final long MIB = 1L << 20;

    public WorkerSettings {
        if (workers < 1) {
            throw new IllegalArgumentException("at least one worker, got " + workers);
        }
        javaOptions = List.copyOf(javaOptions);
        environment = Map.copyOf(environment);
    }

    /**
     * Settings that fit this machine.
     *
     * @param workers how many at once; 0: as many as cores / threads, at least 1
     * @param threads of libtorch in one trial
     * @param environment allocator settings and the like
     * @param options given to the runner with every trial
     */
    public static WorkerSettings forThisMachine(
            int workers, int threads, Map<String, String> environment, Map<String, Object> options) {
        int count = workers > 0 ? workers : Math.max(1, Runtime.getRuntime().availableProcessors() / threads);
        long share = memory() / count;
        List<String> java = new ArrayList<>(List.of(
                "-Xmx" + Math.max(256, Math.min(2048, share / MIB / 4)) + "m",
                // Little of what a training makes on the heap lives long. A large young generation is filled over a
                // hundred
                // trainings before it is first collected, which looks like a leak and takes memory from other workers.
                "-Xmn24m",
                // Tensors live outside the heap; the binding's own limit would be four times the heap.
                "-Dorg.bytedeco.javacpp.maxPhysicalBytes=" + Math.max(1024 * MIB, share / 10 * 9),
                "-XX:+UseSerialGC",
                "-XX:+ErrorFileToStdout",
                "-XX:-CreateCoredumpOnCrash",
                // Of a trial that is tried again the JVM would else leave out what went wrong and where.
                "-XX:-OmitStackTraceInFastThrow",
                "-Djava.awt.headless=true",
                "-Dfile.encoding=UTF-8"));
        for (String name : List.of("org.bytedeco.javacpp.cachedir")) {
            String value = System.getProperty(name);
            if (value != null) {
                java.add("-D" + name + "=" + value);
            }
        }
        Map<String, String> all = new TreeMap<>(environment);
        // The plugins of this thread, whatever the variable of this process says.
        all.put(Plugins.VARIABLE, Plugins.current().variable());
        all.putIfAbsent("OMP_NUM_THREADS", String.valueOf(threads));
        // glibc gives large blocks back to the system at once and gets them back as pages that the kernel zeroes anew
        // at every step; kept in
        // the process they cost nothing (bench/README.md). Other allocators ignore these names.
        all.putIfAbsent("MALLOC_MMAP_THRESHOLD_", "1073741824");
        all.putIfAbsent("MALLOC_TRIM_THRESHOLD_", "4294967296");
        all.putIfAbsent("MALLOC_TOP_PAD_", "67108864");
        return new WorkerSettings(count, "org.shiftbed.study.worker.TrainingRunner", java, all, options);
    }

    private static long memory() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system
                ? system.getTotalMemorySize()
                : 4096 * MIB;
    }
}
