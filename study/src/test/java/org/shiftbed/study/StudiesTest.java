package org.shiftbed.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.base.CanonicalJson;
import org.shiftbed.base.UserError;

/** The study files and the schema that ship with the product, and the template. */
class StudiesTest {
    private static final Path STUDIES = Path.of("..", "studies");

    /** Editors check with ECMAScript's expressions or Python's, and neither has classes of Unicode without more. */
    @Test
    void theSchemaHasNoExpressionThatOnlyJavaReads() {
        assertThat(StudySchema.json()).contains("pattern").doesNotContain("\\p{");
        assertThat("colours é 中_1").matches(StudyFields.STUDY_NAME.pattern());
        assertThat("colours é 中_1")
                .matches(String.valueOf(StudyFields.STUDY_NAME.schema().get("pattern")));
        assertThat("a/b")
                .doesNotMatch(String.valueOf(StudyFields.STUDY_NAME.schema().get("pattern")));
    }

    @Test
    void everyShippedStudyIsValid() throws Exception {
        try (Stream<Path> files = Files.list(STUDIES)) {
            List<Path> studies =
                    files.filter(file -> file.toString().endsWith(".yaml")).toList();
            assertThat(studies)
                    .hasSizeGreaterThanOrEqualTo(3)
                    .allSatisfy(file -> assertThat(StudyFile.read(file).name() + ".yaml")
                            .isEqualTo(file.getFileName().toString()));
        }
    }

    @Test
    void theQuickstartPlansWithoutData() {
        Plan plan = Plan.of(StudyFile.read(STUDIES.resolve("quickstart.yaml")), null);
        assertThat(plan.refused()).isEmpty();
        assertThat(plan.trials()).hasSize(3 * 4 * 4 * 2);
        assertThat(plan.trials().stream()
                        .map(planned -> planned.trial().shift())
                        .distinct())
                .containsExactly("none", "spurious-correlation", "low-data", "unseen");
    }

    @Test
    void theDigitStudiesPlanOnDigits(@TempDir Path digits) throws Exception {
        DigitFiles.write(digits, 6000, 1);
        assertThat(Plan.of(StudyFile.read(STUDIES.resolve("colored-mnist.yaml")), digits)
                        .trials())
                .hasSize(3);
        assertThat(Plan.of(StudyFile.read(STUDIES.resolve("rotated-mnist.yaml")), digits)
                        .runnable())
                .hasSize(1);
    }

    @Test
    void theCommittedSchemaIsTheGeneratedOne() throws Exception {
        Path file = STUDIES.resolve("schema.json");
        if (Boolean.getBoolean("shiftbed.write-schema")) {
            Files.writeString(file, StudySchema.json());
        }
        assertThat(Files.readString(file))
                .as("write it anew with -Dshiftbed.write-schema=true -Dtest=StudiesTest")
                .isEqualTo(StudySchema.json());
    }

    @Test
    void theSchemaKnowsEveryFieldAndEveryName() {
        Map<String, Object> schema = CanonicalJson.parseObject(StudySchema.json());
        assertThat(schema.get("additionalProperties")).isEqualTo(false);
        assertThat(schema.get("required")).isEqualTo(List.of("study", "algorithms"));
        Map<?, ?> properties = Objects.requireNonNull((Map<?, ?>) schema.get("properties"));
        assertThat(properties.keySet().stream().map(String::valueOf))
                .contains("study", "protocol", "dataset", "datasets", "label", "shifts", "conditions", "algorithms")
                .contains("network", "search", "seeds", "trials", "test-environments", "holdout", "training")
                .contains("selection", "strict");
        String algorithms = CanonicalJson.text(Objects.requireNonNull(
                Objects.requireNonNull((Map<?, ?>) schema.get("$defs")).get("algorithm")));
        assertThat(algorithms).contains("\"ERM\"", "\"IRM\"", "\"irm_lambda\"", "\"exclusiveMinimum\":0");
    }

    @Test
    void theTableOfFieldsHasARowForEachAndStaysATable() {
        List<String> lines = StudySchema.markdown().lines().toList();
        assertThat(lines)
                .anyMatch(line -> line.startsWith("| `training.steps` | a whole number from 1 to 100000000 | 1000;"));
        assertThat(lines)
                .allMatch(line ->
                        line.replace("\\|", "").chars().filter(c -> c == '|').count() == 5);
    }

    @Test
    void theTemplateIsAValidStudyOfItsName() {
        Study study = StudyFile.parse(StudyTemplate.text("my study"), "my.yaml");
        assertThat(study.name()).isEqualTo("my study");
        assertThat(Plan.of(study, null).refused()).isEmpty();
        for (String name : List.of("true", "2024", "null", "é", "a.b")) {
            assertThat(StudyFile.parse(StudyTemplate.text(name), "my.yaml").name())
                    .isEqualTo(name);
        }
        for (String name : List.of("", " ", "a/b", "a: b", "a # b", "\n", "../evil")) {
            assertThatThrownBy(() -> StudyTemplate.text(name))
                    .as("name '%s'", name)
                    .isInstanceOf(UserError.class)
                    .hasMessageNotContaining("\n");
        }
    }
}
