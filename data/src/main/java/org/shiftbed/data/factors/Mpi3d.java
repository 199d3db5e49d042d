package org.shiftbed.data.factors;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.shiftbed.base.UserError;
import org.shiftbed.data.Attribute;
import org.shiftbed.data.AttributeTable;
import org.shiftbed.data.Dataset;
import org.shiftbed.data.ImageShape;
import org.shiftbed.data.converted.Conversion;
import org.shiftbed.data.converted.StoredDataset;
import org.shiftbed.data.converted.StoredRows;
import org.shiftbed.data.npz.NpyArray;
import org.shiftbed.data.npz.NpzFile;

/**
 * MPI3D (Gondal et al. 2019; {@code controlled-shifts.md} 2.5): one picture for every combination of seven factors, in the order of the factors; the file
 * holds no labels.
 */
final class Mpi3d {
    static final String NAME = "MPI3D";

    /** Side of a picture. */
    static final int SIDE = 64;

    private static final String KEY = "images";
    private static final int CHANNELS = 3;

    private static final List<String> COLOURS = List.of("white", "green", "red", "blue", "brown", "olive");
    private static final List<String> SHAPES = List.of("cone", "cube", "cylinder", "hexagonal", "pyramid", "sphere");
    private static final List<String> FEWER_COLOURS = List.of("green", "red", "blue", "brown");
    private static final List<String> FEWER_SHAPES = List.of("cone", "cube", "hexagonal", "sphere");

    private Mpi3d() {}

    /**
     * Reads the file; its pictures are kept in the cache.
     *
     * @param side of its pictures
     * @throws UserError where it is no such file, cut short or damaged
     */
    static Dataset open(Path file, int side, Path cache) {
        try (NpzFile arrays = NpzFile.open(file)) {
            List<Attribute> factors;
            int images;
            try (NpyArray pictures = arrays.array(KEY)) {
                images = pictures.rows();
                factors = factors(pictures);
                if (!pictures.header().shape().equals(List.of((long) images, (long) side, (long) side, 3L))) {
                    throw pictures.wrong("must have the shape (" + images + ", " + side + ", " + side + ", 3), got "
                            + pictures.header().shown());
                }
            }
            StoredRows stored =
                    Conversion.open(cache, List.of(file), "MPI3D 1", images, CHANNELS * side * side, sink -> {
                        try (NpyArray pictures = arrays.array(KEY)) {
                            byte[] planes = new byte[CHANNELS * side * side];
                            pictures.bytes((row, bytes) -> {
                                ChannelsFirst.of(bytes, side * side, CHANNELS, planes);
                                sink.row(planes);
                            });
                        }
                    });
            AttributeTable grid = AttributeTable.everyCombination(factors, 1);
            return new StoredDataset(
                    new StoredDataset.Words(NAME, "1", "object_shape", null),
                    new ImageShape(CHANNELS, side, side),
                    grid.grouped(stored.first()),
                    stored,
                    null,
                    StoredDataset.Painter.AS_STORED,
                    StoredDataset.Told.NOTHING);
        } catch (IOException e) {
            throw new UserError(file + ": cannot be read (" + e.getMessage() + ")", e);
        }
    }

    /** The factors by the number of pictures: six colours and shapes, or four in the files of the competition. */
    private static List<Attribute> factors(NpyArray pictures) {
        List<Attribute> factors = new ArrayList<>();
        switch (pictures.rows()) {
            case 1_036_800 -> {
                factors.add(new Attribute("object_color", COLOURS));
                factors.add(new Attribute("object_shape", SHAPES));
            }
            case 460_800 -> {
                factors.add(new Attribute("object_color", FEWER_COLOURS));
                factors.add(new Attribute("object_shape", FEWER_SHAPES));
            }
            default ->
                throw pictures.wrong(
                        "must hold 1036800 pictures (6 colours and shapes) or 460800 (4 of each), got shape "
                                + pictures.header().shown());
        }
        factors.add(new Attribute("object_size", List.of("small", "large")));
        factors.add(new Attribute("camera_height", List.of("top", "center", "bottom")));
        factors.add(new Attribute("background_color", List.of("purple", "sea green", "salmon")));
        factors.add(new Attribute("horizontal_axis", DSprites.numbers(40)));
        factors.add(new Attribute("vertical_axis", DSprites.numbers(40)));
        return factors;
    }
}
