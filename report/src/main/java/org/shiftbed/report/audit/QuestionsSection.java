package org.shiftbed.report.audit;

import java.util.ArrayList;
import java.util.List;
import org.shiftbed.audit.Agreement;
import org.shiftbed.audit.estimate.ImportanceSampling;
import org.shiftbed.audit.result.Against;
import org.shiftbed.audit.result.AuditResult;
import org.shiftbed.audit.result.Effect;
import org.shiftbed.audit.result.History;
import org.shiftbed.audit.result.RadiusResult;
import org.shiftbed.audit.result.RadiusResult.ShiftEstimate;
import org.shiftbed.audit.result.TargetResult;
import org.shiftbed.audit.result.Verdict;
import org.shiftbed.report.page.Facts;
import org.shiftbed.report.page.Html;
import org.shiftbed.report.table.Table;

/** What was asked beside the scan over radii: shifts in plain terms, the size that passes a loss, history, a second model. */
record QuestionsSection(AuditResult result, Shown shown) {
    private static final int MOST = 50;
    private static final int MOST_EFFECTS = 10;

    boolean any() {
        return !result.targets().isEmpty()
                || !result.passing().isEmpty()
                || result.history() != null
                || result.against() != null;
    }

    void write(Html html) {
        if (!any()) {
            return;
        }
        html.section("questions", "Your questions");
        if (!result.passing().isEmpty()) {
            html.element("h3", "How large a shift is too much?");
            html.list(result.passing().stream().limit(MOST).map(this::passing).toList());
        }
        if (!result.targets().isEmpty()) {
            targets(html);
        }
        History history = result.history();
        if (history != null) {
            history(html, history);
        }
        Against against = result.against();
        if (against != null) {
            against(html, against);
        }
    }

    /** How large a shift passes a loss, stated as a fact only where the model is good at that size. */
    String passing(AuditResult.Passing one) {
        String beyond = (result.loss().larger() ? "exceeds " : "falls below ") + Figures.plain(one.threshold());
        if (one.radius() == 0) {
            return Agreement.capital(shown.title()) + " is "
                    + Figures.number(result.loss().mean())
                    + " without any shift, which " + beyond + " already"
                    + (one.high() > 0
                            ? "; within its uncertainty it takes a shift of up to radius " + Figures.number(one.high())
                            : "")
                    + ".";
        }
        if (!Double.isFinite(one.radius())) {
            return "By the quadratic model, no shift that was considered makes " + shown.title() + " so bad that it "
                    + beyond + confirmed(one.radius()) + ".";
        }
        Verdict verdict = one.verdict();
        Verdict.Grade grade = verdict == null ? Verdict.Grade.CAUTION : verdict.grade();
        if (grade == Verdict.Grade.POOR || grade == Verdict.Grade.UNINFORMATIVE) {
            return "How large a shift it takes until " + shown.title() + " " + beyond
                    + " cannot be told from these rows: where the quadratic model passes it, "
                    + (grade == Verdict.Grade.POOR
                            ? "that model does not hold"
                            : "too few rows look like the shifted population to confirm it")
                    + byWeighting(one) + ".";
        }
        String range = Double.isNaN(one.low()) && Double.isNaN(one.high())
                ? ""
                : " (between " + (Double.isNaN(one.low()) ? "an unknown radius" : Figures.number(one.low())) + " and "
                        + (Double.isFinite(one.high())
                                ? Figures.number(one.high())
                                : "beyond every radius that was considered")
                        + " within the uncertainty of the estimate)";
        AuditResult.Passing.Weighted weighted = one.weighted();
        if (weighted != null && weighted.denies()) {
            return "By the quadratic model, " + shown.title() + " " + beyond + " from radius "
                    + Figures.number(one.radius()) + " on" + range + "; weighted rows, "
                    + Figures.percent(weighted.share()) + " of them effective, say "
                    + Figures.number(weighted.loss()) + " there, which does not; they "
                    + (Double.isFinite(weighted.radius())
                            ? "first do at radius " + Figures.number(weighted.radius()) + "."
                            : "do at no radius at which they are enough to judge.");
        }
        String enough = "shift of about radius " + Figures.number(one.radius()) + " is enough that " + shown.title()
                + " " + beyond + range;
        return grade == Verdict.Grade.GOOD
                ? "A " + enough + "."
                : "By the quadratic model, a " + enough + byWeighting(one) + ".";
    }

