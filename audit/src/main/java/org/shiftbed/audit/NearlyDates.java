package org.shiftbed.audit;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.shiftbed.base.UserError;
import org.shiftbed.data.table.ColumnKind;
import org.shiftbed.data.table.TableScan;
import org.shiftbed.data.table.Wanted;

/**
 * A column that is text although its values are dates: one bad day among dates makes texts of them all, and so does a way of writing them that tables do
 * not read.
 */
final class NearlyDates {
    /** Dates must be this many times as many as other values, so that codes with an accidental date among them are not meant. */
    private static final int TIMES = 9;

    private static final Pattern WRITTEN =
            Pattern.compile("(\\d{4})[-/](\\d{1,2})[-/](\\d{1,2})([T ]\\d{1,2}:\\d{2}(:\\d{2}(\\.\\d+)?)?\\S*)?");
    private static final Pattern YEAR_LAST = Pattern.compile("(\\d{1,2})([./-])(\\d{1,2})[./-](\\d{4})");

    private NearlyDates() {}

    /**
     * @param otherwise what to do where they are meant as names, beginning with a comma; empty where that is no way out
     * @throws UserError where nearly all different values of a column of texts are dates; names the first that is none
     */
    static void refuse(TableScan scan, String column, String otherwise) {
        List<String> values = values(scan, column);
        long dates = values.stream().filter(NearlyDates::isDate).count();
        long others = values.size() - dates;
        if (others == 0 || dates < TIMES * others) {
            return;
        }
        List<String> levels = scan.levels(column);
        long[] bad = {-1, -1};
        scan.read(List.of(Wanted.category(column)), block -> {
            int[] codes = block.codes(0);
            for (int r = 0; r < block.rows() && bad[0] < 0; r++) {
                String level = levels.get(codes[r]);
                if (!level.equals(TableScan.BLANK) && !isDate(level)) {
                    bad[0] = block.first() + r;
                    bad[1] = codes[r];
                }
            }
        });
        throw new UserError(scan.place(bad[0]) + ", column '" + column + "': '"
                + NearlyNumbers.shown(levels.get((int) bad[1])) + "' is no date, and " + dates + " of " + values.size()
                + " different values are; leave the cell blank or correct it, so that the column holds dates"
                + otherwise);
    }

    /** How to write a column whose every value is a date with the year last, such as 31/12/2024; empty for others. */
    static Optional<String> hint(TableScan scan, String column) {
        List<String> values = values(scan, column);
        boolean dayFirst = !values.isEmpty();
        boolean monthFirst = dayFirst;
        for (String value : values) {
            Matcher parts = YEAR_LAST.matcher(value.strip());
            if (!parts.matches()) {
                return Optional.empty();
            }
            dayFirst &= exists(parts.group(4), parts.group(3), parts.group(1));
            monthFirst &= exists(parts.group(4), parts.group(1), parts.group(3));
        }
        if (!dayFirst && !monthFirst) {
            return Optional.empty();
        }
        Matcher example = YEAR_LAST.matcher(values.get(0).strip());
        if (!example.matches()) {
            return Optional.empty();
        }
        String first = example.group(1);
        String second = example.group(3);
        String year = example.group(4);
        String iso = dayFirst ? iso(year, second, first) : iso(year, first, second);
        return Optional.of("its values are dates written "
                + (dayFirst && monthFirst ? "day or month first" : dayFirst ? "day first" : "month first")
                + ", which are read as text: write '" + values.get(0).strip() + "' as "
                + (dayFirst && monthFirst ? iso + " or " + iso(year, first, second) : iso)
                + " and they shift as days");
    }

    private static List<String> values(TableScan scan, String column) {
        boolean few = scan.column(column).kind() != ColumnKind.TEXT
                || scan.summary(column).distinct() <= PlannedColumn.FEW
                || scan.summary(column).distinct() > TableScan.MOST_LEVELS;
        return few
                ? List.of()
                : scan.levels(column).stream()
                        .filter(level -> !level.equals(TableScan.BLANK))
                        .toList();
    }

    private static boolean isDate(String text) {
        Matcher parts = WRITTEN.matcher(text.strip());
        return parts.matches() && exists(parts.group(1), parts.group(2), parts.group(3));
    }

    private static boolean exists(String year, String month, String day) {
        try {
            return LocalDate.of(Integer.parseInt(year), Integer.parseInt(month), Integer.parseInt(day))
                            .getYear()
                    > 0;
        } catch (DateTimeException e) {
            return false;
        }
    }

    private static String iso(String year, String month, String day) {
        return year + "-" + (month.length() < 2 ? "0" : "") + month + "-" + (day.length() < 2 ? "0" : "") + day;
    }
}
