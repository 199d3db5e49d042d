package org.shiftbed.data.wilds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.base.UserError;
import org.shiftbed.data.AttributeTable;
import org.shiftbed.data.DataSource;
import org.shiftbed.data.Dataset;
import org.shiftbed.data.Datasets;
import org.shiftbed.data.ImageShape;
import org.shiftbed.data.OfficialPart;
import org.shiftbed.data.OfficialParts;
import org.shiftbed.data.PngFiles;
import org.shiftbed.data.Transforms;
import org.shiftbed.data.Twins;
import org.shiftbed.data.converted.StoredDataset;
import org.shiftbed.data.images.Pixels;

class WildsDatasetsTest {
    private static final String CAMELYON = """
            ,patient,node,x_coord,y_coord,tumor,slide,center,split
            0,004,4,3328,21792,1,0,0,0
            1,004,4,3200,22272,1,0,0,1
            2,"010",0,64,96,0,10,1,0
            3,020,1,5,6,0,20,2,1
            4,099,4,7,8,1,49,4,0
            5,096,0,9,10,0,48,4,0
            """;

    @TempDir
    Path folder;

    private Path camelyon() throws IOException {
        Path home = Files.createDirectories(folder.resolve("camelyon17_v1.0"));
        Files.writeString(home.resolve("metadata.csv"), CAMELYON);
        String[] names = {
            "patient_004_node_4/patch_patient_004_node_4_x_3328_y_21792",
            "patient_004_node_4/patch_patient_004_node_4_x_3200_y_22272",
            "patient_010_node_0/patch_patient_010_node_0_x_64_y_96",
            "patient_020_node_1/patch_patient_020_node_1_x_5_y_6",
            "patient_099_node_4/patch_patient_099_node_4_x_7_y_8",
            "patient_096_node_0/patch_patient_096_node_0_x_9_y_10"
        };
        for (int i = 0; i < names.length; i++) {
            PngFiles.write(home.resolve("patches/" + names[i] + ".png"), i, 96);
        }
        return home;
    }

    private Dataset open(StoredDataset.Words words, Path home, WildsRows rows, int side, boolean refuse) {
        return WildsDatasets.open(
                words,
                home,
                rows,
                new Pixels(Pixels.Fit.SQUARE, side, 3, false, null, false),
                Transforms.NONE,
                refuse,
                folder.resolve("cache"),
                new DataSource(null, 0));
    }

    private Dataset controlled(Path home, boolean refuse) {
        return open(
                new StoredDataset.Words("Camelyon17", "1", "tumor", null),
                home,
                Camelyon17.controlled(home),
                96,
                refuse);
    }

    private static List<OfficialPart> parts(Dataset data) {
        OfficialParts parts = Objects.requireNonNull(data.attributes().parts());
        return IntStream.range(0, data.size()).mapToObj(parts::of).toList();
    }

    @Test
    void patchesAreFoundByTheirPatientWithItsZerosAndShownAsTheyAre() throws IOException {
        try (Dataset data = controlled(camelyon(), true)) {
            assertThat(data.shape()).isEqualTo(new ImageShape(3, 96, 96));
            assertThat(data.label()).isEqualTo("tumor");
            AttributeTable table = data.attributes();
            assertThat(table.attribute("tumor").values()).containsExactly("0", "1");
            assertThat(table.column("tumor")).containsExactly(1, 1, 0, 0, 1, 0);
            assertThat(table.attribute("center").values()).containsExactly("0", "1", "2", "4");
            assertThat(table.attribute("slide").values()).containsExactly("0", "10", "20", "48", "49");
            ByteBuffer bytes = ByteBuffer.allocate(2 * 3 * 96 * 96);
            data.read(new int[] {4, 2}, 0, 2, bytes);
            byte[] fourth = PngFiles.planes(4, 96);
            assertThat(Arrays.copyOf(bytes.array(), fourth.length)).isEqualTo(fourth);
            assertThat(Arrays.copyOfRange(bytes.array(), fourth.length, 2 * fourth.length))
                    .isEqualTo(PngFiles.planes(2, 96));
            // Hospitals 1 and 2 are validated and tested on, whatever their split says.
            assertThat(parts(data))
                    .containsExactly(
                            OfficialPart.TRAIN,
                            OfficialPart.VALIDATION_ID,
                            OfficialPart.VALIDATION_OOD,
                            OfficialPart.TEST,
                            OfficialPart.TRAIN,
                            OfficialPart.TRAIN);
            assertThat(data.notes()).containsExactly("metadata.csv has 6 rows, and Camelyon17 v1.0 has 455954");
            assertThat(data.describe(2)).isEqualTo("patches/patient_010_node_0/patch_patient_010_node_0_x_64_y_96.png");
        }
    }

