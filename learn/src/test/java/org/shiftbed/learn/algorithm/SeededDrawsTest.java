package org.shiftbed.learn.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shiftbed.base.Seed;

class SeededDrawsTest {
    private final SeededDraws draws = new SeededDraws(Seed.of("test", "draws"));

    @ParameterizedTest
    @CsvSource({"0.1,0.1", "0.2,0.2", "1,1", "0.5,2", "3,5", "10,10"})
    void betaHasItsMeanAndVariance(double a, double b) {
        int n = 40_000;
        double[] values =
                IntStream.range(0, n).mapToDouble(i -> draws.beta(a, b)).toArray();
        double mean = Arrays.stream(values).average().orElseThrow();
        double variance = Arrays.stream(values)
                .map(v -> (v - mean) * (v - mean))
                .average()
                .orElseThrow();
        double expected = a * b / ((a + b) * (a + b) * (a + b + 1));
        assertThat(Arrays.stream(values)).allMatch(value -> value >= 0 && value <= 1);
        // Five standard errors of the mean; the variance of the squared deviation is at most the variance on [0, 1].
        assertThat(mean).isCloseTo(a / (a + b), within(5 * Math.sqrt(expected / n)));
        assertThat(variance).isCloseTo(expected, within(5 * Math.sqrt(expected / n)));
    }

    @Test
    void betaOfVanishingParametersIsStillANumber() {
        assertThat(IntStream.range(0, 1000).mapToDouble(i -> draws.beta(1e-4, 1e-4)))
                .allMatch(value -> value >= 0 && value <= 1);
        assertThatThrownBy(() -> draws.beta(0, 1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void normalNumbersHaveMeanZeroVarianceOneAndTails() {
        double[] values = draws.normal(100_000);
        double mean = Arrays.stream(values).average().orElseThrow();
        double square = Arrays.stream(values).map(v -> v * v).average().orElseThrow();
        double beyond =
                Arrays.stream(values).filter(v -> Math.abs(v) > 1.959964).count() / 100_000.0;
        assertThat(mean).isCloseTo(0, within(0.016));
        assertThat(square).isCloseTo(1, within(0.023));
        assertThat(beyond).isCloseTo(0.05, within(0.0035));
    }

    @Test
    void wholeNumbersAndPermutationsAreUniform() {
        int[] counts = new int[6];
        for (int i = 0; i < 60_000; i++) {
            int[] order = draws.permutation(3);
            counts[order[0] * 2 + (order[1] > order[2] ? 1 : 0)]++;
            assertThat(draws.integer(-2, 1)).isBetween(-2, 0);
        }
        assertThat(Arrays.stream(counts)).allMatch(count -> Math.abs(count - 10_000) < 460);
    }

    @Test
    void equalSeedsGiveEqualDrawsAndOtherSeedsOthers() {
        double[] first = new SeededDraws(Seed.of("a")).uniform(5);
        assertThat(new SeededDraws(Seed.of("a")).uniform(5)).isEqualTo(first);
        assertThat(new SeededDraws(Seed.of("b")).uniform(5)).isNotEqualTo(first);
        assertThat(Arrays.stream(first)).allMatch(value -> value >= 0 && value < 1);
    }

    @Test
    void wordsAreThoseOfTheSeedsStream() {
        SplittableRandom random = Seed.of("test", "words").random();
        double[] expected = IntStream.range(0, 1000)
                .mapToDouble(i -> (random.nextLong() >>> 11) * 0x1p-53)
                .toArray();
        assertThat(new SeededDraws(Seed.of("test", "words")).uniform(1000)).containsExactly(expected);
    }

    @Test
    void drawsGoOnWhereOthersStopped() {
        draws.permutation(9);
        draws.normal(5);
        draws.beta(2, 3);
        SeededDraws other = new SeededDraws(Seed.of("test", "draws"), draws.position());
        assertThat(other.uniform(7)).containsExactly(draws.uniform(7));
        assertThat(other.permutation(30)).containsExactly(draws.permutation(30));
    }

    @Test
    void uniformDrawsOfARangeAreThoseOfTheUnitStretched() {
        double[] stretched = new SeededDraws(Seed.of("test", "range")).uniform(50, -1, 3);
        double[] unit = new SeededDraws(Seed.of("test", "range")).uniform(50);
        for (int i = 0; i < 50; i++) {
            assertThat(stretched[i]).isEqualTo(-1 + 4 * unit[i]).isBetween(-1.0, 3.0);
        }
    }
}
