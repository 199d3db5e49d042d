package org.shiftbed.audit.family;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Cumulants of every family, parametric-robustness 1.4, against sums over the density and against finite differences. */
class CumulantsTest {

    static Stream<Laws.Case> cases() {
        return Laws.all();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void cumulantsFromTheMeanAreThoseOfTheTiltedDensity(Laws.Case law) {
        ExponentialFamily family = law.family();
        int q = family.dimension();
        for (int number = 0; number < 2; number++) {
            Grid grid = law.laws().get(number);
            double[] mean = law.mean(number);
            assertThat(grid.tilted(family, new double[q]).total())
                    .as("probability of all points")
                    .isEqualTo(1, within(1e-9));
            Stream<double[]> shifts = Stream.concat(Stream.of(new double[q]), law.shifts().stream());
            for (double[] s : shifts.toList()) {
                Grid.Moments expected = grid.tilted(family, s);
                near(family.cumulant(mean, s), expected.cumulant(), 1, 1e-9, "cumulant");
                double[] out = new double[q];
                family.tiltedMean(mean, s, out);
                near(out, expected.mean(), 1e-9, "mean");
                out = new double[q * q];
                family.tiltedCovariance(mean, s, out);
                near(out, expected.covariance(), 1e-8, "covariance");
                out = new double[q * q * q];
                family.tiltedThird(mean, s, out);
                // Symmetric laws have no third cumulant: it is told in units of sd^3.
                double cube = Math.pow(size(expected.covariance()), 1.5);
                for (int i = 0; i < out.length; i++) {
                    near(out[i], expected.third()[i], Math.max(cube, size(expected.third())), 1e-8, "third " + i);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void eachCumulantIsTheDerivativeOfTheOneBefore(Laws.Case law) {
        ExponentialFamily family = law.family();
        int q = family.dimension();
        double[] mean = law.mean(0);
        double h = 1e-3;
        for (double[] s : law.shifts()) {
            double[] exact = new double[q];
            double[] covariance = new double[q * q];
            double[] third = new double[q * q * q];
            family.tiltedMean(mean, s, exact);
            family.tiltedCovariance(mean, s, covariance);
            family.tiltedThird(mean, s, third);
            for (int k = 0; k < q; k++) {
                int component = k;
                near(
                        slope(t -> new double[] {family.cumulant(mean, moved(s, component, t))}, h)[0],
                        exact[k],
                        1,
                        1e-7,
                        "mean");
                double[] byMean = slope(t -> filled(q, out -> family.tiltedMean(mean, moved(s, component, t), out)), h);
                double[] byCovariance =
                        slope(t -> filled(q * q, out -> family.tiltedCovariance(mean, moved(s, component, t), out)), h);
                for (int a = 0; a < q; a++) {
                    near(byMean[a], covariance[a * q + k], size(covariance), 1e-7, "covariance");
                    for (int b = 0; b < q; b++) {
                        near(
                                byCovariance[a * q + b],
                                third[(a * q + b) * q + k],
                                Math.max(size(third), size(covariance)),
                                1e-7,
                                "third");
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void theLawExistsJustInsideItsReachAndNotJustOutside(Laws.Case law) {
        ExponentialFamily family = law.family();
        int q = family.dimension();
        double[] mean = law.mean(0);
        for (int corner = 0; corner < 1 << q; corner++) {
            double[] direction = new double[q];
            for (int k = 0; k < q; k++) {
                direction[k] = (corner >> k & 1) == 0 ? 1 + 0.3 * k : -0.7;
            }
            double reach = family.reach(mean, direction);
            assertThat(reach).isPositive();
            if (Double.isInfinite(reach)) {
                assertThat(family.cumulant(mean, scaled(direction, 100))).isFinite();
                continue;
            }
            assertThat(family.cumulant(mean, scaled(direction, reach * (1 - 1e-9))))
                    .isFinite();
            assertThat(family.cumulant(mean, scaled(direction, reach * (1 + 1e-9))))
                    .isEqualTo(Double.POSITIVE_INFINITY);
            double[] out = new double[q];
            family.tiltedMean(mean, scaled(direction, reach * 1.5), out);
            assertThat(out[0]).isNaN();
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void pointsOfTheLawAreInTheSupportAndNothingElseIs(Laws.Case law) {
        Grid grid = law.laws().get(0);
        int checked = 0;
        for (int i = 0; i < grid.size(); i++) {
            // Points whose probability rounds to nothing may have rounded to the border of the support.
            if (grid.log(i) > -20) {
                assertThat(law.family().refuse(grid.point(i))).isNull();
                checked++;
            }
        }
        assertThat(checked).isGreaterThan(1);
        double[] bad = new double[law.family().columns()];
        Arrays.fill(bad, Double.NaN);
        assertThat(law.family().refuse(bad)).startsWith("must be");
        Arrays.fill(bad, Double.POSITIVE_INFINITY);
        assertThat(law.family().refuse(bad)).startsWith("must be");
    }

    private interface Filler {
        void fill(double[] out);
    }

    private interface Along {
        double[] at(double t);
    }

    private static double[] filled(int size, Filler filler) {
        double[] out = new double[size];
        filler.fill(out);
        return out;
    }

    /** Central difference of fourth order at 0. */
    private static double[] slope(Along along, double h) {
        double[] one = along.at(h);
        double[] minusOne = along.at(-h);
        double[] two = along.at(2 * h);
        double[] minusTwo = along.at(-2 * h);
        double[] slope = new double[one.length];
        for (int i = 0; i < slope.length; i++) {
            slope[i] = (8 * (one[i] - minusOne[i]) - (two[i] - minusTwo[i])) / (12 * h);
        }
        return slope;
    }

    private static double[] moved(double[] s, int k, double by) {
        double[] out = s.clone();
        out[k] += by;
        return out;
    }

    private static double[] scaled(double[] s, double by) {
        return Arrays.stream(s).map(x -> x * by).toArray();
    }

    private static double size(double[] values) {
        return Arrays.stream(values).map(Math::abs).max().orElseThrow();
    }

    private static void near(double[] found, double[] expected, double tolerance, String what) {
        for (int i = 0; i < found.length; i++) {
            near(found[i], expected[i], size(expected), tolerance, what + " " + i);
        }
    }

    private static void near(double found, double expected, double scale, double tolerance, String what) {
        assertThat(found).as(what).isEqualTo(expected, within(tolerance * Math.max(scale, Math.abs(expected)) + 1e-12));
    }
}
