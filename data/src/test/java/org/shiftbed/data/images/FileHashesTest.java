package org.shiftbed.data.images;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.data.Progress;

class FileHashesTest {
    /** echo -n abc | sha256sum; the example of FIPS 180-2. */
    private static final String ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    /** A file that changed at any time up to now may be remembered. */
    private static final long AT_ONCE = Long.MIN_VALUE / 2;

    @TempDir
    Path folder;

    private Path index() throws IOException {
        try (Stream<Path> all = Files.list(folder.resolve("cache/hashes"))) {
            return all.findFirst().orElseThrow();
        }
    }

    private List<String> hashes(long settled) {
        return new FileHashes(folder, folder.resolve("cache"), Progress.NONE, settled).of(List.of("a b.png", "c.png"));
    }

    @Test
    void aFolderThatDidNotChangeIsNotReadAgain() throws IOException {
        Files.writeString(folder.resolve("a b.png"), "abc");
        Files.writeString(folder.resolve("c.png"), "abd");
        List<String> first = hashes(AT_ONCE);
        assertThat(first.get(0)).isEqualTo(ABC);
        assertThat(first.get(1)).isNotEqualTo(ABC);
        assertThat(hashes(AT_ONCE)).isEqualTo(first);
        // What the index says is believed, which shows that the file is not read.
        String other = "0".repeat(64);
        Files.writeString(index(), Files.readString(index()).replace(ABC, other));
        assertThat(hashes(AT_ONCE)).containsExactly(other, first.get(1));
    }

    @Test
    void aFileThatChangedIsReadEvenIfItsSizeAndTimeAreThoseOfBefore() throws IOException {
        FileTime old = FileTime.fromMillis(1_600_000_000_000L);
        for (String name : List.of("a b.png", "c.png")) {
            Files.writeString(folder.resolve(name), "abd");
            Files.setLastModifiedTime(folder.resolve(name), old);
        }
        List<String> first = hashes(AT_ONCE);
        Files.writeString(folder.resolve("a b.png"), "abc");
        Files.setLastModifiedTime(folder.resolve("a b.png"), old);
        assertThat(hashes(AT_ONCE)).containsExactly(ABC, first.get(1));
        // Two that change places.
        Files.move(folder.resolve("a b.png"), folder.resolve("x"));
        Files.move(folder.resolve("c.png"), folder.resolve("a b.png"));
        Files.move(folder.resolve("x"), folder.resolve("c.png"));
        assertThat(hashes(AT_ONCE)).containsExactly(first.get(1), ABC);
    }

    @Test
    void aFileThatHasJustChangedIsNotRemembered() throws IOException {
        Files.writeString(folder.resolve("a b.png"), "abc");
        Files.writeString(folder.resolve("c.png"), "abd");
        long hour = 3_600_000_000_000L;
        assertThat(hashes(hour).get(0)).isEqualTo(ABC);
        assertThat(Files.readAllLines(index())).hasSize(1);
    }

    @Test
    void anIndexOfSomethingElseIsNone() throws IOException {
        Files.writeString(folder.resolve("a b.png"), "abc");
        Files.writeString(folder.resolve("c.png"), "abd");
        List<String> first = hashes(AT_ONCE);
        Files.writeString(index(), "another file\n" + "0".repeat(64) + "\tx\n");
        assertThat(hashes(AT_ONCE)).isEqualTo(first);
    }
}
