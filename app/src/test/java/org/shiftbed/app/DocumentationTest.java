package org.shiftbed.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.app.Terminal.Answer;
import org.shiftbed.learn.Algorithms;
import org.shiftbed.learn.Networks;
import org.shiftbed.study.Plan;
import org.shiftbed.study.StudyFile;
import org.shiftbed.study.StudySchema;

/** What the documentation says is so. With {@code -Dshiftbed.write=true} the generated parts are written anew. */
class DocumentationTest {
    private static final Path ROOT = root();

    @Test
    void theTableOfFieldsIsTheOneThatReadsStudyFiles() throws IOException {
        Path page = ROOT.resolve("docs/study-file.md");
        String text = Files.readString(page);
        Matcher matcher = Pattern.compile("(<!-- begin fields[^\n]*\n)(.*)(<!-- end fields -->)", Pattern.DOTALL)
                .matcher(text);
        assertThat(matcher.find()).isTrue();
        if (Boolean.getBoolean("shiftbed.write")) {
            Files.writeString(
                    page,
                    text.substring(0, matcher.end(1)) + StudySchema.markdown() + text.substring(matcher.start(3)));
            return;
        }
        assertThat(matcher.group(2)).isEqualTo(StudySchema.markdown());
    }

    @Test
    void studiesInTheDocumentationAreRead() throws IOException {
        List<String> studies = new ArrayList<>();
        Matcher block = Pattern.compile("```yaml\n(study:.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(ROOT.resolve("docs/study-file.md")));
        while (block.find()) {
            studies.add(StudyFile.parse(block.group(1), "docs/study-file.md").name());
        }
        assertThat(studies).containsExactly("colours", "colored-mnist");
    }

    @Test
    void shiftsAndConditionsInTheDocumentationArePlanned() throws IOException {
        Matcher block = Pattern.compile("```yaml\n((shifts|conditions):.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(ROOT.resolve("docs/study-file.md")));
        int settings = 0;
        while (block.find()) {
            String study = "study: s\ndataset: {sprites: {side: 16, stride: {orientation: 8, position: 4}}}\n"
                    + "algorithms: [ERM]\nseeds: [0]\n" + block.group(1)
                    + (block.group(2).equals("shifts") ? "" : "shifts: [none: {environments: color}]\n");
            Plan plan = Plan.of(StudyFile.parse(study, "docs/study-file.md"), null);
            assertThat(plan.refused()).isEmpty();
            settings += plan.trials().size();
        }
        // Two tables and four correlations; two compositions; two sizes with four kinds of noise.
        assertThat(settings).isEqualTo(6 + 2 + 8);
    }

    @Test
    void studiesOfThePagesOfAlgorithmsAreReadAndRunThem() throws IOException {
        Pattern block = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);
        for (String name : Algorithms.names()) {
            String place = "docs/algorithms/" + name + ".md";
            Matcher study = block.matcher(Files.readString(ROOT.resolve(place)));
            assertThat(study.find()).as(place).isTrue();
            assertThat(StudyFile.parse(study.group(1), place).algorithms())
                    .as(place)
                    .anyMatch(algorithm -> algorithm.name().equals(name));
        }
        String index = "docs/algorithms/README.md";
        Matcher study = block.matcher(Files.readString(ROOT.resolve(index)));
        assertThat(study.find()).isTrue();
        assertThat(StudyFile.parse(study.group(1), index).strict()).containsExactly("data", "network");
    }

    @Test
    void everyNetworkHasARowOfThePageOfNetworks() throws IOException {
        String table = Files.readString(ROOT.resolve("docs/networks.md")).split("\n## ", 2)[0];
        List<String> rows = new ArrayList<>();
        Matcher row =
                Pattern.compile("^\\| `([a-z0-9-]+)` \\|", Pattern.MULTILINE).matcher(table);
        while (row.find()) {
            rows.add(row.group(1));
        }
        assertThat(rows).containsExactlyInAnyOrderElementsOf(Networks.names());
    }

    @Test
    void commandsOfTheReadmeExist(@TempDir Path folder) throws IOException {
        Matcher command = Pattern.compile("^(?:\\| `shiftbed|\\./shiftbed) ([a-z]+)", Pattern.MULTILINE)
                .matcher(Files.readString(ROOT.resolve("README.md")));
        List<String> names = new ArrayList<>();
        while (command.find()) {
            names.add(command.group(1));
            Answer answer = new Terminal(folder).run(command.group(1), "--help");
            assertThat(answer.code()).as(command.group(1)).isZero();
        }
        assertThat(names).contains("run", "init", "report", "import");
    }

    @Test
    void theReadmeAndCiRunTheSameTests() throws IOException {
        assertThat(Files.readString(ROOT.resolve("README.md"))).contains("\nmvn -B verify\n");
        assertThat(Files.readString(ROOT.resolve(".ci/run"))).contains("\nmvn -B verify\n");
    }

    static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("CONTRIBUTING.md"))) {
            Path parent = folder.getParent();
            if (parent == null) {
                throw new IllegalStateException("the tests run inside a checkout");
            }
            folder = parent;
        }
        return folder;
    }
}
