package org.shiftbed.report.figure;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.shiftbed.base.AtomicFiles;
import org.shiftbed.report.table.Table;
import org.shiftbed.report.table.TextWriter;

/** A figure in each of its forms. Equal figures give equal bytes on every machine. */
public final class FigureFiles {
    private FigureFiles() {}

    /** An SVG file; texts are texts, and marks carry their numbers as {@code data-} attributes. */
    public static String svg(Figure figure) {
        return new Painter(figure).svg();
    }

    /** A PDF file of one page, as large as the figure. */
    public static byte[] pdf(Figure figure) {
        return new Painter(figure).pdf();
    }

    /**
     * PGFPlots source for {@code \input}.
     *
     * @param name of the figure's files without ending: sample grids include the PDF of that name
     */
    public static String pgf(Figure figure, String name) {
        return new PgfWriter(figure, name).write();
    }

    /** What {@code figure.js} of the page draws: an ECharts option and the sizes of its panels, as JSON. */
    public static String echarts(Figure figure) {
        return new EchartsWriter(figure).json();
    }

    /** The numbers as tables, one a panel. */
    public static List<Table> tables(Figure figure) {
        return FigureTables.of(figure);
    }

    /** The numbers as text for a terminal. */
    public static String text(Figure figure, int columns) {
        return new TextWriter(columns).write(tables(figure));
    }

    /**
     * Writes {@code name.svg}, {@code name.pdf}, {@code name.tex} and {@code name.txt}.
     *
     * @param columns of the text
     */
    public static void write(Figure figure, Path folder, String name, int columns) throws IOException {
        AtomicFiles.write(folder.resolve(name + ".svg"), svg(figure));
        AtomicFiles.write(folder.resolve(name + ".pdf"), pdf(figure));
        AtomicFiles.write(folder.resolve(name + ".tex"), pgf(figure, name));
        AtomicFiles.write(folder.resolve(name + ".txt"), text(figure, columns));
    }
}
