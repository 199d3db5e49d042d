package org.shiftbed.report;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.report.evidence.Proportion;
import org.shiftbed.report.statistics.Cell;
import org.shiftbed.report.statistics.Summary;
import org.shiftbed.study.Outcome;

/** Filters, the trials behind a cell, and tables to take along, in a real browser, against the report's own numbers. */
@Tag("browser")
class ExplorerBrowserTest {
    private static final String CELLS = "return Array.from(document.querySelectorAll('#explorer tbody td button'))";

    @TempDir
    static Path folder;

    private static Browser browser;
    private static StudyReport report;
    private static String page;

    @BeforeAll
    static void browserIsOpen() throws IOException {
        SampleStudy.write(folder);
        report = StudyReport.read(folder, List.of());
        page = report.write(folder.resolve("report")).toUri().toString();
        browser = new Browser();
    }

    @AfterAll
    static void browserIsClosed() {
        if (browser != null) {
            browser.close();
        }
    }

    @BeforeEach
    void pageIsOpen() {
        browser.open(page, 1280);
    }

    private static void choose(String name, String value) {
        browser.run(
                "const s = document.querySelector('#explorer select[name=' + arguments[0] + ']'); s.value = arguments[1];"
                        + " s.dispatchEvent(new Event('change', {bubbles: true}))",
                name,
                value);
    }

    private static Object texts() {
        return browser.value(CELLS + ".map(b => b.textContent)");
    }

    /** As the page writes a cell: mean, error, runs. */
    private static String words(Cell cell) {
        Summary summary = requireNonNull(cell.summary());
        String number = String.format(Locale.ROOT, "%.1f", 100 * summary.mean());
        Summary.Spread spread = summary.spread();
        return spread == null ? number : number + String.format(Locale.ROOT, " \u00b1 %.1f", 100 * spread.se());
    }

    @Test
    void everyRuleAndShiftShowsTheCellsOfTheReport() {
        for (int rule = 0; rule < 2; rule++) {
            choose("rule", Integer.toString(rule));
            for (String shift : List.of("", "none", "unseen", "spurious-correlation")) {
                choose("shift", shift);
                String selection = report.results().selections().get(rule);
                List<Cell> cells = report.results().cells().stream()
                        .filter(cell -> cell.selection().equals(selection))
                        .filter(cell -> shift.isEmpty() || cell.place().shift().equals(shift))
                        .toList();
                List<?> shown = (List<?>) texts();
                assertThat(shown).hasSameSizeAs(cells);
                for (Cell cell : cells) {
                    if (cell.summary() != null) {
                        assertThat(shown)
                                .anySatisfy(
                                        text -> assertThat(String.valueOf(text)).startsWith(words(cell)));
                    }
                }
            }
        }
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void aRuleThatReadsTestLabelsSaysSo() {
        choose("rule", "1");
        assertThat((String) browser.value("return document.querySelector('#explorer [role=status]').textContent"))
                .contains("oracle-best")
                .contains("not a valid benchmark");
        assertThat((String) browser.value("return document.querySelector('#explorer caption').textContent"))
                .contains("not a valid benchmark");
    }

    @Test
    void aCellOpensTheTrialsBehindItWithTheirHyperparametersAndCourses() {
        browser.run(CELLS.replace("return ", "") + "[0].click()");
        Outcome first = report.outcomes().stream()
                .filter(outcome -> outcome.selection().equals("id")
                        && outcome.shift().equals("none")
                        && outcome.algorithm().equals("ERM"))
                .findFirst()
                .orElseThrow();
        String behind = (String) browser.value("return document.querySelector('#explorer .behind').textContent");
        assertThat(behind)
                .contains("ERM, sprites, none")
                .contains(requireNonNull(first.trial()))
                .contains("lambda=", "lr=")
                .contains(String.format(Locale.ROOT, "%.1f", 100 * requireNonNull(first.test())));
        long rows = ((Number) browser.value(
                        "return JSON.parse(document.getElementById('explorer-data').textContent).rows[0]"))
                .longValue();
        Proportion.Interval wilson =
                Proportion.of(requireNonNull(first.test()), rows).wilson();
        assertThat(rows).isPositive();
        assertThat(behind)
                .contains(String.format(Locale.ROOT, "%.1f to %.1f", 100 * wilson.low(), 100 * wilson.high()));
        assertThat(browser.number("return document.querySelectorAll('#explorer .behind tbody tr').length"))
                .isEqualTo(3);
        assertThat(browser.number("return document.querySelectorAll('#explorer .behind .chart svg').length"))
                .isEqualTo(2);
        assertThat(browser.number("return performance.getEntriesByType('resource').length"))
                .isZero();
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void everyTableCanBeTakenAlong() {
        long tables = browser.number("return document.querySelectorAll('main .scroll').length");
        assertThat(browser.number("return document.querySelectorAll('main .copy').length"))
                .isEqualTo(tables);
        browser.run("document.querySelectorAll('#explorer .copy button').forEach(b => { b.click();"
                + " b.dataset.text = b.parentNode.dataset.copied; })");
        List<?> texts = (List<?>) browser.value(
                "return Array.from(document.querySelectorAll('#explorer .copy button')).map(b => b.dataset.text)");
        Cell cell = report.results().cells().get(0);
        assertThat((String) texts.get(0))
                .startsWith("\\begin{tabular}{lrrrr}\n")
                .contains(words(cell).replace("\u00b1", "$\\pm$"))
                .endsWith("\\end{tabular}\n");
        assertThat((String) texts.get(1)).contains("| ERM | " + words(cell)).contains("| :--- | ---: |");
        assertThat(((String) texts.get(2)).lines().toList())
                .hasSize(1 + report.results().methods().size())
                .anySatisfy(line -> assertThat(line).startsWith("ERM," + words(cell)));
    }

    @Test
    void theKeyboardReachesFiltersAndCells() {
        browser.run("document.querySelector('#explorer select').focus()");
        assertThat((String) browser.value("return document.activeElement.name")).isEqualTo("rule");
        browser.run(CELLS.replace("return ", "") + "[1].focus()");
        assertThat((String) browser.value("return document.activeElement.getAttribute('aria-label')"))
                .contains("Show the trials behind it");
        assertThat(
                        browser.number(
                                "return Array.from(document.querySelectorAll('#explorer select')).filter(s => !s.closest('label')).length"))
                .isZero();
    }
}
