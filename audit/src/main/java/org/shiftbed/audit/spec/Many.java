package org.shiftbed.audit.spec;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.shiftbed.base.file.Field;
import org.shiftbed.base.file.Shape;
import org.shiftbed.base.file.YamlNode;

/**
 * A list whose items may be equal; one item may be written without the list.
 *
 * @param item what each holds
 * @param least fewest items
 */
record Many(Shape item, int least) implements Shape {
    @Override
    public Object check(Field field) {
        if (!(field.node() instanceof YamlNode.Sequence sequence)) {
            return List.of(item.check(field));
        }
        if (sequence.items().size() < least) {
            throw field.wrong(rule());
        }
        List<Object> all = new ArrayList<>();
        for (int i = 0; i < sequence.items().size(); i++) {
            all.add(item.check(field.item(i, sequence.items().get(i))));
        }
        return all;
    }

    @Override
    public String rule() {
        return item.rule() + ", or a list of such";
    }

    @Override
    public Map<String, Object> schema() {
        Map<String, Object> list = Shape.json("type", "array", "items", item.schema(), "minItems", least);
        return Shape.json("anyOf", List.of(item.schema(), list));
    }
}
