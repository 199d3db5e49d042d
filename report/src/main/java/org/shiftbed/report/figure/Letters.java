package org.shiftbed.report.figure;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Locale;
import org.apache.fontbox.ttf.CmapLookup;
import org.apache.fontbox.ttf.TTFParser;
import org.apache.fontbox.ttf.TrueTypeFont;
import org.apache.pdfbox.io.RandomAccessReadBuffer;
import org.apache.pdfbox.pdmodel.PDDocument;

/**
 * The letters of all figures: Liberation Sans, which comes with PDFBox, is as wide as Arial and Helvetica, and so stands for what a viewer has. Widths
 * do not depend on the fonts of the machine that writes a figure.
 */
final class Letters {
    /** For SVG: fonts of these widths first. */
    static final String FAMILIES = "'Liberation Sans', Arial, Helvetica, sans-serif";

    private static final String FILE = "/org/apache/pdfbox/resources/ttf/LiberationSans-Regular.ttf";
    private static final Letters SANS = new Letters();

    private final TrueTypeFont font;
    private final CmapLookup glyphs;
    private final double unit;

    private Letters() {
        try (InputStream in = stream()) {
            font = new TTFParser().parse(new RandomAccessReadBuffer(in));
            glyphs = font.getUnicodeCmapLookup();
            unit = font.getUnitsPerEm();
        } catch (IOException e) {
            throw new UncheckedIOException("the font of PDFBox cannot be read", e);
        }
    }

    /** The file of the font. */
    static InputStream stream() {
        InputStream in = PDDocument.class.getResourceAsStream(FILE);
        if (in == null) {
            throw new IllegalStateException("the font of PDFBox is not on the class path");
        }
        return in;
    }

    /** Width of a text in pixels. */
    static double width(String text, double size) {
        return text.codePoints().mapToDouble(SANS::advance).sum() * size;
    }

    private synchronized double advance(int c) {
        try {
            return font.getAdvanceWidth(glyphs.getGlyphId(c)) / unit;
        } catch (IOException e) {
            throw new UncheckedIOException("the font of PDFBox cannot be read", e);
        }
    }

    /** The text with characters that the font has not written as their numbers, {@code [U+4E2D]}. */
    static String printable(String text) {
        StringBuilder out = new StringBuilder();
        text.codePoints().forEach(c -> {
            if (SANS.has(c)) {
                out.appendCodePoint(c);
            } else {
                out.append(String.format(Locale.ROOT, "[U+%04X]", c));
            }
        });
        return out.toString();
    }

    private synchronized boolean has(int c) {
        return glyphs.getGlyphId(c) > 0;
    }

    /** The text itself where it fits; else without its middle. */
    static String fitted(String text, double most, double size) {
        if (width(text, size) <= most) {
            return text;
        }
        int[] points = text.codePoints().toArray();
        for (int kept = points.length - 1; kept > 2; kept--) {
            int head = (kept + 1) / 2;
            String shorter = new String(points, 0, head)
                    + "\u2026"
                    + new String(points, points.length - (kept - head), kept - head);
            if (width(shorter, size) <= most) {
                return shorter;
            }
        }
        return "\u2026";
    }
}
