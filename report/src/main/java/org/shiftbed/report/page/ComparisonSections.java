package org.shiftbed.report.page;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shiftbed.report.statistics.Cell;
import org.shiftbed.report.statistics.Comparison;
import org.shiftbed.report.statistics.Method;
import org.shiftbed.report.statistics.PairedDifference;
import org.shiftbed.report.statistics.Place;
import org.shiftbed.report.statistics.Results;
import org.shiftbed.report.statistics.Summary;
import org.shiftbed.report.style.OwnStyle;
import org.shiftbed.report.table.Table;

/** Accuracy of every method at every place, and what separates it from the baseline. */
final class ComparisonSections {
    /** More comparisons than this have one word each: nobody reads a thousand sentences, and a page must carry them. */
    private static final int SENTENCES = 200;

    private final Results results;
    private final String headline;

    ComparisonSections(Results results, String headline) {
        this.results = results;
        this.headline = headline;
    }

    /** One chart a data set; its numbers stand in the table of the headline rule. */
    void accuracy(Html html) {
        for (String dataset : results.datasets()) {
            List<Place> places = results.places(dataset);
            List<Method> methods = results.methods(dataset);
            List<Chart.Intervals.Series> series = new ArrayList<>();
            for (Method method : methods) {
                List<Chart.Intervals.Point> points = new ArrayList<>();
                for (int band = 0; band < places.size(); band++) {
                    Cell cell = results.cell(headline, places.get(band), method);
                    Summary summary = cell == null ? null : cell.summary();
                    if (cell != null && summary != null) {
                        points.add(point(
                                band,
                                summary,
                                OwnStyle.cell(cell).text() + " % at "
                                        + places.get(band).label()));
                    }
                }
                series.add(new Chart.Intervals.Series(
                        method.label(methods), results.methods().indexOf(method), points));
            }
            // An accuracy is never below 0, a t interval may be: the axis ends there, and the interval is cut.
            boolean below =
                    series.stream().flatMap(one -> one.points().stream()).anyMatch(point -> point.low() < 0);
            Chart chart = new Chart.Intervals(
                    "Test accuracy on " + dataset + " by shift and method, rule " + headline,
                    "test accuracy in per cent",
                    places.stream().map(Place::label).toList(),
                    series,
                    false,
                    below ? (Double) 0.0 : null,
                    100.0);
            html.element("h3", dataset);
            html.chart(
                    chart,
                    "Mean over seeds with its 95% t interval, rule " + headline
                            + ". A dot without a bar stands for one seed. An interval wider than the axis is cut at its"
                            + " ends. The numbers, with standard errors, stand in the first table below.");
        }
    }

    /** A chart and a table of paired differences under the headline rule. */
    void differences(Html html) {
        List<PairedDifference> differences = new Comparison(results).under(headline);
        if (differences.isEmpty()) {
            html.element("p", "There is one method only: nothing to compare.");
            return;
        }
        List<Method> all = results.methods();
        List<String> bands =
                differences.stream().map(PairedDifference::scope).distinct().toList();
        List<Method> methods =
                differences.stream().map(PairedDifference::method).distinct().toList();
        List<Chart.Intervals.Series> series = new ArrayList<>();
        for (Method method : methods) {
            List<Chart.Intervals.Point> points = new ArrayList<>();
            for (PairedDifference difference : differences) {
                Summary summary = difference.summary();
                if (difference.method().equals(method) && summary != null) {
                    points.add(point(
                            bands.indexOf(difference.scope()),
                            summary,
                            difference.scope() + ": " + interval(summary) + " points"));
                }
            }
            series.add(new Chart.Intervals.Series(method.label(all), all.indexOf(method), points));
        }
        String baseline = String.join(
                ", ",
                differences.stream()
                        .map(difference -> difference.baseline().label(all))
                        .distinct()
                        .toList());
        html.chart(
                new Chart.Intervals(
                        "Accuracy of each method minus that of " + baseline + ", rule " + headline,
                        "points (right: better than " + baseline + ")",
                        bands,
                        series,
                        true,
                        null,
                        null),
                "Mean difference to " + baseline + " over seeds with its 95% t interval, in percentage points, rule "
                        + headline + ". An interval that crosses zero does not tell.");
        List<Table.Row> rows = new ArrayList<>();
        for (PairedDifference difference : differences) {
            Summary summary = difference.summary();
            rows.add(new Table.Row(
                    difference.method().label(all),
                    List.of(
                            new Table.Cell(difference.scope(), null),
                            new Table.Cell(
                                    summary == null ? "\u2013" : PairedDifference.points(summary.mean()),
                                    summary == null ? null : (Double) summary.mean()),
                            new Table.Cell(bounds(summary), null),
                            new Table.Cell(Integer.toString(summary == null ? 0 : summary.n()), null),
                            new Table.Cell(words(difference, all, differences.size() > SENTENCES), null))));
        }
        html.table(
                new Table(
                        "Differences to " + baseline + " in percentage points, rule " + headline,
                        List.of("method", "where", "difference", "95% interval", "seeds", "in words"),
                        rows,
                        List.of(
                                "A comparison needs at least two seeds that both methods have. Intervals are not corrected"
                                        + " for the number of comparisons (" + differences.size() + ").")),
                List.of(1, 5));
    }

    private static String words(PairedDifference difference, List<Method> all, boolean shortly) {
        if (!shortly) {
            return difference.sentence(
                    difference.method().label(all), difference.baseline().label(all));
        }
        return switch (difference.verdict()) {
            case BETTER -> "better";
            case WORSE -> "worse";
            case UNDECIDED -> "cannot be told";
        };
    }

    private static Chart.Intervals.Point point(int band, Summary summary, String words) {
        Summary.Spread spread = summary.spread();
        double mean = 100 * summary.mean();
        return new Chart.Intervals.Point(
                band,
                mean,
                spread == null ? mean : 100 * spread.low(),
                spread == null ? mean : 100 * spread.high(),
                words);
    }

    private static String interval(Summary summary) {
        return PairedDifference.points(summary.mean())
                + (summary.spread() == null ? "" : " (95% interval " + bounds(summary) + ")");
    }

    private static String bounds(@Nullable Summary summary) {
        Summary.Spread spread = summary == null ? null : summary.spread();
        return spread == null
                ? "\u2013"
                : PairedDifference.points(spread.low()) + " to " + PairedDifference.points(spread.high());
    }
}
