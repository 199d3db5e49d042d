package org.shiftbed.data.factors;

import java.util.List;
import java.util.Map;
import org.shiftbed.data.CacheFolder;
import org.shiftbed.data.DataFiles;
import org.shiftbed.data.DataSource;
import org.shiftbed.data.Dataset;
import org.shiftbed.data.DatasetFactory;

/** Registers the data set {@code MPI3D}. */
public final class Mpi3dFactory implements DatasetFactory {
    private static final DataFiles FILES = new DataFiles(
            Mpi3d.NAME,
            List.of("", "MPI3D", "mpi3d"),
            "github.com/rr-learning/disentanglement_dataset or huggingface.co/datasets/waleedgondal/mpi3d");

    @Override
    public String name() {
        return Mpi3d.NAME;
    }

    @Override
    public String summary() {
        return "photographs of a robot arm with an object, 1,036,800 pictures of 64 pixels on a grid of seven factors; needs"
                + " mpi3d_real.npz";
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(new Parameter(
                "variant",
                Type.TEXT,
                "real",
                List.of("real", "realistic", "toy"),
                "real: photographs; realistic and toy: rendered, from mpi3d_realistic.npz and mpi3d_toy.npz"));
    }

    @Override
    public boolean smallImages(Map<String, Object> parameters) {
        return true;
    }

    @Override
    public Dataset open(Map<String, Object> parameters, DataSource source) {
        return Mpi3d.open(
                FILES.file(source, List.of("mpi3d_" + parameters.get("variant") + ".npz")),
                Mpi3d.SIDE,
                CacheFolder.standard().resolve(Mpi3d.NAME));
    }
}
