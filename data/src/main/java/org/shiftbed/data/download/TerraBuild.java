package org.shiftbed.data.download;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.shiftbed.base.AtomicFiles;
import org.shiftbed.base.CanonicalJson;
import org.shiftbed.base.UserError;

/**
 * Makes TerraIncognita of the Caltech camera traps ({@code domainbed-protocol.md} 1.8): of the pictures at four places, a copy for every annotation with one of ten
 * classes, in {@code location_PLACE/CLASS/FILE}. A picture with two of the classes is in both.
 */
final class TerraBuild {
    /** Where the archives are unpacked. */
    static final String RAW = "terra_incognita_raw";

    private static final String MADE = "terra_incognita";
    private static final Set<String> PLACES = Set.of("38", "46", "100", "43");
    private static final Set<String> CLASSES =
            Set.of("bird", "bobcat", "cat", "coyote", "dog", "empty", "opossum", "rabbit", "raccoon", "squirrel");
    private static final List<String> PARTS = List.of("cis_test", "cis_val", "train", "trans_test", "trans_val");

    private TerraBuild() {}

    /**
     * @param folder that holds {@link #RAW}; afterwards {@code terra_incognita} in its place
     * @throws UserError where a picture or an annotation file is missing
     */
    static void build(Path folder) throws IOException {
        Path raw = folder.resolve(RAW);
        Map<String, Path> files = new HashMap<>();
        try (Stream<Path> walk = Files.walk(raw)) {
            walk.filter(Files::isRegularFile).forEach(file -> files.put(String.valueOf(file.getFileName()), file));
        }
        for (String part : PARTS) {
            Path annotations = files.get(part + "_annotations.json");
            if (annotations == null) {
                throw new UserError("data get TerraIncognita: the archives hold no " + part + "_annotations.json");
            }
            copy(CanonicalJson.parseObject(Files.readString(annotations)), files, folder.resolve(MADE));
        }
        AtomicFiles.deleteTree(raw);
    }

    private static void copy(Map<String, Object> annotations, Map<String, Path> files, Path made) throws IOException {
        Map<String, String> classes = new HashMap<>();
        for (Map<?, ?> each : objects(annotations, "categories")) {
            classes.put(text(each, "id"), text(each, "name"));
        }
        Map<String, Set<String>> byImage = new HashMap<>();
        for (Map<?, ?> each : objects(annotations, "annotations")) {
            byImage.computeIfAbsent(text(each, "image_id"), id -> new TreeSet<>())
                    .add(classes.getOrDefault(text(each, "category_id"), ""));
        }
        for (Map<?, ?> image : objects(annotations, "images")) {
            String place = text(image, "location");
            if (!PLACES.contains(place)) {
                continue;
            }
            String name = text(image, "file_name");
            for (String kind : byImage.getOrDefault(text(image, "id"), Set.of())) {
                if (!CLASSES.contains(kind)) {
                    continue;
                }
                Path file = files.get(name.substring(name.lastIndexOf('/') + 1));
                if (file == null) {
                    throw new UserError("data get TerraIncognita: the archives hold no picture " + name);
                }
                Path target = made.resolve("location_" + place).resolve(kind);
                Files.createDirectories(target);
                Files.copy(file, target.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    private static List<Map<?, ?>> objects(Map<String, Object> json, String name) {
        return json.get(name) instanceof List<?> list
                ? list.stream().<Map<?, ?>>map(each -> (Map<?, ?>) each).toList()
                : List.of();
    }

    private static String text(Map<?, ?> json, String name) {
        return String.valueOf(json.get(name));
    }
}
