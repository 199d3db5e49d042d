package org.shiftbed.learn.weights;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.UserError;
import org.shiftbed.learn.weights.Pickled.Storage;
import org.shiftbed.learn.weights.Pickled.View;

/**
 * A zip archive of {@code torch.save} or TorchScript: in one folder {@code data.pkl}, which says which tensors there are, {@code data/KEY} with
 * the bytes of each storage, {@code byteorder} where the writer knew of it, and {@code constants.pkl} where it is TorchScript. PyTorch stores
 * these entries without compression, so none can be larger than the file, and a compressed one is refused.
 */
final class TorchArchive implements TensorFile {
    private static final int LARGEST_PICKLE = 64 << 20;

    private final Path file;
    private final ZipFile zip;
    private final String folder;
    private final boolean bigEndian;
    private final Map<String, View> views = new LinkedHashMap<>();
    private @Nullable Loaded last;

    /** The storage that was read last: tensors often share one. */
    private record Loaded(String key, byte[] bytes) {}

    private TorchArchive(Path file, ZipFile zip) throws IOException {
        this.file = file;
        this.zip = zip;
        List<String> pickles = zip.stream()
                .map(ZipEntry::getName)
                .filter(name -> name.endsWith("/data.pkl") && name.indexOf('/') == name.length() - 9)
                .toList();
        if (pickles.size() != 1) {
            throw new UserError(file + ": is a zip archive with " + pickles.size()
                    + " folders that hold data.pkl, torch.save writes one; " + WAY_OUT);
        }
        folder = pickles.get(0).substring(0, pickles.get(0).length() - 8);
        bigEndian = zip.getEntry(folder + "byteorder") != null
                && new String(bytes("byteorder", 16), StandardCharsets.UTF_8)
                        .strip()
                        .equals("big");
        boolean script = zip.getEntry(folder + "constants.pkl") != null;
        Object root = new PickleReader(bytes("data.pkl", LARGEST_PICKLE), file, script).read();
        views.putAll(PickledTensors.of(root, file));
        views.forEach(this::check);
    }

    static TorchArchive open(Path file) throws IOException {
        ZipFile zip;
        try {
            zip = new ZipFile(file.toFile());
        } catch (ZipException | EOFException | IllegalArgumentException e) {
            throw new UserError(file + ": its zip archive is cut or damaged; copy the file again", e);
        }
        try {
            return new TorchArchive(file, zip);
        } catch (ZipException | EOFException e) {
            zip.close();
            throw new UserError(file + ": its zip archive is damaged; copy the file again", e);
        } catch (IOException | RuntimeException e) {
            zip.close();
            throw e;
        }
    }

    private void check(String name, View view) {
        Storage storage = view.storage();
        String shown = PickleReader.shown(name);
        try {
            long bytes =
                    Math.multiplyExact(storage.elements(), (long) storage.type().bytes());
            long found = entry("data/" + storage.key(), Integer.MAX_VALUE).getSize();
            if (found != bytes) {
                throw damaged("the data of '" + shown + "' should have " + bytes + " bytes, found " + found);
            }
            if (view.shape().contains(0L)) {
                return;
            }
            long count = 1;
            long lastIndex = view.offset();
            for (int i = 0; i < view.shape().size(); i++) {
                count = Math.multiplyExact(count, view.shape().get(i));
                lastIndex = Math.addExact(
                        lastIndex,
                        Math.multiplyExact(
                                view.shape().get(i) - 1, view.stride().get(i)));
            }
            if (lastIndex >= storage.elements()) {
                throw damaged("'" + shown + "' reaches element " + lastIndex + " of " + storage.elements());
            }
            if (count > storage.elements()) {
                throw new UserError(file + ": '" + shown + "' of shape " + view.shape() + " repeats the "
                        + storage.elements() + " numbers that are stored; save a contiguous copy of it");
            }
        } catch (ArithmeticException e) {
            throw damaged("'" + shown + "' of shape " + view.shape() + " has more than 2^63 elements");
        }
    }

