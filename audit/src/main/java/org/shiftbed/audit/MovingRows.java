package org.shiftbed.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import org.shiftbed.audit.estimate.ShiftingVariable;
import org.shiftbed.audit.estimate.Units;
import org.shiftbed.audit.result.Percentage;

/**
 * In which rows a variable moves at all: those without a value of it, or of one of its parents, stay as they are, which makes every shift smaller than
 * it sounds.
 *
 * @param names of the variables
 * @param words by variable, such as {@code in the 29% of rows that have a value}; empty where it moves in all rows
 */
record MovingRows(List<String> names, List<String> words) {
    private static final int MOST = 3;

    static MovingRows of(Prepared prepared) {
        Units units = prepared.units();
        List<String> names = new ArrayList<>();
        List<String> words = new ArrayList<>();
        for (ShiftingVariable variable : prepared.variables()) {
            long rows = 0;
            for (int u = 0; u < units.size(); u++) {
                rows += variable.observes(u) ? units.count()[u] : 0;
            }
            names.add(variable.name());
            words.add(
                    rows == units.rows()
                            ? ""
                            : "in the " + share((double) rows / units.rows()) + " of rows that have a value"
                                    + (variable.parents().length == 0 ? "" : " of it and of its parents"));
        }
        return new MovingRows(names, words);
    }

    /** A share that is not all rows is never called 100%. */
    private static String share(double share) {
        String whole = Percentage.of(share);
        return whole.equals("100%") ? String.format(Locale.ROOT, "%.4g%%", 100 * share) : whole;
    }

    /** Behind a sentence about a variable, before its full stop; empty where it moves in all rows. */
    String behind(int variable) {
        return words.get(variable).isEmpty() ? "" : " " + words.get(variable);
    }

    /**
     * A sentence about all variables that may move, with a blank before it; empty where all of those do in all rows.
     *
     * @param held whether the variable of a name is held where it is
     */
    String sentence(Predicate<String> held) {
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            if (!words.get(i).isEmpty() && !held.test(names.get(i))) {
                parts.add((parts.isEmpty() ? "'" + names.get(i) + "' moves only " : "'" + names.get(i) + "' only ")
                        + words.get(i));
            }
        }
        if (parts.isEmpty()) {
            return "";
        }
        return " " + String.join(", ", parts.subList(0, Math.min(MOST, parts.size())))
                + (parts.size() > MOST ? ", and " + (parts.size() - MOST) + " more in part of the rows" : "") + ".";
    }
}
