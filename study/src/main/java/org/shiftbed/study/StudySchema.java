package org.shiftbed.study;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.shiftbed.base.CanonicalJson;
import org.shiftbed.base.file.FieldSpec;
import org.shiftbed.base.file.Groups.Fields;
import org.shiftbed.base.file.Scalars.Name;
import org.shiftbed.base.file.Shape;

/** What {@code studies/schema.json} and the field tables of the documentation hold, made from the fields that read a study file. */
public final class StudySchema {
    private static final int FEW = 4;

    private StudySchema() {}

    /** The JSON Schema (2020-12) of a study file, indented, ending with a line feed. */
    public static String json() {
        return json(Registry.installed());
    }

    static String json(Registry registry) {
        StudyFields fields = new StudyFields(registry);
        Map<String, Object> schema = new TreeMap<>(fields.root().schema());
        Map<String, Object> definitions = new TreeMap<>();
        fields.named().forEach(named -> definitions.put(named.key(), named.definition()));
        schema.put("$defs", definitions);
        schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
        schema.put("title", "Shiftbed study file");
        return CanonicalJson.pretty(schema);
    }

    /** The fields of a study file as a Markdown table: name, what it holds, default, meaning. */
    public static String markdown() {
        StringBuilder out = new StringBuilder("| field | holds | default | meaning |\n|---|---|---|---|\n");
        for (FieldSpec spec : new StudyFields(Registry.installed()).root().fields()) {
            row(out, "", spec);
            if (spec.shape() instanceof Fields inner) {
                inner.fields().forEach(field -> row(out, spec.name() + ".", field));
            }
        }
        return out.toString();
    }

    private static void row(StringBuilder out, String prefix, FieldSpec spec) {
        String only = spec.protocol().isEmpty() ? "" : " (protocol " + spec.protocol() + " only)";
        out.append("| `")
                .append(prefix)
                .append(spec.name())
                .append("` | ")
                .append(cell(holds(spec.shape())))
                .append(" | ")
                .append(cell(spec.standard().isEmpty() ? "must be given" : spec.standard()))
                .append(" | ")
                .append(cell(spec.help() + only))
                .append(" |\n");
    }

    /** Few names are all written out; of many the listings tell. */
    private static String holds(Shape shape) {
        return shape instanceof Name name && name.known().size() <= FEW
                ? name.known().stream().map(each -> "`" + each + "`").collect(Collectors.joining(" or "))
                : shape.rule();
    }

    private static String cell(String text) {
        return text.replace("|", "\\|");
    }
}
