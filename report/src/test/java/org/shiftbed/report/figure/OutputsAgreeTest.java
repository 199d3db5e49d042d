package org.shiftbed.report.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.awt.geom.Point2D;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.text.PDFTextStripper;
import org.hipparchus.distribution.continuous.NormalDistribution;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.shiftbed.base.CanonicalJson;
import org.shiftbed.report.table.Table;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** Every form of a figure has the numbers of the value: each is read back out of the file. */
class OutputsAgreeTest {
    private static final Map<String, Figure> ALL = SampleFigures.all();

    static Stream<String> names() {
        return ALL.keySet().stream();
    }

    private static Figure figure(String name) {
        return Objects.requireNonNull(ALL.get(name));
    }

    private static Element parsed(String svg) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)))
                .getDocumentElement();
    }

    private static List<Element> children(Element parent) {
        List<Element> children = new ArrayList<>();
        NodeList nodes = parent.getChildNodes();
        for (int i = 0; i < nodes.getLength(); i++) {
            if (nodes.item(i) instanceof Element element) {
                children.add(element);
            }
        }
        return children;
    }

    private static @Nullable Double number(Element element, String name) {
        return element.hasAttribute(name) ? (Double) Double.parseDouble(element.getAttribute(name)) : null;
    }

    private static double[] list(Element element, String name) {
        return Stream.of(element.getAttribute(name).split(" ", -1))
                .mapToDouble(text -> text.equals("none") ? Double.NaN : Double.parseDouble(text))
                .toArray();
    }

    @ParameterizedTest
    @MethodSource("names")
    void theAttributesOfTheSvgAreTheNumbers(String name) throws Exception {
        Figure figure = figure(name);
        List<String> marks = new ArrayList<>();
        for (Element panel : children(parsed(FigureFiles.svg(figure)))) {
            if (panel.hasAttribute("data-panel")) {
                for (Element group : children(panel)) {
                    marks.addAll(marks(group));
                }
            }
        }
        assertThat(marks).isEqualTo(Numbered.of(figure));
    }

    private static List<String> marks(Element group) {
        List<String> marks = new ArrayList<>();
        if (group.hasAttribute("data-value")) {
            String value = group.getAttribute("data-value");
            marks.add(Numbered.mark("cell", value.equals("none") ? null : (Double) Double.parseDouble(value)));
        } else if (group.hasAttribute("data-words")) {
            marks.add("picture");
        }
        switch (group.getAttribute("data-kind")) {
            case "bars", "dots" -> {
                String kind = group.getAttribute("data-kind").equals("bars") ? "bar" : "dot";
                for (Element mark : children(group)) {
                    marks.add(Numbered.mark(
                            kind,
                            number(mark, "data-x"),
                            number(mark, "data-y"),
                            number(mark, "data-low"),
                            number(mark, "data-high")));
                }
            }
            case "line" -> {
                double[] xs = list(group, "data-xs");
                double[] ys = list(group, "data-ys");
                for (int i = 0; i < xs.length; i++) {
                    marks.add(Numbered.mark("line", xs[i], Double.isNaN(ys[i]) ? null : (Double) ys[i]));
                }
            }
            case "band" -> {
                double[] xs = list(group, "data-xs");
                double[] lows = list(group, "data-lows");
                double[] highs = list(group, "data-highs");
                for (int i = 0; i < xs.length; i++) {
                    marks.add(Numbered.mark("band", xs[i], lows[i], highs[i]));
                }
            }
            default -> {}
        }
        return marks;
    }

    /** Where a round point or a bar stands is where its numbers lie between the labelled numbers of its axis. */
    @ParameterizedTest
    @MethodSource("names")
    void marksOfTheSvgStandWhereTheTicksSayTheyDo(String name) throws Exception {
        Figure figure = figure(name);
        int panelIndex = 0;
        for (Element panel : children(parsed(FigureFiles.svg(figure)))) {
            if (!panel.hasAttribute("data-panel")) {
                continue;
            }
            if (figure.panels().get(panelIndex++) instanceof Chart chart) {
                Map<String, Double> across = new LinkedHashMap<>();
                for (Element child : children(panel)) {
                    if (child.getTagName().equals("text")
                            && child.getAttribute("text-anchor").equals("middle")) {
                        across.putIfAbsent(child.getTextContent(), number(child, "x"));
                    }
                }
                Scale.Tick first = chart.x().ticks().get(0);
                Scale.Tick last = chart.x().ticks().get(chart.x().ticks().size() - 1);
                if (first == last || !across.containsKey(last.label())) {
                    continue;
                }
                double from = Objects.requireNonNull(across.get(first.label()));
                double to = Objects.requireNonNull(across.get(last.label()));
                double a = spaced(chart.x(), first.value());
                double b = spaced(chart.x(), last.value());
                NodeList areas = panel.getElementsByTagName("polygon");
                for (int i = 0; i < areas.getLength(); i++) {
                    Element area = (Element) areas.item(i);
                    Element bar = (Element) area.getParentNode();
                    boolean whole = bar.hasAttribute("data-x")
                            && children(bar).get(0) == area
                            && ((Element) bar.getParentNode())
                                    .getAttribute("data-kind")
                                    .equals("bars");
                    if (whole) {
                        double share =
                                (spaced(chart.x(), Double.parseDouble(bar.getAttribute("data-x"))) - a) / (b - a);
                        double end = Stream.of(area.getAttribute("points").split(" ", -1))
                                .mapToDouble(point -> Double.parseDouble(point.split(",", -1)[0]))
                                .max()
                                .orElseThrow();
                        assertThat(end).isEqualTo(from + share * (to - from), within(0.02));
                    }
                }
                NodeList circles = panel.getElementsByTagName("circle");
                for (int i = 0; i < circles.getLength(); i++) {
                    Element group = (Element) circles.item(i).getParentNode();
                    if (group.hasAttribute("data-x")) {
                        double share =
                                (spaced(chart.x(), Double.parseDouble(group.getAttribute("data-x"))) - a) / (b - a);
                        assertThat(Double.parseDouble(((Element) circles.item(i)).getAttribute("cx")))
                                .isEqualTo(from + share * (to - from), within(0.02));
                    }
                }
            }
        }
    }

    private static double spaced(Scale scale, double value) {
        return switch (scale.kind()) {
            case LINEAR, CATEGORIES -> value;
            case LOGARITHMIC -> Math.log(value);
            case PROBIT -> new NormalDistribution().inverseCumulativeProbability(value / 100);
        };
    }

    @ParameterizedTest
    @MethodSource("names")
    void thePdfHasEveryWordAndNumberOfTheSvg(String name) throws Exception {
        Figure figure = figure(name);
        List<String> words = new ArrayList<>();
        NodeList texts = parsed(FigureFiles.svg(figure)).getElementsByTagName("text");
        for (int i = 0; i < texts.getLength(); i++) {
            words.add(Letters.printable(texts.item(i).getTextContent()).replace(" ", ""));
        }
        byte[] pdf = FigureFiles.pdf(figure);
        assertThat(FigureFiles.pdf(figure)).isEqualTo(pdf);
        try (PDDocument document = Loader.loadPDF(pdf)) {
            assertThat(document.getNumberOfPages()).isEqualTo(1);
            assertThat(document.getDocumentInformation().getTitle()).isEqualTo(figure.title());
            PDFTextStripper stripper = new PDFTextStripper();
            // In the order in which they were painted, which is that of the SVG.
            stripper.setSortByPosition(false);
            String found = stripper.getText(document).replaceAll("\\s", "");
            assertThat(found).isEqualTo(String.join("", words));
            List<Point2D> inPdf = PdfMarks.circles(document);
            List<Point2D> inSvg = PdfMarks.circles(parsed(FigureFiles.svg(figure)));
            assertThat(inPdf).hasSameSizeAs(inSvg);
            for (int i = 0; i < inSvg.size(); i++) {
                // Hundredths of a pixel in one, single floats of points in the other.
                assertThat(inPdf.get(i).distance(inSvg.get(i))).isLessThan(0.02);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void theOptionOfThePageHasTheNumbers(String name) {
        Figure figure = figure(name);
        Map<String, Object> json = CanonicalJson.parseObject(FigureFiles.echarts(figure));
        Map<?, ?> option = (Map<?, ?>) Objects.requireNonNull(json.get("option"));
        List<String> marks = new ArrayList<>();
        for (Object each : (List<?>) Objects.requireNonNull(option.get("series"))) {
            Map<?, ?> series = (Map<?, ?>) each;
            int panel = ((Number) Objects.requireNonNull(series.get("xAxisIndex"))).intValue();
            String kind = "line".equals(series.get("type")) ? "line" : String.valueOf(series.get("renderItem"));
            for (Object item : (List<?>) Objects.requireNonNull(series.get("data"))) {
                List<?> values =
                        (List<?>) Objects.requireNonNull(item instanceof Map<?, ?> map ? map.get("value") : item);
                Double[] numbers = values.stream()
                        .map(value -> value == null ? null : (Double) ((Number) value).doubleValue())
                        .toArray(Double[]::new);
                switch (kind) {
                    case "bar" -> marks.add(Numbered.mark("bar", numbers));
                    case "dot", "levelDot" -> marks.add(Numbered.mark("dot", unspaced(figure, panel, numbers)));
                    case "line" -> marks.add(Numbered.mark("line", unspaced(figure, panel, numbers)));
                    case "band" -> marks.add(Numbered.mark("band", numbers));
                    case "cell" -> marks.add(Numbered.mark("cell", numbers[2]));
                    case "picture" -> marks.add("picture");
                    default -> {}
                }
            }
        }
        assertThat(rounded(marks)).isEqualTo(rounded(Numbered.of(figure)));
    }

    /** Quantiles back to per cent. */
    private static Double[] unspaced(Figure figure, int panel, Double[] numbers) {
        Chart chart = (Chart) figure.panels().get(panel);
        Double[] back = numbers.clone();
        for (int i = 0; i < back.length; i++) {
            Scale scale = i == 0 ? chart.x() : chart.y();
            if (scale.kind() == Scale.Kind.PROBIT && back[i] != null) {
                back[i] = 100 * new NormalDistribution().cumulativeProbability(back[i]);
            }
        }
        return back;
    }

    /** To nine digits: a quantile and back is not exact to the last. */
    private static List<String> rounded(List<String> marks) {
        Pattern number = Pattern.compile("-?\\d+\\.\\d+(E-?\\d+)?");
        return marks.stream()
                .map(mark -> number.matcher(mark)
                        .replaceAll(found -> String.format("%.9g", Double.parseDouble(found.group()))))
                .toList();
    }

    private static final Pattern PLOT =
            Pattern.compile("\\\\addplot\\[(.*?)\\] coordinates \\{\\n(.*?)\\}( -- cycle)?;", Pattern.DOTALL);
    private static final Pattern PAIR =
            Pattern.compile("^  \\(([^,]+),([^)]+)\\)(?: \\+= \\((\\S+),(\\S+)\\) -= \\((\\S+),(\\S+)\\))?$");

    @ParameterizedTest
    @MethodSource("names")
    void theCoordinatesOfThePgfplotsSourceAreTheNumbers(String name) {
        Figure figure = figure(name);
        String source = FigureFiles.pgf(figure, name);
        List<String> found = new ArrayList<>();
        Matcher cells = Pattern.compile("\\\\shiftbedcell\\{(\\d+)\\}\\{(\\d+)\\}\\{([^}]*)\\}")
                .matcher(source);
        while (cells.find()) {
            found.add("cell " + cells.group(3));
        }
        Matcher plots = PLOT.matcher(source);
        while (plots.find()) {
            for (String line : plots.group(2).split("\n", -1)) {
                Matcher pair = PAIR.matcher(line);
                if (pair.matches()) {
                    String offsets = pair.group(3) == null
                            ? ""
                            : " " + number(pair.group(3)) + " " + number(pair.group(4)) + " " + number(pair.group(5))
                                    + " " + number(pair.group(6));
                    found.add("at " + number(pair.group(1)) + " " + number(pair.group(2)) + offsets);
                }
            }
        }
        assertThat(found).containsExactlyInAnyOrderElementsOf(PgfNumbers.of(figure));
    }

    private static String number(String text) {
        return String.valueOf(Double.parseDouble(text.equals("nan") ? "NaN" : text) + 0.0);
    }

    @ParameterizedTest
    @MethodSource("names")
    void theTextHasEveryNumberToFiveDigits(String name) throws IOException {
        Figure figure = figure(name);
        List<Double> numbers = new ArrayList<>();
        for (Table table : FigureFiles.tables(figure)) {
            table.rows()
                    .forEach(row -> row.cells().forEach(cell -> {
                        Double value = cell.value();
                        if (value != null) {
                            numbers.add(value);
                            if (!(figure.panels().get(0) instanceof Matrix)) {
                                assertThat(Double.parseDouble(cell.text().replace('\u2212', '-')))
                                        .isEqualTo(value, within(Math.abs(value) * 5.1e-5));
                            }
                        }
                    }));
        }
        String text = FigureFiles.text(figure, 100);
        assertThat(text).contains(figure.title().split(" ", 2)[0]);
        for (Panel panel : figure.panels()) {
            if (panel instanceof Matrix matrix) {
                matrix.rows()
                        .forEach(row -> row.cells().forEach(cell -> {
                            if (cell.value() != null) {
                                assertThat(numbers).contains(cell.value());
                            }
                            assertThat(text).contains(cell.words());
                        }));
            } else if (panel instanceof Chart chart) {
                for (Layer layer : chart.layers()) {
                    if (layer instanceof Layer.Bars bars) {
                        bars.bars().forEach(bar -> {
                            if (bar.value() != null) {
                                assertThat(numbers).contains(bar.value());
                            }
                        });
                    } else if (layer instanceof Layer.Dots dots) {
                        dots.dots().forEach(dot -> assertThat(numbers).contains(chart.level() ? dot.x() : dot.y()));
                    } else if (layer instanceof Layer.Band band) {
                        band.ranges().forEach(range -> assertThat(numbers).contains(range.low(), range.high()));
                    } else if (layer instanceof Layer.Line line && !line.name().isEmpty()) {
                        line.points().forEach(point -> {
                            double value = chart.level() ? point.x() : point.y();
                            if (Double.isFinite(value)) {
                                assertThat(numbers).contains(value);
                            }
                        });
                    }
                }
            }
        }
    }
}
