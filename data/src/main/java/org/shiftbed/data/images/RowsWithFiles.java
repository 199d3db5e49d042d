package org.shiftbed.data.images;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.shiftbed.base.UserError;
import org.shiftbed.data.table.TableScan;

/**
 * Rows of the table that have a picture and a label, each with its file.
 *
 * @param rows ascending, from 0
 * @param files paths below the folder, one a row
 * @param notes what was left out, one line each
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record RowsWithFiles(int[] rows, List<String> files, List<String> notes) {

    /** @throws UserError where rows and files do not belong together one to one, and that is not skipped */
    static RowsWithFiles match(Request request, ImageTable table, ImageFolder folder) {
        return new Matching(request, table, folder).match();
    }

    private static final class Matching {
        private final Request request;
        private final ImageTable table;
        private final ImageFolder folder;
        private final FileKeys keys;
        private final List<String> notes = new ArrayList<>();

        Matching(Request request, ImageTable table, ImageFolder folder) {
            this.request = request;
            this.table = table;
            this.folder = folder;
            this.keys = new FileKeys(request.dir().toString(), folder.files());
        }

        RowsWithFiles match() {
            int[] file = new int[table.rows()];
            List<Integer> missing = new ArrayList<>();
            for (int row = 0; row < table.rows(); row++) {
                String key = table.keys().get(row);
                if (key.equals(TableScan.BLANK)) {
                    throw new UserError("key: " + table.name() + ", row " + (row + 1) + ": column '" + request.key()
                            + "' is blank; name a picture in every row");
                }
                FileKeys.Match match = keys.find(key);
                if (!match.several().isEmpty()) {
                    throw new UserError("key: " + table.name() + ", row " + (row + 1) + ": '" + Listed.oneLine(key)
                            + "' fits " + match.several().size() + " pictures (" + Listed.some(match.several())
                            + "); write the path from " + folder.folder() + " on");
                }
                file[row] = match.file();
                if (match.file() < 0) {
                    missing.add(row);
                }
            }
            missing(missing);
            duplicates(file);
            boolean[] blank = blankLabels(file);
            unlisted(file);
            int[] kept = IntStream.range(0, file.length)
                    .filter(row -> file[row] >= 0 && !blank[row])
                    .toArray();
            if (kept.length == 0) {
                throw new UserError("attributes: " + table.name() + ": no row has both a picture and a label");
            }
            return new RowsWithFiles(
                    kept,
                    IntStream.of(kept).mapToObj(row -> keys.file(file[row])).toList(),
                    List.copyOf(notes));
        }

        private void missing(List<Integer> rows) {
            if (rows.isEmpty()) {
                return;
            }
            int first = rows.get(0);
            String key = table.keys().get(first);
            if (rows.size() == table.rows()) {
                throw new UserError("key: " + table.name() + ": column '" + request.key() + "' names no picture in "
                        + folder.folder() + ": row 1 has '" + Listed.oneLine(key) + "', a picture there is '"
                        + folder.files().get(0) + "'; name the column that holds the file names with 'key'");
            }
            String words = Listed.count(rows.size(), "row") + " of " + table.rows() + " without a picture";
            if (request.skip().contains(Skip.ROWS_WITHOUT_FILE)) {
                notes.add(words + " left out");
                return;
            }
            String nearest = keys.nearest(key);
            throw new UserError("key: " + table.name() + ": " + words + " in " + folder.folder() + ": "
                    + Listed.some(rows.stream()
                            .map(row -> "'" + table.keys().get(row) + "' (row " + (row + 1) + ")")
                            .toList())
                    + (nearest == null ? "" : "; did you mean '" + nearest + "'?") + "; "
                    + Skip.ROWS_WITHOUT_FILE.wayOut("add the files"));
        }

        private void duplicates(int[] file) {
            Map<Integer, Integer> seen = new HashMap<>();
            int more = 0;
            int first = -1;
            for (int row = 0; row < file.length; row++) {
                if (file[row] >= 0 && seen.putIfAbsent(file[row], row) != null) {
                    more++;
                    first = first < 0 ? row : first;
                }
            }
            if (more > 0) {
                throw new UserError(
                        "key: " + table.name() + ": rows " + (seen.getOrDefault(file[first], 0) + 1) + " and "
                                + (first + 1) + " both name " + keys.file(file[first])
                                + (more > 1 ? " (" + more + " such rows)" : "") + "; keep one row a picture");
            }
        }

        private boolean[] blankLabels(int[] file) {
            int[] codes = table.codes().getOrDefault(table.label(), new int[0]);
            int code = table.blank(table.label());
            boolean[] blank = new boolean[file.length];
            List<Integer> rows = new ArrayList<>();
            for (int row = 0; row < file.length; row++) {
                blank[row] = code >= 0 && codes[row] == code;
                if (blank[row] && file[row] >= 0) {
                    rows.add(row);
                }
            }
            String words = Listed.count(rows.size(), "row") + " of " + table.rows() + " without a label";
            if (!rows.isEmpty() && !request.skip().contains(Skip.BLANK_LABELS)) {
                throw new UserError("label: " + table.name() + ": " + words + " in column '" + table.label() + "': "
                        + Listed.some(rows.stream()
                                .map(row -> "row " + (row + 1) + " ('"
                                        + table.keys().get(row) + "')")
                                .toList())
                        + "; " + Skip.BLANK_LABELS.wayOut("fill them in"));
            }
            if (!rows.isEmpty()) {
                notes.add(words + " left out");
            }
            return blank;
        }

        private void unlisted(int[] file) {
            boolean[] listed = new boolean[folder.files().size()];
            for (int one : file) {
                if (one >= 0) {
                    listed[one] = true;
                }
            }
            List<String> without = IntStream.range(0, listed.length)
                    .filter(i -> !listed[i])
                    .mapToObj(keys::file)
                    .toList();
            if (without.isEmpty()) {
                return;
            }
            String words = Listed.count(without.size(), "picture") + " of " + listed.length + " without a row";
            if (!request.skip().contains(Skip.FILES_WITHOUT_ROW)) {
                throw new UserError("dir: " + folder.folder() + ": " + words + " in " + table.name() + ": "
                        + Listed.some(without) + "; " + Skip.FILES_WITHOUT_ROW.wayOut("add rows"));
            }
            notes.add(words + " left out");
        }
    }
}
