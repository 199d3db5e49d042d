package org.shiftbed.data.mnist;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.UserError;
import org.shiftbed.data.AbsentFiles;
import org.shiftbed.data.DataSource;
import org.shiftbed.data.DatasetFactory;

/**
 * Finds pairs of image and label files in the layouts that people have: MNIST's own names in the folder itself, in {@code MNIST/raw} and
 * {@code MNIST/MNIST/raw} (torchvision's and DomainBed's), {@code raw}, {@code MNIST}, Debian's {@code fashion-mnist}, and one unnamed pair
 * ({@code images-idx3-ubyte}, {@code labels-idx1-ubyte}) in any of them or in {@code mnist-10k}.
 */
final class IdxFolder {
    private static final List<String> LAYOUTS =
            List.of("", "MNIST/raw", "MNIST/MNIST/raw", "raw", "MNIST", "fashion-mnist", "mnist-10k");

    private IdxFolder() {}

    /** An image file and the label file that belongs to it. */
    record Pair(Path images, Path labels) {}

    /** The parameter that chooses among several sets of files in one data folder. */
    static DatasetFactory.Parameter parameter() {
        return new DatasetFactory.Parameter(
                "source",
                DatasetFactory.Type.TEXT,
                "",
                List.of(),
                "the folder of the IDX files below the data folder, for example fashion-mnist; empty: the data folder");
    }

    /** The parameter names a folder below the data folder and nothing outside it. */
    static void check(Map<String, Object> parameters, String place) {
        String source = source(parameters);
        boolean inside;
        try {
            Path path = Path.of(source);
            inside = !path.isAbsolute()
                    && !path.startsWith("..")
                    && path.normalize().toString().equals(source);
        } catch (InvalidPathException e) {
            inside = false;
        }
        if (!inside) {
            throw new UserError(place + ": 'source' must be a folder below the data folder, got '" + source
                    + "'; give the folder above it with --data-dir");
        }
    }

    /**
     * The pairs of the first layout that has any: training before test files.
     *
     * @throws UserError where there is no data folder, no file, or one of a pair is missing
     */
    static List<Pair> find(String dataset, Map<String, Object> parameters, DataSource source) {
        Path given = source.folder();
        String wanted = "MNIST's IDX files (train-images-idx3-ubyte, train-labels-idx1-ubyte, t10k-...; .gz or not)";
        if (given == null) {
            throw AbsentFiles.error(dataset + ": needs " + wanted
                    + "; say where they lie with --data-dir or the environment variable SHIFTBED_DATA, or get them with `shiftbed data get "
                    + dataset + "`");
        }
        Path base = given.resolve(source(parameters));
        for (String layout : LAYOUTS) {
            List<Pair> pairs = pairs(base.resolve(layout), dataset);
            if (!pairs.isEmpty()) {
                return pairs;
            }
        }
        String searched = LAYOUTS.stream()
                .map(layout -> layout.isEmpty() ? base.toString() : layout)
                .collect(Collectors.joining(", "));
        String why = Files.isDirectory(base) ? "" : " (there is no folder " + base + ")";
        throw AbsentFiles.error(dataset + ": found none of " + wanted + "; searched " + searched + why
                + "; say where they lie with --data-dir or the parameter 'source'");
    }

    private static List<Pair> pairs(Path folder, String dataset) {
        List<Pair> pairs = new ArrayList<>();
        for (String prefix : List.of("train-", "t10k-", "")) {
            if (prefix.isEmpty() && !pairs.isEmpty()) {
                break;
            }
            Path images = file(folder, prefix + "images", "idx3-ubyte");
            Path labels = file(folder, prefix + "labels", "idx1-ubyte");
            if (images != null && labels != null) {
                pairs.add(new Pair(images, labels));
            } else if (images != null) {
                throw alone(dataset, images, prefix + "labels-idx1-ubyte");
            } else if (labels != null) {
                throw alone(dataset, labels, prefix + "images-idx3-ubyte");
            }
        }
        return pairs;
    }

    private static UserError alone(String dataset, Path present, String missing) {
        return new UserError(dataset + ": " + present + " is there, " + missing + " (.gz or not) is missing beside it");
    }

    /** A plain file before a gzipped one, because torchvision keeps both. Some tools write a dot before the kind. */
    private static @Nullable Path file(Path folder, String name, String kind) {
        for (String end : List.of("", ".gz")) {
            for (String joint : List.of("-", ".")) {
                Path file = folder.resolve(name + joint + kind + end);
                if (Files.isRegularFile(file)) {
                    return file;
                }
            }
        }
        return null;
    }

    private static String source(Map<String, Object> parameters) {
        if (parameters.get("source") instanceof String source) {
            return source;
        }
        throw new IllegalArgumentException("parameters are not resolved: 'source' is missing");
    }
}
