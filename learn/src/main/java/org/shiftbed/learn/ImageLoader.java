package org.shiftbed.learn;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;
import org.shiftbed.data.Dataset;
import org.shiftbed.data.ImageShape;
import org.shiftbed.data.features.FeatureEncoding;
import org.shiftbed.learn.torch.Devices;
import org.shiftbed.learn.torch.Tensors;

/**
 * Rows of a data set as tensors: bytes go into one direct buffer that is used again and again, and become b / 255 in the run's precision on
 * the run's device, normalised where the protocol wants it; features of a table are scaled and encoded by its training rows. Everything it keeps belongs
 * to the scope in which it was made.
 */
final class ImageLoader {
    /** Channels that are normalised. */
    private static final int CHANNELS = 3;

    private final Dataset dataset;
    private final ImageShape shape;
    private final ScalarType type;
    private final Device device;
    private final @Nullable FeatureEncoding encoding;
    private final boolean normalised;
    private final @Nullable EvaluationDraws evaluation;
    private final boolean drawnAreScaled;
    private final @Nullable PixelTable table;
    private final Scalar white = new Scalar(255.0);
    private final TensorOptions bytesOnHost = new TensorOptions(ScalarType.Byte);
    private ByteBuffer buffer = ByteBuffer.allocateDirect(0);
    private BytePointer pointer = new BytePointer(buffer);

    /** Pictures in the data set's own shape. */
    ImageLoader(Dataset dataset, Precision precision, String device, int capacity) {
        this(dataset, dataset.shape(), precision, device, capacity);
    }

    /**
     * @param shape of the pictures that come out: that of the data set, or the same size in three channels (grey replicated, of more channels the
     *     first three)
     * @param capacity rows that are read at once; the buffer grows where more are asked for
     */
    ImageLoader(Dataset dataset, ImageShape shape, Precision precision, String device, int capacity) {
        this(dataset, shape, false, null, false, precision, device, capacity, null);
    }

    /**
     * @param normalised whether the mean of ImageNet's channels is subtracted from b / 255, and the rest divided by their deviation
     * @param evaluation draws what {@link #evaluated} gives; null: it gives what {@link #load} does
     * @param drawnAreScaled whether pictures that were drawn come as the values that the network sees
     * @param encoding of the features of a table; null for pictures
     */
    ImageLoader(
            Dataset dataset,
            ImageShape shape,
            boolean normalised,
            @Nullable EvaluationDraws evaluation,
            boolean drawnAreScaled,
            Precision precision,
            String device,
            int capacity,
            @Nullable FeatureEncoding encoding) {
        this.normalised = normalised;
        this.evaluation = evaluation;
        this.drawnAreScaled = drawnAreScaled;
        this.table = precision == Precision.FLOAT32
                        && device.equals("cpu")
                        && shape.channels() == dataset.shape().channels()
                ? new PixelTable(shape.channels(), normalised)
                : null;
        this.dataset = dataset;
        this.shape = shape;
        this.type = Tensors.type(precision);
        this.device = Devices.require(device, "device");
        this.encoding = encoding;
        if (encoding == null) {
            grow(capacity);
        }
    }

    /**
     * Reads rows.
     *
     * @param rows row numbers
     * @param from first index into {@code rows}
     * @param count how many
     * @param size rows of the result, at least {@code count}; what lies beyond is black
     * @return [size, C, H, W], of a table [size, inputs, 1, 1], owned by the caller's scope
     */
    Tensor load(int[] rows, int from, int count, int size) {
        if (encoding != null) {
            double[] values = new double[Math.multiplyExact(size, encoding.width())];
            encoding.encode(rows, from, count, values);
            return Tensors.of(values, size, encoding.width(), 1, 1).to(device, type);
        }
        ImageShape own = dataset.shape();
        int bytes = Math.multiplyExact(size, own.bytes());
        if (bytes > buffer.capacity()) {
            grow(size);
        }
        buffer.clear();
        dataset.read(rows, from, count, buffer);
        if (size > count) {
            byte[] black = new byte[bytes - buffer.position()];
            Arrays.fill(black, (byte) 0);
            buffer.put(black);
        }
        if (table != null) {
            return converted(table, size);
        }
        Tensor view =
                torch.from_blob(pointer, new long[] {size, own.channels(), own.height(), own.width()}, bytesOnHost);
        return scaled(channels(view, own.channels(), size).to(device, type));
    }

