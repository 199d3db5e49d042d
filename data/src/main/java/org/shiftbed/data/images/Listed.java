package org.shiftbed.data.images;

import java.util.List;
import java.util.stream.Collectors;

/** A few names out of many, for messages. */
public final class Listed {
    private static final int SHOWN = 3;

    private Listed() {}

    /** {@code a, b, c, ...}. */
    public static String some(List<String> names) {
        return names.stream().limit(SHOWN).map(Listed::oneLine).collect(Collectors.joining(", "))
                + (names.size() > SHOWN ? ", ..." : "");
    }

    /** A name as it is, but in one line. */
    public static String oneLine(String name) {
        return name.replaceAll("\\p{Cntrl}", "?");
    }

    /** {@code 1 row}, {@code 2 rows}. */
    public static String count(int number, String one) {
        return number + " " + one + (number == 1 ? "" : "s");
    }
}
