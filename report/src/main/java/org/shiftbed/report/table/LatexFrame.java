package org.shiftbed.report.table;

/** What every LaTeX document of ours begins with, and a box that scales down a table wider than the text. Packages of the base system only. */
public final class LatexFrame {
    /** Class and packages, up to the beginning of the document; ends with a line feed. */
    public static final String PREAMBLE = """
            \\documentclass{article}
            \\usepackage[T1]{fontenc}
            \\usepackage[utf8]{inputenc}
            \\usepackage{booktabs}
            \\usepackage{graphicx}
            \\newsavebox{\\shiftbedtable}
            \\begin{document}
            """;

    /** Before a table. */
    public static final String OPEN = "\\begin{lrbox}{\\shiftbedtable}\n";

    /** After it: a table wider than the text is scaled down to it, a narrow one keeps its size. */
    public static final String CLOSE = """
            \\end{lrbox}
            \\ifdim\\wd\\shiftbedtable>\\textwidth\\resizebox{\\textwidth}{!}{\\usebox{\\shiftbedtable}}%
            \\else\\usebox{\\shiftbedtable}\\fi
            """;

    private LatexFrame() {}
}
