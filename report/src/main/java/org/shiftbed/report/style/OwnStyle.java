package org.shiftbed.report.style;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.shiftbed.report.statistics.Average;
import org.shiftbed.report.statistics.Cell;
import org.shiftbed.report.statistics.Method;
import org.shiftbed.report.statistics.Place;
import org.shiftbed.report.statistics.Results;
import org.shiftbed.report.statistics.Summary;
import org.shiftbed.report.table.Table;

/**
 * Mean and standard error in per cent with the number of runs: {@code 71.2 ± 0.8 (3)}; one value has no ±; {@code (2/3)} where a planned run
 * has no number; diverged trainings are counted behind it.
 */
public final class OwnStyle {
    private final Results results;

    public OwnStyle(Results results) {
        this.results = results;
    }

    /** Every rule side by side, the headline first: one table for each rule and data set. */
    public List<Table> tables() {
        List<Table> tables = new ArrayList<>();
        for (String selection : results.selections()) {
            for (String dataset : results.datasets()) {
                tables.add(table(selection, dataset));
            }
        }
        return tables;
    }

    /** The table of one rule and data set. */
    public Table table(String selection, String dataset) {
        List<Place> places = results.places(dataset);
        List<Method> methods = results.methods(dataset);
        boolean average = results.averaged(dataset);
        List<String> columns = new ArrayList<>();
        columns.add("algorithm");
        places.forEach(place -> columns.add(place.label()));
        if (average) {
            columns.add("average");
        }
        boolean partial = false;
        List<Table.Row> rows = new ArrayList<>();
        for (Method method : methods) {
            List<Table.Cell> cells = new ArrayList<>();
            for (Place place : places) {
                cells.add(cell(results.cell(selection, place, method)));
            }
            Average over = results.average(selection, dataset, method);
            if (over != null) {
                partial |= over.partial();
                cells.add(average(over));
            }
            rows.add(new Table.Row(method.label(methods), cells));
        }
        return new Table(title(selection, dataset), columns, rows, notes(selection, methods, average, partial));
    }

    /** The text of a cell. */
    public static Table.Cell cell(@Nullable Cell cell) {
        if (cell == null) {
            return new Table.Cell("not planned", null);
        }
        Summary summary = cell.summary();
        String remarks = remarks(cell);
        String tail = remarks.isEmpty() ? "" : ", " + remarks;
        return new Table.Cell(number(summary, cell.planned()) + tail, summary == null ? null : (Double) summary.mean());
    }

    /** Trainings behind a cell that gave no number: {@code 2 diverged, 1 not run}; empty where there are none. */
    public static String remarks(Cell cell) {
        List<String> remarks = new ArrayList<>();
        count(remarks, cell.notEvaluated(), "not evaluated");
        count(remarks, cell.diverged(), "diverged");
        count(remarks, cell.failed(), "failed");
        count(remarks, cell.refused(), "refused");
        count(remarks, cell.notRun(), "not run");
        return String.join(", ", remarks);
    }

    /** Mean, standard error and count: {@code 71.2 ± 0.8 (3)}, {@code 71.2 (1/3)}, {@code – (0/3)}. */
    public static String number(@Nullable Summary summary, int planned) {
        int n = summary == null ? 0 : summary.n();
        String count = n == planned ? "(" + n + ")" : "(" + n + "/" + planned + ")";
        if (summary == null) {
            return "\u2013 " + count;
        }
        String mean = percent(summary.mean());
        Summary.Spread spread = summary.spread();
        return spread == null ? mean + " " + count : mean + " \u00b1 " + percent(spread.se()) + " " + count;
    }

    /** An accuracy in [0, 1] as per cent with one decimal. */
    public static String percent(double fraction) {
        return String.format(Locale.ROOT, "%.1f", 100 * fraction);
    }

    private static Table.Cell average(Average average) {
        Summary summary = average.summary();
        return new Table.Cell(
                number(summary, average.planned()) + (average.partial() ? " partial" : ""),
                summary == null ? null : (Double) summary.mean());
    }

    private static void count(List<String> remarks, int count, String what) {
        if (count > 0) {
            remarks.add(count + " " + what);
        }
    }

    private String title(String selection, String dataset) {
        boolean headline = results.selections().indexOf(selection) == 0;
        String mark = results.readsTestLabels(selection) ? ", not a valid benchmark" : headline ? ", headline" : "";
        return "Test accuracy on " + dataset + " in per cent, selection " + selection + mark;
    }

    /** Form and strict layers where all rows share them; where they differ, each row's name has its own. */
    private static Optional<String> shared(List<Method> methods) {
        List<String> shared = new ArrayList<>();
        if (methods.stream().map(Method::form).distinct().count() == 1) {
            shared.add("form " + methods.get(0).form());
        }
        if (methods.stream().map(Method::strict).distinct().count() == 1) {
            List<String> strict = methods.get(0).strict();
            shared.add(
                    strict.isEmpty()
                            ? "no layer strict"
                            : "strict in " + String.join(", ", strict) + " (where the reference's defects are kept)");
        }
        return shared.isEmpty() ? Optional.empty() : Optional.of("Every row: " + String.join("; ", shared) + ".");
    }

    private List<String> notes(String selection, List<Method> methods, boolean average, boolean partial) {
        List<String> notes = new ArrayList<>();
        notes.add(
                "Mean \u00b1 standard error over runs (number of runs; k/N: partial, only k of N planned runs have a number)."
                        + " Trainings that diverged, failed, were refused or have not run are counted behind it and enter no mean.");
        shared(methods).ifPresent(notes::add);
        String oracle = results.oracleNote(selection);
        if (!oracle.isEmpty()) {
            notes.add(oracle);
        }
        if (average) {
            notes.add(
                    "average: the mean over the test environments within each seed, equal weights, then over seeds that"
                            + " have every environment."
                            + (partial ? " partial: seeds that lack one are left out." : ""));
        }
        return notes;
    }
}
