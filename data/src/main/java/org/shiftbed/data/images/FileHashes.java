package org.shiftbed.data.images;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.AtomicFiles;
import org.shiftbed.data.Fingerprint;
import org.shiftbed.data.Progress;

/**
 * SHA-256 of the files of a folder. What was read once is remembered by path, size, times and the system's number of the file, so that a folder that did not
 * change is not read again; a file that changed within two seconds of being read is not remembered, for its time may not tell the next change.
 */
public final class FileHashes {
    /** In place of the hash of a file that the system does not give. */
    static final String UNREADABLE = "unreadable";

    private static final String FIRST_LINE = "shiftbed file hashes 1";
    private static final long SETTLED = TimeUnit.SECONDS.toNanos(2);
    private static final boolean UNIX =
            FileSystems.getDefault().supportedFileAttributeViews().contains("unix");

    private final Path folder;
    private final Path index;
    private final long settled;
    private final Progress progress;

    /**
     * @param folder of the files
     * @param cache where the index is kept
     * @param progress hears of files that are read
     */
    public FileHashes(Path folder, Path cache, Progress progress) {
        this(folder, cache, progress, SETTLED);
    }

    /** @param settled nanoseconds that a file must not have changed for to be remembered */
    FileHashes(Path folder, Path cache, Progress progress, long settled) {
        this.progress = progress;
        this.folder = folder;
        this.settled = settled;
        String place = folder.toAbsolutePath().normalize().toString();
        this.index =
                cache.resolve("hashes").resolve(new Fingerprint().add(place).hex() + ".txt");
    }

    /**
     * What tells that a file is still what it was.
     *
     * @param newest the later of its times, in nanoseconds since 1970
     * @param text size, times and number
     */
    private record Stamp(long newest, String text) {}

    /**
     * The hashes, in hex; that of a file which cannot be read is {@link #UNREADABLE}.
     *
     * @param files paths below the folder
     * @throws org.shiftbed.base.UserError where the index cannot be written
     */
    public List<String> of(List<String> files) {
        long started = nanos(FileTime.from(Instant.now()));
        Map<String, String> known = remembered();
        String[] hashes = new String[files.size()];
        Stamp[] stamps = new Stamp[files.size()];
        boolean[] read = new boolean[files.size()];
        AtomicLong done = new AtomicLong();
        progress.begun("reading", files.size());
        IntStream.range(0, files.size()).parallel().forEach(i -> {
            Path file = folder.resolve(files.get(i));
            try {
                stamps[i] = stamp(file);
                String old = known.get(stamps[i].text() + "\t" + files.get(i));
                read[i] = old == null;
                hashes[i] = old == null ? HexFormat.of().formatHex(sha256().digest(Files.readAllBytes(file))) : old;
            } catch (IOException e) {
                // Whoever decodes it will say so.
                hashes[i] = UNREADABLE;
                read[i] = true;
            }
            progress.advanced(done.incrementAndGet());
        });
        progress.ended();
        if (IntStream.range(0, read.length).anyMatch(i -> read[i])) {
            remember(files, stamps, hashes, started);
        }
        return List.of(hashes);
    }

    private Map<String, String> remembered() {
        Map<String, String> known = new HashMap<>();
        if (!Files.isRegularFile(index)) {
            return known;
        }
        try {
            List<String> lines = Files.readAllLines(index, StandardCharsets.UTF_8);
            if (lines.isEmpty() || !lines.get(0).equals(FIRST_LINE)) {
                return known;
            }
            for (String line : lines.subList(1, lines.size())) {
                int tab = line.indexOf('\t');
                if (tab == 64) {
                    known.put(line.substring(tab + 1), line.substring(0, tab));
                }
            }
        } catch (IOException e) {
            // An index that cannot be read is none: the files are read.
            known.clear();
        }
        return known;
    }

    private void remember(List<String> files, Stamp[] stamps, String[] hashes, long started) {
        List<String> lines = new ArrayList<>();
        lines.add(FIRST_LINE);
        for (int i = 0; i < hashes.length; i++) {
            boolean oneLine = files.get(i).indexOf('\n') < 0 && files.get(i).indexOf('\r') < 0;
            Stamp stamp = stamps[i];
            if (oneLine && !hashes[i].equals(UNREADABLE) && stamp.newest() < started - settled) {
                lines.add(hashes[i] + "\t" + stamp.text() + "\t" + files.get(i));
            }
        }
        try {
            AtomicFiles.write(index, String.join("\n", lines) + "\n");
        } catch (IOException e) {
            throw Packs.unwritable(index.getParent() == null ? index : index.getParent(), e);
        }
    }

    private static Stamp stamp(Path file) throws IOException {
        if (UNIX) {
            Map<String, Object> all = Files.readAttributes(file, "unix:size,lastModifiedTime,ctime,ino,dev");
            long modified = nanos(all.get("lastModifiedTime"));
            long changed = nanos(all.get("ctime"));
            return new Stamp(
                    Math.max(modified, changed),
                    all.get("size") + " " + modified + " " + changed + " " + all.get("dev") + ":" + all.get("ino"));
        }
        BasicFileAttributes all = Files.readAttributes(file, BasicFileAttributes.class);
        long modified = nanos(all.lastModifiedTime());
        long created = nanos(all.creationTime());
        return new Stamp(Math.max(modified, created), all.size() + " " + modified + " " + created);
    }

    private static long nanos(@Nullable Object time) {
        if (time instanceof FileTime known) {
            return known.to(TimeUnit.NANOSECONDS);
        }
        throw new IllegalStateException("a file system told no time");
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
