package org.shiftbed.data.wilds;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.UserError;
import org.shiftbed.data.CacheFolder;
import org.shiftbed.data.DataFiles;
import org.shiftbed.data.DataSource;
import org.shiftbed.data.Dataset;
import org.shiftbed.data.DatasetFactory;
import org.shiftbed.data.DatasetOutline;
import org.shiftbed.data.ImageShape;
import org.shiftbed.data.Transforms;
import org.shiftbed.data.converted.StoredDataset;
import org.shiftbed.data.images.Pixels;

/** Registers the data sets of the WILDS collection: the controlled study's and DomainBed's. */
public abstract sealed class WildsFactory implements DatasetFactory {
    private static final int SMALLEST = 8;
    private static final int LARGEST = 1024;
    private static final int SMALL = 64;

    private final String name;
    private final String summary;
    private final String label;
    private final @Nullable String domain;
    private final int side;
    private final String metadata;
    private final DataFiles files;
    private final Transforms transforms;

    private WildsFactory(
            String name,
            String summary,
            String label,
            @Nullable String domain,
            int side,
            String metadata,
            DataFiles files,
            Transforms transforms) {
        this.name = name;
        this.summary = summary;
        this.label = label;
        this.domain = domain;
        this.side = side;
        this.metadata = metadata;
        this.files = files;
        this.transforms = transforms;
    }

    /** What its metadata say. */
    abstract WildsRows rows(Path folder);

    /** Whether pixels are averaged where a picture shrinks: Pillow's way, DomainBed's. */
    private boolean antialias() {
        return transforms == Transforms.WILDS;
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
        return List.of(
                new Parameter(
                        "side",
                        Type.WHOLE,
                        side,
                        List.of(),
                        "height and width in pixels that every picture is resized to, " + SMALLEST + " to " + LARGEST),
                new Parameter(
                        "broken",
                        Type.TEXT,
                        "skip",
                        List.of("skip", "refuse"),
                        "what becomes of files that cannot be decoded: left out and told, or refused"));
    }

    @Override
    public final void check(Map<String, Object> parameters, String place) {
        int given = side(parameters);
        if (given < SMALLEST || given > LARGEST) {
            throw new UserError(
                    place + ": 'side' must lie in [" + SMALLEST + ", " + LARGEST + "] pixels, got " + given);
        }
    }

    @Override
    public final boolean smallImages(Map<String, Object> parameters) {
        return side(parameters) <= SMALL;
    }

    private static int side(Map<String, Object> parameters) {
        if (parameters.get("side") instanceof Number number) {
            return number.intValue();
        }
        throw new IllegalArgumentException("parameters are not resolved: 'side' is missing");
    }

    @Override
    public final Dataset open(Map<String, Object> parameters, DataSource source) {
        Path folder = files.folder(source, metadata);
        WildsRows rows;
        try {
            rows = rows(folder);
        } catch (UserError e) {
            throw new UserError(name + ": " + e.getMessage(), e);
        }
        return WildsDatasets.open(
                new StoredDataset.Words(name, "1", label, domain),
                folder,
                rows,
                new Pixels(Pixels.Fit.SQUARE, side(parameters), 3, antialias(), null, false),
                transforms,
                "refuse".equals(parameters.get("broken")),
                CacheFolder.standard().resolve("images"),
                source);
    }

    /** Of DomainBed's forms, whose domains are numbered. */
    Optional<DatasetOutline> numbered(Map<String, Object> parameters, String prefix, int domains, int classes) {
        int side = side(parameters);
        return Optional.of(new DatasetOutline(
                label,
                "domain",
                IntStream.range(0, domains).mapToObj(i -> prefix + i).toList(),
                classes,
                new ImageShape(3, side, side),
                transforms));
    }

    private static final List<String> CAMELYON = List.of("camelyon17_v1.0", "camelyon17", "Camelyon17", "");
    private static final String CAMELYON_ORIGIN =
            "worksheets.codalab.org, bundle 0xe45e15f39fb54e9d9e919556af67aabe (10.7 GB)";

    /** Camelyon17 of the controlled study. */
    public static final class ControlledCamelyon extends WildsFactory {
        /** For the service loader. */
        public ControlledCamelyon() {
            super(
                    "Camelyon17",
                    "tumours in patches of lymph nodes from five hospitals, 455,954 pictures of 96 pixels; needs WILDS's"
                            + " camelyon17_v1.0",
                    "tumor",
                    null,
                    96,
                    "metadata.csv",
                    new DataFiles("Camelyon17", CAMELYON, CAMELYON_ORIGIN),
                    Transforms.NONE);
        }

        @Override
        WildsRows rows(Path folder) {
            return Camelyon17.controlled(folder);
        }
    }

    /** iWildCam of the controlled study. */
    public static final class ControlledIWildCam extends WildsFactory {
        /** For the service loader. */
        public ControlledIWildCam() {
            super(
                    "iWildCam",
                    "animals before camera traps at more than 300 places, 203,029 pictures brought to 256 pixels; needs WILDS's"
                            + " iwildcam_v2.0",
                    "y",
                    null,
                    256,
                    "metadata.csv",
                    new DataFiles(
                            "iWildCam",
                            List.of("iwildcam_v2.0", "iwildcam_v1.0", "iwildcam", "iWildCam"),
                            "worksheets.codalab.org, bundle 0x6313da2b204647e79a14b468131fcd64 (12 GB)"),
                    Transforms.NONE);
        }

        @Override
        WildsRows rows(Path folder) {
            return IWildCam.rows(folder);
        }
    }

    /** DomainBed's WILDSCamelyon. */
    public static final class DomainBedCamelyon extends WildsFactory {
        /** For the service loader. */
        public DomainBedCamelyon() {
            super(
                    "WILDSCamelyon",
                    "DomainBed's form of Camelyon17: five hospitals as environments, pictures brought to 224 pixels; needs WILDS's"
                            + " camelyon17_v1.0",
                    "class",
                    "domain",
                    224,
                    "metadata.csv",
                    new DataFiles("WILDSCamelyon", CAMELYON, CAMELYON_ORIGIN),
                    Transforms.WILDS);
        }

        @Override
        WildsRows rows(Path folder) {
            return Camelyon17.domainBed(folder);
        }

        @Override
        public Optional<DatasetOutline> outline(Map<String, Object> parameters) {
            return numbered(parameters, "hospital_", 5, 2);
        }
    }

    /** DomainBed's WILDSFMoW. */
    public static final class DomainBedFmow extends WildsFactory {
        /** For the service loader. */
        public DomainBedFmow() {
            super(
                    "WILDSFMoW",
                    "DomainBed's form of FMoW: land use from space, six regions of the world as environments, 224 pixels; needs"
                            + " WILDS's fmow_v1.1",
                    "class",
                    "domain",
                    224,
                    "rgb_metadata.csv",
                    new DataFiles(
                            "WILDSFMoW",
                            List.of("fmow_v1.1", "fmow", "FMoW", ""),
                            "worksheets.codalab.org, bundle 0xaec91eb7c9d548ebb15e1b5e60f966ab"),
                    Transforms.WILDS);
        }

        @Override
        WildsRows rows(Path folder) {
            return Fmow.rows(folder);
        }

        @Override
        public Optional<DatasetOutline> outline(Map<String, Object> parameters) {
            return numbered(parameters, "region_", 6, 62);
        }
    }
}
