package org.shiftbed.study.rows;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.CanonicalJson;

/**
 * Reads lines of one file into rows. Nearly every line has the fields of the one before it, and the same {@code args} to the byte: such a line is
 * compared rather than parsed. A line of which anything is not plain (an escape, a letter beyond ASCII, a mistake) is left to {@link CanonicalJson}, so that
 * what comes out, and what is said of a damaged line, is always what that would give.
 */
public final class RowReader {
    private static final int DEPTH = 6;
    private static final int MOST_FIELDS = 1000;
    private static final int MOST_TEXT = 10_000;

    private final RowLayouts layouts;
    private final Fields lines = new Fields();
    private final Fields scalar = new Fields();
    private final Decimals decimals = new Decimals();
    private byte[] text = new byte[0];
    private int at;
    private int end;

    /**
     * A reader for one thread.
     *
     * @param layouts shared with other readers
     */
    public RowReader(RowLayouts layouts) {
        this.layouts = layouts;
    }

    /** Turns to another file. */
    public void open(byte[] file) {
        text = file;
        lines.forget();
    }

    /**
     * The object of a line.
     *
     * @param from where it begins in the file
     * @param to behind its last byte, the line feed not included
     * @return null where the line is blank
     * @throws IllegalArgumentException where it is no JSON object, as {@link CanonicalJson#parseObject} has it
     */
    public @Nullable Row line(int from, int to) {
        Row plain = plain(from, to);
        if (plain != null) {
            return plain;
        }
        // A line that is cut inside a character must not make the whole file unreadable.
        String line = new String(text, from, to - from, StandardCharsets.UTF_8).strip();
        return line.isEmpty() ? null : layouts.row(CanonicalJson.parseObject(line));
    }

    /** The object of a plain line; null where it is not plain. */
    @Nullable
    Row plain(int from, int to) {
        at = from;
        end = to;
        try {
            skip();
            if (peek() != '{') {
                return null;
            }
            Row row = object(lines, 0);
            skip();
            return at == end ? row : null;
        } catch (NotPlain e) {
            return null;
        }
    }

    /** Names and values of an object as they are read, and where those of the last object at this place stood in the file. */
    private static final class Fields {
        @Nullable
        RowLayout last;

        String[] names = new String[32];
        byte[] kinds = new byte[32];
        double[] numbers = new double[32];

        @Nullable
        Object[] values = new Object[32];

        int[] from = new int[32];
        int[] to = new int[32];

        @Nullable
        Fields[] inner = new Fields[32];

        void forget() {
            Arrays.fill(from, 0);
            Arrays.fill(to, 0);
        }

        Fields inner(int field) {
            Fields found = inner[field];
            if (found == null) {
                found = new Fields();
                inner[field] = found;
            }
            return found;
        }

        void room(int field) {
            if (field == names.length) {
                int more = 2 * field;
                names = Arrays.copyOf(names, more);
                kinds = Arrays.copyOf(kinds, more);
                numbers = Arrays.copyOf(numbers, more);
                values = Arrays.copyOf(values, more);
                from = Arrays.copyOf(from, more);
                to = Arrays.copyOf(to, more);
                inner = Arrays.copyOf(inner, more);
            }
        }
    }

    private Row object(Fields fields, int depth) {
        if (depth == DEPTH) {
            throw NotPlain.HERE;
        }
        RowLayout guess = fields.last;
        boolean same = guess != null;
        int count = 0;
        at++;
        skip();
        if (peek() == '}') {
            at++;
        } else {
            while (true) {
                fields.room(count);
                if (count == MOST_FIELDS) {
                    throw NotPlain.HERE;
                }
                boolean sameName = guess != null && count < guess.size() && follows(guess.quoted(count));
                if (sameName && guess != null) {
                    fields.names[count] = guess.name(count);
                } else {
                    fields.names[count] = string();
                }
                skip();
                expect(':');
                skip();
                field(fields, count, depth);
                same &= guess != null && sameName && guess.kind(count) == fields.kinds[count];
                count++;
                skip();
                if (peek() == ',') {
                    at++;
                    skip();
                } else {
                    expect('}');
                    break;
                }
            }
        }
        RowLayout layout;
        if (same && guess != null && guess.size() == count) {
            layout = guess;
        } else {
            layout = layout(fields, count);
            fields.last = layout;
        }
        double[] numbers = new double[layout.numbers()];
        @Nullable Object[] values = new Object[layout.values()];
        for (int i = 0; i < count; i++) {
            if (layout.kind(i) == RowLayout.VALUE) {
                values[layout.slot(i)] = fields.values[i];
            } else {
                numbers[layout.slot(i)] = fields.numbers[i];
            }
        }
        return new Row(layout, numbers, values, 0, 0);
    }

