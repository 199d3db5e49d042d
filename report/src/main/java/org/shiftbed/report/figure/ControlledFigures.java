package org.shiftbed.report.figure;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import org.shiftbed.report.aggregate.Axis;
import org.shiftbed.report.aggregate.Change;
import org.shiftbed.report.aggregate.Deviation;
import org.shiftbed.report.aggregate.Family;
import org.shiftbed.report.aggregate.Panel;
import org.shiftbed.report.aggregate.Ranks;
import org.shiftbed.report.aggregate.Scores;
import org.shiftbed.report.statistics.Summary;

/** The figures of the controlled study ({@code controlled-shifts.md} 5) that one kind of shift has numbers for. */
public final class ControlledFigures {
    private final Panel panel;
    private final Scores scores;

    public ControlledFigures(Panel panel) {
        this.panel = panel;
        this.scores = panel.scores();
    }

    /** Every figure by the name of its file, without ending; none where there is no number. */
    public Map<String, Drawing> drawings() {
        Map<String, Drawing> all = new LinkedHashMap<>();
        if (numbers() == 0) {
            return all;
        }
        String kind = plain(panel.shift());
        if (panel.ablation()) {
            for (String setting : scores.settings()) {
                all.put(kind + "-ablation" + suffix(setting), ablation(setting));
            }
        } else {
            HeatMap change = change();
            if (change != null) {
                all.put(kind + "-change", change);
            }
        }
        if (panel.axis() == null && !panel.ablation()) {
            for (String setting : scores.settings()) {
                all.put(kind + "-ranks" + suffix(setting), ranks(setting));
            }
        }
        for (String dataset : scores.datasets()) {
            BarSheet bars = bars(dataset);
            if (!bars.groups().isEmpty()) {
                all.put(kind + "-bars-" + plain(dataset), bars);
            }
            CurveSheet curves = panel.axis() == null ? null : curves(dataset, panel.axis());
            if (curves != null && !curves.lines().isEmpty()) {
                all.put(kind + "-curves-" + plain(dataset), curves);
            }
        }
        return all;
    }

    private long numbers() {
        long count = 0;
        for (String method : scores.methods()) {
            for (String dataset : scores.datasets()) {
                for (String setting : scores.settings()) {
                    count += scores.of(method, dataset, setting).size();
                }
            }
        }
        return count;
    }

    /** Mean change against the baseline; null where no data set has one. */
    private @Nullable HeatMap change() {
        List<HeatMap.Row> rows = new ArrayList<>();
        boolean any = false;
        for (String method : scores.methods()) {
            List<HeatMap.Cell> cells = new ArrayList<>();
            for (String setting : scores.settings()) {
                Change change = Change.of(scores, panel.baseline(), method, setting, Change.Order.MEAN_OF_RATIOS);
                any |= change.value() != null;
                cells.add(new HeatMap.Cell(change.value(), mark(change)));
            }
            rows.add(new HeatMap.Row(method, cells));
        }
        return any
                ? new HeatMap(
                        "Change of test accuracy against the baseline in per cent: " + panel.words(),
                        "method",
                        columns(),
                        rows,
                        "Blue above the baseline, red and hatched below. (n): data sets behind a number, where not all; *: a"
                                + " seed is missing.")
                : null;
    }

    private String mark(Change change) {
        String sets =
                change.value() != null && change.datasets() < scores.datasets().size()
                        ? "(" + change.datasets() + ")"
                        : "";
        return change.partial() ? sets + "*" : sets;
    }

    private HeatMap ablation(String setting) {
        List<HeatMap.Row> rows = new ArrayList<>();
        for (String operation : scores.methods()) {
            List<HeatMap.Cell> cells = new ArrayList<>();
            for (String dataset : scores.datasets()) {
                Double deviation = Deviation.of(scores, operation, dataset, setting);
                cells.add(new HeatMap.Cell(deviation == null ? null : (Double) (100 * deviation), ""));
            }
            rows.add(new HeatMap.Row(operation, cells));
        }
        return new HeatMap(
                "Accuracy of each operation alone minus the mean of all, in points: " + panel.words()
                        + (setting.isEmpty() ? "" : ", " + setting),
                "operation",
                scores.datasets(),
                rows,
                "Blue above the mean of the operations on a data set, red and hatched below.");
    }

    private RankStrip ranks(String setting) {
        return new RankStrip(
                "Rank of every method on each data set and seed: " + panel.words()
                        + (setting.isEmpty() ? "" : ", " + setting),
                Ranks.of(scores, setting),
                panel.families());
    }

    private BarSheet bars(String dataset) {
        List<BarSheet.Group> groups = new ArrayList<>();
        for (String setting : scores.settings()) {
            List<BarSheet.Bar> bars = new ArrayList<>();
            for (String method : scores.methods()) {
                Summary summary = summary(method, dataset, setting);
                if (summary != null) {
                    Summary.Spread spread = summary.spread();
                    bars.add(new BarSheet.Bar(
                            method, family(method), summary.mean(), spread == null ? null : (Double) spread.sd()));
                }
            }
            if (!bars.isEmpty()) {
                groups.add(new BarSheet.Group(header(setting), bars));
            }
        }
        return new BarSheet(
                "Test accuracy on " + dataset + " in per cent, mean and sd over seeds: " + panel.words(), groups);
    }

    private CurveSheet curves(String dataset, Axis axis) {
        List<CurveSheet.Line> lines = new ArrayList<>();
        for (String method : scores.methods()) {
            List<CurveSheet.Point> points = new ArrayList<>();
            for (String setting : scores.settings()) {
                double value = Objects.requireNonNull(panel.values().get(setting));
                Summary summary = summary(method, dataset, setting);
                if (summary != null && Double.isFinite(value)) {
                    Summary.Spread spread = summary.spread();
                    points.add(new CurveSheet.Point(value, summary.mean(), spread == null ? 0 : spread.sd()));
                }
            }
            if (!points.isEmpty()) {
                lines.add(new CurveSheet.Line(method, family(method), points));
            }
        }
        return new CurveSheet(
                "Test accuracy on " + dataset + " in per cent, band of one sd over seeds: " + panel.words(),
                axis.words(),
                axis.counts(),
                scores.settings().stream()
                        .filter(setting -> Double.isFinite(
                                Objects.requireNonNull(panel.values().get(setting))))
                        .toList(),
                lines,
                panel.baseline().getOrDefault(dataset, ""));
    }

    private @Nullable Summary summary(String method, String dataset, String setting) {
        SortedMap<Integer, Double> accuracies = scores.of(method, dataset, setting);
        return Summary.of(List.copyOf(accuracies.values()));
    }

    private Family family(String method) {
        return panel.families().getOrDefault(method, Family.GENERALISATION);
    }

    private List<String> columns() {
        return scores.settings().stream().map(this::header).toList();
    }

    private String header(String setting) {
        Axis axis = panel.axis();
        return axis != null ? axis.symbol() + " = " + setting : setting.isEmpty() ? panel.shift() : setting;
    }

    private static String suffix(String setting) {
        return setting.isEmpty() ? "" : "-" + plain(setting);
    }

    /** A part of a file name that any system takes. */
    static String plain(String words) {
        return words.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
    }
}
