package org.shiftbed.audit.family;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Fitted means on the edge of their range, large shifts and laws that hardly vary. */
class EdgesTest {
    private final FamilyOptions w = FamilyOptions.of("w");

    private static double mean(ExponentialFamily family, double mean, double s) {
        double[] out = new double[1];
        family.tiltedMean(new double[] {mean}, new double[] {s}, out);
        return out[0];
    }

    private static double cumulant(ExponentialFamily family, double mean, double s) {
        return family.cumulant(new double[] {mean}, new double[] {s});
    }

    private static double variance(ExponentialFamily family, double mean, double s) {
        double[] out = new double[1];
        family.tiltedCovariance(new double[] {mean}, new double[] {s}, out);
        return out[0];
    }

    @Test
    void aProportionOfZeroOrOneStaysThere() {
        ExponentialFamily family = Laws.make("bernoulli", w);
        for (double s : new double[] {-1000, -2, 0, 2, 1000}) {
            assertThat(cumulant(family, 0, s)).isZero();
            assertThat(cumulant(family, 1, s)).isEqualTo(s);
            assertThat(mean(family, 0, s)).isZero();
            assertThat(mean(family, 1, s)).isEqualTo(1);
            assertThat(variance(family, 1, s)).isZero();
        }
    }

    @Test
    void hugeShiftsOfAProportionNeitherOverflowNorLoseTheSmallShare() {
        ExponentialFamily family = Laws.make("bernoulli", w);
        assertThat(cumulant(family, 0.25, 900)).isEqualTo(900 + Math.log(0.25), within(1e-10));
        assertThat(cumulant(family, 0.25, -900)).isEqualTo(Math.log(0.75), within(1e-15));
        assertThat(mean(family, 1e-12, 3)).isEqualTo(1e-12 * Math.exp(3) / (1 + 1e-12 * Math.expm1(3)), within(1e-25));
        assertThat(cumulant(family, 0.25, 1e-12)).isEqualTo(0.25e-12, within(1e-24));
    }

    @Test
    void levelsThatDoNotOccurStayAwayWhateverTheirShift() {
        ExponentialFamily family = Laws.make("categorical", w.withLevels(List.of("a", "b", "c")));
        double[] mean = {0, 1};
        double[] out = new double[2];
        family.tiltedMean(mean, new double[] {800, -3}, out);
        assertThat(out).containsExactly(0, 1);
        assertThat(family.cumulant(mean, new double[] {800, -3})).isEqualTo(-3);
        double[] rare = {1e-14, 0.5};
        assertThat(family.cumulant(rare, new double[] {800, -3})).isEqualTo(800 + Math.log(1e-14), within(1e-12));
        double[] thirds = {0.1 + 0.2, 1 - (0.1 + 0.2)};
        assertThat(family.cumulant(thirds, new double[] {-900, -900})).isEqualTo(-900, within(1e-9));
    }

    @Test
    void aRateOfZeroStaysZero() {
        for (String name : List.of("poisson", "geometric", "exponential", "rayleigh")) {
            ExponentialFamily family = Laws.make(name, w);
            assertThat(cumulant(family, 0, 5)).isZero();
            assertThat(mean(family, 0, 5)).isZero();
            assertThat(family.reach(new double[1], new double[] {1})).isInfinite();
        }
    }

    @Test
    void smallShiftsAreNotLostInRounding() {
        assertThat(cumulant(Laws.make("poisson", w), 3, 1e-14)).isEqualTo(3e-14, within(1e-27));
        assertThat(cumulant(Laws.make("exponential", w), 3, 1e-14)).isEqualTo(3e-14, within(1e-26));
        assertThat(cumulant(Laws.make("geometric", w), 3, 1e-14)).isEqualTo(3e-14, within(1e-26));
    }

    @Test
    void aVariableThatDoesNotVaryIsAPointMass() {
        double[] s = {0.3, -0.2};
        for (String name : List.of("gamma-both", "inverse-gaussian", "beta", "von-mises", "gaussian-mean-variance")) {
            ExponentialFamily family = Laws.make(name, w);
            double[] t = new double[2];
            family.statistic(new double[] {0.37}, t);
            assertThat(family.cumulant(t, s)).as(name).isEqualTo(s[0] * t[0] + s[1] * t[1], within(1e-12));
            double[] out = new double[4];
            family.tiltedCovariance(t, s, out);
            assertThat(out).as(name).containsOnly(new double[] {0, 0, 0, 0}, within(1e-12));
            family.tiltedMean(t, s, out);
            assertThat(out[1]).as(name).isEqualTo(t[1], within(1e-12));
        }
    }

