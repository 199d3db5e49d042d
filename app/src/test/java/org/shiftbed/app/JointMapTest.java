package org.shiftbed.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class JointMapTest {
    @Test
    void cellsArePerCentWithAShadeForTheirShareOfTheLargest() {
        List<List<Double>> mass = List.of(List.of(8.0, 4.0), List.of(2.0, 0.0), List.of(0.001, 1.999));
        List<String> lines = new JointMap("rows", List.of("a", "b", "c"), List.of("x", "y"), mass).lines();
        assertThat(lines)
                .containsExactly(
                        "rows",
                        "        x         y",
                        "  a  ██  50.0  ▒▒  25.0",
                        "  b  ░░  12.5       0.0",
                        "  c  ░░  <0.1  ░░  12.5");
    }

    @Test
    void whatDoesNotFitIsCounted() {
        List<String> many = IntStream.range(0, 30).mapToObj(String::valueOf).toList();
        List<String> lines =
                new JointMap("rows", many, many, Collections.nCopies(30, Collections.nCopies(30, 1.0))).lines();
        assertThat(lines).hasSize(27).last().isEqualTo("  and 6 rows and 18 columns not shown");
        assertThat(new JointMap("t", List.of("a long name of a value"), List.of("x"), List.of(List.of(0.0))).lines())
                .last()
                .isEqualTo("  a long name o…       0.0");
    }
}
