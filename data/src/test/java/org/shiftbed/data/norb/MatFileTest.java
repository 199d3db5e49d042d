package org.shiftbed.data.norb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.base.UserError;

class MatFileTest {
    @TempDir
    Path folder;

    private double[] numbers(byte[] file) throws IOException {
        try (MatFile matrix = MatFile.open(Files.write(folder.resolve("m.mat"), file))) {
            return matrix.numbers();
        }
    }

    @Test
    void everyMagicNumberGivesItsOwnElementsPlainOrGzipped() throws IOException {
        double[] wanted = {0, 1, 200, 7};
        ByteBuffer floats = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
        ByteBuffer doubles = ByteBuffer.allocate(32).order(ByteOrder.LITTLE_ENDIAN);
        ByteBuffer shorts = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
        for (double each : wanted) {
            floats.putFloat((float) each);
            doubles.putDouble(each);
            shorts.putShort((short) each);
        }
        int[] shape = {2, 2};
        byte[][] files = {
            NorbFiles.matrix(507333713, shape, floats.array()),
            NorbFiles.matrix(507333715, shape, doubles.array()),
            NorbFiles.matrix(507333716, shape, NorbFiles.ints(0, 1, 200, 7)),
            NorbFiles.matrix(507333717, shape, new byte[] {0, 1, (byte) 200, 7}),
            NorbFiles.matrix(507333718, shape, shorts.array())
        };
        for (byte[] file : files) {
            assertThat(numbers(file)).containsExactly(wanted);
            assertThat(numbers(NorbFiles.gzipped(file))).containsExactly(wanted);
        }
        assertThat(numbers(NorbFiles.matrix(0x1E3D4C54, new int[] {2}, NorbFiles.ints(-5, Integer.MIN_VALUE))))
                .containsExactly(-5, Integer.MIN_VALUE);
        assertThat(numbers(NorbFiles.matrix(0x1E3D4C56, new int[] {1, 1, 1, 1}, new byte[] {-2, -1})))
                .containsExactly(-2);
    }

    @Test
    void aDamagedFileIsToldInOneLine() throws IOException {
        byte[] good = NorbFiles.matrix(0x1E3D4C55, new int[] {3, 4}, new byte[12]);
        assertRefused(new byte[0], "is empty (0 bytes); fetch it again");
        assertRefused(
                "<html>".getBytes(StandardCharsets.US_ASCII),
                "is no file of NORB's matrix format: it begins with 0x6D74683C and not with 0x1E3D4C51, 53, 54, 55 or 56");
        assertRefused(NorbFiles.matrix(0x1E3D4C52, new int[] {1}, new byte[4]), "it begins with 0x1E3D4C52");
        assertRefused(Arrays.copyOf(good, 6), "is cut short; fetch it again");
        assertRefused(
                Arrays.copyOf(good, good.length - 1),
                "is cut short: its head promises [3, 4] elements of UINT8, that is 32 bytes, and it has 31");
        assertRefused(Arrays.copyOf(good, good.length + 1), "is too long: its head promises [3, 4] elements");
        assertRefused(NorbFiles.gzipped(Arrays.copyOf(good, good.length - 1)), "is cut short; fetch it again");
        assertRefused(
                NorbFiles.gzipped(Arrays.copyOf(good, good.length + 1)),
                "has bytes after the [3, 4] elements that its head promises");
        byte[] packed = NorbFiles.gzipped(good);
        assertRefused(Arrays.copyOf(packed, packed.length - 12), "is cut short; fetch it again");
        packed[packed.length - 6] ^= 1;
        assertRefused(packed, "is a damaged gzip file");
        assertRefused(
                NorbFiles.matrix(0x1E3D4C55, new int[] {-1, 4}, new byte[0]),
                "its head gives dimension 0 the length -1; it is damaged");
        assertRefused(
                NorbFiles.matrix(0x1E3D4C55, new int[] {0x7fffffff, 0x7fffffff, 0x7fffffff}, new byte[0]),
                "its head gives dimension 1 the length 2147483647; it is damaged");
        byte[] many = good.clone();
        many[4] = 99;
        assertRefused(many, "its head speaks of 99 dimensions; it is damaged");
    }

    private void assertRefused(byte[] file, String problem) {
        assertThatThrownBy(() -> numbers(file))
                .isInstanceOf(UserError.class)
                .hasMessageStartingWith(folder.resolve("m.mat").toString())
                .hasMessageContaining(problem)
                .hasMessageNotContaining("\n");
    }
}
