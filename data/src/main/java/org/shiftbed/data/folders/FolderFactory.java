package org.shiftbed.data.folders;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.UserError;
import org.shiftbed.data.AbsentFiles;
import org.shiftbed.data.CacheFolder;
import org.shiftbed.data.DataSource;
import org.shiftbed.data.Dataset;
import org.shiftbed.data.DatasetFactory;
import org.shiftbed.data.DatasetOutline;
import org.shiftbed.data.ImageShape;
import org.shiftbed.data.Transforms;

/** Registers folders of pictures: {@code folders} for a user's own, and DomainBed's by name. */
public abstract sealed class FolderFactory implements DatasetFactory {
    private static final String OWN = "folders";
    private static final int SIDE = 224;
    private static final int SMALLEST = 8;
    private static final int LARGEST = 1024;
    private static final int SMALL = 64;
    private static final int BOUND = 512;
    private static final int LARGEST_BOUND = 16384;

    private final String name;
    private final String summary;

    private FolderFactory(String name, String summary) {
        this.name = name;
        this.summary = summary;
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final String summary() {
        return summary;
    }

    @Override
    public final List<Parameter> parameters() {
        List<Parameter> all = new ArrayList<>(own());
        all.add(new Parameter(
                "side",
                Type.WHOLE,
                SIDE,
                List.of(),
                "height and width in pixels that every picture is resized to, " + SMALLEST + " to " + LARGEST));
        all.add(new Parameter(
                "bound",
                Type.WHOLE,
                BOUND,
                List.of(),
                "shorter side in pixels to which larger pictures are shrunk before random crops, at least side; 0:"
                        + " they stay as they are, which takes the most room"));
        all.add(new Parameter(
                "broken",
                Type.TEXT,
                "skip",
                List.of("skip", "refuse"),
                "what becomes of files that cannot be decoded: left out and told, or refused"));
        return all;
    }

    /** Its own parameters. */
    abstract List<Parameter> own();

    /** What is wanted, but for what all share. */
    abstract Wanted wanted(Map<String, Object> parameters, DataSource source);

    /** As in {@link FolderRequest}. */
    record Wanted(
            Path dir,
            List<String> domains,
            List<String> classes,
            int classCount,
            int rows,
            @Nullable Path exclude,
            @Nullable String excludeSha256) {}

    @Override
    public final boolean smallImages(Map<String, Object> parameters) {
        return parameters.get("side") instanceof Number side && side.intValue() <= SMALL;
    }

    @Override
    public final void check(Map<String, Object> parameters, String place) {
        int side = whole(parameters, "side");
        if (side < SMALLEST || side > LARGEST) {
            throw new UserError(place + ": 'side' must lie in [" + SMALLEST + ", " + LARGEST + "] pixels, got " + side);
        }
        int bound = whole(parameters, "bound");
        if (bound != 0 && (bound < side || bound > LARGEST_BOUND)) {
            throw new UserError(place + ": 'bound' must be 0 or lie in [" + side + ", " + LARGEST_BOUND
                    + "] pixels, from 'side' up, got " + bound);
        }
    }

    @Override
    public final Dataset open(Map<String, Object> parameters, DataSource source) {
        Wanted wanted = wanted(parameters, source);
        FolderRequest request = new FolderRequest(
                name,
                wanted.dir(),
                wanted.domains(),
                wanted.classes(),
                wanted.classCount(),
                wanted.rows(),
                wanted.exclude(),
                wanted.excludeSha256(),
                whole(parameters, "side"),
                whole(parameters, "bound"),
                "refuse".equals(parameters.get("broken")),
                source.strict());
        return FolderDataset.open(request, CacheFolder.standard().resolve("images"), source.progress());
    }

    static int whole(Map<String, Object> parameters, String name) {
        if (parameters.get(name) instanceof Number number) {
            return number.intValue();
        }
        throw new IllegalArgumentException("parameters are not resolved: '" + name + "' is missing");
    }

    private static List<String> texts(Map<String, Object> parameters, String name) {
        return parameters.get(name) instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : List.of();
    }

    private static @Nullable Path path(Map<String, Object> parameters, String name) {
        return parameters.get(name) instanceof String text && !text.isEmpty() ? Path.of(text) : null;
    }

    private static final Parameter EXCLUDE = new Parameter(
            "exclude",
            Type.PATH,
            "",
            List.of(),
            "a file of pictures that are left out, one path domain/class/file a line, from the study file on");

    /** A user's own. */
    public static final class Own extends FolderFactory {
        /** For the service loader. */
        public Own() {
            super(OWN, "your own folders of pictures, domain/class/picture");
        }

        @Override
        List<Parameter> own() {
            return List.of(
                    new Parameter(
                            "dir",
                            Type.PATH,
                            "",
                            List.of(),
                            "the folder that holds the domains, from the study file on"),
                    new Parameter(
                            "domains",
                            Type.TEXTS,
                            List.of(),
                            List.of(),
                            "the domains that must be there, and no others, in their order; empty: all folders, sorted"),
                    new Parameter(
                            "classes",
                            Type.TEXTS,
                            List.of(),
                            List.of(),
                            "the classes that must be there, and no others, in their order; empty: all folders, sorted"),
                    EXCLUDE);
        }

        @Override
        Wanted wanted(Map<String, Object> parameters, DataSource source) {
            Path dir = path(parameters, "dir");
            if (dir == null) {
                throw new UserError(OWN + ": 'dir' is missing; write the folder that holds the domains, as in folders:"
                        + " {dir: PACS/}");
            }
            if (!Files.isDirectory(dir)) {
                throw new UserError(OWN + ": dir: " + dir + ": "
                        + (Files.exists(dir) ? "is a file" : "there is no such folder")
                        + "; write the folder that holds the domains");
            }
            return new Wanted(
                    dir,
                    texts(parameters, "domains"),
                    texts(parameters, "classes"),
                    0,
                    0,
                    path(parameters, "exclude"),
                    null);
        }
    }

    /** One of DomainBed's ({@code domainbed-protocol.md} 1.1). */
    private abstract static sealed class Named extends FolderFactory {
        private final String folder;
        private final List<String> domains;
        private final int classes;
        private final int rows;
        private final @Nullable String excludeSha256;

        Named(
                String name,
                String summary,
                String folder,
                List<String> domains,
                int classes,
                int rows,
                @Nullable String excludeSha256) {
            super(name, summary);
            this.folder = folder;
            this.domains = domains;
            this.classes = classes;
            this.rows = rows;
            this.excludeSha256 = excludeSha256;
        }

        @Override
        List<Parameter> own() {
            return excludeSha256 == null ? List.of() : List.of(EXCLUDE);
        }

        @Override
        public final Optional<DatasetOutline> outline(Map<String, Object> parameters) {
            int side = whole(parameters, "side");
            return Optional.of(new DatasetOutline(
                    "class", "domain", domains, classes, new ImageShape(3, side, side), Transforms.FOLDERS));
        }

        @Override
        Wanted wanted(Map<String, Object> parameters, DataSource source) {
            Path data = source.folder();
            if (data == null) {
                throw AbsentFiles.error(
                        name() + ": no data folder; say with --data-dir or SHIFTBED_DATA which folder holds " + folder
                                + "/, or get it with `shiftbed data get " + name() + "`");
            }
            Path dir = data.resolve(folder);
            if (!Files.isDirectory(dir)) {
                throw AbsentFiles.error(name() + ": there is no folder " + dir + "; `shiftbed data get " + name()
                        + "` fetches it, or say with --data-dir which folder holds " + folder + "/");
            }
            return new Wanted(dir, domains, List.of(), classes, rows, path(parameters, "exclude"), excludeSha256);
        }
    }

    /** VLCS. */
    public static final class Vlcs extends Named {
        /** For the service loader. */
        public Vlcs() {
            super(
                    "VLCS",
                    "DomainBed's VLCS: photographs of 5 classes from four collections",
                    "VLCS",
                    List.of("Caltech101", "LabelMe", "SUN09", "VOC2007"),
                    5,
                    10_729,
                    null);
        }
    }

    /** PACS. */
    public static final class Pacs extends Named {
        /** For the service loader. */
        public Pacs() {
            super(
                    "PACS",
                    "DomainBed's PACS: 7 classes in four styles",
                    "PACS",
                    List.of("art_painting", "cartoon", "photo", "sketch"),
                    7,
                    9_991,
                    null);
        }
    }

    /** OfficeHome. */
    public static final class OfficeHome extends Named {
        /** For the service loader. */
        public OfficeHome() {
            super(
                    "OfficeHome",
                    "DomainBed's OfficeHome: 65 classes of objects in four styles",
                    "office_home",
                    List.of("Art", "Clipart", "Product", "Real World"),
                    65,
                    15_588,
                    null);
        }
    }

    /** TerraIncognita. */
    public static final class TerraIncognita extends Named {
        /** For the service loader. */
        public TerraIncognita() {
            super(
                    "TerraIncognita",
                    "DomainBed's TerraIncognita: 10 classes of animals before camera traps at four places",
                    "terra_incognita",
                    List.of("location_100", "location_38", "location_43", "location_46"),
                    10,
                    24_788,
                    null);
        }
    }

    /** DomainNet. */
    public static final class DomainNet extends Named {
        /** SHA-256 of the published list of duplicates. */
        static final String DUPLICATES = "a52b4ab70203f4f3df381077694dba3e33ff44c26407e1c5faca76919c702770";

        /** For the service loader. */
        public DomainNet() {
            super(
                    "DomainNet",
                    "DomainBed's DomainNet: 345 classes in six styles; `exclude` takes the list of its duplicates",
                    "domain_net",
                    List.of("clipart", "infograph", "painting", "quickdraw", "real", "sketch"),
                    345,
                    586_575,
                    DUPLICATES);
        }
    }

    /** SVIRO. */
    public static final class Sviro extends Named {
        /** For the service loader. */
        public Sviro() {
            super(
                    "SVIRO",
                    "DomainBed's SVIRO: what lies on the rear seats of ten cars",
                    "sviro",
                    List.of("aclass", "escape", "hilux", "i3", "lexus", "tesla", "tiguan", "tucson", "x5", "zoe"),
                    0,
                    0,
                    null);
        }
    }
}
