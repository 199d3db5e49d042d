package org.shiftbed.data.folders;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class NameOrderTest {
    @Test
    void codePointsPutUpperCaseFirstAndRareCharactersLast() {
        // U+1F600 is two chars from 0xD83D on, U+FF21 one of 0xFF21: char by char they would change places.
        List<String> names = Arrays.asList("\uD83D\uDE00", "\uFF21", "a", "Z", "x10", "x9", "");
        names.sort(NameOrder.CODE_POINTS);
        assertThat(names).containsExactly("", "Z", "a", "x10", "x9", "\uFF21", "\uD83D\uDE00");
    }

    @Test
    void numbersAreOrderedAsNumbersWhateverTheirZeros() {
        List<String> names = Arrays.asList(
                "x10",
                "x9",
                "x09",
                "x010",
                "x",
                "y1",
                "x9b",
                "x9a",
                "99999999999999999999998",
                "99999999999999999999997");
        names.sort(NameOrder.NUMBERS);
        assertThat(names)
                .containsExactly(
                        "99999999999999999999997",
                        "99999999999999999999998",
                        "x",
                        "x09",
                        "x9",
                        "x9a",
                        "x9b",
                        "x010",
                        "x10",
                        "y1");
    }

    @Test
    void bothAreOrders() {
        Random random = new Random(5);
        List<String> names = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            StringBuilder name = new StringBuilder();
            int length = random.nextInt(6);
            for (int k = 0; k < length; k++) {
                name.append("019aB-_".charAt(random.nextInt(7)));
            }
            names.add(name.toString());
        }
        for (var order : List.of(NameOrder.CODE_POINTS, NameOrder.NUMBERS)) {
            List<String> sorted = new ArrayList<>(names);
            sorted.sort(order);
            // Every pair agrees with the sorted list, which no relation that is not transitive could do.
            for (int i = 0; i < sorted.size(); i++) {
                for (int j = i; j < sorted.size(); j++) {
                    assertThat(order.compare(sorted.get(i), sorted.get(j)))
                            .as("%s %s", sorted.get(i), sorted.get(j))
                            .isLessThanOrEqualTo(0);
                }
            }
            List<String> again = new ArrayList<>(names);
            Collections.shuffle(again, random);
            again.sort(order);
            assertThat(again).isEqualTo(sorted);
        }
    }
}
