package org.shiftbed.report.style;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.shiftbed.report.table.Escape;
import org.shiftbed.report.table.LatexFrame;
import org.shiftbed.study.StudyResults;
import org.shiftbed.study.domainbed.Collector;
import org.shiftbed.study.domainbed.DomainBedRegistry;
import org.shiftbed.study.selection.Selections;

/**
 * What DomainBed's collector prints, byte for byte ({@code domainbed-protocol.md} 7.3): population deviation, cells cut at 20 and 25
 * characters, averages over whichever environments are there, LaTeX with cut header cells and names that are not escaped.
 */
public final class DomainBedStyle {
    /** The rule whose tables stand alone. */
    public static final String AUTO_LR = "auto-lr-iid";

    private static final int CELL = 20;
    private static final int AVERAGES_CELL = 25;

    private final Map<String, Collector> collectors = new LinkedHashMap<>();
    private final Map<String, String> methods;
    private final int totalRecords;
    private final List<String> datasets;
    private final List<String> algorithms;

    /** The two ways a table is written, and LaTeX that compiles. */
    private enum Form {
        TEXT,
        LATEX,
        LATEX_FIXED
    }

    /**
     * The tables of the three usual methods.
     *
     * @param results of a study of DomainBed's protocol, or of an import; every record counts, as in the reference (D27)
     */
    public DomainBedStyle(StudyResults results) {
        this(results, methods());
    }

    /**
     * The tables of {@code collect_results --auto_lr}: of that one method.
     *
     * @param results as in {@link #DomainBedStyle(StudyResults)}
     */
    public static DomainBedStyle autoLr(StudyResults results) {
        return new DomainBedStyle(results, Map.of(AUTO_LR, "auto lr training-domain validation set"));
    }

    /** @param methods rule names of ours, in DomainBed's order, with the names that it prints */
    private DomainBedStyle(StudyResults results, Map<String, String> methods) {
        this.methods = methods;
        List<String> rules = List.copyOf(methods.keySet());
        List<Collector> made = Collector.of(
                results,
                rules.stream()
                        .map(rule -> Selections.require(rule, "selection"))
                        .toList());
        for (int i = 0; i < rules.size(); i++) {
            collectors.put(rules.get(i), made.get(i));
        }
        Collector any = collector(methods.keySet().iterator().next());
        totalRecords = any.records();
        datasets = any.datasets();
        algorithms = any.algorithms();
    }

    private Collector collector(String rule) {
        return Objects.requireNonNull(collectors.get(rule));
    }

    private static Map<String, String> methods() {
        Map<String, String> names = new LinkedHashMap<>();
        names.put("iid", "training-domain validation set");
        names.put("loo", "leave-one-domain-out cross-validation");
        names.put("oracle", "test-domain validation set (oracle)");
        return names;
    }

    /** The file {@code results.txt}. */
    public String text() {
        return write(Form.TEXT);
    }

    /** The file {@code results.tex}: long bold headers are cut before their closing brace, and underscores stand bare. */
    public String latex() {
        return write(Form.LATEX);
    }

    /** The same tables and numbers in LaTeX that compiles, with packages of the base system: names escaped, nothing cut. */
    public String latexFixed() {
        return write(Form.LATEX_FIXED);
    }

    private String write(Form form) {
        StringBuilder out = new StringBuilder();
        if (form == Form.TEXT) {
            line(out, "Total records: " + totalRecords);
        } else {
            if (form == Form.LATEX) {
                line(out, "\\documentclass{article}");
                line(out, "\\usepackage{booktabs}");
                line(out, "\\usepackage{adjustbox}");
                line(out, "\\begin{document}");
            } else {
                out.append(LatexFrame.PREAMBLE);
            }
            line(out, "\\section{Full DomainBed results}");
            line(out, "% Total records: " + totalRecords);
        }
        methods.forEach((rule, name) -> {
            if (form != Form.TEXT) {
                line(out, "");
                line(out, "\\subsection{Model selection: " + name + "}");
            }
            for (String dataset : datasets) {
                section(out, form, dataset);
                header(out, form, "Dataset: " + dataset, name);
                datasetTable(out, form, rule, dataset);
            }
            section(out, form, "Averages");
            header(out, form, "Averages", name);
            averagesTable(out, form, rule);
        });
        if (form != Form.TEXT) {
            line(out, "\\end{document}");
        }
        return out.toString();
    }

