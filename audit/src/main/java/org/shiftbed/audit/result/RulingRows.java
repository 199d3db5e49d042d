package org.shiftbed.audit.result;

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

    /** The same in few words, behind an answer. */
    public String clause() {
        return (rows == 1 ? "one row makes up " : rows + " rows make up ") + Percentage.of(share)
                + " of the variance of '" + variable + "' (" + value + " in " + place
                + "), in whose standard deviation its shifts are counted";
    }
}
