package org.shiftbed.report.style;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shiftbed.report.table.Escape;
import org.shiftbed.study.Outcome;

/**
 * What DomainBed's collector prints, byte for byte ({@code domainbed-protocol.md} 7.3): population deviation, cells cut at 20 and 25
 * characters, averages over whichever environments are there, LaTeX with cut header cells and names that are not escaped.
 */
public final class DomainBedStyle {
    /** Rule names of ours, in DomainBed's order, with the names that it prints. */
    private static final Map<String, String> METHODS = methods();

    private static final int CELL = 20;
    private static final int AVERAGES_CELL = 25;

    private final int totalRecords;
    private final Map<Key, List<Value>> values = new LinkedHashMap<>();
    private final List<String> datasets;
    private final List<String> algorithms;

    private record Key(String selection, String dataset, String algorithm) {}

    private record Value(int environment, int trialSeed, double test) {}

    /** The two ways a table is written, and LaTeX that compiles. */
    private enum Form {
        TEXT,
        LATEX,
        LATEX_FIXED
    }

    /**
     * @param outcomes of rules iid, loo and oracle, in the order in which their records were read; outcomes without a number are ignored as
     *     the collector ignores them
     * @param totalRecords number of records read
     */
    public DomainBedStyle(List<Outcome> outcomes, int totalRecords) {
        this.totalRecords = totalRecords;
        LinkedHashSet<String> seenDatasets = new LinkedHashSet<>();
        LinkedHashSet<String> seenAlgorithms = new LinkedHashSet<>();
        for (Outcome outcome : outcomes) {
            seenDatasets.add(outcome.dataset());
            seenAlgorithms.add(outcome.algorithm());
            Double test = outcome.test();
            if (outcome.state() == Outcome.State.DONE && test != null) {
                values.computeIfAbsent(
                                new Key(outcome.selection(), outcome.dataset(), outcome.algorithm()),
                                unused -> new ArrayList<>())
                        .add(new Value(outcome.environmentIndex(), outcome.seed(), test));
            }
        }
        datasets = DomainBedNames.datasets(List.copyOf(seenDatasets));
        algorithms = DomainBedNames.algorithms(List.copyOf(seenAlgorithms));
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

    /** The same tables and numbers in LaTeX that compiles: names escaped, nothing cut. */
    public String latexFixed() {
        return write(Form.LATEX_FIXED);
    }

    private String write(Form form) {
        StringBuilder out = new StringBuilder();
        if (form == Form.TEXT) {
            line(out, "Total records: " + totalRecords);
        } else {
            line(out, "\\documentclass{article}");
            line(out, "\\usepackage{booktabs}");
            line(out, "\\usepackage{adjustbox}");
            line(out, "\\begin{document}");
            line(out, "\\section{Full DomainBed results}");
            line(out, "% Total records: " + totalRecords);
        }
        METHODS.forEach((rule, name) -> {
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
        List<String> labels = DomainBedNames.labels(dataset);
        List<String> columns = new ArrayList<>(List.of("Algorithm"));
        columns.addAll(labels);
        columns.add("Avg");
        List<List<String>> rows = new ArrayList<>();
        for (String algorithm : algorithms) {
            List<String> row = new ArrayList<>(List.of(algorithm));
            List<@Nullable Double> means = new ArrayList<>();
            for (int environment = 0; environment < labels.size(); environment++) {
                int index = environment;
                List<Double> tests = of(rule, dataset, algorithm).stream()
                        .filter(value -> value.environment == index)
                        .map(Value::test)
                        .toList();
                row.add(cell(form, tests));
                means.add(mean(tests));
            }
            row.add(average(means));
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
            List<@Nullable Double> means = new ArrayList<>();
            for (String dataset : datasets) {
                Map<Integer, List<Double>> trials = new LinkedHashMap<>();
                for (Value value : of(rule, dataset, algorithm)) {
                    trials.computeIfAbsent(value.trialSeed, unused -> new ArrayList<>())
                            .add(value.test);
                }
                List<Double> averages =
                        trials.values().stream().map(NumpyMean::mean).toList();
                row.add(cell(form, averages));
                means.add(mean(averages));
            }
            row.add(average(means));
            rows.add(row);
        }
        table(out, form, columns, rows, AVERAGES_CELL);
    }

    private List<Value> of(String rule, String dataset, String algorithm) {
        return values.getOrDefault(new Key(rule, dataset, algorithm), List.of());
    }

    private static @Nullable Double mean(List<Double> values) {
        return values.isEmpty() ? null : (Double) (100 * NumpyMean.mean(values));
    }

    private static String cell(Form form, List<Double> values) {
        if (values.isEmpty()) {
            return "X";
        }
        return round(100 * NumpyMean.mean(values))
                + (form == Form.TEXT ? " +/- " : " $\\pm$ ")
                + round(100 * NumpyMean.error(values));
    }

    /** One decimal of the average, without error; X where one is missing. */
    private static String average(List<@Nullable Double> means) {
        double sum = 0;
        for (Double mean : means) {
            if (mean == null) {
                return "X";
            }
            sum += mean;
        }
        return means.isEmpty() ? "X" : round(sum / means.size());
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
            line(out, "\\adjustbox{max width=\\textwidth}{%");
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
            line(out, "\\end{tabular}}");
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