    @Test
    void lawsThatHardlyVaryOrVaryWildlyAreInverted() {
        for (double shape : new double[] {1e-3, 0.02, 0.5, 30, 1e4, 1e7}) {
            double[] mean = {Polygamma.digamma(shape) - Math.log(2), shape / 2};
            // The mean holds the shape to about eps * shape only: ln k - psi(k) is 1/(2k).
            double tolerance = Math.max(1e-11, 1e-15 * shape * 40);
            assertThat(GammaBoth.parameters(mean))
                    .containsExactly(new double[] {shape, 2}, within(shape * 10 * tolerance));
        }
        for (double[] a : new double[][] {{1e-3, 2e-3}, {0.02, 5}, {300, 2}, {4e4, 5e4}, {0.3, 0.1, 7, 90}}) {
            double total = Arrays.stream(a).sum();
            double[] mean = Arrays.stream(a)
                    .map(x -> Polygamma.digamma(x) - Polygamma.digamma(total))
                    .toArray();
            double[] found = Objects.requireNonNull(Dirichlet.parameters(mean));
            double tolerance = Math.max(1e-10, 1e-14 * total);
            for (int k = 0; k < a.length; k++) {
                assertThat(found[k] / a[k]).isEqualTo(1, within(tolerance));
            }
        }
        for (double kappa : new double[] {1e-6, 0.01, 0.7, 3, 24.9, 25.1, 400, 600, 1e5}) {
            assertThat(Bessel.inverseRatio(Bessel.ratio(kappa)) / kappa)
                    .isEqualTo(1, within(Math.max(1e-12, 1e-15 * kappa)));
        }
    }

    @Test
    void lnGammaDifferencesKeepTheirDigitsForLargeArguments() {
        // ln Gamma(a + 1) - ln Gamma(a) = ln a.
        assertThat(Polygamma.logGammaRise(1e9, 1)).isEqualTo(Math.log(1e9), within(1e-13));
        assertThat(Polygamma.logGammaRise(20, 2)).isEqualTo(Math.log(20 * 21), within(1e-13));
        assertThat(Polygamma.logGammaRise(0.5, 0.5)).isEqualTo(-Math.log(Math.PI) / 2, within(1e-14));
    }

    @Test
    void polygammaFunctionsHaveTheirKnownValues() {
        double euler = 0.57721566490153286;
        assertThat(Polygamma.digamma(1)).isEqualTo(-euler, within(1e-14));
        assertThat(Polygamma.digamma(0.5)).isEqualTo(-euler - 2 * Math.log(2), within(1e-14));
        assertThat(Polygamma.trigamma(1)).isEqualTo(Math.PI * Math.PI / 6, within(1e-14));
        assertThat(Polygamma.trigamma(0.5)).isEqualTo(Math.PI * Math.PI / 2, within(1e-14));
        // psi''(1) = -2 zeta(3).
        assertThat(Polygamma.tetragamma(1)).isEqualTo(-2 * 1.2020569031595942854, within(1e-14));
        assertThat(Polygamma.tetragamma(0.5)).isEqualTo(-14 * 1.2020569031595942854, within(1e-13));
        assertThat(Polygamma.tetragamma(30)).isEqualTo(Polygamma.tetragamma(31) - 2.0 / 27000, within(1e-17));
    }

    @Test
    void besselFunctionsAgreeAcrossTheirSeriesAndWithTheirIntegral() {
        for (double x : new double[] {0.005, 0.3, 5, 24, 26, 80}) {
            // Means over equally spaced angles are exact for periodic functions.
            int n = 4000;
            double zero = 0;
            double one = 0;
            for (int i = 0; i < n; i++) {
                double c = Math.cos(2 * Math.PI * i / n);
                zero += Math.exp(x * (c - 1)) / n;
                one += c * Math.exp(x * (c - 1)) / n;
            }
            assertThat(Bessel.logScaledI0(x)).isEqualTo(Math.log(zero), within(1e-13));
            assertThat(Bessel.ratio(x)).isEqualTo(one / zero, within(1e-13));
        }
        for (double border : new double[] {0.01, 25, 500}) {
            double below = border * (1 - 1e-9);
            double above = border * (1 + 1e-9);
            assertThat(Bessel.slope(above) / Bessel.slope(below)).isEqualTo(1, within(1e-8));
            assertThat(Bessel.bend(above) / Bessel.bend(below)).isEqualTo(1, within(2e-7));
        }
    }
}
