package org.shiftbed.report.audit;

import java.util.ArrayList;
import java.util.List;
import org.shiftbed.audit.result.AuditResult;
import org.shiftbed.audit.result.RadiusResult;
import org.shiftbed.report.page.Html;
import org.shiftbed.report.table.Table;

/** What other definitions of a worst case answer, beside ours. */
record BaselinesSection(AuditResult result, Shown shown) {
    private static final int MOST = 100;

    void write(Html html) {
        if (result.baselines().isEmpty()) {
            return;
        }
        html.section("baselines", "Other ways of asking for a worst case");
        List<Table.Row> rows = new ArrayList<>();
        int main = shown.main();
        if (main >= 0) {
            RadiusResult one = result.radii().get(main);
            rows.add(row(
                    "this audit, radius " + Shown.radius(one),
                    "",
                    one.estimate().value(),
                    one.estimate().standardError(),
                    "worst shift of the declared mechanisms"));
        }
        for (AuditResult.Baseline one : result.baselines().stream().limit(MOST).toList()) {
            rows.add(row(
                    Shown.name(one.name()),
                    Shown.name(one.setting()),
                    one.loss(),
                    one.standardError(),
                    Shown.sentence(one.remark())));
        }
        html.table(
                new Table(
                        "Worst " + shown.title() + " by other definitions",
                        List.of("definition", "setting", "worst " + shown.title(), "se", "what it means"),
                        rows,
                        List.of(
                                "Definitions that reweight rows as they like have no meaning in parameters: their worst case may"
                                        + " be a world that no mechanism makes.")),
                List.of(1, 4));
    }

    private static Table.Row row(String name, String setting, double loss, double error, String remark) {
        return new Table.Row(
                name, List.of(Figures.cell(setting), Figures.cell(loss), Figures.cell(error), Figures.cell(remark)));
    }
}
