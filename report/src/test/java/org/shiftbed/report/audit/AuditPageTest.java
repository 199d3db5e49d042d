package org.shiftbed.report.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.shiftbed.audit.result.AuditResult;
import org.shiftbed.audit.result.BudgetFacts;
import org.shiftbed.base.CanonicalJson;

class AuditPageTest {
    private static final double[] RADII = {0.5, 1, 2, 4, 8};

    private static String own(String page) {
        return page.substring(0, page.indexOf("</main>"));
    }

    private static MadeAudit nasty(int p) {
        MadeAudit plain = MadeAudit.random(p, 11);
        List<String> labels = new ArrayList<>();
        String[] names = {
            "<script>alert(1)</script>", "\"it's\" & 'that'", "größe 年齢 😀\u2028", "</script><!--", "a\nb\u0000c"
        };
        for (int k = 0; k < p; k++) {
            labels.add(names[k % names.length] + " | row " + k + " " + "x".repeat(k == 7 ? 100_000 : 3));
        }
        return new MadeAudit(plain.gradient(), plain.hessian(), labels, true);
    }

    @Test
    void namesAreLiteralTextAndTwoHundredParametersStayUnderThreeMegabytes() throws IOException {
        double[] radii = new double[40];
        Arrays.setAll(radii, i -> 0.1 * (i + 1));
        String page = new AuditPage(nasty(200).result(radii)).write();
        keep("nasty.html", page);
        assertThat(page.getBytes(StandardCharsets.UTF_8).length).isLessThan(3_000_000);
        assertThat(own(page))
                .contains("&lt;script&gt;alert(1)&lt;/script&gt;", "\\u003cscript>alert(1)", "größe 年齢 😀")
                .doesNotContain("<script>alert", "</script><!--");
        // Every script that is opened is ours.
        assertThat(Pattern.compile("<script[^>]*>").matcher(own(page)).results().map(match -> match.group()))
                .allMatch(tag -> tag.matches("<script type=\"application/json\" id=\"[a-z0-9-]+\">"));
    }

    @Test
    void aModelTooLargeForAPageIsLeftOutAndSaidSo() {
        String page = new AuditPage(MadeAudit.random(320, 5).result(1, 2)).write();
        assertThat(page.getBytes(StandardCharsets.UTF_8).length).isLessThan(3_000_000);
        assertThat(own(page))
                .contains("With 320 parameters the model is too large for a page")
                .doesNotContain("live-data");
    }

    @Test
    void whatIsNotANumberIsADashOrWords() throws IOException {
        String page = new AuditPage(MadeAudit.random(8, 3).result(RADII)).write();
        keep("eight.html", page);
        assertThat(own(page))
                .doesNotContain("NaN", "Infinity", "null")
                .contains("By the quadratic model, no shift that was considered makes error rate");
    }

    @Test
    void smallestLossesAreWorstWhereSmallerIsWorse() {
        MadeAudit larger = MadeAudit.random(8, 3);
        AuditResult result = new MadeAudit(larger.gradient(), larger.hessian(), larger.labels(), false).result(1);
        String page = own(new AuditPage(result).write());
        assertThat(result.radii().get(0).estimate().value()).isLessThan(MadeAudit.MEAN);
        assertThat(page).contains("Smaller is worse.", "falls below 0.4");
    }

    @Test
    void pageIsOneFileWithoutAnythingFromElsewhereAndTheSameEveryTime() {
        AuditResult result = MadeAudit.random(31, 4).result(RADII);
        String page = new AuditPage(result).write();
        assertThat(page).isEqualTo(new AuditPage(result).write());
        assertThat(own(page)).doesNotContain("http:", "https:", "src=", "@import", "url(");
    }

    @Test
    void everyTableHasACaptionAndTheWorstShiftIsToldInSentences() throws IOException {
        String page = new AuditPage(MadeAudit.hard().result(RADII)).write();
        keep("hard.html", page);
        assertThat(own(page)).contains("This is not the only worst shift", "becomes", "with a mirrored twin");
        assertThat(own(page).split("<table", -1)).hasSameSizeAs(own(page).split("<caption", -1));
    }

