package org.shiftbed.audit.family;

import java.util.List;
import java.util.Locale;
import org.hipparchus.linear.EigenDecompositionSymmetric;
import org.hipparchus.linear.MatrixUtils;
import org.hipparchus.linear.RealMatrix;
import org.shiftbed.base.Names;
import org.shiftbed.base.UserError;

/** The families by their names in {@code audit.yaml} (parametric-robustness 1.4). */
public final class Families {
    private static final List<String> NAMES = List.of(
            "bernoulli",
            "beta",
            "binomial",
            "categorical",
            "dirichlet",
            "exponential",
            "gamma",
            "gamma-both",
            "gaussian",
            "gaussian-mean-variance",
            "gaussian-vector",
            "geometric",
            "inverse-gaussian",
            "laplace",
            "log-normal",
            "multinomial",
            "negative-binomial",
            "pareto",
            "poisson",
            "rayleigh",
            "statistic",
            "von-mises",
            "weibull");

    private Families() {}

    /** All names, sorted. */
    public static List<String> names() {
        return NAMES;
    }

    /** Whether the family needs a conditional sd or covariance in its options, which may be fitted where the user gave none. */
    public static boolean needsScale(String name) {
        return name.equals("gaussian") || name.equals("log-normal") || name.equals("gaussian-vector");
    }

    /** Whether the family takes several columns. */
    public static boolean takesColumns(String name) {
        return List.of("multinomial", "gaussian-vector", "dirichlet", "statistic")
                .contains(name);
    }

    /** Options that a family reads, beside its columns and levels. */
    public static List<String> options(String name) {
        return switch (name) {
            case "binomial" -> List.of("trials");
            case "multinomial" -> List.of("trials", "reference");
            case "categorical" -> List.of("reference");
            case "gamma", "weibull", "negative-binomial" -> List.of("shape", "r");
            case "pareto" -> List.of("minimum");
            case "laplace" -> List.of("location");
            case "gaussian", "log-normal" -> List.of("sd", "variance", "unit");
            case "gaussian-vector" -> List.of("covariance", "unit");
            case "statistic" -> List.of("statistic");
            default -> List.of();
        };
    }

    /**
     * Makes a family.
     *
     * @param place where the variable stands, such as {@code audit.yaml: shifts[1]}, for the error
     * @param name one of {@link #names}
     * @throws UserError if the name is unknown, or an option is missing or does not fit
     */
    public static ExponentialFamily require(String place, String name, FamilyOptions options) {
        if (!NAMES.contains(name)) {
            throw Names.unknown(place + ".family", "family", name, NAMES);
        }
        int columns = options.columns().size();
        if (columns > 1 && !takesColumns(name)) {
            throw new UserError(place + ".variable: family " + name + " takes one column, found " + columns + " ("
                    + String.join(", ", options.columns()) + ")");
        }
        return switch (name) {
            case "bernoulli" -> bernoulli(place, options);
            case "beta" -> Dirichlet.beta();
            case "binomial" -> new Binomial(name, count(place, name, options.trials()), "0", "1");
            case "categorical" ->
                Categorical.one(
                        several(place, "levels", name, options.levels()), reference(place, options.levels(), options));
            case "dirichlet" -> Dirichlet.shares(several(place, "columns", name, options.columns()));
            case "exponential" -> new Gamma(name, 1);
            case "gamma" -> new Gamma(name, positive(place, name, "shape", options.shape()));
            case "gamma-both" -> new GammaBoth();
            case "gaussian", "log-normal" ->
                new Gaussian(
                        name,
                        positive(place, name, "sd", options.sd()),
                        unit(place, name, options, List.of("sd", "raw")).equals("raw"),
                        name.equals("log-normal"));
            case "gaussian-mean-variance" -> new GaussianMeanVariance();
            case "gaussian-vector" ->
                new GaussianVector(
                        options.columns(),
                        covariance(place, options),
                        unit(place, name, options, List.of("sd", "raw", "whiten")));
            case "geometric" -> new NegativeBinomial(name, 1);
            case "inverse-gaussian" -> new InverseGaussian();
            case "laplace" -> new Laplace(finite(place, name, "location", options.location()));
            case "multinomial" ->
                Categorical.counts(
                        several(place, "columns", name, options.columns()),
                        reference(place, options.columns(), options),
                        count(place, name, options.trials()));
            case "negative-binomial" -> new NegativeBinomial(name, positive(place, name, "shape", options.shape()));
            case "pareto" -> new Pareto(positive(place, name, "minimum", options.minimum()));
            case "poisson" -> new Poisson();
            case "rayleigh" -> new Rayleigh();
            case "statistic" -> statistic(place, options);
            case "von-mises" -> new VonMises();
            case "weibull" -> new Weibull(positive(place, name, "shape", options.shape()));
            default -> throw new IllegalStateException(name);
        };
    }

