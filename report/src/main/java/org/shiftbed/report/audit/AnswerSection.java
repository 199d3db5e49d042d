package org.shiftbed.report.audit;

import java.util.List;
import org.shiftbed.audit.result.AuditResult;
import org.shiftbed.audit.result.Verdict;
import org.shiftbed.report.page.Html;

/** The headline and what to think of it. */
record AnswerSection(AuditResult result, Shown shown) {
    private static final int MOST_REASONS = 8;

    void write(Html html) {
        html.section("answer", "The answer");
        html.raw("<div class=\"findings\">\n").element("p", "class=\"headline\"", Shown.sentence(result.headline()));
        html.element("p", Shown.sentence(result.budget().sentence()));
        html.raw("</div>\n");
        verdict(html, result.verdict());
    }

    private void verdict(Html html, Verdict verdict) {
        boolean good = verdict.grade() == Verdict.Grade.GOOD;
        html.raw(good ? "<div class=\"verdict good\">\n" : "<div class=\"verdict warn\">\n")
                .raw("<p><strong>")
                .text("Can the numbers be trusted? " + plain(verdict.grade()))
                .raw("</strong></p>\n");
        html.element("p", shown.stop());
        List<String> doubts = shown.doubts();
        if (!doubts.isEmpty()) {
            html.list(Shown.sentences(doubts, MOST_REASONS));
        }
        html.raw("</div>\n");
    }

    /** A grade as an answer. */
    static String plain(Verdict.Grade grade) {
        return switch (grade) {
            case GOOD -> "Yes, at every radius.";
            case CAUTION -> "With caution.";
            case UNINFORMATIVE -> "Not checked: the rows hold too little of the shifted world.";
            case POOR -> "Not at every radius.";
        };
    }
}
