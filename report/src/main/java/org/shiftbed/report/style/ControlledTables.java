package org.shiftbed.report.style;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.shiftbed.report.aggregate.Axis;
import org.shiftbed.report.aggregate.Change;
import org.shiftbed.report.aggregate.Deviation;
import org.shiftbed.report.aggregate.OrderAgreement;
import org.shiftbed.report.aggregate.Panel;
import org.shiftbed.report.aggregate.Ranks;
import org.shiftbed.report.aggregate.Scores;
import org.shiftbed.report.aggregate.Verdict;
import org.shiftbed.report.table.Table;

/** The numbers of the controlled figures ({@code controlled-shifts.md} 5) as tables. */
public final class ControlledTables {
    private ControlledTables() {}

    /** One or two tables of a panel: what its figures show; none where there is no number. */
    public static List<Table> of(Panel panel) {
        List<Table> tables = new ArrayList<>();
        Scores scores = panel.scores();
        if (panel.ablation()) {
            scores.settings().forEach(setting -> tables.add(deviations(panel, setting)));
            return tables;
        }
        if (!panel.baseline().isEmpty()) {
            for (Change.Order order : Change.Order.values()) {
                tables.add(changes(panel, order));
            }
        }
        if (panel.axis() == null) {
            for (String setting : scores.settings()) {
                Ranks ranks = Ranks.of(scores, setting);
                if (!ranks.rows().isEmpty()) {
                    tables.add(ranks(panel, setting, ranks));
                }
            }
        }
        return tables;
    }

    /**
     * How far two rules put the methods in the same order, by data set and setting (B.4).
     *
     * @param one panel under the first rule
     * @param other the same panel under the second
     */
    public static Table agreement(Panel one, Panel other) {
        List<Table.Row> rows = new ArrayList<>();
        for (String dataset : one.scores().datasets()) {
            for (String setting : one.scores().settings()) {
                OrderAgreement agreement = OrderAgreement.of(one.scores(), setting, other.scores(), setting, dataset);
                if (agreement.methods() > 0) {
                    Double spearman = agreement.spearman();
                    Double first = agreement.first();
                    Double second = agreement.second();
                    rows.add(new Table.Row(
                            dataset + (setting.isEmpty() ? "" : ", " + header(one, setting)),
                            List.of(
                                    new Table.Cell(
                                            agreement.methods()
                                                    + (partial(one.scores(), dataset, setting)
                                                                    || partial(other.scores(), dataset, setting)
                                                            ? " partial"
                                                            : ""),
                                            (double) agreement.methods()),
                                    new Table.Cell(
                                            spearman == null ? "\u2013" : String.format(Locale.ROOT, "%.2f", spearman),
                                            spearman),
                                    new Table.Cell(first == null ? "\u2013" : OwnStyle.percent(first), first),
                                    new Table.Cell(second == null ? "\u2013" : OwnStyle.percent(second), second))));
                }
            }
        }
        return new Table(
                "Order of the methods under " + one.shift() + " by rule " + one.rule() + " and by rule " + other.rule(),
                List.of("data set", "methods", "Spearman", "best, " + one.rule(), "best, " + other.rule()),
                rows,
                List.of("Spearman's correlation of the methods' means over seeds; best: the largest mean in per cent."
                        + " partial: a method lacks a seed."));
    }

    /**
     * What a study says to findings of the paper.
     *
     * @param silent why it says nothing to the others, one line a reason
     */
    public static Table expected(List<Verdict> verdicts, List<String> silent) {
        List<String> notes = new ArrayList<>(List.of(
                "Findings of Wiles et al. (2022) in the form in which they can be tested. Not decidable: methods, data"
                        + " sets or seeds are missing, or one kind of shift cannot tell."));
        notes.addAll(silent);
        List<Table.Row> rows = new ArrayList<>();
        for (Verdict verdict : verdicts) {
            rows.add(new Table.Row(
                    verdict.id(),
                    List.of(
                            new Table.Cell(verdict.claim(), null),
                            new Table.Cell(verdict.answer().words(), null),
                            new Table.Cell(verdict.found(), null))));
        }
        return new Table(
                "What the paper found, and this study", List.of("id", "finding", "this study", "numbers"), rows, notes);
    }

