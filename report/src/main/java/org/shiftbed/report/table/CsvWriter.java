package org.shiftbed.report.table;

import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.CanonicalJson;
import org.shiftbed.report.statistics.Cell;
import org.shiftbed.report.statistics.Results;
import org.shiftbed.report.statistics.Summary;

/** The numbers of a report for other programs: one row a cell, unrounded, in the shortest form that reads back to the same double. */
public final class CsvWriter {
    /** The header: a contract with readers of the file. */
    public static final List<String> COLUMNS = List.of(
            "dataset",
            "shift",
            "setting",
            "algorithm",
            "form",
            "strict",
            "selection",
            "environment",
            "mean",
            "sd",
            "se",
            "low",
            "high",
            "n",
            "planned",
            "failed",
            "diverged",
            "refused",
            "partial",
            "test_queries",
            "note");

    /** The cells of a report in their order; a number that does not exist is an empty field. */
    public String write(Results results) {
        StringWriter out = new StringWriter();
        try (var csv = de.siegmar.fastcsv.writer.CsvWriter.builder()
                .lineDelimiter(LineDelimiter.LF)
                .build(out)) {
            csv.writeRecord(COLUMNS);
            for (Cell cell : results.cells()) {
                csv.writeRecord(row(cell, results.readsTestLabels(cell.selection())));
            }
        } catch (java.io.IOException e) {
            throw new IllegalStateException("a string writer does not fail", e);
        }
        return out.toString();
    }

    private static List<String> row(Cell cell, boolean oracle) {
        Summary summary = cell.summary();
        Summary.Spread spread = summary == null ? null : summary.spread();
        List<String> row = new ArrayList<>(List.of(
                cell.place().dataset(),
                cell.place().shift(),
                cell.place().setting(),
                cell.method().algorithm(),
                cell.method().form(),
                cell.method().strictText(),
                cell.selection(),
                cell.place().environment()));
        row.add(number(summary == null ? null : summary.mean()));
        row.add(number(spread == null ? null : spread.sd()));
        row.add(number(spread == null ? null : spread.se()));
        row.add(number(spread == null ? null : spread.low()));
        row.add(number(spread == null ? null : spread.high()));
        for (int count : new int[] {cell.n(), cell.planned(), cell.failed(), cell.diverged(), cell.refused()}) {
            row.add(Integer.toString(count));
        }
        row.add(Boolean.toString(cell.n() < cell.planned()));
        row.add(Integer.toString(cell.testQueries()));
        row.add(oracle ? "not a valid benchmark" : "");
        return row;
    }

    private static String number(@Nullable Double value) {
        return value == null ? "" : CanonicalJson.text(value);
    }
}
