package org.shiftbed.data.faces;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.shiftbed.base.Names;
import org.shiftbed.base.UserError;
import org.shiftbed.data.Attribute;
import org.shiftbed.data.AttributeTable;
import org.shiftbed.data.CacheFolder;
import org.shiftbed.data.DataFiles;
import org.shiftbed.data.DataSource;
import org.shiftbed.data.Dataset;
import org.shiftbed.data.DatasetFactory;
import org.shiftbed.data.ImageShape;
import org.shiftbed.data.OfficialPart;
import org.shiftbed.data.OfficialParts;
import org.shiftbed.data.Transforms;
import org.shiftbed.data.converted.StoredDataset;
import org.shiftbed.data.images.PictureRows;
import org.shiftbed.data.images.Pixels;

/** Registers the data set {@code CelebA}, and whatever lies in the same form: a folder of pictures and a list of attributes (Liu et al. 2015). */
public final class AttributeListFactory implements DatasetFactory {
    private static final String NAME = "CelebA";
    private static final String LIST = "list_attr_celeba";
    private static final int SIDE = 64;
    private static final int SMALLEST = 8;
    private static final int LARGEST = 1024;
    private static final DataFiles FILES = new DataFiles(
            NAME,
            List.of("", "CelebA", "celeba", "CelebA/Anno", "celeba/Anno"),
            "mmlab.ie.cuhk.edu.hk/projects/CelebA.html");

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String summary() {
        return "faces with 40 attributes of yes and no, or any folder of pictures with such a list; needs " + LIST
                + ".txt and img_align_celeba/";
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(
                new Parameter("label", Type.TEXT, "Blond_Hair", List.of(), "the attribute that is predicted"),
                new Parameter(
                        "list",
                        Type.PATH,
                        "",
                        List.of(),
                        "the list of attributes, from the study file on; empty: " + LIST
                                + ".txt or .csv below the data folder"),
                new Parameter(
                        "dir",
                        Type.PATH,
                        "",
                        List.of(),
                        "the folder of the pictures, from the study file on; empty: img_align_celeba beside the list, or"
                                + " beside its folder"),
                new Parameter(
                        "side",
                        Type.WHOLE,
                        SIDE,
                        List.of(),
                        "height and width in pixels that every picture is resized to, " + SMALLEST + " to " + LARGEST),
                new Parameter(
                        "parts",
                        Type.TEXT,
                        "pooled",
                        List.of("pooled", "official"),
                        "official: the test is that of list_eval_partition beside the list, other people than in training;"
                                + " pooled: all pictures together"),
                new Parameter(
                        "broken",
                        Type.TEXT,
                        "skip",
                        List.of("skip", "refuse"),
                        "what becomes of files that cannot be decoded: left out and told, or refused"));
    }

    @Override
    public void check(Map<String, Object> parameters, String place) {
        int side = side(parameters);
        if (side < SMALLEST || side > LARGEST) {
            throw new UserError(place + ": 'side' must lie in [" + SMALLEST + ", " + LARGEST + "] pixels, got " + side);
        }
    }

    @Override
    public boolean smallImages(Map<String, Object> parameters) {
        return side(parameters) <= SIDE;
    }

    private static int side(Map<String, Object> parameters) {
        if (parameters.get("side") instanceof Number number) {
            return number.intValue();
        }
        throw new IllegalArgumentException("parameters are not resolved: 'side' is missing");
    }

    private static String text(Map<String, Object> parameters, String name) {
        return parameters.get(name) instanceof String text ? text : "";
    }

    @Override
    public Dataset open(Map<String, Object> parameters, DataSource source) {
        String given = text(parameters, "list");
        Path list = given.isEmpty() ? FILES.file(source, List.of(LIST + ".txt", LIST + ".csv")) : Path.of(given);
        if (!Files.isRegularFile(list)) {
            throw new UserError(NAME + ": list: " + list + ": there is no such file");
        }
        return open(
                list,
                text(parameters, "dir"),
                parameters,
                CacheFolder.standard().resolve("images"),
                source);
    }

