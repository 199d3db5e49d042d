package org.shiftbed.data.download;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Enumeration;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipFile;
import org.shiftbed.base.UserError;
import org.shiftbed.data.Progress;

/** Unpacks archives into a folder, and nothing anywhere else: a path that would leave it, or a link, ends the work. */
final class Unpacking {
    private static final long SPARE = 64L << 20;

    private final Path folder;
    private final Progress progress;
    private long written;

    Unpacking(Path folder, Progress progress) {
        this.folder = folder.toAbsolutePath().normalize();
        this.progress = progress;
    }

    /**
     * @throws UserError where an entry would leave the folder, is a link, or there is no room
     * @throws IOException where the archive is damaged
     */
    void unpack(Path archive, RemoteFile.Packing packing, String name) throws IOException {
        Files.createDirectories(folder);
        progress.begun("unpacking " + archive.getFileName(), -1);
        try (InputStream file = new BufferedInputStream(Files.newInputStream(archive))) {
            switch (packing) {
                case ZIP -> zip(archive);
                case TAR -> tar(file, archive);
                case TAR_GZIP -> tar(new BufferedInputStream(new GZIPInputStream(file)), archive);
                case GZIP -> copy(new GZIPInputStream(file), folder.resolve(name.replaceFirst("\\.gz$", "")));
                case NONE -> copy(file, folder.resolve(name));
            }
        } finally {
            progress.ended();
        }
    }

    private void tar(InputStream in, Path archive) throws IOException {
        try (TarArchiveInputStream tar = new TarArchiveInputStream(in)) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                Path target = inside(entry.getName(), archive);
                if (entry.isDirectory()) {
                    Files.createDirectories(target);
                } else if (entry.isFile() && !entry.isLink() && !entry.isSymbolicLink()) {
                    copy(tar, target);
                } else if (!entry.isGlobalPaxHeader() && !entry.isPaxHeader()) {
                    throw new UserError(archive.getFileName() + ": entry '" + entry.getName()
                            + "' is a link or a device, which are not unpacked");
                }
            }
        }
    }

    private void zip(Path archive) throws IOException {
        try (ZipFile zip = ZipFile.builder().setPath(archive).get()) {
            Enumeration<ZipArchiveEntry> entries = zip.getEntries();
            while (entries.hasMoreElements()) {
                ZipArchiveEntry entry = entries.nextElement();
                Path target = inside(entry.getName(), archive);
                if (entry.isDirectory()) {
                    Files.createDirectories(target);
                } else if (entry.isUnixSymlink()) {
                    throw new UserError(archive.getFileName() + ": entry '" + entry.getName()
                            + "' is a link or a device, which are not unpacked");
                } else {
                    try (InputStream in = zip.getInputStream(entry)) {
                        copy(in, target);
                    }
                }
            }
        }
    }

    private Path inside(String name, Path archive) {
        Path target = folder.resolve(name.replace('\\', '/')).normalize();
        if (name.startsWith("/") || !target.startsWith(folder)) {
            throw new UserError(archive.getFileName() + ": entry '" + name.replaceAll("\\p{Cntrl}", "?")
                    + "' would be written outside of the folder; the archive is not what it should be");
        }
        return target;
    }

    private void copy(InputStream in, Path target) throws IOException {
        Path parent = target.getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        long room = Files.getFileStore(folder).getUsableSpace();
        if (room < SPARE) {
            throw new UserError("no room to unpack into " + folder + ", where " + (room >> 20) + " MiB are free");
        }
        written += Files.copy(in, target, StandardCopyOption.REPLACE_EXISTING);
        progress.advanced(written);
    }
}
