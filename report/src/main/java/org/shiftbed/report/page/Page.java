package org.shiftbed.report.page;

import java.util.ArrayList;
import java.util.List;
import org.shiftbed.report.figure.Figure;
import org.shiftbed.report.statistics.Findings;
import org.shiftbed.report.statistics.Results;
import org.shiftbed.report.style.OwnStyle;
import org.shiftbed.report.table.Table;

/** The page of a study: one file, whole in itself. */
public final class Page {
    private static final int GAPS_SHOWN = 200;

    /** More sentences than this stand behind a click, where the answers stand before them. */
    private static final int FINDINGS_SHOWN = 6;

    /** What figures inside of the page may take of it. */
    private static final int FIGURE_BYTES = 1_300_000;

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
            html.section("explore", "Every cell, and the trials behind it");
            new ExplorerSection(input).write(html);
            if (!input.figures().isEmpty()) {
                html.section("figures", "Figures");
                figures();
            }
            html.section("tables", "Every selection rule side by side");
            for (Table table : new OwnStyle(results).tables()) {
                html.table(table);
            }
            html.section("differences", "Differences to the baseline, seed by seed");
            sections.differences(html);
            if (!input.comparisons().isEmpty()) {
                html.section("evidence", "What the runs prove");
                input.comparisons().forEach(html::table);
            }
            html.section("training", "Courses of training");
            new CourseSection(input.courses(), results.methods(), headline).write(html);
        }
        html.section("setting", "What was run on what");
        new SettingSection(input).write(html);
        Shell.close(
                html,
                List.of(
                        Shell.resource(Page.class, "copy.js"),
                        Shell.resource(Page.class, "explorer.js"),
                        Shell.resource(Figure.class, "figure.js")));
        return html.toString();
    }

    private void head() {
        List<Shell.Entry> contents = List.of(
                new Shell.Entry("held", "What held"),
                new Shell.Entry("trials", "Trainings"),
                new Shell.Entry("accuracy", "Accuracy"),
                new Shell.Entry("explore", "Explore"),
                new Shell.Entry("figures", "Figures"),
                new Shell.Entry("tables", "Tables"),
                new Shell.Entry("differences", "Differences"),
                new Shell.Entry("evidence", "Proof"),
                new Shell.Entry("training", "Training"),
                new Shell.Entry("setting", "What was run"));
        boolean outcomes = !input.results().selections().isEmpty();
        Shell.open(
                html,
                input.study() + ": Shiftbed report",
                input.study(),
                "What held when the data shifted. Protocol " + input.protocol() + ", data: "
                        + String.join(", ", input.results().datasets()) + ".",
                contents.stream()
                        .filter(entry ->
                                outcomes || List.of("held", "trials", "setting").contains(entry.id()))
                        .filter(entry -> !entry.id().equals("figures")
                                || !input.figures().isEmpty())
                        .filter(entry -> !entry.id().equals("evidence")
                                || !input.comparisons().isEmpty())
                        .toList(),
                "");
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
        if (!input.answers().isEmpty()) {
            html.list(input.answers());
        }
        List<String> sentences = new Findings(input.results(), headline).sentences();
        boolean folded = !input.answers().isEmpty() && sentences.size() > FINDINGS_SHOWN;
        if (folded) {
            html.raw("<details class=\"print\"><summary>")
                    .text("All that is decided, comparison by comparison (" + sentences.size() + " sentences)")
                    .raw("</summary>\n");
        }
        if (sentences.isEmpty()) {
            html.element("p", "There is one method only and no reference without a shift: see the table.");
        } else {
            html.list(sentences);
        }
        html.raw(folded ? "</details>\n</div>\n" : "</div>\n");
        html.element(
                "p",
                "class=\"note\"",
                "Chosen by rule " + headline
                        + ", the headline of this study. Intervals are 95% t intervals over seeds of"
                        + " paired differences; a method is called better or worse only where the interval lies wholly on"
                        + " one side of zero.");
        String oracle = input.results().oracleNote(headline);
        if (!oracle.isEmpty()) {
            html.raw("<p class=\"warn\">").text(oracle).raw("</p>\n");
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

    private void figures() {
        int left = FIGURE_BYTES;
        List<String> apart = new ArrayList<>();
        for (PageFigure figure : input.figures()) {
            left -= figure.json().length();
            if (left < 0) {
                apart.add(figure.title() + ": figures/" + figure.file());
                continue;
            }
            html.element("h3", figure.title());
            html.chart(figure, figure.caption() + " For paper: figures/" + figure.file() + ", .pdf, .tex, .txt.");
        }
        if (!apart.isEmpty()) {
            html.element("p", "More figures than a page should carry; these lie beside it:");
            html.list(apart);
        }
        if (!input.figureTables().isEmpty()) {
            html.raw("<details class=\"print\"><summary>")
                    .text("The numbers of the figures")
                    .raw("</summary>\n");
            input.figureTables().forEach(html::table);
            html.raw("</details>\n");
        }
    }
}
