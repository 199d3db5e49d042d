package org.shiftbed.app.serve;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.shiftbed.base.CanonicalJson;
import org.shiftbed.study.ExpectedStudy;

/**
 * The studies of a folder, each under a name of its own making: no address of the server holds a path, so none can lead outside. Links are not followed
 * out of the folder.
 */
final class FoundStudies {
    private static final int DEPTH = 3;
    private static final int MOST_FOLDERS = 2000;
    private static final List<String> PAGES = List.of("report.html", "audit.html");

    private final Path root;

    /** @param root what is served */
    FoundStudies(Path root) throws IOException {
        this.root = root.toRealPath();
    }

    /**
     * A study.
     *
     * @param id in addresses
     * @param place below the folder, for people; {@code .} where it is the folder itself
     * @param folder real path
     */
    record Found(String id, String place, Path folder) {}

    /** All of them, by id, in the order of their places. */
    Map<String, Found> all() {
        Map<String, Found> all = new LinkedHashMap<>();
        int[] left = {MOST_FOLDERS};
        collect(root, 0, left, all);
        return all;
    }

    private void collect(Path folder, int depth, int[] left, Map<String, Found> all) {
        if (left[0]-- <= 0) {
            return;
        }
        if (Files.isRegularFile(folder.resolve(ExpectedStudy.FILE))) {
            String place = folder.equals(root) ? "." : root.relativize(folder).toString();
            String id = id(place);
            all.put(id, new Found(id, place, folder));
            return;
        }
        if (depth < DEPTH) {
            for (Path below : folders(folder)) {
                collect(below, depth + 1, left, all);
            }
        }
    }

    /** Pages that reports and audits wrote into a study's folder, by id: {@code report/report.html}, {@code audit/audit.html}, …. */
    Map<String, Path> pages(Found study) {
        Map<String, Path> pages = new LinkedHashMap<>();
        for (Path folder : folders(study.folder())) {
            String name = String.valueOf(folder.getFileName());
            if (List.of("trials", "running", "failed").contains(name)) {
                continue;
            }
            page(pages, study, folder);
            folders(folder).forEach(below -> page(pages, study, below));
        }
        page(pages, study, study.folder());
        return pages;
    }

    private void page(Map<String, Path> pages, Found study, Path folder) {
        for (String name : PAGES) {
            Path file = folder.resolve(name);
            if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                pages.put(id(study.folder().relativize(file).toString()), file);
            }
        }
    }

    /** Whether a file lies in the folder, links followed. */
    boolean holds(Path file) {
        try {
            return file.toRealPath().startsWith(root);
        } catch (IOException e) {
            return false;
        }
    }

    /** Real folders in a folder, sorted; links are passed over. */
    private static List<Path> folders(Path folder) {
        List<Path> folders = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(folder)) {
            for (Path path : all) {
                if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)
                        && !String.valueOf(path.getFileName()).startsWith(".")) {
                    folders.add(path);
                }
                if (folders.size() == MOST_FOLDERS) {
                    break;
                }
            }
        } catch (IOException e) {
            // One that cannot be looked into has nothing to show.
            return List.of();
        }
        folders.sort(null);
        return folders;
    }

    private static String id(String place) {
        return CanonicalJson.id(place);
    }
}
