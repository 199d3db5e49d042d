package org.shiftbed.report;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.shiftbed.base.Names;

/** The form that a report is printed in. */
public enum Format {
    TEXT,
    LATEX,
    MARKDOWN,
    CSV,
    HTML;

    /** The name on the command line. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Every name, in order. */
    public static List<String> names() {
        return Arrays.stream(values()).map(Format::text).toList();
    }

    /**
     * The format of a name.
     *
     * @param place where the name stands, for the error
     * @throws org.shiftbed.base.UserError where there is none
     */
    public static Format require(String name, String place) {
        return Arrays.stream(values())
                .filter(format -> format.text().equals(name))
                .findFirst()
                .orElseThrow(() -> Names.unknown(place, "format", name, names()));
    }
}
