package org.shiftbed.study;

import java.util.Map;
import org.shiftbed.base.file.Field;
import org.shiftbed.base.file.Groups.ListOf;
import org.shiftbed.base.file.Scalars.Whole;
import org.shiftbed.base.file.Shape;
import org.shiftbed.base.file.YamlNode;

/** Numbers of seeds, always as a list: a plain number could be meant as how many, as {@code trials} is. */
record SeedsShape() implements Shape {
    private static final ListOf LIST = new ListOf(Whole.atLeast(0), 1, false);

    @Override
    public Object check(Field field) {
        if (field.node() instanceof YamlNode.Scalar scalar && scalar.value() instanceof Long number && number >= 0) {
            throw field.error("must be a list of seed numbers, found " + number + "; write "
                    + (number == 0
                            ? ""
                            : upTo(number) + (number == 1 ? " for one seed, or " : " for " + number + " seeds, or "))
                    + "[" + number + "] for seed number " + number);
        }
        return LIST.check(field);
    }

    private static String upTo(long count) {
        return switch ((int) Math.min(count, 4)) {
            case 1 -> "[0]";
            case 2 -> "[0, 1]";
            case 3 -> "[0, 1, 2]";
            default -> "[0, 1, ..., " + (count - 1) + "]";
        };
    }

    @Override
    public String rule() {
        return LIST.rule();
    }

    @Override
    public Map<String, Object> schema() {
        return LIST.schema();
    }
}
