package org.shiftbed.data.images;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.AtomicFiles;
import org.shiftbed.base.UserError;
import org.shiftbed.data.Fingerprint;
import org.shiftbed.data.Progress;

/**
 * The cache of decoded pictures: a {@link Pack} for every list of files and every way to decode them, found by the content of the files, so that a folder
 * that moves is not decoded again. Packs appear whole or not at all; of processes that want the same one at the same time one makes it and the others wait.
 */
public final class Packs {
    private static final long SPARE = 64L << 20;
    private static final int ROOM_EVERY = 256;
    private static final Duration ABANDONED = Duration.ofDays(1);

    private final Path cache;
    private final Pixels pixels;
    private final UnaryOperator<String> wayOut;
    private final Progress progress;

    /**
     * @param cache folder of the packs
     * @param wayOut the end of a refusal of unreadable files, made of what a user may do with the files themselves
     * @param progress hears of files that are decoded
     */
    public Packs(Path cache, Pixels pixels, UnaryOperator<String> wayOut, Progress progress) {
        this.cache = cache;
        this.pixels = pixels;
        this.wayOut = wayOut;
        this.progress = progress;
    }

    /**
     * The pack of some files, made where it is not there.
     *
     * @param folder of the files
     * @param files paths below it
     * @param hashes SHA-256 of each
     * @param refuse whether an unreadable file ends the work: nothing is kept then
     * @throws UserError where files are unreadable and refused, or there is no room
     */
    public Pack open(Path folder, List<String> files, List<String> hashes, boolean refuse) {
        Path file = cache.resolve(key(hashes) + ".pack");
        Pack pack = existing(file, files.size());
        if (pack == null) {
            pack = make(file, folder, files, refuse);
        }
        int[] unreadable = pack.unreadable();
        if (refuse && unreadable.length > 0) {
            throw unreadable(files, unreadable, pack.cause(unreadable[0]));
        }
        return pack;
    }

    private String key(List<String> hashes) {
        return new Fingerprint()
                .add(List.of(
                        "pictures",
                        String.valueOf(pixels.background()),
                        String.valueOf(pixels.antialias()),
                        String.valueOf(pixels.fit()),
                        String.valueOf(pixels.upright())))
                .add(new int[] {ImageDecoder.VERSION, pixels.side(), pixels.channels()})
                .add(hashes)
                .hex();
    }

    private @Nullable Pack existing(Path file, int files) {
        if (!Files.isRegularFile(file)) {
            return null;
        }
        try {
            return Pack.open(file, files, pixels.channels());
        } catch (IOException e) {
            // Damaged, or of an earlier release: it is made anew.
            return null;
        }
    }

