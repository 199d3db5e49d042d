package org.shiftbed.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.shiftbed.learn.Algorithms;
import org.shiftbed.learn.algorithm.AlgorithmFactory;
import org.shiftbed.study.Plan;
import org.shiftbed.study.PlannedTrial;
import org.shiftbed.study.StudyFile;
import org.shiftbed.study.worker.Message;
import org.shiftbed.study.worker.WorkerProcess;
import org.shiftbed.study.worker.WorkerSettings;

/**
 * Trains two hundred times in one worker process, every registered algorithm in turn: does it hold more memory at the end, and has it grown slower?
 * The last ten trainings repeat the eleventh to the twentieth, so that equal work is compared. Ends with code 1 where an aim is missed.
 */
public final class Trainings {
    private static final int ALL = 200;
    private static final int FEW = 10;
    private static final int STEPS = 30;
    private static final double MEMORY_AIM = 1.05;
    private static final double TIME_AIM = 1.10;

    private Trainings() {}

    /**
     * One training.
     *
     * @param algorithm name
     * @param resident bytes of the worker after it
     * @param step median processor seconds of an update
     */
    private record Measured(String algorithm, long resident, double step) {}

    /** Takes the file to write, a line a training. */
    public static void main(String[] arguments) throws IOException {
        List<PlannedTrial> trials = trials();
        List<Measured> measured = new ArrayList<>();
        WorkerSettings machine = WorkerSettings.forThisMachine(1, 1, Map.of(), Map.of());
        WorkerSettings settings = new WorkerSettings(
                1, TimedRunner.class.getName(), machine.javaOptions(), machine.environment(), machine.options());
        try (WorkerProcess worker = WorkerProcess.start(settings)) {
            expect(worker, Message.Ready.class);
            for (int i = 0; i < ALL; i++) {
                int at = i < ALL - FEW ? i : i - ALL + 2 * FEW;
                measured.add(train(worker, trials.get(at % trials.size())));
            }
        }
        write(Path.of(arguments[0]), measured);
        System.out.printf(
                Locale.ROOT,
                "%d trainings of %d algorithms in one worker (mlp, %d updates each)%n",
                ALL,
                trials.size(),
                STEPS);
        double memory = (double) measured.get(ALL - 1).resident()
                / measured.get(FEW - 1).resident();
        // Equal work on both sides. What is held for good raises the least, too; a compilation of Java's holds 15 MiB
        // for a while.
        double least = (double) least(measured.subList(ALL - FEW, ALL)) / least(measured.subList(FEW, 2 * FEW));
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < FEW; i++) {
            ratios.add(
                    measured.get(ALL - FEW + i).step() / measured.get(FEW + i).step());
        }
        double time = Medians.of(ratios);
        boolean holds = print("resident memory after the last / after the tenth", memory, MEMORY_AIM);
        holds &= print("least resident memory of the last ten / of 11-20", least, MEMORY_AIM);
        holds &= print("update in trainings 191-200 / in 11-20, same algorithms", time, TIME_AIM);
        System.exit(holds ? 0 : 1);
    }

    private static long least(List<Measured> some) {
        return some.stream().mapToLong(Measured::resident).min().orElseThrow();
    }

    private static boolean print(String measure, double ratio, double aim) {
        boolean holds = ratio <= aim;
        System.out.printf(
                Locale.ROOT, "%-62s %8.3f  <= %.2f %s%n", measure, ratio, aim, holds ? "holds" : "does not hold");
        return holds;
    }

    private static List<PlannedTrial> trials() {
        String study = """
                study: trainings
                dataset: {sprites: {side: 16, stride: {orientation: 20, position: 8}}}
                label: shape
                shifts: [{none: {environments: color}}]
                algorithms: [%s]
                network: mlp
                search: {random: {draws: 1}}
                seeds: [0]
                training: {steps: %d, batch: 48, checkpoint-every: %d, keep: none}
                selection: [id]
                """.formatted(
                Algorithms.all().stream().map(Trainings::narrow).collect(Collectors.joining(", ")), STEPS, STEPS);
        return Plan.of(StudyFile.parse(study, "bench"), null).runnable();
    }

    /** Networks that a method brings itself are made as small as the perceptron is. */
    private static String narrow(AlgorithmFactory factory) {
        String name = factory.info().name();
        boolean own = factory.space(new AlgorithmFactory.SpaceContext("sprites", true, "controlled"))
                        .find("width")
                != null;
        return own ? "{" + name + ": {width: 2}}" : name;
    }

    private static Measured train(WorkerProcess worker, PlannedTrial trial) throws IOException {
        Path folder = Files.createTempDirectory("shiftbed-bench");
        try {
            worker.send(new Message.Run(trial.id(), trial.trial().toJson(), folder.toString(), Map.of("keep", "none")));
            expect(worker, Message.Finished.class);
            String[] numbers =
                    Files.readString(folder.resolve(TimedRunner.FILE)).strip().split(" ", -1);
            return new Measured(trial.trial().algorithm(), Long.parseLong(numbers[0]), Double.parseDouble(numbers[1]));
        } finally {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    private static void expect(WorkerProcess worker, Class<? extends Message> wanted) {
        Message message = worker.next(System.err::println);
        while (message instanceof Message.Progress) {
            message = worker.next(System.err::println);
        }
        if (!wanted.isInstance(message)) {
            throw new IllegalStateException("expected " + wanted.getSimpleName() + ", the worker said " + message);
        }
    }

    private static void write(Path file, List<Measured> measured) throws IOException {
        List<String> lines = new ArrayList<>(List.of("training,algorithm,resident_bytes,step_seconds"));
        for (int i = 0; i < measured.size(); i++) {
            Measured one = measured.get(i);
            lines.add(String.format(Locale.ROOT, "%d,%s,%d,%.6f", i + 1, one.algorithm(), one.resident(), one.step()));
        }
        Files.write(file, lines);
    }
}
