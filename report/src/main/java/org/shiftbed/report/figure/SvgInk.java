package org.shiftbed.report.figure;

import org.apache.batik.dom.GenericDOMImplementation;
import org.apache.batik.svggen.DOMGroupManager;
import org.apache.batik.svggen.SVGGeneratorContext;
import org.apache.batik.svggen.SVGGraphics2D;
import org.w3c.dom.Element;

/** Paints into an SVG file whose text says where it is held: at its start, middle or end. */
final class SvgInk extends SVGGraphics2D {
    private static final String NAMESPACE = "http://www.w3.org/2000/svg";
    /** Digits behind the point: a hundredth of a pixel is not seen. */
    private static final int DIGITS = 2;

    /** Which point of a text stays where it is put, whatever font shows it. */
    enum Anchor {
        START("start", 0),
        MIDDLE("middle", 0.5),
        END("end", 1);

        private final String word;
        private final double share;

        Anchor(String word, double share) {
            this.word = word;
            this.share = share;
        }

        /** How much of the text lies left of the point. */
        double share() {
            return share;
        }
    }

    SvgInk() {
        super(context(), false);
    }

    private static SVGGeneratorContext context() {
        SVGGeneratorContext context = SVGGeneratorContext.createDefault(
                GenericDOMImplementation.getDOMImplementation().createDocument(NAMESPACE, "svg", null));
        context.setPrecision(DIGITS);
        return context;
    }

    /** A text at the point of its baseline that the anchor says. */
    void write(String text, float x, float y, Anchor anchor) {
        Element element = getDOMFactory().createElementNS(NAMESPACE, "text");
        element.setAttributeNS(null, "x", getGeneratorContext().doubleString(x));
        element.setAttributeNS(null, "y", getGeneratorContext().doubleString(y));
        if (anchor != Anchor.START) {
            element.setAttributeNS(null, "text-anchor", anchor.word);
        }
        element.appendChild(getDOMFactory().createTextNode(text));
        domGroupManager.addElement(element, DOMGroupManager.FILL);
    }
}
