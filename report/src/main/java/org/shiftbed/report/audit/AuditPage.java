package org.shiftbed.report.audit;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.shiftbed.audit.result.AuditResult;
import org.shiftbed.report.page.Html;
import org.shiftbed.report.page.Shell;

/**
 * {@code audit.html}: one file, whole in itself, under 3 MB whatever was audited. What stands still is in tables; beside it the reader may
 * change radius, limits or the shift itself, and the browser finds the worst shift anew from g and H.
 */
public final class AuditPage {
    /** Bytes. A page that would be larger tells only the main radius in full. */
    private static final int LARGEST = 2_950_000;

    private static final int MOST_RADII = 40;

    private final AuditResult result;

    public AuditPage(AuditResult result) {
        this.result = result;
    }

    /** The whole file. Equal results give equal bytes. */
    public String write() {
        String page = write(MOST_RADII);
        return page.getBytes(StandardCharsets.UTF_8).length < LARGEST ? page : write(0);
    }

    private String write(int radii) {
        Html html = new Html();
        Shown shown = new Shown(result);
        Shell.open(
                html,
                shown.title() + " under shift: Shiftbed audit",
                "Which shift hurts " + shown.title() + " most?",
                Shown.sentence(result.data().source()) + ", "
                        + Figures.count(result.data().rows()) + " rows.",
                contents(),
                Shell.resource(AuditPage.class, "audit.css"));
        new AnswerSection(result, shown).write(html);
        new CurveSection(result, shown).write(html);
        new ShiftSection(result, shown, radii).write(html);
        new LiveSection(result, shown).write(html);
        new QuestionsSection(result, shown).write(html);
        new BaselinesSection(result, shown).write(html);
        new TrustSection(result, shown).write(html);
        new FactsSection(result, shown).write(html);
        Shell.close(
                html,
                List.of(
                        Shell.resource(AuditPage.class, "audit.js"),
                        Shell.resource(AuditPage.class, "quadratic.js"),
                        Shell.resource(AuditPage.class, "limits.js"),
                        Shell.resource(AuditPage.class, "live.js")));
        return html.toString();
    }

    private List<Shell.Entry> contents() {
        List<Shell.Entry> contents = new ArrayList<>();
        contents.add(new Shell.Entry("answer", "The answer"));
        contents.add(new Shell.Entry("curve", "Loss by size of shift"));
        contents.add(new Shell.Entry("shift", "The worst shift"));
        contents.add(new Shell.Entry("live", "Try limits"));
        if (new QuestionsSection(result, new Shown(result)).any()) {
            contents.add(new Shell.Entry("questions", "Your questions"));
        }
        if (!result.baselines().isEmpty()) {
            contents.add(new Shell.Entry("baselines", "Other ways of asking"));
        }
        contents.add(new Shell.Entry("trust", "Can it be trusted?"));
        contents.add(new Shell.Entry("facts", "Data and method"));
        return contents;
    }
}
