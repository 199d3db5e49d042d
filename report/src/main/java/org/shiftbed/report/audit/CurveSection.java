package org.shiftbed.report.audit;

import java.util.ArrayList;
import java.util.List;
import org.shiftbed.audit.estimate.ImportanceSampling;
import org.shiftbed.audit.result.AuditResult;
import org.shiftbed.audit.result.LossFacts;
import org.shiftbed.audit.result.RadiusResult;
import org.shiftbed.audit.result.RadiusResult.ShiftEstimate;
import org.shiftbed.audit.result.Verdict;
import org.shiftbed.report.page.Html;
import org.shiftbed.report.table.Table;

/** The worst loss at every radius, with interval, check and the place where trust ends. */
record CurveSection(AuditResult result, Shown shown) {

    void write(Html html) {
        html.section("curve", "Worst " + shown.title() + " by size of shift");
        if (result.radii().isEmpty()) {
            html.element("p", "No radius was asked for.");
            return;
        }
        List<RadiusResult> sized = result.radii().stream()
                .filter(one -> Double.isFinite(one.radius()))
                .toList();
        if (!sized.isEmpty()) {
            html.chart(
                    chart(sized),
                    "The line is the quadratic model's worst " + shown.title() + ", the shade its " + shown.level()
                            + " interval. Squares are the same shift checked by weighting rows, with two standard errors; they"
                            + " fade as fewer rows speak for the shifted world, and are hollow below 10%. The thin dashed line"
                            + " is a search that leaves out interactions between variables. " + shown.stop());
        }
        html.table(table(), List.of(4));
    }

    private CurveChart chart(List<RadiusResult> sized) {
        List<CurveChart.Point> points = new ArrayList<>();
        LossFacts loss = result.loss();
        double none = Double.NaN;
        if (sized.get(0).radius() > 0) {
            points.add(new CurveChart.Point(
                    0,
                    loss.mean(),
                    loss.cut(loss.low()),
                    loss.cut(loss.high()),
                    none,
                    none,
                    none,
                    none,
                    none,
                    loss.mean()));
        }
        for (RadiusResult one : sized) {
            ShiftEstimate estimate = one.estimate();
            ImportanceSampling check = estimate.importance();
            points.add(new CurveChart.Point(
                    one.radius(),
                    estimate.value(),
                    end(estimate.value(), estimate.low()),
                    end(estimate.value(), estimate.high()),
                    end(estimate.value(), one.bandLow()),
                    end(estimate.value(), one.bandHigh()),
                    check.selfNormalised(),
                    check.seSelfNormalised(),
                    check.effectiveShare(),
                    one.blockDiagonal().value()));
        }
        return new CurveChart(
                "Worst " + shown.title() + " over the radius",
                shown.title(),
                points,
                edge(shown.leading(Verdict.Grade.GOOD)),
                edge(shown.leading(Verdict.Grade.CAUTION)));
    }

    /** The end of an interval around a value, cut where the loss ends; NaN stays NaN. */
    private double end(double value, double end) {
        return result.loss().outside(value) ? end : result.loss().cut(end);
    }

    private double edge(int count) {
        if (count == 0) {
            return 0;
        }
        double radius = result.radii().get(count - 1).radius();
        return Double.isFinite(radius) ? radius : 0;
    }

    private Table table() {
        List<Table.Row> rows = new ArrayList<>();
        for (RadiusResult one : shown.radii(Shown.MOST_RADII)) {
            ShiftEstimate estimate = one.estimate();
            ImportanceSampling check = estimate.importance();
            rows.add(new Table.Row(
                    Shown.radius(one),
                    List.of(
                            Figures.cell(estimate.value()),
                            Figures.cell(Figures.change(
                                    estimate.value() - result.loss().mean())),
                            Figures.cell(shown.interval(estimate.value(), estimate.low(), estimate.high())),
                            Figures.cell(verdict(estimate) + (one.jump() ? "; direction turned" : "")),
                            Figures.cell(Figures.withError(one.honest(), one.honestError())),
                            Figures.cell(Figures.withError(check.selfNormalised(), check.seSelfNormalised())),
                            Figures.cell(Figures.percent(check.effectiveShare())),
                            Figures.cell(one.blockDiagonal().value()),
                            Figures.cell(one.blockDiagonal().full()))));
        }
        return new Table(
                "Worst " + shown.title() + " at each radius",
                List.of(
                        "radius",
                        "worst " + shown.title(),
                        "change",
                        shown.level() + " interval",
                        "model",
                        "on other folds ± se",
                        "check by weighting ± se",
                        "effective sample",
                        "search without interactions",
                        "that shift, with interactions"),
                rows,
                List.of(
                        "Without a shift: "
                                + Figures.withError(
                                        result.loss().mean(), result.loss().standardError())
                                + ". "
                                + (result.loss().larger() ? "Larger is worse." : "Smaller is worse."),
                        "Model: how well the quadratic model is confirmed; unchecked where too few rows resemble the shifted world, or what both rest on does not fit."
                                + (result.radii().stream().anyMatch(RadiusResult::jump)
                                        ? " Direction turned: by more than 45 degrees since the radius before."
                                        : ""),
                        "On other folds: the shift was chosen on some folds and measured on the rest, so that choosing it adds"
                                + " no optimism. Effective sample: how many rows, as a share of all, speak for the shifted world;"
                                + " below 10% the check says little."));
    }

    /** In two words. */
    static String verdict(ShiftEstimate estimate) {
        String words = switch (estimate.verdict().grade()) {
            case GOOD -> "good";
            case CAUTION -> "caution";
            case UNINFORMATIVE -> "unchecked";
            case POOR -> "poor";
        };
        return estimate.outside() ? words + ", out of range" : words;
    }
}
