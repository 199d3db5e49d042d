package org.shiftbed.data.images;

import java.io.IOException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.shiftbed.base.UserError;

/**
 * The picture files below a folder, sub-folders included, links followed. Hidden files and folders (a dot in front, {@code __MACOSX}) are not looked
 * at, a folder that links to one above it is not entered again.
 *
 * @param folder as given
 * @param files paths below it with {@code /} between names, sorted
 * @param others how many files that are not hidden have the ending of no picture format
 */
record ImageFolder(Path folder, List<String> files, int others) {
    private static final Set<String> ENDINGS =
            Set.of("png", "jpg", "jpeg", "jpe", "gif", "bmp", "tif", "tiff", "webp", "ppm", "pgm");

    ImageFolder {
        files = List.copyOf(files);
    }

    /** @throws UserError where there is no such folder, it cannot be read, or it holds no picture */
    static ImageFolder read(Path folder) {
        if (!Files.isDirectory(folder)) {
            String what = Files.exists(folder) ? "is a file" : "there is no such folder";
            throw new UserError("dir: " + folder + ": " + what + "; write the folder that holds the pictures");
        }
        Visitor visitor = new Visitor(folder);
        try {
            Files.walkFileTree(folder, EnumSet.of(FileVisitOption.FOLLOW_LINKS), Integer.MAX_VALUE, visitor);
        } catch (IOException e) {
            throw new UserError("dir: " + folder + ": cannot be read: " + e.getMessage(), e);
        }
        if (visitor.files.isEmpty()) {
            throw new UserError("dir: " + folder + ": holds no picture (.png, .jpg, .jpeg, .gif, .bmp, .tif, .tiff)"
                    + (visitor.others > 0 ? " among its " + visitor.others + " files" : "")
                    + "; write the folder that holds them");
        }
        return new ImageFolder(folder, visitor.files.stream().sorted().toList(), visitor.others);
    }

    private static final class Visitor extends SimpleFileVisitor<Path> {
        private final Path folder;
        private final List<String> files = new ArrayList<>();
        private int others;

        Visitor(Path folder) {
            this.folder = folder;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path dir, BasicFileAttributes attributes) {
            return !dir.equals(folder) && hidden(dir) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (hidden(file)) {
                return FileVisitResult.CONTINUE;
            }
            String name = file.getFileName().toString();
            if (ENDINGS.contains(name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT))) {
                files.add(folder.relativize(file).toString().replace('\\', '/'));
            } else {
                others++;
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException cause) throws IOException {
            if (cause instanceof FileSystemLoopException || hidden(file)) {
                return FileVisitResult.CONTINUE;
            }
            throw cause;
        }

        private static boolean hidden(Path path) {
            String name = path.getFileName().toString();
            return name.startsWith(".") || name.equals("__MACOSX");
        }
    }
}
