package org.shiftbed.data.images;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What may be left out instead of refused. */
enum Skip {
    /** Files that no row names. */
    FILES_WITHOUT_ROW,
    /** Rows whose picture is not there. */
    ROWS_WITHOUT_FILE,
    /** Files that cannot be decoded. */
    UNREADABLE_FILES,
    /** Rows without a label. */
    BLANK_LABELS;

    /** As a study file writes it. */
    String written() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static List<String> names() {
        return Arrays.stream(values()).map(Skip::written).toList();
    }

    /** One of {@link #names}. */
    static Skip of(String written) {
        return valueOf(written.toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    /** The way out that an error ends with. */
    String wayOut(String what) {
        return what + ", or write skip: [" + written() + "]";
    }
}
