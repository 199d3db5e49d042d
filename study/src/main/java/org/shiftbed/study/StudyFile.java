package org.shiftbed.study;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.shiftbed.base.file.Field;
import org.shiftbed.base.file.Groups.Fields;
import org.shiftbed.base.file.Source;
import org.shiftbed.base.file.YamlFile;
import org.shiftbed.base.file.YamlNode;

/** Reads study files: every mistake is one line that names file, line and field, says what would be right, and offers the nearest name. */
public final class StudyFile {
    static final YamlFile FORMAT = new YamlFile("study file", "'shiftbed init' writes a study file to start from");

    private StudyFile() {}

    /**
     * Reads and resolves a study file. Data are not opened: {@link Plan#of} checks what needs them.
     *
     * @throws org.shiftbed.base.UserError where the file is wrong; one line
     */
    public static Study read(Path file) {
        return resolve(FORMAT.read(file), file.toString(), Registry.installed());
    }

    /**
     * The same for a text.
     *
     * @param name stands for the file in errors
     */
    public static Study parse(String text, String name) {
        return resolve(FORMAT.parse(text, name), name, Registry.installed());
    }

    static Study resolve(YamlNode node, String name, Registry registry) {
        Map<String, Integer> lines = new LinkedHashMap<>();
        Fields root = new StudyFields(registry).root();
        @SuppressWarnings("unchecked")
        Map<String, Object> values = (Map<String, Object>) root.check(Field.root(name, node, lines));
        Source source = new Source(name, lines);
        Study study = new StudyReader(values, source, registry).study();
        return study.withTiers(tiers(values, source, registry));
    }

    /** The tiers that the file describes itself, each the file with the tier's fields in front. */
    private static Map<Tier, Study> tiers(Map<String, Object> values, Source source, Registry registry) {
        Map<Tier, Study> tiers = new EnumMap<>(Tier.class);
        Map<?, ?> written = values.get("tiers") instanceof Map<?, ?> map ? map : Map.of();
        for (Tier tier : Tier.values()) {
            if (written.get(tier.word()) instanceof Map<?, ?> fields) {
                @SuppressWarnings("unchecked") // checked fields have text names
                Map<String, Object> block = (Map<String, Object>) fields;
                tiers.put(
                        tier,
                        new StudyReader(
                                        Overlay.values(values, block),
                                        Overlay.source(source, "tiers." + tier.word(), block.keySet()),
                                        registry)
                                .study());
            }
        }
        return tiers;
    }
}
