package org.shiftbed.audit.result;

import java.util.ArrayList;
import java.util.List;

/**
 * Few rows that lie so far out that they make up much of a variable's variance (around its mean given its parents).
 *
 * @param variable its name
 * @param place of the farthest of them, such as {@code row 17}
 * @param value there, in words
 * @param rows how many they are
 * @param share of the variance that they make up
 * @param spread standard deviation, in words
 * @param without the standard deviation without them, in words
 * @param unit whether shifts of the variable are counted in that standard deviation, so that these rows decide how large a shift of 1 is
 */
public record RulingRows(
        String variable,
        String place,
        String value,
        long rows,
        double share,
        String spread,
        String without,
        boolean unit) {
    private static final int MOST = 3;

    /** What they do, and the way out. */
    public String sentence() {
        boolean one = rows == 1;
        return (one ? "One row makes up " : rows + " rows make up ") + Percentage.of(share) + " of the variance of '"
                + variable + "': " + value + " in " + place + (one ? ". " : " is the farthest of them. ")
                + "Its standard deviation is " + spread + ", and " + without + " without " + (one ? "it. " : "them. ")
                + (unit
                        ? "Shifts of '" + variable
                                + "' are counted in it: correct or blank what is wrong there, or state the deviation (option sd)."
                        : "What is said of '" + variable + "' rests on " + (one ? "that row." : "those rows."));
    }

    /** What they do to an answer, behind its sentence; empty where no shift is counted in a deviation that they make. */
    public static String behind(List<RulingRows> all) {
        List<RulingRows> units = all.stream().filter(RulingRows::unit).toList();
        if (units.isEmpty()) {
            return "";
        }
        if (units.size() == 1) {
            return " " + units.get(0).sentence();
        }
        List<String> parts = new ArrayList<>();
        for (RulingRows one : units.subList(0, Math.min(MOST, units.size()))) {
            parts.add((one.rows == 1 ? "one row" : one.rows + " rows") + " " + Percentage.of(one.share)
                    + " of that of '" + one.variable + "' (" + one.value + " in " + one.place + ")");
        }
        return " A few rows make up much of the variance in whose root shifts are counted: " + String.join(", ", parts)
                + (units.size() > MOST ? ", and " + (units.size() - MOST) + " more" : "")
                + ". Correct or blank what is wrong there first.";
    }

    /** The same in few words, behind an answer. */
    public String clause() {
        return (rows == 1 ? "one row makes up " : rows + " rows make up ") + Percentage.of(share)
                + " of the variance of '" + variable + "' (" + value + " in " + place
                + "), in whose standard deviation its shifts are counted";
    }
}
