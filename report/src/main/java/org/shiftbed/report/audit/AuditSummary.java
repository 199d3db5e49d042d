package org.shiftbed.report.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.shiftbed.audit.estimate.ImportanceSampling;
import org.shiftbed.audit.result.Against;
import org.shiftbed.audit.result.AuditResult;
import org.shiftbed.audit.result.Effect;
import org.shiftbed.audit.result.History;
import org.shiftbed.audit.result.RadiusResult;
import org.shiftbed.audit.result.RadiusResult.ShiftEstimate;
import org.shiftbed.audit.result.Verdict;
import org.shiftbed.report.table.Escape;
import org.shiftbed.report.table.Table;
import org.shiftbed.report.table.TextWriter;

/** What an audit prints on a terminal of 100 columns: the answer, the curve, the worst shift in words, what to doubt. */
public final class AuditSummary {
    private static final int WIDTH = 100;
    private static final int MOST_RADII = 8;
    private static final int MOST_SENTENCES = 5;
    private static final int MOST_DOUBTS = 5;
    private static final int MOST_NOTES = 3;
    private static final int MOST_PASSING = 8;
    private static final String INDENT = "  ";

    private final AuditResult result;
    private final Shown shown;

    private AuditSummary(AuditResult result) {
        this.result = result;
        shown = new Shown(result);
    }

    /** The text, without a line feed at its end. */
    public static String of(AuditResult result) {
        return new AuditSummary(result).text();
    }

    private String text() {
        StringBuilder out = new StringBuilder();
        paragraph(out, "", result.headline());
        out.append('\n');
        if (!result.radii().isEmpty()) {
            out.append(new TextWriter(WIDTH).write(List.of(table())));
            shift(out);
        }
        questions(out);
        doubts(out);
        notes(out);
        return out.toString().stripTrailing();
    }

    /** What was asked beside the worst case: shifts in plain terms, the past, the size that passes a loss, a second model; a block each. */
    private void questions(StringBuilder out) {
        QuestionsSection questions = new QuestionsSection(result, shown);
        result.targets().forEach(target -> {
            paragraph(out, "", (questions.target(target) + " " + QuestionsSection.outside(target)).strip());
            QuestionsSection.doubts(target.estimate()).forEach(doubt -> paragraph(out, INDENT, doubt));
            out.append('\n');
        });
        History history = result.history();
        if (history != null) {
            paragraph(out, "", questions.past(history));
            ShiftEstimate estimate = history.estimate();
            if (estimate != null) {
                QuestionsSection.doubts(estimate).forEach(doubt -> paragraph(out, INDENT, doubt));
            }
            out.append('\n');
        }
        result.passing().stream().limit(MOST_PASSING).forEach(one -> paragraph(out, "", questions.passing(one)));
        if (result.passing().size() > MOST_PASSING) {
            paragraph(out, "", (result.passing().size() - MOST_PASSING) + " more on the page, section Your questions.");
        }
        if (!result.passing().isEmpty()) {
            out.append('\n');
        }
        Against against = result.against();
        if (against != null) {
            out.append(new TextWriter(WIDTH).write(List.of(against(against))));
        }
    }

    private Table against(Against against) {
        List<Table.Row> rows = new ArrayList<>();
        Set<Double> radii = new TreeSet<>();
        shown.radii(MOST_RADII).forEach(one -> radii.add(one.radius()));
        for (Against.Point point : against.points()) {
            if (radii.contains(point.radius())) {
                rows.add(new Table.Row(
                        Double.isNaN(point.radius()) ? "limits only" : Figures.plain(point.radius()),
                        List.of(
                                Figures.cell(point.own()),
                                Figures.cell(point.other()),
                                Figures.cell(Figures.change(point.differenceAtOwn())),
                                Figures.cell(Figures.interval(point.low(), point.high())),
                                Figures.cell(shown.verdictAt(point.radius())))));
            }
        }
        return new Table(
                "Two models under shift: this one and " + Shown.name(against.source()),
                List.of(
                        "radius",
                        "this one's worst",
                        "the other's worst",
                        "difference",
                        shown.level() + " interval",
                        "model"),
                rows,
                List.of("Without a shift " + Figures.number(result.loss().mean()) + " and "
                        + Figures.number(against.mean())
                        + ". The difference is this model minus the other at this model's worst shift."
                        + (rows.size() < against.points().size()
                                ? " " + rows.size() + " of " + against.points().size() + " radii."
                                : "")));
    }

