package org.shiftbed.data.images;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.UserError;
import org.shiftbed.data.DataSource;
import org.shiftbed.data.converted.StoredRows;

/**
 * Pictures that a file of metadata names, decoded once into the cache, each brought to one square.
 *
 * @param stored the pictures, a row each; those that cannot be decoded hold nothing
 * @param kept rows of pictures that were decoded, ascending
 * @param leftOut path and cause of the others, one line each
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record PictureRows(StoredRows stored, int[] kept, List<String> leftOut) {
    private static final UnaryOperator<String> WAY_OUT = what -> what + ", or write broken: skip";

    /**
     * Decodes what is not in the cache yet.
     *
     * @param dataset its name, which begins every message
     * @param folder of the files
     * @param files paths below it, one a row
     * @param pixels to which square
     * @param refuse whether one that cannot be decoded is refused and not left out
     * @param cache folder of hashes and packs
     * @throws UserError where a file is not there, all of them cannot be decoded, or one cannot and that is refused
     */
    public static PictureRows open(
            String dataset,
            Path folder,
            List<String> files,
            Pixels pixels,
            boolean refuse,
            Path cache,
            DataSource source) {
        try {
            absent(folder, files);
            List<String> hashes = new FileHashes(folder, cache, source.progress()).of(files);
            Pack pack = new Packs(cache, pixels, WAY_OUT, source.progress()).open(folder, files, hashes, refuse);
            int[] kept = IntStream.range(0, pack.files()).filter(pack::readable).toArray();
            if (kept.length == 0) {
                throw new UserError(
                        folder + ": none of its pictures can be decoded: " + files.get(0) + " " + pack.cause(0));
            }
            List<String> leftOut = IntStream.of(pack.unreadable())
                    .mapToObj(i -> files.get(i) + " " + pack.cause(i))
                    .toList();
            int[] first = IntStream.range(0, pack.files())
                    .map(i -> pack.readable(i) ? pack.first(i) : -1)
                    .toArray();
            return new PictureRows(new StoredRows(rows(pack, pixels), first, pack.digest()), kept, leftOut);
        } catch (UserError e) {
            throw new UserError(dataset + ": " + e.getMessage(), e);
        }
    }

    /** A row whose picture is not there at all is refused: the folder is not what its metadata says. */
    private static void absent(Path folder, List<String> files) {
        int[] missing = IntStream.range(0, files.size())
                .parallel()
                .filter(i -> !Files.isRegularFile(folder.resolve(files.get(i))))
                .toArray();
        if (missing.length > 0) {
            throw new UserError(folder + ": " + Listed.count(missing.length, "picture") + " of " + files.size()
                    + " that the metadata name " + (missing.length == 1 ? "is" : "are") + " not there: "
                    + Listed.some(
                            IntStream.of(missing).limit(4).mapToObj(files::get).toList())
                    + "; unpack the archive again");
        }
    }

    private static StoredRows.Rows rows(Pack pack, Pixels pixels) {
        return new StoredRows.Rows() {
            @Override
            public int count() {
                return pack.files();
            }

            @Override
            public int rowBytes() {
                return pixels.bytes();
            }

            @Override
            public void read(int row, byte[] target) {
                pack.read(row, target);
            }

            @Override
            public void close() {
                // The system lets go of mapped memory with the last reference to it.
            }
        };
    }

    /** What a record should keep about how pictures became bytes. */
    public static Map<String, String> provenance(@Nullable String order) {
        String decoder = "Java " + Runtime.version().feature() + " ImageIO, TwelveMonkeys for JPEG, TIFF, WebP and PNM";
        return order == null ? Map.of("decoder", decoder) : Map.of("decoder", decoder, "order", order);
    }

    /** One line about pictures that were left out; none where all were decoded. */
    public List<String> notes() {
        return leftOut.isEmpty()
                ? List.of()
                : List.of(Listed.count(leftOut.size(), "picture") + " of " + stored.first().length
                        + " that cannot be decoded left out: " + Listed.some(leftOut));
    }
}