    /** The radius at which weighted rows pass the loss, or, where they do not, up to where the model is confirmed. */
    private String byWeighting(AuditResult.Passing one) {
        AuditResult.Passing.Weighted weighted = one.weighted();
        return weighted != null && Double.isFinite(weighted.radius())
                ? "; by weighted rows one of about radius " + Figures.number(weighted.radius()) + " is enough"
                : confirmed(one.radius());
    }

    /** Up to where the model is confirmed, of the radii that were looked at. */
    private String confirmed(double radius) {
        String last = "";
        for (RadiusResult one : result.radii()) {
            boolean good = one.estimate().verdict().grade() == Verdict.Grade.GOOD;
            if (good && Double.isNaN(one.radius())) {
                return "; inside the limits it is confirmed";
            }
            if (good && one.radius() > 0 && one.radius() <= radius) {
                last = Shown.radius(one);
            }
        }
        return last.isEmpty()
                ? "; it is confirmed at no radius that was looked at"
                : "; it is not confirmed beyond radius " + last;
    }

    /** What a shift in plain terms does: both values where the model is not good, that of the weighted rows first where it is poor. */
    String target(TargetResult one) {
        return under(one.description(), one.size(), one.estimate());
    }

    /** What the shift between two past tables does to the rows of the audit. */
    String past(History one) {
        ShiftEstimate estimate = one.estimate();
        String shift = "the shift from " + Shown.name(one.before()) + " to " + Shown.name(one.after());
        return estimate == null
                ? "Under " + shift + " a family of this audit has no law, so that its loss cannot be told."
                : under(shift, one.radius(), estimate);
    }

    private String under(String what, double size, ShiftEstimate estimate) {
        ImportanceSampling check = estimate.importance();
        Agreement agreement = Agreement.of(result.loss(), estimate);
        if (estimate.verdict().grade() == Verdict.Grade.CAUTION && agreement.weightedFirst()) {
            return "Under " + what + " (size " + Figures.number(size) + "), of " + shown.title() + " "
                    + agreement.trustSecond() + ".";
        }
        String start = "Under " + what + " (size " + Figures.number(size) + ") " + shown.title() + " would be ";
        String model = Figures.number(estimate.value()) + " "
                + shown.interval(estimate.value(), estimate.low(), estimate.high());
        String weighted = Figures.withError(check.selfNormalised(), check.seSelfNormalised());
        String share = " (effective sample " + Figures.percent(check.effectiveShare()) + ")";
        return start
                + switch (estimate.verdict().grade()) {
                    case GOOD -> model + ".";
                    case CAUTION ->
                        model + " by the quadratic model, to be taken with caution; weighted rows say " + weighted
                                + share + ".";
                    case UNINFORMATIVE ->
                        model + " by the quadratic model, which is unchecked; weighted rows, too few to judge it, say "
                                + weighted + share + ".";
                    case POOR ->
                        weighted + " by weighted rows" + share + "; the quadratic model says " + model
                                + ", which is poor.";
                };
    }

    /** Why the model is not good at a described shift; empty where it is. */
    static List<String> doubts(ShiftEstimate estimate) {
        Verdict verdict = estimate.verdict();
        return verdict.grade() == Verdict.Grade.GOOD ? List.of() : verdict.reasons();
    }

    /** That a target is no shift of the budget, and why; empty where it is one. */
    static String outside(TargetResult target) {
        return target.breaks().isEmpty()
                ? ""
                : Shown.sentence("This shift lies outside the limits of this audit ("
                        + String.join("; ", target.breaks()) + "): the worst one may be less bad.");
    }

