package org.shiftbed.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.base.UserError;
import org.shiftbed.report.style.OwnStyle;
import org.shiftbed.study.selection.OracleLimit;

class StudyReportTest {
    @TempDir
    static Path folder;

    @BeforeAll
    static void studyStandsThere() throws IOException {
        SampleStudy.write(folder);
    }

    private static StudyReport report() throws IOException {
        return StudyReport.read(folder, List.of());
    }

    @Test
    void everyRuleStandsSideBySideWithTheHeadlineFirstAndOraclesMarked() throws IOException {
        String text = report().print(Style.OWN, Format.TEXT);
        assertThat(text.indexOf("selection id, headline"))
                .isBetween(0, text.indexOf("selection oracle-best, not a valid benchmark"));
        assertThat(text).contains("chooses with labels of the test domain");
        String reversed = StudyReport.read(folder, List.of("oracle-best", "id")).print(Style.OWN, Format.TEXT);
        assertThat(reversed.indexOf("selection oracle-best")).isLessThan(reversed.indexOf("selection id"));
    }

    /** Wherever numbers of an oracle stand: tables in every format, comparisons, figures, the page. */
    @Test
    void whatAnOracleSawStandsBesideEveryNumberOfIt(@TempDir Path limited, @TempDir Path target) throws IOException {
        SampleStudy.write(limited, new OracleLimit(5, 0.01));
        StudyReport report = StudyReport.read(limited, List.of("oracle-best"));
        int looks = report.results().testQueries("oracle-best");
        // Two members of six checkpoints each are more than the five that a search may see.
        assertThat(looks).isBetween(40, 5 * 48);
        String seen = looks + " looks at them in this study; at most 5 looks a search, each blurred by Laplace noise of"
                + " scale 0.01): it shows what could be reached, and is not a valid benchmark.";
        int tables = new OwnStyle(report.results()).tables().size();
        for (Format format : List.of(Format.TEXT, Format.LATEX, Format.MARKDOWN, Format.HTML)) {
            String text = report.print(Style.OWN, format).replaceAll("\\s+", " ");
            // Accuracies, pairs and ranks.
            assertThat(text.split(seen.replaceAll("[();.]", "\\\\$0"), -1).length - 1)
                    .as(format.text())
                    .isGreaterThanOrEqualTo(tables + 2);
        }
        assertThat(report.print(Style.OWN, Format.CSV).lines().skip(1))
                .allMatch(line -> line.endsWith(",not a valid benchmark"));
        report.write(target);
        assertThat(Files.readString(target.resolve("tables/comparisons.csv"))
                        .lines()
                        .skip(1))
                .allMatch(line -> line.endsWith(seen + '"'));
        assertThat(Files.readString(target.resolve("tables/ranks.csv")).lines().skip(1))
                .allMatch(line -> line.endsWith(seen + '"'));
        assertThat(Files.readString(target.resolve("tables/figures.md"))).contains(looks + " looks");
        try (Stream<Path> figures = Files.list(target.resolve("figures"))) {
            assertThat(figures.filter(file -> file.toString().endsWith(".txt")
                            && !file.getFileName().toString().startsWith("joint-")))
                    .hasSizeGreaterThan(5)
                    .allSatisfy(file -> assertThat(Files.readString(file).replaceAll("\\s+", " "))
                            .contains(looks + " looks"));
        }
        assertThat(report().print(Style.OWN, Format.CSV).lines().filter(line -> line.contains(",id,all,")))
                .isNotEmpty()
                .allMatch(line -> line.endsWith(",0,"));
    }

    @Test
    void partialAveragesAreRefusedInOneLineThatNamesTheFirst() throws IOException {
        StudyReport report = report();
        assertThatThrownBy(report::requireWholeAverages)
                .isInstanceOf(UserError.class)
                .hasMessage(
                        "--strict: partial average: DANN at sprites, spurious-correlation: color, N=10, selection id:"
                                + " over 2 of 3 runs (4 diverged); and 3 more; run what is missing, or leave --strict away, and"
                                + " partial averages are marked");
    }

    @Test
    void whatIsMissingDivergedOrFailedIsSaidInTheCellAndInTheListOfGaps() throws IOException {
        String text = report().print(Style.OWN, Format.TEXT);
        // DANN under spurious correlation: one search of three diverged whole, one member of the two others as well.
        assertThat(text).contains("(2/3), 4 diverged").contains("(3), 1 failed").contains("(2/3), 2 not run");
        assertThat(report().completeness().complete()).isFalse();
        assertThat(report().completeness().gaps())
                .anyMatch(
                        gap -> gap.contains("DANN (controlled), seed 2, selection id: diverged, all 2 trials diverged"))
                .anyMatch(gap -> gap.contains("CORAL (controlled), seed 1: chosen among 1 of 2 trainings (1 failed)")
                        && gap.endsWith("selection id, oracle-best"))
                .anyMatch(gap -> gap.contains("Mixup (controlled), seed 2, selection id: missing"))
                .hasSize(5);
    }

    @Test
    void tablesFitAHundredColumns() throws IOException {
        assertThat(report().print(Style.OWN, Format.TEXT).lines())
                .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(100));
    }

    @Test
    void filesAreByteForByteTheSameWhenWrittenAgain(@TempDir Path first, @TempDir Path second) throws IOException {
        report().write(first);
        report().write(second);
        for (String name : List.of("results.txt", "results.tex", "results.md", "results.csv")) {
            assertThat(Files.readAllBytes(first.resolve("tables").resolve(name)))
                    .isNotEmpty()
                    .isEqualTo(Files.readAllBytes(second.resolve("tables").resolve(name)));
        }
        assertThat(Files.readString(first.resolve("figures/accuracy-sprites.svg")))
                .contains("<svg")
                .contains("#d55e00")
                // Mixup lacks a run of unseen data, DANN one of spurious correlation that diverged.
                .contains("data-panel=\"unseen: color=blue\"");
        for (String ending : List.of("svg", "pdf", "tex", "txt")) {
            assertThat(Files.readAllBytes(first.resolve("figures/accuracy-sprites." + ending)))
                    .isNotEmpty()
                    .isEqualTo(Files.readAllBytes(second.resolve("figures/accuracy-sprites." + ending)));
        }
        assertThat(Files.readString(first.resolve("figures/accuracy-sprites.txt")))
                .contains("2 of 3 runs (1 diverged)", "2 of 3 runs");
    }

    @Test
    void pageIsOneFileWithoutAnythingFromElsewhere() throws IOException {
        String page = report().print(Style.OWN, Format.HTML);
        String own = page.substring(0, page.indexOf("</main>"));
        assertThat(own)
                .doesNotContain("http:", "https:", "@import", "url(", "src=")
                .contains("\"kind\":\"figure\"");
        assertThat(own)
                .contains("do not suffice to tell")
                .contains("5f0e7c2a9d1b4c33")
                .contains("96 planned: 89 done, 4 diverged")
                .contains("libtorch")
                .contains("class=\"heat\"");
        assertThat(page.getBytes(StandardCharsets.UTF_8).length).isLessThan(2_000_000);
        assertThat(page.split("</script>", -1)).hasSameSizeAs(page.split("<script", -1));
    }

    @Test
    void controlledStudyHasNoTablesOfDomainBed() throws IOException {
        StudyReport report = report();
        assertThatThrownBy(() -> report.print(Style.DOMAINBED, Format.TEXT))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("use --style own");
        assertThatThrownBy(() -> Style.require("domainbed-fixd", "--style"))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("domainbed-fixed");
        assertThatThrownBy(() -> Format.require("tex", "--format")).isInstanceOf(UserError.class);
    }
}
