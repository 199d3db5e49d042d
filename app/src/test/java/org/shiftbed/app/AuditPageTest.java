package org.shiftbed.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.app.Terminal.Answer;
import org.shiftbed.audit.Audit;
import org.shiftbed.audit.family.Families;
import org.shiftbed.audit.result.AuditJson;
import org.shiftbed.audit.result.AuditResult;
import org.shiftbed.audit.result.RadiusResult;
import org.shiftbed.audit.spec.AuditSchema;
import org.shiftbed.audit.spec.AuditSpec;
import org.shiftbed.audit.spec.BudgetSpec;
import org.shiftbed.audit.spec.LossKind;
import org.shiftbed.audit.spec.LossSpec;
import org.shiftbed.audit.spec.ShiftSpec;

/** What {@code docs/audit.md} says is so: its commands, files and code run on a table as it describes. */
class AuditPageTest {
    private static final Path PAGE = DocumentationTest.root().resolve("docs/audit.md");

    @TempDir
    private Path folder;

    private static List<String> blocks(String language) throws IOException {
        List<String> blocks = new ArrayList<>();
        Matcher block =
                Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL).matcher(Files.readString(PAGE));
        while (block.find()) {
            blocks.add(block.group(1));
        }
        return blocks;
    }

    @Test
    void theTableOfFieldsIsTheOneThatReadsAuditFiles() throws IOException {
        String text = Files.readString(PAGE);
        Matcher matcher = Pattern.compile("(<!-- begin fields[^\n]*\n)(.*)(<!-- end fields -->)", Pattern.DOTALL)
                .matcher(text);
        assertThat(matcher.find()).isTrue();
        if (Boolean.getBoolean("shiftbed.write")) {
            Files.writeString(
                    PAGE,
                    text.substring(0, matcher.end(1)) + AuditSchema.markdown() + text.substring(matcher.start(3)));
            return;
        }
        assertThat(matcher.group(2)).isEqualTo(AuditSchema.markdown());
    }

    @Test
    void everyFamilyHasItsRow() throws IOException {
        List<String> rows = Files.readAllLines(PAGE);
        for (String family : Families.names()) {
            assertThat(rows).as(family).anyMatch(row -> row.startsWith("| `" + family + "` | "));
        }
    }

    @Test
    void commandsOfThePageRunOnATableAsItDescribes() throws IOException {
        EvaluationTable.write(folder);
        Files.writeString(folder.resolve("other.csv"), EvaluationTable.text(0.5));
        Files.writeString(folder.resolve("audit.yaml"), blocks("yaml").get(0));
        int run = 0;
        for (String command : blocks("sh")) {
            if (command.contains("--demo") || command.contains("runs/")) {
                continue;
            }
            List<String> words = new ArrayList<>();
            Matcher word = Pattern.compile("\"([^\"]*)\"|(\\S+)").matcher(command.strip());
            while (word.find()) {
                words.add(word.group(1) == null ? word.group(2) : word.group(1));
            }
            assertThat(words.remove(0)).isEqualTo("shiftbed");
            words.addAll(List.of("--bootstrap", "0"));
            Answer answer = new Terminal(folder).run(words.toArray(String[]::new));
            assertThat(answer.err()).as(command).isEmpty();
            assertThat(answer.code()).as(command).isZero();
            run++;
        }
        assertThat(run).isEqualTo(5);
        assertThat(folder.resolve("audits/eval/audit.html")).isNotEmptyFile();
        assertThat(folder.resolve("audits/spring/audit.html")).isNotEmptyFile();
    }

    @Test
    void filesOfThePageAreRead() throws IOException {
        EvaluationTable.write(folder);
        List<String> files = blocks("yaml");
        assertThat(files).hasSize(2);
        for (String file : files) {
            Files.writeString(folder.resolve("a.yaml"), file);
            Answer answer = new Terminal(folder).run("audit", "--config", "a.yaml", "--bootstrap", "0", "--out", "out");
            assertThat(answer.err()).as(file).isEmpty();
            assertThat(answer.code()).isZero();
        }
        AuditResult last = AuditJson.read(folder.resolve("out/audit.json"));
        assertThat(last.data().rows()).isEqualTo(EvaluationTable.ROWS / 2);
        assertThat(last.targets()).hasSize(1);
    }

    @Test
    void theJavaOfThePageIsTheOneThatRunsHere() throws IOException {
        String source = Files.readString(
                DocumentationTest.root().resolve("app/src/test/java/org/shiftbed/app/AuditPageTest.java"));
        String shown = source.substring(
                source.indexOf("// page from here\n") + "// page from here\n".length(),
                source.lastIndexOf("        // page to here"));
        assertThat(blocks("java"))
                .containsExactly(
                        shown.lines().map(line -> line.substring(8)).collect(Collectors.joining("\n", "", "\n")));
        List<String> said = audit(EvaluationTable.write(folder));
        assertThat(said.get(0)).startsWith("Within radius");
        assertThat(said).anyMatch(line -> line.contains("the probability of O=1"));
        assertThat(folder.resolve("audit.json")).isNotEmptyFile();
    }

    private List<String> audit(Path table) throws IOException {
        // page from here
        AuditSpec question = AuditSpec.of(
                        LossSpec.of(LossKind.LOG, "Y", "p"),
                        ShiftSpec.of("O").given("Y"),
                        ShiftSpec.of("age").withFamily("gaussian"))
                .withTable(table.toString())
                .withBudget(BudgetSpec.ball(1, 2));
        AuditResult result = Audit.run(question);
        RadiusResult worst = result.radii().get(1);
        List<String> sentences = new ArrayList<>(List.of(result.headline()));
        worst.effects().forEach(effect -> sentences.add(effect.sentence()));
        AuditJson.write(result, folder.resolve("audit.json"));
        // page to here
        return sentences;
    }
}