    @Override
    public Map<String, Layout> layouts() {
        Map<String, Layout> layouts = new LinkedHashMap<>();
        views.forEach(
                (name, view) -> layouts.put(name, new Layout(view.storage().type(), view.shape())));
        return layouts;
    }

    @Override
    public StoredTensor read(String name) throws IOException {
        View view = Objects.requireNonNull(views.get(name), name);
        int width = view.storage().type().bytes();
        byte[] from = storage(view.storage());
        byte[] to =
                new byte[Math.toIntExact(StoredTensor.byteCount(view.storage().type(), view.shape()))];
        long[] shape = longs(view.shape());
        if (to.length > 0) {
            gather(from, to, width, view.offset(), shape, longs(view.stride()));
        }
        if (bigEndian) {
            reverseEach(to, width);
        }
        return new StoredTensor(view.storage().type(), shape, to);
    }

    /** Elements in row order; the index counts like a milometer. */
    private static void gather(byte[] from, byte[] to, int width, long offset, long[] shape, long[] stride) {
        int sides = shape.length;
        // The innermost sides that lie in row order are copied as one stretch.
        long run = 1;
        while (sides > 0 && (shape[sides - 1] == 1 || stride[sides - 1] == run)) {
            run *= shape[sides - 1];
            sides--;
        }
        int bytes = Math.toIntExact(run * width);
        long[] index = new long[sides];
        long at = offset;
        for (int done = 0; done < to.length; done += bytes) {
            System.arraycopy(from, Math.toIntExact(at * width), to, done, bytes);
            for (int side = sides - 1; side >= 0; side--) {
                at += stride[side];
                if (++index[side] < shape[side]) {
                    break;
                }
                at -= stride[side] * shape[side];
                index[side] = 0;
            }
        }
    }

    private static void reverseEach(byte[] bytes, int width) {
        for (int start = 0; start < bytes.length; start += width) {
            for (int i = start, j = start + width - 1; i < j; i++, j--) {
                byte kept = bytes[i];
                bytes[i] = bytes[j];
                bytes[j] = kept;
            }
        }
    }

    private byte[] storage(Storage storage) throws IOException {
        Loaded kept = last;
        if (kept != null && kept.key().equals(storage.key())) {
            return kept.bytes();
        }
        byte[] bytes = bytes("data/" + storage.key(), Integer.MAX_VALUE);
        last = new Loaded(storage.key(), bytes);
        return bytes;
    }

    private byte[] bytes(String name, int most) throws IOException {
        ZipEntry entry = entry(name, most);
        try (InputStream in = zip.getInputStream(entry)) {
            byte[] bytes = in.readNBytes((int) entry.getSize());
            if (bytes.length != entry.getSize()) {
                throw damaged("entry " + name + " is cut");
            }
            return bytes;
        } catch (ZipException | EOFException e) {
            throw new UserError(file + ": its zip archive is damaged at entry " + name + "; copy the file again", e);
        }
    }

    private ZipEntry entry(String name, int most) {
        ZipEntry entry = zip.getEntry(folder + name);
        String shown = PickleReader.shown(name);
        if (entry == null || entry.isDirectory()) {
            throw damaged("entry " + shown + " is missing");
        }
        if (entry.getMethod() != ZipEntry.STORED || entry.getSize() != entry.getCompressedSize()) {
            throw new UserError(file + ": entry " + shown + " is compressed, torch.save stores it plain; " + WAY_OUT);
        }
        long size = entry.getSize();
        if (size < 0 || size > Math.min(most, file.toFile().length())) {
            throw damaged("entry " + shown + " has " + size + " bytes, at most "
                    + Math.min(most, file.toFile().length()) + " are possible");
        }
        return entry;
    }

    private static long[] longs(List<Long> values) {
        return values.stream().mapToLong(Long::longValue).toArray();
    }

    @Override
    public Map<String, String> metadata() {
        return Collections.emptyMap();
    }

    @Override
    public void close() throws IOException {
        last = null;
        zip.close();
    }

    private UserError damaged(String what) {
        return new UserError(file + ": is cut or damaged: " + what + "; copy the file again");
    }
}
