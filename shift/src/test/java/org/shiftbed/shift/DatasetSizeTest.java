package org.shiftbed.shift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.shiftbed.base.UserError;

class DatasetSizeTest {

    @RepeatedTest(500)
    void theTotalIsExactAndEveryPartKeepsARowAndItsShare(RepetitionInfo repetition) {
        SplittableRandom random = new SplittableRandom(repetition.getCurrentRepetition());
        // Bounds of every size, so that empty and tiny parts stand beside huge ones.
        int[] counts = IntStream.range(0, 1 + random.nextInt(6))
                .map(i -> random.nextInt(1 + random.nextInt(1 << random.nextInt(22))))
                .toArray();
        int part = random.nextInt(1_000_001);
        long total = Arrays.stream(counts).asLongStream().sum();
        int filled = (int) Arrays.stream(counts).filter(count -> count > 0).count();
        int size = (int) Math.max(filled, total * part / 1_000_000);
        if (size == 0) {
            return;
        }
        int[] limited = DatasetSize.limit(counts, size, false, "none", new ArrayList<>());
        assertThat(Arrays.stream(limited).asLongStream().sum()).isEqualTo(size);
        for (int i = 0; i < counts.length; i++) {
            assertThat(limited[i]).isBetween(Math.min(1, counts[i]), counts[i]);
            // Each part that is lifted to one row takes at most one row from another.
            assertThat((double) limited[i]).isCloseTo((double) counts[i] * size / total, within(1.0 * counts.length));
        }
    }

    @Test
    void aPartThatWouldVanishTakesItsRowFromTheLargest() {
        assertThat(limit(new int[] {5000, 10, 3}, 100)).containsExactly(98, 1, 1);
        assertThat(limit(new int[] {5000, 0, 10}, 100)).containsExactly(99, 0, 1);
        assertThat(limit(new int[] {7, 3}, 10)).containsExactly(7, 3);
        assertThat(limit(new int[] {7, 3}, 0)).containsExactly(7, 3);
    }

    @Test
    void aSizeBelowOneRowAPartOrAboveTheTotalIsRefused() {
        assertThatThrownBy(() -> limit(new int[] {5, 5, 5}, 2))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("size must be at least 3");
        assertThatThrownBy(() -> limit(new int[] {5, 5}, 11))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("the training parts hold 10");
        List<String> warnings = new ArrayList<>();
        assertThat(DatasetSize.limit(new int[] {5, 5}, 11, true, "none", warnings))
                .containsExactly(5, 5);
        assertThat(warnings).singleElement().asString().contains("11", "clipped", "10");
    }

    private static int[] limit(int[] counts, int size) {
        return DatasetSize.limit(counts, size, false, "none", new ArrayList<>());
    }

    /** Halves of (1, 1, 2): remainders 2, 2 and 0 of 4, and the first of the equal ones gets the row. */
    @Test
    void remaindersAreThoseOfTheWhole() {
        assertThat(DatasetSize.largestRemainder(new int[] {1, 1, 2}, 2, 4)).containsExactly(1, 0, 1);
    }
}
