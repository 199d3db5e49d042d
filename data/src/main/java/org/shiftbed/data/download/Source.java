package org.shiftbed.data.download;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where a public data set comes from.
 *
 * @param name as {@code shiftbed data get} knows it
 * @param datasets registered data sets that are read from it
 * @param licence as far as its authors state one, in a few words
 * @param page where its authors tell of it
 * @param files that are fetched
 * @param renames folders that archives unpack to, and their names below the data folder
 * @param place what is there when the data are: a folder or file below the data folder
 * @param layout what must lie there, for those who fetch it by hand
 * @param finish what is left to do once all is unpacked; null: nothing
 */
public record Source(
        String name,
        List<String> datasets,
        String licence,
        String page,
        List<RemoteFile> files,
        Map<String, String> renames,
        String place,
        String layout,
        @Nullable Finish finish) {
    public Source {
        datasets = List.copyOf(datasets);
        files = List.copyOf(files);
        renames = Map.copyOf(renames);
    }

    /** The last step of a data set whose archives do not hold what is read. */
    @FunctionalInterface
    public interface Finish {
        /**
         * @param folder into which everything was unpacked; afterwards it holds {@link Source#place}
         * @throws java.io.IOException where a file cannot be read or written
         */
        void in(Path folder) throws java.io.IOException;
    }

    /** About how much is fetched, in bytes; 0: unknown. */
    public long bytes() {
        return files.stream().anyMatch(file -> file.bytes() == 0)
                ? 0
                : files.stream().mapToLong(RemoteFile::bytes).sum();
    }

    /** Whether it is in a data folder. */
    public boolean isIn(@Nullable Path dataFolder) {
        return dataFolder != null && Files.exists(dataFolder.resolve(place));
    }
}