    /** What lies in the buffer, in one pass on this thread. */
    private Tensor converted(PixelTable table, int size) {
        Tensor values = torch.empty(
                new long[] {size, shape.channels(), shape.height(), shape.width()},
                new TensorOptions(ScalarType.Float),
                null);
        FloatPointer target = values.data_ptr_float();
        target.capacity((long) size * shape.bytes());
        table.convert(buffer, size, shape.height() * shape.width(), target.asBuffer());
        return values;
    }

    /** {@link #load} for rows that are evaluated, where it is not the same. */
    Tensor evaluated(int[] rows, int from, int count, int size) {
        return evaluation != null && evaluation.augmentsAny(rows, from, count)
                ? of(evaluation.draw(rows, from, count, size), size)
                : load(rows, from, count, size);
    }

    /** The weights have changed: what is drawn for evaluation is drawn anew. */
    void changed() {
        if (evaluation != null) {
            evaluation.next();
        }
    }

    /** How often {@link #changed} was called, as far as it counts. */
    long evaluations() {
        return evaluation == null ? 0 : evaluation.evaluation();
    }

    /** Goes on after so many calls of {@link #changed}. */
    void evaluations(long number) {
        if (evaluation != null) {
            evaluation.evaluation(number);
        }
    }

    private Tensor scaled(Tensor values) {
        Tensor unit = values.div_(white);
        return normalised ? unit.sub_(channels(true)).div_(channels(false)) : unit;
    }

    private Tensor channels(boolean mean) {
        float[] values = new float[CHANNELS];
        for (int c = 0; c < CHANNELS; c++) {
            values[c] = mean ? PixelTable.mean(c) : PixelTable.deviation(c);
        }
        return Tensors.of(values, 1, CHANNELS, 1, 1).to(device, type);
    }

    /** What becomes of a byte of a picture, in words. */
    String normalisation() {
        if (encoding != null) {
            return "scaled and encoded by the training rows";
        }
        return normalised
                ? "byte / 255, minus 0.485, 0.456, 0.406, over 0.229, 0.224, 0.225 of the channels"
                : "byte / 255";
    }

    private Tensor channels(Tensor view, int own, int size) {
        if (own == shape.channels()) {
            return view;
        }
        return own > shape.channels()
                ? view.narrow(1, 0, shape.channels())
                : view.expand(new long[] {size, shape.channels(), shape.height(), shape.width()});
    }

    /**
     * Pictures that have been augmented.
     *
     * @param values of 0..255 unless drawn ones are scaled, picture by picture in {@link #load}'s shape
     * @param size how many pictures
     * @return [size, C, H, W], owned by the caller's scope
     */
    Tensor of(float[] values, int size) {
        Tensor drawn = Tensors.of(values, size, shape.channels(), shape.height(), shape.width())
                .to(device, type);
        return drawnAreScaled ? drawn : scaled(drawn);
    }

    /** How the features of a table are encoded; null for pictures. */
    @Nullable
    FeatureEncoding encoding() {
        return encoding;
    }

    /** Shape of the pictures that come out. */
    ImageShape shape() {
        return shape;
    }

    /** The same tensor on the run's device. */
    Tensor place(Tensor tensor) {
        return tensor.to(device, tensor.scalar_type());
    }

    private void grow(int rows) {
        buffer = ByteBuffer.allocateDirect(
                Math.multiplyExact(rows, dataset.shape().bytes()));
        // The pointer outlives the step in which the buffer may grow.
        pointer = new BytePointer(buffer);
        pointer.retainReference();
    }
}
