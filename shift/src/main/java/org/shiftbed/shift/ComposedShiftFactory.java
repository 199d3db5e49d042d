package org.shiftbed.shift;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.shiftbed.base.Names;
import org.shiftbed.base.UserError;

/** Makes shifts out of several others. */
public final class ComposedShiftFactory extends KindFactory {
    static final String PARTS = "parts";
    static final String TABLE = "table";
    private static final String RULE = "a list of at least two shifts, each a name with its fields";

    /** For the service loader. */
    public ComposedShiftFactory() {
        super(
                ComposedShift.KIND,
                "several shifts at once, such as spurious correlation and unseen data",
                Stream.concat(
                                Stream.of(
                                        new Field(
                                                "of",
                                                RULE,
                                                "",
                                                "the shifts, as under 'shifts', without the fields that every shift takes:"
                                                        + " those stand beside 'of'"),
                                        new Field(
                                                "by",
                                                "parts or table",
                                                PARTS,
                                                "parts: every pair of parts is a part, with the stricter count and the"
                                                        + " product of the weights; table: the likelihood ratios multiply,"
                                                        + " and the rows follow the joint that comes out")),
                                JointOptions.FIELDS.stream()
                                        .map(field -> new Field(
                                                field.name(),
                                                field.type(),
                                                field.standard(),
                                                field.help() + "; by: table only")))
                        .toList(),
                List.of("rows"));
    }

    /** The lists of values of the composed shifts are settings too. */
    @Override
    public List<Map<String, Object>> settings(Map<String, Object> fields) {
        List<Map<String, Object>> all = new ArrayList<>();
        for (Map<String, Object> one : Axes.expand(fields, axes())) {
            List<List<Object>> combined = List.of(List.of());
            if (one.get("of") instanceof List<?> shifts) {
                for (Object shift : shifts) {
                    List<List<Object>> longer = new ArrayList<>();
                    for (List<Object> before : combined) {
                        for (Object setting : expanded(shift)) {
                            longer.add(Stream.concat(before.stream(), Stream.of(setting))
                                    .toList());
                        }
                    }
                    combined = longer;
                }
            }
            for (List<Object> shifts : combined) {
                Map<String, Object> copy = new TreeMap<>(one);
                if (!shifts.isEmpty()) {
                    copy.put("of", shifts);
                }
                all.add(copy);
            }
        }
        return all;
    }

    @Override
    Shift make(Fields fields, FrameMaker frames) {
        String by = fields.oneOf("by", "composition", List.of(PARTS, TABLE), PARTS);
        List<Map.Entry<String, Map<String, Object>>> written = fields.named("of", RULE);
        if (written.size() < 2) {
            throw fields.wrong("of", RULE);
        }
        Frame plain = frames.frame(null);
        List<Component> shifts = new ArrayList<>();
        for (int i = 0; i < written.size(); i++) {
            shifts.add(component(written.get(i), i, plain, by));
        }
        Frame frame = frames.frame(ComposedShift.along(shifts));
        if (by.equals(PARTS)) {
            for (Field field : JointOptions.FIELDS) {
                if (fields.has(field.name())) {
                    throw new UserError(
                            kind() + ": " + field.name() + " belongs to by: table, this composition is by parts;"
                                    + " write by: table, or leave " + field.name() + " out");
                }
            }
            return new ComposedShift(frame, List.copyOf(shifts), null);
        }
        if (fields.list("test")) {
            throw fields.wrong("test", "uniform or pool under compose");
        }
        JointOptions options = JointOptions.read(fields, 1);
        JointShift.checkSampler(frame, options, kind());
        return new ComposedShift(frame, List.copyOf(shifts), options);
    }

    /** An error of a composed shift, with the place where that shift stands. */
    static UserError within(int index, String kind, UserError error) {
        String message = String.valueOf(error.getMessage());
        boolean own = message.startsWith(kind + ": ");
        String rest = own ? message.substring(kind.length() + 2) : message;
        String first = rest.split("[ :\\[]", 2)[0];
        boolean field = own
                && Shifts.require(kind, kind).fields().stream()
                        .anyMatch(known -> known.name().equals(first));
        return new UserError(ComposedShift.KIND + ": of[" + index + "]." + kind + (field ? "." : ": ") + rest, error);
    }

    private static Component component(
            Map.Entry<String, Map<String, Object>> written, int index, Frame plain, String by) {
        String kind = written.getKey();
        ShiftFactory factory = Shifts.require(kind, ComposedShift.KIND + ": of[" + index + "]");
        for (Field common : COMMON) {
            if (written.getValue().containsKey(common.name())) {
                throw new UserError(ComposedShift.KIND + ": of[" + index + "]." + kind + "." + common.name()
                        + " belongs to the whole composition; write it beside 'of'");
            }
        }
        List<String> own = factory.fields().stream().map(Field::name).toList();
        for (String name : written.getValue().keySet()) {
            if (!own.contains(name)) {
                throw Names.unknown(ComposedShift.KIND + ": of[" + index + "]." + kind, "field", name, own);
            }
        }
        Shift made;
        try {
            made = factory.create(
                    new Request(plain.dataset(), plain.label(), null, null, written.getValue(), Conditions.NONE));
        } catch (UserError e) {
            throw within(index, kind, e);
        }
        if (!(made instanceof Component component)) {
            throw new UserError(ComposedShift.KIND + ": of[" + index + "]: '" + kind
                    + "' cannot be composed; take some of " + composable());
        }
        if (made instanceof JointShift && by.equals(PARTS)) {
            throw new UserError(ComposedShift.KIND + ": of[" + index + "]: '" + kind
                    + "' is a joint and has no parts of its own; write by: table, or compose other shifts");
        }
        return component;
    }

    private static List<String> composable() {
        return List.of(
                LowData.KIND,
                NoShift.KIND,
                PartialCorrelation.KIND,
                SpuriousCorrelation.KIND,
                TableShift.KIND,
                UnseenData.KIND);
    }

    private static List<Object> expanded(Object shift) {
        if (shift instanceof Map<?, ?> map && map.size() == 1) {
            Map.Entry<?, ?> entry = map.entrySet().iterator().next();
            if (entry.getKey() instanceof String kind
                    && entry.getValue() instanceof Map<?, ?> inner
                    && Shifts.kinds().contains(kind)) {
                Map<String, Object> fields = new TreeMap<>();
                inner.forEach((name, value) -> fields.put(String.valueOf(name), value));
                return Shifts.require(kind, kind).settings(fields).stream()
                        .map(one -> (Object) Map.of(kind, one))
                        .toList();
            }
        }
        return List.of(shift);
    }
}
