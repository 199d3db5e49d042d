package org.shiftbed.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.shiftbed.base.Seed;
import org.shiftbed.data.ImageShape;
import org.shiftbed.learn.Algorithms;
import org.shiftbed.learn.Networks;
import org.shiftbed.learn.Precision;
import org.shiftbed.learn.algorithm.Algorithm;
import org.shiftbed.learn.algorithm.AlgorithmFactory;
import org.shiftbed.learn.algorithm.Minibatch;
import org.shiftbed.learn.algorithm.SeededDraws;
import org.shiftbed.learn.torch.Natives;

/**
 * The step time of every registered algorithm over ERM's: the same network (mnist-cnn), 64 pictures of each of three environments, float32, one thread,
 * DomainBed's default hyperparameters. ERM and the algorithm take turns, two updates each, for some methods do one thing at even and another at odd
 * updates; the ratio is the median over the turns.
 */
public final class AlgorithmSteps {
    private static final ImageShape SHAPE = new ImageShape(2, 28, 28);
    private static final String NETWORK = "mnist-cnn";
    private static final int BATCH = 64;
    private static final int ENVIRONMENTS = 3;
    private static final int TURNS = 5;
    private static final int WARM_UP = 1;
    private static final String BEGIN = "<!-- begin algorithm-steps -->\n";
    private static final String END = "<!-- end algorithm-steps -->";

    private final List<Minibatch> minibatches;

    private AlgorithmSteps(List<Minibatch> minibatches) {
        this.minibatches = minibatches;
    }

    /** Takes the file to write the table to and, where its copy between two marks is to be replaced, the page that holds it. */
    public static void main(String[] arguments) throws IOException {
        Natives.load(1);
        torch.manual_seed(1);
        Map<String, Double> ratios;
        try (PointerScope scope = new PointerScope()) {
            List<Minibatch> minibatches = new ArrayList<>();
            for (int e = 0; e < ENVIRONMENTS; e++) {
                Tensor x = torch.rand(BATCH, SHAPE.channels(), SHAPE.height(), SHAPE.width());
                Tensor y = torch.randint(0, 2, new long[] {BATCH}).to(torch.ScalarType.Long);
                minibatches.add(new Minibatch(e, x, y));
            }
            ratios = new AlgorithmSteps(minibatches).ratios();
        }
        String table = table(ratios);
        System.out.print(table);
        Files.writeString(Path.of(arguments[0]), table);
        if (arguments.length > 1) {
            replace(Path.of(arguments[1]), table);
        }
    }

    private Map<String, Double> ratios() {
        Map<String, Double> ratios = new LinkedHashMap<>();
        try (Algorithm erm = create(Algorithms.require("ERM", "bench"))) {
            for (AlgorithmFactory factory : Algorithms.all()) {
                // What augmentations cost is done ahead of the update, by other threads.
                if (factory.augmentation(hyperparameters(factory)) != null
                        || factory.unfit(SHAPE, Networks.require(NETWORK, "bench")) != null) {
                    continue;
                }
                try (Algorithm algorithm = create(factory)) {
                    List<Double> turns = new ArrayList<>();
                    for (int turn = 0; turn < WARM_UP + TURNS; turn++) {
                        double base = seconds(erm);
                        double own = seconds(algorithm);
                        if (turn >= WARM_UP) {
                            turns.add(own / base);
                        }
                    }
                    ratios.put(factory.info().name(), Medians.of(turns));
                    System.err.printf(Locale.ROOT, "%s %.2f%n", factory.info().name(), Medians.of(turns));
                }
            }
        }
        return ratios;
    }

    /** Processor seconds of two updates. */
    private double seconds(Algorithm algorithm) {
        long begun = TrainerRun.CLOCK.getCurrentThreadCpuTime();
        for (int i = 0; i < 2; i++) {
            try (PointerScope scope = new PointerScope()) {
                algorithm.update(minibatches);
            }
        }
        return (TrainerRun.CLOCK.getCurrentThreadCpuTime() - begun) * 1e-9;
    }

    private static String form(AlgorithmFactory factory) {
        List<String> forms = factory.info().forms();
        return forms.contains("domainbed") ? "domainbed" : forms.get(0);
    }

    /** The defaults, past the phase in which ERM++ trains the last layer alone. */
    private static Map<String, Object> hyperparameters(AlgorithmFactory factory) {
        Map<String, Object> defaults = new LinkedHashMap<>(
                factory.space(new AlgorithmFactory.SpaceContext("ColoredMNIST", true, form(factory)))
                        .defaults());
        defaults.computeIfPresent("linear_steps", (name, steps) -> 0L);
        return defaults;
    }

    private static Algorithm create(AlgorithmFactory factory) {
        Algorithm made = factory.create(new AlgorithmFactory.Context(
                SHAPE,
                0,
                2,
                ENVIRONMENTS,
                form(factory),
                Set.of(),
                hyperparameters(factory),
                NETWORK,
                Precision.FLOAT32,
                "cpu",
                new SeededDraws(Seed.of("bench", factory.info().name()))));
        made.train(true);
        return made;
    }

    private static String table(Map<String, Double> ratios) {
        StringBuilder table = new StringBuilder("| algorithm | step time over ERM's |\n|---|---|\n");
        ratios.forEach((name, ratio) -> table.append(String.format(Locale.ROOT, "| %s | %.2f |\n", name, ratio)));
        return table.toString();
    }

    private static void replace(Path page, String table) throws IOException {
        String text = Files.readString(page);
        int begin = text.indexOf(BEGIN);
        int end = text.indexOf(END);
        if (begin < 0 || end < begin) {
            throw new IllegalArgumentException(page + " has no place for the table: " + BEGIN.strip() + " … " + END);
        }
        Files.writeString(page, text.substring(0, begin + BEGIN.length()) + table + text.substring(end));
    }
}
