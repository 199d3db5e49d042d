package org.shiftbed.base;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Files and folders that appear whole or not at all. Every method but {@link #replace} forces its bytes to the disk before the name appears. */
public final class AtomicFiles {
    private static final String PART = ".part-";

    private AtomicFiles() {}

    /** Fills a file that has no public name yet. */
    @FunctionalInterface
    public interface Filler {
        /** Writes the whole content to a file that exists and is empty. */
        void fill(Path part) throws IOException;
    }

    /** Writes a file under its name in one step; an older one is replaced. Parent folders are made. */
    public static void write(Path target, byte[] body) throws IOException {
        write(target, part -> Files.write(part, body));
    }

    /** {@link #write(Path, byte[])} of a content that something else writes, for example another library. */
    public static void write(Path target, Filler filler) throws IOException {
        write(target, filler, true);
    }

    /**
     * {@link #write(Path, Filler)} of what can be made again at any time and is checked when it is read: after a crash of the machine the name may stand
     * for less than was written, because nobody waits for the disk.
     */
    public static void replace(Path target, Filler filler) throws IOException {
        write(target, filler, false);
    }

    private static void write(Path target, Filler filler, boolean forced) throws IOException {
        Path parent = target.toAbsolutePath().getParent();
        if (parent == null) {
            throw new IOException("not a file: " + target);
        }
        Files.createDirectories(parent);
        Path part = Files.createTempFile(parent, PART, null);
        try {
            filler.fill(part);
            if (forced) {
                try (FileChannel written = FileChannel.open(part, StandardOpenOption.WRITE)) {
                    written.force(true);
                }
            }
            readableByAll(part);
            Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    /** Whether a file is one that has no public name yet, for example because its writer was killed. */
    public static boolean isPart(Path file) {
        return String.valueOf(file.getFileName()).startsWith(PART);
    }

    /** {@link #write(Path, byte[])} of a text in UTF-8. */
    public static void write(Path target, String body) throws IOException {
        write(target, body.getBytes(StandardCharsets.UTF_8));
    }

    /** Appends one whole line (the line feed is added) with a single write, then forces it to the disk. */
    public static void appendLine(Path target, String line) throws IOException {
        if (line.indexOf('\n') >= 0) {
            throw new IllegalArgumentException("one line at a time");
        }
        try (FileChannel out = FileChannel.open(
                target, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND)) {
            ByteBuffer bytes = ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                out.write(bytes);
            }
            out.force(false);
        }
    }

    /**
     * Gives a finished folder its public name in one step.
     *
     * @return false where the name is taken already: another attempt was first, and the folder stays where it is
     */
    public static boolean publish(Path folder, Path target) throws IOException {
        if (Files.exists(target)) {
            return false;
        }
        Path parent = target.toAbsolutePath().getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        try {
            Files.move(folder, target, StandardCopyOption.ATOMIC_MOVE);
            return true;
        } catch (FileAlreadyExistsException | DirectoryNotEmptyException e) {
            return false;
        } catch (AtomicMoveNotSupportedException e) {
            throw new IOException(folder + " and " + target + " must lie on one file system", e);
        } catch (IOException e) {
            // rename(2) onto a folder that is not empty arrives as a plain IOException on some platforms.
            if (Files.isDirectory(target) && Files.exists(folder)) {
                return false;
            }
            throw e;
        }
    }

    /** Removes a folder and all below it; links are removed, not followed. Nothing happens where it does not exist. */
    public static void deleteTree(Path folder) throws IOException {
        if (!Files.exists(folder, java.nio.file.LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        List<Path> all;
        try (Stream<Path> walk = Files.walk(folder)) {
            all = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : all) {
            Files.deleteIfExists(path);
        }
    }

    /** A temporary file is private to its owner; a result is readable by all, as the umask of ordinary files would leave it. */
    private static void readableByAll(Path file) throws IOException {
        if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.setPosixFilePermissions(file, java.nio.file.attribute.PosixFilePermissions.fromString("rw-r--r--"));
        }
    }
}
