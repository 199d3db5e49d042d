package org.shiftbed.data.download;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.base.UserError;
import org.shiftbed.data.Progress;

class DownloadTest {
    private static final byte[] NOISE = noise(300_000);

    @TempDir
    Path folder;

    private FileServer server;

    @BeforeEach
    void start() throws IOException {
        server = new FileServer();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static byte[] noise(int length) {
        byte[] bytes = new byte[length];
        new Random(4).nextBytes(bytes);
        return bytes;
    }

    private static byte[] zip(Map<String, byte[]> entries) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream out = new ZipOutputStream(bytes)) {
            for (var entry : entries.entrySet()) {
                out.putNextEntry(new ZipEntry(entry.getKey()));
                out.write(entry.getValue());
                out.closeEntry();
            }
        }
        return bytes.toByteArray();
    }

    private static byte[] tar(Map<String, byte[]> entries, boolean gzip) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream packed = gzip ? new GZIPOutputStream(bytes) : bytes;
                TarArchiveOutputStream out = new TarArchiveOutputStream(packed)) {
            out.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
            for (var entry : entries.entrySet()) {
                TarArchiveEntry made = new TarArchiveEntry(entry.getKey());
                made.setSize(entry.getValue().length);
                out.putArchiveEntry(made);
                out.write(entry.getValue());
                out.closeArchiveEntry();
            }
        }
        return bytes.toByteArray();
    }

    private Source source(String name, @Nullable Checksum checksum, URI... mirrors) {
        return new Source(
                "Set",
                List.of("Set"),
                "CC0",
                "https://example.org/set",
                List.of(new RemoteFile(name, List.of(mirrors), 0, checksum, "")),
                Map.of("kfold", "SET"),
                "SET",
                "DATA/SET/ holds a and b",
                null);
    }

    private List<Download.Fetched> get(Source source) {
        return new Download(source, folder, null, Progress.NONE, Duration.ZERO).run();
    }

    private void refused(Source source, String... messages) {
        assertThatThrownBy(() -> get(source))
                .isInstanceOf(UserError.class)
                .hasMessageNotContaining("\n")
                .satisfies(e -> assertThat(e.getMessage()).contains(messages));
        assertThat(folder.resolve("SET")).doesNotExist();
    }

    private static String hash(String algorithm, byte[] bytes) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance(algorithm).digest(bytes));
    }

    @Test
    void archivesOfEveryKindAreUnpackedIntoTheirPlaceAndNothingElseStays() throws Exception {
        Map<String, byte[]> entries = new LinkedHashMap<>();
        entries.put("kfold/a/x/1.bin", NOISE);
        entries.put("kfold/b/" + "long".repeat(40) + "/2.bin", new byte[] {1, 2});
        for (String kind : List.of("set.zip", "set.tar", "set.tar.gz")) {
            byte[] archive = kind.endsWith("zip") ? zip(entries) : tar(entries, kind.endsWith("gz"));
            server.put(kind, archive);
            Source source = source(kind, new Checksum("SHA-256", hash("SHA-256", archive)), server.address(kind));
            List<Download.Fetched> fetched = get(source);
            assertThat(fetched)
                    .containsExactly(new Download.Fetched(
                            kind, server.address(kind), archive.length, hash("SHA-256", archive), true));
            assertThat(Files.readAllBytes(folder.resolve("SET/a/x/1.bin"))).isEqualTo(NOISE);
            assertThat(Files.readAllBytes(folder.resolve("SET/b/" + "long".repeat(40) + "/2.bin")))
                    .containsExactly(1, 2);
            try (var all = Files.list(folder)) {
                assertThat(all.map(path -> path.getFileName().toString()))
                        .containsExactlyInAnyOrder("SET", ".shiftbed-get");
            }
            try (var all = Files.list(folder.resolve(".shiftbed-get"))) {
                assertThat(all).isEmpty();
            }
            // What is there is not fetched again.
            int requests = server.requests.size();
            assertThat(get(source)).isEmpty();
            assertThat(server.requests).hasSize(requests);
            org.shiftbed.base.AtomicFiles.deleteTree(folder.resolve("SET"));
        }
    }

    @Test
    void aCutConnectionIsTakenUpWhereItEndedWithinACallAndInTheNext() throws Exception {
        byte[] archive = zip(Map.of("kfold/a.bin", NOISE));
        server.put("set.zip", archive);
        server.cut("set.zip", 100_000);
        List<Download.Fetched> fetched = get(source("set.zip", null, server.address("set.zip")));
        assertThat(fetched.get(0).verified()).isFalse();
        assertThat(fetched.get(0).sha256()).isEqualTo(hash("SHA-256", archive));
        assertThat(server.requests).contains("GET /set.zip bytes=100000-");
        org.shiftbed.base.AtomicFiles.deleteTree(folder.resolve("SET"));

        // The part of an earlier call, which ended after 70,000 bytes.
        Path stage = Files.createDirectories(folder.resolve(".shiftbed-get/Set"));
        Files.write(stage.resolve("set.zip.part"), Arrays.copyOf(archive, 70_000));
        Files.writeString(stage.resolve("set.zip.part.tag"), "\"1\"");
        get(source("set.zip", null, server.address("set.zip")));
        assertThat(server.requests).contains("GET /set.zip bytes=70000-");
        assertThat(Files.readAllBytes(folder.resolve("SET/a.bin"))).isEqualTo(NOISE);
    }

    @Test
    void aFileThatChangedMeanwhileOrAServerWithoutRangesBeginsAnew() throws Exception {
        byte[] archive = zip(Map.of("kfold/a.bin", NOISE));
        server.put("set.zip", archive);
        Path stage = Files.createDirectories(folder.resolve(".shiftbed-get/Set"));
        Files.write(stage.resolve("set.zip.part"), new byte[50_000]);
        Files.writeString(stage.resolve("set.zip.part.tag"), "\"1\"");
        server.changed();
        get(source("set.zip", null, server.address("set.zip")));
        assertThat(Files.readAllBytes(folder.resolve("SET/a.bin"))).isEqualTo(NOISE);
        org.shiftbed.base.AtomicFiles.deleteTree(folder.resolve("SET"));
        server.withoutRanges();
        server.cut("set.zip", 10_000);
        get(source("set.zip", null, server.address("set.zip")));
        assertThat(Files.readAllBytes(folder.resolve("SET/a.bin"))).isEqualTo(NOISE);
    }

    @Test
    void mirrorsAreTriedInTurnAndARedirectIsFollowed() throws Exception {
        byte[] archive = zip(Map.of("kfold/a.bin", NOISE));
        server.put("real.zip", archive);
        server.redirect("moved.zip", server.address("real.zip").toString());
        server.put("page.zip", "<html>sign in</html>".getBytes(StandardCharsets.UTF_8));
        server.type("page.zip", "text/html; charset=utf-8");
        server.put("broken.zip", new byte[] {1});
        server.answer("broken.zip", 503);
        server.put("wrong.zip", new byte[] {1, 2, 3});
        List<Download.Fetched> fetched = get(source(
                "set.zip",
                Checksum.md5(hash("MD5", archive)),
                server.address("gone.zip"),
                server.address("page.zip"),
                server.address("broken.zip"),
                server.address("wrong.zip"),
                server.address("moved.zip")));
        assertThat(fetched.get(0).from()).isEqualTo(server.address("moved.zip"));
        assertThat(fetched.get(0).verified()).isTrue();
        // What may pass is asked for again, what cannot is not.
        assertThat(server.requests.stream().filter("GET /broken.zip"::equals).count())
                .isEqualTo(4);
        assertThat(server.requests.stream().filter("GET /gone.zip"::equals).count())
                .isEqualTo(1);
    }

    @Test
    void whatCannotBeHadIsToldWithEveryCauseAndWhatToDoByHand() throws Exception {
        server.put("wrong.zip", new byte[] {1, 2, 3});
        refused(
                source(
                        "set.zip",
                        new Checksum("SHA-256", "0".repeat(64)),
                        server.address("gone.zip"),
                        server.address("wrong.zip")),
                "data get Set: set.zip could not be had: ",
                server.address("gone.zip") + ": answered 404",
                server.address("wrong.zip") + ": its SHA-256 is " + hash("SHA-256", new byte[] {1, 2, 3})
                        + ", published is 0000",
                "By hand: https://example.org/set tells where it is now; put it so that " + folder
                        + "/SET/ holds a and b, or give another address with --mirror");
    }

    @Test
    void aMirrorOfTheUserIsTriedFirst() throws Exception {
        byte[] archive = zip(Map.of("kfold/a.bin", NOISE));
        server.put("sets/set.zip", archive);
        server.put("set.zip", archive);
        List<Download.Fetched> fetched = new Download(
                        source("set.zip", null, server.address("set.zip")),
                        folder,
                        server.address("sets/"),
                        Progress.NONE,
                        Duration.ZERO)
                .run();
        assertThat(fetched.get(0).from()).isEqualTo(server.address("sets/set.zip"));
        assertThat(server.requests).doesNotContain("GET /set.zip");
    }

    @Test
    void nothingIsWrittenOutsideOfTheFolder() throws Exception {
        for (String name : List.of("../outside.txt", "kfold/../../outside.txt", "/tmp/shiftbed-outside.txt")) {
            server.put("set.zip", zip(Map.of(name, new byte[] {1})));
            refused(source("set.zip", null, server.address("set.zip")), "would be written outside of the folder");
            clear();
            server.put("set.tar.gz", tar(Map.of(name, new byte[] {1}), true));
            if (!name.startsWith("/")) {
                refused(
                        source("set.tar.gz", null, server.address("set.tar.gz")),
                        "would be written outside of the folder");
            }
            clear();
        }
        assertThat(folder.resolve("outside.txt")).doesNotExist();
        assertThat(Path.of("/tmp/shiftbed-outside.txt")).doesNotExist();
    }

    @Test
    void linksInArchivesAreNotUnpacked() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (TarArchiveOutputStream out = new TarArchiveOutputStream(bytes)) {
            TarArchiveEntry link = new TarArchiveEntry("kfold/link", TarConstants.LF_SYMLINK);
            link.setLinkName("/etc");
            out.putArchiveEntry(link);
            out.closeArchiveEntry();
        }
        server.put("set.tar", bytes.toByteArray());
        refused(source("set.tar", null, server.address("set.tar")), "entry 'kfold/link' is a link or a device");
    }

    @Test
    void aDamagedArchiveIsToldAndSoIsOneThatHoldsSomethingElse() throws Exception {
        byte[] archive = zip(Map.of("kfold/a.bin", NOISE));
        server.put("set.zip", Arrays.copyOf(archive, archive.length / 2));
        refused(source("set.zip", null, server.address("set.zip")), "set.zip cannot be unpacked: ", "delete ");
        clear();
        server.put("set.zip", zip(Map.of("other/a.bin", NOISE)));
        refused(
                source("set.zip", null, server.address("set.zip")),
                "the archives do not hold SET; what they hold is in ");
    }

    private void clear() throws IOException {
        org.shiftbed.base.AtomicFiles.deleteTree(folder.resolve(".shiftbed-get"));
    }

    @Test
    void theDiskMustHaveRoomBeforeAnythingIsFetched() {
        Source source = new Source(
                "Set",
                List.of(),
                "CC0",
                "https://example.org",
                List.of(new RemoteFile("set.zip", List.of(server.address("gone.zip")), 1L << 60, null, "")),
                Map.of(),
                "SET",
                "DATA/SET is there",
                null);
        refused(
                source,
                "data get Set: needs about 2199023255552 MiB in " + folder,
                "name another folder with --data-dir");
        assertThat(server.requests).noneMatch(request -> request.startsWith("GET"));
    }

    @Test
    void aPictureOfTwoKeptClassesIsInBothFoldersOfItsPlace() throws IOException {
        Path raw = folder.resolve(TerraBuild.RAW);
        Files.createDirectories(raw.resolve("images"));
        for (String name : List.of("p1.jpg", "p2.jpg", "p3.jpg", "p4.jpg")) {
            Files.writeString(raw.resolve("images").resolve(name), name);
        }
        String categories =
                "\"categories\": [{\"id\": 1, \"name\": \"cat\"}, {\"id\": 2, \"name\": \"dog\"}, {\"id\": 3, \"name\": \"car\"}]";
        String empty = "{\"images\": [], \"annotations\": [], " + categories + "}";
        for (String part : List.of("cis_test", "cis_val", "trans_test", "trans_val")) {
            Files.writeString(raw.resolve(part + "_annotations.json"), empty);
        }
        Files.writeString(
                raw.resolve("train_annotations.json"),
                "{\"images\": [{\"id\": \"a\", \"file_name\": \"p1.jpg\", \"location\": 38},"
                        + " {\"id\": \"b\", \"file_name\": \"p2.jpg\", \"location\": 46},"
                        + " {\"id\": \"c\", \"file_name\": \"p3.jpg\", \"location\": 7},"
                        + " {\"id\": \"d\", \"file_name\": \"p4.jpg\", \"location\": 100}],"
                        + "\"annotations\": [{\"image_id\": \"a\", \"category_id\": 1}, {\"image_id\": \"a\", \"category_id\": 2},"
                        + " {\"image_id\": \"a\", \"category_id\": 1}, {\"image_id\": \"b\", \"category_id\": 3},"
                        + " {\"image_id\": \"c\", \"category_id\": 1}, {\"image_id\": \"d\", \"category_id\": 2}],"
                        + categories + "}");
        TerraBuild.build(folder);
        try (var all = Files.walk(folder)) {
            assertThat(all.filter(Files::isRegularFile)
                            .map(file -> folder.relativize(file).toString())
                            .sorted())
                    .containsExactly(
                            "terra_incognita/location_100/dog/p4.jpg",
                            "terra_incognita/location_38/cat/p1.jpg",
                            "terra_incognita/location_38/dog/p1.jpg");
        }
    }

    @Test
    void everySourceHasFilesAndAPlaceOfItsOwnAndNamesAreFound() {
        assertThat(Sources.all()).extracting(Source::name).doesNotHaveDuplicates();
        assertThat(Sources.all()).extracting(Source::place).doesNotHaveDuplicates();
        for (Source source : Sources.all()) {
            assertThat(source.files()).as(source.name()).isNotEmpty();
            assertThat(source.files()).extracting(RemoteFile::name).doesNotHaveDuplicates();
            assertThat(source.layout()).contains("DATA/" + source.place().replaceFirst("/.*", ""));
            source.files().forEach(file -> assertThat(file.mirrors()).isNotEmpty());
        }
        assertThat(Sources.require("ColoredMNIST", "data get").name()).isEqualTo("MNIST");
        assertThat(Sources.of("sprites")).isNull();
        assertThatThrownBy(() -> Sources.require("PCAS", "data get"))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("did you mean 'PACS'");
    }
}