    private void targets(Html html) {
        html.element("h3", "The shift that you described");
        for (TargetResult one : result.targets().stream().limit(MOST).toList()) {
            List<String> doubts = doubts(one.estimate());
            html.element("p", Shown.sentence(target(one)));
            if (!doubts.isEmpty()) {
                html.list(Shown.sentences(doubts, MOST_EFFECTS));
            }
        }
        List<Table.Row> rows = new ArrayList<>();
        for (TargetResult one : result.targets().stream().limit(MOST).toList()) {
            ShiftEstimate estimate = one.estimate();
            rows.add(new Table.Row(
                    Shown.name(one.description()),
                    List.of(
                            Figures.cell(one.size()),
                            Figures.cell(estimate.value()),
                            Figures.cell(shown.interval(estimate.value(), estimate.low(), estimate.high())),
                            Figures.cell(Figures.withError(
                                    estimate.importance().selfNormalised(),
                                    estimate.importance().seSelfNormalised())),
                            Figures.cell(Figures.percent(estimate.importance().effectiveShare())),
                            Figures.cell(CurveSection.verdict(estimate)))));
        }
        html.table(
                new Table(
                        "All targets together: " + shown.title(),
                        List.of(
                                "shift",
                                "size",
                                shown.title(),
                                shown.level() + " interval",
                                "check by weighting ± se",
                                "effective sample",
                                "model"),
                        rows,
                        List.of()),
                List.of(6));
        result.targets().stream()
                .limit(MOST)
                .map(QuestionsSection::outside)
                .filter(text -> !text.isEmpty())
                .forEach(text -> html.element("p", "class=\"warn\"", text));
        for (TargetResult one : result.targets().stream().limit(MOST).toList()) {
            List<String> sentences = one.effects().stream()
                    .map(Effect::sentence)
                    .filter(text -> !text.isBlank())
                    .limit(MOST_EFFECTS)
                    .map(Shown::sentence)
                    .toList();
            if (!sentences.isEmpty()) {
                html.raw("<details><summary>")
                        .text("What it means: " + Shown.name(one.description()))
                        .raw("</summary>\n");
                html.list(sentences).raw("</details>\n");
            }
        }
    }

    private void history(Html html, History history) {
        html.element("h3", "How large was the shift between two past tables?");
        html.facts(List.of(
                new Facts.Entry(
                        "before", Shown.name(history.before()) + ", " + Figures.count(history.rowsBefore()) + " rows"),
                new Facts.Entry(
                        "after", Shown.name(history.after()) + ", " + Figures.count(history.rowsAfter()) + " rows"),
                new Facts.Entry(
                        "radius",
                        Figures.number(history.radius()) + ", " + shown.level() + " interval "
                                + Figures.interval(history.low(), history.high())),
                new Facts.Entry("without what noise alone would give", Figures.number(history.debiased()))));
        html.element("p", Shown.sentence(past(history)));
        ShiftEstimate estimate = history.estimate();
        if (estimate != null && !doubts(estimate).isEmpty()) {
            html.list(Shown.sentences(doubts(estimate), MOST_EFFECTS));
        }
        List<Table.Row> rows = new ArrayList<>();
        List<Integer> order = new ArrayList<>();
        for (int k = 0; k < history.delta().length; k++) {
            order.add(k);
        }
        order.sort(java.util.Comparator.comparingDouble((Integer k) -> Shown.magnitude(history.delta()[k]))
                .reversed());
        for (int k : order.stream().limit(MOST).toList()) {
            rows.add(new Table.Row(
                    shown.label(k),
                    List.of(Figures.cell(Figures.change(history.delta()[k])), Figures.cell(history.errors()[k]))));
        }
        html.table(new Table(
                "The past shift in the parameters of this audit",
                List.of("parameter", "delta", "se"),
                rows,
                order.size() > MOST ? List.of("The " + MOST + " largest of " + order.size() + ".") : List.of()));
    }

