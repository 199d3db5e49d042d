package org.shiftbed.data.spawrious;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.shiftbed.base.UserError;

/** The pictures of one folder in the order that a limit counts in. */
final class SpawriousFiles {
    private SpawriousFiles() {}

    /**
     * Names of pictures; hidden ones are ignored.
     *
     * @param listed whether they are in the order in which the system lists them, which another copy of the folder may not have (D06); else by name
     * @throws UserError where there is no such folder, or it holds no picture
     */
    static List<String> in(Path folder, boolean listed) {
        List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(folder)) {
            for (Path file : all) {
                String name = String.valueOf(file.getFileName());
                boolean picture = name.endsWith(".png") || name.endsWith(".jpg") || name.endsWith(".jpeg");
                if (picture && (listed || !name.startsWith("."))) {
                    names.add(name);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            throw new UserError(
                    folder + ": there is no such folder, or it cannot be read; unpack the archive again", e);
        }
        if (names.isEmpty()) {
            throw new UserError(folder + ": holds no picture (.png, .jpg, .jpeg); unpack the archive again");
        }
        if (!listed) {
            Collections.sort(names);
        }
        return names;
    }
}