    private static Table changes(Panel panel, Change.Order order) {
        Scores scores = panel.scores();
        List<Table.Row> rows = new ArrayList<>();
        for (String method : scores.methods()) {
            List<Table.Cell> cells = new ArrayList<>();
            for (String setting : scores.settings()) {
                Change change = Change.of(scores, panel.baseline(), method, setting, order);
                Double value = change.value();
                cells.add(
                        value == null
                                ? new Table.Cell("\u2013", null)
                                : new Table.Cell(
                                        String.format(Locale.ROOT, "%+.1f (%s)", value, change.count())
                                                + (change.partial() ? " partial" : ""),
                                        value));
            }
            rows.add(new Table.Row(method, cells));
        }
        boolean ratios = order == Change.Order.MEAN_OF_RATIOS;
        return new Table(
                "Change of test accuracy against the baseline in per cent, " + panel.words()
                        + (ratios ? "" : ", ratios of means"),
                columns("method", panel),
                rows,
                List.of(
                        "100 (accuracy \u2212 accuracy of the baseline) / accuracy of the baseline: "
                                + (ratios
                                        ? "by data set and seed, then the mean over seeds, then over data sets."
                                        : "means over seeds first, then by data set, then the mean over data sets."),
                        "In brackets the data sets behind a number, k/N where only k of N planned have one; partial: a data"
                                + " set or a seed is missing. Baseline: "
                                + String.join(
                                        ", ",
                                        panel.baseline().entrySet().stream()
                                                .map(entry -> entry.getValue() + " on " + entry.getKey())
                                                .toList())
                                + "."));
    }

    private static Table ranks(Panel panel, String setting, Ranks ranks) {
        List<Table.Row> rows = new ArrayList<>();
        for (Ranks.Row row : ranks.rows()) {
            double best =
                    row.points().stream().mapToDouble(Ranks.Point::rank).min().orElse(Double.NaN);
            double worst =
                    row.points().stream().mapToDouble(Ranks.Point::rank).max().orElse(Double.NaN);
            rows.add(new Table.Row(
                    row.method(),
                    List.of(
                            new Table.Cell(rank(row.median()), row.median()),
                            new Table.Cell(rank(best), best),
                            new Table.Cell(rank(worst), worst),
                            counted(row.points().size(), panel.scores().plannedRuns(row.method(), setting)))));
        }
        return new Table(
                "Ranks of the methods, " + panel.words() + (setting.isEmpty() ? "" : ", " + setting),
                List.of("method", "median", "best", "worst", "ranks"),
                rows,
                List.of("Ranked on every data set and seed, 1 is best; methods that tie share the mean of their ranks."
                        + " partial: k of N planned."));
    }

    /** Has a method a mean there over fewer seeds than were planned? */
    private static boolean partial(Scores scores, String dataset, String setting) {
        return scores.methods().stream()
                .mapToInt(method -> scores.of(method, dataset, setting).size())
                .anyMatch(seeds -> seeds > 0 && seeds < scores.planned());
    }

    /** {@code 6}, or {@code 5/6 partial}. */
    private static Table.Cell counted(int count, int planned) {
        return new Table.Cell(
                count < planned ? count + "/" + planned + " partial" : String.valueOf(count), (double) count);
    }

    /** Whole ranks without a fraction, halves of ties with one. */
    private static String rank(double rank) {
        return rank == Math.rint(rank) ? String.valueOf((long) rank) : String.valueOf(rank);
    }

    private static Table deviations(Panel panel, String setting) {
        Scores scores = panel.scores();
        List<Table.Row> rows = new ArrayList<>();
        for (String operation : scores.methods()) {
            List<Table.Cell> cells = new ArrayList<>();
            for (String dataset : scores.datasets()) {
                Double deviation = Deviation.of(scores, operation, dataset, setting);
                int seeds = scores.of(operation, dataset, setting).size();
                cells.add(new Table.Cell(
                        deviation == null
                                ? "\u2013"
                                : String.format(Locale.ROOT, "%+.1f", 100 * deviation)
                                        + (seeds < scores.planned()
                                                ? " (" + seeds + "/" + scores.planned() + ") partial"
                                                : ""),
                        deviation));
            }
            rows.add(new Table.Row(operation, cells));
        }
        List<String> columns = new ArrayList<>(List.of("operation"));
        columns.addAll(scores.datasets());
        return new Table(
                "Accuracy of each operation alone minus the mean of all, in points, " + panel.words()
                        + (setting.isEmpty() ? "" : ", " + setting),
                columns,
                rows,
                List.of("Means over seeds (k/N, partial: only k of N planned seeds have a number); the mean of all is"
                        + " that of the operations on the same data set."));
    }

    private static List<String> columns(String corner, Panel panel) {
        List<String> columns = new ArrayList<>(List.of(corner));
        panel.scores().settings().forEach(setting -> columns.add(header(panel, setting)));
        return columns;
    }

    private static String header(Panel panel, String setting) {
        Axis axis = panel.axis();
        return axis != null ? axis.symbol() + " = " + setting : setting.isEmpty() ? panel.shift() : setting;
    }
}
