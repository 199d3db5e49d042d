package org.shiftbed.report.figure;

import java.awt.geom.Point2D;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.pdfbox.contentstream.PDFGraphicsStreamEngine;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.graphics.image.PDImage;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** Middles of the round points, read out of a PDF and out of an SVG, in pixels from the upper left. */
final class PdfMarks extends PDFGraphicsStreamEngine {
    private final float height;
    private final List<Point2D> path = new ArrayList<>();
    private final List<Point2D> found = new ArrayList<>();
    private int curves;

    private PdfMarks(PDPage page) {
        super(page);
        height = page.getMediaBox().getHeight();
    }

    static List<Point2D> circles(PDDocument document) throws IOException {
        PdfMarks marks = new PdfMarks(document.getPage(0));
        marks.processPage(document.getPage(0));
        return marks.found;
    }

    static List<Point2D> circles(Element svg) {
        List<Point2D> found = new ArrayList<>();
        NodeList circles = svg.getElementsByTagName("circle");
        for (int i = 0; i < circles.getLength(); i++) {
            Element circle = (Element) circles.item(i);
            found.add(new Point2D.Double(
                    Double.parseDouble(circle.getAttribute("cx")), Double.parseDouble(circle.getAttribute("cy"))));
        }
        return found;
    }

    private void end() {
        if (curves == 4) {
            double x =
                    path.stream().mapToDouble(Point2D::getX).summaryStatistics().getMin()
                            + path.stream()
                                    .mapToDouble(Point2D::getX)
                                    .summaryStatistics()
                                    .getMax();
            double y =
                    path.stream().mapToDouble(Point2D::getY).summaryStatistics().getMin()
                            + path.stream()
                                    .mapToDouble(Point2D::getY)
                                    .summaryStatistics()
                                    .getMax();
            found.add(new Point2D.Double(x / 2 / PdfCanvas.POINT, (height - y / 2) / PdfCanvas.POINT));
        }
        path.clear();
        curves = 0;
    }

    @Override
    public void moveTo(float x, float y) {
        path.add(new Point2D.Float(x, y));
    }

    @Override
    public void lineTo(float x, float y) {
        path.add(new Point2D.Float(x, y));
    }

    @Override
    public void curveTo(float x1, float y1, float x2, float y2, float x3, float y3) {
        path.add(new Point2D.Float(x3, y3));
        curves++;
    }

    @Override
    public Point2D getCurrentPoint() {
        return path.isEmpty() ? new Point2D.Float() : path.get(path.size() - 1);
    }

    @Override
    public void appendRectangle(Point2D p0, Point2D p1, Point2D p2, Point2D p3) {
        path.add(p0);
    }

    @Override
    public void drawImage(PDImage image) {
        // Only points are looked for.
    }

    @Override
    public void clip(int rule) {
        // Nothing is clipped.
    }

    @Override
    public void closePath() {
        // The end comes with the paint.
    }

    @Override
    public void endPath() {
        end();
    }

    @Override
    public void strokePath() {
        end();
    }

    @Override
    public void fillPath(int rule) {
        end();
    }

    @Override
    public void fillAndStrokePath(int rule) {
        end();
    }

    @Override
    public void shadingFill(COSName name) {
        // There is none.
    }
}