    /** The comparison at the radius of the headline, or at the first one, in a sentence. */
    String comparison(Against against) {
        int main = Math.max(0, shown.main());
        Against.Point point =
                against.points().get(Math.min(main, against.points().size() - 1));
        String where =
                Double.isNaN(point.radius()) ? "Inside the limits" : "Within radius " + Figures.plain(point.radius());
        boolean larger = result.loss().larger();
        boolean good = result.radii().stream()
                .filter(one -> Double.compare(one.radius(), point.radius()) == 0)
                .allMatch(one -> one.estimate().verdict().grade() == Verdict.Grade.GOOD);
        boolean decided = point.low() > 0 || point.high() < 0;
        boolean worse = point.differenceAtOwn() > 0 == larger;
        return where + ", this model's worst " + shown.title() + " is " + Figures.number(point.own()) + ", that of "
                + Shown.name(against.source()) + " " + Figures.number(point.other())
                + "; at this model's worst shift it is "
                + (decided ? (worse ? "worse" : "better") + " than the other" : "not told apart from the other")
                + " (difference " + Figures.change(point.differenceAtOwn()) + ", " + shown.level() + " interval "
                + Figures.interval(point.low(), point.high()) + ")"
                + (good
                        ? "."
                        : "; at this size the quadratic model of this one is not good, and intervals hold sampling error alone.");
    }

    /** All that was asked beside the worst case, a sentence each. */
    List<String> answers() {
        List<String> answers = new ArrayList<>();
        result.targets().forEach(one -> answers.add((target(one) + " " + outside(one)).strip()));
        History history = result.history();
        if (history != null) {
            answers.add(past(history));
        }
        result.passing().forEach(one -> answers.add(passing(one)));
        Against against = result.against();
        if (against != null && !against.points().isEmpty()) {
            answers.add(comparison(against));
        }
        return answers;
    }

    private void against(Html html, Against against) {
        html.element("h3", "Against a second model");
        html.element(
                "p",
                "On the same rows " + Shown.name(against.source()) + " has " + shown.title() + " "
                        + Figures.number(against.mean()) + " without a shift; this model has "
                        + Figures.number(result.loss().mean()) + ". Differences are this model minus the other.");
        List<Table.Row> worst = new ArrayList<>();
        List<Table.Row> apart = new ArrayList<>();
        for (Against.Point point : against.points().stream().limit(MOST).toList()) {
            String radius = Double.isNaN(point.radius()) ? "limits only" : Figures.plain(point.radius());
            worst.add(new Table.Row(
                    radius,
                    List.of(
                            Figures.cell(point.own()),
                            Figures.cell(point.other()),
                            Figures.cell(Figures.change(point.differenceAtOwn())),
                            Figures.cell(Figures.interval(point.low(), point.high())))));
            apart.add(new Table.Row(
                    radius,
                    List.of(
                            Figures.cell(Figures.change(point.separation())),
                            Figures.cell(Figures.interval(point.separationLow(), point.separationHigh())),
                            Figures.cell(largest(point.separating())))));
        }
        html.table(new Table(
                "Two models under shift",
                List.of(
                        "radius",
                        "this model's worst",
                        "the other's worst",
                        "difference at this model's worst shift",
                        shown.level() + " paired interval"),
                worst,
                List.of()));
        html.table(
                new Table(
                        "The shift that separates the two most",
                        List.of(
                                "radius",
                                "largest disadvantage of this model",
                                shown.level() + " paired interval",
                                "under the shift"),
                        apart,
                        List.of()),
                List.of(3));
    }

    private String largest(double[] delta) {
        List<Integer> order = new ArrayList<>();
        for (int k = 0; k < delta.length; k++) {
            order.add(k);
        }
        order.sort(java.util.Comparator.comparingDouble((Integer k) -> Shown.magnitude(delta[k]))
                .reversed());
        return String.join(
                ", ",
                order.stream()
                        .limit(3)
                        .map(k -> shown.label(k) + " by " + Figures.change(delta[k]))
                        .toList());
    }
}
