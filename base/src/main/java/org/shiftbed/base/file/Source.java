package org.shiftbed.base.file;

import java.util.Map;

/**
 * Where the values of a file were written, so that an error found long after reading still names file, line and field.
 *
 * @param file name as shown to the user, or the command's name where there is no file
 * @param lines line, from 1, of every field by its path, for example {@code shifts[1].low-data.samples}; 0 where there is no file
 */
public record Source(String file, Map<String, Integer> lines) {
    public Source {
        lines = Map.copyOf(lines);
    }

    /** The start of an error about a field: {@code study.yaml, line 8: shifts[1].low-data.samples}; without a line where none is known. */
    public String place(String path) {
        for (String known = path; !known.isEmpty(); known = parent(known)) {
            Integer line = lines.get(known);
            if (line != null && line > 0) {
                return file + ", line " + line + ": " + path;
            }
        }
        return path.isEmpty() ? file : file + ": " + path;
    }

    private static String parent(String path) {
        int cut = Math.max(path.lastIndexOf('.'), path.lastIndexOf('['));
        return cut < 0 ? "" : path.substring(0, cut);
    }
}
