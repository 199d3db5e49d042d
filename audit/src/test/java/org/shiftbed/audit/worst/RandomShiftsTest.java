package org.shiftbed.audit.worst;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.shiftbed.base.Seed;

class RandomShiftsTest {
    @Test
    void everyShiftHasTheNormAndTheSeedDecidesAll() {
        List<double[]> shifts = new RandomShifts(Seed.of("audit", 0), 5, 50).at(2);
        assertEquals(50, shifts.size());
        for (double[] shift : shifts) {
            assertEquals(2, Matrices.norm(shift), 1e-14);
        }
        List<double[]> again = new RandomShifts(Seed.of("audit", 0), 5, 50).at(2);
        assertArrayEquals(shifts.get(49), again.get(49));
        assertFalse(Arrays.equals(
                shifts.get(0),
                new RandomShifts(Seed.of("audit", 1), 5, 50).at(2).get(0)));
    }

    @Test
    void directionsAreUniformOnTheSphere() {
        int count = 20000;
        double[] mean = new double[3];
        double[][] square = new double[3][3];
        for (double[] v : new RandomShifts(Seed.of("sphere"), 3, count).at(1)) {
            for (int i = 0; i < 3; i++) {
                mean[i] += v[i] / count;
                for (int j = 0; j < 3; j++) {
                    square[i][j] += v[i] * v[j] / count;
                }
            }
        }
        // Five standard errors: variances 1/3 of v_i, 4/45 of v_i^2, 1/15 of v_i v_j.
        for (int i = 0; i < 3; i++) {
            assertEquals(0, mean[i], 5 * Math.sqrt(1 / 3.0 / count));
            for (int j = 0; j < 3; j++) {
                assertEquals(i == j ? 1 / 3.0 : 0, square[i][j], 5 * Math.sqrt((i == j ? 4 / 45.0 : 1 / 15.0) / count));
            }
        }
    }

    @Test
    void theSummaryIsThatOfTheValuesAndNoRandomShiftIsWorseThanTheWorst() {
        RandomShifts shifts = new RandomShifts(Seed.of("audit", 3), 2, RandomShifts.DEFAULT_COUNT);
        WorstCase worst = new TrustRegion(LabTest.LINEAR).solve(1);
        RandomShifts.Summary found = shifts.summary(1, d -> 0.9 - LabTest.LINEAR.gain(d), 0.9 - worst.gain(), -1);
        double[] values = shifts.at(1).stream()
                .mapToDouble(d -> 0.9 - LabTest.LINEAR.gain(d))
                .toArray();
        double mean = Arrays.stream(values).average().orElseThrow();
        assertEquals(mean, found.mean(), 1e-13);
        assertEquals(
                Math.sqrt(
                        Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum() / 399),
                found.sd(),
                1e-13);
        assertEquals(Arrays.stream(values).min().orElseThrow(), found.min());
        assertEquals(Arrays.stream(values).max().orElseThrow(), found.max());
        assertEquals(0, found.worseShare());
        assertTrue(found.min() >= 0.9 - worst.gain());
        Arrays.sort(values);
        assertEquals(
                0.25,
                shifts.summary(1, d -> 0.9 - LabTest.LINEAR.gain(d), values[100], -1)
                        .worseShare());
    }
}
