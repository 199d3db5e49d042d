package org.shiftbed.audit.spec;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.CanonicalJson;
import org.shiftbed.base.file.FieldSpec;
import org.shiftbed.base.file.Groups.Fields;
import org.shiftbed.base.file.Groups.ListOf;
import org.shiftbed.base.file.Shape;

/** What {@code studies/audit-schema.json} and the field table of the documentation hold, made from the fields that read an audit file. */
public final class AuditSchema {
    private AuditSchema() {}

    /** The JSON Schema (2020-12) of an audit file, indented, ending with a line feed. */
    public static String json() {
        Map<String, Object> schema = new TreeMap<>(AuditFile.schema());
        schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
        schema.put("title", "Shiftbed audit file");
        return CanonicalJson.pretty(schema);
    }

    /** The fields of an audit file as a Markdown table, those of maps behind them: name, what it holds, default, meaning. */
    public static String markdown() {
        StringBuilder out = new StringBuilder("| field | holds | default | meaning |\n|---|---|---|---|\n");
        rows(out, "", AuditFields.root(true));
        return out.toString();
    }

    private static void rows(StringBuilder out, String prefix, Fields fields) {
        for (FieldSpec field : fields.fields()) {
            boolean list = field.shape() instanceof ListOf;
            out.append("| `")
                    .append(prefix)
                    .append(field.name())
                    .append("` | ")
                    .append(cell(field.shape().rule()))
                    .append(" | ")
                    .append(cell(field.standard().isEmpty() ? "must be given" : field.standard()))
                    .append(" | ")
                    .append(cell(field.help()))
                    .append(" |\n");
            Fields inner = inner(field.shape());
            if (inner != null) {
                rows(out, prefix + field.name() + (list ? "[]." : "."), inner);
            }
        }
    }

    private static @Nullable Fields inner(Shape shape) {
        if (shape instanceof ListOf list) {
            return inner(list.item());
        }
        if (shape instanceof ShiftOrText shift) {
            return shift.fields();
        }
        return shape instanceof Fields fields ? fields : null;
    }

    private static String cell(String text) {
        return text.replace("|", "\\|");
    }
}
