package org.shiftbed.shift;

import java.util.ArrayList;
import java.util.List;
import org.shiftbed.base.UserError;

/**
 * A piece of a filter.
 *
 * @param kind what it is
 * @param text without its quotes
 * @param position of its first character, from 1
 */
record FilterToken(Kind kind, String text, int position) {

    /** What a piece is. BACKQUOTED names an attribute, QUOTED a name or a value, WORD is bare. */
    enum Kind {
        WORD,
        QUOTED,
        BACKQUOTED,
        OPERATOR,
        SIGN,
        END
    }

    private static final String SIGNS = "(){},";
    private static final String OPERATORS = "<>=!≤≥≠";
    private static final String QUOTES = "'\"`";

    boolean is(String sign) {
        return kind == Kind.SIGN && text.equals(sign);
    }

    boolean word(String keyword) {
        return kind == Kind.WORD && text.equalsIgnoreCase(keyword);
    }

    /** Whether a text needs no quotes: not empty, no sign, operator, quote or white space in it, no keyword. */
    static boolean plain(String text) {
        return !text.isEmpty()
                && text.chars().noneMatch(c -> Character.isWhitespace(c) || special((char) c))
                && List.of("and", "or", "not", "in", "true").stream().noneMatch(text::equalsIgnoreCase);
    }

    /** @throws UserError where a quote does not end */
    static List<FilterToken> read(String filter) {
        List<FilterToken> tokens = new ArrayList<>();
        int at = 0;
        while (at < filter.length()) {
            char c = filter.charAt(at);
            int start = at;
            if (Character.isWhitespace(c)) {
                at++;
            } else if (SIGNS.indexOf(c) >= 0) {
                tokens.add(new FilterToken(Kind.SIGN, String.valueOf(c), start + 1));
                at++;
            } else if (OPERATORS.indexOf(c) >= 0) {
                boolean two = "<>!=".indexOf(c) >= 0 && at + 1 < filter.length() && filter.charAt(at + 1) == '=';
                at += two ? 2 : 1;
                tokens.add(new FilterToken(Kind.OPERATOR, filter.substring(start, at), start + 1));
            } else if (QUOTES.indexOf(c) >= 0) {
                StringBuilder inside = new StringBuilder();
                at = quoted(filter, start, inside);
                tokens.add(new FilterToken(c == '`' ? Kind.BACKQUOTED : Kind.QUOTED, inside.toString(), start + 1));
            } else {
                while (at < filter.length()
                        && !Character.isWhitespace(filter.charAt(at))
                        && !special(filter.charAt(at))) {
                    at++;
                }
                tokens.add(new FilterToken(Kind.WORD, filter.substring(start, at), start + 1));
            }
        }
        tokens.add(new FilterToken(Kind.END, "", filter.length() + 1));
        return tokens;
    }

    /** Reads up to the closing quote; a doubled quote stands for one. Returns the place behind it. */
    private static int quoted(String filter, int start, StringBuilder inside) {
        char quote = filter.charAt(start);
        int at = start + 1;
        while (at < filter.length()) {
            if (filter.charAt(at) != quote) {
                inside.append(filter.charAt(at++));
            } else if (at + 1 < filter.length() && filter.charAt(at + 1) == quote) {
                inside.append(quote);
                at += 2;
            } else {
                return at + 1;
            }
        }
        throw new UserError("filter \"" + filter + "\", position " + (start + 1)
                + ": this quote does not end; close it with " + quote);
    }

    private static boolean special(char c) {
        return SIGNS.indexOf(c) >= 0 || OPERATORS.indexOf(c) >= 0 || QUOTES.indexOf(c) >= 0;
    }
}
