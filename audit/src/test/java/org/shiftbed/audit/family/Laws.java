package org.shiftbed.audit.family;

import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Stream;
import org.hipparchus.distribution.continuous.ExponentialDistribution;
import org.hipparchus.distribution.continuous.GammaDistribution;
import org.hipparchus.distribution.continuous.NormalDistribution;
import org.hipparchus.distribution.continuous.ParetoDistribution;
import org.hipparchus.distribution.continuous.WeibullDistribution;
import org.hipparchus.distribution.discrete.BinomialDistribution;
import org.hipparchus.distribution.discrete.GeometricDistribution;
import org.hipparchus.distribution.discrete.PascalDistribution;
import org.hipparchus.distribution.discrete.PoissonDistribution;
import org.hipparchus.special.Gamma;

/** Every family with two laws of it, whose densities are the textbook's or the library's. */
final class Laws {
    private Laws() {}

    /**
     * A family and laws of it.
     *
     * @param laws two laws with different parameters
     * @param shifts shifts inside the domain of both
     */
    record Case(ExponentialFamily family, List<Grid> laws, List<double[]> shifts) {
        @Override
        public String toString() {
            return family.name() + " " + family.columns();
        }

        /** E[T] of a law, summed. */
        double[] mean(int law) {
            return laws.get(law).tilted(family, new double[family.dimension()]).mean();
        }
    }

    static ExponentialFamily make(String name, FamilyOptions options) {
        return Families.require("test", name, options);
    }

    private static Case one(String name, FamilyOptions options, Grid first, Grid second, double... shifts) {
        List<double[]> all =
                Arrays.stream(shifts).mapToObj(s -> new double[] {s}).toList();
        return new Case(make(name, options), List.of(first, second), all);
    }

    private static Case many(String name, FamilyOptions options, Grid first, Grid second, double[]... shifts) {
        return new Case(make(name, options), List.of(first, second), List.of(shifts));
    }

