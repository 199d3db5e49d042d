package org.shiftbed.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.app.Terminal.Answer;
import org.shiftbed.base.CanonicalJson;

/** Folders of pictures from the download to the records of a study. */
class FoldersTest {
    private static final List<String> DOMAINS = List.of("art", "photo", "sketch");
    private static final int EACH = 12;

    @TempDir
    private Path folder;

    private static byte[] png(int colour) throws IOException {
        BufferedImage image = new BufferedImage(20, 24, BufferedImage.TYPE_INT_RGB);
        for (int at = 0; at < 480; at++) {
            image.setRGB(at % 20, at / 20, colour * 31 + at * 0x010203 & 0xFFFFFF);
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ImageIO.write(image, "png", out);
        return out.toByteArray();
    }

    private void pictures() throws IOException {
        for (String domain : DOMAINS) {
            for (String kind : List.of("cat", "dog")) {
                Path place = Files.createDirectories(
                        folder.resolve("pics").resolve(domain).resolve(kind));
                for (int i = 0; i < EACH; i++) {
                    Files.write(place.resolve(i + ".png"), png((domain + kind + i).hashCode()));
                }
            }
        }
        Files.write(folder.resolve("pics/art/cat/broken.jpg"), new byte[0]);
        Files.copy(folder.resolve("pics/art/cat/0.png"), folder.resolve("pics/sketch/dog/twin.png"));
    }

    @Test
    void inspectCountsNamesWhatIsBrokenAndFindsPicturesOfTwoClasses() throws IOException {
        pictures();
        Terminal terminal = new Terminal(folder);
        Answer inspected = terminal.run(
                "data", "inspect", "folders:dir=pics,side=16", "--grid", "grid.png", "--twins", "twins.txt");
        assertThat(inspected.code()).as(inspected.err()).isZero();
        assertThat(inspected.out())
                .contains("73 examples of 3x16x16 bytes", "label: class", "environments: domain")
                .contains("class: cat (36), dog (37)", "domain: art (24), photo (24), sketch (25)")
                .containsPattern("(?m)^class \\\\ domain +art +photo +sketch$")
                .containsPattern("(?m)^dog +12 +12 +13$")
                .contains("left out: art/cat/broken.jpg is empty")
                .contains("equal pixels, different class: art/cat/0.png (cat) = sketch/dog/twin.png (dog)")
                .contains("note: numbers in names are ordered as numbers: ");
        BufferedImage grid = ImageIO.read(folder.resolve("grid.png").toFile());
        // Two rows of eight pictures of 16 pixels, with a line around each.
        assertThat(List.of(grid.getWidth(), grid.getHeight())).containsExactly(8 * 17 + 1, 2 * 17 + 1);
        assertThat(Files.readString(folder.resolve("twins.txt"))).isEqualTo("art/cat/0.png\nsketch/dog/twin.png\n");
        Answer without = terminal.run("data", "inspect", "folders:dir=pics,side=16,exclude=twins.txt");
        assertThat(without.out()).contains("71 examples", "2 of 74 pictures left out by the list of 2 paths");
        Answer strict = terminal.run("data", "inspect", "folders:dir=pics,side=16", "--strict");
        assertThat(strict.code()).isEqualTo(ExitCodes.USER_ERROR);
        assertThat(strict.err()).contains("art/cat/broken.jpg is empty; replace it, or write broken: skip");
        Answer theirs = terminal.run("data", "inspect", "folders:dir=pics,side=16", "--domainbed");
        assertThat(theirs.out()).contains("73 examples").doesNotContain("numbers in names");
        Answer packed = terminal.run("data", "pack", "folders:dir=pics,side=16");
        assertThat(packed.out())
                .contains("73 examples of 3x16x16 bytes (56 kB)", "pictures for random crops: 105 kB")
                .contains("left out: art/cat/broken.jpg is empty");
    }

    @Test
    void aStudyOfDomainBedsProtocolTrainsOnFoldersAndRecordsWhatItRead() throws IOException {
        pictures();
        Files.writeString(folder.resolve("study.yaml"), """
                study: folders
                protocol: domainbed
                dataset: {folders: {dir: pics, side: 16}}
                algorithms: [ERM]
                network: small-cnn
                search: {given: [{batch_size: 4}]}
                trials: 1
                test-environments: [[2]]
                training: {steps: 2, checkpoint-every: 1}
                """);
        Terminal terminal = new Terminal(folder);
        for (String command : List.of("run", "plan", "check")) {
            Answer strict = terminal.run(command, "study.yaml", "--strict");
            assertThat(strict.code()).isEqualTo(2);
            assertThat(strict.err())
                    .contains(
                            "--strict: 1 file cannot be read: folders: art/cat/broken.jpg is empty. Replace or remove");
        }
        for (String words : List.of("", "data,files")) {
            List<String> train = new ArrayList<>(List.of(
                    "train",
                    "--dataset",
                    "folders:side=16,dir=" + folder.resolve("pics"),
                    "--algorithm",
                    "ERM",
                    "--strict"));
            if (!words.isEmpty()) {
                train.add(words);
            }
            Answer strict = terminal.run(train.toArray(String[]::new));
            assertThat(strict.code()).isEqualTo(2);
            assertThat(strict.err()).contains("--strict: 1 file cannot be read: folders: art/cat/broken.jpg is empty");
        }
        assertThat(folder.resolve("runs")).doesNotExist();
        Answer run = terminal.run("run", "study.yaml", "--workers", "1");
        assertThat(run.code()).as(run.err() + run.out()).isZero();
        Path trial = only(folder.resolve("runs/folders/trials"));
        Map<String, Object> manifest = CanonicalJson.parseObject(Files.readString(trial.resolve("manifest.json")));
        Map<?, ?> data = (Map<?, ?>) Objects.requireNonNull(manifest.get("data"));
        assertThat(String.valueOf(data.get("left_out"))).contains("art/cat/broken.jpg is empty");
        assertThat(String.valueOf(data.get("provenance"))).contains("DomainBed's");
        String identity = Files.readString(trial.resolve("trial.json"));
        assertThat(identity)
                .contains("\"fingerprint\":\"" + manifest.get("fingerprint") + "\"")
                .doesNotContain("pics");
        assertThat(Files.readString(trial.resolve("results.jsonl")).lines())
                .hasSize(2)
                .allMatch(line -> line.contains("\"env2_out_acc\""));

        // Other data are another trial: results of both are never one row.
        Files.write(folder.resolve("pics/photo/dog/3.png"), png(99));
        Answer again = terminal.run("run", "study.yaml", "--workers", "1", "--out", "other");
        assertThat(again.code()).as(again.err()).isZero();
        assertThat(only(folder.resolve("other/trials")).getFileName()).isNotEqualTo(trial.getFileName());
    }

    private static Path only(Path trials) throws IOException {
        try (Stream<Path> all = Files.list(trials)) {
            List<Path> found = all.toList();
            assertThat(found).hasSize(1);
            return found.get(0);
        }
    }

    @Test
    void aDataSetIsFetchedListedAndRead() throws IOException {
        ByteArrayOutputStream archive = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(archive)) {
            int colour = 1;
            for (String domain : List.of("art_painting", "cartoon", "photo", "sketch")) {
                for (String kind : List.of("dog", "elephant", "giraffe", "guitar", "horse", "house", "person")) {
                    zip.putNextEntry(new ZipEntry("kfold/" + domain + "/" + kind + "/pic_001.png"));
                    zip.write(png(colour++));
                    zip.closeEntry();
                }
            }
        }
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/sets/PACS.zip", exchange -> {
            try (exchange) {
                byte[] body = archive.toByteArray();
                boolean head = exchange.getRequestMethod().equals("HEAD");
                exchange.sendResponseHeaders(200, head ? -1 : body.length);
                if (!head) {
                    exchange.getResponseBody().write(body);
                }
            }
        });
        server.start();
        try {
            Terminal terminal = new Terminal(folder);
            String data = folder.resolve("data").toString();
            Answer listed = terminal.run("data", "list", "--data-dir", data);
            assertThat(listed.out())
                    .contains("PACS: DomainBed's PACS: 7 classes in four styles")
                    .contains("not here (" + data + "): `shiftbed data get PACS`")
                    .contains("licence: none stated by its authors; size unknown")
                    .containsPattern("(?m)^    from https://ai.bu.edu/M3SDA; licence: .*; about 18 GB$");
            String mirror = "http://127.0.0.1:" + server.getAddress().getPort() + "/sets";
            Answer got = terminal.run("data", "get", "PACS", "--data-dir", data, "--mirror", mirror);
            assertThat(got.code()).as(got.err()).isZero();
            assertThat(got.out())
                    .contains("PACS.zip: ", " from " + mirror + "/PACS.zip, SHA-256 ")
                    .contains("no checksum was published to compare it with", "It is in " + data + "/PACS.");
            assertThat(terminal.run("data", "list", "--data-dir", data).out()).contains("here: " + data + "/PACS");
            Answer inspected = terminal.run("data", "inspect", "PACS", "--set", "side=16", "--data-dir", data);
            assertThat(inspected.code()).as(inspected.err()).isZero();
            assertThat(inspected.out())
                    .contains("28 examples of 3x16x16 bytes")
                    .contains("note: has 28 pictures, and published results are of 9991");
            Files.createDirectories(folder.resolve("data/PACS/stray/dog"));
            Answer stray = terminal.run("data", "inspect", "PACS", "--set", "side=16", "--data-dir", data);
            assertThat(stray.code()).isEqualTo(ExitCodes.USER_ERROR);
            assertThat(stray.err()).contains("holds domain 'stray', which is not declared");
        } finally {
            server.stop(0);
        }
    }

    @Test
    void mistakesOfTheCommandsAreOneLine() {
        Terminal terminal = new Terminal(folder);
        for (List<String> wrong : List.of(
                List.of("did you mean 'PACS'", "data", "get", "PCAS", "--data-dir", "x"),
                List.of("no data folder", "data", "get", "PACS"),
                List.of(
                        "must begin with http:// or https://",
                        "data",
                        "get",
                        "PACS",
                        "--data-dir",
                        "x",
                        "--mirror",
                        "ftp://a"),
                List.of("'dir' is missing", "data", "pack", "folders"),
                List.of("--strict: data set sprites leaves no file out", "data", "inspect", "sprites", "--strict"))) {
            Answer answer = terminal.run(wrong.subList(1, wrong.size()).toArray(String[]::new));
            assertThat(answer.code()).as(answer.err()).isEqualTo(ExitCodes.USER_ERROR);
            assertThat(answer.errors()).hasSize(1);
            assertThat(answer.err()).contains(wrong.get(0));
        }
    }
}
