package org.shiftbed.audit.expression;

import java.util.ArrayList;
import java.util.List;
import org.shiftbed.base.UserError;

/**
 * A word of an expression.
 *
 * @param text without its quotes
 * @param position of its first character, counted from 1
 */
record Token(Kind kind, String text, int position) {
    enum Kind {
        NUMBER,
        NAME,
        /** A name in double quotes or backticks: always a column, or a level next to one. */
        QUOTED,
        /** A level in single quotes. */
        TEXT,
        SYMBOL,
        END
    }

    boolean is(String symbol) {
        return kind == Kind.SYMBOL && text.equals(symbol);
    }

    String shown() {
        return kind == Kind.END ? "the end" : "'" + text + "'";
    }

    /** @param place what the error begins with */
    static List<Token> split(String place, String text) {
        List<Token> tokens = new ArrayList<>();
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            int start = at;
            if (Character.isWhitespace(c)) {
                at++;
            } else if (isDigit(c) || c == '.') {
                at = endOfNumber(text, at);
                String number = text.substring(start, at);
                if (number.equals(".") || !Double.isFinite(Double.parseDouble(number))) {
                    throw new UserError(
                            place + ": at character " + (start + 1) + ": expected a number, found '" + number + "'");
                }
                tokens.add(new Token(Kind.NUMBER, number, start + 1));
            } else if (Character.isUnicodeIdentifierStart(c) || c == '_') {
                while (at < text.length()
                        && (Character.isUnicodeIdentifierPart(text.charAt(at)) || text.charAt(at) == '.')) {
                    at++;
                }
                tokens.add(new Token(Kind.NAME, text.substring(start, at), start + 1));
            } else if (c == '"' || c == '`' || c == '\'') {
                StringBuilder inside = new StringBuilder();
                at = quoted(place, text, at, inside);
                tokens.add(new Token(c == '\'' ? Kind.TEXT : Kind.QUOTED, inside.toString(), start + 1));
            } else {
                String two = text.substring(at, Math.min(text.length(), at + 2));
                String symbol = List.of("<=", ">=", "==", "!=", "<>", "**").contains(two) ? two : String.valueOf(c);
                if (symbol.length() == 1 && "+-*/^(),;<>=".indexOf(c) < 0) {
                    throw new UserError(place + ": at character " + (start + 1) + ": '" + c
                            + "' is not part of the language; a column whose name has it goes into \"quotes\"");
                }
                at += symbol.length();
                tokens.add(new Token(Kind.SYMBOL, symbol, start + 1));
            }
        }
        tokens.add(new Token(Kind.END, "", text.length() + 1));
        return tokens;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static int endOfNumber(String text, int start) {
        int at = digits(text, start);
        if (at < text.length() && text.charAt(at) == '.') {
            at = digits(text, at + 1);
        }
        if (at < text.length() && (text.charAt(at) == 'e' || text.charAt(at) == 'E')) {
            boolean signed = at + 1 < text.length() && (text.charAt(at + 1) == '-' || text.charAt(at + 1) == '+');
            int from = at + (signed ? 2 : 1);
            int end = digits(text, from);
            // Without digits behind it, it is the first letter of a name.
            at = end > from ? end : at;
        }
        return at;
    }

    private static int digits(String text, int start) {
        int at = start;
        while (at < text.length() && isDigit(text.charAt(at))) {
            at++;
        }
        return at;
    }

    /** A doubled quote stands for itself. */
    private static int quoted(String place, String text, int start, StringBuilder inside) {
        char quote = text.charAt(start);
        int at = start + 1;
        while (at < text.length()) {
            if (text.charAt(at) == quote) {
                if (at + 1 < text.length() && text.charAt(at + 1) == quote) {
                    at++;
                } else {
                    return at + 1;
                }
            }
            inside.append(text.charAt(at));
            at++;
        }
        throw new UserError(place + ": at character " + (start + 1) + ": the quote " + quote + " is not closed");
    }
}
