package org.shiftbed.data.download;

import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A file that is fetched.
 *
 * @param name under which it is kept meanwhile; its ending says how it is unpacked
 * @param mirrors where it may be had, tried in turn
 * @param bytes about how long it is; 0: unknown
 * @param checksum as published; null: none was
 * @param into the folder below the data folder that it is unpacked or put into; empty: the data folder itself
 */
public record RemoteFile(
        String name,
        List<URI> mirrors,
        long bytes,
        @Nullable Checksum checksum,
        String into) {
    public RemoteFile {
        mirrors = List.copyOf(mirrors);
    }

    /** How a file is unpacked. */
    enum Packing {
        /** It is the data. */
        NONE,
        /** One file, compressed by gzip. */
        GZIP,
        TAR,
        TAR_GZIP,
        ZIP
    }

    Packing packing() {
        if (name.endsWith(".tar.gz") || name.endsWith(".tgz")) {
            return Packing.TAR_GZIP;
        }
        if (name.endsWith(".tar")) {
            return Packing.TAR;
        }
        if (name.endsWith(".zip")) {
            return Packing.ZIP;
        }
        return name.endsWith("-ubyte.gz") ? Packing.GZIP : Packing.NONE;
    }
}
