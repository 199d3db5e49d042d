package org.shiftbed.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class TierTest {
    private static final Study STUDY = StudyFile.parse("""
            study: s
            dataset: {sprites: {side: 16, stride: {orientation: 8, position: 8}}}
            shifts: [{spurious-correlation: {attribute: color, samples: [5, 50]}}, none]
            conditions: {noise: [0, 0.5]}
            algorithms: [{ERM: {weight_decay: [0, 1]}}]
            search: grid
            seeds: [7, 8]
            """, "s.yaml");

    @Test
    void smokeRunsOneOfEverything() {
        Plan plan = Plan.of(STUDY.withTier(Tier.SMOKE), null);
        assertThat(plan.trials()).hasSize(2);
        assertThat(plan.trials()).allSatisfy(planned -> {
            assertThat(planned.trial().steps()).isEqualTo(20);
            assertThat(planned.trial().seed()).isEqualTo(7);
        });
    }

    @Test
    void smallSearchesLearningRatesOverFourSizes() {
        Study small = STUDY.withTier(Tier.SMALL);
        assertThat(small.shifts().stream().map(shift -> shift.fields().get("samples")))
                .containsExactly(1L, 10L, 100L, 1000L, null);
        Plan plan = Plan.of(small, null);
        assertThat(plan.trials()).hasSize(3 * 5 * 2 * 3);
        assertThat(plan.trials().stream()
                        .map(planned -> planned.trial().hyperparameters().get("lr"))
                        .distinct())
                .containsExactlyInAnyOrder(0.01, 0.001, 0.0001);
    }

    /** Table 4 of the paper gives the beta-VAE's and CycleGAN's classifiers one rate; DANN of DomainBed's form has two of its own. */
    @Test
    void smallLeavesTheRateToMethodsThatHaveOne() {
        Study small = StudyFile.parse("""
                study: s
                dataset: {sprites: {side: 16, stride: {orientation: 8, position: 8}}}
                shifts: [{spurious-correlation: {attribute: color, samples: 5}}]
                algorithms: [ERM, BetaVAE, {CycleGAN: {lambda_a: [10, 1]}}, {DANN: {form: domainbed}}, {JTT: {lr: 0.5}}]
                network: small-cnn
                """, "s.yaml").withTier(Tier.SMALL);
        Plan plan = Plan.of(small, null);
        Map<String, Set<Object>> rates = new TreeMap<>();
        for (PlannedTrial planned : plan.trials()) {
            Map<String, Object> values = planned.trial().hyperparameters();
            Object rate = values.containsKey("lr") ? values.get("lr") : values.get("lr_g");
            rates.computeIfAbsent(planned.method(), unused -> new HashSet<>()).add(Objects.requireNonNull(rate));
        }
        assertThat(rates)
                .isEqualTo(Map.of(
                        "ERM", Set.of(0.01, 0.001, 0.0001),
                        "BetaVAE", Set.of(1e-4),
                        "CycleGAN", Set.of(1e-4),
                        "DANN", Set.of(0.001),
                        "JTT", Set.of(0.01, 0.001, 0.0001)));
        assertThat(plan.trials().stream()
                        .map(planned -> planned.trial().hyperparameters().get("lambda_a"))
                        .filter(Objects::nonNull)
                        .distinct())
                .containsExactly(10L);
        // Four N and three seeds.
        assertThat(plan.trials()).hasSize(4 * 3 * (3 + 1 + 1 + 1 + 3));
    }

    @Test
    void paperTakesWhatThePapersRan() {
        Study paper = STUDY.withTier(Tier.PAPER);
        assertThat(paper.seeds()).isEqualTo(List.of(0, 1, 2, 3, 4));
        assertThat(paper.training().steps()).isEqualTo(100_000);
        assertThat(paper.shifts()).hasSize(10);
        Study bed = StudyFile.parse(
                        "{study: s, protocol: domainbed, dataset: sprites, algorithms: ERM, search: grid, trials: 1}",
                        "s")
                .withTier(Tier.PAPER);
        assertThat(bed.search()).isEqualTo(new SearchSpec.Random(20));
        assertThat(bed.training().steps()).isEqualTo(5001);
        assertThat(bed.testEnvironments().kind()).isEqualTo(TestEnvironments.Kind.PAIRS);
    }
}
