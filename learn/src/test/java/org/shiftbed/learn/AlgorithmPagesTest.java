package org.shiftbed.learn;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.shiftbed.learn.algorithm.AlgorithmFactory;
import org.shiftbed.learn.algorithm.AlgorithmFactory.SpaceContext;
import org.shiftbed.learn.hyperparameter.CommonHyperparameters;
import org.shiftbed.learn.hyperparameter.Distribution;
import org.shiftbed.learn.hyperparameter.Hyperparameter;

/** The pages of {@code docs/algorithms} say what the registered algorithms are. */
class AlgorithmPagesTest {
    private static final Path FOLDER = Path.of(System.getProperty("basedir", ""), "..", "docs", "algorithms");
    private static final String INDEX = "README.md";
    private static final String SUFFIX = ".md";

    private static final List<String> HEADINGS = List.of(
            "Idea", "Formula", "Paper", "Strict and fixed", "Hyperparameters", "Cost", "When it helps", "In Shiftbed");

    /** Data sets of large pictures on which a default or a draw of DomainBed depends, and one on which none does. */
    private static final List<String> LARGE = List.of("VLCS", "PACS", "OfficeHome", "TerraIncognita", "DomainNet");

    /** Algorithms by whose names ranges of common hyperparameters depend, and one by whose name none does. */
    private static final List<String> WITH_RANGES_OF_THEIR_OWN = List.of("ERM", "ARM", "RDM", "ADRMX");

    /** Defects that are corrected whether strict or not, or kept whether strict or not. */
    private static final Set<String> SAME_IN_BOTH = Set.of("D11", "D30", "D32");

    private static final Pattern FENCED = Pattern.compile("```.*?```", Pattern.DOTALL);
    private static final Pattern SENTENCE_END = Pattern.compile("[.!?](?=\\s|$)");
    private static final Pattern NUMBER =
            Pattern.compile("(?<![\\w.])-?\\d+(?:\\.\\d+)?(?:/\\d+)?(?:[eE][-+]?\\d+)?(?![\\w])");
    private static final Pattern WORD = Pattern.compile("\\p{Alpha}\\w*");

    /** A row of a table of hyperparameters. */
    record Row(String standard, String random, String meaning) {}

    static Stream<String> names() {
        return Algorithms.names().stream();
    }

    @Test
    void everyRegisteredAlgorithmHasAPageAndNothingElseHas() throws IOException {
        Set<String> pages = new TreeSet<>();
        try (Stream<Path> files = Files.list(FOLDER)) {
            for (Path file : files.toList()) {
                String name = String.valueOf(file.getFileName());
                assertThat(name).endsWith(SUFFIX);
                if (!name.equals(INDEX)) {
                    pages.add(name.substring(0, name.length() - SUFFIX.length()));
                }
            }
        }
        assertThat(pages).containsExactlyElementsOf(new TreeSet<>(Algorithms.names()));
    }

