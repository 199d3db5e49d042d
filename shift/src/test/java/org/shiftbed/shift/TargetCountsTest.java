package org.shiftbed.shift;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TargetCountsTest {
    /** Largest remainder in whole numbers, one row after the other. */
    private static int[] exact(int[] numerators, int rows) {
        long denominator = Arrays.stream(numerators).asLongStream().sum();
        BigInteger d = BigInteger.valueOf(denominator);
        int[] counts = new int[numerators.length];
        long[] remainders = new long[numerators.length];
        int left = rows;
        for (int i = 0; i < counts.length; i++) {
            BigInteger[] parts = BigInteger.valueOf(numerators[i])
                    .multiply(BigInteger.valueOf(rows))
                    .divideAndRemainder(d);
            counts[i] = parts[0].intValue();
            remainders[i] = parts[1].longValue();
            left -= counts[i];
        }
        for (; left > 0; left--) {
            int best = 0;
            for (int i = 1; i < remainders.length; i++) {
                best = remainders[i] > remainders[best] ? i : best;
            }
            counts[best]++;
            remainders[best] = -1;
        }
        return counts;
    }

    @Test
    void countsOfDoublesAreThoseOfFractions() {
        SplittableRandom random = new SplittableRandom(5);
        for (int i = 0; i < 2000; i++) {
            int cells = 1 + random.nextInt(12);
            // Few different numerators, so that many remainders are equal.
            int[] numerators =
                    IntStream.range(0, cells).map(k -> random.nextInt(4)).toArray();
            numerators[random.nextInt(cells)]++;
            int rows = random.nextInt(i % 2 == 0 ? 40 : 1_000_000);
            double total = Arrays.stream(numerators).sum();
            double[] shares =
                    Arrays.stream(numerators).mapToDouble(n -> n / total).toArray();
            assertThat(TargetCounts.rounded(shares, rows))
                    .as("%s of %s", rows, Arrays.toString(numerators))
                    .containsExactly(exact(numerators, rows));
        }
    }

    @Test
    void theMostRowsThatKeepTheSharesNeverExceedThePool() {
        SplittableRandom random = new SplittableRandom(6);
        for (int i = 0; i < 2000; i++) {
            int cells = 1 + random.nextInt(8);
            int[] numerators =
                    IntStream.range(0, cells).map(k -> 1 + random.nextInt(30)).toArray();
            int[] pool = IntStream.range(0, cells).map(k -> random.nextInt(500)).toArray();
            long total = Arrays.stream(numerators).sum();
            double[] shares = Arrays.stream(numerators)
                    .mapToDouble(n -> n / (double) total)
                    .toArray();
            long most = IntStream.range(0, cells)
                    .mapToLong(k -> pool[k] * total / numerators[k])
                    .min()
                    .orElseThrow();
            TargetCounts counts = TargetCounts.of(shares, pool, 0, Shortage.SHRINK);
            assertThat((long) counts.total()).isEqualTo(most);
            for (int k = 0; k < cells; k++) {
                assertThat(counts.rows()[k]).isLessThanOrEqualTo(pool[k]);
            }
        }
    }
}
