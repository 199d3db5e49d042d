package org.shiftbed.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.shiftbed.base.CanonicalJson;
import org.shiftbed.learn.Precision;
import org.shiftbed.learn.Protocol;
import org.shiftbed.learn.TrainingTask.Keep;
import org.shiftbed.shift.LabelNoise;

class StudyFileTest {
    private static final String CONTROLLED = """
            study: colours
            dataset: {sprites: {side: 32, stride: {orientation: 4, position: 8}}}
            label: shape
            shifts:
              - none: {environments: color}
              - spurious-correlation: {attribute: color, samples: [1, 10]}
              - low-data: {attribute: color, values: [blue], samples: 5}
              - unseen: {attribute: color, values: [blue]}
            conditions: {noise: [0, 0.1], size: [all, 500]}
            algorithms: [{ERM: {lr: [0.1, 1e-3]}}]
            network: mlp
            search: {random: {draws: 4}}
            seeds: [0, 1, 2]
            training: {steps: 300, batch: 64, checkpoint-every: 100, precision: float64, threads: 2, evaluate: full, keep: all}
            selection: [id, oracle-best]
            """;

    @Test
    void everyFieldOfAControlledStudyIsTaken() {
        Study study = StudyFile.parse(CONTROLLED, "s.yaml");
        assertThat(study.name()).isEqualTo("colours");
        assertThat(study.protocol()).isEqualTo(Protocol.CONTROLLED);
        assertThat(study.datasets()).singleElement().satisfies(dataset -> {
            assertThat(dataset.name()).isEqualTo("sprites");
            assertThat(dataset.parameters()).containsEntry("side", 32L);
            assertThat(dataset.parameters().get("stride")).isEqualTo(Map.of("orientation", 4L, "position", 8L));
        });
        assertThat(study.label()).isEqualTo("shape");
        assertThat(study.shifts().stream().map(ShiftSpec::kind))
                .containsExactly("none", "spurious-correlation", "spurious-correlation", "low-data", "unseen");
        assertThat(study.shifts().stream().map(shift -> shift.fields().get("samples")))
                .containsExactly(null, 1L, 10L, 5L, null);
        assertThat(study.noise()).containsExactly(LabelNoise.NONE, new LabelNoise(0.1, false));
        assertThat(study.sizes()).containsExactly(0, 500);
        assertThat(study.algorithms().get(0).given()).isEqualTo(Map.of("lr", List.of(0.1, 0.001)));
        assertThat(study.network()).isEqualTo("mlp");
        assertThat(study.search()).isEqualTo(new SearchSpec.Random(4));
        assertThat(study.seeds()).containsExactly(0, 1, 2);
        assertThat(study.training())
                .isEqualTo(new TrainingSpec(300, 64, 100, Precision.FLOAT64, 2, TrainingSpec.Evaluate.FULL, Keep.ALL));
        assertThat(study.selection()).containsExactly("id", "oracle-best");
        assertThat(study.strict()).isEmpty();
        assertThat(study.source().place("shifts[1].spurious-correlation.samples"))
                .isEqualTo("s.yaml, line 6: shifts[1].spurious-correlation.samples");
    }

    @Test
    void defaultsAreThoseOfTheProtocol() {
        Study controlled = StudyFile.parse("{study: s, dataset: sprites, algorithms: ERM}", "s.yaml");
        assertThat(controlled.shifts())
                .singleElement()
                .extracting(ShiftSpec::kind)
                .isEqualTo("none");
        assertThat(controlled.search()).isEqualTo(new SearchSpec.Random(1));
        assertThat(controlled.seeds()).containsExactly(0, 1, 2);
        assertThat(controlled.training())
                .isEqualTo(new TrainingSpec(
                        1000, 128, 100, Precision.FLOAT32, 1, TrainingSpec.Evaluate.NEEDED, Keep.BEST));

        Study bed = StudyFile.parse("{study: s, protocol: domainbed, dataset: sprites, algorithms: ERM}", "s.yaml");
        assertThat(bed.search()).isEqualTo(new SearchSpec.Random(20));
        assertThat(bed.seeds()).containsExactly(0, 1, 2);
        assertThat(bed.testEnvironments().kind()).isEqualTo(TestEnvironments.Kind.PAIRS);
        assertThat(bed.holdout()).isEqualTo(0.2);
        assertThat(bed.training())
                .isEqualTo(new TrainingSpec(5001, 0, 0, Precision.FLOAT32, 1, TrainingSpec.Evaluate.NEEDED, Keep.NONE));
        assertThat(bed.selection()).containsExactly("iid", "loo", "oracle");
        assertThat(bed.strict()).containsExactly("algorithm", "data", "network");
    }

