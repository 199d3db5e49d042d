package org.shiftbed.data;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.UserError;

/**
 * Finds the files of a named data set below the data folder.
 *
 * @param dataset registered name
 * @param folders where it may lie below the data folder, in the order searched; an empty one is the data folder itself
 * @param origin where it comes from, for the message when it is not there
 */
public record DataFiles(String dataset, List<String> folders, String origin) {
    public DataFiles {
        folders = List.copyOf(folders);
    }

    /**
     * A file.
     *
     * @param names it may have, in the order searched in each folder
     * @throws UserError where there is no data folder, or no such file in it
     */
    public Path file(DataSource source, List<String> names) {
        Path base = base(source, names.get(0));
        for (String folder : folders) {
            for (String name : names) {
                Path file = base.resolve(folder).resolve(name);
                if (Files.isRegularFile(file)) {
                    return file;
                }
            }
        }
        throw missing(base, String.join(" or ", names));
    }

    /**
     * The folder that holds something.
     *
     * @param holds a file or folder in it
     * @throws UserError where there is no data folder, or no such folder in it
     */
    public Path folder(DataSource source, String holds) {
        Path base = base(source, holds);
        for (String folder : folders) {
            if (Files.exists(base.resolve(folder).resolve(holds))) {
                return base.resolve(folder);
            }
        }
        throw missing(base, holds);
    }

    private Path base(DataSource source, String wanted) {
        Path base = source.folder();
        if (base == null) {
            throw AbsentFiles.error(
                    dataset + ": needs " + wanted + "; say where it lies with --data-dir or the environment"
                            + " variable SHIFTBED_DATA, or " + fetch(null));
        }
        return base;
    }

    /** What is said of a file that is not there. */
    public UserError missing(Path base, String wanted) {
        String where = folders.stream()
                .map(folder -> folder.isEmpty() ? "the folder itself" : folder)
                .reduce((a, b) -> a + ", " + b)
                .orElse("");
        String why = Files.isDirectory(base) ? "" : " (there is no such folder)";
        return AbsentFiles.error(
                dataset + ": found no " + wanted + " in " + base + why + ", searched " + where + "; " + fetch(base));
    }

    private String fetch(@Nullable Path base) {
        return "fetch it with `shiftbed data get " + dataset + "`, or by hand from " + origin
                + (base == null ? "" : ", or say where it lies with --data-dir");
    }
}
