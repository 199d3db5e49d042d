package org.shiftbed.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.base.UserError;
import org.shiftbed.data.Progress;

class SketchedPlanTest {
    private static final Path PAPER = Path.of("../studies/domainbed/paper.yaml");

    @Test
    void thePaperIs47520TrialsWithoutAnyData() {
        Plan plan = sketch(StudyFile.read(PAPER), null);
        assertThat(plan.trials()).hasSize(47_520);
        assertThat(plan.runnable()).isEmpty();
        // Single environments and pairs of n: n + n(n-1)/2; nine algorithms, 20 draws, 3 trials of each.
        assertThat(counts(plan))
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "ColoredMNIST", 6L * 540,
                        "RotatedMNIST", 21L * 540,
                        "VLCS", 10L * 540,
                        "PACS", 10L * 540,
                        "OfficeHome", 10L * 540,
                        "TerraIncognita", 10L * 540,
                        "DomainNet", 21L * 540));
        assertThat(plan.absent()).hasSize(7);
        assertThat(plan.absent().get("PACS"))
                .startsWith("its files are not here, so numbers of rows, images and refusals cannot be told: ")
                .contains("`shiftbed data get PACS`");
    }

    /** One draw and one trial of the grid, a sixtieth of its 438,600. */
    @Test
    void theFullGridIs7310TrialsADraw() throws Exception {
        String text = Files.readString(Path.of("src/test/resources/domainbed/full-grid.yaml"))
                .replace("draws: 20", "draws: 1")
                .replace("trials: 3", "trials: 1");
        assertThat(sketch(StudyFile.parse(text, "full-grid.yaml"), null).trials())
                .hasSize(7310);
        assertThat(7310 * 20 * 3).isEqualTo(438_600);
    }

    @Test
    void aRunRefusesDataThatAreNotHere() {
        assertThatThrownBy(() -> Plan.of(StudyFile.read(PAPER), null))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("ColoredMNIST: needs MNIST's IDX files");
    }

    @Test
    void dataThatAreHereArePlannedWithTheirRows(@TempDir Path digits) throws Exception {
        DigitFiles.write(digits, 600, 1);
        Study study = StudyFile.parse(
                "study: s\nprotocol: domainbed\ndatasets: [ColoredMNIST, PACS]\nalgorithms: ERM\ntrials: 1\n"
                        + "search: {random: {draws: 1}}\ntest-environments: pairs\n",
                "s.yaml");
        Plan plan = sketch(study, digits);
        assertThat(plan.trials()).hasSize(6 + 10);
        assertThat(plan.absent()).containsOnlyKeys("PACS");
        assertThat(plan.runnable())
                .allSatisfy(planned -> assertThat(planned.trial().dataset()).isEqualTo("ColoredMNIST"))
                .isNotEmpty();
    }

    @Test
    void filesThatAreWrongAreNotAbsent(@TempDir Path digits) throws Exception {
        Files.write(digits.resolve("train-images-idx3-ubyte"), List.of("x"));
        Study study =
                StudyFile.parse("study: s\nprotocol: domainbed\ndatasets: ColoredMNIST\nalgorithms: ERM\n", "s.yaml");
        assertThatThrownBy(() -> sketch(study, digits))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("is missing beside it");
    }

    private static Map<String, Long> counts(Plan plan) {
        Map<String, Long> counts = new TreeMap<>();
        plan.trials().forEach(planned -> counts.merge(planned.trial().dataset(), 1L, Long::sum));
        return counts;
    }

    private static Plan sketch(Study study, @Nullable Path folder) {
        return Plan.sketch(study, folder, "cpu", Progress.NONE);
    }
}
