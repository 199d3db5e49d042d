package org.shiftbed.data.spawrious;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.shiftbed.base.UserError;
import org.shiftbed.data.Attribute;
import org.shiftbed.data.AttributeTable;
import org.shiftbed.data.CacheFolder;
import org.shiftbed.data.DataFiles;
import org.shiftbed.data.DataSource;
import org.shiftbed.data.Dataset;
import org.shiftbed.data.DatasetFactory;
import org.shiftbed.data.DatasetOutline;
import org.shiftbed.data.ImageShape;
import org.shiftbed.data.Transforms;
import org.shiftbed.data.converted.StoredDataset;
import org.shiftbed.data.images.PictureRows;
import org.shiftbed.data.images.Pixels;

/** Registers Spawrious: six variants of one archive, each with an environment to test on and two to train on. */
public abstract sealed class SpawriousFactory implements DatasetFactory {
    private static final int SIDE = 224;
    private static final int SMALLEST = 8;
    private static final int LARGEST = 1024;
    private static final int SMALL = 64;

    private final Arrangement arrangement;

    private SpawriousFactory(int which) {
        arrangement = Arrangement.ALL.get(which);
    }

    @Override
    public final String name() {
        return arrangement.name();
    }

    @Override
    public final String summary() {
        return "DomainBed's Spawrious, " + (arrangement.filler() == null ? "many-to-many" : "one-to-one")
                + ": four breeds of dogs on grounds that deceive; needs spawrious224";
    }

    @Override
    public final List<Parameter> parameters() {
        return List.of(
                new Parameter(
                        "side",
                        Type.WHOLE,
                        SIDE,
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
        int side = side(parameters);
        if (side < SMALLEST || side > LARGEST) {
            throw new UserError(place + ": 'side' must lie in [" + SMALLEST + ", " + LARGEST + "] pixels, got " + side);
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
    public final Optional<DatasetOutline> outline(Map<String, Object> parameters) {
        int side = side(parameters);
        return Optional.of(new DatasetOutline(
                "class",
                "domain",
                Arrangement.ENVIRONMENTS,
                Arrangement.CLASSES.size(),
                new ImageShape(3, side, side),
                Transforms.SPAWRIOUS));
    }

    @Override
    public final Dataset open(Map<String, Object> parameters, DataSource source) {
        DataFiles files = new DataFiles(
                name(),
                List.of("", "spawrious224", "spawrious"),
                "www.dropbox.com/s/e40j553480h3f3s/spawrious224.tar.gz");
        Path folder = files.folder(source, "0");
        return open(
                arrangement,
                folder,
                side(parameters),
                "refuse".equals(parameters.get("broken")),
                CacheFolder.standard().resolve("images"),
                source);
    }

    /** A picture of an environment. */
    private record Row(int environment, String ground, String breed) {}

    /** As {@link #open(Map, DataSource)} opens it. */
    static Dataset open(Arrangement arrangement, Path folder, int side, boolean refuse, Path cache, DataSource source) {
        List<String> files = new ArrayList<>();
        List<Row> rows = new ArrayList<>();
        Map<String, List<String>> listed = new HashMap<>();
        try {
            for (Arrangement.Take take : arrangement.takes()) {
                List<String> names = listed.computeIfAbsent(
                        take.folder(), each -> SpawriousFiles.in(folder.resolve(each), source.strict()));
                names.stream().limit(take.most()).forEach(name -> {
                    files.add(take.folder() + "/" + name);
                    rows.add(new Row(take.environment(), take.ground(), take.breed()));
                });
            }
        } catch (UserError e) {
            throw new UserError(arrangement.name() + ": " + e.getMessage(), e);
        }
        // A picture may be in two environments: it is decoded once.
        List<String> distinct = files.stream().distinct().toList();
        Map<String, Integer> slot = new HashMap<>();
        IntStream.range(0, distinct.size()).forEach(i -> slot.put(distinct.get(i), i));
        PictureRows pictures = PictureRows.open(
                arrangement.name(),
                folder,
                distinct,
                new Pixels(Pixels.Fit.SQUARE, side, 3, true, null, false),
                refuse,
                cache,
                source);
        int[] first = pictures.stored().first();
        int[] kept = IntStream.range(0, files.size())
                .filter(i -> first[slot.getOrDefault(files.get(i), 0)] >= 0)
                .toArray();
        int[] slots =
                IntStream.of(kept).map(i -> slot.getOrDefault(files.get(i), 0)).toArray();
        AttributeTable table = new AttributeTable(
                List.of(
                        new Attribute("class", Arrangement.CLASSES),
                        new Attribute("domain", Arrangement.ENVIRONMENTS),
                        new Attribute("ground", Arrangement.GROUNDS)),
                Map.of(
                        "class",
                        IntStream.of(kept)
                                .map(i ->
                                        Arrangement.CLASSES.indexOf(rows.get(i).breed()))
                                .toArray(),
                        "domain",
                        IntStream.of(kept).map(i -> rows.get(i).environment()).toArray(),
                        "ground",
                        IntStream.of(kept)
                                .map(i ->
                                        Arrangement.GROUNDS.indexOf(rows.get(i).ground()))
                                .toArray()),
                StoredDataset.groups(pictures.stored(), slots));
        return new StoredDataset(
                new StoredDataset.Words(arrangement.name(), "1", "class", "domain"),
                new ImageShape(3, side, side),
                table,
                pictures.stored(),
                slots,
                StoredDataset.Painter.AS_STORED,
                new StoredDataset.Told(
                        pictures.notes(),
                        pictures.leftOut(),
                        Arrays.stream(kept).mapToObj(files::get).toList(),
                        PictureRows.provenance(source.strict() ? "as the system lists files" : "by name"),
                        Transforms.SPAWRIOUS));
    }

    /** One-to-one, easy. */
    public static final class OneToOneEasy extends SpawriousFactory {
        /** For the service loader. */
        public OneToOneEasy() {
            super(0);
        }
    }

    /** One-to-one, medium. */
    public static final class OneToOneMedium extends SpawriousFactory {
        /** For the service loader. */
        public OneToOneMedium() {
            super(1);
        }
    }

    /** One-to-one, hard. */
    public static final class OneToOneHard extends SpawriousFactory {
        /** For the service loader. */
        public OneToOneHard() {
            super(2);
        }
    }

    /** Many-to-many, easy. */
    public static final class ManyToManyEasy extends SpawriousFactory {
        /** For the service loader. */
        public ManyToManyEasy() {
            super(3);
        }
    }

    /** Many-to-many, medium. */
    public static final class ManyToManyMedium extends SpawriousFactory {
        /** For the service loader. */
        public ManyToManyMedium() {
            super(4);
        }
    }

    /** Many-to-many, hard. */
    public static final class ManyToManyHard extends SpawriousFactory {
        /** For the service loader. */
        public ManyToManyHard() {
            super(5);
        }
    }
}
