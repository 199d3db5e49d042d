package org.shiftbed.report.table;

import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.StringWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.CanonicalJson;
import org.shiftbed.report.aggregate.Change;
import org.shiftbed.report.aggregate.Deviation;
import org.shiftbed.report.aggregate.Panel;
import org.shiftbed.report.aggregate.Ranks;
import org.shiftbed.report.aggregate.Scores;

/** The numbers of the controlled figures for other programs: one row a number, unrounded, in the shortest form that reads back to the same double. */
public final class ControlledCsv {
    /** The header: a contract with readers of the file. */
    public static final List<String> COLUMNS = List.of(
            "quantity",
            "shift",
            "selection",
            "axis",
            "setting",
            "dataset",
            "seed",
            "method",
            "family",
            "value",
            "datasets",
            "seeds",
            "partial",
            "note");

    private ControlledCsv() {}

    /**
     * Changes against the baseline in per cent ({@code mean-of-ratios}, {@code ratio-of-means}), every {@code rank}, every {@code median-rank}, and
     * {@code deviation} of an ablation as a difference of accuracies. A number that does not exist is an empty field.
     *
     * @param note what must stand beside all of it; empty for an honest rule
     */
    public static String write(List<Panel> panels, String note) {
        StringWriter out = new StringWriter();
        try (var csv = de.siegmar.fastcsv.writer.CsvWriter.builder()
                .lineDelimiter(LineDelimiter.LF)
                .build(out)) {
            csv.writeRecord(COLUMNS);
            for (Panel panel : panels) {
                for (String setting : panel.scores().settings()) {
                    if (panel.ablation()) {
                        deviations(csv, panel, setting, note);
                    } else {
                        changes(csv, panel, setting, note);
                        if (panel.axis() == null) {
                            ranks(csv, panel, setting, note);
                        }
                    }
                }
            }
        } catch (java.io.IOException e) {
            throw new IllegalStateException("a string writer does not fail", e);
        }
        return out.toString();
    }

    private static void changes(de.siegmar.fastcsv.writer.CsvWriter csv, Panel panel, String setting, String note) {
        for (String method : panel.scores().methods()) {
            for (Change.Order order : Change.Order.values()) {
                Change change = Change.of(panel.scores(), panel.baseline(), method, setting, order);
                String quantity =
                        order.name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
                row(
                        csv,
                        panel,
                        quantity,
                        setting,
                        "",
                        "",
                        method,
                        change.value(),
                        String.valueOf(change.datasets()),
                        String.valueOf(change.seeds()),
                        String.valueOf(change.partial()),
                        note);
            }
        }
    }

    private static void ranks(de.siegmar.fastcsv.writer.CsvWriter csv, Panel panel, String setting, String note) {
        for (Ranks.Row row : Ranks.of(panel.scores(), setting).rows()) {
            boolean partial = row.points().size() < panel.scores().plannedRuns(row.method(), setting);
            row(
                    csv,
                    panel,
                    "median-rank",
                    setting,
                    "",
                    "",
                    row.method(),
                    row.median(),
                    "",
                    "",
                    String.valueOf(partial),
                    note);
            for (Ranks.Point point : row.points()) {
                row(
                        csv,
                        panel,
                        "rank",
                        setting,
                        point.dataset(),
                        String.valueOf(point.seed()),
                        row.method(),
                        point.rank(),
                        "",
                        "",
                        "",
                        note);
            }
        }
    }

    private static void deviations(de.siegmar.fastcsv.writer.CsvWriter csv, Panel panel, String setting, String note) {
        Scores scores = panel.scores();
        for (String operation : scores.methods()) {
            for (String dataset : scores.datasets()) {
                int seeds = scores.of(operation, dataset, setting).size();
                row(
                        csv,
                        panel,
                        "deviation",
                        setting,
                        dataset,
                        "",
                        operation,
                        Deviation.of(scores, operation, dataset, setting),
                        "",
                        String.valueOf(seeds),
                        String.valueOf(seeds < scores.planned()),
                        note);
            }
        }
    }

    private static void row(
            de.siegmar.fastcsv.writer.CsvWriter csv,
            Panel panel,
            String quantity,
            String setting,
            String dataset,
            String seed,
            String method,
            @Nullable Double value,
            String datasets,
            String seeds,
            String partial,
            String note) {
        csv.writeRecord(List.of(
                quantity,
                panel.shift(),
                panel.rule(),
                panel.axis() == null ? "" : panel.axis().symbol(),
                setting,
                dataset,
                seed,
                method,
                panel.families().containsKey(method)
                        ? panel.families().get(method).words()
                        : "",
                value == null ? "" : CanonicalJson.text(value),
                datasets,
                seeds,
                partial,
                note));
    }
}
