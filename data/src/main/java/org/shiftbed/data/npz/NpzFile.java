package org.shiftbed.data.npz;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.shiftbed.base.Names;
import org.shiftbed.base.UserError;

/**
 * Arrays under names: an NPZ archive, an ordinary ZIP of {@code KEY.npy} ({@code controlled-shifts.md} 2.2). Nothing is read before an array is asked
 * for, and of that only the head; arrays of pickled objects are never opened unless they are named.
 */
public final class NpzFile implements AutoCloseable {
    private static final String ENDING = ".npy";

    private final Path path;
    private final ZipFile zip;
    private final TreeMap<String, ZipEntry> arrays = new TreeMap<>();

    private NpzFile(Path path, ZipFile zip) {
        this.path = path;
        this.zip = zip;
        zip.stream()
                .filter(entry -> entry.getName().endsWith(ENDING))
                .forEach(entry ->
                        arrays.put(entry.getName().substring(0, entry.getName().length() - ENDING.length()), entry));
    }

    /**
     * Opens an archive.
     *
     * @throws UserError where it is missing, or no such archive
     */
    public static NpzFile open(Path path) {
        try {
            byte[] start;
            try (InputStream in = Files.newInputStream(path)) {
                start = in.readNBytes(4);
            }
            if (start.length == 0) {
                throw new UserError(path + ": is empty (0 bytes); fetch it again");
            }
            if (start.length < 4 || start[0] != 'P' || start[1] != 'K') {
                throw new UserError(path + ": is no NPZ archive: it begins with " + NpyHeader.hex(start)
                        + " and not with 50 4b ('PK')");
            }
            ZipFile zip = new ZipFile(path.toFile());
            NpzFile opened = new NpzFile(path, zip);
            if (opened.arrays.isEmpty()) {
                zip.close();
                throw new UserError(path + ": is a ZIP archive without a .npy array");
            }
            return opened;
        } catch (ZipException e) {
            throw new UserError(path + ": is a cut or damaged NPZ archive (" + e.getMessage() + "); fetch it again", e);
        } catch (AccessDeniedException e) {
            throw new UserError(path + ": there is no permission to read it", e);
        } catch (IOException e) {
            throw new UserError(path + ": cannot be read (" + e.getMessage() + ")", e);
        }
    }

    /** The names of all arrays, sorted. */
    public List<String> keys() {
        return new ArrayList<>(arrays.keySet());
    }

    /**
     * Opens an array.
     *
     * @param key its name, without {@code .npy}
     * @throws UserError where there is none (the nearest is offered), or its head is wrong or does not fit its size
     */
    public NpyArray array(String key) throws IOException {
        ZipEntry entry = arrays.get(key);
        if (entry == null) {
            throw Names.unknown(path.toString(), "array", key, arrays.keySet());
        }
        String place = path + ", array '" + key + "'";
        InputStream stream = new BufferedInputStream(zip.getInputStream(entry), 1 << 16);
        try {
            return new NpyArray(place, stream, entry.getSize(), entry.getCrc());
        } catch (ZipException e) {
            stream.close();
            throw new UserError(place + ": is damaged (" + e.getMessage() + "); fetch it again", e);
        } catch (IOException | RuntimeException e) {
            stream.close();
            throw e;
        }
    }

    /**
     * Opens an array that is a file of its own.
     *
     * @throws UserError where it is missing, or no such array
     */
    public static NpyArray single(Path path) throws IOException {
        InputStream stream = new BufferedInputStream(Files.newInputStream(path), 1 << 16);
        try {
            return new NpyArray(path.toString(), stream, Files.size(path), -1);
        } catch (IOException | RuntimeException e) {
            stream.close();
            throw e;
        }
    }

    @Override
    public void close() throws IOException {
        zip.close();
    }
}
