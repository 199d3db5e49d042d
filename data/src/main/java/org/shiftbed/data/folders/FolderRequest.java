package org.shiftbed.data.folders;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A data set of folders that is wanted.
 *
 * @param name registered name, for messages and tables
 * @param dir the folder that holds the domains
 * @param domains that must be there and no others, in their order; empty: what is there
 * @param classes that must be there and no others; empty: what is there
 * @param classCount how many classes there must be; 0: any
 * @param rows how many pictures the published results were made of, for a note; 0: unknown
 * @param exclude file of paths that are left out; null: none
 * @param excludeSha256 what the file's SHA-256 must be; null: any
 * @param side height and width of every example
 * @param bound shorter side to which larger pictures are shrunk before random crops; 0: none is
 * @param refuseBroken whether a file that cannot be decoded is refused, not left out
 * @param strict whether examples and their order are DomainBed's
 */
record FolderRequest(
        String name,
        Path dir,
        List<String> domains,
        List<String> classes,
        int classCount,
        int rows,
        @Nullable Path exclude,
        @Nullable String excludeSha256,
        int side,
        int bound,
        boolean refuseBroken,
        boolean strict) {
    FolderRequest {
        domains = List.copyOf(domains);
        classes = List.copyOf(classes);
    }
}
