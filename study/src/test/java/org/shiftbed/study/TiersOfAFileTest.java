package org.shiftbed.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.shiftbed.base.UserError;

/** Tiers that a file describes itself, fields by data set, methods under names of their own. */
class TiersOfAFileTest {
    private static final String STUDY = """
            study: s
            datasets: [dSprites, {sprites: {side: 16, stride: {orientation: 8, position: 8}}}]
            label: shape
            shifts:
              - low-data: {attribute: color, samples: [5, 50]}
            per-dataset:
              dSprites:
                network: resnet50
                training: {steps: 70}
            conditions: {noise: [0, 0.5]}
            algorithms:
              - ERM: {as: Big, network: resnet50}
              - ERM: {as: Small, network: small-cnn, batch: 24}
              - IRM
            network: small-cnn
            search: grid
            seeds: [7, 8]
            training: {steps: 50, batch: 32}
            tiers:
              paper: {}
              smoke:
                dataset: {sprites: {side: 16, stride: {orientation: 8, position: 4}}}
                algorithms: [ERM, {IRM: {lr: 0.01}}]
                search: {grid: {axes: [lambda]}}
                seeds: [3]
                training: {steps: 20}
            """;

    private static Study read(String text) {
        return StudyFile.parse(text, "s.yaml");
    }

    @Test
    void theFieldsOfATierReplaceThoseOfTheFileAndNothingElseChanges() {
        Study file = read(STUDY);
        Study smoke = file.withTier(Tier.SMOKE);
        assertThat(smoke.datasets()).extracting(DatasetSpec::name).containsExactly("sprites");
        assertThat(smoke.datasets().get(0).parameters().toString()).contains("position=4");
        assertThat(smoke.seeds()).isEqualTo(List.of(3));
        assertThat(smoke.training().steps()).isEqualTo(20);
        assertThat(smoke.training().batch()).isEqualTo(32);
        assertThat(smoke.shifts()).isEqualTo(file.shifts());
        assertThat(smoke.noise()).hasSize(2);
        assertThat(smoke.algorithms()).extracting(AlgorithmSpec::title).containsExactly("ERM", "IRM");
        Study paper = file.withTier(Tier.PAPER);
        assertThat(paper.toJson()).isEqualTo(file.toJson());
        assertThat(paper.training().steps()).isEqualTo(50);
    }

    @Test
    void aTierThatTheFileDoesNotDescribeIsTheUsualOne() {
        Study small = read(STUDY).withTier(Tier.SMALL);
        assertThat(small.seeds()).isEqualTo(List.of(0, 1, 2));
        assertThat(small.training().steps()).isEqualTo(1000);
        assertThat(small.on("dSprites").training().steps()).isEqualTo(1000);
        assertThat(small.shifts()).hasSize(4);
    }

    @Test
    void aGridGoesThroughItsAxesAlone() {
        Plan plan = Plan.of(read(STUDY).withTier(Tier.SMOKE), null);
        List<Trial> irm = plan.trials().stream()
                .map(PlannedTrial::trial)
                .filter(trial -> trial.algorithm().equals("IRM"))
                .toList();
        // Two sizes, two noises, four lambdas; ERM has no lambda, so it is trained once each.
        assertThat(irm)
                .hasSize(2 * 2 * 4)
                .allMatch(trial ->
                        Double.valueOf(0.01).equals(trial.hyperparameters().get("lr")));
        assertThat(plan.trials()).hasSize(2 * 2 * 5);
        assertThatThrownBy(() -> read(STUDY.replace("axes: [lambda]", "axes: [lambdas]")))
                .isInstanceOf(UserError.class)
                .hasMessageStartingWith("s.yaml, line 24: search.grid.axes[0]: ")
                .hasMessageContaining("lambda");
    }

    @Test
    void aDataSetHasItsOwnNetworkUpdatesAndBaseline() {
        Study study = read(STUDY);
        assertThat(Baselines.of(study)).containsEntry("dSprites", "Big").containsEntry("sprites", "Small");
        assertThat(Baselines.of(study.withTier(Tier.SMOKE))).containsEntry("sprites", "ERM");
        Plan plan = Plan.of(study, null);
        for (PlannedTrial planned : plan.trials()) {
            Trial trial = planned.trial();
            boolean absent = trial.dataset().equals("dSprites");
            assertThat(trial.steps()).isEqualTo(absent ? 70 : 50);
            assertThat(trial.batch()).isEqualTo(planned.method().equals("Small") ? 24 : 32);
            String network = switch (planned.method()) {
                case "Big" -> "resnet50";
                case "Small" -> "small-cnn";
                default -> absent ? "resnet50" : "small-cnn";
            };
            assertThat(trial.network()).isEqualTo(network);
            assertThat(planned.refusal() != null).isEqualTo(absent);
        }
        assertThat(ExpectedStudy.of(plan).trials())
                .extracting(ExpectedTrial::method)
                .contains("Big", "Small", "IRM");
    }

    @Test
    void slipsAreToldWithTheirPlace() {
        List.of(
                        List.of("  dSprites:\n", "  dsprites:\n", "s.yaml, line 7: per-dataset.dsprites: "),
                        List.of(
                                "as: Small,",
                                "as: Big,",
                                "s.yaml, line 13: algorithms[1]: method 'Big' of form controlled is named twice"),
                        List.of("seeds: [3]", "seed: [3]", "s.yaml, line 25: tiers.smoke.seed: "),
                        List.of(
                                "network: small-cnn\nsearch",
                                "network: small-cnn\nbaseline: ERM\nsearch",
                                "s.yaml, line 16: baseline: "),
                        List.of("seeds: [3]", "network: smal-cnn", "s.yaml, line 25: tiers.smoke.network: "))
                .forEach(slip -> {
                    String text = STUDY.replace(slip.get(0), slip.get(1));
                    assertThat(text).isNotEqualTo(STUDY);
                    assertThatThrownBy(() -> read(text))
                            .isInstanceOf(UserError.class)
                            .hasMessageStartingWith(slip.get(2));
                });
    }

    @Test
    void twoMethodsThatAreOneTrainingAreAMistake() {
        String text = """
                study: s
                dataset: {sprites: {side: 16, stride: {orientation: 8, position: 8}}}
                shifts: [none]
                algorithms: [ERM, {ERM: {as: Same, network: small-cnn}}]
                network: small-cnn
                seeds: [0]
                training: {steps: 5}
                """;
        assertThatThrownBy(() -> Plan.of(read(text), null))
                .isInstanceOf(UserError.class)
                .hasMessage("s.yaml, line 4: algorithms[1].ERM: on sprites 'Same' is the same training as 'ERM': same"
                        + " algorithm, network and hyperparameters; keep one of them");
    }

    @Test
    void aStudyNeedsTheDataSetsItSpeaksOf() {
        assertThatThrownBy(() -> read("""
                study: s
                dataset: sprites
                per-dataset: {MPI3D: {label: object_shape}}
                algorithms: [ERM]
                """))
                .isInstanceOf(UserError.class)
                .hasMessage("s.yaml, line 3: per-dataset.MPI3D: this study does not have the data set; it has sprites");
    }
}
