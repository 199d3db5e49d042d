package org.shiftbed.data.folders;

import java.util.Comparator;
import java.util.PrimitiveIterator;

/** The two orders of names: DomainBed's, and the one people expect. */
final class NameOrder {
    /** By code point, upper case before lower case, {@code x10} before {@code x9}. */
    static final Comparator<String> CODE_POINTS = NameOrder::byCodePoint;

    /** Runs of digits by the number they are, {@code x9} before {@code x10}; all else, and equal numbers, by code point. */
    static final Comparator<String> NUMBERS = ((Comparator<String>) NameOrder::byNumber).thenComparing(CODE_POINTS);

    private NameOrder() {}

    /** Not {@link String#compareTo}, which orders characters beyond 16 bits by the first half of their pair. */
    private static int byCodePoint(String a, String b) {
        PrimitiveIterator.OfInt left = a.codePoints().iterator();
        PrimitiveIterator.OfInt right = b.codePoints().iterator();
        while (left.hasNext() && right.hasNext()) {
            int order = Integer.compare(left.nextInt(), right.nextInt());
            if (order != 0) {
                return order;
            }
        }
        return Boolean.compare(left.hasNext(), right.hasNext());
    }

    private static int byNumber(String a, String b) {
        int i = 0;
        int j = 0;
        while (i < a.length() && j < b.length()) {
            int endA = run(a, i);
            int endB = run(b, j);
            boolean numbers = digit(a.charAt(i)) && digit(b.charAt(j));
            int order = numbers
                    ? number(a.substring(i, endA), b.substring(j, endB))
                    : byCodePoint(a.substring(i, endA), b.substring(j, endB));
            if (order != 0) {
                return order;
            }
            i = endA;
            j = endB;
        }
        return Boolean.compare(i < a.length(), j < b.length());
    }

    /** The end of the run of digits, or of other characters, that begins here. */
    private static int run(String text, int from) {
        boolean digits = digit(text.charAt(from));
        int end = from;
        while (end < text.length() && digit(text.charAt(end)) == digits) {
            end++;
        }
        return end;
    }

    private static int number(String a, String b) {
        String left = a.replaceFirst("^0+(?=.)", "");
        String right = b.replaceFirst("^0+(?=.)", "");
        return left.length() == right.length() ? left.compareTo(right) : Integer.compare(left.length(), right.length());
    }

    private static boolean digit(char c) {
        return c >= '0' && c <= '9';
    }
}
