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
import org.shiftbed.base.file.Shape;
import org.shiftbed.base.file.Source;
import org.shiftbed.base.file.YamlNode;

/**
 * Reads an audit from the flags of the command line, each with its values in the order given: {@code --shift "O given Y" --shift "age: gaussian"
 * --radius 1 --radius 2 --where part=test}. Flags mean what the fields of {@code audit.yaml} mean; {@link ShiftText}, {@link org.shiftbed.audit.family.Targets} and
 * {@link LimitText} say how shifts, targets and limits are written.
 */
public final class AuditFlags {
    private static final Map<String, Flag> FLAGS = flags();

    private AuditFlags() {}

    /**
     * @param path of the field in {@code audit.yaml}
     * @param shape what the field holds; a list where the flag may be repeated
     * @param repeats whether it may
     * @param text whether values are texts whatever they look like
     */
    private record Flag(List<String> path, Shape shape, boolean repeats, boolean text) {}

    private static Map<String, Flag> flags() {
        Map<String, Flag> flags = new LinkedHashMap<>();
        AuditFields.root(false).fields().forEach(field -> {
            switch (field.name()) {
                case "table", "worse", "weight", "cluster", "against" ->
                    flags.put(field.name(), new Flag(List.of(field.name()), field.shape(), false, true));
                case "shifts" -> flags.put("shift", new Flag(List.of("shifts"), field.shape(), true, true));
                case "targets" -> flags.put("target", new Flag(List.of("targets"), field.shape(), true, true));
                default -> {}
            }
        });
        AuditFields.loss().fields().forEach(field -> {
            boolean text = !List.of("quantile", "positive", "threshold", "clip").contains(field.name());
            String name =
                    field.name().equals("kind") ? "loss" : field.name().equals("column") ? "loss-column" : field.name();
            flags.put(name, new Flag(List.of("loss", field.name()), field.shape(), name.equals("prediction"), text));
        });
        AuditFields.estimation().fields().forEach(field -> {
            boolean text = List.of("nuisance", "centring").contains(field.name());
            flags.put(field.name(), new Flag(List.of("estimation", field.name()), field.shape(), false, text));
        });
        flags.put("radius", new Flag(List.of("budget", AuditReader.RADIUS), AuditFields.RADII, true, false));
        AuditFields.budget().fields().forEach(field -> {
            switch (field.name()) {
                case "freeze" -> flags.put("freeze", new Flag(List.of("budget", "freeze"), field.shape(), true, true));
                case "limits" -> flags.put("limit", new Flag(List.of("budget", "limits"), field.shape(), true, true));
                default -> {}
            }
        });
        flags.put("where", new Flag(List.of("where"), new ListOf(AuditFields.COLUMN, 1, true), true, true));
        return Map.copyOf(flags);
    }

    /** The names of all flags, without their dashes; {@code table} stands for the argument. */
    public static List<String> names() {
        return FLAGS.keySet().stream().sorted().toList();
    }

    /**
     * @param flags from a flag's name without dashes to the values given
     * @throws UserError where a flag is unknown, stands twice, or its value is wrong; the message names the flag
     */
    public static AuditSpec read(Map<String, List<String>> flags) {
        return new AuditReader(values(flags), new Source("audit", Map.of())).spec();
    }

    /** The values as the file would hold them. */
    static Map<String, Object> values(Map<String, List<String>> flags) {
        Map<String, Object> values = new LinkedHashMap<>();
        flags.forEach((name, texts) -> {
            Flag flag = FLAGS.get(name);
            if (flag == null) {
                throw Names.unknown("--" + name, "flag", name, FLAGS.keySet());
            }
            if (texts.isEmpty()) {
                return;
            }
            if (texts.size() > 1 && !flag.repeats()) {
                throw new UserError("--" + name + ": is given " + texts.size() + " times; keep one");
            }
            Object value = name.equals("where") ? where(texts) : value("--" + name, flag, texts);
            put(values, flag.path(), value);
        });
        return values;
    }

    private static Object value(String place, Flag flag, List<String> texts) {
        List<YamlNode> nodes = new ArrayList<>();
        for (String text : texts) {
            nodes.add(new YamlNode.Scalar(flag.text() ? text : guess(text), 0));
        }
        boolean alone =
                flag.shape() instanceof Many || flag.shape() instanceof ListOf list && list.alone() || !flag.repeats();
        YamlNode node = alone && nodes.size() == 1 ? nodes.get(0) : new YamlNode.Sequence(nodes, 0);
        return flag.shape().check(new Field(place, "", 0, node, new LinkedHashMap<>()));
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
    private static void put(Map<String, Object> values, List<String> path, Object value) {
        if (path.size() == 1) {
            values.put(path.get(0), value);
        } else {
            Map<String, Object> inner = (Map<String, Object>)
                    values.computeIfAbsent(path.get(0), name -> new LinkedHashMap<String, Object>());
            inner.put(path.get(1), value);
        }
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
