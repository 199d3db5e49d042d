package org.shiftbed.data.npz;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.shiftbed.base.UserError;

/**
 * The head of an NPY array: {@code 93 'NUMPY'}, a version, the length of a text, and the text, a Python dictionary with {@code descr},
 * {@code fortran_order} and {@code shape} (numpy's format description; {@code controlled-shifts.md} 2.2).
 *
 * @param type of the elements
 * @param fortran whether the first index runs fastest
 * @param shape lengths of the dimensions, none below 0; empty for a single number
 * @param length bytes before the first element
 */
public record NpyHeader(NpyType type, boolean fortran, List<Long> shape, int length) {
    private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};
    private static final int LONGEST = 1 << 20;
    private static final Pattern DESCR =
            Pattern.compile("['\"]descr['\"]\\s*:\\s*(?:'([^']*)'|\"([^\"]*)\"|(\\[.*?\\]))", Pattern.DOTALL);
    private static final Pattern ORDER = Pattern.compile("['\"]fortran_order['\"]\\s*:\\s*(True|False)");
    private static final Pattern SHAPE = Pattern.compile("['\"]shape['\"]\\s*:\\s*\\(([^()]*)\\)");
    private static final Pattern LENGTH = Pattern.compile("\\d{1,18}");

    public NpyHeader {
        shape = List.copyOf(shape);
    }

    /**
     * Reads the head, and leaves the stream at the first element.
     *
     * @param place begins every message
     * @throws UserError where it is no such head, or of a type that is not read
     */
    static NpyHeader read(InputStream in, String place) throws IOException {
        byte[] start = in.readNBytes(8);
        if (start.length < 8) {
            throw new UserError(place + ": is cut short in its first bytes; fetch it again");
        }
        if (!Arrays.equals(start, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
            throw new UserError(place + ": is no NPY array: it begins with " + hex(start)
                    + " and not with 93 4e 55 4d 50 59 ('NUMPY')");
        }
        int version = start[6];
        if (version < 1 || version > 3) {
            throw new UserError(place + ": is an NPY array of version " + version + "." + start[7]
                    + ", and versions 1 to 3 are read; save it again with numpy");
        }
        byte[] size = in.readNBytes(version == 1 ? 2 : 4);
        if (size.length < (version == 1 ? 2 : 4)) {
            throw new UserError(place + ": is cut short in its first bytes; fetch it again");
        }
        long length = 0;
        for (int i = size.length - 1; i >= 0; i--) {
            length = length << 8 | size[i] & 0xFF;
        }
        if (length > LONGEST) {
            throw new UserError(place + ": its head claims to be " + length + " bytes long, more than " + LONGEST
                    + "; it is damaged, fetch it again");
        }
        byte[] text = in.readNBytes((int) length);
        if (text.length < length) {
            throw new UserError(place + ": is cut short in its head; fetch it again");
        }
        Charset charset = version == 3 ? Charset.UTF : Charset.LATIN;
        return parse(charset.read(text), place, start.length + size.length + text.length);
    }

    private enum Charset {
        UTF,
        LATIN;

        String read(byte[] text) {
            return new String(text, this == UTF ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1);
        }
    }

    private static NpyHeader parse(String text, String place, int length) {
        Matcher descr = DESCR.matcher(text);
        Matcher order = ORDER.matcher(text);
        Matcher shape = SHAPE.matcher(text);
        boolean complete = descr.find() && order.find() && shape.find();
        // Nothing may be left but the braces, commas and padding.
        String rest = complete
                ? text.replace(descr.group(), "").replace(order.group(), "").replace(shape.group(), "")
                : text;
        if (!complete || !rest.matches("(?s)\\s*\\{[\\s,]*\\}\\s*")) {
            throw new UserError(place + ": its head is not numpy's: it must name descr, fortran_order and shape, got "
                    + shown(text));
        }
        String written = descr.group(1) != null ? descr.group(1) : descr.group(2);
        NpyType type = written == null ? null : NpyType.of(written);
        if (type == null) {
            throw new UserError(place + ": holds elements of type " + shown(written == null ? descr.group(3) : written)
                    + ", and whole numbers, booleans and decimals of 32 or 64 bits are read");
        }
        return new NpyHeader(type, order.group(1).equals("True"), lengths(shape.group(1), place), length);
    }

    private static List<Long> lengths(String written, String place) {
        List<Long> lengths = new ArrayList<>();
        for (String each : written.split(",", -1)) {
            // Python 2 writes its long numbers with an L.
            String number = each.strip().replaceFirst("L$", "");
            if (number.isEmpty()) {
                continue;
            }
            if (!LENGTH.matcher(number).matches()) {
                throw new UserError(
                        place + ": its head gives a dimension the length " + shown(number) + "; it is damaged");
            }
            lengths.add(Long.parseLong(number));
        }
        return lengths;
    }

    /**
     * How many elements there are.
     *
     * @throws EOFException where more than a file can hold
     */
    long elements() throws EOFException {
        long product = 1;
        for (long each : shape) {
            try {
                product = Math.multiplyExact(product, each);
            } catch (ArithmeticException e) {
                throw new EOFException("more than 2^63 elements");
            }
        }
        return product;
    }

    /** The shape as numpy writes it: {@code (5, 64, 64)}. */
    public String shown() {
        return shape.stream()
                .map(String::valueOf)
                .collect(Collectors.joining(", ", "(", shape.size() == 1 ? ",)" : ")"));
    }

    private static String shown(String text) {
        String flat = text.replaceAll("[\\p{Cntrl}\\s]+", " ").strip();
        return "'" + (flat.length() > 80 ? flat.substring(0, 77) + "..." : flat) + "'";
    }

    static String hex(byte[] bytes) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < Math.min(6, bytes.length); i++) {
            text.append(i == 0 ? "" : " ").append(String.format("%02x", bytes[i]));
        }
        return text.toString();
    }
}