    @Test
    void domainBedsFormHasHospitalsAsEnvironments() throws IOException {
        Path home = camelyon();
        StoredDataset.Words words = new StoredDataset.Words("WILDSCamelyon", "1", "class", "domain");
        try (Dataset data = open(words, home, Camelyon17.domainBed(home), 32, true)) {
            assertThat(data.attributes().attribute("domain").values())
                    .containsExactly("hospital_0", "hospital_1", "hospital_2", "hospital_4");
            assertThat(data.attributes().column("domain")).containsExactly(0, 0, 1, 2, 3, 3);
            assertThat(data.attributes().column("class")).containsExactly(1, 1, 0, 0, 1, 0);
            assertThat(data.shape()).isEqualTo(new ImageShape(3, 32, 32));
        }
        assertThat(Datasets.require("WILDSFMoW", "test").name()).isEqualTo("WILDSFMoW");
    }

    @Test
    void aBrokenPatchIsLeftOutAndNamedOrRefused() throws IOException {
        Path home = camelyon();
        Path broken = home.resolve("patches/patient_010_node_0/patch_patient_010_node_0_x_64_y_96.png");
        for (byte[] content :
                new byte[][] {new byte[0], "not a picture".getBytes(StandardCharsets.US_ASCII), cut(home)}) {
            Files.write(broken, content);
            try (Dataset data = controlled(home, false)) {
                assertThat(data.size()).isEqualTo(5);
                assertThat(data.attributes().column("center")).containsExactly(0, 0, 2, 3, 3);
                assertThat(parts(data)).doesNotContain(OfficialPart.VALIDATION_OOD);
                ByteBuffer bytes = ByteBuffer.allocate(3 * 96 * 96);
                data.read(new int[] {2}, 0, 1, bytes);
                assertThat(bytes.array()).isEqualTo(PngFiles.planes(3, 96));
                assertThat(data.leftOut())
                        .hasSize(1)
                        .first()
                        .asString()
                        .startsWith("patches/patient_010_node_0/patch_patient_010_node_0_x_64_y_96.png ");
                assertThat(data.notes().get(1)).startsWith("1 picture of 6 that cannot be decoded left out: patches/");
            }
            assertThatThrownBy(() -> controlled(home, true))
                    .isInstanceOf(UserError.class)
                    .hasMessageContaining("patch_patient_010_node_0_x_64_y_96.png")
                    .hasMessageNotContaining("\n");
        }
        Files.delete(broken);
        assertThatThrownBy(() -> controlled(home, false))
                .isInstanceOf(UserError.class)
                .hasMessage(
                        "Camelyon17: " + home + ": 1 picture of 6 that the metadata name is not there:"
                                + " patches/patient_010_node_0/patch_patient_010_node_0_x_64_y_96.png; unpack the archive again");
    }

    private static byte[] cut(Path home) throws IOException {
        byte[] whole =
                Files.readAllBytes(home.resolve("patches/patient_020_node_1/patch_patient_020_node_1_x_5_y_6.png"));
        return Arrays.copyOf(whole, whole.length / 2);
    }

    @Test
    void iWildCamKeepsBurstsTogetherAndReadsBothKindsOfCodes() throws IOException {
        Path home = Files.createDirectories(folder.resolve("iwildcam_v2.0"));
        Files.writeString(home.resolve("metadata.csv"), """
                ,split,location_remapped,location,sequence_remapped,seq_id,y,category_id,datetime,filename,image_id
                0,train,287,20,8957,a,10,372,2013-06-05 05:44:19.000,"a,1.jpg",x
                1,train,287,20,8957,a,10,372,2013-06-05 05:44:20.000,b.jpg,y
                2,id_val,287,20,3,b,0,0,2013-06-05 05:44:21.000,c.jpg,z
                3,1,9,21,4,c,2,3,2013-06-05 05:44:21.000,d.jpg,z
                4,test,100,22,5,d,10,3,2013-06-05 05:44:21.000,e.jpg,z
                5,4,287,20,8957,a,0,0,2013-06-05 05:44:21.000,f.jpg,z
                """);
        String[] names = {"a,1.jpg", "b.jpg", "c.jpg", "d.jpg", "e.jpg", "f.jpg"};
        for (int i = 0; i < names.length; i++) {
            // A PNG under such a name is read by what it is.
            PngFiles.write(home.resolve("train").resolve(names[i]), i == 4 ? 3 : i, 16);
        }
        StoredDataset.Words words = new StoredDataset.Words("iWildCam", "1", "y", null);
        try (Dataset data = open(words, home, IWildCam.rows(home), 16, true)) {
            assertThat(data.attributes().attribute("y").values()).containsExactly("0", "2", "10");
            assertThat(data.attributes().column("y")).containsExactly(2, 2, 0, 1, 2, 0);
            assertThat(data.attributes().attribute("location").values()).containsExactly("9", "100", "287");
            assertThat(data.attributes().column("location")).containsExactly(2, 2, 2, 0, 1, 2);
            // One burst, and two pictures with the same pixels.
            assertThat(data.attributes().groups()).containsExactly(0, 0, 2, 3, 3, 0);
            assertThat(data.groupsAreEqual()).isFalse();
            assertThat(Twins.of(data).rows()).isEmpty();
            assertThat(parts(data))
                    .containsExactly(
                            OfficialPart.TRAIN,
                            OfficialPart.TRAIN,
                            OfficialPart.VALIDATION_ID,
                            OfficialPart.VALIDATION_OOD,
                            OfficialPart.TEST,
                            OfficialPart.TEST_ID);
        }
        Files.writeString(home.resolve("metadata.csv"), "split,y,filename,location\ntrain,1,b.jpg,4\nval,0,c.jpg,5\n");
        try (Dataset data = open(words, home, IWildCam.rows(home), 16, true)) {
            assertThat(data.attributes().groups()).containsExactly(0, 1);
        }
        Files.writeString(home.resolve("metadata.csv"), "split,y,filename,location\nlater,1,b.jpg,4\n");
        assertThatThrownBy(() -> IWildCam.rows(home))
                .hasMessage(home.resolve("metadata.csv")
                        + ", row 1: column 'split' must be one of train, val, test, id_val,"
                        + " id_test or their numbers 0 to 4, got 'later'");
        Files.writeString(home.resolve("metadata.csv"), "split,y,filename\ntrain,1,b.jpg\n");
        assertThatThrownBy(() -> IWildCam.rows(home)).hasMessageContaining("neither a column 'location_remapped' nor");
    }

