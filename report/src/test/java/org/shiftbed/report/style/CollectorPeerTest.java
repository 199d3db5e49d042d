package org.shiftbed.report.style;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shiftbed.report.PeerPython;
import org.shiftbed.report.statistics.Results;
import org.shiftbed.study.Outcomes;
import org.shiftbed.study.StudyResults;
import org.shiftbed.study.domainbed.DomainBedRegistry;
import org.shiftbed.study.domainbed.Import;
import org.shiftbed.study.selection.Selections;

/** Random sweeps with gaps, ties, pairs, unknown names and NaN through a second collector, in Python; skipped where there is no numpy. */
@Tag("peer")
class CollectorPeerTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void bothPrintTheSame(int seed) throws Exception {
        Path sweep = folder.resolve("sweep");
        new Sweep(seed, seed % 2 == 0 ? 0.1 : 0).write(sweep);
        Import.from(sweep, folder.resolve("out"));
        StudyResults study = StudyResults.read(folder.resolve("out"));
        DomainBedStyle style = new DomainBedStyle(study);
        assertThat(style.text() + "=====\n" + style.latex()).isEqualTo(python(sweep));
        // Our own tables of the same records must stand, whatever these hold.
        List<String> rules = Selections.standard(study.plan().protocol(), false);
        assertThat(new Results(Outcomes.of(study, rules), rules.get(0)).cells()).isNotEmpty();
    }

    private String python(Path sweep) throws IOException, InterruptedException {
        List<String> registry = new ArrayList<>();
        for (String dataset : DomainBedRegistry.datasets()) {
            registry.add("dataset\t" + dataset + "\t" + String.join("\t", DomainBedRegistry.environments(dataset)));
        }
        DomainBedRegistry.algorithms().forEach(algorithm -> registry.add("algorithm\t" + algorithm));
        Path names = Files.write(folder.resolve("registry.txt"), registry);
        return PeerPython.answer("collector.py", "numpy", "", sweep.toString(), names.toString());
    }

    /** Output folders of a sweep as train.py leaves them. */
    private static final class Sweep {
        private final SplittableRandom random;
        private final double broken;
        private int runs;

        Sweep(int seed, double broken) {
            this.random = new SplittableRandom(seed);
            this.broken = broken;
        }

        void write(Path sweep) throws IOException {
            List<String> datasets = some(DomainBedRegistry.datasets(), 2);
            if (random.nextInt(3) == 0) {
                datasets.add("AnotherSet");
            }
            List<String> algorithms = some(DomainBedRegistry.algorithms(), 2);
            if (random.nextInt(2) == 0) {
                algorithms.add("Mine_1");
            }
            // Few values, so that scores tie, and halves of a tenth of a percent, so that rounding is put to the test.
            int grid = new int[] {2, 20, 2000}[random.nextInt(3)];
            double gaps = new double[] {0, 0.02, 0.2}[random.nextInt(3)];
            int searches = 1 + random.nextInt(3);
            int trials = 1 + random.nextInt(3);
            for (String dataset : datasets) {
                int environments =
                        Math.max(2, DomainBedRegistry.environments(dataset).size());
                for (String algorithm : algorithms) {
                    for (int run = 0; run < searches * trials; run++) {
                        for (List<Integer> held : held(environments)) {
                            if (random.nextDouble() >= gaps) {
                                run(
                                        sweep,
                                        dataset,
                                        algorithm,
                                        run % searches,
                                        run / searches,
                                        held,
                                        environments,
                                        grid);
                            }
                        }
                    }
                }
            }
        }

        private List<String> some(List<String> names, int most) {
            List<String> chosen = new ArrayList<>();
            for (int i = 0; i < most; i++) {
                String name = names.get(random.nextInt(names.size()));
                if (!chosen.contains(name)) {
                    chosen.add(name);
                }
            }
            return chosen;
        }

        private List<List<Integer>> held(int environments) {
            List<List<Integer>> held = new ArrayList<>();
            for (int i = 0; i < environments; i++) {
                held.add(List.of(i));
                for (int j = i + 1; j < environments && environments < 7; j++) {
                    held.add(List.of(i, j));
                }
            }
            return held;
        }

        private void run(
                Path sweep,
                String dataset,
                String algorithm,
                int hparamsSeed,
                int trialSeed,
                List<Integer> held,
                int environments,
                int grid)
                throws IOException {
            StringBuilder lines = new StringBuilder();
            int last = random.nextInt(10) == 0 ? 100 : 200;
            for (int step = 0; step <= last; step += 100) {
                lines.append("{\"args\": {\"algorithm\": \"%s\", \"dataset\": \"%s\", \"hparams_seed\": %d, "
                        .formatted(algorithm, dataset, hparamsSeed));
                lines.append("\"test_envs\": %s, \"trial_seed\": %d}".formatted(held, trialSeed));
                for (int i = 0; i < environments; i++) {
                    lines.append(", \"env%d_in_acc\": %s, \"env%d_out_acc\": %s"
                            .formatted(i, accuracy(grid), i, accuracy(grid)));
                }
                lines.append(", \"step\": %d}%n".formatted(step));
            }
            // Names in no order of the sweep, as hashes are.
            Path run = Files.createDirectories(sweep.resolve("%08x-%d".formatted(random.nextInt(), runs++)));
            Files.writeString(run.resolve("results.jsonl"), lines);
            if (last == 200) {
                Files.writeString(run.resolve("done"), "done");
            }
        }

        private String accuracy(int grid) {
            return random.nextDouble() < broken ? "NaN" : String.valueOf((double) random.nextInt(grid + 1) / grid);
        }
    }
}
