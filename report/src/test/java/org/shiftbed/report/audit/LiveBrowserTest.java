package org.shiftbed.report.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.audit.result.AuditResult;
import org.shiftbed.audit.result.BudgetFacts;
import org.shiftbed.audit.worst.Ball;
import org.shiftbed.audit.worst.Box;
import org.shiftbed.audit.worst.Ellipsoid;
import org.shiftbed.audit.worst.Quadratic;
import org.shiftbed.audit.worst.WorstCase;
import org.shiftbed.report.Browser;

/** The live part against the solvers of the audit, on the same g and H. */
@Tag("browser")
class LiveBrowserTest {
    private static final double[] RADII = {0.5, 1, 2, 4};

    @TempDir
    static Path folder;

    private static Browser browser;

    @BeforeAll
    static void browserIsOpen() {
        browser = new Browser();
    }

    @AfterAll
    static void browserIsClosed() {
        if (browser != null) {
            browser.close();
        }
    }

    private static void open(AuditResult result, int width) throws IOException {
        Path file = folder.resolve("audit.html");
        Files.writeString(file, new AuditPage(result).write());
        browser.open(file.toUri().toString(), width);
        settle();
    }

    private static void settle() {
        browser.await("return document.getElementById('live-panel').getAttribute('data-state') === 'ready'");
    }

    /** Types a value, as a reader would: the field changes and the page hears of it. */
    private static void type(String selector, String value) {
        browser.run(
                "const n = document.querySelector(arguments[0]); n.value = arguments[1];"
                        + " n.dispatchEvent(new Event('input', {bubbles: true}))",
                selector,
                value);
        settle();
    }

    private static void typeInRow(int parameter, String field, String value) {
        browser.run(
                "const all = Array.from(document.querySelectorAll('#live-table tbody tr'));"
                        + " const n = all.find(r => r.querySelector('th').textContent === arguments[0])"
                        + ".querySelector('.live-' + arguments[1]);"
                        + " if (n.type === 'checkbox') { n.checked = arguments[2] === 'true'; } else { n.value = arguments[2]; }"
                        + " n.dispatchEvent(new Event('input', {bubbles: true}))",
                label(parameter),
                field,
                value);
        settle();
    }

    private static String label(int parameter) {
        return (String) browser.value(
                "return JSON.parse(document.getElementById('live-data').textContent).labels[arguments[0]]", parameter);
    }

    private static double loss() {
        return Double.parseDouble(
                (String) browser.value("return document.getElementById('live-value').getAttribute('data-value')"));
    }

    private static double[] attribute(String name) {
        List<?> values = (List<?>) browser.value(
                "const labels = JSON.parse(document.getElementById('live-data').textContent).labels, by = {};"
                        + " document.querySelectorAll('#live-table tbody tr').forEach(r => by[r.querySelector('th').textContent] ="
                        + " r.getAttribute(arguments[0])); return labels.map(l => by[l])",
                name);
        return values.stream()
                .mapToDouble(value -> Double.parseDouble((String) value))
                .toArray();
    }

    private static void same(WorstCase expected, double sign) {
        assertThat(loss()).isCloseTo(MadeAudit.MEAN + sign * expected.gain(), within(1e-9));
        assertThat(attribute("data-delta")).containsExactly(expected.delta(), within(1e-9));
        assertThat(Arrays.stream(attribute("data-adds")).sum()).isCloseTo(sign * expected.gain(), within(1e-9));
    }

    private static String exact() {
        return (String) browser.value("return document.getElementById('live-panel').getAttribute('data-exact')");
    }

    @Test
    void everythingIsSeenInTheDarkAsInTheLight() throws IOException {
        try {
            for (String scheme : java.util.List.of("light", "dark")) {
                browser.shownOn("screen", scheme);
                open(MadeAudit.random(8, 2).result(RADII), 1280);
                assertThat(browser.value("return getComputedStyle(document.body).backgroundColor"))
                        .isEqualTo(scheme.equals("dark") ? "rgb(22, 24, 28)" : "rgb(255, 255, 255)");
                assertThat(browser.faint()).as(scheme).isEmpty();
            }
        } finally {
            browser.shownOn("", "light");
        }
    }

