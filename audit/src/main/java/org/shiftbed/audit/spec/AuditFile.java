package org.shiftbed.audit.spec;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.UserError;
import org.shiftbed.base.file.Field;
import org.shiftbed.base.file.Source;
import org.shiftbed.base.file.YamlFile;
import org.shiftbed.base.file.YamlNode;

/** Reads audit files: every mistake is one line that names file, line and field, says what would be right, and offers the nearest name. */
public final class AuditFile {
    private static final YamlFile FORMAT =
            new YamlFile("audit file", "it must name at least a table, a loss and shifts, as in docs/audit.md");

    private static final Set<String> PATHS = Set.of("table", "against", "before", "after");

    private AuditFile() {}

    /**
     * Reads an audit file. Tables are not opened. Paths inside are relative to its folder.
     *
     * @throws UserError where the file is wrong; one line
     */
    public static AuditSpec read(Path file) {
        Path parent = file.getParent();
        return resolve(FORMAT.read(file), file.toString(), parent, Map.of()).spec();
    }

    /**
     * The same where flags of the command line replace what the file says: see {@link AuditFlags}. Paths in flags are relative to the working
     * directory.
     */
    public static AuditQuestion question(Path file, Map<String, List<String>> flags) {
        Path parent = file.getParent();
        return resolve(FORMAT.read(file), file.toString(), parent, flags);
    }

    /**
     * The same for a text, whose paths stay as they are.
     *
     * @param name stands for the file in errors
     */
    public static AuditSpec parse(String text, String name) {
        return resolve(FORMAT.parse(text, name), name, null, Map.of()).spec();
    }

    /** The JSON Schema of the file, from which editors complete. */
    public static Map<String, Object> schema() {
        return AuditFields.root(true).schema();
    }

    private static AuditQuestion resolve(
            YamlNode node, String name, @Nullable Path folder, Map<String, List<String>> flags) {
        Map<String, Object> given = new Wording(flags, null).saying(() -> AuditFlags.values(flags));
        Map<String, Integer> lines = new LinkedHashMap<>();
        // Where flags complete the file, what must be there is asked of both together.
        @SuppressWarnings("unchecked")
        Map<String, Object> written =
                (Map<String, Object>) AuditFields.root(flags.isEmpty()).check(Field.root(name, node, lines));
        Map<String, Object> values = folder == null ? new LinkedHashMap<>(written) : resolved(written, folder);
        given.forEach((field, value) -> values.merge(field, value, AuditFlags::over));
        Wording wording = new Wording(flags, new Source(name, lines));
        return wording.saying(() -> new AuditQuestion(new AuditReader(values).spec(), wording));
    }

    /** Paths relative to a folder instead of to the file in it. */
    private static Map<String, Object> resolved(Map<String, Object> fields, Path folder) {
        Map<String, Object> resolved = new LinkedHashMap<>();
        fields.forEach((field, value) -> {
            boolean path = PATHS.contains(field) && value instanceof String;
            boolean holder = (field.equals("budget") || field.equals("like")) && value instanceof Map;
            if (path) {
                resolved.put(field, folder.resolve((String) value).toString());
            } else if (holder) {
                @SuppressWarnings("unchecked")
                Map<String, Object> inner = (Map<String, Object>) value;
                resolved.put(field, resolved(inner, folder));
            } else {
                resolved.put(field, value);
            }
        });
        return resolved;
    }
}
