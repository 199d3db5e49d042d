package org.shiftbed.data.folders;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.UserError;

/**
 * A list of pictures to leave out, one path {@code domain/class/file} a line, as DomainNet's authors of duplicates publish it.
 *
 * @param paths with {@code /} between names
 * @param sha256 of the file, in hex
 */
record Exclusions(Set<String> paths, String sha256) {
    /** Of a file. Lines that are blank say nothing.
     *
     * @param wanted SHA-256 that the file must have; null: any
     * @throws UserError where it cannot be read or is another file
     */
    static Exclusions read(Path file, @Nullable String wanted) {
        byte[] bytes;
        try {
            bytes = Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UserError(
                    "exclude: " + file + ": cannot be read: " + e
                            + "; name a file with one path domain/class/file a line",
                    e);
        }
        String found = sha256(bytes);
        if (wanted != null && !wanted.equals(found)) {
            throw new UserError("exclude: " + file + " has SHA-256 " + found + ", the published list has " + wanted
                    + "; get the list again, or leave 'exclude' out");
        }
        Set<String> paths = new LinkedHashSet<>();
        for (String line : new String(bytes, StandardCharsets.UTF_8).split("\\R")) {
            String path = line.strip().replace('\\', '/');
            if (!path.isEmpty()) {
                paths.add(path.startsWith("./") ? path.substring(2) : path);
            }
        }
        return new Exclusions(paths, found);
    }

    /** The rows that stay. */
    List<FolderRows.Row> kept(List<FolderRows.Row> rows) {
        return rows.stream().filter(row -> !paths.contains(row.path())).toList();
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
