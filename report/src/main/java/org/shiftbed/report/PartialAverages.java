package org.shiftbed.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.shiftbed.report.aggregate.Change;
import org.shiftbed.report.aggregate.Panel;
import org.shiftbed.report.aggregate.Scores;
import org.shiftbed.report.evidence.ScopeEvidence;
import org.shiftbed.report.statistics.Average;
import org.shiftbed.report.statistics.Cell;
import org.shiftbed.report.statistics.Method;
import org.shiftbed.report.statistics.Results;
import org.shiftbed.report.style.OwnStyle;

/** Averages of a report that are over fewer seeds, environments or data sets than were planned: one line each, the narrowest kind that has any. */
final class PartialAverages {
    private final Results results;

    PartialAverages(Results results) {
        this.results = results;
    }

    /**
     * Lines such as {@code ERM at sprites, unseen, selection id: over 2 of 3 runs (1 not run)}; none where every average is whole. An empty cell is no
     * average. Means over wider scopes are looked at only where every cell with a number is whole, since else each of them repeats what its cells lack.
     *
     * @param panels of the headline rule
     * @param scopes of the headline rule
     */
    List<String> lines(Supplier<List<Panel>> panels, Supplier<List<ScopeEvidence>> scopes) {
        List<String> lines = cells();
        if (lines.isEmpty()) {
            lines = environments();
        }
        if (lines.isEmpty()) {
            lines = datasets(panels.get());
        }
        return lines.isEmpty() ? scopes(scopes.get()) : lines;
    }

    private List<String> cells() {
        List<String> lines = new ArrayList<>();
        for (Cell cell : results.cells()) {
            if (cell.n() > 0 && cell.n() < cell.planned()) {
                String place = cell.place().isEnvironment()
                        ? cell.place().shift() + ", test on " + cell.place().environment()
                        : cell.place().shiftLabel();
                String remarks = OwnStyle.remarks(cell);
                lines.add(label(cell.method()) + " at " + cell.place().dataset() + ", " + place + ", selection "
                        + cell.selection() + ": over " + cell.n() + " of " + cell.planned() + " runs"
                        + (remarks.isEmpty() ? "" : " (" + remarks + ")"));
            }
        }
        return lines;
    }

    private List<String> environments() {
        List<String> lines = new ArrayList<>();
        for (String selection : results.selections()) {
            for (String dataset : results.datasets()) {
                for (Method method : results.methods(dataset)) {
                    @Nullable Average average = results.average(selection, dataset, method);
                    if (average != null && average.partial() && average.summary() != null) {
                        lines.add(label(method) + " on " + dataset + ", average over test environments, selection "
                                + selection + ": over " + average.values().size() + " of " + average.planned()
                                + " seeds");
                    }
                }
            }
        }
        return lines;
    }

    private static List<String> datasets(List<Panel> panels) {
        List<String> lines = new ArrayList<>();
        for (Panel panel : panels) {
            Scores scores = panel.scores();
            for (String setting : scores.settings()) {
                for (String method : panel.ablation() ? List.<String>of() : scores.methods()) {
                    Change change = Change.of(scores, panel.baseline(), method, setting, Change.Order.MEAN_OF_RATIOS);
                    if (change.value() != null && change.partial()) {
                        lines.add(method + ", change under " + panel.words()
                                + (setting.isEmpty() ? "" : ", " + setting) + ": over " + change.datasets() + " of "
                                + change.planned() + " data sets, " + change.seeds() + " of " + change.plannedSeeds()
                                + " runs");
                    }
                }
            }
        }
        return lines;
    }

    private List<String> scopes(List<ScopeEvidence> scopes) {
        List<String> lines = new ArrayList<>();
        for (ScopeEvidence scope : scopes) {
            for (int i = 0; i < scope.methods().size(); i++) {
                int planned = scope.planned().get(i);
                if (scope.runs(i) < planned) {
                    lines.add(label(scope.methods().get(i)) + ", interquartile mean over " + scope.scope() + ": over "
                            + scope.runs(i) + " of " + planned + " runs");
                }
            }
        }
        return lines;
    }

    private String label(Method method) {
        return method.label(results.methods());
    }
}
