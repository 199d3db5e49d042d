package org.shiftbed.report.audit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.shiftbed.audit.estimate.ImportanceSampling;
import org.shiftbed.audit.result.AuditResult;
import org.shiftbed.audit.result.RadiusResult;
import org.shiftbed.audit.result.RadiusResult.ShiftEstimate;
import org.shiftbed.report.page.Html;
import org.shiftbed.report.table.Table;

/** The evidence for and against the quadratic model, in words and then in numbers. */
record TrustSection(AuditResult result, Shown shown) {
    private static final int MOST_REASONS = 6;

    void write(Html html) {
        html.section("trust", "Can it be trusted?");
        List<String> sentences = new ArrayList<>();
        sentences.add(shown.stop());
        sentences.add(Shown.sentence(result.factorisation().sentence()));
        stability(sentences);
        html.list(sentences.stream().filter(text -> !text.isEmpty()).toList());
        if (result.radii().isEmpty()) {
            return;
        }
        html.table(reasons(), List.of(1, 2));
        html.table(weighting());
        html.table(expansion());
    }

    private void stability(List<String> sentences) {
        double[] cosines = Arrays.stream(result.stability())
                .filter(value -> !Double.isNaN(value))
                .toArray();
        if (cosines.length == 0) {
            return;
        }
        double least = Arrays.stream(cosines).min().orElse(0);
        sentences.add("Stability: the worst directions of " + cosines.length
                + " folds agree with that of all rows by cosines of "
                + Figures.number(least) + " to "
                + Figures.number(Arrays.stream(cosines).max().orElse(0))
                + (least >= 0.9
                        ? ": it is one direction."
                        : least >= 0.5 ? ": it moves with the rows." : ": it is not settled by these rows."));
    }

    private Table reasons() {
        List<Table.Row> rows = new ArrayList<>();
        for (RadiusResult one : shown.radii(Shown.MOST_RADII)) {
            List<String> reasons = Shown.sentences(one.estimate().verdict().reasons(), MOST_REASONS);
            rows.add(new Table.Row(
                    Shown.radius(one),
                    List.of(
                            Figures.cell(one.estimate().verdict().grade().words()),
                            Figures.cell(reasons.isEmpty() ? "\u2013" : Shown.sentence(String.join(" ", reasons))))));
        }
        return new Table("Verdict at each radius", List.of("radius", "approximation", "because"), rows, List.of());
    }

    private Table weighting() {
        List<Table.Row> rows = new ArrayList<>();
        for (RadiusResult one : shown.radii(Shown.MOST_RADII)) {
            ShiftEstimate estimate = one.estimate();
            ImportanceSampling check = estimate.importance();
            rows.add(new Table.Row(
                    Shown.radius(one),
                    List.of(
                            Figures.cell(Figures.withError(estimate.difference(), estimate.differenceError())),
                            Figures.cell(Figures.withError(check.plain(), check.sePlain())),
                            Figures.cell(check.clippedSelfNormalised()),
                            Figures.cell(Figures.percent(check.effectiveShare())),
                            Figures.cell(check.meanWeight()),
                            Figures.cell(check.maxWeight()),
                            Figures.cell(Figures.percent(check.maxShare())),
                            Figures.cell(estimate.divergence()))));
        }
        return new Table(
                "Checks by weighting rows",
                List.of(
                        "radius",
                        "model minus weighting \u00b1 se",
                        "plain weighting \u00b1 se",
                        "clipped weighting",
                        "effective sample",
                        "mean weight",
                        "largest weight",
                        "its share",
                        "divergence (KL)"),
                rows,
                List.of("The mean weight is 1 where the fitted laws fit."));
    }

    private Table expansion() {
        List<Table.Row> rows = new ArrayList<>();
        for (RadiusResult one : shown.radii(Shown.MOST_RADII)) {
            ShiftEstimate estimate = one.estimate();
            rows.add(new Table.Row(
                    Shown.radius(one),
                    List.of(
                            Figures.cell(estimate.third() == null ? Double.NaN : estimate.third()),
                            Figures.cell(estimate.remainder() == null ? Double.NaN : estimate.remainder()),
                            Figures.cell(estimate.oneStep()),
                            Figures.cell(shown.interval(
                                    estimate.value(), estimate.bootstrapLow(), estimate.bootstrapHigh())),
                            Figures.cell(shown.interval(estimate.value(), one.bandLow(), one.bandHigh())))));
        }
        return new Table(
                "Checks of the expansion and of its intervals",
                List.of(
                        "radius",
                        "third-order term",
                        "largest error on the way",
                        "one-step estimate",
                        "bootstrap interval",
                        "band over all radii"),
                rows,
                List.of(
                        "The third-order term and the largest error on the way say how far the loss bends away from the quadratic;"
                                + " a dash where there is no closed form."));
    }
}
