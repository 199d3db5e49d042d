package org.shiftbed.report.audit;

import java.util.Locale;
import org.shiftbed.audit.result.Percentage;
import org.shiftbed.report.table.Table;

/** Numbers as people read them. What is not a number is a dash, never a word of the machine. */
final class Figures {
    private static final String NONE = "\u2013";
    private static final String MINUS = "\u2212";

    private Figures() {}

    /** Four decimals, or three significant digits where four decimals would hide the number or bury it. */
    static String number(double value) {
        if (Double.isNaN(value)) {
            return NONE;
        }
        if (Double.isInfinite(value)) {
            return value > 0 ? "unbounded" : "unbounded below";
        }
        double size = Math.abs(value);
        String text = value == 0
                ? "0"
                : size < 0.001 || size >= 1e7
                        ? String.format(Locale.ROOT, "%.2e", value)
                        : String.format(Locale.ROOT, size < 1000 ? "%.4f" : "%.1f", value);
        return text.replace("-", MINUS).replace("e" + MINUS, "e-");
    }

    /** With its sign. */
    static String change(double value) {
        return value > 0 && Double.isFinite(value) ? "+" + number(value) : number(value);
    }

    /** As short as it can be: radii, levels, sizes that a person chose. */
    static String plain(double value) {
        if (!Double.isFinite(value)) {
            return number(value);
        }
        if (value == Math.rint(value) && Math.abs(value) < 1e7) {
            return Long.toString((long) value).replace("-", MINUS);
        }
        String text = number(value);
        return text.contains(".") && !text.contains("e") ? text.replaceAll("0+$", "") : text;
    }

    static String interval(double low, double high) {
        return Double.isNaN(low) || Double.isNaN(high) ? NONE : "[" + number(low) + ", " + number(high) + "]";
    }

    static String withError(double value, double error) {
        return Double.isNaN(value) || Double.isNaN(error) ? number(value) : number(value) + " \u00b1 " + number(error);
    }

    /** A share as a percentage. */
    static String percent(double share) {
        if (!Double.isFinite(share)) {
            return NONE;
        }
        return Percentage.of(share).replace("-", MINUS);
    }

    static String count(long count) {
        return String.format(Locale.ROOT, "%,d", count).replace(',', '\u202f');
    }

    /** A cell of a table. */
    static Table.Cell cell(double value) {
        return new Table.Cell(number(value), Double.isFinite(value) ? (Double) value : null);
    }

    static Table.Cell cell(String text) {
        return new Table.Cell(text, null);
    }

    static String yes(boolean holds) {
        return holds ? "yes" : "no";
    }
}
