package org.shiftbed.report.figure;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.shiftbed.base.Seed;
import org.shiftbed.report.aggregate.Axis;
import org.shiftbed.report.aggregate.Family;
import org.shiftbed.report.aggregate.Panel;
import org.shiftbed.report.aggregate.Scores;

class ControlledFiguresTest {
    private static final Map<String, String> METHODS = methods();

    private static Map<String, String> methods() {
        Map<String, String> methods = new LinkedHashMap<>();
        for (String name : List.of("ResNet18", "ResNet50", "ResNet101", "ViT", "MLP")) {
            methods.put(name, "ERM");
        }
        for (String name : List.of(
                "ImageNetAug",
                "AugMix",
                "RandAugment",
                "AutoAugment",
                "CycleGAN",
                "IRM",
                "CORAL",
                "Mixup",
                "DANN",
                "SagNet",
                "JTT",
                "BNAdapt",
                "BetaVAE",
                "Pretrained")) {
            methods.put(name, name);
        }
        return methods;
    }

    /** Writes every figure of made-up numbers into a folder as PNG, to be looked at. */
    public static void main(String[] folder) throws IOException {
        for (Panel panel : List.of(along(Axis.SAMPLES), unseen(false), unseen(true))) {
            for (Map.Entry<String, Drawing> drawing :
                    new ControlledFigures(panel).drawings().entrySet()) {
                ImageIO.write(
                        image(drawing.getValue()),
                        "png",
                        new File(folder[0], drawing.getKey() + (panel.ablation() ? "-operations" : "") + ".png"));
            }
        }
    }

    private static Panel along(Axis axis) {
        return panel("low-data", axis, List.of("1", "10", "100", "1000"), List.copyOf(METHODS.keySet()), false);
    }

    private static Panel unseen(boolean ablation) {
        return panel("unseen", null, List.of(""), List.copyOf(METHODS.keySet()), ablation);
    }

    private static Panel panel(
            String kind, @Nullable Axis axis, List<String> settings, List<String> methods, boolean ablation) {
        List<String> datasets = List.of("sprites", "MPI3D");
        List<Scores.Score> scores = new ArrayList<>();
        for (String method : methods) {
            for (String dataset : datasets) {
                for (int q = 0; q < settings.size(); q++) {
                    for (int seed = 0; seed < 3; seed++) {
                        if (method.equals("ViT") && dataset.equals("MPI3D") && q == 0) {
                            continue;
                        }
                        double draw = Seed.of(method, dataset, seed).random().nextDouble();
                        scores.add(
                                new Scores.Score(method, dataset, settings.get(q), seed, 0.35 + 0.12 * q + 0.2 * draw));
                    }
                }
            }
        }
        Map<String, Double> values = new LinkedHashMap<>();
        Map<String, Family> families = new LinkedHashMap<>();
        if (axis != null) {
            settings.forEach(setting -> values.put(setting, Double.valueOf(setting)));
        }
        METHODS.forEach((method, algorithm) -> families.put(method, Family.of(algorithm)));
        return new Panel(
                kind,
                "id",
                axis,
                values,
                new Scores(methods, datasets, settings, 3, scores),
                Map.of("sprites", "ResNet18", "MPI3D", "ResNet18"),
                families,
                Map.of(),
                Map.of(),
                ablation);
    }

    private static BufferedImage image(Drawing drawing) {
        BufferedImage image = new BufferedImage(drawing.width(), drawing.height(), BufferedImage.TYPE_INT_RGB);
        Graphics2D g = image.createGraphics();
        drawing.paintAll(g);
        g.dispose();
        return image;
    }

    @Test
    void aShiftAlongAnAxisHasChangesCurvesAndBars() {
        assertThat(new ControlledFigures(along(Axis.SAMPLES)).drawings().keySet())
                .containsExactly(
                        "low-data-change",
                        "low-data-bars-sprites",
                        "low-data-curves-sprites",
                        "low-data-bars-mpi3d",
                        "low-data-curves-mpi3d");
        assertThat(new ControlledFigures(unseen(false)).drawings().keySet())
                .containsExactly("unseen-change", "unseen-ranks", "unseen-bars-sprites", "unseen-bars-mpi3d");
        assertThat(new ControlledFigures(unseen(true)).drawings().keySet())
                .containsExactly("unseen-ablation", "unseen-bars-sprites", "unseen-bars-mpi3d");
    }

    @Test
    void everyFigureIsAWellFormedFileWithItsWordsAsText() throws Exception {
        Drawing drawing = Objects.requireNonNull(
                new ControlledFigures(along(Axis.SAMPLES)).drawings().get("low-data-change"));
        String svg = drawing.svg();
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
        var document = factory.newDocumentBuilder()
                .parse(new java.io.ByteArrayInputStream(svg.getBytes(java.nio.charset.StandardCharsets.UTF_8)));
        List<String> texts = new ArrayList<>();
        var nodes = document.getElementsByTagName("text");
        for (int i = 0; i < nodes.getLength(); i++) {
            texts.add(nodes.item(i).getTextContent());
        }
        // The baseline does not change, and ViT lacks a data set at N = 1 alone.
        assertThat(texts).contains("N = 1", "N = 1000", "ResNet18", "Pretrained", "0.0");
        assertThat(texts).filteredOn(text -> text.endsWith("(1)")).hasSize(1);
        String address = drawing.address();
        assertThat(address).startsWith("data:image/svg+xml,").doesNotContain("\"", "<", "&", "#", "\n");
        String read = java.net.URLDecoder.decode(
                address.substring("data:image/svg+xml,".length()).replace("+", "%2B"),
                java.nio.charset.StandardCharsets.UTF_8);
        assertThat(read).isEqualTo(svg.replaceAll("\\s+", " "));
    }

