package org.shiftbed.data.spawrious;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.base.UserError;
import org.shiftbed.data.DataSource;
import org.shiftbed.data.Dataset;
import org.shiftbed.data.Datasets;
import org.shiftbed.data.PngFiles;
import org.shiftbed.data.Transforms;

class SpawriousFactoryTest {
    @TempDir
    Path folder;

    private static String takes(Arrangement arrangement, int environment) {
        return arrangement.takes().stream()
                .filter(take -> take.environment() == environment)
                .map(take -> take.breed().charAt(0) + ":"
                        + take.folder().substring(0, take.folder().lastIndexOf('/'))
                        + (take.most() == Arrangement.EVERY ? "" : ":" + take.most()))
                .collect(Collectors.joining(" "));
    }

    @Test
    void oneToOneHardIsAsTheTableSays() {
        Arrangement hard = Arrangement.ALL.get(2);
        assertThat(hard.name()).isEqualTo("SpawriousO2O_hard");
        assertThat(takes(hard, 0))
                .isEqualTo("b:0/mountain b:1/mountain d:0/snow d:1/snow l:0/desert l:1/desert c:0/jungle c:1/jungle");
        assertThat(takes(hard, 1))
                .isEqualTo("b:0/jungle:3072 d:0/mountain:3072 l:0/snow:3072 c:0/desert:3072"
                        + " b:0/beach:96 d:0/beach:96 l:0/beach:96 c:0/beach:96");
        assertThat(takes(hard, 2))
                .isEqualTo("b:1/jungle:2756 d:1/mountain:2756 l:1/snow:2756 c:1/desert:2756"
                        + " b:1/beach:412 d:1/beach:412 l:1/beach:412 c:1/beach:412");
    }

    @Test
    void manyToManyMediumIsAsTheTableSays() {
        Arrangement medium = Arrangement.ALL.get(4);
        assertThat(medium.name()).isEqualTo("SpawriousM2M_medium");
        assertThat(takes(medium, 0))
                .isEqualTo("b:0/desert d:0/mountain l:0/beach c:0/snow b:0/mountain d:0/desert l:0/snow c:0/beach");
        assertThat(takes(medium, 1)).isEqualTo("b:0/beach:3168 d:0/snow:3168 l:0/mountain:3168 c:0/desert:3168");
        assertThat(takes(medium, 2)).isEqualTo("b:0/snow:3168 d:0/beach:3168 l:0/desert:3168 c:0/mountain:3168");
    }

    @Test
    void everyVariantIsRegisteredUnderItsName() {
        assertThat(Datasets.names())
                .containsAll(Arrangement.ALL.stream().map(Arrangement::name).toList())
                .hasSizeGreaterThan(20);
    }

    /** Two pictures of every breed on every ground in both halves; the number of a picture tells where it stands. */
    private Map<String, Integer> pictures() {
        Map<String, Integer> numbers = new TreeMap<>();
        int number = 0;
        for (int half = 0; half < 2; half++) {
            for (String ground : Arrangement.GROUNDS) {
                for (String breed : Arrangement.CLASSES) {
                    for (String name : List.of("b.png", "a.png")) {
                        String path = half + "/" + ground + "/" + breed + "/" + name;
                        PngFiles.write(folder.resolve(path), number, 8);
                        numbers.put(path, number++);
                    }
                }
            }
        }
        return numbers;
    }

    private Dataset open(Arrangement arrangement, boolean strict, boolean refuse) {
        return SpawriousFactory.open(
                arrangement, folder, 8, refuse, folder.resolve("cache"), new DataSource(null, 0, strict));
    }

    @Test
    void examplesComeInTheOrderOfTheTableAndByName() throws IOException {
        Map<String, Integer> numbers = pictures();
        Files.writeString(folder.resolve("0/desert/bulldog/c.PNG"), "endings are told by case");
        Files.writeString(folder.resolve("0/desert/bulldog/.a.png"), "hidden");
        try (Dataset data = open(Arrangement.ALL.get(0), false, true)) {
            assertThat(data.transforms()).isEqualTo(Transforms.SPAWRIOUS);
            assertThat(data.label()).isEqualTo("class");
            assertThat(data.domain()).isEqualTo("domain");
            assertThat(data.attributes().attribute("domain").values())
                    .containsExactly("Test", "SC_group_1", "SC_group_2");
            assertThat(data.attributes().attribute("class").values())
                    .containsExactly("bulldog", "corgi", "dachshund", "labrador");
            // Test: bulldogs on dirt of both halves first.
            List<String> first = IntStream.range(0, 6).mapToObj(data::describe).toList();
            assertThat(first)
                    .containsExactly(
                            "0/dirt/bulldog/a.png",
                            "0/dirt/bulldog/b.png",
                            "1/dirt/bulldog/a.png",
                            "1/dirt/bulldog/b.png",
                            "0/snow/dachshund/a.png",
                            "0/snow/dachshund/b.png");
            assertThat(data.size()).isEqualTo(16 + 16 + 16);
            assertThat(data.describe(16)).isEqualTo("0/desert/bulldog/a.png");
            assertThat(data.attributes().code(16, "domain")).isEqualTo(1);
            assertThat(data.attributes().code(4, "class")).isEqualTo(2);
            ByteBuffer bytes = ByteBuffer.allocate(3 * 64);
            for (int row = 0; row < data.size(); row++) {
                bytes.clear();
                data.read(new int[] {row}, 0, 1, bytes);
                assertThat(bytes.array()).isEqualTo(PngFiles.planes(numbers.getOrDefault(data.describe(row), -1), 8));
            }
        }
    }

    @Test
    void aPictureInTwoEnvironmentsIsOneContentGroup() {
        pictures();
        try (Dataset data = open(Arrangement.ALL.get(3), true, true)) {
            // Many-to-many: no picture twice inside an environment; all of one ground and breed are in one alone.
            assertThat(data.size()).isEqualTo(16 + 8 + 8);
            assertThat(IntStream.of(data.attributes().groups()).distinct().count())
                    .isEqualTo(32);
            assertThat(data.provenance()).containsEntry("order", "as the system lists files");
        }
    }

    @Test
    void aMissingFolderIsRefusedAndABrokenPictureToldOrRefused() throws IOException {
        pictures();
        Files.write(folder.resolve("0/dirt/bulldog/a.png"), new byte[] {1, 2, 3});
        try (Dataset data = open(Arrangement.ALL.get(0), false, false)) {
            assertThat(data.size()).isEqualTo(47);
            assertThat(data.describe(0)).isEqualTo("0/dirt/bulldog/b.png");
            assertThat(data.leftOut()).hasSize(1);
        }
        assertThatThrownBy(() -> open(Arrangement.ALL.get(0), false, true))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("0/dirt/bulldog/a.png");
        for (String name : List.of("a.png", "b.png")) {
            Files.delete(folder.resolve("1/beach/corgi").resolve(name));
        }
        assertThatThrownBy(() -> open(Arrangement.ALL.get(0), false, false))
                .hasMessage("SpawriousO2O_easy: " + folder.resolve("1/beach/corgi")
                        + ": holds no picture (.png, .jpg, .jpeg); unpack the archive again");
        Files.delete(folder.resolve("1/beach/corgi"));
        assertThatThrownBy(() -> open(Arrangement.ALL.get(0), false, false))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("there is no such folder, or it cannot be read");
    }
}