    @Test
    void whereNothingMayShiftThereIsNoCurveAndNoLivePart() {
        MadeAudit none = new MadeAudit(new double[0], new double[0][0], List.of(), true);
        assertThat(own(new AuditPage(none.result()).write()))
                .contains("No radius was asked for.", "Nothing was allowed to shift")
                .doesNotContain("id=\"live-panel\"", "NaN");
    }

    @Test
    void theBrowserGetsTheExactModelAndNoInfiniteLimits() {
        AuditResult plain = MadeAudit.random(3, 9).result(1);
        BudgetFacts budget = new BudgetFacts(
                "ellipsoid",
                new double[][] {{2, 0.5, 0}, {0.5, 1, 0}, {0, 0, 3}},
                new double[3],
                new double[] {-0.5, Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY},
                new double[] {Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, 0.25},
                List.of());
        AuditResult result = MadeAudit.random(3, 9).result(budget, 1);
        var json = CanonicalJson.parseObject(new LiveData(result, new Shown(result)).json());
        assertThat(json.get("hessian"))
                .isEqualTo(List.of(
                        plain.hessian()[0][0],
                        plain.hessian()[0][1],
                        plain.hessian()[0][2],
                        plain.hessian()[1][1],
                        plain.hessian()[1][2],
                        plain.hessian()[2][2]));
        assertThat(CanonicalJson.text(Objects.requireNonNull(json.get("metric"))))
                .isEqualTo("[2,0.5,0,1,0,3]");
        assertThat(CanonicalJson.text(Objects.requireNonNull(json.get("limits"))))
                .isEqualTo("[{\"lower\":-0.5,\"parameter\":0},{\"parameter\":2,\"upper\":0.25}]");
        assertThat(new LiveData(plain, new Shown(plain)).ball()).isTrue();
    }

    private static BudgetFacts limited(String... limits) {
        double[] none = {Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY};
        return new BudgetFacts(
                "limits",
                new double[][] {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                new double[3],
                Arrays.stream(none).map(x -> -x).toArray(),
                none,
                List.of(limits));
    }

    @Test
    void limitsOnOneParameterFillItsFieldsAndTheOthersAreSaidNotToBeApplied() {
        MadeAudit made = MadeAudit.random(3, 9);
        // 0.5 and 0.5/2 are the ends of the first, -0.75 that of the second; the last limit holds two against each
        // other.
        AuditResult result = made.result(
                limited(
                        "[V0 | Z=0] <= 0.5",
                        "2*[V0 | Z=0] <= 0.5",
                        "-[V0 | Z=0] <= 0.5",
                        "-[V0 | Z=1] <= 0.75",
                        "[V0 | Z=2] - [V0 | Z=1] <= 1"),
                1);
        var json = CanonicalJson.parseObject(new LiveData(result, new Shown(result)).json());
        assertThat(CanonicalJson.text(Objects.requireNonNull(json.get("limits"))))
                .isEqualTo("[{\"lower\":-0.5,\"parameter\":0,\"upper\":0.25},{\"lower\":-0.75,\"parameter\":1}]");
        assertThat(json.get("left")).hasToString("1");
        assertThat(own(new AuditPage(result).write()))
                .contains("several parameters together are not applied here: [V0 | Z=2] \u2212 [V0 | Z=1] &lt;= 1"
                        .replace('\u2212', '-'));
        AuditResult single = made.result(limited("[V0 | Z=0] <= 0.5"), 1);
        assertThat(own(new AuditPage(single).write())).doesNotContain("are not applied here");
    }

    @Test
    void aTargetThatBreaksTheBudgetIsMarked() {
        AuditResult result = MadeAudit.random(3, 9).result(1);
        String marked = "This shift lies outside the limits of this audit";
        assertThat(own(new AuditPage(result).write())).contains(marked, "[V0] &lt;= 0.5; [V1] is held at 0)");
        assertThat(AuditSummary.of(result).replaceAll("\\s+", " ")).contains(marked, "[V0] <= 0.5; [V1] is held at 0)");
    }

    /** For eyes: only where asked for. */
    private static void keep(String name, String page) throws IOException {
        String folder = System.getProperty("shiftbed.pages");
        if (folder != null) {
            Files.createDirectories(Path.of(folder));
            Files.writeString(Path.of(folder, name), page);
        }
    }
}