    /** Whoever shows the file has other fonts than the one measured here: the end, or the middle, is told, not the start. */
    @Test
    void labelsOfAHeatMapEndAtOnePlaceAndNumbersStandInTheMiddleOfTheirCell() throws Exception {
        String svg = Objects.requireNonNull(
                        new ControlledFigures(along(Axis.SAMPLES)).drawings().get("low-data-change"))
                .svg();
        java.util.regex.Matcher texts =
                java.util.regex.Pattern.compile("<text([^>]*)>([^<]*)</text").matcher(svg);
        Map<String, String> attributes = new LinkedHashMap<>();
        while (texts.find()) {
            attributes.put(texts.group(2), texts.group(1));
        }
        for (String method : METHODS.keySet()) {
            assertThat(attributes.get(method)).as(method).contains("x=\"122\"").contains("text-anchor=\"end\"");
        }
        // Cells are 82 wide from 130 on, with a gap of two.
        assertThat(attributes.get("0.0")).contains("text-anchor=\"middle\"").contains("x=\"");
        assertThat(attributes.get("N = 1")).contains("x=\"171\"").contains("text-anchor=\"middle\"");
        assertThat(attributes.get("method")).doesNotContain("text-anchor");
    }

    /** Lines of a hatch end at the sides of its area: no clip, one element. */
    @Test
    void aHatchIsOnePathInsideOfItsArea() throws Exception {
        for (int slope : new int[] {-1, 0, 1}) {
            SvgInk svg = new SvgInk();
            Ink.lines(svg, new java.awt.geom.Rectangle2D.Double(10, 20, 30, 12), Color.RED, slope);
            java.io.StringWriter out = new java.io.StringWriter();
            svg.stream(out, true);
            String file = out.toString();
            assertThat(file).doesNotContain("clipPath");
            java.util.regex.Matcher path =
                    java.util.regex.Pattern.compile("<path[^>]* d=\"([^\"]*)\"").matcher(file);
            assertThat(path.find()).isTrue();
            java.util.regex.Matcher lines = java.util.regex.Pattern.compile(
                            "M([-\\d.]+) ([-\\d.]+) L([-\\d.]+) ([-\\d.]+)")
                    .matcher(path.group(1));
            int count = 0;
            while (lines.find()) {
                double fromX = Double.parseDouble(lines.group(1));
                double fromY = Double.parseDouble(lines.group(2));
                double toX = Double.parseDouble(lines.group(3));
                double toY = Double.parseDouble(lines.group(4));
                assertThat(List.of(fromX, toX)).allMatch(x -> x >= 10 && x <= 40);
                assertThat(List.of(fromY, toY)).allMatch(y -> y >= 20 && y <= 32);
                assertThat(toX - fromX).isEqualTo(slope * (fromY - toY));
                count++;
            }
            // Six pixels apart: starts from 10 to 34 upright; slanted ones start from -2 to 46, where they cross the
            // area.
            assertThat(count).isEqualTo(slope == 0 ? 5 : 6);
            assertThat(path.find()).isFalse();
        }
    }

    @Test
    void coloursOfAHeatMapAreSymmetricAroundWhite() {
        assertThat(HeatMap.colour(0, 10)).isEqualTo(Color.WHITE);
        Color above = HeatMap.colour(10, 10);
        Color below = HeatMap.colour(-10, 10);
        assertThat(above.getBlue()).isGreaterThan(above.getRed());
        assertThat(below.getRed()).isGreaterThan(below.getBlue());
        HeatMap map = new HeatMap(
                "t",
                "c",
                List.of("a", "b"),
                List.of(new HeatMap.Row("r", List.of(new HeatMap.Cell(3.0, ""), new HeatMap.Cell(-7.5, "")))),
                "");
        assertThat(map.limit()).isEqualTo(7.5);
        assertThat(HeatMap.signed(-0.04)).isEqualTo("0.0");
        assertThat(HeatMap.signed(-0.06)).isEqualTo("\u22120.1");
        assertThat(HeatMap.signed(12.34)).isEqualTo("+12.3");
    }

    /** Without colour, families are told apart by their hatch: the same area, in grey, is a different picture for each. */
    @Test
    void familiesDifferInGreyAlone() {
        List<List<Integer>> pictures = new ArrayList<>();
        for (Family family : Family.values()) {
            BufferedImage image = new BufferedImage(36, 24, BufferedImage.TYPE_INT_RGB);
            Graphics2D g = image.createGraphics();
            g.setColor(Color.GRAY);
            g.fillRect(0, 0, 36, 24);
            Ink.hatch(g, new java.awt.geom.Rectangle2D.Double(0, 0, 36, 24), family, Color.WHITE);
            g.dispose();
            List<Integer> pixels = new ArrayList<>();
            for (int i = 0; i < 36 * 24; i++) {
                pixels.add(image.getRGB(i % 36, i / 36));
            }
            pictures.add(pixels);
        }
        assertThat(pictures).doesNotHaveDuplicates();
    }

    @Test
    void barsOfEveryGroupAreSortedAnew() {
        BarSheet.Group group = new BarSheet.Group(
                "N = 1",
                List.of(
                        new BarSheet.Bar("a", Family.ADAPTIVE, 0.2, null),
                        new BarSheet.Bar("b", Family.LEARNED, 0.9, 0.1),
                        new BarSheet.Bar("c", Family.HEURISTIC, 0.5, 0.1)));
        assertThat(group.bars()).extracting(BarSheet.Bar::method).containsExactly("b", "c", "a");
    }
}
