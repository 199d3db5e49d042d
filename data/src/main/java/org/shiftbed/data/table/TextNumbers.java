package org.shiftbed.data.table;

import java.util.regex.Pattern;

/**
 * What a column of texts would be as numbers.
 *
 * @param numbers how many of its values are written as numbers; codes with leading zeros are not
 * @param others how many are not, missing ones left out
 * @param first position of the first of those among the rows in use, from 0; -1 where there is none
 * @param found that value as it stands there; empty where there is none
 */
public record TextNumbers(long numbers, long others, long first, String found) {
    /** A number as people write it; understood alike by Java and by DuckDB. */
    static final String NUMBER = "[-+]?(0|[1-9][0-9]*|[0-9]*[.][0-9]+|[0-9]+[.])([eE][-+]?[0-9]+)?";

    /** A decimal that begins with a zero and another digit is a code. */
    static final String CODE = "[-+]?0[0-9].*";

    private static final Pattern WRITTEN = Pattern.compile(NUMBER);
    private static final Pattern CODED = Pattern.compile(CODE);

    /** Whether a text is written as a number, and not as a code. */
    public static boolean isNumber(String text) {
        String stripped = text.strip();
        return WRITTEN.matcher(stripped).matches() && !CODED.matcher(stripped).matches();
    }

    /** Of two tables, the second behind so many rows of the first. */
    TextNumbers then(long rows, TextNumbers second) {
        boolean here = first >= 0 || second.first < 0;
        return new TextNumbers(
                numbers + second.numbers,
                others + second.others,
                here ? first : rows + second.first,
                here ? found : second.found);
    }
}
