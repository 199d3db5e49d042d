package org.shiftbed.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of a study in a real browser. */
@Tag("browser")
class BrowserTest {
    @TempDir
    static Path folder;

    private static final String FIGURES = "Array.from(document.querySelectorAll('.chart')).filter(c =>"
            + " JSON.parse(document.getElementById(c.id + '-data').textContent).kind === 'figure')";

    private static Browser browser;
    private static String page;

    @BeforeAll
    static void browserIsOpen() throws IOException {
        SampleStudy.write(folder);
        Path file = StudyReport.read(folder, List.of()).write(folder.resolve("report"));
        page = file.toUri().toString();
        browser = new Browser();
    }

    @AfterAll
    static void browserIsClosed() {
        if (browser != null) {
            browser.close();
        }
    }

    @Test
    void chartsAreDrawnWithoutErrorsOrRequests() {
        open(1280);
        long figures = number("return " + FIGURES + ".length");
        assertThat(figures).isGreaterThan(15);
        // One that is far below waits; all are drawn for print.
        assertThat(number("return " + FIGURES + ".filter(c => c.dataset.drawn).length"))
                .isLessThan(figures);
        browser.run("window.dispatchEvent(new Event('beforeprint'))");
        long charts = number("return document.querySelectorAll('.chart').length");
        assertThat(charts).isEqualTo(2 + 2 * 4 + figures);
        assertThat(number("return document.querySelectorAll('.chart[data-drawn] svg').length"))
                .isEqualTo(charts);
        // Each series of the accuracy chart has its dots: 4 methods at 4 shifts, drawn as shapes beside axes and bars.
        assertThat(number("return document.querySelectorAll('#chart-1 svg path, #chart-1 svg circle').length"))
                .isGreaterThan(16);
        assertThat(number("return performance.getEntriesByType('resource').length"))
                .isZero();
        assertThat(browser.complaints()).isEmpty();
    }

    /** Words that a figure must print are in its drawing, and every mark and cell has one shape of its own at least. */
    @Test
    void figuresHaveTheWordsAndMarksOfTheirOption() {
        open(1280);
        browser.run("window.dispatchEvent(new Event('beforeprint'))");
        assertThat(number("let missing = 0; " + FIGURES + ".forEach(c => {"
                        + " const chart = JSON.parse(document.getElementById(c.id + '-data').textContent);"
                        + " const texts = Array.from(c.querySelectorAll('text')).map(t => t.textContent);"
                        + " const shapes = c.querySelectorAll('path,circle,rect,polygon,polyline,line,image').length;"
                        + " let marks = 0; chart.option.series.forEach(s => {"
                        + "   if (['bar', 'cell', 'words'].includes(s.renderItem)) {"
                        + "     s.data.forEach(d => { if (!texts.includes(d.words)) { missing++; } }); }"
                        + "   if (['bar', 'cell', 'dot', 'levelDot'].includes(s.renderItem)) { marks += s.data.length; } });"
                        + " if (shapes < marks) { missing++; } }); return missing"))
                .isZero();
        assertThat(browser.complaints()).isEmpty();
    }

    /** Dark where the reader wants it, white on paper all the same; every word and mark can be seen. */
    @Test
    void everythingIsSeenInTheDarkInTheLightAndOnPaper() {
        String body = "return getComputedStyle(document.body).backgroundColor";
        String first = "return getComputedStyle(document.querySelector('.chart svg text')).fill";
        try {
            for (String scheme : List.of("light", "dark")) {
                browser.shownOn("screen", scheme);
                open(1280);
                browser.run("document.querySelectorAll('details').forEach(d => { d.open = true; })");
                browser.run("window.dispatchEvent(new Event('beforeprint'))");
                assertThat(browser.value(body))
                        .isEqualTo(scheme.equals("dark") ? "rgb(22, 24, 28)" : "rgb(255, 255, 255)");
                assertThat(browser.faint()).as(scheme).isEmpty();
                // Eight methods of the first round keep eight colours.
                assertThat(number("const box = document.querySelector('.chart svg'), all = new Set();"
                                + " for (let i = 0; i < 8; i++) { const dot = document.createElementNS(box.namespaceURI, 'circle');"
                                + " dot.setAttribute('fill', window.shiftbed.colour(i)); box.appendChild(dot);"
                                + " all.add(getComputedStyle(dot).fill); dot.remove(); } return all.size"))
                        .isEqualTo(8);
            }
            browser.shownOn("print", "dark");
            assertThat(browser.value(body)).isEqualTo("rgb(255, 255, 255)");
            assertThat(browser.value(first)).isEqualTo("rgb(26, 26, 26)");
            assertThat(browser.complaints()).isEmpty();
        } finally {
            browser.shownOn("", "light");
        }
    }

    @Test
    void fortyMethodsLookDifferentFromOneAnother() {
        open(1280);
        assertThat(number(
                        "const looks = new Set(); for (let i = 0; i < 40; i++) { looks.add(window.shiftbed.colour(i) + ' ' +"
                                + " window.shiftbed.symbol(i)); } return looks.size"))
                .isEqualTo(40);
    }

    @Test
    void nothingScrollsSidewaysOnAPhone() {
        open(390);
        assertThat(number("return window.innerWidth")).isEqualTo(390);
        assertThat(number("return document.documentElement.scrollWidth")).isLessThanOrEqualTo(390);
        assertThat(
                        number(
                                "return Array.from(document.querySelectorAll('.chart svg')).filter(s => s.getBoundingClientRect().right > 391).length"))
                .isZero();
    }

    @Test
    void aTableWiderThanThePhoneSaysSo() {
        open(390);
        String boxes = "return Array.from(document.querySelectorAll('.scroll')).filter(n => n.clientWidth > 0 && ";
        assertThat(number(boxes + "n.scrollWidth > n.clientWidth + 1).length")).isPositive();
        assertThat(number(boxes + "(n.scrollWidth > n.clientWidth + 1) !== n.classList.contains('wide')).length"))
                .isZero();
        assertThat(
                        number(
                                boxes
                                        + "n.classList.contains('wide') && !getComputedStyle(n, '::before').content.includes('Scroll')).length"))
                .isZero();
    }

    @Test
    void everyChartHasANameAndATableBesideIt() {
        open(1280);
        assertThat(
                        number(
                                "return Array.from(document.querySelectorAll('.chart')).filter(c => !c.getAttribute('aria-label')).length"))
                .isZero();
        assertThat(number("return document.querySelectorAll('h1').length")).isEqualTo(1);
        assertThat(number("return document.querySelectorAll('table').length")).isGreaterThan(4);
        assertThat(number("return Array.from(document.querySelectorAll('table')).filter(t => !t.caption).length"))
                .isZero();
    }

    private static void open(int width) {
        browser.open(page, width);
    }

    private static long number(String script) {
        return browser.number(script);
    }
}
