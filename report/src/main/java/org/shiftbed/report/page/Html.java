package org.shiftbed.report.page;

import java.util.ArrayList;
import java.util.List;
import org.shiftbed.report.table.Escape;
import org.shiftbed.report.table.Table;

/** HTML as it grows. Every text given to it is escaped; tags are its own. */
public final class Html {
    private final StringBuilder out = new StringBuilder();
    /** Sentences of more characters get a wide column rather than a high row. */
    private static final int LONG = 60;

    /** Names of rows of more characters are told as words, so that a page can keep their column from breaking them. */
    private static final int WORDS = 12;

    private int charts;

    /** Markup of ours that holds nobody else's text. */
    public Html raw(String markup) {
        out.append(markup);
        return this;
    }

    /** Somebody else's text. */
    public Html text(String text) {
        out.append(Escape.html(text));
        return this;
    }

    /** An element that holds a text. */
    public Html element(String tag, String text) {
        return element(tag, "", text);
    }

    /**
     * An element that holds a text.
     *
     * @param attributes markup of ours
     */
    public Html element(String tag, String attributes, String text) {
        out.append('<')
                .append(tag)
                .append(attributes.isEmpty() ? "" : " " + attributes)
                .append('>');
        text(text);
        out.append("</").append(tag).append(">\n");
        return this;
    }

    /** A section with a heading that the contents can point to. */
    public Html section(String id, String title) {
        return raw("<h2 id=\"" + id + "\">").text(title).raw("</h2>\n");
    }

    /** A list of sentences. */
    public Html list(List<String> items) {
        raw("<ul>\n");
        items.forEach(item -> element("li", item));
        return raw("</ul>\n");
    }

    /** A table of numbers in a box that scrolls by itself where the screen is narrow, with its notes. */
    public Html table(Table table) {
        return table(table, List.of());
    }

    /**
     * @param wordColumns indices of columns that hold words, to be set to the left
     */
    public Html table(Table table, List<Integer> wordColumns) {
        raw("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"")
                .text(table.title())
                .raw("\">\n<table>\n");
        caption(table.title());
        raw("<thead><tr>");
        for (int column = 0; column < table.columns().size(); column++) {
            element(
                    "th",
                    "scope=\"col\"" + kind(column, wordColumns, false),
                    table.columns().get(column));
        }
        raw("</tr></thead>\n<tbody>\n");
        for (Table.Row row : table.rows()) {
            String words = row.label().length() > WORDS ? " class=\"words\"" : "";
            raw("<tr>").element("th", "scope=\"row\"" + words, row.label());
            for (int column = 1; column <= row.cells().size(); column++) {
                String text = row.cells().get(column - 1).text();
                String kind = kind(column, wordColumns, true).strip();
                element("td", text.length() > LONG ? kind.replace("text", "text long") : kind, text);
            }
            raw("</tr>\n");
        }
        raw("</tbody>\n</table>\n</div>\n");
        table.notes().forEach(note -> element("p", "class=\"note\"", note));
        return this;
    }

    /** In a span of its own, so that it stays in view while a wide table scrolls under it. */
    private void caption(String title) {
        raw("<caption><span>").text(title).raw("</span></caption>\n");
    }

    private static String kind(int column, List<Integer> wordColumns, boolean cell) {
        return wordColumns.contains(column) ? " class=\"text\"" : cell ? " class=\"number\"" : "";
    }

    /** A chart with a caption that says what it shows and where its numbers stand. */
    public Html chart(Chart chart, String caption) {
        String id = "chart-" + ++charts;
        raw("<figure>\n<div class=\"chart\" id=\"" + id + "\" role=\"img\" aria-describedby=\"" + id
                + "-caption\" aria-label=\"");
        text(chart.title())
                .raw("\"></div>\n<figcaption id=\"" + id + "-caption\">")
                .text(caption);
        raw("</figcaption>\n");
        return data(id + "-data", chart.json()).raw("</figure>\n");
    }

    /** Data that a script of the page reads. */
    public Html data(String id, String json) {
        return raw("<script type=\"application/json\" id=\"" + id + "\">")
                .raw(Escape.jsonInHtml(json))
                .raw("</script>\n");
    }

    /** Names and values. */
    public Html facts(List<Facts.Entry> entries) {
        raw("<dl>\n");
        for (Facts.Entry entry : entries) {
            element("dt", entry.name());
            element("dd", entry.value());
        }
        return raw("</dl>\n");
    }

    /** A table of counts whose darkness follows the count. */
    Html heat(SplitFacts.Joint joint, String title) {
        long largest = Math.max(
                1,
                joint.counts().stream()
                        .flatMap(List::stream)
                        .mapToLong(Long::longValue)
                        .max()
                        .orElse(1));
        raw("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"")
                .text(title)
                .raw("\">\n<table class=\"heat\">\n");
        caption(title);
        raw("<thead><tr>");
        element("th", "scope=\"col\"", joint.rowAttribute() + " \\ " + joint.columnAttribute());
        joint.columns().forEach(column -> element("th", "scope=\"col\"", column));
        raw("</tr></thead>\n<tbody>\n");
        for (int row = 0; row < joint.rows().size(); row++) {
            raw("<tr>").element("th", "scope=\"row\"", joint.rows().get(row));
            for (long count : joint.counts().get(row)) {
                element("td", "style=\"" + shade((double) count / largest) + "\"", Long.toString(count));
            }
            raw("</tr>\n");
        }
        return raw("</tbody>\n</table>\n</div>\n");
    }

    /** From white to blue with the share of the largest count, and white letters where dark ones could not be read. */
    private static String shade(double share) {
        List<String> channels = new ArrayList<>();
        for (int target : new int[] {0, 90, 150}) {
            channels.add(Long.toString(Math.round(255 + share * (target - 255))));
        }
        return "background:rgb(" + String.join(",", channels) + ");color:" + (share > 0.6 ? "#fff" : "#1a1a1a");
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
