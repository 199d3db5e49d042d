package org.shiftbed.report.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Against examples in print, and against counting. */
class PairedTestsTest {
    /** Hollander and Wolfe (1973), page 29: nine patients before and after; V = 40, two-sided p = 20 / 512. */
    @Test
    void signedRankOfNinePatients() {
        double[] before = {1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30};
        double[] after = {0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29};
        List<Double> differences = new ArrayList<>();
        for (int i = 0; i < before.length; i++) {
            differences.add(before[i] - after[i]);
        }
        SignedRank test = SignedRank.of(differences);
        assertThat(test.positive()).isEqualTo(40);
        assertThat(test.p()).isCloseTo(20.0 / 512, within(1e-12));
    }

    /** Fisher (1935), Darwin's fifteen pairs of plants: 863 of 32,768 patterns as far on one side. */
    @Test
    void signFlipsOfFifteenPairsOfPlants() {
        SignFlips test = SignFlips.of(
                List.of(49.0, -67.0, 8.0, 16.0, 6.0, 23.0, 28.0, 41.0, 14.0, 29.0, 56.0, 24.0, 75.0, 60.0, -48.0));
        assertThat(test.exact()).isTrue();
        assertThat(test.p()).isCloseTo(2 * 863 / 32768.0, within(1e-12));
    }

    @Test
    void tiesAndZerosOfTheSignedRankAreCountedAsTheyAre() {
        SplittableRandom random = new SplittableRandom(3);
        for (int round = 0; round < 40; round++) {
            List<Double> differences = new ArrayList<>();
            int n = 1 + random.nextInt(9);
            for (int i = 0; i < n; i++) {
                differences.add((double) (random.nextInt(9) - 4));
            }
            assertThat(SignedRank.of(differences).p()).isCloseTo(signedRankByPatterns(differences), within(1e-12));
        }
    }

    private static double signedRankByPatterns(List<Double> all) {
        double[] sizes =
                all.stream().filter(value -> value != 0).mapToDouble(Math::abs).toArray();
        double[] ranks = new double[sizes.length];
        for (int i = 0; i < sizes.length; i++) {
            for (double other : sizes) {
                ranks[i] += other < sizes[i] ? 1 : other == sizes[i] ? 0.5 : 0;
            }
            ranks[i] += 0.5;
        }
        double observed = 0;
        int k = 0;
        for (double value : all) {
            if (value != 0) {
                observed += Math.signum(value) * ranks[k++];
            }
        }
        int beyond = 0;
        for (int pattern = 0; pattern < 1 << ranks.length; pattern++) {
            double sum = 0;
            for (int i = 0; i < ranks.length; i++) {
                sum += (pattern >> i & 1) == 0 ? ranks[i] : -ranks[i];
            }
            beyond += Math.abs(sum) >= Math.abs(observed) - 1e-9 ? 1 : 0;
        }
        return (double) beyond / (1 << ranks.length);
    }

    @Test
    void theNormalLawOfManyRanksMeetsTheCountedOne() {
        SplittableRandom random = new SplittableRandom(8);
        List<Double> differences = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            differences.add(random.nextDouble() - 0.45);
        }
        double counted = SignedRank.of(differences).p();
        differences.add(1e-9);
        double normal = SignedRank.of(differences).p();
        assertThat(counted).isBetween(0.001, 0.2);
        assertThat(normal).isCloseTo(counted, within(0.003));
    }

    @Test
    void manyPairsAreDrawnAndMeetTheNormalLaw() {
        List<Double> differences = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            differences.add(i % 10 < 6 ? 1.0 : -1.0);
        }
        SignFlips test = SignFlips.of(differences);
        assertThat(test.exact()).isFalse();
        // P(|2 B - 100| >= 20) of a fair coin thrown a hundred times is 0.0568879.
        assertThat(test.p()).isCloseTo(0.0568879, within(0.006));
    }

    @Test
    void differencesOfZeroDecideNothing() {
        assertThat(SignedRank.of(List.of(0.0, 0.0)).p()).isEqualTo(1);
        assertThat(SignFlips.of(List.of(0.0, 0.0)).p()).isEqualTo(1);
    }

    /** Holm (1979): four p, the smallest times four, the next times three, and so on, never falling. */
    @Test
    void holmMultipliesStepByStep() {
        List<Double> adjusted = Holm.adjusted(List.of(0.01, 0.04, 0.03, 0.005));
        assertThat(adjusted.get(0)).isCloseTo(0.03, within(1e-15));
        assertThat(adjusted.get(1)).isCloseTo(0.06, within(1e-15));
        assertThat(adjusted.get(2)).isCloseTo(0.06, within(1e-15));
        assertThat(adjusted.get(3)).isCloseTo(0.02, within(1e-15));
        assertThat(Holm.adjusted(List.of(0.9, 0.8))).containsExactly(1.0, 1.0);
    }
}
