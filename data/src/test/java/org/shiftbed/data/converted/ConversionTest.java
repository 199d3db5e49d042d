package org.shiftbed.data.converted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.base.UserError;

class ConversionTest {
    private static final int BYTES = 5;

    @TempDir
    Path folder;

    private int made;

    private StoredRows open(Path file, String form) throws IOException {
        byte[] all = Files.readAllBytes(file);
        return Conversion.open(folder.resolve("cache"), List.of(file), form, all.length / BYTES, BYTES, sink -> {
            made++;
            byte[] row = new byte[BYTES];
            for (int i = 0; i < all.length; i += BYTES) {
                System.arraycopy(all, i, row, 0, BYTES);
                sink.row(row);
            }
        });
    }

    private static byte[] row(StoredRows stored, int row) {
        byte[] bytes = new byte[BYTES];
        stored.rows().read(row, bytes);
        return bytes;
    }

    private Path converted() throws IOException {
        try (Stream<Path> all = Files.list(folder.resolve("cache"))) {
            return all.filter(each -> each.toString().endsWith(".rows"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Test
    void rowsAreMadeOnceForEachContentAndForm() throws IOException {
        Path file = Files.writeString(folder.resolve("a.bin"), "hello" + "world" + "hello" + "again");
        StoredRows stored = open(file, "1");
        assertThat(stored.first()).containsExactly(0, 1, 0, 3);
        assertThat(row(stored, 1)).isEqualTo("world".getBytes(StandardCharsets.US_ASCII));
        Path moved = Files.move(file, folder.resolve("b.bin"));
        assertThat(open(moved, "1").digest()).isEqualTo(stored.digest());
        assertThat(made).isEqualTo(1);
        assertThat(open(moved, "2").digest()).isEqualTo(stored.digest());
        assertThat(made).isEqualTo(2);
        Files.writeString(moved, "hello" + "World" + "hello" + "again");
        assertThat(open(moved, "1").digest()).isNotEqualTo(stored.digest());
        assertThat(made).isEqualTo(3);
    }

    @Test
    void aFileThatSettledIsNotReadAgain() throws IOException {
        Path file = Files.writeString(folder.resolve("a.bin"), "hello");
        Path cache = folder.resolve("cache");
        String hash = SourceHash.of(file, cache);
        assertThat(hash).isEqualTo("2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824");
        // It changed just now, so its time would not tell the next change.
        assertThat(cache.resolve("sources")).doesNotExist();
        Files.setLastModifiedTime(file, FileTime.from(Instant.parse("2020-01-01T00:00:00Z")));
        assertThat(SourceHash.of(file, cache)).isEqualTo(hash);
    }

    @Test
    void aDamagedFileOfTheCacheIsMadeAnew() throws IOException {
        Path file = Files.writeString(folder.resolve("a.bin"), "hello" + "world");
        open(file, "1");
        byte[] good = Files.readAllBytes(converted());
        for (int damaged : new int[] {0, 20, good.length - 9, good.length - 1}) {
            try (FileChannel channel = FileChannel.open(converted(), StandardOpenOption.WRITE)) {
                channel.write(ByteBuffer.wrap(new byte[] {(byte) ~good[damaged]}), damaged);
            }
            int before = made;
            assertThat(row(open(file, "1"), 0)).isEqualTo(Arrays.copyOfRange(good, 4096, 4101));
            assertThat(made).isEqualTo(before + 1);
        }
        Files.write(converted(), Arrays.copyOf(good, good.length - 1));
        open(file, "1");
        assertThat(Files.readAllBytes(converted())).isEqualTo(good);
    }

    @Test
    void nothingIsKeptOfAFileThatTurnsOutWrong() throws IOException {
        Path file = Files.writeString(folder.resolve("a.bin"), "hello" + "world");
        Path cache = folder.resolve("cache");
        assertThatThrownBy(() -> Conversion.open(cache, List.of(file), "1", 2, BYTES, sink -> {
                    sink.row(new byte[BYTES]);
                    throw new UserError("row 1 is wrong");
                }))
                .hasMessage("row 1 is wrong");
        assertThatThrownBy(
                        () -> Conversion.open(cache, List.of(file), "1", 2, BYTES, sink -> sink.row(new byte[BYTES])))
                .hasMessage("1 rows of 2 were given");
        try (Stream<Path> left = Files.list(cache)) {
            assertThat(left.filter(Files::isRegularFile)).isEmpty();
        }
    }
}
