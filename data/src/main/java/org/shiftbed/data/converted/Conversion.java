package org.shiftbed.data.converted;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.AtomicFiles;
import org.shiftbed.base.UserError;
import org.shiftbed.data.Fingerprint;

/** Makes rows of a file once, and opens what was made. */
public final class Conversion {
    /** Room that is left free beside the rows: 64 MiB. */
    private static final long SPARE = 64L << 20;

    private Conversion() {}

    /** Gives the rows of a file. */
    @FunctionalInterface
    public interface Source {
        /**
         * Reads the file.
         *
         * @param sink takes every row once, in order
         */
        void read(Sink sink) throws IOException;
    }

    /** Takes rows in order. */
    @FunctionalInterface
    public interface Sink {
        /** @param row of the length that was announced; may be used again afterwards */
        void row(byte[] row) throws IOException;
    }

    /**
     * Opens the rows of files; makes them first where the cache does not have them.
     *
     * @param cache folder of converted files
     * @param files that they come from, at least one
     * @param form in which form: another one for the same files is another set of rows; raised when the same files would give other bytes
     * @param rows how many there are
     * @param rowBytes of each
     * @param source reads the file; not called where the cache has the rows
     * @throws UserError where the file is wrong (from {@code source}), or there is no room
     */
    public static StoredRows open(Path cache, List<Path> files, String form, int rows, int rowBytes, Source source) {
        String key = new Fingerprint()
                .add(List.of("converted", form))
                .add(files.stream().map(file -> SourceHash.of(file, cache)).toList())
                .add(new int[] {rows, rowBytes})
                .hex();
        Path target = cache.resolve(key + ".rows");
        StoredRows there = existing(target, rows, rowBytes);
        if (there == null) {
            make(target, files.get(0), rows, rowBytes, source);
            there = existing(target, rows, rowBytes);
            if (there == null) {
                throw new IllegalStateException(target + " was written and cannot be read");
            }
        }
        return there;
    }

    private static @Nullable StoredRows existing(Path target, int rows, int rowBytes) {
        if (!Files.isRegularFile(target)) {
            return null;
        }
        try {
            return RowFile.open(target, rows, rowBytes);
        } catch (IOException e) {
            // Damaged: it is made anew.
            return null;
        }
    }

    private static void make(Path target, Path file, int rows, int rowBytes, Source source) {
        Path folder = target.toAbsolutePath().getParent();
        try {
            if (folder != null) {
                Files.createDirectories(folder);
                long free = Files.getFileStore(folder).getUsableSpace();
                long bytes = RowFile.bytes(rows, rowBytes);
                if (free < bytes + SPARE) {
                    throw new UserError("no room for the rows of " + file + " in " + folder + ": they take "
                            + (bytes >> 20) + " MiB, and " + (free >> 20)
                            + " MiB are free; name another folder with the environment variable SHIFTBED_CACHE");
                }
            }
            AtomicFiles.write(target, part -> {
                try (RowFile.Writer writer = new RowFile.Writer(part, rows, rowBytes)) {
                    source.read(writer::row);
                    writer.finish();
                }
            });
        } catch (IOException e) {
            throw new UserError(
                    "the rows of " + file + " cannot be kept in " + folder + ": " + e.getMessage()
                            + "; name another folder with the environment variable SHIFTBED_CACHE",
                    e);
        }
    }
}
