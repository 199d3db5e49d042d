package org.shiftbed.report.table;

/** Names as literal text in each form: whatever a user calls a data set or a column, it is shown as it stands. */
public final class Escape {
    private Escape() {}

    /** One line: control characters, line breaks of every kind included, become spaces. */
    public static String line(String text) {
        return text.codePoints()
                .map(c -> Character.isISOControl(c) || c == 0x2028 || c == 0x2029 ? ' ' : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    /** LaTeX text mode. */
    public static String latex(String text) {
        StringBuilder out = new StringBuilder();
        line(text)
                .codePoints()
                .forEach(c -> out.append(
                        switch (c) {
                            case '\\' -> "\\textbackslash{}";
                            case '{' -> "\\{";
                            case '}' -> "\\}";
                            case '$' -> "\\$";
                            case '&' -> "\\&";
                            case '#' -> "\\#";
                            case '%' -> "\\%";
                            case '_' -> "\\_";
                            case '^' -> "\\textasciicircum{}";
                            case '~' -> "\\textasciitilde{}";
                            case '<' -> "\\textless{}";
                            case '>' -> "\\textgreater{}";
                            case '|' -> "\\textbar{}";
                            case '"' -> "\\textquotedbl{}";
                            case '[' -> "{[}";
                            case ']' -> "{]}";
                            case '\u00b1' -> "$\\pm$";
                            case '\u2013' -> "--";
                            case '\u2212' -> "$-$";
                            default -> Character.toString(c);
                        }));
        return out.toString();
    }

    /** Markdown inside a table cell or a sentence. */
    public static String markdown(String text) {
        StringBuilder out = new StringBuilder();
        line(text)
                .codePoints()
                .forEach(c -> out.append(
                        switch (c) {
                            case '\\', '`', '*', '_', '{', '}', '[', ']', '#', '|', '!', '~' ->
                                "\\" + Character.toString(c);
                            case '<' -> "&lt;";
                            case '>' -> "&gt;";
                            case '&' -> "&amp;";
                            default -> Character.toString(c);
                        }));
        return out.toString();
    }

    /** HTML text and quoted attributes. */
    public static String html(String text) {
        StringBuilder out = new StringBuilder();
        line(text)
                .codePoints()
                .forEach(c -> out.append(
                        switch (c) {
                            case '&' -> "&amp;";
                            case '<' -> "&lt;";
                            case '>' -> "&gt;";
                            case '"' -> "&quot;";
                            case '\'' -> "&#39;";
                            default -> Character.toString(c);
                        }));
        return out.toString();
    }

    /** JSON that stands inside an HTML script element: no tag can begin or end in it. */
    public static String jsonInHtml(String json) {
        return json.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029");
    }
}
