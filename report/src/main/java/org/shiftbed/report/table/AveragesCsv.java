package org.shiftbed.report.table;

import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.CanonicalJson;
import org.shiftbed.report.statistics.Average;
import org.shiftbed.report.statistics.Method;
import org.shiftbed.report.statistics.Results;
import org.shiftbed.report.statistics.Summary;

/** Averages over test environments for other programs: unrounded, a number that does not exist is an empty field. */
public final class AveragesCsv {
    private static final List<String> COLUMNS = List.of(
            "dataset",
            "algorithm",
            "form",
            "strict",
            "selection",
            "mean",
            "sd",
            "se",
            "low",
            "high",
            "n",
            "planned",
            "partial",
            "note");

    private AveragesCsv() {}

    /** One row a rule, data set and method; empty where no data set of the study is averaged. {@code n} counts seeds that have every environment. */
    public static String write(Results results) {
        StringWriter out = new StringWriter();
        try (var csv = de.siegmar.fastcsv.writer.CsvWriter.builder()
                .lineDelimiter(LineDelimiter.LF)
                .build(out)) {
            boolean any = false;
            for (String selection : results.selections()) {
                for (String dataset : results.datasets()) {
                    for (Method method : results.methods(dataset)) {
                        Average average = results.average(selection, dataset, method);
                        if (average != null) {
                            if (!any) {
                                csv.writeRecord(COLUMNS);
                            }
                            any = true;
                            csv.writeRecord(row(selection, dataset, method, average, results.oracleNote(selection)));
                        }
                    }
                }
            }
        } catch (IOException e) {
            throw new IllegalStateException("a string writer does not fail", e);
        }
        return out.toString();
    }

    private static List<String> row(String selection, String dataset, Method method, Average average, String note) {
        Summary summary = average.summary();
        Summary.Spread spread = summary == null ? null : summary.spread();
        return List.of(
                dataset,
                method.algorithm(),
                method.form(),
                method.strictText(),
                selection,
                number(summary == null ? null : summary.mean()),
                number(spread == null ? null : spread.sd()),
                number(spread == null ? null : spread.se()),
                number(spread == null ? null : spread.low()),
                number(spread == null ? null : spread.high()),
                Integer.toString(average.values().size()),
                Integer.toString(average.planned()),
                Boolean.toString(average.partial()),
                note);
    }

    private static String number(@Nullable Double value) {
        return value == null ? "" : CanonicalJson.text(value);
    }
}
