package org.shiftbed.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.app.Terminal.Answer;
import org.shiftbed.base.CanonicalJson;
import org.shiftbed.data.DatasetFactory;
import org.shiftbed.learn.algorithm.AlgorithmFactory;
import org.shiftbed.learn.network.NetworkFactory;
import org.shiftbed.shift.ShiftFactory;
import org.shiftbed.study.selection.Selection;

/** The example of {@code docs/extending.md}, word for word: compiled, packed, listed, and trained in worker processes. */
class ExtendingTest {
    private static final String SERVICE = "META-INF/services/" + AlgorithmFactory.class.getName();

    @TempDir
    private Path folder;

    @Test
    void theExampleIsListedAndTrainsBesideErm() throws Exception {
        Path jar = example("label-smoothing.jar", code());
        String sha256 =
                HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(jar)));
        Terminal plain = new Terminal(folder);
        Terminal terminal = new Terminal(folder, Map.of("SHIFTBED_PLUGINS", "label-smoothing.jar"));

        assertThat(plain.run("list", "algorithms").out()).contains("ERM").doesNotContain("LabelSmoothing");
        assertThat(terminal.run("list", "algorithms").out())
                .containsPattern("(?m)^LabelSmoothing +risk +labels +- +labels are a little unsure"
                        + " \\(plugin label-smoothing.jar\\)$");
        assertThat(terminal.run("list", "algorithms", "LabelSmoothing").out())
                .contains("label-smoothing.jar, SHA-256 " + sha256)
                .containsPattern("smoothing +0\\.1 +a number at least 0.* +U\\(0\\.0, 0\\.3\\)");
        assertThat(terminal.run("list", "algorithms", "--json").out())
                .containsPattern("\"plugin\" : \"label-smoothing.jar\"");

        Files.writeString(folder.resolve("smoothing.yaml"), study(3, "[0.0]"));
        Answer unknown = plain.run("check", "smoothing.yaml");
        assertThat(unknown.code()).isEqualTo(ExitCodes.USER_ERROR);
        assertThat(unknown.errors()).singleElement().asString().contains("unknown algorithm 'LabelSmoothing'");

        Answer run = terminal.run("run", "smoothing.yaml", "--workers", "1");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out())
                .containsPattern("(?m)^LabelSmoothing +[0-9]")
                .containsPattern("(?m)^ERM +[0-9]")
                .contains("Report: ");

        List<Map<String, Object>> trials = new ArrayList<>();
        List<List<Object>> erm = new ArrayList<>();
        List<List<Object>> smoothed = new ArrayList<>();
        try (Stream<Path> folders = Files.list(folder.resolve("runs/smoothing/trials"))) {
            for (Path trial : folders.toList()) {
                Map<String, Object> json = CanonicalJson.parseObject(Files.readString(trial.resolve("trial.json")));
                Map<String, Object> manifest =
                        CanonicalJson.parseObject(Files.readString(trial.resolve("manifest.json")));
                assertThat(manifest.get("plugins")).isEqualTo(Map.of("label-smoothing.jar", sha256));
                (json.toString().contains("LabelSmoothing") ? smoothed : erm).add(numbers(trial));
                trials.add(json);
            }
        }
        assertThat(trials)
                .hasSize(4)
                .filteredOn(json -> json.toString().contains("LabelSmoothing"))
                .hasSize(2)
                .allMatch(json -> json.toString().contains("results_version=1"));
        // Without smoothing the formula is ERM's: every accuracy of both shifts agrees.
        assertThat(smoothed).hasSize(2).containsExactlyInAnyOrderElementsOf(erm);
        assertThat(Files.readString(folder.resolve("runs/smoothing/report/report.html")))
                .contains("label-smoothing.jar", sha256);
    }

    @Test
    void theStudyOfTheDocsIsInOrderAsItStands() throws Exception {
        example("label-smoothing.jar", code());
        Files.writeString(folder.resolve("smoothing.yaml"), block("yaml"));
        Answer check = new Terminal(folder, Map.of("SHIFTBED_PLUGINS", ".")).run("plan", "smoothing.yaml");
        assertThat(check.code()).as(check.err()).isZero();
        assertThat(check.out()).contains("24 trials");
    }

    @Test
    void aNameThatExistsIsOneLineThatNamesTheJar() throws Exception {
        example("erm.jar", code().replace("\"LabelSmoothing\",", "\"ERM\","));
        refused("plugin erm.jar: algorithm 'ERM' exists already, in Shiftbed itself; give that of", "erm.jar");
    }

    @Test
    void aBrokenJarIsOneLineThatNamesIt() throws IOException {
        Files.writeString(folder.resolve("broken.jar"), "no jar");
        refused("plugin broken.jar: it is no jar that can be read (", "broken.jar");
        refused("SHIFTBED_PLUGINS: there is no jar or folder 'gone.jar'", "gone.jar");
    }

    @Test
    void aFaultOfAPluginIsOneLineThatNamesTheJar() throws Exception {
        example(
                "fault.jar",
                code().replace(
                                "return CommonHyperparameters.of",
                                "throw new IllegalStateException(\"no space\"); }"
                                        + " HyperparameterSpace other(SpaceContext context) { return CommonHyperparameters.of"));
        refused("plugin fault.jar: example.LabelSmoothing$Factory.space: IllegalStateException: no space", "fault.jar");
    }

    @Test
    void aFaultInTrainingIsTheCauseOfItsTrial() throws Exception {
        example("late.jar", code().replace("optimizer.minimise(loss);", "java.util.List.of().get(7);"));
        Answer run = new Terminal(folder, Map.of("SHIFTBED_PLUGINS", "late.jar"))
                .run(
                        "train",
                        "--dataset",
                        "sprites:side=16,stride.orientation=20,stride.position=8",
                        "--algorithm",
                        "LabelSmoothing",
                        "--steps",
                        "1",
                        "--out",
                        "late");
        assertThat(run.code()).isEqualTo(ExitCodes.INCOMPLETE);
        assertThat(run.out()).contains("plugin late.jar: example.LabelSmoothing.update: ");
    }

    @Test
    void theTableOfServicesIsComplete() throws IOException {
        String page = page();
        for (Class<?> service : List.of(
                AlgorithmFactory.class,
                NetworkFactory.class,
                DatasetFactory.class,
                ShiftFactory.class,
                Selection.class)) {
            assertThat(page).contains("`" + service.getName() + "`");
        }
        assertThat(page).contains("a file `" + SERVICE + "`");
    }

    private void refused(String expected, String plugins) {
        Answer answer = new Terminal(folder, Map.of("SHIFTBED_PLUGINS", plugins)).run("list", "algorithms");
        assertThat(answer.code()).as(answer.err()).isEqualTo(ExitCodes.USER_ERROR);
        assertThat(answer.errors())
                .singleElement()
                .asString()
                .startsWith("shiftbed: ")
                .contains(expected);
        assertThat(answer.out()).isEmpty();
    }

    /** Steps, losses and accuracies of the records. */
    private static List<Object> numbers(Path trial) throws IOException {
        List<Object> numbers = new ArrayList<>();
        for (String line : Files.readAllLines(trial.resolve("results.jsonl"))) {
            Map<String, Object> record = CanonicalJson.parseObject(line);
            numbers.add(record.get("step"));
            numbers.add(record.get("loss"));
            assertThat(record.get("shiftbed")).isInstanceOfSatisfying(Map.class, extras -> {
                assertThat(extras.get("val_id")).isNotNull();
                for (String each : List.of("val_id", "val_oracle_best", "test")) {
                    numbers.add(String.valueOf(extras.get(each)));
                }
            });
        }
        assertThat(numbers).hasSize(15).doesNotContainNull();
        return numbers;
    }

    private static String study(int steps, String smoothing) throws IOException {
        return block("yaml")
                .replace("steps: 200", "steps: " + steps)
                .replace("[0.05, 0.2]", smoothing)
                .replace("draws: 2", "draws: 1")
                .replace("seeds: [0, 1, 2]", "seeds: [0]");
    }

    private static String code() throws IOException {
        return block("java");
    }

    /** The first block of a language. */
    private static String block(String language) throws IOException {
        Matcher block =
                Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL).matcher(page());
        assertThat(block.find()).as(language).isTrue();
        return block.group(1);
    }

    /** What stands in the service file. */
    private static String registration() throws IOException {
        Matcher line = Pattern.compile("in a file `" + SERVICE + "`:\n\n```\n(.*?)```", Pattern.DOTALL)
                .matcher(page());
        assertThat(line.find()).isTrue();
        return line.group(1);
    }

    private static String page() throws IOException {
        return Files.readString(DocumentationTest.root().resolve("docs/extending.md"));
    }

    private Path example(String name, String code) throws IOException {
        Path source = Files.createTempDirectory(folder, "source").resolve("LabelSmoothing.java");
        Files.writeString(source, code);
        Path classes = Files.createTempDirectory(folder, "classes");
        int answer = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "--release",
                        "17",
                        "-proc:none",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-d",
                        classes.toString(),
                        source.toString());
        assertThat(answer).as("javac " + source).isZero();
        Path services = classes.resolve(SERVICE);
        Files.createDirectories(services.getParent());
        Files.writeString(services, registration());
        Path jar = folder.resolve(name);
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file);
                Stream<Path> files = Files.walk(classes)) {
            for (Path each : files.filter(Files::isRegularFile).sorted().toList()) {
                out.putNextEntry(
                        new JarEntry(classes.relativize(each).toString().replace('\\', '/')));
                out.write(Files.readAllBytes(each));
                out.closeEntry();
            }
        }
        return jar;
    }
}
