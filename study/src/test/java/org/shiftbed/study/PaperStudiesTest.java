package org.shiftbed.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The studies of the paper's figures: what they plan at every tier ({@code controlled-shifts.md} 4). */
class PaperStudiesTest {
    private static final Path STUDIES = Path.of("..", "studies", "paper");
    private static final List<String> WEIGHTED = List.of("IRM", "CORAL", "DANN", "CycleGAN", "BetaVAE");

    private static Study study(int figure) {
        return StudyFile.read(STUDIES.resolve("figure-%02d.yaml".formatted(figure)));
    }

    /** The nineteen of the paper, by the names of tables. */
    @Test
    void everyMethodOfThePaperStandsInEveryFigureButTheAblation() {
        for (int figure : new int[] {3, 4, 5, 6, 7, 9, 10, 11, 12}) {
            assertThat(study(figure).withTier(Tier.PAPER).algorithms())
                    .extracting(AlgorithmSpec::title)
                    .containsExactly(
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
        }
        assertThat(perSeed(study(3))).isEqualTo(82);
    }

    private static Plan paper(int figure) {
        return Plan.of(study(figure).withTier(Tier.PAPER), null);
    }

    /** 3 learning rates each; methods with a second axis have 12 or 16 points, cut at 8. */
    private static int perSeed(Study study) {
        return study.algorithms().stream()
                .mapToInt(spec -> WEIGHTED.contains(spec.name()) ? 8 : 3)
                .sum();
    }

    @Test
    void thereIsAFileForEachFigure() throws Exception {
        try (Stream<Path> files = Files.list(STUDIES)) {
            assertThat(files.map(file -> String.valueOf(file.getFileName())).sorted())
                    .containsExactly(
                            "figure-03.yaml",
                            "figure-04.yaml",
                            "figure-05.yaml",
                            "figure-06.yaml",
                            "figure-07.yaml",
                            "figure-08.yaml",
                            "figure-09.yaml",
                            "figure-10.yaml",
                            "figure-11.yaml",
                            "figure-12.yaml");
        }
    }

    /** Settings of a data set: 9 of N, 1, 4 of p, 4 of T. */
    @ParameterizedTest
    @CsvSource({"3, 9, 6", "4, 9, 6", "5, 1, 6", "6, 4, 6", "7, 4, 6", "9, 1, 1", "10, 1, 6", "11, 9, 6", "12, 9, 6"})
    void thePaperTierHasTheRunsOfThePaper(int figure, int settings, int datasets) {
        Plan plan = paper(figure);
        int perSeed = perSeed(plan.study());
        assertThat(plan.trials()).hasSize(perSeed * 5 * settings * datasets);
        Map<String, Long> byDataset = plan.trials().stream()
                .collect(Collectors.groupingBy(planned -> planned.trial().dataset(), Collectors.counting()));
        assertThat(byDataset.values()).hasSize(datasets).containsOnly((long) perSeed * 5 * settings);
    }

    /** One run a seed, operation and learning rate on six data sets. */
    @Test
    void theAblationHas1440Runs() {
        assertThat(paper(8).trials()).hasSize(16 * 3 * 5 * 6);
    }

    @Test
    void whatCannotBeReadIsRefusedAndNothingTakesItsPlace() {
        Plan plan = paper(3);
        assertThat(plan.runnable()).isEmpty();
        assertThat(plan.trials().stream()
                        .filter(planned -> planned.trial().dataset().equals("Camelyon17"))
                        .map(PlannedTrial::refusal)
                        .distinct())
                .singleElement()
                .asString()
                .startsWith("not run: no data of Camelyon17: ")
                .contains(
                        "Camelyon17: needs metadata.csv; say where it lies with --data-dir or the environment variable"
                                + " SHIFTBED_DATA, or fetch it with `shiftbed data get Camelyon17`");
    }

    @Test
    void photographsHaveTheirOwnBackboneBaselineUpdatesAndPairs() {
        Plan plan = paper(3);
        ExpectedStudy expected = ExpectedStudy.of(plan);
        assertThat(expected.baseline())
                .containsEntry("dSprites", "ResNet18")
                .containsEntry("SmallNORB", "ResNet18")
                .containsEntry("Camelyon17", "ResNet50")
                .containsEntry("iWildCam", "ResNet50");
        for (PlannedTrial planned : plan.trials()) {
            Trial trial = planned.trial();
            boolean photographs = List.of("Camelyon17", "iWildCam").contains(trial.dataset());
            assertThat(trial.steps()).isEqualTo(photographs ? 200_000 : 100_000);
            assertThat(trial.batch()).isEqualTo(planned.method().equals("ViT") ? 1024 : 128);
            switch (planned.method()) {
                case "ResNet18", "ResNet50", "ResNet101" ->
                    assertThat(trial.network()).isEqualToIgnoringCase(planned.method());
                case "ViT" -> assertThat(trial.network()).isEqualTo("vit-f1");
                case "MLP", "BetaVAE" -> assertThat(trial.network()).isEqualTo("mlp-4x256");
                default -> assertThat(trial.network()).isEqualTo(photographs ? "resnet50" : "resnet18");
            }
        }
        assertThat(plan.trials().stream()
                        .filter(planned -> planned.trial().dataset().equals("iWildCam"))
                        .map(planned -> planned.trial().shiftParameters().get("pairs"))
                        .distinct())
                .containsExactly("most-frequent");
        assertThat(plan.trials().stream()
                        .map(planned -> planned.trial().label())
                        .distinct())
                .containsExactly("shape", "object_shape", "category", "tumor", "y");
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void smokeAndSmallRunOnDrawnPicturesAlone(int figure) {
        for (Tier tier : List.of(Tier.SMOKE, Tier.SMALL)) {
            Plan plan = Plan.of(study(figure).withTier(tier), null);
            assertThat(plan.refused()).as("%s", tier).isEmpty();
            assertThat(plan.trials().stream()
                            .map(planned -> planned.trial().dataset())
                            .distinct())
                    .containsExactly("sprites");
        }
        Plan smoke = Plan.of(study(figure).withTier(Tier.SMOKE), null);
        assertThat(smoke.trials()).hasSize(smoke.study().algorithms().size());
        assertThat(smoke.trials()).allMatch(planned -> planned.trial().steps() <= 50);
        Plan small = Plan.of(study(figure).withTier(Tier.SMALL), null);
        // Learning rates alone: every method has one value of everything else.
        assertThat(small.trials().stream()
                        .collect(Collectors.groupingBy(
                                PlannedTrial::method,
                                Collectors.mapping(
                                        planned -> planned.trial().hyperparameters().entrySet().stream()
                                                .filter(entry -> !entry.getKey().equals("lr"))
                                                .toList(),
                                        Collectors.toSet())))
                        .values())
                .allMatch(values -> values.size() == 1);
    }

    @ParameterizedTest
    @CsvSource({"3, 11", "4, 12", "5, 10"})
    void twoFiguresOfOneStudyHaveTheSameTrials(int figure, int other) {
        for (Tier tier : Tier.values()) {
            Plan one = Plan.of(study(figure).withTier(tier), null);
            Plan two = Plan.of(study(other).withTier(tier), null);
            assertThat(two.study().name()).isEqualTo(one.study().name());
            assertThat(two.trials().stream().map(PlannedTrial::id))
                    .isEqualTo(one.trials().stream().map(PlannedTrial::id).toList());
        }
    }
}