    private RowLayout layout(Fields fields, int count) {
        try {
            return layouts.shared(
                    new RowLayout(List.of(Arrays.copyOf(fields.names, count)), Arrays.copyOf(fields.kinds, count)));
        } catch (IllegalArgumentException e) {
            throw NotPlain.HERE;
        }
    }

    /** Reads a value into its place. */
    private void field(Fields fields, int field, int depth) {
        int begin = at;
        byte first = peek();
        if (first == '-' || first >= '0' && first <= '9' || first == 'N' || first == 'I') {
            number(fields, field);
            return;
        }
        fields.kinds[field] = RowLayout.VALUE;
        boolean nested = first == '{' || first == '[';
        // Equal bytes are equal values, whatever they were called.
        if (nested && depth == 0 && repeated(fields.from[field], fields.to[field])) {
            at += fields.to[field] - fields.from[field];
            return;
        }
        fields.values[field] = value(fields, field, depth);
        fields.from[field] = nested ? begin : 0;
        fields.to[field] = nested ? at : 0;
    }

    /** Whether the bytes of an earlier value follow. */
    private boolean repeated(int from, int to) {
        int length = to - from;
        return length > 0 && at + length <= end && Arrays.equals(text, at, at + length, text, from, to);
    }

    private @Nullable Object value(Fields fields, int field, int depth) {
        byte first = peek();
        switch (first) {
            case '{':
                return object(fields.inner(field), depth + 1);
            case '[':
                return list(fields, field, depth + 1);
            case '"':
                return string();
            case 't':
                word("true");
                return true;
            case 'f':
                word("false");
                return false;
            case 'n':
                word("null");
                return null;
            default:
                number(scalar, 0);
                return switch (scalar.kinds[0]) {
                    case RowLayout.DECIMAL -> (Object) scalar.numbers[0];
                    case RowLayout.WHOLE -> (Object) (int) scalar.numbers[0];
                    default -> scalar.values[0];
                };
        }
    }

    private List<@Nullable Object> list(Fields fields, int field, int depth) {
        if (depth == DEPTH) {
            throw NotPlain.HERE;
        }
        List<@Nullable Object> list = new ArrayList<>();
        at++;
        skip();
        if (peek() == ']') {
            at++;
            return list;
        }
        while (true) {
            list.add(value(fields, field, depth));
            skip();
            if (peek() == ',') {
                at++;
                skip();
            } else {
                expect(']');
                return list;
            }
        }
    }

    private void number(Fields fields, int field) {
        if (peek() == 'N') {
            word("NaN");
            decimal(fields, field, Double.NaN);
            return;
        }
        if (peek() == 'I') {
            word("Infinity");
            decimal(fields, field, Double.POSITIVE_INFINITY);
            return;
        }
        if (peek() == '-' && at + 1 < end && text[at + 1] == 'I') {
            at++;
            word("Infinity");
            decimal(fields, field, Double.NEGATIVE_INFINITY);
            return;
        }
        at = decimals.read(text, at, end);
        if (!decimals.whole()) {
            decimal(fields, field, decimals.decimal());
            return;
        }
        long whole = decimals.wholeValue();
        if (whole == (int) whole) {
            fields.kinds[field] = RowLayout.WHOLE;
            fields.numbers[field] = whole;
        } else {
            fields.kinds[field] = RowLayout.VALUE;
            fields.values[field] = whole;
            fields.from[field] = 0;
            fields.to[field] = 0;
        }
    }

    private static void decimal(Fields fields, int field, double value) {
        fields.kinds[field] = RowLayout.DECIMAL;
        fields.numbers[field] = value;
    }

    /** A text of printable ASCII without escapes. */
    private String string() {
        expect('"');
        int from = at;
        while (true) {
            byte next = peek();
            if (next == '"') {
                break;
            }
            // Bytes beyond ASCII are negative.
            if (next < ' ' || next == '\\' || next == 0x7f) {
                throw NotPlain.HERE;
            }
            at++;
        }
        if (at - from > MOST_TEXT) {
            throw NotPlain.HERE;
        }
        String found = new String(text, from, at - from, StandardCharsets.ISO_8859_1);
        at++;
        return found;
    }

    private void word(String word) {
        for (int i = 0; i < word.length(); i++) {
            expect(word.charAt(i));
        }
    }

    private boolean follows(byte[] bytes) {
        if (at + bytes.length > end || !Arrays.equals(text, at, at + bytes.length, bytes, 0, bytes.length)) {
            return false;
        }
        at += bytes.length;
        return true;
    }

    private void expect(char one) {
        if (peek() != one) {
            throw NotPlain.HERE;
        }
        at++;
    }

    private byte peek() {
        if (at >= end) {
            throw NotPlain.HERE;
        }
        return text[at];
    }

    private void skip() {
        while (at < end && (text[at] == ' ' || text[at] == '\t' || text[at] == '\r')) {
            at++;
        }
    }
}
