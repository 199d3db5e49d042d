package org.shiftbed.data.images;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.base.UserError;
import org.shiftbed.data.Attribute;
import org.shiftbed.data.Dataset;
import org.shiftbed.data.Datasets;
import org.shiftbed.data.Progress;
import org.shiftbed.data.table.Column;
import org.shiftbed.data.table.Table;
import org.shiftbed.data.table.TableWriter;

class OwnImagesTest {
    private static final String HEAD = "file,species,age,seen,tame,code\n";

    @TempDir
    Path folder;

    @BeforeEach
    void aFolderOfFourPictures() throws IOException {
        picture("a/red one.png", 0xFF0000);
        picture("a/green.png", 0x00FF00);
        picture("b/blue.png", 0x0000FF);
        picture("b/été.png", 0xFFFFFF);
        table(HEAD + "green,fox,3,2020-01-02,true,01\nred one.png,owl,70,2019-05-05,false,02\n"
                + "b/blue,fox,41,2020-01-02,true,01\nété.png,,40,2021-01-01,false,10\n");
    }

    private void picture(String name, int colour) throws IOException {
        Path file = folder.resolve("photos").resolve(name);
        Files.createDirectories(file.getParent());
        Files.write(file, Pictures.png(20, 12, colour));
    }

    private void table(String text) throws IOException {
        Files.writeString(folder.resolve("photos.csv"), text);
    }

    private Map<String, Object> parameters(Object... pairs) {
        Map<String, Object> given = new TreeMap<>(Map.of(
                "dir",
                folder.resolve("photos").toString(),
                "attributes",
                folder.resolve("photos.csv").toString(),
                "label",
                "species",
                "side",
                8,
                "bins",
                Map.of("age", List.of(40, 65))));
        for (int i = 0; i < pairs.length; i += 2) {
            given.put((String) pairs[i], pairs[i + 1]);
        }
        return Datasets.resolve("images", given, "study.yaml, line 2: dataset.images");
    }

    private Dataset open(Object... pairs) {
        Request request = Request.of(parameters(pairs));
        return OwnImages.open(request, folder.resolve("cache"), Progress.NONE);
    }

    private void refused(String message, Object... pairs) {
        assertThatThrownBy(() -> open(pairs).close())
                .isInstanceOf(UserError.class)
                .hasMessageContaining(message)
                .hasMessageNotContaining("\n");
    }

    private static List<String> values(Dataset data, String attribute) {
        Attribute known = data.attributes().attribute(attribute);
        return IntStream.of(data.attributes().column(attribute))
                .mapToObj(known.values()::get)
                .toList();
    }

    private static List<String> colours(Dataset data) {
        List<String> colours = new ArrayList<>();
        ByteBuffer pixels = ByteBuffer.allocate(data.size() * data.shape().bytes());
        data.read(IntStream.range(0, data.size()).toArray(), 0, data.size(), pixels);
        int area = data.shape().bytes() / 3;
        for (int row = 0; row < data.size(); row++) {
            int at = row * 3 * area;
            colours.add("%02x%02x%02x".formatted(pixels.get(at), pixels.get(at + area), pixels.get(at + 2 * area)));
        }
        return colours;
    }

    @Test
    void rowsComeInTheOrderOfTheTableWithTheirPictures() {
        try (Dataset data = open("skip", List.of("blank-labels"))) {
            assertThat(data.size()).isEqualTo(3);
            assertThat(data.shape()).hasToString("3x8x8");
            assertThat(colours(data)).containsExactly("00ff00", "ff0000", "0000ff");
            assertThat(values(data, "species")).containsExactly("fox", "owl", "fox");
            assertThat(values(data, "age")).containsExactly("below 40", "from 65", "40 to 65");
            assertThat(values(data, "seen")).containsExactly("2020-01-02", "2019-05-05", "2020-01-02");
            assertThat(values(data, "tame")).containsExactly("true", "false", "true");
            assertThat(values(data, "code")).containsExactly("01", "02", "01");
            // In order of the numbers and dates, and without the values of the row that was left out.
            assertThat(data.attributes().attribute("age").values()).containsExactly("below 40", "40 to 65", "from 65");
            assertThat(data.attributes().attribute("seen").values()).containsExactly("2019-05-05", "2020-01-02");
            assertThat(data.attributes().attribute("tame").values()).containsExactly("false", "true");
            assertThat(data.attributes().has("file")).isFalse();
            assertThat(data.label()).isEqualTo("species");
            assertThat(data.domain()).isNull();
            assertThat(data.notes()).containsExactly("1 row of 4 without a label left out");
        }
    }