    @ParameterizedTest
    @MethodSource("names")
    void pageHasTheSameHeadingsAsEveryOther(String name) throws IOException {
        List<String> expected = new ArrayList<>();
        expected.add("# " + name);
        HEADINGS.forEach(heading -> expected.add("## " + heading));
        assertThat(FENCED.matcher(page(name))
                        .replaceAll("")
                        .lines()
                        .filter(line -> line.startsWith("#"))
                        .toList())
                .containsExactlyElementsOf(expected);
        for (String heading : HEADINGS) {
            assertThat(section(name, heading)).as(heading).isNotBlank();
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void ideaIsThreeSentences(String name) throws IOException {
        assertThat(SENTENCE_END.matcher(section(name, "Idea").strip()).results().count())
                .isEqualTo(3);
    }

    @ParameterizedTest
    @MethodSource("names")
    void tableOfHyperparametersHasDefaultsAndDrawsOfTheProgram(String name) throws IOException {
        AlgorithmFactory factory = Algorithms.require(name, "test");
        // A controlled study has no other hyperparameters than these and an algorithm's own.
        Set<String> common = new HashSet<>();
        CommonHyperparameters.controlled().entries().forEach(entry -> common.add(entry.name()));
        Map<String, List<Hyperparameter>> own = new LinkedHashMap<>();
        for (String form : factory.info().forms()) {
            factory.options(form)
                    .forEach(entry -> own.computeIfAbsent(entry.name(), key -> new ArrayList<>())
                            .add(entry));
            for (SpaceContext context : contexts(form)) {
                for (Hyperparameter entry : CommonHyperparameters.under(Protocol.CONTROLLED, factory.space(context))
                        .entries()) {
                    if (!common.contains(entry.name())) {
                        own.computeIfAbsent(entry.name(), key -> new ArrayList<>())
                                .add(entry);
                    }
                }
            }
        }
        agree(rows(section(name, "Hyperparameters")), own);
    }

    @Test
    void indexHasDefaultsAndDrawsOfTheCommonHyperparameters() throws IOException {
        Map<String, List<Hyperparameter>> common = new LinkedHashMap<>();
        for (String algorithm : WITH_RANGES_OF_THEIR_OWN) {
            for (SpaceContext context : contexts("domainbed")) {
                for (Hyperparameter entry :
                        CommonHyperparameters.base(context, algorithm).entries()) {
                    common.computeIfAbsent(entry.name(), key -> new ArrayList<>())
                            .add(entry);
                }
            }
        }
        Map<String, List<Hyperparameter>> controlled = new LinkedHashMap<>();
        CommonHyperparameters.controlled().entries().forEach(entry -> controlled.put(entry.name(), List.of(entry)));
        String text = Files.readString(FOLDER.resolve(INDEX));
        int from = text.indexOf("\n## Common hyperparameters\n");
        int between = text.indexOf("\nIn a controlled study", from);
        assertThat(from).isPositive();
        assertThat(between).isGreaterThan(from);
        agree(rows(text.substring(from, between)), common);
        agree(rows(text.substring(between)), controlled);
    }

    @ParameterizedTest
    @MethodSource("names")
    void indexListsItAsTheProgramDoes(String name) throws IOException {
        AlgorithmFactory.Info info = Algorithms.require(name, "test").info();
        String link = "[" + name + "](" + name + SUFFIX + ")";
        List<List<String>> listed = Files.readString(FOLDER.resolve(INDEX))
                .lines()
                .filter(line -> line.startsWith("| " + link + " |"))
                .map(AlgorithmPagesTest::cells)
                .toList();
        assertThat(listed).hasSize(1);
        List<String> cells = listed.get(0);
        assertThat(cells).hasSize(6);
        assertThat(cells.get(0)).isEqualTo(link);
        assertThat(cells.get(1)).isEqualTo(info.family());
        assertThat(cells.get(2)).isEqualTo(info.paper());
        assertThat(cells.get(3)).isEqualTo(info.needs().isEmpty() ? "–" : String.join(", ", info.needs()));
        assertThat(cells.get(4)).isEqualTo(String.valueOf(info.minimumEnvironments()));
        assertThat(cells.get(5)).matches("–|D\\d\\d(, D\\d\\d)*");
    }

    @ParameterizedTest
    @MethodSource("names")
    void pageAndIndexNameTheDefectsThatStrictKeeps(String name) throws IOException {
        String row = Files.readString(FOLDER.resolve(INDEX))
                .lines()
                .filter(line -> line.startsWith("| [" + name + "]("))
                .findFirst()
                .orElse("");
        Set<String> named = defects(row);
        assertThat(defects(section(name, "Strict and fixed"))).isEqualTo(named);
        named.removeAll(SAME_IN_BOTH);
        assertThat(named)
                .isEqualTo(new TreeSet<>(Algorithms.require(name, "test").defects()));
    }

    private static Set<String> defects(String text) {
        Set<String> found = new TreeSet<>();
        Pattern.compile("\\bD\\d\\d\\b")
                .matcher(text)
                .results()
                .map(MatchResult::group)
                .forEach(found::add);
        return found;
    }

    /** Where a default or a draw may differ. */
    private static List<SpaceContext> contexts(String form) {
        List<SpaceContext> contexts = new ArrayList<>();
        contexts.add(new SpaceContext("ColoredMNIST", true, form));
        LARGE.forEach(dataset -> contexts.add(new SpaceContext(dataset, false, form)));
        return contexts;
    }

    /** Whether a table has a row for each of these and no other, with all their numbers and words and no others. */
    private static void agree(Map<String, Row> rows, Map<String, List<Hyperparameter>> expected) {
        assertThat(rows.keySet()).containsExactlyInAnyOrderElementsOf(expected.keySet());
        rows.forEach((name, row) -> {
            List<Hyperparameter> entries = expected.getOrDefault(name, List.of());
            assertThat(entries).as(name).isNotEmpty();
            Set<Double> defaults = new TreeSet<>();
            Set<Double> draws = new TreeSet<>();
            for (Hyperparameter entry : entries) {
                if (entry.standard() instanceof Number number) {
                    defaults.add(number.doubleValue());
                } else {
                    assertThat(words(row.standard())).as(name).contains(String.valueOf(entry.standard()));
                }
                Distribution distribution = entry.distribution();
                draws.addAll(numbers(distribution.text()));
                for (Object value : listed(distribution)) {
                    if (!(value instanceof Number)) {
                        assertThat(words(row.random())).as(name).contains(String.valueOf(value));
                    }
                }
                if (distribution.text().startsWith("floor ")) {
                    assertThat(row.random()).as(name).containsAnyOf("floor", "⌊");
                }
            }
            assertThat(numbers(row.standard())).as("default of " + name).isEqualTo(defaults);
            assertThat(numbers(row.random())).as("draw of " + name).isEqualTo(draws);
            assertThat(row.meaning()).as(name).isNotBlank();
        });
    }

    private static List<Object> listed(Distribution distribution) {
        if (distribution instanceof Distribution.Choice choice) {
            return choice.values();
        }
        return distribution instanceof Distribution.Constant constant ? List.of(constant.value()) : List.of();
    }

    /** Those of a text: 0.5, -1, 5e-5, 1/3, and 10 and -2 of 10^U(-2, 1). */
    private static Set<Double> numbers(String text) {
        Set<Double> numbers = new TreeSet<>();
        NUMBER.matcher(text.replace('\u2212', '-')).results().forEach(match -> {
            String[] parts = match.group().split("/", -1);
            double value = Double.parseDouble(parts[0]);
            numbers.add(parts.length == 1 ? value : value / Double.parseDouble(parts[1]));
        });
        return numbers;
    }

    private static Set<String> words(String text) {
        Set<String> words = new HashSet<>();
        WORD.matcher(text).results().map(MatchResult::group).forEach(words::add);
        return words;
    }

    /** Rows whose first cell is a name in backticks. */
    private static Map<String, Row> rows(String text) {
        Map<String, Row> rows = new LinkedHashMap<>();
        for (String line : text.lines().filter(each -> each.startsWith("| `")).toList()) {
            List<String> cells = cells(line);
            assertThat(cells).as(line).hasSize(4);
            String name = cells.get(0).replace("`", "");
            assertThat(rows).as(line).doesNotContainKey(name);
            rows.put(name, new Row(cells.get(1), cells.get(2), cells.get(3)));
        }
        return rows;
    }

    /** Those of {@code | a | b |}: a, b. */
    private static List<String> cells(String line) {
        return Arrays.stream(line.strip().substring(1).split("\\|"))
                .map(String::strip)
                .toList();
    }

    private static String page(String name) throws IOException {
        return Files.readString(FOLDER.resolve(name + SUFFIX));
    }

    /** The text below a heading, up to the next one. */
    private static String section(String name, String heading) throws IOException {
        String text = page(name);
        String line = "\n## " + heading + "\n";
        int at = text.indexOf(line);
        assertThat(at).as("heading '" + heading + "' of " + name).isNotNegative();
        int from = at + line.length();
        int to = text.indexOf("\n## ", from);
        return to < 0 ? text.substring(from) : text.substring(from, to);
    }
}