    static Stream<Case> all() {
        FamilyOptions w = FamilyOptions.of("w");
        return Stream.of(
                one("bernoulli", w, binomial(1, 0.3), binomial(1, 0.85), 0.7, -2, 30, -30),
                one("binomial", w.withTrials(7), binomial(7, 0.3), binomial(7, 0.6), 0.7, -2, 5),
                many(
                        "categorical",
                        w.withLevels(List.of("a", "b", "c", "d")).withReference("b"),
                        levels(0.1, 0.2, 0.3, 0.4),
                        levels(0.5, 0.25, 0.05, 0.2),
                        new double[] {1, -2, 0.5},
                        new double[] {-20, 10, 3}),
                many(
                        "multinomial",
                        FamilyOptions.of("a", "b", "c").withTrials(4),
                        draws(4, 0.2, 0.5, 0.3),
                        draws(4, 0.6, 0.1, 0.3),
                        new double[] {1, -2},
                        new double[] {-3, 0.4}),
                one(
                        "poisson",
                        w,
                        Grid.counts(150, x -> new PoissonDistribution(3.5).logProbability((int) x)),
                        Grid.counts(150, x -> new PoissonDistribution(0.4).logProbability((int) x)),
                        0.8,
                        -1.5),
                one(
                        "geometric",
                        w,
                        Grid.counts(600, x -> new GeometricDistribution(0.6).logProbability((int) x)),
                        Grid.counts(600, x -> new GeometricDistribution(0.4).logProbability((int) x)),
                        0.3,
                        -1),
                one(
                        "negative-binomial",
                        w.withShape(3),
                        Grid.counts(600, x -> new PascalDistribution(3, 0.6).logProbability((int) x)),
                        Grid.counts(600, x -> new PascalDistribution(3, 0.4).logProbability((int) x)),
                        0.3,
                        -1),
                one(
                        "exponential",
                        w,
                        positive(x -> new ExponentialDistribution(0.8).logDensity(x)),
                        positive(x -> new ExponentialDistribution(0.5).logDensity(x)),
                        0.7,
                        -3),
                one("gamma", w.withShape(2.5), gamma(2.5, 1.3), gamma(2.5, 2.2), 0.6, -2),
                many(
                        "gamma-both",
                        w,
                        gamma(2.5, 1.3),
                        gamma(4, 3),
                        new double[] {0.5, 0.4},
                        new double[] {-1, -2},
                        new double[] {20, 0}),
                one("gaussian", w.withSd(1.7), normal(0.4, 1.7), normal(-1, 1.7), 0.6, -2),
                one("gaussian", w.withSd(1.7).withUnit("raw"), normal(0.4, 1.7), normal(-1, 1.7), 0.6, -2),
                one("log-normal", w.withSd(0.6), logNormal(0.4, 0.6), logNormal(-0.2, 0.6), 0.6, -2),
                vector("raw"),
                vector("sd"),
                vector("whiten"),
                many(
                        "gaussian-mean-variance",
                        w,
                        normal(0.4, 0.9),
                        normal(-1, 0.7),
                        new double[] {0.5, 0.3},
                        new double[] {-1, -2}),
                many(
                        "inverse-gaussian",
                        w,
                        inverseGaussian(1.5, 3),
                        inverseGaussian(0.8, 2),
                        new double[] {0.2, 0.3},
                        new double[] {-1, -2}),
                many("beta", w, beta(2.2, 3.1), beta(4, 2.5), new double[] {0.5, -0.7}, new double[] {-0.9, 2}),
                many(
                        "dirichlet",
                        FamilyOptions.of("a", "b", "c"),
                        dirichlet(2, 3.5, 2.6),
                        dirichlet(4, 2, 2.2),
                        new double[] {0.5, -0.3, 0.2},
                        new double[] {-0.6, 1, 0.1}),
                one(
                        "weibull",
                        w.withShape(1.6),
                        positive(x -> new WeibullDistribution(1.6, 0.8).logDensity(x)),
                        positive(x -> new WeibullDistribution(1.6, 1.1).logDensity(x)),
                        0.4,
                        -2),
                one(
                        "pareto",
                        w.withMinimum(2),
                        Grid.half(-80, 5, 0.02, x -> pareto(x, 2, 9), 2),
                        Grid.half(-80, 5, 0.02, x -> pareto(x, 2, 7), 2),
                        0.5,
                        -2),
                one(
                        "rayleigh",
                        w,
                        positive(x -> Math.log(x / 0.49) - x * x / 0.98),
                        positive(x -> Math.log(x) - x * x / 2),
                        0.3,
                        -2),
                one("laplace", w.withLocation(0.7), laplace(0.8, 0.7), laplace(0.5, 0.7), 0.6, -2),
                many("von-mises", w, vonMises(0.5, 1.8), vonMises(-2, 0.6), new double[] {0.6, -1}, new double[] {
                    -20, 30
                }));
    }

    private static Grid binomial(int trials, double p) {
        return Grid.counts(trials, x -> new BinomialDistribution(trials, p).logProbability((int) x));
    }

    private static Grid levels(double... p) {
        return Grid.counts(p.length - 1, x -> Math.log(p[(int) x]));
    }

    private static Grid draws(int n, double... p) {
        Grid grid = new Grid();
        for (int a = 0; a <= n; a++) {
            for (int b = 0; a + b <= n; b++) {
                int c = n - a - b;
                double log =
                        Gamma.logGamma(n + 1) - Gamma.logGamma(a + 1) - Gamma.logGamma(b + 1) - Gamma.logGamma(c + 1);
                grid.add(log + a * Math.log(p[0]) + b * Math.log(p[1]) + c * Math.log(p[2]), a, b, c);
            }
        }
        return grid;
    }

    private static Grid positive(DoubleUnaryOperator logDensity) {
        return Grid.half(-45, 5.5, 0.02, logDensity, 0);
    }

    private static Grid gamma(double shape, double rate) {
        return positive(x -> new GammaDistribution(shape, 1 / rate).logDensity(x));
    }

