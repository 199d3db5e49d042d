package org.shiftbed.data.norb;

import java.util.List;
import java.util.Map;
import org.shiftbed.data.CacheFolder;
import org.shiftbed.data.DataFiles;
import org.shiftbed.data.DataSource;
import org.shiftbed.data.Dataset;
import org.shiftbed.data.DatasetFactory;

/** Registers the data set {@code SmallNORB}. */
public final class SmallNorbFactory implements DatasetFactory {
    private static final String TRAINING = "smallnorb-5x46789x9x18x6x2x96x96-training-";
    private static final String TESTING = "smallnorb-5x01235x9x18x6x2x96x96-testing-";
    private static final DataFiles FILES = new DataFiles(
            SmallNorb.NAME,
            List.of("", "SmallNORB", "smallnorb", "norb-v1.0-small", "norb"),
            "cs.nyu.edu/~ylclab/data/norb-v1.0-small");

    @Override
    public String name() {
        return SmallNorb.NAME;
    }

    @Override
    public String summary() {
        return "toys of five categories from all sides under six lights, 48,600 grey pictures of 96 pixels, half of them the test;"
                + " needs six .mat files, .gz or not";
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(new Parameter(
                "camera",
                Type.TEXT,
                "left",
                List.of("left", "right"),
                "which picture of each pair: left, the first, or right"));
    }

    @Override
    public boolean smallImages(Map<String, Object> parameters) {
        return false;
    }

    @Override
    public Dataset open(Map<String, Object> parameters, DataSource source) {
        return SmallNorb.open(
                half(source, TRAINING),
                half(source, TESTING),
                "right".equals(parameters.get("camera")) ? 1 : 0,
                CacheFolder.standard().resolve(SmallNorb.NAME));
    }

    private static SmallNorb.Half half(DataSource source, String begin) {
        return new SmallNorb.Half(
                FILES.file(source, names(begin + "dat")),
                FILES.file(source, names(begin + "cat")),
                FILES.file(source, names(begin + "info")));
    }

    private static List<String> names(String name) {
        return List.of(name + ".mat", name + ".mat.gz");
    }
}
