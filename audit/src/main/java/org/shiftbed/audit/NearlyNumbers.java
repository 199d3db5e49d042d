package org.shiftbed.audit;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.shiftbed.base.UserError;
import org.shiftbed.data.table.TableScan;
import org.shiftbed.data.table.TextNumbers;

/** A column that is text only because a few of its cells are: one bad cell among numbers makes texts of them all. */
final class NearlyNumbers {
    /** Numbers must be this many times as many as other texts, so that codes with an accidental number among them are not meant. */
    private static final int TIMES = 9;

    private static final Set<String> NOTHING = Set.of(
            "n/a",
            "#n/a",
            "na",
            "nan",
            "null",
            "none",
            "nil",
            "-",
            "--",
            ".",
            "?",
            "unknown",
            "missing",
            "not available");

    private static final Pattern THOUSANDS = Pattern.compile("[-+]?\\d{1,3}(,\\d{3})+(\\.\\d*)?");
    private static final Pattern COMMA = Pattern.compile("[-+]?\\d+,\\d+");

    private NearlyNumbers() {}

    /**
     * @param column of texts, however many different ones
     * @param otherwise what to do where they are meant as names, beginning with a comma; empty where that is no way out
     * @throws UserError where nearly all of its values are numbers; names the first that is none
     */
    static void refuse(TableScan scan, String column, String otherwise) {
        refuseCommas(scan, column);
        TextNumbers texts = scan.textNumbers(column);
        if (texts.others() > 0 && texts.numbers() >= TIMES * texts.others()) {
            throw new UserError(scan.place(texts.first()) + ", column '" + column + "': '" + shown(texts.found())
                    + "' is no number, and " + texts.numbers() + " of " + (texts.numbers() + texts.others())
                    + " values are; leave the cell blank or correct it, so that the column holds numbers" + otherwise);
        }
    }

    /** Numbers written as 63,7 are texts, hundreds of names that nobody means. */
    private static void refuseCommas(TableScan scan, String column) {
        if (scan.summary(column).distinct() > TableScan.MOST_LEVELS) {
            return;
        }
        List<String> levels = scan.levels(column).stream()
                .filter(level -> !level.equals(TableScan.BLANK))
                .toList();
        List<String> commas = levels.stream()
                .filter(level -> COMMA.matcher(level.strip()).matches())
                .toList();
        boolean others = levels.stream()
                .anyMatch(level -> !COMMA.matcher(level.strip()).matches() && !TextNumbers.isNumber(level));
        if (!commas.isEmpty() && !others) {
            String one = commas.get(0).strip();
            boolean points = levels.stream().anyMatch(level -> level.contains("."));
            boolean thousands = points && THOUSANDS.matcher(one).matches();
            throw new UserError(scan.name() + ", column '" + column + "': '" + shown(commas.get(0)) + "' has a "
                    + (thousands ? "comma between thousands" : "decimal comma") + " and is read as text; write '"
                    + shown(one.replace(",", thousands ? "" : ".")) + "'");
        }
    }

    /**
     * The same of a column of few values, where a text beside codes 0 to 9 may be a code too: only one that people write where they know nothing is
     * none.
     */
    static void refuseWordsForNothing(TableScan scan, String column, String otherwise) {
        boolean words = scan.levels(column).stream()
                .filter(level -> !level.equals(TableScan.BLANK) && !TextNumbers.isNumber(level))
                .allMatch(level -> NOTHING.contains(level.strip().toLowerCase(Locale.ROOT)));
        if (words) {
            refuse(scan, column, otherwise);
        }
    }

    /** One line, cut where it is long. */
    static String shown(String found) {
        String line = found.replaceAll("\\s+", " ");
        return line.length() > 60 ? line.substring(0, 59) + "\u2026" : line;
    }
}
