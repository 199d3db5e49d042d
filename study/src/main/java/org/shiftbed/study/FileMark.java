package org.shiftbed.study;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * By what a file is known again. The time of change is set by the system at every write, rename or change of the other time, and no program can set
 * it: while size, times and inode are the same, so are the bytes. Where a system has no such time, the time of writing has to do.
 *
 * @param size bytes
 * @param modified nanoseconds since 1970
 * @param changed nanoseconds since 1970; 0 where the system does not tell
 * @param inode number of the file; 0 where the system does not tell
 */
record FileMark(long size, long modified, long changed, long inode) {
    /** Clocks of file systems tick in some hundredths of a second at worst: two writes within a tick look like one. */
    private static final long SETTLED = TimeUnit.SECONDS.toNanos(2);

    /** The mark of a file; empty where there is none. */
    static Optional<FileMark> of(Path file) throws IOException {
        try {
            if (file.getFileSystem().supportedFileAttributeViews().contains("unix")) {
                Map<String, Object> all = Files.readAttributes(file, "unix:size,lastModifiedTime,ctime,ino");
                return Optional.of(new FileMark(
                        (Long) all.getOrDefault("size", -1L),
                        nanos((FileTime) all.get("lastModifiedTime")),
                        nanos((FileTime) all.get("ctime")),
                        (Long) all.getOrDefault("ino", 0L)));
            }
            BasicFileAttributes all = Files.readAttributes(file, BasicFileAttributes.class);
            return Optional.of(new FileMark(all.size(), nanos(all.lastModifiedTime()), 0, 0));
        } catch (NoSuchFileException | FileNotFoundException e) {
            return Optional.empty();
        }
    }

    private static long nanos(@org.jspecify.annotations.Nullable FileTime time) {
        return time == null ? 0 : time.to(TimeUnit.NANOSECONDS);
    }

    /** Whether the file was last touched so long before a moment that a write of that moment would have left another mark. */
    boolean settled(long nanosNow) {
        return Math.max(modified, changed) < nanosNow - SETTLED;
    }
}
