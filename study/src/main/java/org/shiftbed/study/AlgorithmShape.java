package org.shiftbed.study;

import java.util.LinkedHashMap;
import java.util.Map;
import org.shiftbed.base.file.Field;
import org.shiftbed.base.file.FieldSpec;
import org.shiftbed.base.file.Groups.Fields;
import org.shiftbed.base.file.Scalars.Anything;
import org.shiftbed.base.file.Shape;
import org.shiftbed.base.file.YamlNode;

/**
 * The form and hyperparameters of an algorithm. Names are left to {@link Hyperparameters}, which knows protocol and form: the fields here are those
 * of all of them together, and offering one that the study's form does not have would lead from one mistake to the next.
 *
 * @param fields of every form and protocol
 */
record AlgorithmShape(Fields fields) implements Shape {

    @Override
    public Object check(Field field) {
        if (!(field.node() instanceof YamlNode.Mapping mapping)) {
            return fields.check(field);
        }
        Map<String, Object> values = new LinkedHashMap<>();
        for (YamlNode.Entry entry : mapping.entries()) {
            Field inner = field.child(entry);
            Shape shape = fields.fields().stream()
                    .filter(spec -> spec.name().equals(entry.key()))
                    .<Shape>map(FieldSpec::shape)
                    .findFirst()
                    .orElse(new Anything());
            values.put(entry.key(), shape.check(inner));
        }
        return values;
    }

    @Override
    public String rule() {
        return fields.rule();
    }

    @Override
    public Map<String, Object> schema() {
        return fields.schema();
    }
}
