package org.shiftbed.report.figure;

import java.awt.Color;
import java.awt.Dimension;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** A figure: numbers that were computed elsewhere, put on paper. */
public interface Drawing {
    /** Characters of a file that an address holds as they are. */
    String PLAIN = " -_.!~*'();:@=+$,/?";

    /** Of all text. */
    int FONT = 12;

    /** One line that says what is drawn. */
    String title();

    /** Width in pixels. */
    int width();

    /** Height in pixels. */
    int height();

    /** Paints on white paper; the font is set. */
    void paint(Graphics2D g);

    /** Paper and font, then the figure. */
    default void paintAll(Graphics2D g) {
        g.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        g.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        g.setColor(Color.WHITE);
        g.fillRect(0, 0, width(), height());
        g.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, FONT));
        g.setColor(Ink.TEXT);
        paint(g);
    }

    /** The figure as a file, text as text. */
    default String svg() throws IOException {
        SvgInk graphics = new SvgInk();
        paintAll(graphics);
        graphics.setSVGCanvasSize(new Dimension(width(), height()));
        StringWriter out = new StringWriter();
        graphics.stream(out, true);
        return out.toString();
    }

    /** The figure as the address of a picture inside of a page: no request, and no name of it meets one of another figure. */
    default String address() throws IOException {
        StringBuilder address = new StringBuilder("data:image/svg+xml,");
        for (byte one : svg().replaceAll("\\s+", " ").getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (one & 0xff);
            // What an address and an attribute in quotes may hold stays: shorter than base64.
            if (c < 128 && (Character.isLetterOrDigit(c) || PLAIN.indexOf(c) >= 0)) {
                address.append(c);
            } else {
                address.append('%').append(HexFormat.of().withUpperCase().toHexDigits((byte) c));
            }
        }
        return address.toString();
    }
}