    @Test
    void theWorstShiftAtEveryRadiusIsThatOfTheAudit() throws IOException {
        for (MadeAudit made :
                List.of(MadeAudit.random(3, 1), MadeAudit.random(8, 2), MadeAudit.random(31, 3), MadeAudit.hard())) {
            open(made.result(RADII), 1280);
            for (double radius : new double[] {0.25, 1, 1.7, 4}) {
                type("#live-radius", Double.toString(radius));
                same(new Ball().solve(made.quadratic(), radius), 1);
                assertThat(exact()).isEqualTo("true");
            }
        }
        assertThat((String) browser.value("return document.getElementById('live-proof').textContent"))
                .contains("Another shift is just as bad");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void whereSmallerIsWorseTheLowestValueIsFound() throws IOException {
        MadeAudit plain = MadeAudit.random(8, 5);
        MadeAudit made = new MadeAudit(plain.gradient(), plain.hessian(), plain.labels(), false);
        open(made.result(RADII), 1280);
        type("#live-radius", "1.5");
        same(new Ball().solve(made.quadratic(), 1.5), -1);
    }

    @Test
    void frozenParametersStayAtZero() throws IOException {
        for (int p : new int[] {3, 8, 31}) {
            MadeAudit made = MadeAudit.random(p, 6);
            open(made.result(RADII), 1280);
            type("#live-radius", "1.5");
            typeInRow(0, "frozen", "true");
            typeInRow(p - 1, "frozen", "true");
            int[] kept = IntStream.range(1, p - 1).toArray();
            WorstCase expected = new Ball().solve(made.quadratic().keep(kept), 1.5);
            assertThat(loss()).isCloseTo(MadeAudit.MEAN + expected.gain(), within(1e-9));
            double[] delta = attribute("data-delta");
            assertThat(delta[0]).isZero();
            assertThat(delta[p - 1]).isZero();
            browser.run("document.getElementById('live-reset').click()");
            settle();
            type("#live-radius", "1.5");
            same(new Ball().solve(made.quadratic(), 1.5), 1);
        }
    }

    @Test
    void limitedParametersKeepToTheirLimits() throws IOException {
        for (int p : new int[] {3, 8, 31}) {
            MadeAudit made = MadeAudit.random(p, 7);
            open(made.result(RADII), 1280);
            type("#live-radius", "2");
            double[] free = new Ball().solve(made.quadratic(), 2).delta();
            double[] lower = new double[p];
            double[] upper = new double[p];
            Arrays.fill(lower, Double.NEGATIVE_INFINITY);
            Arrays.fill(upper, Double.POSITIVE_INFINITY);
            for (int k = 0; k < 3; k++) {
                // Each limit cuts off the unlimited answer.
                if (free[k] > 0) {
                    upper[k] = free[k] / 2;
                    typeInRow(k, "upper", Double.toString(upper[k]));
                } else {
                    lower[k] = free[k] / 2;
                    typeInRow(k, "lower", Double.toString(lower[k]));
                }
            }
            WorstCase expected = new Box(lower, upper).solve(made.quadratic(), 2);
            assertThat(expected.certificate().accepted()).isTrue();
            assertThat(exact()).isEqualTo("true");
            same(expected, 1);
        }
    }

    @Test
    void asAuditedAreTheLimitsOfTheAuditOnOneParameter() throws IOException {
        MadeAudit made = MadeAudit.random(3, 7);
        double[] free = new Ball().solve(made.quadratic(), 2).delta();
        double end = Math.abs(free[0]) / 2;
        double[] upper = {end, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY};
        double[] lower = Arrays.stream(upper).map(x -> -x).toArray();
        WorstCase expected = new Box(lower, upper).solve(made.quadratic(), 2);
        assertThat(expected.gain())
                .isLessThan(new Ball().solve(made.quadratic(), 2).gain());
        String name = made.labels().get(0);
        List<String> limits = List.of("[" + name + "] <= " + end, "-[" + name + "] <= " + end);
        open(made.result(limited(limits), 2), 1280);
        same(expected, 1);
        assertThat(text("live-what")).endsWith("within the limits:");
        assertThat(text("live-change")).contains("against 0.2500 without a shift");

        open(made.result(limited(List.of("[" + name + "] + [" + made.labels().get(1) + "] <= 0.01")), 2), 1280);
        same(new Ball().solve(made.quadratic(), 2), 1);
        assertThat(text("live-what")).contains("without the linear limits of the audit");
        assertThat(text("live-proof")).doesNotContain("these limits");
    }

    private static String text(String id) {
        return (String) browser.value("return document.getElementById(arguments[0]).textContent", id);
    }

    private static BudgetFacts limited(List<String> limits) {
        double[] none = {Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY};
        return new BudgetFacts(
                "limits",
                new double[][] {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                new double[3],
                Arrays.stream(none).map(x -> -x).toArray(),
                none,
                limits);
    }

    @Test
    void limitsThatNoShiftKeepsAreSaidSo() throws IOException {
        open(MadeAudit.random(3, 1).result(RADII), 1280);
        typeInRow(1, "lower", "100");
        assertThat((String) browser.value("return document.getElementById('live-what').textContent"))
                .contains("No shift of this radius keeps to these limits");
        assertThat((String) browser.value("return document.getElementById('live-value').textContent"))
                .isEmpty();
    }

    @Test
    void aShiftByHandHasTheModelsLossAndItsProbabilities() throws IOException {
        MadeAudit made = MadeAudit.random(8, 8);
        Quadratic quadratic = made.quadratic();
        open(made.result(RADII), 1280);
        browser.run("document.getElementById('live-hand').click()");
        settle();
        double[] delta = {0.5, -1.25, 0, 2, 0.125, -0.75, 3, -0.0625};
        for (int k = 0; k < delta.length; k++) {
            typeInRow(k, "delta", Double.toString(delta[k]));
        }
        assertThat(loss()).isCloseTo(MadeAudit.MEAN + quadratic.gain(delta), within(1e-9));
        List<?> after = (List<?>) browser.value(
                "const by = {}; document.querySelectorAll('#live-effects tbody tr').forEach(r => by[r.querySelector('th').textContent] ="
                        + " r.lastChild.getAttribute('data-value')); return arguments[0].map(l => by['P(' + l + ')'])",
                made.labels());
        for (int k = 0; k < delta.length; k++) {
            double before = (k + 1.0) / 10;
            double logit = Math.log(before / (1 - before)) + delta[k];
            assertThat(Double.parseDouble((String) after.get(k))).isCloseTo(1 / (1 + Math.exp(-logit)), within(1e-12));
        }
    }

    @Test
    void anEllipsoidIsSearchedInItsOwnMeasure() throws IOException {
        MadeAudit made = MadeAudit.random(3, 9);
        double[][] metric = {{2, 0.5, 0}, {0.5, 1, 0.25}, {0, 0.25, 3}};
        double[] vector = {0.25, -0.5, 0};
        double[] none = {Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY};
        BudgetFacts budget = new BudgetFacts(
                "ellipsoid", metric, vector, Arrays.stream(none).map(x -> -x).toArray(), none, List.of());
        open(made.result(budget, RADII), 1280);
        for (double radius : new double[] {0.5, 1, 3}) {
            type("#live-radius", Double.toString(radius));
            same(new Ellipsoid(metric, vector).solve(made.quadratic(), radius), 1);
        }
    }

    @Test
    void theChosenRadiusIsTheOneThatIsShown() throws IOException {
        open(MadeAudit.random(8, 2).result(RADII), 1280);
        browser.run("const n = document.getElementById('radius-chosen'); n.value = '3';"
                + " n.dispatchEvent(new Event('change'))");
        assertThat(browser.value(
                        "return Array.from(document.querySelectorAll('.at-radius')).filter(b => b.offsetHeight > 0)"
                                + ".map(b => b.querySelector('h3').textContent).join()"))
                .asString()
                .startsWith("At radius 4:");
        assertThat(browser.number("return document.querySelectorAll('.chart[data-drawn] svg').length"))
                .isGreaterThan(0);
    }

    @Test
    void twoHundredParametersFitAPhoneAndCanBeSearched() throws IOException {
        open(MadeAudit.random(200, 4).result(1, 2), 390);
        assertThat(browser.number("return document.documentElement.scrollWidth"))
                .isLessThanOrEqualTo(390);
        assertThat(browser.number("return document.querySelector('#live-table').parentNode.offsetHeight"))
                .isLessThan(600);
        type("#live-filter", "v7 ");
        assertThat(
                        browser.number(
                                "return Array.from(document.querySelectorAll('#live-table tbody tr')).filter(r => !r.hidden).length"))
                .isEqualTo(4);
        same(new Ball().solve(MadeAudit.random(200, 4).quadratic(), 1), 1);
        assertThat(browser.complaints()).isEmpty();
    }
}
