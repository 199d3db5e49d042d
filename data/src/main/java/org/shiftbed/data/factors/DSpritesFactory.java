package org.shiftbed.data.factors;

import java.util.List;
import java.util.Map;
import org.shiftbed.data.CacheFolder;
import org.shiftbed.data.DataFiles;
import org.shiftbed.data.DataSource;
import org.shiftbed.data.Dataset;
import org.shiftbed.data.DatasetFactory;

/** Registers the data set {@code dSprites}. */
public final class DSpritesFactory implements DatasetFactory {
    private static final String FILE = "dsprites_ndarray_co1sh3sc6or40x32y32_64x64.npz";
    private static final DataFiles FILES = new DataFiles(
            DSprites.NAME,
            List.of("", "dSprites", "dsprites", "dsprites-dataset"),
            "github.com/google-deepmind/dsprites-dataset");

    @Override
    public String name() {
        return DSprites.NAME;
    }

    @Override
    public String summary() {
        return "three shapes on a grid of scale, orientation, position and colour, 737,280 pictures of 64 pixels; needs "
                + FILE;
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(new Parameter(
                "colour",
                Type.TEXT,
                "oneEach",
                List.of("oneEach", "cross", "none"),
                "oneEach gives every picture one colour at random, cross makes all three of each, none leaves them white in"
                        + " one channel"));
    }

    @Override
    public boolean smallImages(Map<String, Object> parameters) {
        return true;
    }

    @Override
    public Dataset open(Map<String, Object> parameters, DataSource source) {
        return DSprites.open(
                FILES.file(source, List.of(FILE)),
                DSprites.Colouring.of(String.valueOf(parameters.get("colour"))),
                CacheFolder.standard().resolve(DSprites.NAME));
    }
}
