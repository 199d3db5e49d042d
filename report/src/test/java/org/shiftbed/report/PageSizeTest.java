package org.shiftbed.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.base.CanonicalJson;
import org.shiftbed.base.Seed;
import org.shiftbed.learn.Protocol;
import org.shiftbed.study.ExpectedStudy;
import org.shiftbed.study.ExpectedTrial;

/** Figures 4 and 5 at the size of the paper: nineteen methods on six data sets under five seeds, unseen data and nine values of N. */
class PageSizeTest {
    private static final int MEGABYTE = 1 << 20;
    private static final int SEEDS = 5;
    private static final int CHECKPOINTS = 25;
    private static final List<String> SETS =
            List.of("dSprites", "MPI3D", "Shapes3D", "SmallNORB", "Camelyon17", "iWildCam");
    private static final List<String> METHODS = List.of(
            "ResNet18",
            "ResNet50",
            "ResNet101",
            "ViT",
            "MLP",
            "ImageNetAug",
            "AugMix",
            "RandAugment",
            "AutoAugment",
            "CycleGAN",
            "IRM",
            "CORAL",
            "Mixup",
            "DANN",
            "SagNet",
            "JTT",
            "BNAdapt",
            "BetaVAE",
            "Pretrained");

    @Test
    void thePageOfTheWholeStudyIsBelowFiveMegabytes(@TempDir Path folder) throws IOException {
        List<ExpectedTrial> trials = new ArrayList<>();
        for (String set : SETS) {
            for (String method : METHODS) {
                for (int seed = 0; seed < SEEDS; seed++) {
                    trials.add(trial(folder, set, method, seed, "unseen", Map.of()));
                    for (int samples : new int[] {1, 5, 10, 50, 100, 500, 1000, 5000, 10_000}) {
                        trials.add(trial(folder, set, method, seed, "low-data", Map.of("samples", samples)));
                    }
                }
            }
        }
        Map<String, String> baseline = new LinkedHashMap<>();
        SETS.forEach(set -> baseline.put(set, "ResNet18"));
        new ExpectedStudy("whole", Protocol.CONTROLLED, List.of("id", "oracle-best"), baseline, trials).write(folder);
        StudyReport report = StudyReport.read(folder, List.of());
        String page = report.print(Style.OWN, Format.HTML);
        String asked = System.getProperty("shiftbed.page");
        if (asked != null) {
            Files.writeString(Path.of(asked), page);
        }
        assertThat(page.getBytes(StandardCharsets.UTF_8).length).isLessThan(5 * MEGABYTE);
        assertThat(page).contains("of their up to 25 checkpoints each", "The first 300; trials.jsonl");
        // Every method stands in it, with the heat map and the strip of ranks.
        assertThat(page)
                .contains("figures/unseen-ranks.svg", "figures/low-data-change.svg")
                .contains(METHODS);
    }

    private static ExpectedTrial trial(
            Path folder, String set, String method, int seed, String shift, Map<String, Object> parameters)
            throws IOException {
        Map<String, Object> trial = new LinkedHashMap<>();
        trial.put("dataset", set);
        trial.put("algorithm", method);
        trial.put("shift", shift);
        trial.put("shift_parameters", parameters);
        trial.put("seed", seed);
        trial.put("hparams", Map.of("lr", 0.001, "weight_decay", 0));
        String id = CanonicalJson.id(trial);
        Path place = Files.createDirectories(folder.resolve("trials").resolve(id));
        Files.writeString(place.resolve("trial.json"), CanonicalJson.text(trial));
        Files.writeString(
                place.resolve("results.jsonl"),
                records(Seed.of(set, method, shift, seed).random()));
        Files.writeString(place.resolve("done"), "done");
        return new ExpectedTrial(
                id,
                Protocol.CONTROLLED,
                set,
                shift,
                parameters.isEmpty() ? "color" : "color, N=" + parameters.get("samples"),
                method,
                "controlled",
                List.of(),
                seed,
                0,
                100_000,
                List.of(),
                List.of(),
                null,
                trial);
    }

    private static String records(SplittableRandom random) {
        StringBuilder lines = new StringBuilder();
        double level = 0.3 + 0.6 * random.nextDouble();
        for (int i = 1; i <= CHECKPOINTS; i++) {
            lines.append(String.format(
                    Locale.ROOT,
                    "{\"step\": %d, \"loss\": %.16f, \"step_time\": 0.01, \"shiftbed\": {\"val_id\": %.16f, \"val_oracle_best\": %.16f, \"test\": %.16f}}%n",
                    1000 * i,
                    2 * random.nextDouble() / i,
                    level + 0.1 * random.nextDouble(),
                    level - 0.1 * random.nextDouble(),
                    level - 0.1 * random.nextDouble()));
        }
        return lines.toString();
    }
}