    @Test
    void strictLayersMayBeAListAMapOrAFlag() {
        assertThat(strict("strict: [data, algorithm]")).containsExactly("algorithm", "data");
        assertThat(strict("strict: {network: true}")).containsExactly("network");
        assertThat(strict("strict: true")).containsExactly("algorithm", "data", "network");
        assertThat(strict("strict: false\nprotocol: domainbed")).isEmpty();
        assertThat(strict("strict: {data: false}\nprotocol: domainbed")).containsExactly("algorithm", "network");
    }

    @Test
    void anchorsStandForWhatTheyName() {
        Study study = StudyFile.parse("""
                study: s
                dataset: sprites
                shifts:
                  - low-data: {attribute: color, values: &rare [blue], samples: [1]}
                  - unseen: {attribute: color, values: *rare}
                algorithms: [ERM]
                """, "s.yaml");
        assertThat(study.shifts().get(1).fields().get("values")).isEqualTo(List.of("blue"));
    }

    @Test
    void aQuotedNumberStaysText() {
        Study study = StudyFile.parse("""
                study: "7"
                dataset: sprites
                shifts: [{unseen: {attribute: orientation, values: ["0", 4]}}]
                algorithms: [ERM]
                """, "s.yaml");
        assertThat(study.name()).isEqualTo("7");
        assertThat(study.shifts().get(0).fields().get("values")).isEqualTo(List.of("0", 4L));
    }

    @Test
    void theResolvedStudyIsPlainJsonWithDefaultsWrittenOut() {
        Map<String, Object> json = StudyFile.parse(CONTROLLED, "s.yaml").toJson();
        assertThat(json)
                .containsEntry("study", "colours")
                .containsEntry("protocol", "controlled")
                .containsEntry("search", Map.of("random", Map.of("draws", 4L)));
        assertThat(json.get("conditions"))
                .isEqualTo(Map.of("noise", List.of(0L, 0.1), "noise-frozen", false, "size", List.of("all", 500L)));
        assertThat(CanonicalJson.text(CanonicalJson.parse(CanonicalJson.text(json))))
                .isEqualTo(CanonicalJson.text(json));
    }

    @Test
    void noiseMayBeAMatrixAndOfAnAttribute() {
        Study study = StudyFile.parse("""
                study: s
                dataset: sprites
                algorithms: [ERM]
                conditions:
                  noise-frozen: true
                  noise:
                    - 0.2
                    - {p: 0.5, attribute: color, frozen: false}
                    - confusion: [[0.5, 1/4, 1/4], [0, 1, 0], [0, 0, 1]]
                """, "s.yaml");
        List<List<Double>> confusion =
                List.of(List.of(0.5, 0.25, 0.25), List.of(0.0, 1.0, 0.0), List.of(0.0, 0.0, 1.0));
        assertThat(study.noise())
                .containsExactly(
                        new LabelNoise(0.2, true),
                        new LabelNoise(0.5, false, "color", List.of()),
                        new LabelNoise(0, true, null, confusion));
        Map<?, ?> conditions = Objects.requireNonNull((Map<?, ?>) study.toJson().get("conditions"));
        assertThat(CanonicalJson.text(Objects.requireNonNull(conditions.get("noise"))))
                .isEqualTo("[0.2,{\"attribute\":\"color\",\"frozen\":false,\"p\":0.5},"
                        + "{\"confusion\":[[0.5,0.25,0.25],[0,1,0],[0,0,1]],\"frozen\":true}]");
    }

    @Test
    void listsInsideOfACompositionAreSettings() {
        Study study = StudyFile.parse("""
                study: s
                dataset: sprites
                algorithms: [ERM]
                shifts:
                  - compose:
                      of:
                        - spurious-correlation: {attribute: color, samples: [1, 10]}
                        - unseen: {attribute: scale}
                  - partial-correlation: {attribute: color, rho: [0, 0.5], rows: [100, max]}
                """, "s.yaml");
        assertThat(study.shifts()).hasSize(6);
        assertThat(String.valueOf(study.shifts().get(1).fields().get("of")))
                .isEqualTo("[{spurious-correlation={attribute=color, samples=10}}, {unseen={attribute=scale}}]");
    }

    private static List<String> strict(String line) {
        return StudyFile.parse("study: s\ndataset: sprites\nalgorithms: [ERM]\n" + line + "\n", "s.yaml")
                .strict();
    }
}
