package org.shiftbed.report.audit;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.shiftbed.audit.result.AuditResult;
import org.shiftbed.audit.result.ConditionResult;
import org.shiftbed.audit.result.Verdict;
import org.shiftbed.report.page.Html;

/** The headline and what to think of it. */
record AnswerSection(AuditResult result, Shown shown) {
    private static final int MOST_REASONS = 8;
    private static final int MOST_NAMES = 12;
    private static final int MOST_ANSWERS = 8;

    void write(Html html) {
        html.section("answer", "The answer");
        html.raw("<div class=\"findings\">\n").element("p", "class=\"headline\"", Shown.sentence(result.headline()));
        html.element("p", Shown.sentence(result.budget().sentence()));
        String ones = shown.ones();
        if (!ones.isEmpty()) {
            html.element("p", Shown.sentence(ones));
        }
        List<String> answers = new QuestionsSection(result, shown).answers();
        if (!answers.isEmpty()) {
            html.list(Shown.sentences(answers, MOST_ANSWERS));
        }
        ConditionResult condition = result.condition();
        if (condition != null) {
            html.element("p", "class=\"condition\"", Shown.sentence(condition.sentence()));
        }
        html.raw("</div>\n");
        verdict(html);
    }

    private void verdict(Html html) {
        int main = shown.main();
        boolean good =
                main < 0 ? result.verdict().grade() == Verdict.Grade.GOOD : shown.grade(main) == Verdict.Grade.GOOD;
        boolean parents = result.factorisation().holds();
        html.raw(good && parents ? "<div class=\"verdict good\">\n" : "<div class=\"verdict warn\">\n")
                .raw("<p><strong>")
                .text("Can the numbers be trusted? " + trusted(main) + (parents ? "" : " But a parent may be missing."))
                .raw("</strong></p>\n");
        if (!parents) {
            html.element("p", Shown.sentence(result.factorisation().sentence()));
        }
        html.element("p", shown.stop());
        List<String> doubts = shown.doubts();
        if (!doubts.isEmpty()) {
            html.list(Shown.sentences(doubts, MOST_REASONS));
        }
        html.raw("</div>\n");
    }

    /** The headline's radius first, then the others by name and grade. */
    private String trusted(int main) {
        int count = result.radii().size();
        if (main < 0) {
            return plain(result.verdict().grade());
        }
        if (shown.leading(Verdict.Grade.GOOD) == count && count > 1) {
            return "Yes, at every radius.";
        }
        StringBuilder text = new StringBuilder(at(List.of(main)) + ": " + plain(shown.grade(main)));
        for (Verdict.Grade grade : Verdict.Grade.values()) {
            List<Integer> others = IntStream.range(0, count)
                    .filter(i -> i != main && shown.grade(i) == grade)
                    .boxed()
                    .toList();
            if (!others.isEmpty()) {
                text.append(" ").append(at(others)).append(": ").append(plain(grade));
            }
        }
        return text.toString();
    }

    private String at(List<Integer> radii) {
        if (Double.isNaN(result.radii().get(radii.get(0)).radius())) {
            return "Inside the limits";
        }
        String names = radii.stream().limit(MOST_NAMES).map(shown::radius).collect(Collectors.joining(", "));
        return (radii.size() == 1 ? "At radius " : "At radii ")
                + names
                + (radii.size() > MOST_NAMES ? " and " + (radii.size() - MOST_NAMES) + " more" : "");
    }

    /** A grade as an answer. */
    private static String plain(Verdict.Grade grade) {
        return switch (grade) {
            case GOOD -> "yes.";
            case CAUTION -> "with caution.";
            case UNINFORMATIVE -> "not checked, the rows hold too little of the shifted world.";
            case POOR -> "no, the quadratic model does not hold.";
        };
    }
}
