package org.shiftbed.audit.spec;

import org.shiftbed.base.UserError;

/**
 * Reads short texts of names, numbers and signs from left to right. A name that holds white space or one of {@code , : = | + * ( ) [ ] < >} stands
 * in single or double quotes; a doubled quote inside means one.
 */
final class Tokens {
    private static final String SIGNS = ",:=|+*()[]<>";

    private final String place;
    private final String text;
    private int at;

    /** @param place in messages: the option, or file and field */
    Tokens(String place, String text) {
        this.place = place;
        this.text = text;
    }

    boolean atEnd() {
        skip();
        return at == text.length();
    }

    private void skip() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }

    /** Goes behind a sign, where it is next. */
    boolean take(String sign) {
        skip();
        if (text.startsWith(sign, at)) {
            at += sign.length();
            return true;
        }
        return false;
    }

    /** Goes behind a sign, where it is next without white space before it. */
    boolean takeNext(char sign) {
        boolean there = at < text.length() && text.charAt(at) == sign;
        at += there ? 1 : 0;
        return there;
    }

    /** Goes behind a sign that must be next. */
    void expect(String sign) {
        if (!take(sign)) {
            throw wrong("'" + sign + "'");
        }
    }

    /** Goes behind a word, where it is next as a whole. */
    boolean takeWord(String word) {
        boolean there = isWord(word);
        at += there ? word.length() : 0;
        return there;
    }

    /** Whether a word is next as a whole. */
    boolean isWord(String word) {
        skip();
        int end = at + word.length();
        return text.startsWith(word, at) && (end == text.length() || !partOfName(text.charAt(end)));
    }

    private static boolean partOfName(char c) {
        return !Character.isWhitespace(c) && SIGNS.indexOf(c) < 0;
    }

    /**
     * The next name.
     *
     * @param what it should be, for messages
     */
    String name(String what) {
        skip();
        if (at == text.length()) {
            throw wrong(what);
        }
        char first = text.charAt(at);
        if (first == '"' || first == '\'') {
            return quoted(first);
        }
        int from = at;
        while (at < text.length() && partOfName(text.charAt(at))) {
            at++;
        }
        if (at == from) {
            throw wrong(what);
        }
        return text.substring(from, at);
    }

    private String quoted(char quote) {
        StringBuilder name = new StringBuilder();
        for (int i = at + 1; i < text.length(); i++) {
            if (text.charAt(i) != quote) {
                name.append(text.charAt(i));
            } else if (i + 1 < text.length() && text.charAt(i + 1) == quote) {
                name.append(quote);
                i++;
            } else {
                at = i + 1;
                return name.toString();
            }
        }
        throw wrong("a closing " + quote);
    }

    /** The next number, with its sign. */
    double number(String what) {
        skip();
        int from = at;
        boolean minus = take("-");
        if (!minus) {
            take("+");
        }
        skip();
        int start = at;
        while (at < text.length()
                && (Character.isLetterOrDigit(text.charAt(at))
                        || text.charAt(at) == '.'
                        || (at > start
                                && "+-".indexOf(text.charAt(at)) >= 0
                                && "eE".indexOf(text.charAt(at - 1)) >= 0
                                && Character.isDigit(text.charAt(start))))) {
            at++;
        }
        try {
            double value = Double.parseDouble(text.substring(start, at));
            if (Double.isFinite(value)) {
                return minus ? -value : value;
            }
        } catch (NumberFormatException e) {
            // Told below, with the place where it should stand.
        }
        at = from;
        throw wrong(what);
    }

    /** Whether a number is next. */
    boolean numberIsNext() {
        skip();
        return at < text.length() && (Character.isDigit(text.charAt(at)) || text.charAt(at) == '.');
    }

    /** Everything up to a sign, which stays; fails where there is none. */
    String upTo(char sign, String what) {
        int end = text.indexOf(sign, at);
        if (end < 0) {
            throw wrong(what);
        }
        String part = text.substring(at, end);
        at = end;
        return part;
    }

    /** Everything that is left. */
    String rest() {
        skip();
        String rest = text.substring(at).strip();
        at = text.length();
        return rest;
    }

    /** An error about what should be next. */
    UserError wrong(String wanted) {
        skip();
        String found = at == text.length() ? "the end" : "'" + text.substring(at) + "'";
        return new UserError(
                place + ": expected " + wanted + " at character " + (at + 1) + behind(" of ") + ", found " + found);
    }

    /** An error about the whole text. */
    UserError error(String message) {
        return new UserError(place + ": " + message + behind(" in "));
    }

    /** The text, unless the place shows it. */
    private String behind(String word) {
        return place.contains(text) ? "" : word + "'" + text + "'";
    }
}
