package org.shiftbed.learn.weights;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.shiftbed.base.UserError;

/**
 * An open file of named tensors. Names, types and shapes are known and checked against the size of the file; values are read one tensor at a
 * time, so that a file of any size takes no more memory than its largest tensor. Nothing in a file is ever run.
 */
public interface TensorFile extends AutoCloseable {
    /** What to do about a file that cannot be read here, as the end of a sentence. */
    String WAY_OUT = "save its plain state dict as safetensors: safetensors.torch.save_file(model.state_dict(),"
            + " \"model.safetensors\")";

    /**
     * What is known of a tensor before its values are read.
     *
     * @param type of an element
     * @param shape sides, each at least 0; none for a single number
     */
    record Layout(StoredTensor.Type type, List<Long> shape) {
        public Layout {
            shape = List.copyOf(shape);
        }
    }

    /** The tensors by their names in the file, in its order. */
    Map<String, Layout> layouts();

    /**
     * The values of one tensor.
     *
     * @param name one of {@link #layouts()}
     * @throws UserError where the file is damaged
     */
    StoredTensor read(String name) throws IOException;

    /** Text about the file, by name; empty where its format has none. */
    Map<String, String> metadata();

    @Override
    void close() throws IOException;

    /**
     * Opens a file of one of the formats that are read: safetensors; what {@code torch.save} has written of a state dict since PyTorch 1.6 (a zip
     * archive); a TorchScript archive. The content decides, not the name.
     *
     * @throws UserError where there is no such file, it is none of these, or it is damaged; one line with the way out
     */
    static TensorFile open(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new UserError("no weights at " + file);
        }
        ByteBuffer head = ByteBuffer.allocate(9).order(ByteOrder.LITTLE_ENDIAN);
        try (FileChannel channel = FileChannel.open(file)) {
            while (head.hasRemaining() && channel.read(head) >= 0) {
                // Filling.
            }
        }
        boolean whole = !head.hasRemaining();
        head.flip();
        if (whole && head.get(8) == '{') {
            return SafetensorsFile.open(file);
        }
        if (head.limit() >= 4 && head.getInt(0) == 0x04034b50) {
            return TorchArchive.open(file);
        }
        if (head.limit() >= 3 && head.get(0) == (byte) 0x80 && head.get(2) != 0) {
            throw new UserError(
                    file + ": is a bare pickle, as torch.save wrote before PyTorch 1.6; load it in PyTorch and"
                            + " save it again with torch.save, or " + WAY_OUT);
        }
        if (String.valueOf(file.getFileName()).endsWith(".safetensors")) {
            return SafetensorsFile.open(file);
        }
        throw new UserError(
                file + ": holds no weights that can be read here (safetensors, a state dict of torch.save since"
                        + " PyTorch 1.6, TorchScript); " + WAY_OUT);
    }
}
