package org.shiftbed.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.app.Terminal.Answer;
import org.shiftbed.base.CanonicalJson;
import org.shiftbed.data.DatasetFactory;
import org.shiftbed.data.Datasets;

/** The page of own pictures, followed step by step on a small folder. */
class OwnImagesTest {
    private static final Path PAGE = DocumentationTest.root().resolve("docs/own-images.md");
    private static final int ROWS = 120;

    @TempDir
    private Path folder;

    @BeforeEach
    void birds() throws IOException {
        StringBuilder table = new StringBuilder("file,species,camera,day,age\n");
        for (int i = 0; i < ROWS; i++) {
            String species = i % 2 == 0 ? "heron" : "owl";
            BufferedImage image = new BufferedImage(12, 10, BufferedImage.TYPE_INT_RGB);
            for (int at = 0; at < 120; at++) {
                image.setRGB(at % 12, at / 12, i % 2 == 0 ? 0x204060 + i : 0xC08040 + at * i);
            }
            String name = "%04d.%s".formatted(i, i % 4 == 0 ? "bmp" : "png");
            Path file = folder.resolve("photos").resolve(species).resolve(name);
            Files.createDirectories(file.getParent());
            ImageIO.write(image, i % 4 == 0 ? "bmp" : "png", file.toFile());
            table.append("%s,%s,%s,2023-05-%02d,%s%n"
                    .formatted(name, species, i % 3 == 0 ? "south" : "north", 1 + i % 5, i % 8 + 0.25));
        }
        Files.writeString(folder.resolve("birds.csv"), table.toString());
        Files.writeString(folder.resolve("birds.yaml"), study());
    }

    private static String study() throws IOException {
        Matcher block =
                Pattern.compile("```yaml\n(study:.*?)```", Pattern.DOTALL).matcher(Files.readString(PAGE));
        assertThat(block.find()).isTrue();
        return block.group(1);
    }

    private List<String> trials() throws IOException {
        try (Stream<Path> all = Files.list(folder.resolve("runs/birds/trials"))) {
            return all.map(path -> String.valueOf(path.getFileName())).sorted().toList();
        }
    }

    @Test
    void theTableOfParametersIsThatOfTheProgram() throws IOException {
        List<String> rows = new ArrayList<>();
        Matcher row = Pattern.compile("^\\| `([a-z]+)` \\| ([^|]+) \\|", Pattern.MULTILINE)
                .matcher(Files.readString(PAGE).split("## The table", 2)[0]);
        while (row.find()) {
            rows.add(row.group(1));
            Object standard = Datasets.require("images", "test").parameters().stream()
                    .filter(parameter -> parameter.name().equals(row.group(1)))
                    .findFirst()
                    .orElseThrow()
                    .standard();
            if (standard instanceof Number || standard instanceof Boolean) {
                assertThat(row.group(2).strip()).isEqualTo(String.valueOf(standard));
            }
        }
        assertThat(rows)
                .containsExactlyElementsOf(Datasets.require("images", "test").parameters().stream()
                        .map(DatasetFactory.Parameter::name)
                        .toList());
    }

    @Test
    void theCommandsOfThePageShowWhatWasUnderstood() throws IOException {
        Matcher line = Pattern.compile(
                        "^\\./shiftbed data inspect '(images:[^']*)'(?: \\\\\n  --shift '([^']*)')?$",
                        Pattern.MULTILINE)
                .matcher(Files.readString(PAGE));
        Terminal terminal = new Terminal(folder);
        assertThat(line.find()).isTrue();
        Answer plain = terminal.run("data", "inspect", line.group(1));
        assertThat(plain.code()).as(plain.err()).isZero();
        assertThat(plain.out())
                .contains("120 examples of 3x64x64 bytes", "label: species", "environments: none of its own")
                .contains("species: heron (60), owl (60)", "camera: north (80), south (40)")
                .contains("age: below 2 (30), 2 to 5 (45), from 5 (45)")
                .contains("day: 2023-05-01 (24)");
        assertThat(line.find()).isTrue();
        // Places on a command line begin at the current folder, which is not this one.
        String whole = line.group(1)
                .replace("dir=", "dir=" + folder + "/")
                .replace("attributes=", "attributes=" + folder + "/");
        Answer shifted = terminal.run("data", "inspect", whole, "--shift", line.group(2));
        assertThat(shifted.code()).as(shifted.err()).isZero();
        assertThat(shifted.out()).contains("unseen: ", "environments camera (1 of 2 in training)");
    }