    @Test
    void aParquetTableOfNumbersGivesTheSameData() throws IOException {
        table("id,kind,weight\n1,a,0.5\n2,b,1.5\n3,a,2.5\n4,b,0.5\n");
        Path parquet = folder.resolve("photos.parquet");
        TableWriter.write(
                parquet,
                new Table(List.of(
                        new Column.Ints("id", new int[] {1, 2, 3, 4}),
                        Column.Texts.of("kind", List.of("a", "b", "a", "b")),
                        new Column.Doubles("weight", new double[] {0.5, 1.5, 2.5, 0.5}))));
        for (int i = 1; i <= 4; i++) {
            picture("numbered/" + i + ".png", i);
        }
        Object[] same = {
            "dir", folder.resolve("photos/numbered").toString(), "key", "id", "label", "kind", "bins", Map.of()
        };
        try (Dataset csv = open(same)) {
            assertThat(values(csv, "weight")).containsExactly("0.5", "1.5", "2.5", "0.5");
            Object[] other = java.util.Arrays.copyOf(same, same.length + 2);
            other[same.length] = "attributes";
            other[same.length + 1] = parquet.toString();
            try (Dataset stored = open(other)) {
                assertThat(stored.fingerprint()).isEqualTo(csv.fingerprint());
                assertThat(colours(stored)).containsExactly("000001", "000002", "000003", "000004");
            }
        }
    }

    @Test
    void whatDoesNotBelongTogetherIsRefusedWithItsPlaceAndAWayOut() throws IOException {
        refused("label: " + folder + "/photos.csv: 1 row of 4 without a label in column 'species': row 4 ('été.png')");
        String skip = "blank-labels";
        refused("unknown column 'fil'; did you mean 'file'?", "key", "fil");
        refused("unknown column 'speces'; did you mean 'species'?", "label", "speces");
        refused("bins.agee: ", "bins", Map.of("agee", 3));
        refused("unknown column 'cod'; did you mean 'code'?", "columns", List.of("species", "age", "cod"));
        refused("images: dir: " + folder + "/none: there is no such folder", "dir", folder + "/none");
        refused(
                "images: attributes: " + folder + "/none.csv: there is no such table",
                "attributes",
                folder + "/none.csv");
        refused("names no picture in", "key", "code", "bins", Map.of(), "columns", List.of("species"));
        picture("b/extra.png", 7);
        refused(
                "1 picture of 5 without a row in " + folder + "/photos.csv: b/extra.png; add rows, or write skip:"
                        + " [files-without-row]",
                "skip",
                List.of(skip));
        try (Dataset data = open("skip", List.of(skip, "files-without-row"))) {
            assertThat(data.notes()).contains("1 picture of 5 without a row left out");
        }
        Files.delete(folder.resolve("photos/b/extra.png"));
        table(HEAD + "green,fox,3,,,\nred_one.png,owl,70,,,\nb/blue,fox,41,,,\nété.png,fox,40,,,\n");
        refused(
                "1 row of 4 without a picture in " + folder
                        + "/photos: 'red_one.png' (row 2); did you mean 'a/red one.png'?",
                "columns",
                List.of("species", "age"));
        try (Dataset data =
                open("columns", List.of("species", "age"), "skip", List.of("rows-without-file", "files-without-row"))) {
            assertThat(data.size()).isEqualTo(3);
        }
        table(HEAD + "green,fox,3,,,\na/green.png,owl,70,,,\n");
        refused("rows 1 and 2 both name a/green.png; keep one row a picture", "columns", List.of("species", "age"));
        table(HEAD + "green,fox,3,,,\n,owl,70,,,\n");
        refused("row 2: column 'file' is blank", "columns", List.of("species", "age"));
        picture("b/green.png", 7);
        table(HEAD + "green,fox,3,,,\nblue,owl,70,,,\n");
        refused("row 1: 'green' fits 2 pictures (a/green.png, b/green.png)", "columns", List.of("species", "age"));
    }

