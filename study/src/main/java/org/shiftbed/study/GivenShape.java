package org.shiftbed.study;

import java.util.List;
import java.util.Map;
import org.shiftbed.base.file.Field;
import org.shiftbed.base.file.Groups.ListOf;
import org.shiftbed.base.file.Scalars.Anything;
import org.shiftbed.base.file.Shape;
import org.shiftbed.base.file.YamlNode;

/**
 * Members of a search written out: a list of hyperparameter maps for every algorithm, or one such list an algorithm. Names and ranges are
 * checked where the algorithms are known.
 */
record GivenShape() implements Shape {
    private static final Map<String, Object> MEMBER = Shape.json("type", "object");
    private static final Map<String, Object> MEMBERS = Shape.json("type", "array", "items", MEMBER, "minItems", 1);

    @Override
    public Object check(Field field) {
        if (field.node() instanceof YamlNode.Mapping mapping
                && !mapping.entries().isEmpty()) {
            return new Anything().check(field);
        }
        if (field.node() instanceof YamlNode.Sequence) {
            return new ListOf(new Anything(), 1, false).check(field);
        }
        throw field.wrong(rule());
    }

    @Override
    public String rule() {
        return "a list of hyperparameter maps, or one such list for each algorithm by name";
    }

    @Override
    public Map<String, Object> schema() {
        return Shape.json("anyOf", List.of(MEMBERS, Shape.json("type", "object", "additionalProperties", MEMBERS)));
    }
}