    @Test
    void theStudyOfThePageIsPlannedAndRunAndAudited() throws IOException {
        Terminal terminal = new Terminal(folder);
        Answer plan = terminal.run("plan", "birds.yaml");
        assertThat(plan.code()).as(plan.err()).isZero();
        // Three shifts, two methods, three seeds.
        assertThat(plan.out()).contains("18 trials");

        Files.writeString(
                folder.resolve("birds.yaml"),
                study().replace("[ERM, ImageNetAug]", "[ERM]")
                                .replace("seeds: [0, 1, 2]", "seeds: [0]")
                                .replace("side: 64", "side: 16")
                                .replace("steps: 500, batch: 64", "steps: 4, batch: 16")
                        + "network: mlp\n");
        Answer run = terminal.run("run", "birds.yaml", "--workers", "1");
        assertThat(run.code()).as(run.err()).isZero();
        List<String> trials = trials();
        assertThat(trials).hasSize(3);
        Path trial = folder.resolve("runs/birds/trials").resolve(trials.get(0));
        // Where the pictures lie stands in local.json and nowhere else.
        assertThat(Files.readString(trial.resolve("trial.json")))
                .contains("\"side\":16")
                .doesNotContain("photos");
        assertThat(Files.readString(folder.resolve("runs/birds/study.json"))).doesNotContain("photos");
        Map<String, Object> local =
                CanonicalJson.parseObject(Files.readString(folder.resolve("runs/birds/local.json")));
        assertThat(local.get("places"))
                .isEqualTo(Map.of("images", Map.of("dir", folder + "/photos", "attributes", folder + "/birds.csv")));

        Answer audit = terminal.run(
                "audit",
                trial + "/predictions.parquet",
                "--where",
                "part=test",
                "--where",
                "step=best",
                "--loss-column",
                "loss",
                "--shift",
                "camera given species");
        assertThat(audit.code()).as(audit.err()).isZero();

        // The same pictures in another place are the same trials.
        Files.move(folder.resolve("photos"), folder.resolve("pictures"));
        Files.writeString(
                folder.resolve("birds.yaml"),
                Files.readString(folder.resolve("birds.yaml")).replace("dir: photos", "dir: pictures"));
        Answer again = terminal.run("run", "birds.yaml");
        assertThat(again.code()).as(again.err()).isZero();
        assertThat(again.out()).contains("All 3 trials have ended already: nothing to do.");
    }

    @Test
    void mistakesNameFileLineAndField() throws IOException {
        Terminal terminal = new Terminal(folder);
        Files.writeString(folder.resolve("birds.yaml"), study().replace("key: file", "key: fil"));
        Answer key = terminal.run("plan", "birds.yaml");
        assertThat(key.code()).isEqualTo(ExitCodes.USER_ERROR);
        assertThat(key.errors()).hasSize(1);
        assertThat(key.err())
                .contains("birds.yaml, line 6: dataset.images.key: ", "unknown column 'fil'; did you mean 'file'?");
        Files.writeString(folder.resolve("birds.yaml"), study().replace("dir: photos", "dir: fotos"));
        Answer dir = terminal.run("plan", "birds.yaml");
        assertThat(dir.err()).contains("birds.yaml, line 4: dataset.images.dir: ", "fotos: there is no such folder");
    }
}