    @Test
    void columnsOfManyValuesNeedBinsOrAreLeftOut() throws IOException {
        StringBuilder text = new StringBuilder("file,label,weight,note\n");
        for (int i = 0; i < 60; i++) {
            picture("many/" + i + ".png", i);
            text.append(i)
                    .append(".png,")
                    .append(i % 2)
                    .append(',')
                    .append(i / 7.0)
                    .append(",n\n");
        }
        table(text.toString());
        Object[] base = {"dir", folder + "/photos/many", "label", "", "bins", Map.of()};
        refused(
                "column 'weight' holds 60 different values, and an attribute has few; say how it is cut, as in bins: {weight:",
                base);
        try (Dataset data = open("dir", folder + "/photos/many", "label", "", "bins", Map.of("weight", 4))) {
            assertThat(data.label()).isEqualTo("label");
            assertThat(data.attributes().attribute("weight").cardinality()).isEqualTo(4);
        }
        try (Dataset data =
                open("dir", folder + "/photos/many", "label", "", "bins", Map.of(), "columns", List.of("label"))) {
            assertThat(data.attributes().attributes())
                    .extracting(Attribute::name)
                    .containsExactly("label");
        }
        refused(
                "no column is called label, class or y",
                "bins",
                Map.of("weight", 2),
                "columns",
                List.of("weight"),
                "label",
                "",
                "dir",
                folder + "/photos/many");
    }

    @Test
    void picturesOfEqualPixelsAndRowsOfOneGroupStayTogether() throws IOException {
        picture("g/1.png", 10);
        picture("g/2.png", 20);
        picture("g/3.png", 10);
        picture("g/4.png", 30);
        picture("g/5.png", 40);
        picture("g/6.png", 50);
        // Rows 1 and 3 by their pixels, 3 and 5 by the patient; 6 has none.
        table("file,label,patient\n1,a,p\n2,b,q\n3,a,r\n4,b,s\n5,a,r\n6,b,\n");
        Object[] base = {"dir", folder + "/photos/g", "bins", Map.of(), "label", "label", "group", "patient"};
        try (Dataset data = open(base)) {
            assertThat(data.attributes().groups()).containsExactly(0, 1, 0, 3, 0, 5);
            assertThat(data.attributes().has("patient")).isFalse();
        }
    }

    @Test
    void aBadPictureIsNamedAndMayBeSkipped() throws IOException {
        Files.writeString(folder.resolve("photos/b/blue.png"), "no picture");
        refused(
                "dir: b/blue.png is no PNG, JPEG, GIF, BMP, TIFF, WebP or PNM file; replace it, or write skip: [unreadable-files]",
                "skip",
                List.of("blank-labels"));
        assertThat(packs()).isEmpty();
        try (Dataset data = open("skip", List.of("blank-labels", "unreadable-files"))) {
            assertThat(colours(data)).containsExactly("00ff00", "ff0000");
            assertThat(values(data, "species")).containsExactly("fox", "owl");
            assertThat(data.notes()).contains("1 picture of 3 that cannot be decoded left out: b/blue.png");
        }
        // What was skipped once is refused again where it is not to be skipped.
        refused("dir: b/blue.png is no PNG", "skip", List.of("blank-labels"));
    }

