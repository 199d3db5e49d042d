package org.shiftbed.data.images;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class FileKeysTest {
    private static final List<String> FILES = List.of(
            "a/cat one.png",
            "a/dog.png",
            "b/dog.jpg",
            "b/007.png",
            "Über.PNG",
            "c/scan.v2.tif",
            "d/Fox.png",
            "e/fox.png");

    private static final FileKeys KEYS = new FileKeys("/data/my photos", FILES);

    private static String found(String key) {
        int file = KEYS.find(key).file();
        return file < 0 ? "none" : KEYS.file(file);
    }

    @Test
    void aKeyIsAPathANameOrEitherWithoutItsEnding() {
        assertThat(found("a/cat one.png")).isEqualTo("a/cat one.png");
        assertThat(found("a/cat one")).isEqualTo("a/cat one.png");
        assertThat(found("cat one.png")).isEqualTo("a/cat one.png");
        assertThat(found("cat one")).isEqualTo("a/cat one.png");
        assertThat(found("dog.jpg")).isEqualTo("b/dog.jpg");
        assertThat(found("scan.v2")).isEqualTo("c/scan.v2.tif");
        assertThat(found("scan.v2.tif")).isEqualTo("c/scan.v2.tif");
        assertThat(found("scan")).isEqualTo("none");
        assertThat(found("007")).isEqualTo("b/007.png");
        assertThat(found("7")).isEqualTo("none");
    }

    @Test
    void pathsAreUnderstoodAsPeopleWriteThem() {
        assertThat(found("./a/dog.png")).isEqualTo("a/dog.png");
        assertThat(found("a\\dog.png")).isEqualTo("a/dog.png");
        assertThat(found("/data/my photos/a/dog.png")).isEqualTo("a/dog.png");
        assertThat(found("my photos/a/dog.png")).isEqualTo("a/dog.png");
        assertThat(found(" a/dog.png ")).isEqualTo("a/dog.png");
        assertThat(found("../a/dog.png")).isEqualTo("none");
        // The letter U and a combining diaeresis.
        assertThat(found("U\u0308ber.PNG")).isEqualTo("Über.PNG");
        assertThat(found("über.png")).isEqualTo("Über.PNG");
        assertThat(found("A/Cat One.PNG")).isEqualTo("a/cat one.png");
        assertThat(found("Fox.png")).isEqualTo("d/Fox.png");
    }

    @Test
    void whatFitsTwoFilesFitsNone() {
        assertThat(KEYS.find("dog")).isEqualTo(new FileKeys.Match(-1, List.of("a/dog.png", "b/dog.jpg")));
        assertThat(KEYS.find("FOX")).isEqualTo(new FileKeys.Match(-1, List.of("d/Fox.png", "e/fox.png")));
    }

    @Test
    void theNearestNameHasTheSameLettersAndNumbers() {
        assertThat(KEYS.nearest("7.png")).isEqualTo("b/007.png");
        assertThat(KEYS.nearest("cat_one.png")).isEqualTo("a/cat one.png");
        assertThat(KEYS.nearest("horse.png")).isNull();
    }
}