    @Test
    void fmowNumbersRegionsAsTheyAppearBeforeSequesteredRowsAreDropped() throws IOException {
        Path home = Files.createDirectories(folder.resolve("fmow_v1.1"));
        Files.writeString(
                home.resolve("country_code_mapping.csv"),
                "name,alpha-3,region\n\"Bolivia, Plurinational State of\",BOL,Americas\nFrance,FRA,Europe\nNowhere,NOW,\n");
        Files.writeString(home.resolve("rgb_metadata.csv"), """
                split,img_path,category,country_code
                seq,x,zoo,NOW
                train,x,airport,FRA
                val,x,zoo,XXX
                test,x,"amusement_park",BOL
                """);
        for (int i = 1; i < 4; i++) {
            PngFiles.write(home.resolve("images/rgb_img_" + i + ".png"), i, 16);
        }
        StoredDataset.Words words = new StoredDataset.Words("WILDSFMoW", "1", "class", "domain");
        try (Dataset data = open(words, home, Fmow.rows(home), 16, true)) {
            assertThat(data.attributes().attribute("class").values())
                    .containsExactly("airport", "amusement_park", "zoo");
            assertThat(data.attributes().column("class")).containsExactly(0, 2, 1);
            assertThat(data.attributes().attribute("domain").values())
                    .containsExactly("region_0", "region_1", "region_2");
            assertThat(data.attributes().column("domain")).containsExactly(1, 0, 2);
            ByteBuffer bytes = ByteBuffer.allocate(3 * 16 * 16);
            data.read(new int[] {2}, 0, 1, bytes);
            assertThat(bytes.array()).isEqualTo(PngFiles.planes(3, 16));
            assertThat(data.notes()).contains("regions: region_0 is Other, region_1 is Europe, region_2 is Americas");
        }
    }

    @Test
    void damagedMetadataAreToldInOneLine() throws IOException {
        Path home = camelyon();
        Path file = home.resolve("metadata.csv");
        assertRefused(home, "", "is empty (0 bytes); fetch it again");
        assertRefused(home, CAMELYON.substring(0, CAMELYON.indexOf('\n') + 1), "holds no row below its first line");
        assertRefused(
                home,
                CAMELYON.substring(0, CAMELYON.indexOf('\n') + 20),
                "Record 2 has 6 fields, but first record had 9 fields");
        assertRefused(home, CAMELYON.replace("center", "centre"), "unknown column 'center'; did you mean 'centre'?");
        assertRefused(
                home, CAMELYON.replace("4,3328,21792,1", "4,3328,21792,2"), "column 'tumor' holds 0 and 1, found");
        assertRefused(home, CAMELYON.replace("1,0,0,0\n", "1,0,,0\n"), "row 1: column 'center' is blank");
        assertRefused(home, CAMELYON.replace("0,0,1\n", "0,0,7\n"), "row 2: column 'split' must be 0 (training) or 1");
        Files.write(file, new byte[] {(byte) 0xff, (byte) 0xfe, 0, 1, 2, 3});
        assertThatThrownBy(() -> Camelyon17.controlled(home)).isInstanceOf(UserError.class);
        assertThatThrownBy(() -> Datasets.open(
                        "iWildCam", Datasets.resolve("iWildCam", Map.of(), "test"), new DataSource(folder, 0)))
                .isInstanceOf(UserError.class)
                .hasMessageStartingWith("iWildCam: found no metadata.csv in " + folder)
                .hasMessageContaining("fetch it with `shiftbed data get iWildCam`");
    }

    private void assertRefused(Path home, String content, String problem) throws IOException {
        Files.writeString(home.resolve("metadata.csv"), content);
        assertThatThrownBy(() -> Camelyon17.controlled(home))
                .isInstanceOf(UserError.class)
                .hasMessageStartingWith(home.resolve("metadata.csv").toString())
                .hasMessageContaining(problem)
                .hasMessageNotContaining("\n");
    }
}
