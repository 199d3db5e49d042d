package org.shiftbed.report.figure;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Base64;
import java.util.List;
import javax.imageio.ImageIO;
import org.shiftbed.report.table.Escape;

/** Paints an SVG file: text as text, the numbers behind every mark as {@code data-} attributes of its group. */
final class SvgCanvas implements Canvas {
    private final StringBuilder out = new StringBuilder();

    SvgCanvas(double width, double height, String title, String description) {
        out.append("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"")
                .append(place(width))
                .append("\" height=\"")
                .append(place(height))
                .append("\" viewBox=\"0 0 ")
                .append(place(width))
                .append(' ')
                .append(place(height))
                .append("\" font-family=\"")
                .append(Letters.FAMILIES)
                .append("\" role=\"img\">\n<title>")
                .append(Escape.html(title))
                .append("</title>\n<desc>")
                .append(Escape.html(description))
                .append("</desc>\n");
        box(0, 0, width, height, 0xffffff);
    }

    /** The whole file. */
    String file() {
        return out + "</svg>\n";
    }

    /** A hundredth of a pixel is not seen. */
    private static String place(double value) {
        BigDecimal rounded = BigDecimal.valueOf(value).setScale(2, RoundingMode.HALF_EVEN);
        return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    }

    @Override
    public void open(String... data) {
        out.append("<g");
        for (int i = 0; i < data.length; i += 2) {
            out.append(' ')
                    .append(data[i])
                    .append("=\"")
                    .append(Escape.html(data[i + 1]))
                    .append('"');
        }
        out.append(">\n");
    }

    @Override
    public void close() {
        out.append("</g>\n");
    }

    private static String points(double[] xs, double[] ys) {
        StringBuilder points = new StringBuilder();
        for (int i = 0; i < xs.length; i++) {
            points.append(i == 0 ? "" : " ").append(place(xs[i])).append(',').append(place(ys[i]));
        }
        return points.toString();
    }

    private String stroke(Pen pen) {
        StringBuilder stroke = new StringBuilder(
                " stroke=\"" + Tint.css(pen.rgb()) + "\" stroke-width=\"" + place(pen.width()) + "\"");
        double[] pattern = pen.dash().pattern();
        for (int i = 0; i < pattern.length; i++) {
            stroke.append(i == 0 ? " stroke-dasharray=\"" : " ").append(place(pattern[i]));
        }
        return stroke.append(pattern.length > 0 ? "\"" : "").toString();
    }

    @Override
    public void area(double[] xs, double[] ys, int rgb, double opacity) {
        out.append("<polygon points=\"")
                .append(points(xs, ys))
                .append("\" fill=\"")
                .append(Tint.css(rgb));
        if (opacity < 1) {
            out.append("\" fill-opacity=\"").append(place(opacity));
        }
        out.append("\"/>\n");
    }

    @Override
    public void circle(double x, double y, double radius, int rgb, Pen border) {
        out.append("<circle cx=\"")
                .append(place(x))
                .append("\" cy=\"")
                .append(place(y))
                .append("\" r=\"")
                .append(place(radius))
                .append("\" fill=\"")
                .append(Tint.css(rgb))
                .append('"')
                .append(stroke(border))
                .append("/>\n");
    }

    @Override
    public void line(double[] xs, double[] ys, Pen pen) {
        out.append("<polyline points=\"")
                .append(points(xs, ys))
                .append("\" fill=\"none\"")
                .append(stroke(pen))
                .append("/>\n");
    }

    @Override
    public void segments(List<Hatch.Segment> segments, Pen pen) {
        if (segments.isEmpty()) {
            return;
        }
        out.append("<path d=\"");
        for (Hatch.Segment one : segments) {
            out.append('M')
                    .append(place(one.x()))
                    .append(' ')
                    .append(place(one.y()))
                    .append('L')
                    .append(place(one.toX()))
                    .append(' ')
                    .append(place(one.toY()));
        }
        out.append("\" fill=\"none\"").append(stroke(pen)).append("/>\n");
    }

    @Override
    public void text(String text, double x, double y, Type type) {
        write(text, type, "x=\"" + place(x) + "\" y=\"" + place(y + PdfCanvas.DROP * type.size()) + "\"");
    }

    @Override
    public void upward(String text, double x, double y, Type type) {
        write(
                text,
                type,
                "transform=\"translate(" + place(x + PdfCanvas.DROP * type.size()) + " " + place(y)
                        + ") rotate(-90)\"");
    }

    private void write(String text, Type type, String where) {
        String anchor = switch (type.anchor()) {
            case START -> "";
            case MIDDLE -> " text-anchor=\"middle\"";
            case END -> " text-anchor=\"end\"";
        };
        out.append("<text ")
                .append(where)
                .append(" font-size=\"")
                .append(place(type.size()))
                .append('"')
                .append(anchor)
                .append(" fill=\"")
                .append(Tint.css(type.rgb()))
                .append("\">")
                .append(Escape.html(text))
                .append("</text>\n");
    }

    @Override
    public void picture(Pictures.Picture picture, double x, double y, double width, double height) {
        out.append("<image x=\"")
                .append(place(x))
                .append("\" y=\"")
                .append(place(y))
                .append("\" width=\"")
                .append(place(width))
                .append("\" height=\"")
                .append(place(height))
                .append("\" style=\"image-rendering:pixelated\" href=\"data:image/png;base64,")
                .append(png(picture))
                .append("\"/>\n");
    }

    /** A PNG file in base 64. */
    static String png(Pictures.Picture picture) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            ImageIO.write(image(picture), "png", bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Base64.getEncoder().encodeToString(bytes.toByteArray());
    }

    static BufferedImage image(Pictures.Picture picture) {
        BufferedImage image = new BufferedImage(picture.width(), picture.height(), BufferedImage.TYPE_INT_RGB);
        for (int y = 0; y < picture.height(); y++) {
            for (int x = 0; x < picture.width(); x++) {
                image.setRGB(x, y, picture.at(x, y));
            }
        }
        return image;
    }
}
