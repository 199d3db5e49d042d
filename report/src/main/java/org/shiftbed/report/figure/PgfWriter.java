package org.shiftbed.report.figure;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shiftbed.report.table.Escape;

/**
 * Writes a figure as PGFPlots source for {@code \input}: the letters are those of the paper, the numbers stand in it unrounded, and a change of a
 * number is a change of a line. On a {@link Scale.Kind#PROBIT} axis coordinates are quantiles of the normal distribution, as a comment says.
 */
final class PgfWriter {
    private static final String NEEDS =
            "% In the preamble: \\usepackage[T1]{fontenc} \\usepackage{pgfplots} \\usetikzlibrary{patterns} \\pgfplotsset{compat=1.16}\n";

    private final Figure figure;
    private final String name;
    private final StringBuilder out = new StringBuilder();

    /**
     * @param name of the figure's files, for pictures, whose pixels no source can hold
     */
    PgfWriter(Figure figure, String name) {
        this.figure = figure;
        this.name = name;
    }

    String write() {
        out.append("% ").append(comment(figure.title())).append('\n').append(NEEDS);
        if (figure.panels().stream().anyMatch(Pictures.class::isInstance)) {
            out.append("% Also \\usepackage{graphicx}; pictures are pixels, which lie in the file beside this one.\n")
                    .append("\\includegraphics{")
                    .append(name)
                    .append(".pdf}\n");
            return out.toString();
        }
        out.append("\\begingroup\\small\n");
        colours();
        legend();
        for (int i = 0; i < figure.panels().size(); i++) {
            Panel panel = figure.panels().get(i);
            if (panel instanceof Chart chart) {
                chart(chart);
            } else if (panel instanceof Matrix matrix) {
                matrix(matrix);
            }
            boolean last =
                    (i + 1) % figure.perRow() == 0 || i + 1 == figure.panels().size();
            out.append(last ? "\\par\\medskip\n" : "\\hfill\n");
        }
        if (!figure.caption().isEmpty()) {
            out.append("{\\footnotesize\\noindent ")
                    .append(Escape.latex(figure.caption()))
                    .append("\\par}\n");
        }
        return out.append("\\endgroup\n").toString();
    }

    private static String comment(String text) {
        return Escape.line(text);
    }

    private void colours() {
        Set<Integer> all = new LinkedHashSet<>();
        for (Panel panel : figure.panels()) {
            if (panel instanceof Chart chart) {
                chart.layers().forEach(layer -> all.add(layer.look().rgb()));
            } else if (panel instanceof Matrix matrix) {
                for (Matrix.Row row : matrix.rows()) {
                    row.cells().forEach(cell -> all.add(matrix.shade(cell).rgb()));
                }
            }
        }
        all.forEach(rgb -> out.append("\\definecolor{")
                .append(colour(rgb))
                .append("}{HTML}{")
                .append(String.format(Locale.ROOT, "%06X", rgb))
                .append("}\n"));
    }

    private static String colour(int rgb) {
        return String.format(Locale.ROOT, "shiftbed%06x", rgb);
    }

    private void legend() {
        List<Figure.Key> keys = figure.legend();
        if (keys.isEmpty()) {
            return;
        }
        out.append("\\noindent\\raggedright\n");
        for (Figure.Key key : keys) {
            Look look = key.look();
            out.append("\\mbox{\\tikz[baseline=-0.6ex]{");
            if (key.sign() == Figure.Sign.AREA) {
                out.append("\\path[draw,fill=")
                        .append(colour(look.rgb()))
                        .append(hatch(look.hatch()))
                        .append("] (0,-0.1) rectangle (0.5,0.15);");
            } else {
                String line = key.sign() == Figure.Sign.DOT ? ",only marks" : "";
                String mark = key.sign() == Figure.Sign.LINE ? "" : "," + mark(look, false);
                out.append("\\draw plot[")
                        .append(mark.isEmpty() ? "mark=none" : mark.substring(1))
                        .append(line)
                        .append(",mark indices={2},color=")
                        .append(colour(look.rgb()))
                        .append(key.sign() == Figure.Sign.DOT ? "" : "," + dash(look.dash()))
                        .append("] coordinates {(0,0) (0.3,0) (0.6,0)};");
            }
            out.append("}~").append(Escape.latex(key.name())).append("}\\quad\n");
        }
        out.append("\\par\\smallskip\n");
    }