    private Table table() {
        List<Table.Row> rows = new ArrayList<>();
        for (RadiusResult one : shown.radii(MOST_RADII)) {
            ShiftEstimate estimate = one.estimate();
            ImportanceSampling check = estimate.importance();
            rows.add(new Table.Row(
                    Shown.radius(one),
                    List.of(
                            Figures.cell(estimate.value()),
                            Figures.cell(shown.interval(estimate.value(), estimate.low(), estimate.high())),
                            Figures.cell(Figures.number(check.selfNormalised()) + " ("
                                    + Figures.percent(check.effectiveShare()) + ")"),
                            Figures.cell(CurveSection.verdict(estimate)))));
        }
        String cut = rows.size() < result.radii().size()
                ? " " + rows.size() + " of " + result.radii().size() + " radii."
                : "";
        return new Table(
                "Worst " + shown.title() + " by size of shift",
                List.of("radius", "worst", shown.level() + " interval", "by weighting (ESS)", "model"),
                rows,
                List.of("Without a shift " + Figures.number(result.loss().mean()) + "; "
                        + (result.loss().larger() ? "larger" : "smaller")
                        + " is worse. ESS: rows that speak for it. Intervals hold sampling error, not the model's own."
                        + cut));
    }

    private void shift(StringBuilder out) {
        RadiusResult one = result.radii().get(shown.main());
        List<String> sentences = shown.byWeight(one).stream()
                .map(Effect::sentence)
                .filter(text -> !text.isBlank())
                .distinct()
                .toList();
        if (sentences.isEmpty()) {
            return;
        }
        paragraph(
                out,
                "",
                Double.isNaN(one.radius())
                        ? "The worst shift inside the limits:"
                        : "The worst shift at radius " + Shown.radius(one) + ":");
        sentences.stream().limit(MOST_SENTENCES).forEach(sentence -> paragraph(out, INDENT, sentence));
        if (sentences.size() > MOST_SENTENCES) {
            paragraph(out, INDENT, (sentences.size() - MOST_SENTENCES) + " more on the page, section The worst shift.");
        }
        String held = HeldByLimits.sentence(result, one.worst().delta());
        if (!held.isEmpty()) {
            paragraph(out, INDENT, held);
        }
        String ones = shown.ones();
        if (!ones.isEmpty()) {
            paragraph(out, INDENT, ones);
        }
        if (!one.worst().others().isEmpty()) {
            paragraph(out, INDENT, "It is not the only one: another shift is just as bad; see the report.");
        }
        out.append('\n');
    }

    private void doubts(StringBuilder out) {
        List<String> doubts = new ArrayList<>();
        if (!result.radii().isEmpty()
                && shown.leading(Verdict.Grade.GOOD) < result.radii().size()) {
            doubts.add(shown.stop());
        }
        if (!result.factorisation().holds()) {
            doubts.add(result.factorisation().sentence());
        }
        shown.doubts().stream().limit(MOST_DOUBTS).forEach(doubts::add);
        long small = result.parameters().stream()
                .filter(AuditResult.Parameter::small)
                .count();
        if (small > 0) {
            doubts.add(small + " of " + result.parameters().size()
                    + " parameters rest on few rows; their standard errors mean little.");
        }
        if (doubts.isEmpty()) {
            return;
        }
        paragraph(out, "", "What to doubt:");
        doubts.forEach(doubt -> paragraph(out, INDENT, doubt));
        out.append('\n');
    }

    /** What was inferred, left out or blank. */
    private void notes(StringBuilder out) {
        // Among what to doubt that sentence stands already.
        List<String> notes = result.notes().stream()
                .filter(note -> !note.equals(result.factorisation().sentence()))
                .toList();
        if (notes.isEmpty()) {
            return;
        }
        paragraph(out, "", "Notes:");
        notes.stream().limit(MOST_NOTES).forEach(note -> paragraph(out, INDENT, note));
        if (notes.size() > MOST_NOTES) {
            paragraph(out, INDENT, (notes.size() - MOST_NOTES) + " more on the page, section Data and method.");
        }
        out.append('\n');
    }

    private static void paragraph(StringBuilder out, String indent, String text) {
        String line = Escape.line(Shown.sentence(text)).strip();
        for (String part : TextWriter.wrap(line, WIDTH - indent.length())) {
            out.append(indent).append(part).append('\n');
        }
    }
}
