package org.shiftbed.report.table;

import java.util.List;

/** Tables in LaTeX: one whole document of plain tables that compiles as it stands, and of which each table can be lifted out. */
public final class LatexWriter {

    /** A document with one table environment for each table. */
    public String write(List<Table> tables) {
        StringBuilder out = new StringBuilder();
        out.append(LatexFrame.PREAMBLE);
        for (Table table : tables) {
            write(table, out);
        }
        return out.append("\\end{document}\n").toString();
    }

    private static void write(Table table, StringBuilder out) {
        out.append("\n\\begin{table}[p]\n\\centering\n\\caption{")
                .append(Escape.latex(table.title()))
                .append("}\n");
        out.append(LatexFrame.OPEN)
                .append("\\begin{tabular}{l")
                .append("r".repeat(table.columns().size() - 1))
                .append("}\n\\toprule\n");
        line(table.columns(), out);
        out.append("\\midrule\n");
        for (Table.Row row : table.rows()) {
            out.append(Escape.latex(row.label()));
            row.cells().forEach(cell -> out.append(" & ").append(Escape.latex(cell.text())));
            out.append(" \\\\\n");
        }
        out.append("\\bottomrule\n\\end{tabular}\n").append(LatexFrame.CLOSE);
        for (String note : table.notes()) {
            out.append("\n\\smallskip\\parbox{\\textwidth}{\\footnotesize ")
                    .append(Escape.latex(note))
                    .append("}\n");
        }
        out.append("\\end{table}\n\\clearpage\n");
    }

    private static void line(List<String> texts, StringBuilder out) {
        out.append(String.join(" & ", texts.stream().map(Escape::latex).toList()))
                .append(" \\\\\n");
    }
}
