package org.shiftbed.study;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.shiftbed.base.file.Source;
import org.shiftbed.learn.Protocol;

/** How much of a study is run ({@code controlled-shifts.md} section 4, tiers): the same study file, from minutes to weeks. */
public enum Tier {
    /** Does it run at all: one seed, one setting of each shift, one member of each search, at most 20 steps. */
    SMOKE,
    /**
     * A first answer: three seeds, 1000 steps, N of 1, 10, 100 and 1000, learning rates only; under DomainBed's protocol one trial seed, single
     * environments, at most 3 draws and 501 steps.
     */
    SMALL,
    /**
     * What the papers ran: five seeds, 100,000 steps, every N, grids cut at 8; under DomainBed's protocol 5001 steps, 20 draws, 3 trial seeds,
     * single environments and pairs.
     */
    PAPER;

    private static final List<Integer> SMALL_N = List.of(1, 10, 100, 1000);
    private static final List<Integer> PAPER_N = List.of(1, 5, 10, 50, 100, 500, 1000, 5000, 10_000);
    private static final List<Object> RATES = List.of(1e-2, 1e-3, 1e-4);

    /** The name in study files and on command lines. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The study at this tier. Where an N exceeds what the data hold, the pool is taken and the manifest says so. */
    Study apply(Study study) {
        boolean domainbed = study.protocol() == Protocol.DOMAINBED;
        return switch (this) {
            case SMOKE ->
                change(
                        study,
                        Tier::firstSettings,
                        new SearchSpec.Random(1),
                        study.seeds().subList(0, 1),
                        new TestEnvironments(TestEnvironments.Kind.SINGLE, List.of()),
                        Math.min(20, study.training().steps()),
                        10);
            case SMALL ->
                domainbed
                        ? change(
                                study,
                                UnaryOperator.identity(),
                                fewer(study.search()),
                                List.of(0),
                                new TestEnvironments(TestEnvironments.Kind.SINGLE, List.of()),
                                501,
                                100)
                        : change(
                                ratesOnly(study),
                                shifts -> samples(shifts, SMALL_N),
                                new SearchSpec.Grid(RATES.size(), List.of("lr")),
                                List.of(0, 1, 2),
                                study.testEnvironments(),
                                1000,
                                100);
            case PAPER ->
                domainbed
                        ? change(
                                study,
                                UnaryOperator.identity(),
                                new SearchSpec.Random(20),
                                List.of(0, 1, 2),
                                new TestEnvironments(TestEnvironments.Kind.PAIRS, List.of()),
                                5001,
                                0)
                        : change(
                                study,
                                shifts -> samples(shifts, PAPER_N),
                                new SearchSpec.Grid(8),
                                IntStream.range(0, 5).boxed().toList(),
                                study.testEnvironments(),
                                100_000,
                                1000);
        };
    }

    private Study change(
            Study study,
            UnaryOperator<List<ShiftSpec>> shifts,
            SearchSpec search,
            List<Integer> seeds,
            TestEnvironments held,
            int steps,
            int every) {
        boolean smoke = this == SMOKE;
        Map<String, Integer> lines = new TreeMap<>(study.source().lines());
        // What the tier decides was not written by the user.
        lines.remove("test-environments");
        Map<String, DatasetFields> own = new TreeMap<>();
        study.perDataset()
                .forEach((name, fields) -> own.put(
                        name,
                        new DatasetFields(
                                fields.label(),
                                fields.shifts() == null ? null : shifts.apply(fields.shifts()),
                                fields.network(),
                                fields.weights(),
                                fields.baseline(),
                                fields.training() == null ? null : training(fields.training(), steps, every),
                                fields.written())));
        StudyCopy copy = new StudyCopy(study);
        copy.shifts = shifts.apply(study.shifts());
        copy.noise = smoke ? study.noise().subList(0, 1) : study.noise();
        copy.sizes = smoke ? study.sizes().subList(0, 1) : study.sizes();
        copy.search = search;
        copy.seeds = seeds;
        copy.testEnvironments = held;
        copy.training = training(study.training(), steps, every);
        copy.perDataset = own;
        copy.source = new Source(study.source().file(), lines);
        return copy.study();
    }

    private static TrainingSpec training(TrainingSpec old, int steps, int every) {
        return new TrainingSpec(
                steps,
                old.batch(),
                every,
                old.precision(),
                old.threads(),
                old.evaluate(),
                old.keep(),
                old.tensorboard(),
                old.patience());
    }

    private static SearchSpec fewer(SearchSpec search) {
        return search instanceof SearchSpec.Random random ? new SearchSpec.Random(Math.min(3, random.draws())) : search;
    }

    /** One setting of each shift that was written. */
    private static List<ShiftSpec> firstSettings(List<ShiftSpec> shifts) {
        Set<String> seen = new LinkedHashSet<>();
        return shifts.stream().filter(shift -> seen.add(shift.path())).toList();
    }

    private static List<ShiftSpec> samples(List<ShiftSpec> shifts, List<Integer> counts) {
        List<ShiftSpec> all = new ArrayList<>();
        for (ShiftSpec shift : firstSettings(shifts)) {
            if (!shift.fields().containsKey("samples")) {
                all.add(shift);
                continue;
            }
            for (int count : counts) {
                Map<String, Object> fields = new TreeMap<>(shift.fields());
                fields.put("samples", count);
                fields.put("clip", true);
                all.add(new ShiftSpec(shift.kind(), fields, shift.path()));
            }
        }
        return all;
    }

    /** A method whose learning rate is fixed by the study of the paper keeps it. */
    private static Study ratesOnly(Study study) {
        Hyperparameters hyperparameters = new Hyperparameters(study, Registry.installed());
        List<AlgorithmSpec> algorithms = new ArrayList<>();
        for (AlgorithmSpec algorithm : study.algorithms()) {
            Map<String, List<Object>> given = new TreeMap<>();
            algorithm.given().forEach((name, values) -> given.put(name, values.subList(0, 1)));
            if (hyperparameters.searchesRates(algorithm)) {
                given.put("lr", RATES);
            }
            algorithms.add(algorithm.with(given));
        }
        return study.withAlgorithms(algorithms);
    }
}
