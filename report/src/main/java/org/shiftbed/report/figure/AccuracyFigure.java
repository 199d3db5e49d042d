package org.shiftbed.report.figure;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.shiftbed.report.statistics.Cell;
import org.shiftbed.report.statistics.Method;
import org.shiftbed.report.statistics.Place;
import org.shiftbed.report.statistics.Results;
import org.shiftbed.report.statistics.Summary;

/** Accuracy of each method at each place of a data set, with 95% t intervals over runs. */
public final class AccuracyFigure {
    private final Results results;
    private final String selection;
    private final String dataset;

    /**
     * @param selection rule whose numbers are drawn
     * @param dataset whose places are drawn
     */
    public AccuracyFigure(Results results, String selection, String dataset) {
        this.results = results;
        this.selection = selection;
        this.dataset = dataset;
    }

    /** The figure; null where there is no number to draw. */
    public @Nullable Figure figure() {
        List<Intervals.Group> groups = new ArrayList<>();
        List<Method> methods = results.methods(dataset);
        boolean any = false;
        for (Place place : results.places(dataset)) {
            List<Intervals.Entry> rows = new ArrayList<>();
            for (Method method : methods) {
                Cell cell = results.cell(selection, place, method);
                any |= cell != null && cell.summary() != null;
                rows.add(entry(method.label(methods), results.methods().indexOf(method), cell));
            }
            groups.add(new Intervals.Group(place.label(), rows));
        }
        if (!any) {
            return null;
        }
        return new Intervals(
                        "Test accuracy on " + dataset + ", selection " + selection,
                        "Mean over runs and its 95% t interval, cut at 0 and 100; a point without one stands for one run; a"
                                + " hollow one lacks runs that were planned.",
                        "accuracy in per cent",
                        groups,
                        false,
                        0.0,
                        100.0)
                .figure();
    }

    private static Intervals.Entry entry(String label, int slot, @Nullable Cell cell) {
        Summary summary = cell == null ? null : cell.summary();
        if (cell == null || summary == null) {
            String words = cell == null ? "not planned" : "none of " + cell.planned() + reason(cell);
            return new Intervals.Entry(label, slot, null, null, null, false, words);
        }
        Summary.Spread spread = summary.spread();
        boolean complete = cell.n() == cell.planned();
        return new Intervals.Entry(
                label,
                slot,
                100 * summary.mean(),
                spread == null ? null : (Double) (100 * spread.low()),
                spread == null ? null : (Double) (100 * spread.high()),
                complete,
                String.format(Locale.ROOT, "%.1f", 100 * summary.mean())
                        + (complete
                                ? ", n = " + cell.n()
                                : ", " + cell.n() + " of " + cell.planned() + " runs" + reason(cell)));
    }

    private static String reason(Cell cell) {
        return cell.emptyDiverged() > 0 ? " (" + cell.emptyDiverged() + " diverged)" : "";
    }
}
