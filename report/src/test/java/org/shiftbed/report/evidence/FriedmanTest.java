package org.shiftbed.report.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Against an example in print and the studentized range to six digits. */
class FriedmanTest {
    /** Hollander and Wolfe (1973), page 140: seconds of 22 runners by three ways of rounding first base, ties among them. */
    private static final double[][] ROUNDING = {
        {5.40, 5.50, 5.55}, {5.85, 5.70, 5.75}, {5.20, 5.60, 5.50}, {5.55, 5.50, 5.40}, {5.90, 5.85, 5.70},
        {5.45, 5.55, 5.60}, {5.40, 5.40, 5.35}, {5.45, 5.50, 5.35}, {5.25, 5.15, 5.00}, {5.85, 5.80, 5.70},
        {5.25, 5.20, 5.10}, {5.65, 5.55, 5.45}, {5.60, 5.35, 5.45}, {5.05, 5.00, 4.95}, {5.50, 5.50, 5.40},
        {5.45, 5.55, 5.50}, {5.55, 5.55, 5.35}, {5.45, 5.50, 5.55}, {5.50, 5.45, 5.25}, {5.65, 5.60, 5.40},
        {5.70, 5.65, 5.55}, {6.30, 6.30, 6.25}
    };

    @Test
    void statisticAsPrintedWithTies() {
        Friedman test = Friedman.of(List.of(ROUNDING));
        assertThat(test.chiSquare()).isCloseTo(11.1429, within(5e-5));
        assertThat(test.p()).isCloseTo(0.003805, within(5e-7));
        assertThat(test.ranks().stream().mapToDouble(Double::doubleValue).sum()).isCloseTo(6, within(1e-12));
        double f = 21 * test.chiSquare() / (22 * 2 - test.chiSquare());
        assertThat(test.pF())
                .isCloseTo(
                        1 - new org.hipparchus.distribution.continuous.FDistribution(2, 42).cumulativeProbability(f),
                        within(1e-12));
    }

    /** Demsar (2006, JMLR 7, section 3.2.2): four methods on fourteen data sets. */
    @Test
    void criticalDistanceAsPrinted() {
        double[][] blocks = new double[14][];
        java.util.Arrays.fill(blocks, new double[] {.4, .3, .2, .1});
        assertThat(Friedman.of(List.of(blocks)).criticalDistance()).isCloseTo(1.25, within(5e-3));
    }

    /** The 95% points of the studentized range for 2 to 10 groups and endlessly many degrees of freedom. */
    @ParameterizedTest
    @CsvSource({
        "2,2.771808",
        "3,3.314493",
        "4,3.633160",
        "5,3.857656",
        "6,4.030092",
        "7,4.169554",
        "8,4.286309",
        "9,4.386509",
        "10,4.474124"
    })
    void criticalValuesAsPrinted(int methods, double q) {
        assertThat(StudentizedRange.quantile(0.95, methods)).isCloseTo(q, within(2e-6));
    }

    @Test
    void farRanksFallIntoGroups() {
        double[][] blocks = new double[40][];
        for (int i = 0; i < blocks.length; i++) {
            // Two good methods that take turns, two bad ones that take turns.
            blocks[i] = i % 2 == 0 ? new double[] {.9, .8, .2, .1} : new double[] {.8, .9, .1, .2};
        }
        assertThat(Friedman.of(List.of(blocks)).groups()).containsExactly(List.of(0, 1), List.of(2, 3));
    }

    @Test
    void methodsThatTieEverywhereAreNotTold() {
        Friedman test = Friedman.of(List.of(new double[] {.5, .5}, new double[] {.1, .1}));
        assertThat(test.chiSquare()).isZero();
        assertThat(test.p()).isEqualTo(1);
        assertThat(test.pF()).isEqualTo(1);
    }
}
