package org.shiftbed.base.file;

import java.util.Collection;
import java.util.Map;
import org.shiftbed.base.Names;
import org.shiftbed.base.UserError;

/**
 * A value of a file on its way through the checks: where it stands, and what is there.
 *
 * @param file name as shown to the user
 * @param path {@code shifts[1].low-data.samples}; empty for the whole file
 * @param line of its name, or of the value where it has none; 0 where there is no file
 * @param node what is written
 * @param lines gathers the line of every path that was visited
 */
public record Field(String file, String path, int line, YamlNode node, Map<String, Integer> lines) {
    public Field {
        lines.put(path, line);
    }

    /** The whole file. */
    public static Field root(String file, YamlNode node, Map<String, Integer> lines) {
        return new Field(file, "", node.line(), node, lines);
    }

    /** The value of an entry of a map. */
    public Field child(YamlNode.Entry entry) {
        String name = path.isEmpty() ? entry.key() : path + "." + entry.key();
        return new Field(file, YamlNode.oneLine(name), entry.line(), entry.value(), lines);
    }

    /** An item of a list, by its index from 0. */
    public Field item(int index, YamlNode item) {
        return new Field(file, path + "[" + index + "]", item.line(), item, lines);
    }

    /** {@code study.yaml, line 8: shifts[1]}. */
    public String place() {
        return file + (line > 0 ? ", line " + line : "") + (path.isEmpty() ? "" : ": " + path);
    }

    /** An error that names this place. */
    public UserError error(String message) {
        return new UserError(place() + ": " + message);
    }

    /** An error of the form "must be RULE, found VALUE". */
    public UserError wrong(String rule) {
        return error("must be " + rule + ", found " + node.found());
    }

    /** An error about a name nobody knows. */
    public UserError unknown(String kind, String found, Collection<String> known) {
        return Names.unknown(place(), kind, YamlNode.oneLine(found), known);
    }
}
