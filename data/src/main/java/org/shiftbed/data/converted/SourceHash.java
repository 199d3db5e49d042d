package org.shiftbed.data.converted;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import org.shiftbed.base.AtomicFiles;
import org.shiftbed.base.UserError;
import org.shiftbed.data.Fingerprint;

/**
 * SHA-256 of a file of any size. It is remembered in the cache with the file's path, size and times, so that one that did not change is not read again;
 * one that changed within two seconds of being read is not remembered, for its time may not tell the next change.
 */
final class SourceHash {
    private static final Duration SETTLED = Duration.ofSeconds(2);
    private static final boolean UNIX =
            FileSystems.getDefault().supportedFileAttributeViews().contains("unix");

    private SourceHash() {}

    /**
     * The hash, in hex.
     *
     * @param cache where it is remembered
     * @throws UserError where the file cannot be read
     */
    static String of(Path file, Path cache) {
        Instant started = Instant.now();
        try {
            Path note = cache.resolve("sources")
                    .resolve(new Fingerprint()
                                    .add(file.toAbsolutePath().normalize().toString())
                                    .hex() + ".txt");
            String stamp = stamp(file);
            if (Files.isRegularFile(note)) {
                List<String> lines = Files.readAllLines(note, StandardCharsets.UTF_8);
                if (lines.size() == 2 && lines.get(0).equals(stamp)) {
                    return lines.get(1);
                }
            }
            String hash = read(file);
            if (newest(file).isBefore(started.minus(SETTLED)) && stamp.equals(stamp(file))) {
                remember(note, stamp + "\n" + hash + "\n");
            }
            return hash;
        } catch (IOException e) {
            throw new UserError(file + ": cannot be read (" + e.getMessage() + ")", e);
        }
    }

    /** A cache that cannot be written only costs the next reading; whoever writes rows there will say so. */
    private static void remember(Path note, String text) {
        try {
            AtomicFiles.write(note, text);
        } catch (IOException e) {
            note.toFile().deleteOnExit();
        }
    }

    private static String read(Path file) throws IOException {
        MessageDigest digest = sha256();
        byte[] block = new byte[1 << 18];
        try (InputStream in = Files.newInputStream(file)) {
            for (int read = in.read(block); read >= 0; read = in.read(block)) {
                digest.update(block, 0, read);
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static String stamp(Path file) throws IOException {
        String times = Files.size(file) + " " + Files.getLastModifiedTime(file).toInstant();
        return UNIX
                ? times + " " + Files.getAttribute(file, "unix:ctime") + " " + Files.getAttribute(file, "unix:ino")
                : times;
    }

    private static Instant newest(Path file) throws IOException {
        Instant modified = Files.getLastModifiedTime(file).toInstant();
        if (!UNIX || !(Files.getAttribute(file, "unix:ctime") instanceof FileTime changed)) {
            return modified;
        }
        return changed.toInstant().isAfter(modified) ? changed.toInstant() : modified;
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