    private static double pareto(double x, double minimum, double index) {
        return new ParetoDistribution(minimum, index).logDensity(x);
    }

    private static Grid normal(double mean, double sd) {
        return Grid.line(mean - 30 * sd, mean + 30 * sd, sd / 20, x -> new NormalDistribution(mean, sd).logDensity(x));
    }

    private static Grid logNormal(double mean, double sd) {
        return Grid.half(
                mean - 20 * sd,
                mean + 20 * sd,
                sd / 20,
                x -> new NormalDistribution(mean, sd).logDensity(Math.log(x)) - Math.log(x),
                0);
    }

    private static Case vector(String unit) {
        double[] s = {1, 0.5, 0.5, 2};
        return many(
                "gaussian-vector",
                FamilyOptions.of("u", "v").withCovariance(s).withUnit(unit),
                pair(0.4, -0.2),
                pair(-1, 0.5),
                new double[] {0.5, -0.3},
                new double[] {-1, 1.2});
    }

    /** Covariance [[1, 0.5], [0.5, 2]]: u normal, v given u normal with mean 0.5 (u - m) and variance 1.75. */
    private static Grid pair(double meanOfU, double meanOfV) {
        Grid grid = new Grid();
        double step = 0.2;
        for (double u = -11; u <= 11; u += step) {
            for (double v = -11; v <= 11; v += step) {
                double rest = v - 0.5 * u;
                double log = -u * u / 2
                        - rest * rest / 3.5
                        - Math.log(2 * Math.PI)
                        - Math.log(1.75) / 2
                        + 2 * Math.log(step);
                grid.add(log, meanOfU + u, meanOfV + v);
            }
        }
        return grid;
    }

    private static Grid inverseGaussian(double mu, double lambda) {
        return positive(x ->
                Math.log(lambda / (2 * Math.PI * x * x * x)) / 2 - lambda * (x - mu) * (x - mu) / (2 * mu * mu * x));
    }

    private static Grid beta(double a, double b) {
        double constant = Gamma.logGamma(a + b) - Gamma.logGamma(a) - Gamma.logGamma(b);
        Grid sticks = Grid.sticks(2, 34, 0.05, w -> constant + (a - 1) * Math.log(w[0]) + (b - 1) * Math.log(w[1]));
        Grid grid = new Grid();
        for (int i = 0; i < sticks.size(); i++) {
            grid.add(sticks.log(i), sticks.point(i)[0]);
        }
        return grid;
    }

    private static Grid dirichlet(double... a) {
        double constant =
                Gamma.logGamma(a[0] + a[1] + a[2]) - Gamma.logGamma(a[0]) - Gamma.logGamma(a[1]) - Gamma.logGamma(a[2]);
        return Grid.sticks(
                3,
                24,
                0.25,
                w -> constant
                        + (a[0] - 1) * Math.log(w[0])
                        + (a[1] - 1) * Math.log(w[1])
                        + (a[2] - 1) * Math.log(w[2]));
    }

    private static Grid laplace(double scale, double location) {
        Grid grid = new Grid();
        for (double x = -45; x <= 5; x += 0.02) {
            double distance = Math.exp(x);
            double log = -distance / scale - Math.log(2 * scale) + x + Math.log(0.02);
            grid.add(log, location + distance);
            grid.add(log, location - distance);
        }
        return grid;
    }

    /** The normalising constant is summed too: the trapezoid rule over a period is exact. */
    private static Grid vonMises(double mu, double kappa) {
        int n = 720;
        double total = 0;
        for (int i = 0; i < n; i++) {
            total += Math.exp(kappa * Math.cos(2 * Math.PI * i / n));
        }
        Grid grid = new Grid();
        for (int i = 0; i < n; i++) {
            double angle = 2 * Math.PI * i / n;
            grid.add(kappa * Math.cos(angle - mu) - Math.log(total), angle);
        }
        return grid;
    }
}
