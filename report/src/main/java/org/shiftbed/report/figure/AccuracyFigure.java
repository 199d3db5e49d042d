package org.shiftbed.report.figure;

import java.awt.BasicStroke;
import java.awt.Color;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.apache.batik.dom.GenericDOMImplementation;
import org.apache.batik.svggen.SVGGraphics2D;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.CategorySeries;
import org.knowm.xchart.style.Styler;
import org.shiftbed.report.statistics.Cell;
import org.shiftbed.report.statistics.Method;
import org.shiftbed.report.statistics.Place;
import org.shiftbed.report.statistics.Results;
import org.shiftbed.report.statistics.Summary;

/** Accuracy of each method under each shift with 95% t intervals, as SVG. */
public final class AccuracyFigure {
    private static final Color[] COLOURS = {
        new Color(0x1a1a1a), new Color(0xd55e00), new Color(0x0072b2), new Color(0x009e73),
        new Color(0xa0529c), new Color(0x8a6d00), new Color(0x3b8fc2), new Color(0x6b6b6b)
    };

    /** How far each round of the colours goes to white, or below 0 to black. */
    private static final double[] ROUNDS = {0, 0.45, -0.4, 0.7, 0.25};

    private static final int LEGEND = 200;
    private static final int LEGEND_ROW = 30;
    private static final int TITLE = 80;
    private static final int BAR = 14;

    private final Results results;
    private final String selection;
    private final String dataset;

    /**
     * @param selection rule whose numbers are drawn
     * @param dataset whose places are drawn
     */
    public AccuracyFigure(Results results, String selection, String dataset) {
        this.results = results;
        this.selection = selection;
        this.dataset = dataset;
    }

    /** Is there no number to draw? */
    public boolean isEmpty() {
        return results.cells().stream()
                .noneMatch(cell -> cell.selection().equals(selection)
                        && cell.place().dataset().equals(dataset)
                        && cell.summary() != null);
    }

    /** The colours of the page, then lighter and darker ones of the same hues: no two of the first forty are the same. */
    static Color colour(int method) {
        Color base = COLOURS[method % COLOURS.length];
        int round = method / COLOURS.length;
        double share = ROUNDS[round % ROUNDS.length];
        int towards = share < 0 ? 0 : 255;
        double weight = Math.abs(share);
        return new Color(
                mixed(base.getRed(), towards, weight),
                mixed(base.getGreen(), towards, weight),
                mixed(base.getBlue(), towards, weight));
    }

    private static int mixed(int from, int to, double weight) {
        return (int) Math.round(from + weight * (to - from));
    }

    /** The drawing, text as text. */
    public String svg() throws IOException {
        List<Place> places = results.places(dataset);
        List<Method> methods = results.methods(dataset);
        CategoryChart chart = new CategoryChartBuilder()
                .width(LEGEND + places.size() * Math.max(140, BAR * methods.size()))
                .height(Math.max(420, TITLE + LEGEND_ROW * methods.size()))
                .title("Test accuracy on " + dataset + ", selection " + selection + " (mean, 95% t interval)")
                .xAxisTitle("")
                .yAxisTitle("accuracy in per cent")
                .build();
        chart.getStyler()
                .setDefaultSeriesRenderStyle(CategorySeries.CategorySeriesRenderStyle.Stick)
                .setLegendPosition(Styler.LegendPosition.OutsideE)
                .setChartBackgroundColor(Color.WHITE)
                .setPlotBorderVisible(false);
        chart.getStyler().setYAxisMin(0.0).setYAxisMax(100.0);
        chart.getStyler().setDefaultSeriesRenderStyle(CategorySeries.CategorySeriesRenderStyle.Bar);
        List<String> labels = places.stream().map(Place::label).toList();
        for (int i = 0; i < methods.size(); i++) {
            List<Double> means = new ArrayList<>();
            List<Double> errors = new ArrayList<>();
            for (Place place : places) {
                Cell cell = results.cell(selection, place, methods.get(i));
                Summary summary = cell == null ? null : cell.summary();
                Summary.Spread spread = summary == null ? null : summary.spread();
                means.add(summary == null ? null : (Double) (100 * summary.mean()));
                errors.add(spread == null ? 0.0 : 100 * spread.half());
            }
            CategorySeries series = chart.addSeries(methods.get(i).label(methods), labels, means, errors);
            series.setFillColor(colour(i));
            series.setLineStyle(new BasicStroke(1));
        }
        SVGGraphics2D graphics = new SVGGraphics2D(GenericDOMImplementation.getDOMImplementation()
                .createDocument("http://www.w3.org/2000/svg", "svg", null));
        chart.paint(graphics, chart.getWidth(), chart.getHeight());
        graphics.setSVGCanvasSize(new java.awt.Dimension(chart.getWidth(), chart.getHeight()));
        StringWriter out = new StringWriter();
        graphics.stream(out, true);
        return out.toString();
    }
}