    private void chart(Chart chart) {
        boolean several = figure.panels().size() > 1;
        double share = Math.min(figure.perRow(), figure.panels().size()) > 1
                ? 0.94 / Math.min(figure.perRow(), figure.panels().size())
                : 0.75;
        out.append("\\begin{tikzpicture}\n\\begin{axis}[\n  scale only axis, width=")
                .append(String.format(Locale.ROOT, "%.2f", share * (chart.level() ? 0.55 : 0.72)))
                .append("\\linewidth, height=")
                .append(
                        chart.level()
                                ? String.format(
                                        Locale.ROOT,
                                        "%.2fcm",
                                        0.42 * Math.max(2, chart.y().ticks().size()))
                                : several ? "3cm" : "6cm")
                .append(
                        ",\n  clip mode=individual, unbounded coords=jump, grid=major, minor tick style={draw=none}, tick label style={font=\\scriptsize},\n  title={")
                .append(Escape.latex(chart.title()))
                .append("},\n");
        axis("x", chart.x());
        axis("y", chart.y());
        out.append(chart.level() ? "  y dir=reverse,\n" : "").append("]\n");
        for (Layer layer : chart.layers()) {
            if (!layer.name().isEmpty()) {
                out.append("% ").append(comment(layer.name())).append('\n');
            }
            if (layer instanceof Layer.Bars bars) {
                bars(chart, bars);
            } else if (layer instanceof Layer.Dots dots) {
                dots(chart, dots, false);
                dots(chart, dots, true);
            } else if (layer instanceof Layer.Line line) {
                line(chart, line);
            } else if (layer instanceof Layer.Band band) {
                band(chart, band);
            } else if (layer instanceof Layer.Words words) {
                words.words().forEach(word -> node(chart, word.x(), word.y(), word.text()));
            }
        }
        out.append("\\end{axis}\n\\end{tikzpicture}\n");
    }

    private void axis(String letter, Scale scale) {
        List<String> places = new ArrayList<>();
        List<String> labels = new ArrayList<>();
        for (Scale.Tick tick : scale.ticks()) {
            places.add(number(scale, tick.value()));
            labels.add("{" + Escape.latex(tick.label()) + "}");
        }
        if (scale.kind() == Scale.Kind.PROBIT) {
            out.append("  % ")
                    .append(letter)
                    .append(" is the quantile of the normal distribution for a share in per cent\n");
        }
        out.append(String.format(
                "  %1$smode=%2$s, %1$smin=%3$s, %1$smax=%4$s, %1$slabel={%5$s},%n  %1$stick={%6$s}, %1$sticklabels={%7$s},%n",
                letter,
                scale.kind() == Scale.Kind.LOGARITHMIC ? "log" : "linear",
                number(scale, scale.low()),
                number(scale, scale.high()),
                Escape.latex(scale.title()),
                String.join(",", places),
                String.join(",", labels)));
    }

    /** As it stands in a coordinate: itself, but quantiles on a probit axis. */
    private static String number(Scale scale, double value) {
        return Numbers.exact(scale.kind() == Scale.Kind.PROBIT ? scale.stretched(value) : value);
    }

    private static String at(Chart chart, double x, double y) {
        String height = Double.isFinite(y) ? number(chart.y(), y) : "nan";
        return "(" + number(chart.x(), x) + "," + height + ")";
    }

    private void node(Chart chart, double x, double y, String text) {
        out.append("\\node[anchor=west,font=\\scriptsize] at (axis cs:")
                .append(at(chart, x, y).substring(1))
                .append(" {")
                .append(Escape.latex(text))
                .append("};\n");
    }

    private static final String INTERVALS = "error bars/.cd, %1$s dir=both, %1$s explicit, error bar style={%2$s}";