    private static ExponentialFamily bernoulli(String place, FamilyOptions options) {
        List<String> levels = options.levels();
        if (levels.isEmpty()) {
            return new Binomial("bernoulli", 1, "0", "1");
        }
        if (levels.size() != 2) {
            throw new UserError(place + ".family: bernoulli takes two levels, found " + levels.size() + " ("
                    + shortList(levels) + "); use family: categorical");
        }
        return new Binomial("bernoulli", 1, levels.get(0), levels.get(1));
    }

    private static ExponentialFamily statistic(String place, FamilyOptions options) {
        String text = options.statistic();
        if (text == null || text.isBlank()) {
            throw missing(place, "statistic", "statistic", "an expression in " + String.join(", ", options.columns()));
        }
        return new UserStatistic(place + ".statistic", text, options.columns());
    }

    private static UserError missing(String place, String name, String option, String what) {
        return new UserError(place + "." + option + ": is missing; family " + name + " needs " + what);
    }

    private static double finite(String place, String name, String option, double value) {
        if (Double.isNaN(value)) {
            throw missing(place, name, option, "a number");
        }
        if (Double.isInfinite(value)) {
            throw new UserError(place + "." + option + ": must be a finite number, found " + Words.number(value));
        }
        return value;
    }

    private static double positive(String place, String name, String option, double value) {
        if (!(finite(place, name, option, value) > 0)) {
            throw new UserError(place + "." + option + ": must be > 0, found " + Words.number(value));
        }
        return value;
    }

    private static double count(String place, String name, double value) {
        if (positive(place, name, "trials", value) != Math.rint(value)) {
            throw new UserError(place + ".trials: must be a whole number >= 1, found " + value);
        }
        return value;
    }

    private static List<String> several(String place, String what, String name, List<String> found) {
        if (found.size() < 2) {
            throw new UserError(place + "." + (what.equals("levels") ? "variable" : what) + ": family " + name
                    + " needs at least two " + what + ", found " + (found.isEmpty() ? "none" : found.get(0)));
        }
        return found;
    }

    private static int reference(String place, List<String> levels, FamilyOptions options) {
        String reference = options.reference();
        if (reference == null) {
            return 0;
        }
        int index = levels.indexOf(reference);
        if (index < 0) {
            throw Names.unknown(place + ".reference", "level", reference, levels);
        }
        return index;
    }

    private static String unit(String place, String name, FamilyOptions options, List<String> known) {
        String unit = options.unit() == null ? "sd" : options.unit().toLowerCase(Locale.ROOT);
        if (!known.contains(unit)) {
            throw Names.unknown(place + ".unit", "unit of family " + name, unit, known);
        }
        return unit;
    }

    private static RealMatrix covariance(String place, FamilyOptions options) {
        int n = options.columns().size();
        double[] values = options.covariance();
        if (values == null) {
            throw missing(place, "gaussian-vector", "covariance", n + " x " + n + " numbers");
        }
        if (values.length != n * n) {
            throw new UserError(place + ".covariance: must hold " + n + " x " + n + " numbers for " + n
                    + " columns, found " + values.length);
        }
        RealMatrix matrix = MatrixUtils.createRealMatrix(n, n);
        double largest = 0;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                double value = values[i * n + j];
                double mirror = values[j * n + i];
                if (!Double.isFinite(value) || Math.abs(value - mirror) > 1e-9 * (Math.abs(value) + Math.abs(mirror))) {
                    throw new UserError(
                            place + ".covariance: must be finite and symmetric, found " + value + " and " + mirror
                                    + " for columns " + options.columns().get(i) + " and "
                                    + options.columns().get(j));
                }
                matrix.setEntry(i, j, (value + mirror) / 2);
                largest = Math.max(largest, Math.abs(value));
            }
        }
        double least = largest == 0 ? 0 : least(matrix.scalarMultiply(1 / largest)) * largest;
        if (!(least > 1e-13 * largest)) {
            throw new UserError(place + ".covariance: must be positive definite, found a least eigenvalue of "
                    + Words.number(least) + "; a column may copy another one or not vary");
        }
        return matrix;
    }

    private static double least(RealMatrix matrix) {
        double[] roots = new EigenDecompositionSymmetric(matrix).getEigenvalues();
        double least = Double.POSITIVE_INFINITY;
        for (double root : roots) {
            least = Math.min(least, root);
        }
        return least;
    }

    private static String shortList(List<String> names) {
        return String.join(", ", names.subList(0, Math.min(5, names.size()))) + (names.size() > 5 ? ", ..." : "");
    }
}
