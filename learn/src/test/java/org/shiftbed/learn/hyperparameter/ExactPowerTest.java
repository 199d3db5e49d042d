package org.shiftbed.learn.hyperparameter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class ExactPowerTest {
    /** 480 powers of the ranges in use, as glibc 2.36 gives them. */
    @Test
    void powersEqualThoseOfTheReferencesCLibraryToTheBit() throws IOException {
        List<String> lines;
        try (BufferedReader in = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(ExactPowerTest.class.getResourceAsStream("/hyperparameter/powers.txt")),
                StandardCharsets.UTF_8))) {
            lines = in.lines().toList();
        }
        assertThat(lines).hasSize(480).allSatisfy(line -> {
            String[] part = line.split(" ");
            assertThat(ExactPower.of(Double.parseDouble(part[0]), Double.parseDouble(part[1])))
                    .isEqualTo(Double.parseDouble(part[2]));
        });
    }

    @Test
    void wholeExponentsAreExact() {
        assertThat(ExactPower.of(2, 9)).isEqualTo(512);
        assertThat(ExactPower.of(10, 5)).isEqualTo(100_000);
        assertThat(ExactPower.of(10, 0)).isEqualTo(1);
        assertThat(ExactPower.of(10, -2)).isEqualTo(0.01);
    }
}
