package org.shiftbed.report.table;

import java.util.List;

/** Tables in GitHub's Markdown. */
public final class MarkdownWriter {

    /** The tables, each under a heading of the third level. */
    public String write(List<Table> tables) {
        StringBuilder out = new StringBuilder();
        for (Table table : tables) {
            out.append("### ").append(Escape.markdown(table.title())).append("\n\n|");
            table.columns()
                    .forEach(column ->
                            out.append(' ').append(Escape.markdown(column)).append(" |"));
            out.append("\n|");
            for (int column = 0; column < table.columns().size(); column++) {
                out.append(column == 0 ? " --- |" : " ---: |");
            }
            out.append('\n');
            for (Table.Row row : table.rows()) {
                out.append("| ").append(Escape.markdown(row.label())).append(" |");
                row.cells()
                        .forEach(cell -> out.append(' ')
                                .append(Escape.markdown(cell.text()))
                                .append(" |"));
                out.append('\n');
            }
            for (String note : table.notes()) {
                out.append('\n').append(Escape.markdown(note)).append('\n');
            }
            out.append('\n');
        }
        return out.toString();
    }
}