    private static String hatch(Hatch hatch) {
        String pattern = switch (hatch) {
            case NONE -> "";
            case RISING -> "north east lines";
            case FALLING -> "north west lines";
            case CROSSED -> "crosshatch";
            case UPRIGHT -> "vertical lines";
            case LEVEL -> "horizontal lines";
        };
        return pattern.isEmpty() ? "" : ",postaction={pattern=" + pattern + ",pattern color=white}";
    }

    private void bars(Chart chart, Layer.Bars bars) {
        if (bars.bars().stream().anyMatch(bar -> bar.value() != null)) {
            out.append("\\addplot[xbar, bar width=0.66, bar shift=0pt, draw=black, fill=")
                    .append(colour(bars.look().rgb()))
                    .append(hatch(bars.look().hatch()))
                    .append(", ")
                    .append(String.format(INTERVALS, "x", "black"))
                    .append("] coordinates {\n");
            for (Layer.Bar bar : bars.bars()) {
                Double value = bar.value();
                if (value != null) {
                    out.append("  ")
                            .append(at(chart, value, bar.place()))
                            .append(interval(true, value, bar.low(), bar.high()))
                            .append('\n');
                }
            }
            out.append("};\n");
        }
        for (Layer.Bar bar : bars.bars()) {
            Double value = bar.value();
            Double high = bar.high();
            double end = value == null ? chart.x().base() : high == null ? value : Math.max(value, high);
            node(chart, Math.max(chart.x().low(), Math.min(chart.x().high(), end)), bar.place(), bar.words());
        }
    }

    /** Distances to the ends of an interval. */
    private static String interval(boolean level, double value, @Nullable Double low, @Nullable Double high) {
        if (low == null || high == null) {
            return "";
        }
        String up = Numbers.exact(high - value);
        String down = Numbers.exact(value - low);
        return level ? " += (" + up + ",0) -= (" + down + ",0)" : " += (0," + up + ") -= (0," + down + ")";
    }

    private static String mark(Look look, boolean hollow) {
        String fill = hollow ? ",mark options={fill=white" : ",mark options={fill=" + colour(look.rgb());
        return switch (look.mark()) {
            case CIRCLE -> "mark=*" + fill + "}";
            case SQUARE -> "mark=square*" + fill + "}";
            case TRIANGLE -> "mark=triangle*" + fill + "}";
            case DIAMOND -> "mark=diamond*" + fill + "}";
            case DOWN -> "mark=triangle*" + fill + ",rotate=180}";
            case PLUS -> "mark=+" + fill + ",line width=1.2pt}";
            case TICK -> "mark=|,mark size=4pt,mark options={line width=2pt}";
            case NONE -> "mark=none";
        };
    }

    private void dots(Chart chart, Layer.Dots dots, boolean hollow) {
        List<Layer.Dot> own =
                dots.dots().stream().filter(dot -> dot.hollow() == hollow).toList();
        if (own.isEmpty()) {
            return;
        }
        boolean probit = (chart.level() ? chart.x() : chart.y()).kind() == Scale.Kind.PROBIT;
        out.append("\\addplot[only marks, mark size=1.6pt, color=")
                .append(colour(dots.look().rgb()))
                .append(", ")
                .append(mark(dots.look(), hollow))
                .append(", ")
                .append(String.format(
                        INTERVALS, chart.level() ? "x" : "y", colour(dots.look().rgb())))
                .append("] coordinates {\n");
        for (Layer.Dot dot : own) {
            out.append("  ").append(at(chart, dot.x(), dot.y()));
            if (!probit) {
                out.append(interval(chart.level(), chart.level() ? dot.x() : dot.y(), dot.low(), dot.high()));
            }
            out.append('\n');
        }
        out.append("};\n");
    }

    private static String dash(Look.Dash dash) {
        return switch (dash) {
            case SOLID -> "solid";
            case DASHED -> "dashed";
            case DOTTED -> "dotted";
            case DASH_DOT -> "dashdotted";
        };
    }

    private void line(Chart chart, Layer.Line line) {
        Look look = line.look();
        out.append("\\addplot[mark=none, ")
                .append(line.steps() ? "const plot, " : "")
                .append(dash(look.dash()))
                .append(String.format(Locale.ROOT, ", line width=%.2fpt, color=", look.width() * PdfCanvas.POINT))
                .append(colour(look.rgb()))
                .append("] coordinates {\n");
        for (Layer.Point point : line.points()) {
            out.append("  ").append(at(chart, point.x(), point.y())).append('\n');
        }
        out.append("};\n");
    }

