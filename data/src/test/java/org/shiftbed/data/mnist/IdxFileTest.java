package org.shiftbed.data.mnist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shiftbed.base.UserError;
import org.shiftbed.data.DataSource;
import org.shiftbed.data.Datasets;

class IdxFileTest {
    @TempDir
    Path folder;

    private static void refused(ThrowingCallable reading, String... parts) {
        assertThatThrownBy(reading)
                .isInstanceOf(UserError.class)
                .hasMessageContainingAll(parts)
                .hasMessageNotContaining("\n");
    }

    private Path images(byte[] body) {
        return IdxFiles.write(folder.resolve("images"), body);
    }

    private DigitPool pool(Path base, String source) {
        return DigitPool.open("ColoredMNIST", Map.of("source", source), new DataSource(base, 0));
    }

    @Test
    void plainAndGzippedFilesGiveTheSameBytes() {
        byte[] body = IdxFiles.images(7);
        for (byte[] written : new byte[][] {body, IdxFiles.gzip(body)}) {
            IdxFile read = IdxFile.images(images(written));
            assertThat(read.images().rows()).isEqualTo(7);
            byte[] row = new byte[784];
            for (int i = 0; i < 7; i++) {
                read.images().read(i, row);
                for (int p = 0; p < 784; p++) {
                    assertThat(row[p]).isEqualTo(IdxFiles.pixel(i, p));
                }
            }
        }
        assertThat(IdxFile.labels(images(IdxFiles.gzip(IdxFiles.labels(12)))))
                .containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1);
    }

    @Test
    void filesCutShortAreRefusedWhereverTheCutIs() {
        byte[] body = IdxFiles.images(7);
        byte[] packed = IdxFiles.gzip(body);
        for (int length : new int[] {0, 1, 3, 15, 16, 17, 16 + 784 * 6, body.length - 1}) {
            refused(() -> IdxFile.images(images(Arrays.copyOf(body, length))), "images: is cut short");
        }
        for (int length : new int[] {2, 9, 20, packed.length / 2, packed.length - 1}) {
            refused(() -> IdxFile.images(images(Arrays.copyOf(packed, length))), "images: is cut short");
        }
        byte[] longer = IdxFiles.images(0x803, 9, 28, 7);
        refused(() -> IdxFile.images(images(longer)), "promises 9 examples of 784 bytes, there are 7");
        refused(() -> IdxFile.images(images(IdxFiles.gzip(longer))), "promises 9 examples of 784 bytes, there are 7");
        byte[] huge = IdxFiles.images(0x803, Integer.MAX_VALUE, 28, 1);
        refused(() -> IdxFile.images(images(IdxFiles.gzip(huge))), "is cut short");
    }

    @Test
    void bytesAfterTheEndAreRefused() {
        byte[] body = Arrays.copyOf(IdxFiles.images(3), 16 + 3 * 784 + 1);
        refused(() -> IdxFile.images(images(body)), "has bytes after the 3 examples");
        refused(() -> IdxFile.images(images(IdxFiles.gzip(body))), "has bytes after the 3 examples");
    }

    @Test
    void aWrongMagicNumberIsRefused() {
        refused(() -> IdxFile.images(images(IdxFiles.labels(30))), "not an IDX file of images", "0x00000801");
        refused(() -> IdxFile.labels(images(IdxFiles.images(2))), "not an IDX file of labels", "0x00000803");
        refused(() -> IdxFile.images(images("<!DOCTYPE html>".getBytes())), "not an IDX file", "0x3c21444f");
        byte[] damaged = IdxFiles.gzip(IdxFiles.images(7));
        damaged[2] = 99;
        refused(() -> IdxFile.images(images(damaged)), "damaged gzip");
        byte[] checksum = IdxFiles.gzip(IdxFiles.images(7));
        checksum[checksum.length - 6] ^= 1;
        refused(() -> IdxFile.images(images(checksum)), "damaged gzip");
        refused(() -> IdxFile.images(images(IdxFiles.images(0x803, 0, 28, 0))), "0 examples");
        refused(() -> IdxFile.images(images(IdxFiles.images(0x803, -1, 28, 1))), "4294967295 examples");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "MNIST/raw", "MNIST/MNIST/raw", "raw", "MNIST", "fashion-mnist", "mnist-10k"})
    void trainingBeforeTestFilesAreFoundInEveryLayout(String layout) {
        Path there = folder.resolve(layout);
        IdxFiles.write(there.resolve("train-images-idx3-ubyte.gz"), IdxFiles.gzip(IdxFiles.images(12)));
        IdxFiles.write(there.resolve("train-labels-idx1-ubyte"), IdxFiles.labels(12));
        IdxFiles.write(there.resolve("t10k-images.idx3-ubyte"), IdxFiles.images(3));
        IdxFiles.write(there.resolve("t10k-labels-idx1-ubyte.gz"), IdxFiles.gzip(IdxFiles.labels(3)));
        try (DigitPool pool = pool(folder, "")) {
            assertThat(pool.size()).isEqualTo(15);
            assertThat(pool.label(11)).isEqualTo(1);
            assertThat(pool.label(12)).isEqualTo(0);
            byte[] row = new byte[784];
            pool.read(12, row);
            assertThat(row[5]).isEqualTo(IdxFiles.pixel(0, 5));
            assertThat(pool.group(12))
                    .as("test image 0 equals training image 0")
                    .isEqualTo(0);
            assertThat(pool.group(11)).isEqualTo(11);
        }
        if (!layout.isEmpty()) {
            try (DigitPool pool = pool(folder, layout)) {
                assertThat(pool.size()).isEqualTo(15);
            }
        }
    }

    @Test
    void oneUnnamedPairIsEnough() {
        IdxFiles.write(folder.resolve("images-idx3-ubyte.gz"), IdxFiles.gzip(IdxFiles.images(10)));
        IdxFiles.write(folder.resolve("labels-idx1-ubyte.gz"), IdxFiles.gzip(IdxFiles.labels(10)));
        try (DigitPool pool = pool(folder, "")) {
            assertThat(pool.size()).isEqualTo(10);
        }
    }

    @Test
    void filesThatDoNotBelongTogetherAreRefused() {
        Path images = IdxFiles.write(folder.resolve("train-images-idx3-ubyte"), IdxFiles.images(5));
        refused(() -> pool(folder, ""), images.toString(), "train-labels-idx1-ubyte");
        Path labels = IdxFiles.write(folder.resolve("train-labels-idx1-ubyte"), IdxFiles.labels(6));
        refused(() -> pool(folder, ""), images.toString(), "5 images", "6 labels");
        byte[] wrong = IdxFiles.labels(5);
        wrong[8 + 3] = 10;
        IdxFiles.write(labels, wrong);
        refused(() -> pool(folder, ""), labels.toString(), "example 3", "0..9", "got 10");
        IdxFiles.write(labels, IdxFiles.labels(5));
        IdxFiles.write(images, IdxFiles.images(0x803, 5, 32, 5));
        refused(() -> pool(folder, ""), images.toString(), "28x28", "32x32");
        IdxFiles.write(images, IdxFiles.images(5));
        IdxFiles.write(folder.resolve("t10k-labels-idx1-ubyte"), IdxFiles.labels(6));
        refused(() -> pool(folder, ""), "t10k-labels-idx1-ubyte", "t10k-images-idx3-ubyte");
    }

    @Test
    void missingFilesAreRefusedWithAllLayoutsSearched() {
        refused(
                () -> pool(folder, ""),
                "ColoredMNIST",
                folder.toString(),
                "MNIST/raw",
                "MNIST/MNIST/raw",
                "fashion-mnist",
                "--data-dir");
        refused(() -> pool(folder, "fashon"), "there is no folder", "fashon");
        refused(
                () -> DigitPool.open("RotatedMNIST", Map.of("source", ""), new DataSource(null, 0)),
                "RotatedMNIST",
                "--data-dir",
                "SHIFTBED_DATA");
        for (String outside : new String[] {"/etc", "../x", "a/../..", "a//b"}) {
            refused(
                    () -> Datasets.resolve("ColoredMNIST", Map.of("source", outside), "here"),
                    "here: 'source' must be a folder below the data folder",
                    outside);
        }
    }
}
