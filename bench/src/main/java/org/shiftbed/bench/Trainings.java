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
 * Does a worker hold more memory after many trainings, and has it grown slower? Two hundred trainings of ten algorithms in turn in one process, the last
 * against the tenth; and five rounds of all registered algorithms in another, the last round against the second, for the first one loads the classes of each.
 * Ends with code 1 where an aim is missed.
 */
public final class Trainings {
    private static final int ALL = 200;
    private static final int ROUNDS = 5;
    private static final int STEPS = 30;
    private static final double MEMORY_AIM = 1.05;
    private static final double TIME_AIM = 1.10;

    /** Of different kinds: several networks, second derivatives, copies of weights, moving averages, pictures drawn by threads. */
    private static final List<String> TEN =
            List.of("ERM", "IRM", "CORAL", "Fish", "MLDG", "SagNet", "ARM", "Fishr", "CDANN", "AugMix");

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
        Path file = Path.of(arguments[0]);
        List<Measured> ten = trained(TEN, ALL / TEN.size());
        write(file, ten, List.of());
        int few = TEN.size();
        System.out.printf(
                Locale.ROOT, "%d trainings of %d algorithms in one worker (mlp, %d updates each)%n", ALL, few, STEPS);
        boolean holds = print(
                "resident memory after the last / after the tenth",
                (double) ten.get(ALL - 1).resident() / ten.get(few - 1).resident(),
                MEMORY_AIM);
        holds &= print("update in the last round / in the second", time(ten, few), TIME_AIM);
        List<Measured> all = trained(List.copyOf(Algorithms.names()), ROUNDS);
        write(file, ten, all);
        System.out.printf(
                Locale.ROOT,
                "%d rounds of all %d algorithms that run with mlp in one worker%n",
                ROUNDS,
                all.size() / ROUNDS);
        int round = all.size() / ROUNDS;
        holds &= print(
                "mean resident memory of the last round / of the second",
                mean(all.subList(all.size() - round, all.size())) / mean(all.subList(round, 2 * round)),
                MEMORY_AIM);
        holds &= print("update in the last round / in the second", time(all, round), TIME_AIM);
        System.exit(holds ? 0 : 1);
    }

    private static List<Measured> trained(List<String> algorithms, int rounds) throws IOException {
        List<PlannedTrial> trials = trials(algorithms);
        List<Measured> measured = new ArrayList<>();
        WorkerSettings machine = WorkerSettings.forThisMachine(1, 1, Map.of(), Map.of());
        WorkerSettings settings = new WorkerSettings(
                1, TimedRunner.class.getName(), machine.javaOptions(), machine.environment(), machine.options());
        try (WorkerProcess worker = WorkerProcess.start(settings)) {
            expect(worker, Message.Ready.class);
            for (int i = 0; i < rounds * trials.size(); i++) {
                measured.add(train(worker, trials.get(i % trials.size())));
            }
        }
        return measured;
    }

    private static double mean(List<Measured> some) {
        return some.stream().mapToLong(Measured::resident).average().orElseThrow();
    }

    /** Median over the algorithms of a round. */
    private static double time(List<Measured> measured, int round) {
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < round; i++) {
            ratios.add(measured.get(measured.size() - round + i).step()
                    / measured.get(round + i).step());
        }
        return Medians.of(ratios);
    }

    private static boolean print(String measure, double ratio, double aim) {
        boolean holds = ratio <= aim;
        System.out.printf(
                Locale.ROOT, "%-62s %8.3f  <= %.2f %s%n", measure, ratio, aim, holds ? "holds" : "does not hold");
        return holds;
    }

    private static List<PlannedTrial> trials(List<String> algorithms) {
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
                Algorithms.all().stream()
                        .filter(factory -> algorithms.contains(factory.info().name()))
                        .map(Trainings::narrow)
                        .collect(Collectors.joining(", ")),
                STEPS,
                STEPS);
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

    private static void write(Path file, List<Measured> ten, List<Measured> all) throws IOException {
        List<String> lines = new ArrayList<>(List.of("worker,training,algorithm,resident_bytes,step_seconds"));
        for (List<Measured> worker : List.of(ten, all)) {
            for (int i = 0; i < worker.size(); i++) {
                Measured one = worker.get(i);
                lines.add(String.format(
                        Locale.ROOT,
                        "%s,%d,%s,%d,%.6f",
                        worker == ten ? "ten" : "all",
                        i + 1,
                        one.algorithm(),
                        one.resident(),
                        one.step()));
            }
        }
        Files.write(file, lines);
    }
}
