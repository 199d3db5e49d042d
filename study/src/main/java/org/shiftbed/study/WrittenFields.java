package org.shiftbed.study;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.shiftbed.base.UserError;
import org.shiftbed.base.file.Field;
import org.shiftbed.base.file.Scalars.Anything;
import org.shiftbed.base.file.YamlNode;
import org.shiftbed.base.file.YamlNode.Entry;
import org.shiftbed.base.file.YamlNode.Mapping;
import org.shiftbed.base.file.YamlNode.Scalar;
import org.shiftbed.base.file.YamlNode.Sequence;

/**
 * Names with fields as command lines give them: {@code sprites:side=16,stride=orientation:4,position:8}. A value is YAML; a list stands in
 * brackets; a map of counts may stand without its braces, in braces without blanks after the colons, or be given key by key
 * ({@code stride.position=8}).
 */
public final class WrittenFields {
    private static final String KEY = "[A-Za-z_][\\w-]*";
    private static final Pattern COUNT = Pattern.compile("\\s*" + KEY + ":\\s*\\d+\\s*");
    private static final Pattern COUNTS = Pattern.compile(COUNT.pattern() + "(," + COUNT.pattern() + ")*");
    private static final Pattern COLON_IN_BRACES = Pattern.compile("([{,]\\s*" + KEY + "):(?=\\S)");

    private WrittenFields() {}

    /**
     * A name and its fields.
     *
     * @param name as written
     * @param fields Boolean, Long, Double, String, List or Map by name
     */
    public record Named(String name, Map<String, Object> fields) {
        public Named {
            fields = Map.copyOf(fields);
        }
    }

    /**
     * Reads a name with fields, and more fields that were given apart.
     *
     * @param text {@code NAME} or {@code NAME:KEY=VALUE,...}
     * @param more {@code KEY=VALUE} each
     * @param flag where the further fields stand, for errors
     * @throws UserError where a field is not {@code KEY=VALUE}, is given twice, or its value is not YAML
     */
    public static Named read(String text, List<String> more, String flag) {
        int colon = text.indexOf(':');
        String name = colon < 0 ? text : text.substring(0, colon);
        List<Entry> entries = new ArrayList<>();
        if (colon >= 0) {
            split(text.substring(colon + 1), name).forEach(pair -> add(entries, pair, name));
        }
        more.forEach(pair -> add(entries, pair, flag));
        Map<String, Object> fields = new TreeMap<>();
        for (Entry entry : entries) {
            Field field = Field.root(flag + " " + entry.key(), entry.value(), new HashMap<>());
            fields.put(entry.key(), new Anything().check(field));
        }
        return new Named(name, fields);
    }

    /** The same as a study file would hold it: a name, or a map from it to its fields. */
    static YamlNode node(String text, String flag) {
        int colon = text.indexOf(':');
        if (colon < 0) {
            return new Scalar(text, 0);
        }
        List<Entry> values = new ArrayList<>();
        split(text.substring(colon + 1), flag).forEach(pair -> add(values, pair, flag));
        return new Mapping(List.of(new Entry(text.substring(0, colon), 0, new Mapping(values, 0))), 0);
    }

    /** Puts {@code a=value} into a map, and {@code a.b=value} into a map below {@code a}. */
    static void add(List<Entry> values, String pair, String flag) {
        int equals = pair.indexOf('=');
        if (equals <= 0 || pair.substring(equals + 1).isBlank()) {
            throw new UserError(flag + ": must be name=value, found '" + YamlNode.oneLine(pair) + "'");
        }
        String name = pair.substring(0, equals).strip();
        YamlNode value = withoutLines(StudyFile.FORMAT.parse(blanks(pair.substring(equals + 1)), flag + " " + name));
        int dot = name.indexOf('.');
        String first = dot < 0 ? name : name.substring(0, dot);
        for (int i = 0; i < values.size(); i++) {
            if (values.get(i).key().equals(first)) {
                if (dot < 0 || !(values.get(i).value() instanceof Mapping inner)) {
                    throw new UserError(flag + ": '" + YamlNode.oneLine(name) + "' is given twice");
                }
                List<Entry> more = new ArrayList<>(inner.entries());
                more.add(new Entry(name.substring(dot + 1), 0, value));
                values.set(i, new Entry(first, 0, new Mapping(more, 0)));
                return;
            }
        }
        values.add(new Entry(
                first, 0, dot < 0 ? value : new Mapping(List.of(new Entry(name.substring(dot + 1), 0, value)), 0)));
    }

    /** YAML wants braces around a map, and a blank after a colon. */
    private static String blanks(String value) {
        String map = COUNTS.matcher(value).matches() ? "{" + value + "}" : value;
        return map.strip().startsWith("{") ? COLON_IN_BRACES.matcher(map).replaceAll("$1: ") : value;
    }

    /** Cuts at commas outside brackets; a count without a name goes on with the map before it. */
    private static List<String> split(String text, String flag) {
        List<String> parts = new ArrayList<>();
        int depth = 0;
        int from = 0;
        for (int i = 0; i <= text.length(); i++) {
            char c = i < text.length() ? text.charAt(i) : ',';
            depth += c == '[' || c == '{' ? 1 : c == ']' || c == '}' ? -1 : 0;
            if (c == ',' && (depth == 0 || i == text.length())) {
                String part = text.substring(from, i);
                String before = parts.isEmpty() ? "" : parts.get(parts.size() - 1);
                if (COUNT.matcher(part).matches()
                        && COUNTS.matcher(before.substring(before.indexOf('=') + 1))
                                .matches()) {
                    parts.set(parts.size() - 1, before + "," + part);
                } else if (!part.contains("=") && !parts.isEmpty()) {
                    String name = before.substring(0, Math.max(0, before.indexOf('=')));
                    throw new UserError(flag + ": must be name=value, found '" + YamlNode.oneLine(part)
                            + "'; a list is written in brackets: '" + YamlNode.oneLine(name) + "=["
                            + YamlNode.oneLine(before.substring(before.indexOf('=') + 1) + "," + part) + "]'");
                } else {
                    parts.add(part);
                }
                from = i + 1;
            }
        }
        return parts;
    }

    private static YamlNode withoutLines(YamlNode node) {
        if (node instanceof Sequence sequence) {
            return new Sequence(
                    sequence.items().stream().map(WrittenFields::withoutLines).toList(), 0);
        }
        if (node instanceof Mapping mapping) {
            return new Mapping(
                    mapping.entries().stream()
                            .map(entry -> new Entry(entry.key(), 0, withoutLines(entry.value())))
                            .toList(),
                    0);
        }
        return new Scalar(((Scalar) node).value(), 0);
    }
}
