package org.shiftbed.report.figure;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.font.PDFont;
import org.apache.pdfbox.pdmodel.font.PDType0Font;
import org.apache.pdfbox.pdmodel.graphics.image.LosslessFactory;
import org.apache.pdfbox.pdmodel.graphics.state.PDExtendedGraphicsState;
import org.apache.pdfbox.util.Matrix;
import org.shiftbed.report.table.Escape;

/** Paints a PDF file of one page: vectors, its letters embedded, nothing in it of time or machine. */
final class PdfCanvas implements Canvas {
    /** From the middle of a line of text to its base, as a share of the letters' size. */
    static final double DROP = 0.36;

    /** Points in a pixel of 96 to the inch. */
    static final float POINT = 0.75f;

    /** A circle's quarter as a Bezier curve. */
    private static final double BEZIER = 0.5522847498307936;

    private final PDDocument document = new PDDocument();
    private final PDPageContentStream out;
    private final PDFont font;

    PdfCanvas(double width, double height, String title) {
        try (InputStream letters = Letters.stream()) {
            // Otherwise it is made from the time.
            document.setDocumentId(1L);
            document.getDocumentInformation().setTitle(title);
            document.getDocumentInformation().setCreator("Shiftbed");
            PDPage page = new PDPage(new PDRectangle((float) width * POINT, (float) height * POINT));
            document.addPage(page);
            font = PDType0Font.load(document, letters, true);
            out = new PDPageContentStream(document, page);
            out.transform(new Matrix(POINT, 0, 0, -POINT, 0, (float) height * POINT));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The whole file; nothing can be painted after it. */
    byte[] file() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (document) {
            out.close();
            document.save(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** Something that writes into the page. */
    private interface Writing {
        void run() throws IOException;
    }

    private static void write(Writing writing) {
        try {
            writing.run();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void open(String... data) {
        // A PDF has no place for the numbers behind a mark.
    }

    @Override
    public void close() {
        // As above.
    }

    private void trace(double[] xs, double[] ys) throws IOException {
        out.moveTo((float) xs[0], (float) ys[0]);
        for (int i = 1; i < xs.length; i++) {
            out.lineTo((float) xs[i], (float) ys[i]);
        }
    }

    private void fill(int rgb) throws IOException {
        out.setNonStrokingColor(((rgb >> 16) & 0xff) / 255f, ((rgb >> 8) & 0xff) / 255f, (rgb & 0xff) / 255f);
    }

    private void take(Pen pen) throws IOException {
        out.setStrokingColor(
                ((pen.rgb() >> 16) & 0xff) / 255f, ((pen.rgb() >> 8) & 0xff) / 255f, (pen.rgb() & 0xff) / 255f);
        out.setLineWidth((float) pen.width());
        double[] pattern = pen.dash().pattern();
        float[] dash = new float[pattern.length];
        for (int i = 0; i < dash.length; i++) {
            dash[i] = (float) pattern[i];
        }
        out.setLineDashPattern(dash, 0);
    }

    @Override
    public void area(double[] xs, double[] ys, int rgb, double opacity) {
        write(() -> {
            if (opacity < 1) {
                opacity((float) opacity);
            }
            fill(rgb);
            trace(xs, ys);
            out.closePath();
            out.fill();
            if (opacity < 1) {
                opacity(1);
            }
        });
    }

    private void opacity(float opacity) throws IOException {
        PDExtendedGraphicsState state = new PDExtendedGraphicsState();
        state.setNonStrokingAlphaConstant(opacity);
        out.setGraphicsStateParameters(state);
    }

    @Override
    public void circle(double x, double y, double radius, int rgb, Pen border) {
        write(() -> {
            fill(rgb);
            take(border);
            float cx = (float) x;
            float cy = (float) y;
            float r = (float) radius;
            float b = (float) (radius * BEZIER);
            out.moveTo(cx + r, cy);
            out.curveTo(cx + r, cy + b, cx + b, cy + r, cx, cy + r);
            out.curveTo(cx - b, cy + r, cx - r, cy + b, cx - r, cy);
            out.curveTo(cx - r, cy - b, cx - b, cy - r, cx, cy - r);
            out.curveTo(cx + b, cy - r, cx + r, cy - b, cx + r, cy);
            out.closePath();
            out.fillAndStroke();
        });
    }

    @Override
    public void line(double[] xs, double[] ys, Pen pen) {
        write(() -> {
            take(pen);
            trace(xs, ys);
            out.stroke();
        });
    }

    @Override
    public void segments(List<Hatch.Segment> segments, Pen pen) {
        if (segments.isEmpty()) {
            return;
        }
        write(() -> {
            take(pen);
            for (Hatch.Segment one : segments) {
                out.moveTo((float) one.x(), (float) one.y());
                out.lineTo((float) one.toX(), (float) one.toY());
            }
            out.stroke();
        });
    }

    @Override
    public void text(String text, double x, double y, Type type) {
        String printable = Letters.printable(Escape.line(text));
        double left = x - type.anchor().share() * Letters.width(printable, type.size());
        show(printable, type, new Matrix(1, 0, 0, -1, (float) left, (float) (y + DROP * type.size())));
    }

    @Override
    public void upward(String text, double x, double y, Type type) {
        String printable = Letters.printable(Escape.line(text));
        double below = y + type.anchor().share() * Letters.width(printable, type.size());
        show(printable, type, new Matrix(0, -1, -1, 0, (float) (x + DROP * type.size()), (float) below));
    }

    private void show(String text, Type type, Matrix where) {
        write(() -> {
            out.beginText();
            out.setFont(font, (float) type.size());
            fill(type.rgb());
            out.setTextMatrix(where);
            out.showText(text);
            out.endText();
        });
    }

    @Override
    public void picture(Pictures.Picture picture, double x, double y, double width, double height) {
        write(() -> {
            var image = LosslessFactory.createFromImage(document, SvgCanvas.image(picture));
            // The page's y points downwards here, that of a picture upwards.
            out.drawImage(image, new Matrix((float) width, 0, 0, (float) -height, (float) x, (float) (y + height)));
        });
    }
}
