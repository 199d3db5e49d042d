package org.shiftbed.base;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;

/**
 * DomainBed's {@code seed_hash} ({@code domainbed-protocol.md} 0.1): the arguments as a Python tuple literal, MD5, modulo 2^31. Seeds
 * of splits, runs and hyperparameters of that protocol come from it.
 */
public final class SeedHash {
    private SeedHash() {}

    /**
     * @param arguments at least two; each an Integer, a Long, a String or a List of Integers
     * @return a seed in [0, 2^31)
     */
    public static long of(Object... arguments) {
        if (arguments.length < 2) {
            throw new IllegalArgumentException("seed_hash takes at least two arguments, got " + arguments.length);
        }
        StringBuilder tuple = new StringBuilder("(");
        for (int i = 0; i < arguments.length; i++) {
            tuple.append(i == 0 ? "" : ", ").append(literal(arguments[i]));
        }
        byte[] digest = md5(tuple.append(')').toString());
        return ByteBuffer.wrap(digest).getInt(12) & 0x7fffffffL;
    }

    /** The MD5 of a text in UTF-8: 16 bytes. DomainBed names job folders by its hex form. */
    public static byte[] md5(String text) {
        try {
            return MessageDigest.getInstance("MD5").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has MD5", e);
        }
    }

    private static String literal(Object argument) {
        if (argument instanceof Integer || argument instanceof Long) {
            return argument.toString();
        }
        if (argument instanceof String text) {
            return quoted(text);
        }
        if (argument instanceof List<?> list) {
            StringBuilder out = new StringBuilder("[");
            for (int i = 0; i < list.size(); i++) {
                out.append(i == 0 ? "" : ", ").append(literal(list.get(i)));
            }
            return out.append(']').toString();
        }
        throw new IllegalArgumentException("seed_hash takes whole numbers, text and lists of them, got "
                + argument.getClass().getName());
    }

    /** Python's repr of a text: single quotes, or double ones where the text holds single ones only. */
    private static String quoted(String text) {
        char quote = text.indexOf('\'') >= 0 && text.indexOf('"') < 0 ? '"' : '\'';
        StringBuilder out = new StringBuilder().append(quote);
        text.codePoints().forEach(c -> {
            if (c == '\\' || c == quote) {
                out.append('\\').appendCodePoint(c);
            } else if (c == '\n') {
                out.append("\\n");
            } else if (c == '\r') {
                out.append("\\r");
            } else if (c == '\t') {
                out.append("\\t");
            } else if (!printable(c)) {
                out.append(String.format(c <= 0xff ? "\\x%02x" : c <= 0xffff ? "\\u%04x" : "\\U%08x", c));
            } else {
                out.appendCodePoint(c);
            }
        });
        return out.append(quote).toString();
    }

    /** Python's idea of it: no control, format, private or unassigned character, and no space but the plain one. */
    private static boolean printable(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            case Character.SPACE_SEPARATOR -> codePoint == ' ';
            default -> true;
        };
    }
}
