package org.shiftbed.data.hdf5;

import io.jhdf.HdfFile;
import io.jhdf.api.Dataset;
import io.jhdf.api.Node;
import io.jhdf.api.dataset.ChunkedDataset;
import io.jhdf.exceptions.HdfException;
import io.jhdf.object.datatype.FixedPoint;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.shiftbed.base.Names;
import org.shiftbed.base.UserError;

/** An HDF5 file whose arrays lie in its root. */
public final class Hdf5File implements AutoCloseable {
    private final Path path;
    private final HdfFile file;

    private Hdf5File(Path path, HdfFile file) {
        this.path = path;
        this.file = file;
    }

    /**
     * Opens a file.
     *
     * @throws UserError where it is missing, empty, or no HDF5 file
     */
    public static Hdf5File open(Path path) {
        try {
            if (Files.size(path) == 0) {
                throw new UserError(path + ": is empty (0 bytes); fetch it again");
            }
            Files.newInputStream(path).close();
            return new Hdf5File(path, new HdfFile(path));
        } catch (AccessDeniedException e) {
            throw new UserError(path + ": there is no permission to read it", e);
        } catch (IOException e) {
            throw new UserError(path + ": cannot be read (" + e.getMessage() + ")", e);
        } catch (RuntimeException e) {
            throw passed(e, new UserError(path + ": is no HDF5 file, or a damaged one: " + oneLine(e), e));
        }
    }

    /** Takes one row after the other. */
    @FunctionalInterface
    public interface RowTaker {
        /** @param bytes the row; used again for the next one */
        void take(byte[] bytes) throws IOException;
    }

    /**
     * The shape of an array.
     *
     * @throws UserError where there is no such array
     */
    public int[] shape(String name) {
        return array(name).getDimensions();
    }

    /**
     * All rows of an array of unsigned bytes, in order; at most one band of rows of one chunk's height is in memory.
     *
     * @param name of the array
     * @throws UserError where it is none of bytes, or the file is cut short or damaged
     */
    public void bytes(String name, RowTaker taker) throws IOException {
        Dataset array = array(name);
        if (!(array.getDataType() instanceof FixedPoint type) || type.getSize() != 1 || type.isSigned()) {
            throw wrong(
                    name, "holds no unsigned bytes but " + array.getJavaType().getSimpleName());
        }
        try {
            if (array instanceof ChunkedDataset chunked) {
                new ChunkBands(chunked, message -> wrong(name, message)).read(taker);
            } else {
                new SliceBands(array).read(taker);
            }
        } catch (RuntimeException e) {
            throw passed(
                    e,
                    new UserError(
                            place(name) + ": is cut short or damaged (" + oneLine(e) + "); fetch the file again", e));
        }
    }

    /**
     * All elements of an array of decimals, row by row.
     *
     * @throws UserError where it holds something else, or the file is cut short or damaged
     */
    public double[] numbers(String name) {
        Dataset array = array(name);
        Object values;
        try {
            values = array.getDataFlat();
        } catch (RuntimeException e) {
            throw passed(
                    e,
                    new UserError(
                            place(name) + ": is cut short or damaged (" + oneLine(e) + "); fetch the file again", e));
        }
        if (values instanceof double[] numbers) {
            return numbers;
        }
        throw wrong(
                name, "holds no decimals of 64 bits but " + array.getJavaType().getSimpleName());
    }

    /** A message about an array. */
    public UserError wrong(String name, String what) {
        return new UserError(place(name) + ": " + what);
    }

    private String place(String name) {
        return path + ", array '" + name + "'";
    }

    private Dataset array(String name) {
        try {
            Node found = file.getChild(name);
            if (found instanceof Dataset array) {
                return array;
            }
            throw Names.unknown(
                    path.toString(),
                    "array",
                    name,
                    file.getChildren().keySet().stream().sorted().collect(Collectors.toList()));
        } catch (HdfException e) {
            throw new UserError(path + ": is a damaged HDF5 file: " + oneLine(e), e);
        }
    }

    /** Messages of our own pass as they are; those of the library become one of ours. */
    private static UserError passed(RuntimeException e, UserError otherwise) {
        return e instanceof UserError own ? own : otherwise;
    }

    private static String oneLine(RuntimeException e) {
        String text = String.valueOf(e.getMessage()).replaceAll("\\s+", " ").strip();
        return text.length() > 120 ? text.substring(0, 117) + "..." : text;
    }

    /** Elements of a row: the product of all lengths but the first. */
    static int rowBytes(int[] shape) {
        return Arrays.stream(shape).skip(1).reduce(1, Math::multiplyExact);
    }

    @Override
    public void close() {
        file.close();
    }
}
