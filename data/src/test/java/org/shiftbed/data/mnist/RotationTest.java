package org.shiftbed.data.mnist;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RotationTest {
    private static int[] turned(int degrees) {
        byte[] source = new byte[784];
        for (int k = 0; k < 784; k++) {
            source[k] = (byte) (7 * k);
        }
        byte[] target = new byte[784];
        new Rotation(degrees).turn(source, target);
        int[] values = new int[784];
        Arrays.setAll(values, i -> target[i] & 0xff);
        return values;
    }

    /** Golden values of {@code domainbed-protocol.md} A.3, made with Pillow. */
    @ParameterizedTest
    @CsvSource({
        "15, 87796, 73 48 35 27 46 104, 124 181 224 215",
        "30, 83653, 108 84 60 36 59 163, 56 63 167 240",
        "45, 80596, 159 122 85 47 63 206, 92 57 32 89",
        "60, 83612, 204 155 107 58 57 217, 89 41 83 200",
        "75, 88605, 216 181 125 69 42 213, 50 123 194 137"
    })
    void everyAngleGivesPillowsPixels(int degrees, int sum, String row14, String row7) {
        int[] image = turned(degrees);
        assertThat(Arrays.stream(image).sum()).isEqualTo(sum);
        assertThat(Arrays.copyOfRange(image, 14 * 28 + 10, 14 * 28 + 16)).containsExactly(numbers(row14));
        assertThat(Arrays.copyOfRange(image, 7 * 28 + 7, 7 * 28 + 11)).containsExactly(numbers(row7));
    }

    @Test
    void noAngleIsACopy() {
        int[] image = turned(0);
        for (int k = 0; k < 784; k++) {
            assertThat(image[k]).isEqualTo(7 * k % 256);
        }
    }

    private static int[] numbers(String list) {
        return Arrays.stream(list.split(" ")).mapToInt(Integer::parseInt).toArray();
    }
}
