package org.shiftbed.data.factors;

import java.util.List;
import java.util.Map;
import org.shiftbed.data.CacheFolder;
import org.shiftbed.data.DataFiles;
import org.shiftbed.data.DataSource;
import org.shiftbed.data.Dataset;
import org.shiftbed.data.DatasetFactory;

/** Registers the data set {@code Shapes3D}. */
public final class Shapes3dFactory implements DatasetFactory {
    private static final String FILE = "3dshapes.h5";
    private static final DataFiles FILES = new DataFiles(
            Shapes3d.NAME,
            List.of("", "Shapes3D", "shapes3d", "3dshapes", "3d-shapes"),
            "storage.googleapis.com/3d-shapes/3dshapes.h5");

    @Override
    public String name() {
        return Shapes3d.NAME;
    }

    @Override
    public String summary() {
        return "a shape in a room, 480,000 pictures of 64 pixels on a grid of three hues, scale, shape and orientation; needs "
                + FILE;
    }

    @Override
    public List<Parameter> parameters() {
        return List.of();
    }

    @Override
    public boolean smallImages(Map<String, Object> parameters) {
        return true;
    }

    @Override
    public Dataset open(Map<String, Object> parameters, DataSource source) {
        return Shapes3d.open(
                FILES.file(source, List.of(FILE)), CacheFolder.standard().resolve(Shapes3d.NAME));
    }
}