    private void datasetTable(StringBuilder out, Form form, String rule, String dataset) {
        List<String> labels = DomainBedRegistry.environments(dataset);
        List<String> columns = new ArrayList<>(List.of("Algorithm"));
        columns.addAll(labels);
        columns.add("Avg");
        List<List<String>> rows = new ArrayList<>();
        for (String algorithm : algorithms) {
            List<String> row = new ArrayList<>(List.of(algorithm));
            for (int environment = 0; environment < labels.size(); environment++) {
                row.add(cell(form, collector(rule).cell(dataset, algorithm, environment)));
            }
            row.add(average(collector(rule).average(dataset, algorithm)));
            rows.add(row);
        }
        table(out, form, columns, rows, CELL);
    }

    private void averagesTable(StringBuilder out, Form form, String rule) {
        List<String> columns = new ArrayList<>(List.of("Algorithm"));
        columns.addAll(datasets);
        columns.add("Avg");
        List<List<String>> rows = new ArrayList<>();
        for (String algorithm : algorithms) {
            List<String> row = new ArrayList<>(List.of(algorithm));
            for (String dataset : datasets) {
                row.add(cell(form, collector(rule).averagesCell(dataset, algorithm)));
            }
            row.add(average(collector(rule).averagesAverage(algorithm)));
            rows.add(row);
        }
        table(out, form, columns, rows, AVERAGES_CELL);
    }

    private static String cell(Form form, Optional<Collector.Cell> cell) {
        return cell.map(found ->
                        round(found.mean()) + (form == Form.TEXT ? " +/- " : " $\\pm$ ") + round(found.error()))
                .orElse("X");
    }

    /** One decimal of the average, without error; X where one is missing. */
    private static String average(Optional<Double> mean) {
        return mean.map(DomainBedStyle::round).orElse("X");
    }

    /** One decimal of the exact binary value, half to even; a value that is not finite as Python prints it. */
    static String round(double value) {
        if (!Double.isFinite(value)) {
            return Double.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf";
        }
        return new BigDecimal(value).setScale(1, RoundingMode.HALF_EVEN).toPlainString();
    }

    private static void section(StringBuilder out, Form form, String title) {
        if (form != Form.TEXT) {
            line(out, "");
            line(out, "\\subsubsection{" + (form == Form.LATEX_FIXED ? Escape.latex(title) : title) + "}");
        }
    }

    private static void header(StringBuilder out, Form form, String what, String method) {
        line(out, "");
        if (form == Form.TEXT) {
            line(out, "-------- " + what + ", model selection method: " + method);
        }
    }

    private static void table(
            StringBuilder out, Form form, List<String> columns, List<List<String>> rows, int cellWidth) {
        if (form != Form.TEXT) {
            line(out, "\\begin{center}");
            out.append(form == Form.LATEX ? "\\adjustbox{max width=\\textwidth}{%\n" : LatexFrame.OPEN);
            line(out, "\\begin{tabular}{l" + "c".repeat(columns.size() - 1) + "}");
            line(out, "\\toprule");
        }
        row(out, form, columns.stream().map(column -> bold(form, column)).toList(), cellWidth);
        if (form != Form.TEXT) {
            line(out, "\\midrule");
        }
        for (List<String> cells : rows) {
            List<String> escaped = new ArrayList<>(cells);
            if (form == Form.LATEX_FIXED) {
                escaped.set(0, Escape.latex(cells.get(0)));
            }
            row(out, form, escaped, cellWidth);
        }
        if (form != Form.TEXT) {
            line(out, "\\bottomrule");
            out.append(form == Form.LATEX ? "\\end{tabular}}\n" : "\\end{tabular}\n" + LatexFrame.CLOSE);
            line(out, "\\end{center}");
        }
    }

    private static String bold(Form form, String column) {
        return switch (form) {
            case TEXT -> column;
            case LATEX -> "\\textbf{" + column.replace("%", "\\%") + "}";
            case LATEX_FIXED -> "\\textbf{" + Escape.latex(column) + "}";
        };
    }

    private static void row(StringBuilder out, Form form, List<String> cells, int width) {
        List<String> padded = cells.stream()
                .map(cell -> fit(cell, width, form != Form.LATEX_FIXED))
                .toList();
        line(out, String.join(form == Form.TEXT ? "  " : " & ", padded) + " " + (form == Form.TEXT ? "" : "\\\\"));
    }

    /** Left-justified to a width in characters, and cut to it where asked. */
    private static String fit(String text, int width, boolean cut) {
        int length = text.codePointCount(0, text.length());
        if (length > width) {
            return cut ? text.substring(0, text.offsetByCodePoints(0, width)) : text;
        }
        return text + " ".repeat(width - length);
    }

    private static void line(StringBuilder out, String text) {
        out.append(text).append('\n');
    }
}
