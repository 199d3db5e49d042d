package org.shiftbed.data.images;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.shiftbed.base.UserError;
import org.shiftbed.data.CacheFolder;
import org.shiftbed.data.DataSource;
import org.shiftbed.data.Dataset;
import org.shiftbed.data.DatasetFactory;

/** Registers the data set {@code images}: a folder of pictures with a table of attributes. */
public final class ImagesFactory implements DatasetFactory {
    /** The registered name. */
    static final String NAME = "images";

    private static final int SMALLEST = 8;
    private static final int LARGEST = 1024;
    private static final int SMALL = 64;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String summary() {
        return "your own pictures: a folder of PNG, JPEG, GIF, BMP, TIFF, WebP or PNM files, and a CSV or Parquet table of their attributes";
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(
                new Parameter("dir", Type.PATH, "", List.of(), "the folder of the pictures, from the study file on"),
                new Parameter(
                        "attributes",
                        Type.PATH,
                        "",
                        List.of(),
                        "the table: a CSV or Parquet file, one row a picture, from the study file on"),
                new Parameter(
                        "key",
                        Type.TEXT,
                        "file",
                        List.of(),
                        "the column that names the picture: its path below dir, its name, or either without the ending"),
                new Parameter(
                        "label",
                        Type.TEXT,
                        "",
                        List.of(),
                        "the column that is predicted; empty: the column 'label', 'class' or 'y'"),
                new Parameter(
                        "columns",
                        Type.TEXTS,
                        List.of(),
                        List.of(),
                        "the columns that are attributes; empty: all but the key and the group"),
                new Parameter(
                        "bins",
                        Type.BINS,
                        Map.of(),
                        List.of(),
                        "cut points of columns of numbers or dates, or how many bins of equal numbers of rows, for example"
                                + " {age: [40, 65], weight: 4}"),
                new Parameter(
                        "group",
                        Type.TEXT,
                        "",
                        List.of(),
                        "a column whose equal values are never split between training and test, for example a patient;"
                                + " pictures with equal pixels never are"),
                new Parameter(
                        "domain", Type.TEXT, "", List.of(), "the column whose values are DomainBed's environments"),
                new Parameter(
                        "side",
                        Type.WHOLE,
                        SMALL,
                        List.of(),
                        "height and width in pixels that every picture is resized to, 8 to 1024"),
                new Parameter("channels", Type.WHOLE, 3, List.of(3, 1), "3 for colours, 1 for grey"),
                new Parameter(
                        "antialias",
                        Type.FLAG,
                        false,
                        List.of(),
                        "true: pixels are averaged when a picture shrinks (Pillow's bilinear); false: plain bilinear"),
                new Parameter(
                        "background",
                        Type.TEXT,
                        "white",
                        List.of("white", "black", "ignore"),
                        "what lies behind transparent pixels; ignore: transparency is dropped"),
                new Parameter(
                        "skip",
                        Type.TEXTS,
                        List.of(),
                        List.of(Skip.names().toArray()),
                        "what is left out instead of refused: files-without-row, rows-without-file, unreadable-files,"
                                + " blank-labels"));
    }

    @Override
    public boolean smallImages(Map<String, Object> parameters) {
        return parameters.get("side") instanceof Number side && side.intValue() <= SMALL;
    }

    @Override
    public void check(Map<String, Object> parameters, String place) {
        int side = ((Number) parameters.getOrDefault("side", SMALL)).intValue();
        if (side < SMALLEST || side > LARGEST) {
            throw new UserError(place + ": 'side' must lie in [" + SMALLEST + ", " + LARGEST + "] pixels, got " + side);
        }
        Request request = Request.of(parameters);
        for (Map.Entry<String, String> role : request.roles().entrySet()) {
            if (role.getKey().equals("key") && role.getValue().isEmpty()) {
                throw new UserError(place + ": 'key' must name a column of the table, got ''; leave it out for 'file'");
            }
            boolean used = !role.getValue().isEmpty() && !role.getKey().equals("group");
            if (used && !role.getKey().equals("key") && !request.wants(role.getValue())) {
                throw new UserError(place + ": '" + role.getKey() + "' is '" + role.getValue()
                        + "', which 'columns' does not name; add it there");
            }
        }
        for (String column : request.bins().keySet()) {
            if (!request.wants(column)) {
                throw new UserError(place + ": 'bins." + column
                        + "' is of a column that 'columns' does not name; add it" + " there, or leave its bins out");
            }
        }
    }

    @Override
    public Dataset open(Map<String, Object> parameters, DataSource source) {
        Request request = Request.of(parameters);
        require(request.dir(), "dir", "the folder of the pictures");
        require(request.attributes(), "attributes", "the table of their attributes");
        return OwnImages.open(request, CacheFolder.standard().resolve(NAME), source.progress());
    }

    private static void require(Path path, String parameter, String what) {
        if (path.toString().isEmpty()) {
            throw new UserError(NAME + ": '" + parameter + "' is missing; write " + what
                    + ", as in images: {dir: photos, attributes: photos.csv, key: file, label: species}");
        }
    }
}
