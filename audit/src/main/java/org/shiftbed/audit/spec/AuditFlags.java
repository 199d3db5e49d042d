package org.shiftbed.audit.spec;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.Names;
import org.shiftbed.base.UserError;
import org.shiftbed.base.file.Field;
import org.shiftbed.base.file.Groups.ListOf;
import org.shiftbed.base.file.Scalars;
import org.shiftbed.base.file.Shape;
import org.shiftbed.base.file.YamlNode;

/**
 * Reads an audit from the flags of the command line, each with its values in the order given: {@code --shift "O given Y" --shift "age: gaussian"
 * --radius 1 --radius 2 --where part=test}. Flags mean what the fields of {@code audit.yaml} mean; {@link ShiftText}, {@link
 * org.shiftbed.audit.family.Targets} and {@link LimitText} say how shifts, targets and limits are written.
 */
public final class AuditFlags {
    private static final Map<String, FlagList.Entry> FLAGS = FlagList.entries();
    private static final String WHERE = "where";

    private AuditFlags() {}

    /** All flags in the order of the help; {@code table} stands for the argument. */
    public static List<AuditFlag> all() {
        return FLAGS.values().stream().map(FlagList.Entry::flag).toList();
    }

    /**
     * @param flags from a flag's name without dashes to the values given
     * @throws UserError where a flag is unknown, stands twice, or its value is wrong; the message names the flag
     */
    public static AuditQuestion question(Map<String, List<String>> flags) {
        Wording wording = new Wording(flags, null);
        return wording.saying(() -> new AuditQuestion(new AuditReader(values(flags)).spec(), wording));
    }

    /** The same without what messages call its parts. */
    public static AuditSpec read(Map<String, List<String>> flags) {
        return question(flags).spec();
    }

    /** The values as the file would hold them. */
    static Map<String, Object> values(Map<String, List<String>> flags) {
        Map<String, Object> values = new LinkedHashMap<>();
        flags.forEach((name, texts) -> {
            FlagList.Entry entry = FLAGS.get(name);
            if (entry == null) {
                throw Names.unknown("--" + name, "flag", name, FLAGS.keySet());
            }
            if (texts.isEmpty()) {
                return;
            }
            if (texts.size() > 1 && !entry.flag().repeats()) {
                throw new UserError("--" + name + ": is given " + texts.size() + " times; keep one");
            }
            put(values, entry.flag().path(), name.equals(WHERE) ? where(texts) : value(name, entry.shape(), texts));
        });
        return values;
    }

    private static Object value(String name, Shape shape, List<String> texts) {
        Shape one = shape instanceof ListOf list ? list.item() : shape instanceof Many many ? many.item() : null;
        if (one == null) {
            return shape.check(field("--" + name, shape, texts.get(0)));
        }
        List<Object> all = new ArrayList<>();
        for (int i = 0; i < texts.size(); i++) {
            Field field = field(Wording.place(name, texts, i), one, texts.get(i));
            Object value = one.check(field);
            if (shape instanceof ListOf && all.contains(value)) {
                throw field.error("is given twice; keep one of them");
            }
            all.add(value);
        }
        return all;
    }

    private static Field field(String place, Shape shape, String text) {
        boolean number = shape instanceof Scalars.Decimal
                || shape instanceof Scalars.Whole
                || shape instanceof Scalars.Flag
                || shape instanceof ScalarValue;
        return new Field(place, "", 0, new YamlNode.Scalar(number ? guess(text) : text, 0), new LinkedHashMap<>());
    }

    private static Map<String, Object> where(List<String> texts) {
        Map<String, Object> where = new LinkedHashMap<>();
        for (String text : texts) {
            int equals = text.indexOf('=');
            if (equals <= 0 || equals == text.length() - 1) {
                throw new UserError("--where: must be column=value, found '" + text + "'");
            }
            List<Object> values = new ArrayList<>();
            if (where.get(text.substring(0, equals).strip()) instanceof List<?> before) {
                values.addAll(before);
            }
            values.add(guess(text.substring(equals + 1).strip()));
            where.put(text.substring(0, equals).strip(), values);
        }
        return where;
    }

    /** What a YAML file would take a plain value for; a number with leading zeros stays text. */
    private static Object guess(String text) {
        if (text.matches("true|false")) {
            return Boolean.valueOf(text);
        }
        if (text.matches("-?(0|[1-9][0-9]{0,17})")) {
            return Long.valueOf(text);
        }
        if (text.matches("[-+]?([0-9]*\\.[0-9]+|[0-9]+\\.?)([eE][-+]?[0-9]+)?") && !text.matches("[-+]?0[0-9].*")) {
            return Double.valueOf(text);
        }
        return text;
    }

    @SuppressWarnings("unchecked")
    private static void put(Map<String, Object> values, String path, Object value) {
        int cut = path.indexOf('.');
        if (cut < 0) {
            values.put(path, value);
            return;
        }
        Map<String, Object> inner = (Map<String, Object>)
                values.computeIfAbsent(path.substring(0, cut), name -> new LinkedHashMap<String, Object>());
        // A radius goes with whichever size the file chooses.
        String field = path.substring(cut + 1);
        inner.put(field.endsWith("." + AuditReader.RADIUS) ? AuditReader.RADIUS : field, value);
    }

    /** What holds where a file and a flag give the same field: maps together, otherwise what the flag gives. */
    static Object over(@Nullable Object file, Object flag) {
        if (!(file instanceof Map<?, ?> first) || !(flag instanceof Map<?, ?> second)) {
            return flag;
        }
        Map<Object, Object> both = new LinkedHashMap<>(first);
        both.putAll(second);
        return both;
    }
}
