package org.shiftbed.report.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.shiftbed.report.aggregate.Family;

/** What is told apart by colour is told apart without it. */
class LegibleTest {
    /** Just noticed side by side is 2.3; apart in a figure is several times that. */
    private static final double APART = 10;

    /** Deuteranopia and protanopia after Vi&eacute;not, Brettel and Mollon (1999), on linear light. */
    private static final double[][] DEUTAN = {{0.29275, 0.70725, 0}, {0.29275, 0.70725, 0}, {-0.02234, 0.02234, 1}};

    private static final double[][] PROTAN = {{0.11238, 0.88762, 0}, {0.11238, 0.88762, 0}, {0.00401, -0.00401, 1}};

    private static double linear(int c) {
        double s = c / 255.0;
        return s <= 0.04045 ? s / 12.92 : Math.pow((s + 0.055) / 1.055, 2.4);
    }

    /** CIE L*a*b* under D65 of a colour as somebody sees it. */
    private static double[] lab(int rgb, double[][] eye) {
        double[] light = {linear((rgb >> 16) & 0xff), linear((rgb >> 8) & 0xff), linear(rgb & 0xff)};
        double[] seen = new double[3];
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                seen[i] += eye[i][j] * light[j];
            }
            seen[i] = Math.max(0, seen[i]);
        }
        double x = f((0.4124564 * seen[0] + 0.3575761 * seen[1] + 0.1804375 * seen[2]) / 0.95047);
        double y = f(0.2126729 * seen[0] + 0.7151522 * seen[1] + 0.0721750 * seen[2]);
        double z = f((0.0193339 * seen[0] + 0.1191920 * seen[1] + 0.9503041 * seen[2]) / 1.08883);
        return new double[] {116 * y - 16, 500 * (x - y), 200 * (y - z)};
    }

    private static double f(double t) {
        return t > 216.0 / 24389 ? Math.cbrt(t) : (24389.0 / 27 * t + 16) / 116;
    }

    private static double distance(int one, int other, double[][] eye) {
        double[] a = lab(one, eye);
        double[] b = lab(other, eye);
        return Math.sqrt(Math.pow(a[0] - b[0], 2) + Math.pow(a[1] - b[1], 2) + Math.pow(a[2] - b[2], 2));
    }

    @Test
    void theMeasureIsThatOfTheTextbook() {
        double[][] all = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
        assertThat(lab(0xffffff, all)[0]).isEqualTo(100, within(0.01));
        assertThat(lab(0xff0000, all)).containsExactly(new double[] {53.24, 80.09, 67.20}, within(0.02));
        // Red and green of one lightness are one colour to them, blue and yellow are not.
        assertThat(distance(0x0000ff, 0xffff00, DEUTAN)).isGreaterThan(100);
    }

    @Test
    void familiesDifferInHatchAndMarkWhereverTheirColoursDoNot() {
        for (Family one : Family.values()) {
            for (Family other : Family.values()) {
                if (one != other) {
                    assertThat(Look.of(one).hatch()).isNotEqualTo(Look.of(other).hatch());
                    assertThat(Look.of(one).mark()).isNotEqualTo(Look.of(other).mark());
                }
            }
        }
    }

    @Test
    void methodsOfOneColourForAColourBlindReaderDifferInHatchMarkOrDash() {
        List<String> alike = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            for (int j = i + 1; j < 40; j++) {
                Look a = Look.of(i);
                Look b = Look.of(j);
                boolean colour =
                        distance(a.rgb(), b.rgb(), DEUTAN) > APART && distance(a.rgb(), b.rgb(), PROTAN) > APART;
                if (!colour && (a.mark() == b.mark() || a.hatch() == b.hatch() || a.dash() == b.dash())) {
                    alike.add(i + " " + j);
                }
            }
        }
        // Dots differ in mark, bars in hatch, lines in dash: the first eight in all that they share a colour with.
        assertThat(alike.stream().filter(pair -> Integer.parseInt(pair.split(" ", -1)[1]) < 8))
                .isEmpty();
        Set<List<Object>> looks = new HashSet<>();
        IntStream.range(0, 40)
                .mapToObj(Look::of)
                .forEach(look -> looks.add(List.of(look.rgb(), look.mark(), look.hatch(), look.dash())));
        assertThat(looks).hasSize(40);
    }

    /** The two ends of the diverging scale: blue and red are far apart to all, and below zero is hatched. */
    @Test
    void aboveAndBelowZeroDifferWithoutColour() {
        Matrix matrix = new Matrix(
                "",
                "c",
                List.of("a", "b", "c"),
                List.of(new Matrix.Row(
                        "r",
                        List.of(
                                new Matrix.Cell(7.5, "+7.5"),
                                new Matrix.Cell(-7.5, "\u22127.5"),
                                new Matrix.Cell(null, "none")))),
                Matrix.Tone.DIVERGING,
                "points");
        Matrix.Shade above = matrix.shade(matrix.rows().get(0).cells().get(0));
        Matrix.Shade below = matrix.shade(matrix.rows().get(0).cells().get(1));
        Matrix.Shade none = matrix.shade(matrix.rows().get(0).cells().get(2));
        assertThat(distance(above.rgb(), below.rgb(), DEUTAN)).isGreaterThan(APART);
        assertThat(distance(above.rgb(), below.rgb(), PROTAN)).isGreaterThan(APART);
        assertThat(List.of(above.hatch(), below.hatch(), none.hatch()))
                .containsExactly(Hatch.NONE, Hatch.RISING, Hatch.CROSSED);
        // Words on every shade have the contrast that print needs (WCAG 2.1, 4.5 to 1).
        for (int i = 0; i <= 20; i++) {
            for (int sign : new int[] {-1, 1}) {
                Matrix.Shade shade = new Matrix(
                                "",
                                "",
                                List.of("a", "b"),
                                List.of(new Matrix.Row(
                                        "r",
                                        List.of(new Matrix.Cell(sign * i / 20.0, "x"), new Matrix.Cell(1.0, "x")))),
                                Matrix.Tone.DIVERGING,
                                "")
                        .shade(new Matrix.Cell(sign * i / 20.0, "x"));
                assertThat(contrast(shade.rgb(), shade.ink()))
                        .as("%s", sign * i)
                        .isGreaterThan(4.5);
            }
        }
    }

    private static double contrast(int one, int other) {
        double a = luminance(one);
        double b = luminance(other);
        return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    }

    private static double luminance(int rgb) {
        return 0.2126 * linear((rgb >> 16) & 0xff) + 0.7152 * linear((rgb >> 8) & 0xff) + 0.0722 * linear(rgb & 0xff);
    }

    /** Lines of a hatch end at the sides of their area, in their own slope. */
    @Test
    void hatchesLieInsideOfTheirArea() {
        Set<List<Hatch.Segment>> all = new HashSet<>();
        for (Hatch hatch : Hatch.values()) {
            List<Hatch.Segment> lines = hatch.on(10, 20, 30, 12);
            all.add(lines);
            assertThat(lines).allSatisfy(line -> {
                assertThat(List.of(line.x(), line.toX())).allMatch(x -> x >= 10 && x <= 40);
                assertThat(List.of(line.y(), line.toY())).allMatch(y -> y >= 20 && y <= 32);
            });
        }
        assertThat(all).hasSize(Hatch.values().length);
        assertThat(Hatch.RISING.on(10, 20, 30, 12))
                .hasSize(6)
                .allMatch(line -> line.toX() - line.x() == line.y() - line.toY());
        assertThat(Hatch.FALLING.on(10, 20, 30, 12))
                .hasSize(6)
                .allMatch(line -> line.toX() - line.x() == line.toY() - line.y());
    }
}
