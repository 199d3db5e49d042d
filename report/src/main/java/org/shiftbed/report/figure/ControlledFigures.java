package org.shiftbed.report.figure;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
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
    private static final int BARS_PER_ROW = 3;
    private static final int CURVES_PER_ROW = 4;

    /** Points of a method that lie on one rank are set apart over so many heights. */
    private static final int LANES = 5;

    private final Panel panel;
    private final Scores scores;

    public ControlledFigures(Panel panel) {
        this.panel = panel;
        this.scores = panel.scores();
    }

    /** Every figure by the name of its files, without ending; none where there is no number. */
    public Map<String, Figure> figures() {
        Map<String, Figure> all = new LinkedHashMap<>();
        if (!numbers()) {
            return all;
        }
        String kind = plain(panel.shift());
        if (panel.ablation()) {
            for (String setting : scores.settings()) {
                all.put(kind + "-ablation" + suffix(setting), ablation(setting));
            }
        } else {
            Figure change = change(Change.Order.MEAN_OF_RATIOS);
            Figure ratio = change(Change.Order.RATIO_OF_MEANS);
            if (change != null && ratio != null) {
                all.put(kind + "-change", change);
                all.put(kind + "-change-ratio-of-means", ratio);
            }
        }
        if (panel.axis() == null && !panel.ablation()) {
            for (String setting : scores.settings()) {
                Ranks ranks = Ranks.of(scores, setting);
                if (!ranks.rows().isEmpty()) {
                    all.put(kind + "-ranks" + suffix(setting), ranks(setting, ranks));
                }
            }
        }
        for (String dataset : scores.datasets()) {
            Figure bars = bars(dataset);
            if (bars != null) {
                all.put(kind + "-bars-" + plain(dataset), bars);
            }
            Figure curves = panel.axis() == null ? null : curves(dataset, panel.axis());
            if (curves != null) {
                all.put(kind + "-curves-" + plain(dataset), curves);
            }
        }
        return all;
    }

    private boolean numbers() {
        return scores.methods().stream()
                .anyMatch(method -> scores.datasets().stream()
                        .anyMatch(dataset -> scores.settings().stream()
                                .anyMatch(setting ->
                                        !scores.of(method, dataset, setting).isEmpty())));
    }

    /** Mean change against the baseline; null where no data set has one. */
    private @Nullable Figure change(Change.Order order) {
        List<Matrix.Row> rows = new ArrayList<>();
        boolean any = false;
        for (String method : scores.methods()) {
            List<Matrix.Cell> cells = new ArrayList<>();
            for (String setting : scores.settings()) {
                Change change = Change.of(scores, panel.baseline(), method, setting, order);
                Double value = change.value();
                any |= value != null;
                cells.add(new Matrix.Cell(
                        value,
                        value == null
                                ? "none"
                                : Numbers.signed(value) + " (" + change.count() + ")" + (change.partial() ? "*" : "")));
            }
            rows.add(new Matrix.Row(method, cells));
        }
        if (!any) {
            return null;
        }
        String averaged = order == Change.Order.MEAN_OF_RATIOS
                ? "The change is taken by data set and seed, then averaged over seeds, then over data sets."
                : "Accuracies are averaged over seeds first, then the change is taken by data set and averaged.";
        return new Figure(
                "Change of test accuracy against the baseline in per cent"
                        + (order == Change.Order.MEAN_OF_RATIOS ? "" : ", ratio of means") + ": " + panel.words(),
                averaged + " In brackets the data sets behind a number, of "
                        + scores.datasets().size()
                        + " (k/N: of N planned only k); *: partial, one of " + scores.planned()
                        + " seeds or a data set is missing; crossed out: none. Blue above the baseline, red and hatched below.",
                new Matrix(
                        "", "method", columns(), rows, Matrix.Tone.DIVERGING, "per cent of the baseline's accuracy"));
    }

    private Figure ablation(String setting) {
        List<Matrix.Row> rows = new ArrayList<>();
        for (String operation : scores.methods()) {
            List<Matrix.Cell> cells = new ArrayList<>();
            for (String dataset : scores.datasets()) {
                Double deviation = Deviation.of(scores, operation, dataset, setting);
                int n = scores.of(operation, dataset, setting).size();
                String seeds = n < scores.planned() ? " (" + n + " of " + scores.planned() + ")" : "";
                cells.add(
                        deviation == null
                                ? new Matrix.Cell(null, "none")
                                : new Matrix.Cell(100 * deviation, Numbers.signed(100 * deviation) + seeds));
            }
            rows.add(new Matrix.Row(operation, cells));
        }
        return new Figure(
                "Accuracy of each operation alone minus the mean of all, in points: " + panel.words()
                        + (setting.isEmpty() ? "" : ", " + setting),
                "Means over " + scores.planned()
                        + " seeds, or as many as stand in brackets; crossed out: none. Blue above the mean of the"
                        + " operations on a data set, red and hatched below.",
                new Matrix("", "operation", scores.datasets(), rows, Matrix.Tone.DIVERGING, "points"));
    }

    private Figure ranks(String setting, Ranks ranks) {
        Map<Family, List<Layer.Dot>> points = new LinkedHashMap<>();
        List<Layer.Dot> medians = new ArrayList<>();
        int last = 2;
        int most = 0;
        for (int i = 0; i < ranks.rows().size(); i++) {
            Ranks.Row row = ranks.rows().get(i);
            most = Math.max(most, row.points().size());
            for (int j = 0; j < row.points().size(); j++) {
                Ranks.Point point = row.points().get(j);
                last = Math.max(last, point.ranked());
                double lane = 0.6 * ((j % LANES) / (LANES - 1.0) - 0.5);
                points.computeIfAbsent(family(row.method()), unused -> new ArrayList<>())
                        .add(new Layer.Dot(
                                point.rank(),
                                i + lane,
                                "rank " + Numbers.text(point.rank()) + " of " + point.ranked() + " on "
                                        + point.dataset() + ", seed " + point.seed()));
            }
            medians.add(new Layer.Dot(row.median(), i, "median " + Numbers.text(row.median())));
        }
        List<Layer> layers = new ArrayList<>();
        for (Family family : new TreeSet<>(points.keySet())) {
            layers.add(new Layer.Dots(family.words(), Look.of(family), Objects.requireNonNull(points.get(family))));
        }
        layers.add(new Layer.Dots("median", Look.MEDIAN, medians));
        int expected = most;
        List<String> labels = ranks.rows().stream()
                .map(row -> row.points().size() == expected
                        ? row.method()
                        : row.method() + " (" + row.points().size() + " of " + expected + ")")
                .toList();
        List<Scale.Tick> ticks = new ArrayList<>();
        for (int rank = 1; rank <= last; rank++) {
            ticks.add(new Scale.Tick(rank, String.valueOf(rank)));
        }
        return new Figure(
                "Rank of every method on each data set and seed: " + panel.words()
                        + (setting.isEmpty() ? "" : ", " + setting),
                "One point a data set and seed, " + expected
                        + " a method, or as many as stand in brackets; methods that tie share the mean rank; sorted by the"
                        + " median.",
                new Chart(
                        "",
                        new Scale("rank, 1 is best", Scale.Kind.LINEAR, 0.5, last + 0.5, ticks),
                        Scale.categories("", labels),
                        layers));
    }

    /** A method's mean at one place, to be sorted. */
    private record Mean(String method, Summary summary) {}

    private @Nullable Figure bars(String dataset) {
        List<org.shiftbed.report.figure.Panel> groups = new ArrayList<>();
        for (String setting : scores.settings()) {
            List<Mean> means = new ArrayList<>();
            List<String> missing = new ArrayList<>();
            for (String method : scores.methods()) {
                Summary summary = summary(method, dataset, setting);
                if (summary == null) {
                    missing.add(method);
                } else {
                    means.add(new Mean(method, summary));
                }
            }
            means.sort(Comparator.comparingDouble(mean -> -mean.summary.mean()));
            if (!means.isEmpty()) {
                groups.add(bars(setting, means, missing));
            }
        }
        return groups.isEmpty()
                ? null
                : new Figure(
                        "Test accuracy on " + dataset + ": " + panel.words(),
                        "Mean and one standard deviation over " + scores.planned()
                                + " seeds, or as many as stand in brackets; the best first in each panel anew.",
                        groups,
                        groups.size() == 4 ? 2 : Math.min(BARS_PER_ROW, groups.size()));
    }

    private Chart bars(String setting, List<Mean> means, List<String> missing) {
        Map<Family, List<Layer.Bar>> bars = new LinkedHashMap<>();
        List<String> labels = new ArrayList<>();
        for (Mean mean : means) {
            Summary.Spread spread = mean.summary.spread();
            double percent = 100 * mean.summary.mean();
            int n = mean.summary.n();
            bars.computeIfAbsent(family(mean.method), unused -> new ArrayList<>())
                    .add(new Layer.Bar(
                            labels.size(),
                            percent,
                            spread == null ? null : (Double) (percent - 100 * spread.sd()),
                            spread == null ? null : (Double) (percent + 100 * spread.sd()),
                            Numbers.one(percent)
                                    + (n < scores.planned() ? " (" + n + " of " + scores.planned() + ")" : "")));
            labels.add(mean.method);
        }
        for (String method : missing) {
            bars.computeIfAbsent(family(method), unused -> new ArrayList<>())
                    .add(new Layer.Bar(labels.size(), null, null, null, "none of " + scores.planned()));
            labels.add(method);
        }
        List<Layer> layers = new ArrayList<>();
        for (Family family : new TreeSet<>(bars.keySet())) {
            layers.add(new Layer.Bars(family.words(), Look.of(family), Objects.requireNonNull(bars.get(family))));
        }
        return new Chart(
                scores.settings().size() == 1 ? "" : header(setting),
                Scale.percent("accuracy in per cent"),
                Scale.categories("", labels),
                layers);
    }

    private @Nullable Figure curves(String dataset, Axis axis) {
        List<Scale.Tick> ticks = new ArrayList<>();
        for (String setting : scores.settings()) {
            double value = Objects.requireNonNull(panel.values().get(setting));
            if (Double.isFinite(value) && (value > 0 || !axis.counts())) {
                ticks.add(new Scale.Tick(value, setting));
            }
        }
        if (ticks.isEmpty()) {
            return null;
        }
        Scale x = Scale.at(axis.words(), axis.counts(), ticks);
        Scale y = Scale.percent("accuracy in per cent");
        String baseline = panel.baseline().getOrDefault(dataset, "");
        List<Layer> behind = new ArrayList<>();
        List<org.shiftbed.report.figure.Panel> charts = new ArrayList<>();
        if (scores.methods().contains(baseline)) {
            behind.addAll(line(baseline, baseline + ", the baseline", Look.REFERENCE, dataset, ticks, false));
        }
        for (String method : scores.methods()) {
            List<Layer> own = line(method, family(method).words(), Look.of(family(method)), dataset, ticks, true);
            if (!own.isEmpty()) {
                List<Layer> layers = new ArrayList<>(method.equals(baseline) ? List.of() : behind);
                layers.addAll(own);
                charts.add(new Chart(method, x, y, layers));
            }
        }
        return charts.isEmpty()
                ? null
                : new Figure(
                        "Test accuracy on " + dataset + " along " + axis.words() + ": " + panel.words(),
                        "Mean over " + scores.planned()
                                + " seeds, band of one standard deviation on both sides; a hollow point lacks seeds.",
                        charts,
                        CURVES_PER_ROW);
    }

    /** Band, line and points of a method; none where it has no number. */
    private List<Layer> line(
            String method, String name, Look look, String dataset, List<Scale.Tick> ticks, boolean whole) {
        List<Layer.Range> ranges = new ArrayList<>();
        List<Layer.Point> points = new ArrayList<>();
        List<Layer.Dot> dots = new ArrayList<>();
        for (Scale.Tick tick : ticks) {
            Summary summary = summary(method, dataset, tick.label());
            if (summary != null) {
                Summary.Spread spread = summary.spread();
                double mean = 100 * summary.mean();
                double sd = spread == null ? 0 : 100 * spread.sd();
                ranges.add(new Layer.Range(tick.value(), mean - sd, mean + sd));
                points.add(new Layer.Point(tick.value(), mean));
                dots.add(new Layer.Dot(
                        tick.value(),
                        mean,
                        null,
                        null,
                        summary.n() < scores.planned(),
                        String.format(
                                Locale.ROOT,
                                "%.1f, sd %.1f, %d of %d seeds",
                                mean,
                                sd,
                                summary.n(),
                                scores.planned())));
            } else {
                points.add(new Layer.Point(tick.value(), Double.NaN));
            }
        }
        if (dots.isEmpty()) {
            return List.of();
        }
        Layer line = new Layer.Line(name, look, points, false);
        return whole
                ? List.of(new Layer.Band(name, look, ranges, false), line, new Layer.Dots(name, look, dots))
                : List.of(line);
    }

    private @Nullable Summary summary(String method, String dataset, String setting) {
        return Summary.of(List.copyOf(scores.of(method, dataset, setting).values()));
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
    public static String plain(String words) {
        return words.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
    }
}
