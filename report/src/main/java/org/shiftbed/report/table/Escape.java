package org.shiftbed.report.table;

import java.util.List;
import java.util.Locale;

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

    /** Greek letters from alpha on, final sigma included, as LaTeX calls them; omicron is an o. */
    private static final List<String> GREEK = List.of(
            "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi o pi rho varsigma sigma tau upsilon phi chi psi omega"
                    .split(" ", -1));

    /** Letters of Latin Extended-A that the T1 encoding has not. */
    private static final String NOT_IN_T1 = "\u0126\u0127\u0138\u013f\u0140\u0149\u0166\u0167";

    /** Signs beyond the Latin letters that T1 has. */
    private static final String SIGNS =
            "\u2018\u2019\u201a\u201c\u201d\u201e\u2020\u2021\u2022\u2026\u2030\u20ac\u2122";

    /**
     * LaTeX text mode, for the T1 encoding: a character that pdflatex does not know is written as its number, {@code [U+4E2D]}, for it would stop
     * the document.
     */
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
                            case '*' -> "{*}"; // after the end of a row a star would be taken for its option
                            case '[' -> "{[}";
                            case ']' -> "{]}";
                            case '\u00b1' -> "$\\pm$";
                            case '\u2013' -> "--";
                            case '\u2212' -> "$-$";
                            case '\u2192' -> "$\\rightarrow$";
                            case '\u2264' -> "$\\le$";
                            case '\u2265' -> "$\\ge$";
                            case '\u2260' -> "$\\ne$";
                            default -> latexLetter(c);
                        }));
        return out.toString();
    }

    private static String latexLetter(int c) {
        int greek = c - 0x3b1;
        if (greek >= 0 && greek < GREEK.size()) {
            return GREEK.get(greek).equals("o") ? "$o$" : "$\\" + GREEK.get(greek) + "$";
        }
        boolean known = c < 0x7f || (c > 0x9f && c < 0x17f && NOT_IN_T1.indexOf(c) < 0) || SIGNS.indexOf(c) >= 0;
        return known ? Character.toString(c) : String.format(Locale.ROOT, "{[}U+%04X{]}", c);
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