    /** As {@link #open(Map, DataSource)} opens it. */
    static Dataset open(Path list, String dir, Map<String, Object> parameters, Path cache, DataSource source) {
        String label = text(parameters, "label");
        AttributeList attributes;
        Path folder;
        int[] parts;
        try {
            attributes = AttributeList.read(list);
            if (!attributes.names().contains(label)) {
                throw Names.unknown("label: " + list, "attribute", label, attributes.names());
            }
            folder = dir.isEmpty() ? pictures(list) : Path.of(dir);
            parts = "official".equals(parameters.get("parts")) ? parts(list, attributes) : new int[0];
        } catch (UserError e) {
            throw new UserError(NAME + ": " + e.getMessage(), e);
        }
        int side = side(parameters);
        PictureRows pictures = PictureRows.open(
                NAME,
                folder,
                attributes.files(),
                new Pixels(Pixels.Fit.SQUARE, side, 3, false, null, false),
                "refuse".equals(parameters.get("broken")),
                cache,
                source);
        int[] kept = pictures.kept();
        List<Attribute> all = new ArrayList<>();
        Map<String, int[]> codes = new LinkedHashMap<>();
        for (int a = 0; a < attributes.names().size(); a++) {
            boolean[] present = attributes.present()[a];
            all.add(new Attribute(attributes.names().get(a), List.of("no", "yes")));
            codes.put(
                    attributes.names().get(a),
                    IntStream.of(kept).map(row -> present[row] ? 1 : 0).toArray());
        }
        AttributeTable table = new AttributeTable(all, codes, StoredDataset.groups(pictures.stored(), kept));
        if (parts.length > 0) {
            table = table.with(official(parts, kept));
        }
        return new StoredDataset(
                new StoredDataset.Words(NAME, "1", label, null),
                new ImageShape(3, side, side),
                table,
                pictures.stored(),
                kept,
                StoredDataset.Painter.AS_STORED,
                new StoredDataset.Told(
                        pictures.notes(),
                        pictures.leftOut(),
                        Arrays.stream(kept).mapToObj(attributes.files()::get).toList(),
                        PictureRows.provenance(null),
                        Transforms.NONE));
    }

    private static Path pictures(Path list) {
        Path beside = list.toAbsolutePath().getParent();
        for (Path base = beside; base != null && base.getParent() != null; base = base.getParent()) {
            for (String name :
                    List.of("img_align_celeba/img_align_celeba", "img_align_celeba", "Img/img_align_celeba")) {
                if (Files.isDirectory(base.resolve(name))) {
                    return base.resolve(name);
                }
            }
            if (!base.equals(beside)) {
                break;
            }
        }
        throw new UserError("dir: there is no folder img_align_celeba beside " + list
                + "; name the folder of the pictures" + " with 'dir'");
    }

    private static int[] parts(Path list, AttributeList attributes) {
        Path txt = list.resolveSibling("list_eval_partition.txt");
        Path csv = list.resolveSibling("list_eval_partition.csv");
        Path file = Files.isRegularFile(txt) ? txt : csv;
        if (!Files.isRegularFile(file)) {
            throw new UserError("parts: official needs " + txt.getFileName() + " beside " + list
                    + "; fetch it, or write parts: pooled");
        }
        Map<String, Integer> known = AttributeList.partition(file);
        int[] parts = new int[attributes.files().size()];
        for (int row = 0; row < parts.length; row++) {
            Integer part = known.get(attributes.files().get(row));
            if (part == null) {
                throw new UserError(
                        file + ": names no part of " + attributes.files().get(row) + "; fetch it again");
            }
            parts[row] = part;
        }
        return parts;
    }

    /** The validation pictures of the list are pooled with the training ones, of which as many are held out. */
    private static OfficialParts official(int[] parts, int[] kept) {
        byte[] codes = new byte[kept.length];
        int heldOut = 0;
        for (int i = 0; i < kept.length; i++) {
            int part = parts[kept[i]];
            codes[i] = (byte) (part == 2 ? OfficialPart.TEST : OfficialPart.TRAIN).ordinal();
            heldOut += part == 1 ? 1 : 0;
        }
        return OfficialParts.fixedTest(codes, Math.max(1, heldOut));
    }
}
