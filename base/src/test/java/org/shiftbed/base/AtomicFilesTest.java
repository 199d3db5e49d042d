package org.shiftbed.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AtomicFilesTest {
    @TempDir
    Path folder;

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.map(p -> p.getFileName() + "").sorted().toList();
        }
    }

    private Path attempt(String name, String content) throws IOException {
        Path attempt = Files.createDirectories(folder.resolve("running").resolve(name));
        Files.writeString(attempt.resolve("done"), content);
        return attempt;
    }

    @Test
    void aFileReplacesAnOlderOneAndLeavesNothingBeside() throws IOException {
        Path file = folder.resolve("a/b/file.json");
        AtomicFiles.write(file, "old");
        AtomicFiles.write(file, "new é");
        assertThat(file).hasContent("new é");
        assertThat(names(folder.resolve("a/b"))).containsExactly("file.json");
    }

    @Test
    void aWriteThatFailsLeavesNothingBeside() throws IOException {
        Path taken = Files.createDirectories(folder.resolve("taken/inside"));
        assertThatThrownBy(() -> AtomicFiles.write(folder.resolve("taken"), "x"))
                .isInstanceOf(IOException.class);
        assertThat(taken).exists();
        assertThat(names(folder)).containsExactly("taken");
    }

    @Test
    void aContentThatBreaksOffReplacesNothing() throws IOException {
        Path file = folder.resolve("table");
        AtomicFiles.write(file, "old");
        assertThatThrownBy(() -> AtomicFiles.write(file, part -> {
                    Files.writeString(part, "half");
                    throw new IOException("no space left");
                }))
                .hasMessage("no space left");
        assertThat(file).hasContent("old");
        AtomicFiles.write(file, part -> Files.writeString(part, "whole"));
        assertThat(file).hasContent("whole");
        assertThat(names(folder)).containsExactly("table");
    }

    @Test
    void linesAreAppendedWhole() throws IOException {
        Path file = folder.resolve("results.jsonl");
        AtomicFiles.appendLine(file, "{}");
        AtomicFiles.appendLine(file, "{\"é\":1}");
        assertThat(Files.readString(file)).isEqualTo("{}\n{\"é\":1}\n");
        assertThatThrownBy(() -> AtomicFiles.appendLine(file, "a\nb")).isInstanceOf(IllegalArgumentException.class);
        assertThat(Files.readAllLines(file)).hasSize(2);
    }

    @Test
    void theSecondToPublishIsToldSoAndHarmsNothing() throws IOException {
        Path target = folder.resolve("trials/9f0c");
        assertThat(AtomicFiles.publish(attempt("first", "1"), target)).isTrue();
        Path second = attempt("second", "2");
        assertThat(AtomicFiles.publish(second, target)).isFalse();
        assertThat(target.resolve("done")).hasContent("1");
        assertThat(second.resolve("done")).hasContent("2");
        assertThat(names(folder.resolve("running"))).containsExactly("second");
    }

    @Test
    void ofManyThatPublishAtOnceExactlyOneIsFirst() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(8);
        try {
            for (int round = 0; round < 20; round++) {
                Path target = folder.resolve("trials/" + round);
                List<Callable<Boolean>> all = new ArrayList<>();
                for (int i = 0; i < 8; i++) {
                    Path mine = attempt(round + "-" + i, "x");
                    all.add(() -> AtomicFiles.publish(mine, target));
                }
                int first = 0;
                for (Future<Boolean> each : pool.invokeAll(all)) {
                    first += each.get() ? 1 : 0;
                }
                assertThat(first).isEqualTo(1);
            }
        } finally {
            pool.shutdown();
        }
        assertThat(names(folder.resolve("running"))).hasSize(20 * 7);
    }

    @Test
    void deletingATreeRemovesLinksButNotWhatTheyPointTo() throws IOException {
        Path kept = Files.createDirectories(folder.resolve("kept"));
        Files.writeString(kept.resolve("precious"), "x");
        Path tree = Files.createDirectories(folder.resolve("tree/deep/er"));
        Files.writeString(tree.resolve("file"), "y");
        Files.createSymbolicLink(tree.resolve("link"), kept);
        Files.createSymbolicLink(folder.resolve("tree/dangling"), folder.resolve("nowhere"));
        AtomicFiles.deleteTree(folder.resolve("tree"));
        AtomicFiles.deleteTree(folder.resolve("never-was"));
        assertThat(names(folder)).containsExactly("kept");
        assertThat(kept.resolve("precious")).hasContent("x");
        Path link = Files.createSymbolicLink(folder.resolve("link"), kept);
        AtomicFiles.deleteTree(link);
        assertThat(names(folder)).containsExactly("kept");
        assertThat(kept.resolve("precious")).hasContent("x");
    }
}