    private List<Path> packs() throws IOException {
        if (!Files.isDirectory(folder.resolve("cache"))) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(folder.resolve("cache"))) {
            return all.filter(path -> path.toString().endsWith(".pack")).toList();
        }
    }

    private String fingerprint() {
        try (Dataset data = open("skip", List.of("blank-labels"))) {
            return data.fingerprint();
        }
    }

    @Test
    void picturesAreDecodedOnceAndFoundByTheirContent() throws IOException {
        String first = fingerprint();
        Path pack = packs().get(0);
        FileTime made = Files.getLastModifiedTime(pack);
        assertThat(fingerprint()).isEqualTo(first);
        // Another place of the same pictures.
        Files.move(folder.resolve("photos"), folder.resolve("moved"));
        try (Dataset data = open("dir", folder + "/moved", "skip", List.of("blank-labels"))) {
            assertThat(data.fingerprint()).isEqualTo(first);
        }
        Files.move(folder.resolve("moved"), folder.resolve("photos"));
        assertThat(packs()).containsExactly(pack);
        assertThat(Files.getLastModifiedTime(pack)).isEqualTo(made);
        // A damaged pack is made anew: its head, its version, the offset of its index, the index, then its end.
        byte[] whole = Files.readAllBytes(pack);
        for (int place : new int[] {3, 11, 12, 18, 19, whole.length - 60, whole.length - 3}) {
            byte[] wrong = whole.clone();
            wrong[place] ^= 1;
            Files.write(pack, wrong);
            assertThat(fingerprint()).isEqualTo(first);
            assertThat(Files.readAllBytes(pack)).as("byte %d", place).isEqualTo(whole);
        }
        Files.write(pack, java.util.Arrays.copyOf(whole, whole.length - 1));
        assertThat(fingerprint()).isEqualTo(first);
        assertThat(Files.readAllBytes(pack)).isEqualTo(whole);
    }

    @Test
    void whereFilesLieIsNoPartOfWhatIdentifiesThem() {
        Map<String, Object> resolved = parameters("skip", "blank-labels");
        assertThat(Datasets.identity("images", resolved))
                .doesNotContainKeys("dir", "attributes")
                .containsKey("side");
        assertThat(Datasets.places("images", Map.of("dir", "photos", "attributes", "../t.csv"), Path.of("/data/study")))
                .isEqualTo(Map.of("dir", "/data/study/photos", "attributes", "/data/t.csv"));
        assertThat(Datasets.places("images", Map.of("dir", "~/x", "attributes", ""), Path.of("/data")))
                .isEqualTo(Map.of("dir", System.getProperty("user.home") + "/x", "attributes", ""));
        assertThat(resolved).containsEntry("skip", List.of("blank-labels"));
        assertThat(resolved).containsEntry("bins", Map.of("age", List.of(40.0, 65.0)));
        assertThat(Datasets.resolve("images", resolved, "again")).isEqualTo(resolved);
    }

    @Test
    void wrongParametersAreRefusedBeforeAnythingIsRead() {
        refused("'side' must lie in [8, 1024] pixels, got 4", "side", 4);
        refused("'channels' cannot be 4", "channels", 4);
        refused("unknown entry of 'skip' 'blank-label'; did you mean 'blank-labels'?", "skip", "blank-label");
        refused("'skip' names 'blank-labels' twice", "skip", List.of("blank-labels", "blank-labels"));
        refused("'bins.age' must hold ascending numbers", "bins", Map.of("age", List.of(65, 40)));
        refused("'bins.age' must hold ascending numbers", "bins", Map.of("age", List.of(65, "2020-01-01")));
        refused("'bins.age' must be a list of cut points", "bins", Map.of("age", 1));
        refused("'label' is 'species', which 'columns' does not name; add it there", "columns", List.of("age"));
        refused("'bins.age' is of a column that 'columns' does not name", "columns", List.of("species"));
        refused("'key' must name a column of the table", "key", "");
        assertThatThrownBy(() -> Datasets.open("images", Map.of(), new org.shiftbed.data.DataSource(null, 0)))
                .hasMessageContaining("images: 'dir' is missing; write the folder of the pictures");
    }

    /** Acceptance test A22 of {@code controlled-shifts.md} 8, as far as it speaks of tables: patients of WILDS have leading zeros. */
    @Test
    void a22PatientsWithLeadingZerosStayWhatTheyAre() throws IOException {
        table("file,tumor,patient,center\ngreen,0,004,0\nred one.png,1,017,1\nb/blue,0,017,4\nété.png,1,100,0\n");
        try (Dataset data = open("label", "tumor", "bins", Map.of())) {
            assertThat(data.attributes().attribute("patient").values()).containsExactly("004", "017", "100");
            assertThat(values(data, "patient")).containsExactly("004", "017", "017", "100");
            assertThat(data.attributes().attribute("center").values()).containsExactly("0", "1", "4");
        }
    }

    @Test
    void hiddenFilesAndLoopsOfLinksAreNotLookedAt() throws IOException {
        picture(".thumbs/x.png", 1);
        picture("__MACOSX/x.png", 1);
        Files.writeString(folder.resolve("photos/a/._green.png"), "x");
        Files.writeString(folder.resolve("photos/a/readme.txt"), "x");
        Files.createSymbolicLink(folder.resolve("photos/a/up"), folder.resolve("photos"));
        ImageFolder found = ImageFolder.read(folder.resolve("photos"));
        assertThat(found.files()).containsExactly("a/green.png", "a/red one.png", "b/blue.png", "b/été.png");
        assertThat(found.others()).isEqualTo(1);
    }
}
