package org.shiftbed.data.hdf5;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shiftbed.base.UserError;

class Hdf5FileTest {
    private static final int[] SHAPE = {7, 5, 4, 3};

    @TempDir
    Path folder;

    private static byte[] elements() {
        byte[] bytes = new byte[7 * 5 * 4 * 3];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (i * 37 + i / 60);
        }
        return bytes;
    }

    private Path write(byte[] file) throws IOException {
        return Files.write(folder.resolve("a.h5"), file);
    }

    private static byte[] bytes(Path file) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        try (Hdf5File opened = Hdf5File.open(file)) {
            assertThat(opened.shape("images")).containsExactly(SHAPE);
            opened.bytes("images", all::writeBytes);
        }
        return all.toByteArray();
    }

    @ParameterizedTest
    @EnumSource
    void rowsComeInOrderHoweverTheyAreKept(Hdf5Writer.Layout layout) throws IOException {
        // Chunks that reach beyond the end in every dimension, one that is the whole, and single rows.
        for (int[] chunk : new int[][] {{3, 2, 3, 2}, {7, 5, 4, 3}, {1, 5, 4, 3}, {7, 1, 1, 1}}) {
            Path file = write(new Hdf5Writer()
                    .bytes("images", SHAPE, elements(), layout, chunk)
                    .file());
            assertThat(bytes(file)).isEqualTo(elements());
        }
    }

    @Test
    void decimalsComeAsTheyAre() throws IOException {
        Path file = write(new Hdf5Writer()
                .doubles("labels", new int[] {2, 2}, 0.1, -30, Double.MIN_VALUE, 1e300)
                .file());
        try (Hdf5File opened = Hdf5File.open(file)) {
            assertThat(opened.numbers("labels")).containsExactly(0.1, -30, Double.MIN_VALUE, 1e300);
            assertThatThrownBy(() -> opened.bytes("labels", row -> {}))
                    .isInstanceOf(UserError.class)
                    .hasMessage(file + ", array 'labels': holds no unsigned bytes but double");
            assertThatThrownBy(() -> opened.shape("label"))
                    .isInstanceOf(UserError.class)
                    .hasMessageContaining("unknown array 'label'; did you mean 'labels'?");
        }
    }

    @Test
    void whatIsDamagedIsToldInOneLine() throws IOException {
        assertRefused(new byte[0], "is empty (0 bytes); fetch it again");
        assertRefused("<html>nothing</html>".getBytes(StandardCharsets.US_ASCII), "is no HDF5 file");
        byte[] good = new Hdf5Writer()
                .bytes("images", SHAPE, elements(), Hdf5Writer.Layout.DEFLATED, 3, 5, 4, 3)
                .file();
        assertRefused(Arrays.copyOf(good, 60), "damaged");
        assertRefused(Arrays.copyOf(good, good.length / 2), "damaged");
        byte[] flipped = good.clone();
        Arrays.fill(flipped, 100, 130, (byte) 0xee);
        assertRefused(flipped, "array 'images': is damaged: the chunk at [0, 0, 0, 0] cannot be unpacked");
    }

    private void assertRefused(byte[] content, String problem) throws IOException {
        Path file = write(content);
        assertThatThrownBy(() -> bytes(file))
                .isInstanceOf(UserError.class)
                .hasMessageStartingWith(file.toString())
                .hasMessageContaining(problem)
                .hasMessageNotContaining("\n");
    }
}
