package org.shiftbed.app;

import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** A stream that remembers that it could not be written to, which those that print on it do not say. */
final class StandardOutput extends OutputStream {
    private final OutputStream out;
    private @Nullable IOException failure;

    StandardOutput(OutputStream out) {
        this.out = out;
    }

    @Override
    public void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
        try {
            out.write(bytes, from, count);
        } catch (IOException e) {
            failure = e;
            throw e;
        }
    }

    @Override
    public void flush() throws IOException {
        out.flush();
    }

    /** Whether output was lost; a reader that wanted no more, such as {@code head}, lost nothing. */
    boolean lost() {
        return failure != null && !String.valueOf(failure.getMessage()).contains("Broken pipe");
    }
}
