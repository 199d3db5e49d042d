package org.shiftbed.report.page;

import java.util.List;

/**
 * A titled list of names and values.
 *
 * @param title of the block
 * @param entries in order
 */
public record Facts(String title, List<Entry> entries) {
    /** One name and its value, both as shown. */
    public record Entry(String name, String value) {}

    public Facts {
        entries = List.copyOf(entries);
    }
}
