package org.shiftbed.data.download;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.AtomicFiles;
import org.shiftbed.base.UserError;
import org.shiftbed.data.Progress;

/**
 * Fetches a data set into a data folder. Until it is whole it lies in {@code .shiftbed-get/NAME} there, from where a second call goes on; then it gets its
 * name in one step.
 */
public final class Download {
    private static final String STAGE = ".shiftbed-get";
    private static final long SPARE = 64L << 20;
    private static final Duration PAUSE = Duration.ofSeconds(2);

    private final Source source;
    private final Path dataFolder;
    private final @Nullable URI mirror;
    private final Progress progress;
    private final Transfer transfer;

    /**
     * @param dataFolder made where it is not there
     * @param mirror an address that ends with a slash, tried before the others with the names of the files behind it; null: none
     * @param progress hears of bytes that come, and of what is unpacked
     */
    public Download(Source source, Path dataFolder, @Nullable URI mirror, Progress progress) {
        this(source, dataFolder, mirror, progress, PAUSE);
    }

    /** @param pause between two tries of one address */
    Download(Source source, Path dataFolder, @Nullable URI mirror, Progress progress, Duration pause) {
        this.source = source;
        this.dataFolder = dataFolder;
        this.mirror = mirror;
        this.progress = progress;
        this.transfer = new Transfer(pause, progress);
    }

    /**
     * A file that came.
     *
     * @param name of it
     * @param from address that gave it
     * @param bytes how long it is
     * @param sha256 of what came, for who has another to compare with
     * @param verified whether it has the published checksum; false: none was published
     */
    public record Fetched(String name, URI from, long bytes, String sha256, boolean verified) {}

    /**
     * Fetches all files, unpacks them and puts them in their place.
     *
     * @return what was fetched; empty where the data set was there already
     * @throws UserError where a file cannot be had from any address, is not what it should be, or there is no room
     */
    public List<Fetched> run() {
        if (source.isIn(dataFolder)) {
            return List.of();
        }
        Path stage = dataFolder.resolve(STAGE).resolve(source.name());
        try {
            Files.createDirectories(stage);
            requireRoom(stage);
            List<Fetched> fetched = new ArrayList<>();
            for (RemoteFile file : source.files()) {
                fetched.add(fetch(file, stage));
            }
            publish(stage);
            return List.copyOf(fetched);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** As much again for what is unpacked; what came before is not asked for twice. */
    private void requireRoom(Path stage) throws IOException {
        long wanted = 0;
        for (RemoteFile file : source.files()) {
            long length = length(file);
            long here = 0;
            for (String name : List.of(file.name(), file.name() + ".part")) {
                Path part = stage.resolve(name);
                here += Files.exists(part) ? Files.size(part) : 0;
            }
            wanted += Math.max(0, length - here) + length;
        }
        long room = Files.getFileStore(stage).getUsableSpace();
        if (room < wanted + SPARE) {
            throw new UserError("data get " + source.name() + ": needs about " + mebibytes(wanted) + " in " + dataFolder
                    + ", where " + mebibytes(room) + " are free; name another folder with --data-dir");
        }
    }

    private long length(RemoteFile file) {
        for (URI address : addresses(file)) {
            try {
                long length = transfer.length(address);
                if (length >= 0) {
                    return length;
                }
            } catch (IOException e) {
                // The next one may answer; whether the file can be had is found out when it is fetched.
                continue;
            }
        }
        return file.bytes();
    }

    private static String mebibytes(long bytes) {
        return (bytes >> 20) + " MiB";
    }

    private List<URI> addresses(RemoteFile file) {
        List<URI> all = new ArrayList<>();
        if (mirror != null) {
            all.add(mirror.resolve(file.name()));
        }
        all.addAll(file.mirrors());
        return all;
    }

    private Fetched fetch(RemoteFile file, Path stage) throws IOException {
        Path target = stage.resolve(file.name());
        Path origin = stage.resolve(file.name() + ".from");
        List<String> causes = new ArrayList<>();
        if (Files.exists(target) && Files.exists(origin)) {
            Fetched before = verified(file, target, URI.create(Files.readString(origin)), causes);
            if (before != null) {
                return before;
            }
        }
        for (URI address : addresses(file)) {
            try {
                transfer.fetch(address, file.packing() != RemoteFile.Packing.NONE, target);
                AtomicFiles.write(origin, address.toString());
                Fetched fetched = verified(file, target, address, causes);
                if (fetched != null) {
                    return fetched;
                }
            } catch (IOException e) {
                String message = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
                causes.add(address + ": " + message.replaceAll("\\s+", " "));
                // What came from here may not be the beginning of what comes from elsewhere.
                Files.deleteIfExists(stage.resolve(file.name() + ".part.tag"));
            }
        }
        throw new UserError("data get " + source.name() + ": " + file.name() + " could not be had: "
                + String.join("; ", causes) + ". By hand: " + source.page() + " tells where it is now; put it so that "
                + source.layout().replace("DATA", dataFolder.toString()) + ", or give another address with --mirror");
    }

    /** What was fetched, if it has the published checksum; it is removed where it has not. */
    private static @Nullable Fetched verified(RemoteFile file, Path target, URI from, List<String> causes)
            throws IOException {
        String sha256 = Checksum.of(Checksum.SHA_256, target);
        Checksum wanted = file.checksum();
        if (wanted != null) {
            String found =
                    wanted.algorithm().equals(Checksum.SHA_256) ? sha256 : Checksum.of(wanted.algorithm(), target);
            if (!found.equals(wanted.hex())) {
                Files.delete(target);
                causes.add(from + ": its " + wanted.algorithm() + " is " + found + ", published is " + wanted.hex());
                return null;
            }
        }
        return new Fetched(file.name(), from, Files.size(target), sha256, wanted != null);
    }

    private void publish(Path stage) throws IOException {
        Path whole = stage.resolve("unpacked");
        AtomicFiles.deleteTree(whole);
        for (RemoteFile file : source.files()) {
            Path archive = stage.resolve(file.name());
            try {
                new Unpacking(whole.resolve(file.into()), progress).unpack(archive, file.packing(), file.name());
            } catch (IOException e) {
                throw new UserError(
                        "data get " + source.name() + ": " + file.name() + " cannot be unpacked: " + e.getMessage()
                                + "; delete " + archive + " and run again, or give another address with --mirror",
                        e);
            }
        }
        for (var rename : source.renames().entrySet()) {
            Path from = whole.resolve(rename.getKey());
            if (Files.exists(from)) {
                Files.move(from, whole.resolve(rename.getValue()));
            }
        }
        if (source.finish() != null) {
            source.finish().in(whole);
        }
        Path made = whole.resolve(source.place());
        if (!Files.exists(made)) {
            throw new UserError("data get " + source.name() + ": the archives do not hold " + source.place()
                    + "; what they hold is in " + whole + ", put it so that "
                    + source.layout().replace("DATA", dataFolder.toString()));
        }
        Path target = dataFolder.resolve(source.place());
        Path parent = target.getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        if (!AtomicFiles.publish(made, target)) {
            throw new UserError("data get " + source.name() + ": " + target + " is there already");
        }
        AtomicFiles.deleteTree(stage);
    }
}
