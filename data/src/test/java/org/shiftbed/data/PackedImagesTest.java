package org.shiftbed.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PackedImagesTest {
    @TempDir
    Path folder;

    private static byte[] row(int i) {
        return new byte[] {(byte) i, (byte) (i >> 8), (byte) (3 * i)};
    }

    private static List<Path> leftBehind() throws IOException {
        try (Stream<Path> all = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return all.filter(p -> String.valueOf(p.getFileName()).matches("shiftbed-.*\\.images"))
                    .toList();
        }
    }

    private static void assertHoldsRows(PackedImages images) {
        byte[] one = new byte[3];
        ByteBuffer two = ByteBuffer.allocate(7).position(1);
        for (int i = 0; i < images.rows(); i++) {
            images.read(i, one);
            assertThat(one).isEqualTo(row(i));
            images.read(i, two.position(1));
            assertThat(two.position()).isEqualTo(4);
            assertThat(Arrays.copyOfRange(two.array(), 1, 4)).isEqualTo(row(i));
        }
        assertThatThrownBy(() -> images.read(images.rows(), one)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> images.read(-1, one)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void rowsComeBackFromTheHeapAndFromAFile() throws IOException {
        List<Path> before = leftBehind();
        for (long mappedFrom : new long[] {3001, 3000}) {
            try (PackedImages images = PackedImages.allocate(1000, 3, mappedFrom)) {
                assertThat(images.isMapped()).isEqualTo(mappedFrom == 3000);
                IntStream.range(0, 1000).parallel().forEach(i -> images.write(i, row(i)));
                assertHoldsRows(images);
            }
        }
        assertThat(leftBehind()).isEqualTo(before);
    }

    @Test
    void aSourceFileIsMappedInPlace() throws IOException {
        ByteBuffer body = ByteBuffer.allocate(16 + 3 * 100);
        body.position(16);
        for (int i = 0; i < 100; i++) {
            body.put(row(i));
        }
        Path file = Files.write(folder.resolve("source"), body.array());
        try (PackedImages images = PackedImages.mapped(file, 16, 100, 3)) {
            assertThat(images.isMapped()).isTrue();
            assertHoldsRows(images);
        }
        assertThat(file).exists();
        assertThatThrownBy(() -> PackedImages.mapped(file, 16, 101, 3))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("ends after 316 bytes");
    }

    @Test
    void identicalRowsShareAGroupEvenWhereHashesCollide() {
        int[] contents = {5, 6, 5, 7, 6, 5};
        ContentGroups.Rows rows = (i, target) -> target[0] = (byte) contents[i];
        int[] expected = {0, 1, 0, 3, 1, 0};
        assertThat(ContentGroups.of(6, 1, rows)).containsExactly(expected);
        assertThat(ContentGroups.grouped(new long[6], 1, rows)).containsExactly(expected);
        assertThat(ContentGroups.grouped(new long[] {5, 6, 5, 5, 6, 5}, 1, rows))
                .containsExactly(expected);
    }

    @Test
    void groupsOfManyRowsAreThoseOfABruteForceSearch() {
        ContentGroups.Rows rows = (i, target) -> Arrays.fill(target, (byte) (i * 7919L % 613 % 251));
        int[] groups = ContentGroups.of(5000, 13, rows);
        byte[] mine = new byte[13];
        byte[] other = new byte[13];
        for (int i = 0; i < 5000; i += 7) {
            rows.read(i, mine);
            int first = 0;
            for (rows.read(first, other); !Arrays.equals(mine, other); rows.read(first, other)) {
                first++;
            }
            assertThat(groups[i]).isEqualTo(first);
        }
    }
}
