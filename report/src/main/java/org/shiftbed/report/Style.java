package org.shiftbed.report;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.shiftbed.base.Names;

/** What stands in the tables. */
public enum Style {
    /** Mean ± standard error with counts, every rule side by side. */
    OWN,
    /** DomainBed's collector, byte for byte. */
    DOMAINBED,
    /** The same with LaTeX that compiles. */
    DOMAINBED_FIXED;

    /** The name on the command line: {@code own}, {@code domainbed}, {@code domainbed-fixed}. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Every name, in order. */
    public static List<String> names() {
        return Arrays.stream(values()).map(Style::text).toList();
    }

    /**
     * The style of a name.
     *
     * @param place where the name stands, for the error
     * @throws org.shiftbed.base.UserError where there is none
     */
    public static Style require(String name, String place) {
        return Arrays.stream(values())
                .filter(style -> style.text().equals(name))
                .findFirst()
                .orElseThrow(() -> Names.unknown(place, "style", name, names()));
    }
}
