package org.shiftbed.data.folders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.base.UserError;
import org.shiftbed.data.AntialiasedResize;
import org.shiftbed.data.Dataset;
import org.shiftbed.data.Datasets;
import org.shiftbed.data.ImageShape;
import org.shiftbed.data.Originals;
import org.shiftbed.data.Progress;
import org.shiftbed.data.Transforms;

class FolderDatasetTest {
    private static final int SIDE = 8;

    @TempDir
    Path folder;

    private Path root() {
        return folder.resolve("set");
    }

    /** Writes a PNG of one colour, which is the number of the call, so that every picture is its own. */
    private void png(String path, int colour) throws IOException {
        write(path, encoded(picture(9, 9, colour), "png"));
    }

    private void write(String path, byte[] bytes) throws IOException {
        Path file = root().resolve(path);
        Files.createDirectories(Objects.requireNonNull(file.getParent()));
        Files.write(file, bytes);
    }

    private static BufferedImage picture(int width, int height, int colour) {
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                image.setRGB(x, y, colour);
            }
        }
        return image;
    }

    private static byte[] encoded(BufferedImage image, String format) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        assertThat(ImageIO.write(image, format, out)).isTrue();
        return out.toByteArray();
    }

    private FolderRequest request(boolean strict, boolean refuse, List<String> domains, List<String> classes) {
        return new FolderRequest("folders", root(), domains, classes, 0, 0, null, null, SIDE, 16, refuse, strict);
    }

    private Dataset open(boolean strict) {
        return open(request(strict, false, List.of(), List.of()));
    }

    private Dataset open(FolderRequest request) {
        return FolderDataset.open(request, folder.resolve("cache"), Progress.NONE);
    }

    private void refused(FolderRequest request, String message) {
        assertThatThrownBy(() -> open(request).close())
                .isInstanceOf(UserError.class)
                .hasMessageContaining(message)
                .hasMessageStartingWith("folders: ")
                .hasMessageNotContaining("\n");
    }

    private static List<String> files(Dataset data) {
        return IntStream.range(0, data.size()).mapToObj(data::describe).toList();
    }

    private static List<String> values(Dataset data, String attribute) {
        return IntStream.of(data.attributes().column(attribute))
                .mapToObj(data.attributes().attribute(attribute).values()::get)
                .toList();
    }

    /** Names whose two orders differ: numbers, hidden ones, sub-folders whose name sorts before a slash. */
    private void tangled() throws IOException {
        int colour = 0x100;
        for (String path : List.of(
                "art10/dog/9.png",
                "art10/dog/10.png",
                "art10/dog/sub/1.png",
                "art10/dog/sub-b/1.png",
                "art10/dog/sub/deep/1.png",
                "art10/dog/B.PNG",
                "art10/dog/.a.png",
                "art10/cat2/1.png",
                "art10/cat10/1.png",
                "art9/dog/1.png",
                "art9/cat2/1.png",
                "art9/cat10/1.png")) {
            png(path, colour += 0x1001);
        }
        write("art9/dog/notes.txt", new byte[] {1});
        write("list.txt", new byte[] {1});
    }

    @Test
    void strictHasTheExamplesAndTheOrderOfDomainBed() throws IOException {
        tangled();
        try (Dataset data = open(true)) {
            assertThat(data.attributes().attribute("domain").values()).containsExactly("art10", "art9");
            assertThat(data.attributes().attribute("class").values()).containsExactly("cat10", "cat2", "dog");
            assertThat(files(data))
                    .containsExactly(
                            "art10/cat10/1.png",
                            "art10/cat2/1.png",
                            "art10/dog/.a.png",
                            "art10/dog/10.png",
                            "art10/dog/9.png",
                            "art10/dog/B.PNG",
                            "art10/dog/sub/1.png",
                            "art10/dog/sub-b/1.png",
                            "art10/dog/sub/deep/1.png",
                            "art9/cat10/1.png",
                            "art9/cat2/1.png",
                            "art9/dog/1.png");
            assertThat(values(data, "class").subList(0, 3)).containsExactly("cat10", "cat2", "dog");
            assertThat(data.label()).isEqualTo("class");
            assertThat(data.domain()).isEqualTo("domain");
            assertThat(data.transforms()).isEqualTo(Transforms.FOLDERS);
            assertThat(data.notes()).isEmpty();
        }
    }

    @Test
    void fixedIgnoresWhatIsHiddenOrdersNumbersAsNumbersAndSaysBoth() throws IOException {
        tangled();
        png(".git/dog/1.png", 7);
        png("__MACOSX/dog/1.png", 8);
        try (Dataset data = open(false)) {
            assertThat(data.attributes().attribute("domain").values()).containsExactly("art9", "art10");
            assertThat(data.attributes().attribute("class").values()).containsExactly("cat2", "cat10", "dog");
            assertThat(files(data))
                    .containsExactly(
                            "art9/cat2/1.png",
                            "art9/cat10/1.png",
                            "art9/dog/1.png",
                            "art10/cat2/1.png",
                            "art10/cat10/1.png",
                            "art10/dog/9.png",
                            "art10/dog/10.png",
                            "art10/dog/B.PNG",
                            "art10/dog/sub/1.png",
                            "art10/dog/sub/deep/1.png",
                            "art10/dog/sub-b/1.png");
            assertThat(data.notes()).hasSize(2);
            assertThat(data.notes().get(0))
                    .startsWith("3 hidden files or folders ignored, which DomainBed would read: ")
                    .contains(".git", "__MACOSX", "art10/dog/.a.png");
            assertThat(data.notes().get(1))
                    .startsWith("numbers in names are ordered as numbers: ")
                    .contains("art9, art10, cat2, cat10, dog")
                    .endsWith("stand elsewhere than in DomainBed's order");
        }
        // As DomainBed would: a stray folder is a domain, which lacks classes.
        refused(
                request(true, false, List.of(), List.of()),
                "lacks classes cat10, cat2, and DomainBed numbers the classes");
    }

    @Test
    void oneClassMapIsMadeFromAllDomains() throws IOException {
        png("a/cat/1.png", 1);
        png("a/dog/1.png", 2);
        png("b/dog/1.png", 3);
        png("b/eel/1.png", 4);
        Files.createDirectories(root().resolve("b/fox"));
        try (Dataset data = open(false)) {
            assertThat(data.attributes().attribute("class").values()).containsExactly("cat", "dog", "eel");
            assertThat(values(data, "class")).containsExactly("cat", "dog", "dog", "eel");
            assertThat(data.notes())
                    .containsExactly(
                            "domain 'a' lacks class eel; one class map is made from all domains, where DomainBed would"
                                    + " number its classes anew (D04)",
                            "domain 'b' lacks class cat; one class map is made from all domains, where DomainBed would"
                                    + " number its classes anew (D04)");
        }
        refused(request(true, false, List.of(), List.of()), "domain 'a' lacks classes eel, fox");
        png("a/eel/1.png", 5);
        png("b/cat/1.png", 6);
        Files.createDirectories(root().resolve("a/fox"));
        refused(request(true, false, List.of(), List.of()), "a/fox holds no picture, which DomainBed refuses");
    }

    @Test
    void whatIsDeclaredMustBeThereAndNothingElse() throws IOException {
        png("photo/dog/1.png", 1);
        png("sketch/dog/1.png", 2);
        png("sketch/cat/1.png", 3);
        List<String> domains = List.of("sketch", "photo");
        List<String> classes = List.of("dog", "cat");
        try (Dataset data = open(request(false, false, domains, classes))) {
            assertThat(data.attributes().attribute("domain").values()).isEqualTo(domains);
            assertThat(data.attributes().attribute("class").values()).isEqualTo(classes);
            assertThat(files(data)).containsExactly("sketch/dog/1.png", "sketch/cat/1.png", "photo/dog/1.png");
        }
        refused(
                request(false, false, List.of("sketch", "photos"), List.of()),
                "domains: domain 'photos' is not in " + root() + "; did you mean 'photo'?");
        refused(
                request(false, false, List.of("sketch"), List.of()),
                "holds domain 'photo', which is not declared: sketch");
        refused(
                request(false, false, List.of(), List.of("dog", "cat", "eel")),
                "classes: class 'eel' is not in " + root());
        refused(request(false, false, List.of(), List.of("dog")), "holds class 'cat', which is not declared: dog");
        refused(
                new FolderRequest("folders", root(), List.of(), List.of(), 3, 0, null, null, SIDE, 16, false, false),
                "has 3 classes, found 2");
    }

    @Test
    void brokenFilesAreNamedCountedAndLeftOutOrRefused() throws IOException {
        byte[] png = encoded(noise(40, 40), "png");
        byte[] jpeg = encoded(noise(40, 40), "jpg");
        png("a/x/1.png", 1);
        png("a/y/1.png", 2);
        write("a/x/empty.jpg", new byte[0]);
        write("a/x/cut.png", Arrays.copyOf(png, png.length / 2));
        write("a/x/cut.jpg", Arrays.copyOf(jpeg, jpeg.length / 2));
        write("a/x/text.jpg", "not a picture".getBytes(StandardCharsets.UTF_8));
        Files.createSymbolicLink(root().resolve("a/x/gone.png"), root().resolve("nowhere.png"));
        Files.createSymbolicLink(root().resolve("a/x/self.png"), root().resolve("a/x/self.png"));
        Files.createSymbolicLink(root().resolve("a/y/up"), root().resolve("a"));
        try (Dataset data = open(false)) {
            assertThat(files(data)).containsExactly("a/x/1.png", "a/y/1.png");
            assertThat(data.leftOut()).hasSize(6);
            assertThat(data.leftOut().stream().map(line -> line.split(" ")[0]).toList())
                    .containsExactly(
                            "a/x/cut.jpg",
                            "a/x/cut.png",
                            "a/x/empty.jpg",
                            "a/x/gone.png",
                            "a/x/self.png",
                            "a/x/text.jpg");
            assertThat(data.leftOut().get(2)).isEqualTo("a/x/empty.jpg is empty");
            assertThat(data.leftOut().get(5)).startsWith("a/x/text.jpg is no PNG, JPEG");
            assertThat(data.notes())
                    .anyMatch(note -> note.startsWith("6 pictures of 8 that cannot be decoded left out: a/x/cut.jpg "))
                    .contains("1 link to a folder above it not followed: a/y/up");
        }
        refused(request(false, true, List.of(), List.of()), "dir: a/x/cut.jpg is damaged");
        refused(request(false, true, List.of(), List.of()), "(6 such of 8: ");
        refused(request(false, true, List.of(), List.of()), "replace them, or write broken: skip");
    }

    private static BufferedImage noise(int width, int height) {
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                image.setRGB(x, y, (x * 0x010305 + y * 0x070b0d) * 977 & 0xFFFFFF);
            }
        }
        return image;
    }

    @Test
    void picturesAreResizedToASquareAndTheirOriginalsAreBounded() throws IOException {
        write("a/x/small.png", encoded(noise(13, 12), "png"));
        write("a/x/wide.png", encoded(noise(50, 20), "png"));
        try (Dataset data = open(false)) {
            assertThat(data.shape()).isEqualTo(new ImageShape(3, SIDE, SIDE));
            Originals originals = Objects.requireNonNull(data.originals());
            // A shorter side of 20 becomes 16, and 50 * 16 / 20 is 40.
            assertThat(originals.shape(0)).isEqualTo(new ImageShape(3, 12, 13));
            assertThat(originals.shape(1)).isEqualTo(new ImageShape(3, 16, 40));
            byte[] small = new byte[3 * 12 * 13];
            originals.read(0, small);
            assertThat(small).isEqualTo(planes(noise(13, 12)));
            byte[] wide = new byte[3 * 16 * 40];
            originals.read(1, wide);
            assertThat(wide).isEqualTo(AntialiasedResize.resize(planes(noise(50, 20)), 3, 20, 50, 16, 40));
            ByteBuffer square = ByteBuffer.allocate(2 * data.shape().bytes());
            data.read(new int[] {1, 0}, 0, 2, square);
            assertThat(Arrays.copyOf(square.array(), 3 * SIDE * SIDE))
                    .isEqualTo(AntialiasedResize.resize(planes(noise(50, 20)), 3, 20, 50, SIDE, SIDE));
        }
    }

    private static byte[] planes(BufferedImage image) {
        int area = image.getWidth() * image.getHeight();
        byte[] planes = new byte[3 * area];
        for (int i = 0; i < area; i++) {
            int rgb = image.getRGB(i % image.getWidth(), i / image.getWidth());
            for (int c = 0; c < 3; c++) {
                planes[c * area + i] = (byte) (rgb >> (16 - 8 * c));
            }
        }
        return planes;
    }

    @Test
    void aListOfPathsIsLeftOutAndItsHashIsTold() throws Exception {
        png("a/x/1.png", 1);
        png("a/x/2.png", 2);
        png("a/y/1.png", 3);
        byte[] list = "a/x/2.png\n\na/z/missing.png\n".getBytes(StandardCharsets.UTF_8);
        Path file = folder.resolve("list.txt");
        Files.write(file, list);
        String sha =
                HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(list));
        FolderRequest wanted =
                new FolderRequest("folders", root(), List.of(), List.of(), 0, 0, file, sha, SIDE, 16, false, false);
        String without;
        try (Dataset data = open(wanted)) {
            assertThat(files(data)).containsExactly("a/x/1.png", "a/y/1.png");
            assertThat(data.notes())
                    .containsExactly("1 of 3 pictures left out by the list of 2 paths with SHA-256 " + sha);
            assertThat(data.provenance()).containsEntry("exclude_sha256", sha);
            without = data.fingerprint();
        }
        try (Dataset data = open(false)) {
            assertThat(data.fingerprint()).isNotEqualTo(without);
        }
        refused(
                new FolderRequest(
                        "folders", root(), List.of(), List.of(), 0, 0, file, "0".repeat(64), SIDE, 16, false, false),
                "exclude: " + file + " has SHA-256 " + sha + ", the published list has 0000");
    }

    @Test
    void theFingerprintIsOfContentAndOrderAndAFolderThatMovesIsNotDecodedAgain() throws IOException {
        png("a/x/9.png", 1);
        png("a/x/10.png", 2);
        String fixed = fingerprint(false);
        assertThat(fingerprint(true)).isNotEqualTo(fixed);
        List<Path> packs = packs();
        assertThat(packs).hasSize(2);
        Files.move(root(), folder.resolve("moved"));
        Files.createDirectories(root());
        Files.move(folder.resolve("moved/a"), root().resolve("a"));
        assertThat(fingerprint(false)).isEqualTo(fixed);
        assertThat(packs()).isEqualTo(packs);
        Files.move(root().resolve("a/x/9.png"), root().resolve("a/x/11.png"));
        assertThat(fingerprint(false)).isNotEqualTo(fixed);
        // The same order of the same content under other names.
        Files.move(root().resolve("a/x/10.png"), root().resolve("a/x/12.png"));
        Files.move(root().resolve("a/x/11.png"), root().resolve("a/x/10.png"));
        assertThat(fingerprint(false)).isEqualTo(fixed);
        png("a/x/10.png", 3);
        assertThat(fingerprint(false)).isNotEqualTo(fixed);
    }

    private String fingerprint(boolean strict) {
        try (Dataset data = open(strict)) {
            return data.fingerprint();
        }
    }

    private List<Path> packs() throws IOException {
        try (Stream<Path> all = Files.list(folder.resolve("cache"))) {
            return all.filter(path -> path.toString().endsWith(".pack"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void aPictureWhosePixelsAreDamagedInTheCacheIsNotTrainedOn() throws IOException {
        png("a/x/1.png", 0x123456);
        fingerprint(false);
        Path pack = packs().get(0);
        byte[] whole = Files.readAllBytes(pack);
        whole[4096 + 5] ^= 1;
        Files.write(pack, whole);
        try (Dataset data = open(false)) {
            assertThatThrownBy(() -> data.read(new int[] {0}, 0, 1, ByteBuffer.allocate(3 * SIDE * SIDE)))
                    .isInstanceOf(UserError.class)
                    .hasMessageContaining("the cache file " + pack + " is damaged; delete it and run again");
        }
    }

    @Test
    void picturesOfEqualPixelsShareAGroupAndThoseOfTwoClassesAreTold() throws IOException {
        png("a/x/1.png", 1);
        png("a/x/2.png", 1);
        png("a/y/1.png", 1);
        png("b/x/1.png", 2);
        png("b/y/1.png", 3);
        try (Dataset data = open(false)) {
            assertThat(data.attributes().groups()).containsExactly(0, 0, 0, 3, 4);
            assertThat(data.notes())
                    .containsExactly(
                            "1 picture with the pixels of one in another class; `shiftbed data inspect` names them");
        }
    }

    @Test
    void namedDataSetsSayWhereTheyAreLookedFor() {
        Map<String, Object> resolved = new TreeMap<>(Datasets.resolve("PACS", Map.of(), "study.yaml"));
        assertThat(resolved).containsEntry("side", 224).containsEntry("broken", "skip");
        assertThatThrownBy(() -> Datasets.open("PACS", resolved, new org.shiftbed.data.DataSource(folder, 0)))
                .isInstanceOf(UserError.class)
                .hasMessage("PACS: there is no folder " + folder.resolve("PACS")
                        + "; `shiftbed data get PACS` fetches it, or say with --data-dir which folder holds PACS/");
        assertThatThrownBy(() -> Datasets.open(
                        "OfficeHome",
                        Datasets.resolve("OfficeHome", Map.of(), "study.yaml"),
                        new org.shiftbed.data.DataSource(null, 0)))
                .hasMessageContaining("office_home/");
        assertThatThrownBy(() -> Datasets.resolve("PACS", Map.of("bound", 100), "study.yaml, line 3"))
                .hasMessage(
                        "study.yaml, line 3: 'bound' must be 0 or lie in [224, 16384] pixels, from 'side' up, got 100");
        List<String> known = new ArrayList<>(Datasets.names());
        assertThat(known)
                .contains("VLCS", "PACS", "OfficeHome", "TerraIncognita", "DomainNet", "SVIRO", "folders", "images");
    }
}
