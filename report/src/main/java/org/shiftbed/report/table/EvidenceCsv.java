package org.shiftbed.report.table;

import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.CanonicalJson;
import org.shiftbed.report.evidence.Friedman;
import org.shiftbed.report.evidence.InterquartileMean;
import org.shiftbed.report.evidence.Pairing;
import org.shiftbed.report.evidence.ScopeEvidence;
import org.shiftbed.report.statistics.Method;
import org.shiftbed.report.statistics.Summary;

/** Comparisons of methods for other programs: unrounded, a number that does not exist is an empty field. */
public final class EvidenceCsv {
    private EvidenceCsv() {}

    /**
     * One row a method against its baseline.
     *
     * @param selection the rule of all of it
     * @param note what must stand beside its numbers; empty for an honest rule
     * @param margin difference in accuracy that matters to nobody
     */
    public static String pairs(String selection, String note, List<ScopeEvidence> scopes, double margin) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of(
                "selection",
                "where",
                "algorithm",
                "form",
                "strict",
                "baseline",
                "difference",
                "low",
                "high",
                "pairs",
                "p_signed_ranks",
                "p_random_signs",
                "p_holm",
                "verdict",
                "planned",
                "note"));
        for (ScopeEvidence scope : scopes) {
            for (Pairing pairing : scope.pairings()) {
                Summary summary = pairing.summary();
                Summary.Spread spread = summary == null ? null : summary.spread();
                List<String> row = method(selection, scope, pairing.method());
                row.add(pairing.baseline().algorithm());
                row.add(number(summary == null ? null : summary.mean()));
                row.add(number(spread == null ? null : spread.low()));
                row.add(number(spread == null ? null : spread.high()));
                row.add(Integer.toString(pairing.pairs()));
                for (double p : new double[] {pairing.wilcoxon(), pairing.permutation(), pairing.holm()}) {
                    row.add(number(summary == null ? null : (Double) p));
                }
                row.add(pairing.verdict(margin).text());
                row.add(Integer.toString(pairing.planned()));
                row.add(note);
                rows.add(row);
            }
        }
        return write(rows);
    }

    /** One row a method and scope: mean rank over whole blocks, interquartile mean over all runs; {@code n} of {@code planned} runs have a number. */
    public static String ranks(String selection, String note, List<ScopeEvidence> scopes) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of(
                "selection",
                "where",
                "algorithm",
                "form",
                "strict",
                "mean_rank",
                "iqm",
                "iqm_low",
                "iqm_high",
                "blocks",
                "friedman_p",
                "friedman_p_f",
                "critical_distance",
                "n",
                "planned",
                "note"));
        for (ScopeEvidence scope : scopes) {
            Friedman friedman = scope.friedman();
            for (int i = 0; i < scope.methods().size(); i++) {
                InterquartileMean mean = scope.means().get(i);
                List<String> row = method(selection, scope, scope.methods().get(i));
                row.add(number(scope.rank(scope.methods().get(i))));
                row.add(number(mean.mean()));
                row.add(number(mean.low()));
                row.add(number(mean.high()));
                row.add(Integer.toString(friedman == null ? 0 : friedman.blocks()));
                row.add(number(friedman == null ? null : (Double) friedman.p()));
                row.add(number(friedman == null ? null : (Double) friedman.pF()));
                row.add(number(friedman == null ? null : (Double) friedman.criticalDistance()));
                row.add(Integer.toString(scope.runs(i)));
                row.add(Integer.toString(scope.planned().get(i)));
                row.add(note);
                rows.add(row);
            }
        }
        return write(rows);
    }

    private static List<String> method(String selection, ScopeEvidence scope, Method method) {
        return new ArrayList<>(
                List.of(selection, scope.scope(), method.algorithm(), method.form(), method.strictText()));
    }

    private static String number(@Nullable Double value) {
        return value == null ? "" : CanonicalJson.text(value);
    }

    private static String write(List<List<String>> rows) {
        StringWriter out = new StringWriter();
        try (var csv = de.siegmar.fastcsv.writer.CsvWriter.builder()
                .lineDelimiter(LineDelimiter.LF)
                .build(out)) {
            rows.forEach(csv::writeRecord);
        } catch (IOException e) {
            throw new IllegalStateException("a string writer does not fail", e);
        }
        return out.toString();
    }
}
