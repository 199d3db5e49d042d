package org.shiftbed.data.table;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.shiftbed.base.UserError;

/** Finds the files that a path, a folder or a pattern means, in the order of their names. */
final class TableFiles {
    private static final String WILD = "*?[{";

    private TableFiles() {}

    /** At least one file, all Parquet or all CSV. */
    static List<Path> find(String path) {
        List<Path> files = matching(path);
        boolean parquet = DuckDb.isParquet(files.get(0));
        for (Path file : files) {
            if (DuckDb.isParquet(file) != parquet) {
                throw new UserError(path + ": holds both Parquet and CSV files, such as "
                        + files.get(0).getFileName() + " and " + file.getFileName()
                        + "; name one kind, as in *.parquet");
            }
        }
        return files;
    }

    private static List<Path> matching(String path) {
        try {
            Path whole = Path.of(path);
            if (Files.isRegularFile(whole)) {
                DuckDb.isParquet(whole);
                return List.of(whole);
            }
            if (Files.isDirectory(whole)) {
                return some(Files.list(whole).filter(TableFiles::isTable), path, "holds no .parquet or .csv file");
            }
        } catch (InvalidPathException e) {
            // A pattern may be no path.
        } catch (IOException e) {
            throw new UserError(path + ": cannot be read: " + e.getMessage(), e);
        }
        int wild = 0;
        while (wild < path.length() && WILD.indexOf(path.charAt(wild)) < 0) {
            wild++;
        }
        if (wild == path.length()) {
            throw new UserError(path + ": there is no such table");
        }
        int slash = path.lastIndexOf('/', wild);
        Path base = Path.of(slash < 0 ? "" : slash == 0 ? "/" : path.substring(0, slash));
        String pattern = path.substring(slash + 1);
        if (!Files.isDirectory(base)) {
            throw new UserError(path + ": there is no folder " + base);
        }
        int depth = pattern.contains("**") ? Integer.MAX_VALUE : pattern.split("/").length;
        try {
            PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + pattern);
            return some(
                    Files.walk(base, depth, FileVisitOption.FOLLOW_LINKS)
                            .filter(file -> matcher.matches(base.relativize(file)) && isTable(file)),
                    path,
                    "matches no .parquet or .csv file");
        } catch (java.util.regex.PatternSyntaxException e) {
            throw new UserError(path + ": not a pattern: " + e.getDescription(), e);
        } catch (IOException | java.io.UncheckedIOException e) {
            throw new UserError(path + ": cannot be read: " + e.getMessage(), e);
        }
    }

    private static boolean isTable(Path file) {
        String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
        boolean hidden = name.startsWith(".") || name.startsWith("_");
        boolean table = name.endsWith(".parquet") || name.endsWith(".csv") || name.endsWith(".csv.gz");
        return table && !hidden && Files.isRegularFile(file);
    }

    private static List<Path> some(Stream<Path> files, String path, String otherwise) {
        try (files) {
            List<Path> found =
                    files.sorted(Comparator.comparing(Path::toString)).toList();
            if (found.isEmpty()) {
                throw new UserError(path + ": " + otherwise);
            }
            return found;
        }
    }
}