    private void band(Chart chart, Layer.Band band) {
        out.append("\\addplot[draw=none, forget plot, fill=")
                .append(colour(band.look().rgb()))
                .append(", fill opacity=0.25] coordinates {\n");
        List<String> upper = new ArrayList<>();
        List<String> lower = new ArrayList<>();
        Layer.Range before = null;
        for (Layer.Range range : band.ranges()) {
            if (band.steps() && before != null) {
                upper.add(at(chart, range.x(), before.high()));
                lower.add(at(chart, range.x(), before.low()));
            }
            upper.add(at(chart, range.x(), range.high()));
            lower.add(at(chart, range.x(), range.low()));
            before = range;
        }
        java.util.Collections.reverse(lower);
        upper.forEach(point -> out.append("  ").append(point).append('\n'));
        out.append("  % and back\n");
        lower.forEach(point -> out.append("  ").append(point).append('\n'));
        out.append("} -- cycle;\n");
    }

    private void matrix(Matrix matrix) {
        double cell = Plan.cell(matrix) * 0.024;
        out.append("% Column, row, number, what is printed, colour of the cell, of its words, hatch.\n")
                .append("\\newcommand\\shiftbedcell[7]{%\n")
                .append("  \\path[fill=#5] (#1-0.49,#2-0.47) rectangle (#1+0.49,#2+0.47);%\n")
                .append("  \\path[#7] (#1-0.49,#2-0.47) rectangle (#1+0.49,#2+0.47);%\n")
                .append("  \\node[text=#6,font=\\scriptsize] at (#1,#2) {#4};}\n")
                .append("\\begin{tikzpicture}[x=")
                .append(String.format(Locale.ROOT, "%.2f", cell))
                .append("cm,y=-0.5cm]\n");
        if (!matrix.title().isEmpty()) {
            out.append("\\node[anchor=south west] at (-0.5,-1.6) {")
                    .append(Escape.latex(matrix.title()))
                    .append("};\n");
        }
        out.append("\\node[anchor=south east,font=\\scriptsize] at (-0.55,-0.5) {")
                .append(Escape.latex(matrix.corner()))
                .append("};\n");
        for (int column = 0; column < matrix.columns().size(); column++) {
            out.append("\\node[anchor=south,align=center,text width=")
                    .append(String.format(Locale.ROOT, "%.2f", cell))
                    .append("cm,inner xsep=0pt,font=\\scriptsize] at (")
                    .append(column)
                    .append(",-0.5) {")
                    .append(Escape.latex(matrix.columns().get(column)))
                    .append("};\n");
        }
        for (int i = 0; i < matrix.rows().size(); i++) {
            Matrix.Row row = matrix.rows().get(i);
            out.append("\\node[anchor=east,font=\\scriptsize] at (-0.55,")
                    .append(i)
                    .append(") {")
                    .append(Escape.latex(row.label()))
                    .append("};\n");
            for (int column = 0; column < row.cells().size(); column++) {
                Matrix.Cell one = row.cells().get(column);
                Matrix.Shade shade = matrix.shade(one);
                String pattern = shade.hatch() == Hatch.NONE
                        ? ""
                        : "pattern=" + (shade.hatch() == Hatch.CROSSED ? "crosshatch" : "north east lines")
                                + ",pattern color=black!25";
                out.append("\\shiftbedcell{")
                        .append(column)
                        .append("}{")
                        .append(i)
                        .append("}{")
                        .append(Numbers.exact(one.value(), "none"))
                        .append("}{")
                        .append(Escape.latex(one.words()))
                        .append("}{")
                        .append(colour(shade.rgb()))
                        .append("}{")
                        .append(shade.ink() == 0xffffff ? "white" : "black")
                        .append("}{")
                        .append(pattern)
                        .append("}\n");
            }
        }
        out.append("\\end{tikzpicture}%\n\\let\\shiftbedcell\\undefined\n");
    }
}
