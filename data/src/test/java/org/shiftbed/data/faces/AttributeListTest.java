package org.shiftbed.data.faces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.base.UserError;
import org.shiftbed.data.DataSource;
import org.shiftbed.data.Dataset;
import org.shiftbed.data.Datasets;
import org.shiftbed.data.OfficialPart;
import org.shiftbed.data.OfficialParts;
import org.shiftbed.data.PngFiles;

class AttributeListTest {
    private static final String LIST = """
            4
            Blond_Hair Male  Smiling\s
            000001.jpg -1  1  1
            000002.jpg  1 -1  1
            000003.jpg  1  1 -1
            000004.jpg -1 -1 -1
            """;

    @TempDir
    Path folder;

    private Path list;

    @BeforeEach
    void files() throws IOException {
        list = Files.writeString(folder.resolve("list_attr_celeba.txt"), LIST);
        Files.writeString(
                folder.resolve("list_eval_partition.txt"), "000001.jpg 0\n000002.jpg 1\n000003.jpg 2\n000004.jpg 0\n");
        for (int i = 1; i <= 4; i++) {
            PngFiles.write(folder.resolve("img_align_celeba/00000" + i + ".jpg"), i, 8);
        }
    }

    private Dataset open(Map<String, Object> given) {
        Map<String, Object> parameters = new HashMap<>(Datasets.resolve("CelebA", Map.of("side", 8), "test"));
        parameters.putAll(given);
        return AttributeListFactory.open(
                list,
                String.valueOf(parameters.get("dir")),
                parameters,
                folder.resolve("cache"),
                new DataSource(null, 0));
    }

    @Test
    void everyAttributeIsYesOrNoAndPicturesComeInTheOrderOfTheList() {
        try (Dataset data = open(Map.of())) {
            assertThat(data.label()).isEqualTo("Blond_Hair");
            assertThat(data.attributes().attribute("Male").values()).containsExactly("no", "yes");
            assertThat(data.attributes().column("Blond_Hair")).containsExactly(0, 1, 1, 0);
            assertThat(data.attributes().column("Male")).containsExactly(1, 0, 1, 0);
            assertThat(data.attributes().column("Smiling")).containsExactly(1, 1, 0, 0);
            assertThat(data.attributes().parts()).isNull();
            ByteBuffer bytes = ByteBuffer.allocate(3 * 64);
            data.read(new int[] {2}, 0, 1, bytes);
            assertThat(bytes.array()).isEqualTo(PngFiles.planes(3, 8));
        }
    }

    @Test
    void theOfficialTestIsOfOtherPeople() {
        try (Dataset data = open(Map.of("parts", "official", "label", "Male"))) {
            OfficialParts parts = Objects.requireNonNull(data.attributes().parts());
            assertThat(parts.of(1)).isEqualTo(OfficialPart.TRAIN);
            assertThat(parts.of(2)).isEqualTo(OfficialPart.TEST);
            assertThat(parts.heldOut()).isEqualTo(1);
            assertThat(data.label()).isEqualTo("Male");
        }
    }

    @Test
    void theListInCsvFormIsTheSame() throws IOException {
        Path csv = Files.writeString(
                folder.resolve("l.csv"), "image_id,Blond_Hair,Male,Smiling\n000001.jpg,-1,1,1\n000002.jpg,1,0,1\n");
        AttributeList read = AttributeList.read(csv);
        assertThat(read.names()).containsExactly("Blond_Hair", "Male", "Smiling");
        assertThat(read.files()).containsExactly("000001.jpg", "000002.jpg");
        assertThat(read.present()[1]).containsExactly(true, false);
    }

    @Test
    void listsThatAreDamagedAreToldInOneLine() throws IOException {
        assertRefused("", "is empty; fetch it again");
        assertRefused(LIST.replace("4\n", "5\n"), "its first line promises 5 files, and 4 follow; fetch it again");
        assertRefused(LIST.replace("-1  1  1", "-1  1"), "line 3: has 2 values, and there are 3 attributes");
        assertRefused(LIST.replace("-1  1  1", "-1  2  1"), "line 3: attribute 'Male' must be 1, or -1 or 0, got '2'");
        assertRefused(LIST.replace("000002", "000001"), "names a file twice");
        assertRefused(LIST.replace("Male", "Smiling"), "must name the attributes, all different");
        assertRefused(
                LIST.replace("Blond_Hair", "Blond_hair"), "unknown attribute 'Blond_Hair'; did you mean 'Blond_hair'?");
        Files.write(list, new byte[] {(byte) 0xff, (byte) 0xd8, (byte) 0xff, 10, 3});
        assertThatThrownBy(() -> open(Map.of())).hasMessageContaining("is no text file; fetch it again");
        Files.writeString(list, LIST.replace("000004", "000009"));
        assertThatThrownBy(() -> open(Map.of()))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("1 picture of 4 that the metadata name is not there: 000009.jpg");
    }

    private void assertRefused(String content, String problem) throws IOException {
        Files.writeString(list, content);
        assertThatThrownBy(() -> open(Map.of()))
                .isInstanceOf(UserError.class)
                .hasMessageStartingWith("CelebA: ")
                .hasMessageContaining(problem)
                .hasMessageNotContaining("\n");
    }
}
