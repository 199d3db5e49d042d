package org.shiftbed.data.images;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.AtomicFiles;
import org.shiftbed.base.UserError;
import org.shiftbed.data.Fingerprint;

/**
 * The cache of decoded pictures: a {@link Pack} for every list of files and every way to decode them, found by the content of the files, so that a folder
 * that moves is not decoded again. Packs appear whole or not at all; processes that make the same one at the same time do no harm.
 */
final class Packs {
    private static final long SPARE = 64L << 20;

    private final Path cache;
    private final Request.Pixels pixels;

    Packs(Path cache, Request.Pixels pixels) {
        this.cache = cache;
        this.pixels = pixels;
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
    Pack open(Path folder, List<String> files, List<String> hashes, boolean refuse) {
        Path file = cache.resolve(key(hashes) + ".pack");
        Pack pack = existing(file, files.size());
        if (pack == null) {
            make(file, folder, files, refuse);
            pack = existing(file, files.size());
            if (pack == null) {
                throw new IllegalStateException(file + " was written and cannot be read");
            }
        }
        int[] unreadable = pack.unreadable();
        if (refuse && unreadable.length > 0) {
            throw unreadable(files, unreadable, why(folder.resolve(files.get(unreadable[0]))));
        }
        return pack;
    }

    private String key(List<String> hashes) {
        return new Fingerprint()
                .add(List.of("pictures", String.valueOf(pixels.background()), String.valueOf(pixels.antialias())))
                .add(new int[] {ImageDecoder.VERSION, pixels.side(), pixels.channels()})
                .add(hashes)
                .hex();
    }

    private @Nullable Pack existing(Path file, int files) {
        if (!Files.isRegularFile(file)) {
            return null;
        }
        try {
            return Pack.open(file, files, pixels.bytes());
        } catch (IOException e) {
            // Damaged: it is made anew.
            return null;
        }
    }

    private void make(Path target, Path folder, List<String> files, boolean refuse) {
        long bytes = Pack.pixels(files.size()) + (long) files.size() * pixels.bytes();
        try {
            Files.createDirectories(cache);
            long room = Files.getFileStore(cache).getUsableSpace();
            if (room < bytes + SPARE) {
                throw new UserError("no room for " + (bytes >> 20) + " MiB of decoded pictures in " + cache + ", where "
                        + (room >> 20)
                        + " MiB are free; name another folder with the environment variable SHIFTBED_CACHE");
            }
            AtomicFiles.write(target, part -> fill(part, folder, files, refuse));
        } catch (IOException e) {
            throw unwritable(cache, e);
        }
    }

    private void fill(Path part, Path folder, List<String> files, boolean refuse) throws IOException {
        int count = files.size();
        long start = Pack.pixels(count);
        ImageDecoder decoder = new ImageDecoder(pixels);
        byte[][] digests = new byte[count][];
        String[] causes = new String[count];
        try (FileChannel out = FileChannel.open(part, StandardOpenOption.WRITE)) {
            // The last byte first: the file has its length even where the last pictures are unreadable.
            write(out, new byte[1], start + (long) count * pixels.bytes() - 1);
            IntStream.range(0, count).parallel().forEach(i -> {
                try {
                    byte[] row = decoder.decode(bytes(folder.resolve(files.get(i))));
                    digests[i] = FileHashes.sha256().digest(row);
                    write(out, row, start + (long) i * pixels.bytes());
                } catch (UnreadableImage e) {
                    causes[i] = String.valueOf(e.getMessage());
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            int[] unreadable =
                    IntStream.range(0, count).filter(i -> digests[i] == null).toArray();
            if (refuse && unreadable.length > 0) {
                throw unreadable(files, unreadable, causes[unreadable[0]]);
            }
            MessageDigest all = FileHashes.sha256();
            Map<ByteBuffer, Integer> seen = new HashMap<>();
            int[] first = new int[count];
            for (int i = 0; i < count; i++) {
                if (digests[i] == null) {
                    first[i] = Pack.UNREADABLE;
                } else {
                    all.update(digests[i]);
                    // Equal SHA-256 is as good as equal bytes.
                    Integer before = seen.putIfAbsent(ByteBuffer.wrap(digests[i]), i);
                    first[i] = before == null ? i : before;
                }
            }
            write(out, Pack.head(pixels.bytes(), first, all.digest()), 0);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private static void write(FileChannel out, byte[] row, long at) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(row);
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

    private String why(Path file) {
        try {
            new ImageDecoder(pixels).decode(bytes(file));
            return "could not be decoded before";
        } catch (UnreadableImage e) {
            return String.valueOf(e.getMessage());
        }
    }

    private static UserError unreadable(List<String> files, int[] unreadable, String cause) {
        String first = files.get(unreadable[0]);
        String more = unreadable.length == 1
                ? ""
                : " (" + unreadable.length + " such of " + files.size() + ": "
                        + Listed.some(
                                IntStream.of(unreadable).mapToObj(files::get).toList()) + ")";
        return new UserError("dir: " + first + " " + cause + more + "; "
                + Skip.UNREADABLE_FILES.wayOut("replace " + (unreadable.length == 1 ? "it" : "them")));
    }

    /** A cache that cannot be written. */
    static UserError unwritable(Path folder, IOException cause) {
        return new UserError(
                "the cache " + folder + " cannot be written: " + cause
                        + "; name another folder with the environment variable SHIFTBED_CACHE",
                cause);
    }
}
