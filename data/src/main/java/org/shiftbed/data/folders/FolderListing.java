package org.shiftbed.data.folders;

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
import java.util.stream.Stream;
import org.shiftbed.base.UserError;

/**
 * The names below a folder {@code domain/class/picture}, in no order: domains, their classes, and the pictures of each class with sub-folders, links
 * followed. A link to a folder that it lies in is not.
 *
 * @param domains in no order
 * @param hidden paths with a name that begins with a dot, or is {@code __MACOSX}; they are among the others too
 * @param loops paths of links that lead to a folder above them
 */
record FolderListing(List<Domain> domains, List<String> hidden, List<String> loops) {
    private static final Set<String> ENDINGS = Set.of("jpg", "jpeg", "png", "ppm", "bmp", "pgm", "tif", "tiff", "webp");

    FolderListing {
        domains = List.copyOf(domains);
        hidden = List.copyOf(hidden);
        loops = List.copyOf(loops);
    }

    /** A domain and what is in it. */
    record Domain(String name, List<Class> classes) {
        Domain {
            classes = List.copyOf(classes);
        }
    }

    /**
     * A class of a domain.
     *
     * @param files paths below it with {@code /} between names
     */
    record Class(String name, List<String> files) {
        Class {
            files = List.copyOf(files);
        }
    }

    /** @throws UserError where there is no such folder, or it cannot be read */
    static FolderListing read(Path dir) {
        List<String> loops = new ArrayList<>();
        List<Domain> domains = new ArrayList<>();
        try {
            for (String domain : folders(dir, "", loops)) {
                List<Class> classes = new ArrayList<>();
                for (String name : folders(dir.resolve(domain), domain + "/", loops)) {
                    Path folder = dir.resolve(domain).resolve(name);
                    Visitor visitor = new Visitor(folder);
                    Files.walkFileTree(folder, EnumSet.of(FileVisitOption.FOLLOW_LINKS), Integer.MAX_VALUE, visitor);
                    visitor.loops.forEach(loop -> loops.add(domain + "/" + name + "/" + loop));
                    classes.add(new Class(name, visitor.files));
                }
                domains.add(new Domain(domain, classes));
            }
        } catch (IOException e) {
            throw new UserError("dir: " + dir + ": cannot be read: " + e, e);
        }
        return new FolderListing(domains, hidden(domains), loops);
    }

    private static List<String> hidden(List<Domain> domains) {
        List<String> hidden = new ArrayList<>();
        for (Domain domain : domains) {
            if (isHidden(domain.name())) {
                hidden.add(domain.name());
                continue;
            }
            for (Class each : domain.classes()) {
                String path = domain.name() + "/" + each.name();
                if (isHidden(each.name())) {
                    hidden.add(path);
                    continue;
                }
                each.files().stream().filter(FolderListing::isHidden).forEach(file -> hidden.add(path + "/" + file));
            }
        }
        return hidden;
    }

    /** This without all that is hidden. */
    FolderListing visible() {
        List<Domain> visible = domains.stream()
                .filter(domain -> !isHidden(domain.name()))
                .map(domain -> new Domain(
                        domain.name(),
                        domain.classes().stream()
                                .filter(each -> !isHidden(each.name()))
                                .map(each -> new Class(
                                        each.name(),
                                        each.files().stream()
                                                .filter(file -> !isHidden(file))
                                                .toList()))
                                .toList()))
                .toList();
        return new FolderListing(visible, hidden, loops);
    }

    /** Whether one of the names of a path is hidden. */
    static boolean isHidden(String path) {
        for (String name : path.split("/")) {
            if (name.startsWith(".") || name.equals("__MACOSX")) {
                return true;
            }
        }
        return false;
    }

    /** Names of the folders in a folder, links to folders included but for those to a folder above. */
    private static List<String> folders(Path dir, String above, List<String> loops) throws IOException {
        List<String> names;
        try (Stream<Path> list = Files.list(dir)) {
            names = list.filter(Files::isDirectory)
                    .map(path -> String.valueOf(path.getFileName()))
                    .sorted(NameOrder.CODE_POINTS)
                    .toList();
        }
        List<String> kept = new ArrayList<>();
        for (String name : names) {
            if (leadsUp(dir.resolve(name))) {
                loops.add(above + name);
            } else {
                kept.add(name);
            }
        }
        return kept;
    }

    /** Whether a folder is a link to one that it lies in. */
    private static boolean leadsUp(Path folder) throws IOException {
        Path parent = folder.getParent();
        return Files.isSymbolicLink(folder)
                && parent != null
                && parent.toRealPath().startsWith(folder.toRealPath());
    }

    private static final class Visitor extends SimpleFileVisitor<Path> {
        private final Path folder;
        private final List<String> files = new ArrayList<>();
        private final List<String> loops = new ArrayList<>();

        Visitor(Path folder) {
            this.folder = folder;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path dir, BasicFileAttributes attributes) throws IOException {
            if (!dir.equals(folder) && leadsUp(dir)) {
                loops.add(below(dir));
                return FileVisitResult.SKIP_SUBTREE;
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            String name = String.valueOf(file.getFileName());
            int dot = name.lastIndexOf('.');
            if (dot >= 0 && ENDINGS.contains(name.substring(dot + 1).toLowerCase(Locale.ROOT))) {
                files.add(below(file));
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException cause) throws IOException {
            if (cause instanceof FileSystemLoopException) {
                loops.add(below(file));
                return FileVisitResult.CONTINUE;
            }
            throw cause;
        }

        private String below(Path file) {
            return folder.relativize(file).toString().replace('\\', '/');
        }
    }
}