    private Pack make(Path target, Path folder, List<String> files, boolean refuse) {
        Path lock = target.resolveSibling(target.getFileName() + ".lock");
        try {
            Files.createDirectories(cache);
            try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock held = lock(channel)) {
                Pack made = existing(target, files.size());
                if (made == null) {
                    removeAbandoned();
                    requireRoom(pixels.fit() == Pixels.Fit.SQUARE ? (long) files.size() * pixels.bytes() : 0);
                    AtomicFiles.write(target, part -> new Filling(part, folder, files, refuse).fill());
                    made = existing(target, files.size());
                }
                if (made == null) {
                    throw new IllegalStateException(target + " was written and cannot be read");
                }
                return made;
            }
        } catch (IOException e) {
            throw unwritable(cache, e);
        }
    }

    /** Waits for other processes, and for other threads of this one. */
    private static FileLock lock(FileChannel channel) throws IOException {
        while (true) {
            try {
                return channel.lock();
            } catch (OverlappingFileLockException e) {
                try {
                    Thread.sleep(50);
                } catch (InterruptedException interrupted) {
                    Thread.currentThread().interrupt();
                    throw new IOException("interrupted while another thread fills the cache", interrupted);
                }
            }
        }
    }

    /** What a killed process left behind. */
    private void removeAbandoned() throws IOException {
        Instant before = Instant.now().minus(ABANDONED);
        List<Path> all;
        try (Stream<Path> list = Files.list(cache)) {
            all = list.filter(AtomicFiles::isPart).toList();
        }
        for (Path part : all) {
            if (Files.getLastModifiedTime(part).toInstant().isBefore(before)) {
                Files.deleteIfExists(part);
            }
        }
    }

    private void requireRoom(long bytes) throws IOException {
        long room = Files.getFileStore(cache).getUsableSpace();
        if (room < bytes + SPARE) {
            throw new UserError(
                    "no room for " + (bytes == 0 ? "more" : (bytes >> 20) + " MiB of") + " decoded pictures in "
                            + cache + ", where " + (room >> 20)
                            + " MiB are free; name another folder with the environment variable SHIFTBED_CACHE"
                            + (pixels.fit() == Pixels.Fit.BOUNDED ? ", or bound the pictures to a smaller side" : ""));
        }
    }

    /** The work on one file of the cache, on all processors. */
    private final class Filling {
        private final Path part;
        private final Path folder;
        private final List<String> files;
        private final boolean refuse;
        private final ImageDecoder decoder = new ImageDecoder(pixels);
        private final AtomicLong next = new AtomicLong(Pack.PIXELS);
        private final AtomicLong done = new AtomicLong();
        private final byte[][] digests;
        private final String[] causes;
        private final Pack.Index index;

        Filling(Path part, Path folder, List<String> files, boolean refuse) {
            int count = files.size();
            this.part = part;
            this.folder = folder;
            this.files = files;
            this.refuse = refuse;
            this.digests = new byte[count][];
            this.causes = new String[count];
            this.index = new Pack.Index(
                    new int[count],
                    new int[count],
                    new int[count],
                    new int[count],
                    new long[count],
                    new ArrayList<>(),
                    new byte[Pack.DIGEST]);
        }

        void fill() throws IOException {
            progress.begun("decoding", files.size());
            try (FileChannel out = FileChannel.open(part, StandardOpenOption.WRITE)) {
                IntStream.range(0, files.size()).parallel().forEach(i -> decode(out, i));
                int[] unreadable = IntStream.range(0, files.size())
                        .filter(i -> digests[i] == null)
                        .toArray();
                if (refuse && unreadable.length > 0) {
                    throw unreadable(files, unreadable, causes[unreadable[0]]);
                }
                gather();
                long end = pixels.fit() == Pixels.Fit.SQUARE
                        ? Pack.PIXELS + (long) files.size() * pixels.bytes()
                        : next.get();
                write(out, ByteBuffer.wrap(Pack.index(pixels.channels(), index)), end);
                write(out, ByteBuffer.wrap(Pack.head(end)), 0);
            } catch (UncheckedIOException e) {
                throw e.getCause();
            } finally {
                progress.ended();
            }
        }

        private void decode(FileChannel out, int i) {
            try {
                if (i % ROOM_EVERY == 0) {
                    requireRoom(0);
                }
                Planes planes = decoder.decode(bytes(folder.resolve(files.get(i))));
                digests[i] = FileHashes.sha256().digest(planes.bytes());
                // Pictures of one size lie in the order of the files, others in the order in which they are done.
                long at = pixels.fit() == Pixels.Fit.SQUARE
                        ? Pack.PIXELS + (long) i * pixels.bytes()
                        : next.getAndAdd(planes.bytes().length);
                index.heights()[i] = planes.height();
                index.widths()[i] = planes.width();
                index.sums()[i] = Pack.sum(ByteBuffer.wrap(planes.bytes()));
                index.offsets()[i] = at;
                write(out, ByteBuffer.wrap(planes.bytes()), at);
            } catch (UnreadableImage e) {
                causes[i] = String.valueOf(e.getMessage());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            progress.advanced(done.incrementAndGet());
        }

        private void gather() {
            MessageDigest all = FileHashes.sha256();
            Map<ByteBuffer, Integer> seen = new HashMap<>();
            for (int i = 0; i < digests.length; i++) {
                index.causes().add(causes[i] == null ? "" : causes[i]);
                if (digests[i] == null) {
                    index.first()[i] = Pack.UNREADABLE;
                } else {
                    all.update(digests[i]);
                    // Equal SHA-256 is as good as equal bytes.
                    Integer before = seen.putIfAbsent(ByteBuffer.wrap(digests[i]), i);
                    index.first()[i] = before == null ? i : before;
                }
            }
            System.arraycopy(all.digest(), 0, index.digest(), 0, Pack.DIGEST);
        }
    }

    private static void write(FileChannel out, ByteBuffer bytes, long at) throws IOException {
        long position = at;
        while (bytes.hasRemaining()) {
            position += out.write(bytes, position);
        }
    }

    /** The bytes of a picture; one that the system does not give is as good as damaged. */
    private static byte[] bytes(Path file) throws UnreadableImage {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UnreadableImage("cannot be read: " + e, e);
        }
    }

    private UserError unreadable(List<String> files, int[] unreadable, String cause) {
        String first = files.get(unreadable[0]);
        String more = unreadable.length == 1
                ? ""
                : " (" + unreadable.length + " such of " + files.size() + ": "
                        + Listed.some(
                                IntStream.of(unreadable).mapToObj(files::get).toList()) + ")";
        return new UserError("dir: " + first + " " + cause + more + "; "
                + wayOut.apply("replace " + (unreadable.length == 1 ? "it" : "them")));
    }

    /** A cache that cannot be written. */
    static UserError unwritable(Path folder, IOException cause) {
        return new UserError(
                "the cache " + folder + " cannot be written: " + cause
                        + "; name another folder with the environment variable SHIFTBED_CACHE",
                cause);
    }
}
