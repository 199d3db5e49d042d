package org.shiftbed.report.page;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Properties;
import org.shiftbed.report.statistics.Findings;
import org.shiftbed.report.statistics.Results;
import org.shiftbed.report.style.OwnStyle;
import org.shiftbed.report.table.Table;

/** The page of a study: one file, whole in itself. */
public final class Page {
    private static final String CHARTS = "/META-INF/maven/org.webjars.npm/echarts/pom.properties";
    private static final int GAPS_SHOWN = 200;

    private final PageInput input;
    private final Html html = new Html();

    public Page(PageInput input) {
        this.input = input;
    }

    /** The whole file. Equal inputs give equal bytes. */
    public String write() {
        head();
        headline();
        trials();
        Results results = input.results();
        if (!results.selections().isEmpty()) {
            String headline = results.selections().get(0);
            ComparisonSections sections = new ComparisonSections(results, headline);
            html.section("accuracy", "Accuracy under each shift");
            sections.accuracy(html);
            html.section("tables", "Every selection rule side by side");
            for (Table table : new OwnStyle(results).tables()) {
                html.table(table);
            }
            html.section("differences", "Differences to the baseline, seed by seed");
            sections.differences(html);
            html.section("training", "Courses of training");
            new CourseSection(input.courses(), results.methods(), headline).write(html);
        }
        html.section("setting", "What was run on what");
        new SettingSection(input).write(html);
        foot();
        return html.toString();
    }

    private void head() {
        html.raw("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
                .raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
                // The browser itself refuses every request that the page could make.
                .raw(
                        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'unsafe-inline';"
                                + " style-src 'unsafe-inline'; img-src data:\">\n")
                .raw("<link rel=\"icon\" href=\"data:,\">\n")
                .element("title", input.study() + ": Shiftbed report")
                .raw("<style>\n" + resource("page.css") + "</style>\n</head>\n<body>\n<header>\n")
                .element("h1", input.study())
                .raw("<p class=\"lead\">")
                .text("What held when the data shifted. Protocol " + input.protocol() + ", data: "
                        + String.join(", ", input.results().datasets()) + ".")
                .raw("</p>\n</header>\n<nav aria-label=\"Contents\"><ul>\n");
        List<List<String>> contents = List.of(
                List.of("held", "What held"),
                List.of("trials", "Trainings"),
                List.of("accuracy", "Accuracy"),
                List.of("tables", "Tables"),
                List.of("differences", "Differences"),
                List.of("training", "Training"),
                List.of("setting", "What was run"));
        for (List<String> entry : contents) {
            if (!input.results().selections().isEmpty()
                    || List.of("held", "trials", "setting").contains(entry.get(0))) {
                html.raw("<li><a href=\"#" + entry.get(0) + "\">")
                        .text(entry.get(1))
                        .raw("</a></li>\n");
            }
        }
        html.raw("</ul></nav>\n<main>\n");
    }

    private void headline() {
        html.section("held", "What held");
        List<String> rules = input.results().selections();
        if (rules.isEmpty()) {
            html.element("p", "No selection rule has an outcome yet: there is nothing to report.");
            return;
        }
        String headline = rules.get(0);
        html.raw("<div class=\"findings\">\n");
        List<String> sentences = new Findings(input.results(), headline).sentences();
        if (sentences.isEmpty()) {
            html.element("p", "There is one method only and no reference without a shift: see the table.");
        } else {
            html.list(sentences);
        }
        html.raw("</div>\n");
        html.element(
                "p",
                "class=\"note\"",
                "Chosen by rule " + headline
                        + ", the headline of this study. Intervals are 95% t intervals over seeds of"
                        + " paired differences; a method is called better or worse only where the interval lies wholly on"
                        + " one side of zero.");
        if (input.results().readsTestLabels(headline)) {
            html.raw("<p class=\"warn\">")
                    .text("Rule " + headline
                            + " reads labels of the test domain: these numbers are not a valid benchmark.")
                    .raw("</p>\n");
        }
    }

    private void trials() {
        TrialCounts counts = input.trials();
        html.section("trials", "Trainings");
        html.raw("<p>")
                .text(counts.planned() + " planned: " + counts.done() + " done, " + counts.diverged() + " diverged, "
                        + counts.failed() + " failed, " + counts.refused() + " refused, " + counts.missing()
                        + " missing. "
                        + input.completeness().filled() + " of "
                        + input.completeness().runs()
                        + " places of the tables (a rule, a shift, a method, a seed) have a number.")
                .raw("</p>\n");
        List<String> gaps = input.completeness().gaps();
        if (gaps.isEmpty()) {
            html.element("p", "Nothing is missing.");
        } else {
            html.raw("<details class=\"print\"><summary>")
                    .text("What is missing (" + gaps.size() + ")")
                    .raw("</summary>\n");
            html.list(gaps.subList(0, Math.min(GAPS_SHOWN, gaps.size())));
            if (gaps.size() > GAPS_SHOWN) {
                html.element("p", (gaps.size() - GAPS_SHOWN) + " more: shiftbed report --strict lists them all.");
            }
            html.raw("</details>\n");
        }
        if (!input.warnings().isEmpty()) {
            html.raw("<div class=\"warn\">\n").list(input.warnings()).raw("</div>\n");
        }
    }

    private void foot() {
        html.raw(
                        "</main>\n<noscript><p class=\"warn\">Charts need JavaScript; every number stands in the tables.</p></noscript>\n")
                .raw(
                        "<footer><p class=\"note\">Written by Shiftbed. Charts by Apache ECharts (Apache License 2.0).</p></footer>\n")
                .raw("<script>" + script(echarts()) + "</script>\n")
                .raw("<script>\n" + script(resource("page.js")) + "</script>\n</body>\n</html>\n");
    }

    /** A closing tag inside a script, even in a string, would end it. */
    private static String script(String text) {
        return text.replace("</script", "<\\/script").replace("<!--", "<\\!--");
    }

    private static String echarts() {
        Properties properties = new Properties();
        try (InputStream in = Page.class.getResourceAsStream(CHARTS)) {
            if (in == null) {
                throw new IllegalStateException("the ECharts WebJar is not on the class path");
            }
            properties.load(in);
        } catch (IOException e) {
            throw new IllegalStateException("the ECharts WebJar cannot be read", e);
        }
        return resource(
                "/META-INF/resources/webjars/echarts/" + properties.getProperty("version") + "/dist/echarts.min.js");
    }

    private static String resource(String name) {
        try (InputStream in = Page.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is not on the class path");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException(name + " cannot be read", e);
        }
    }
}
