package org.shiftbed.audit.spec;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.shiftbed.audit.family.Families;
import org.shiftbed.base.file.FieldSpec;
import org.shiftbed.base.file.Groups.Fields;
import org.shiftbed.base.file.Groups.ListOf;
import org.shiftbed.base.file.MapOf;
import org.shiftbed.base.file.Scalars.Decimal;
import org.shiftbed.base.file.Scalars.Flag;
import org.shiftbed.base.file.Scalars.Name;
import org.shiftbed.base.file.Scalars.Text;
import org.shiftbed.base.file.Scalars.Whole;
import org.shiftbed.base.file.Shape;

/** The fields of {@code audit.yaml}: their one definition. */
final class AuditFields {
    private static final double LARGE = AuditSpec.LARGEST_RADIUS;
    static final Shape COLUMN = new Text("(?s).+", "the name of a column");
    static final Shape COLUMNS = new ListOf(COLUMN, 1, true);
    static final Shape PATH = new Text("(?s).+", "a path");
    static final Shape NUMBER = new Decimal(-LARGE, LARGE, false);
    static final Shape POSITIVE = new Decimal(0, LARGE, true);
    static final Shape NUMBERS = new Many(NUMBER, 1);
    static final Shape RADII = new Many(new Decimal(0, LARGE, false), 1);

    private AuditFields() {}

    /** @param complete whether what an audit needs must be there */
    static Fields root(boolean complete) {
        String asked = complete ? "" : "what the command line gives";
        return new Fields(
                "an audit",
                List.of(
                        field(
                                "table",
                                PATH,
                                "what the command line gives",
                                "A .parquet or .csv file, a folder or pattern of either"),
                        field("loss", loss(), asked, "How the loss of a row is found"),
                        field(
                                "worse",
                                new Name("direction", List.of("larger", "smaller")),
                                "what the loss says",
                                "Which way the loss gets worse"),
                        field("weight", COLUMN, "every row weighs 1", "Column of row weights"),
                        field(
                                "cluster",
                                COLUMN,
                                "rows are independent",
                                "Column whose equal values are rows that belong together"),
                        field(
                                "shifts",
                                new ListOf(new ShiftOrText(shift()), 1, false),
                                asked,
                                "The variables that shift"),
                        field(
                                "where",
                                new MapOf("columns", new Many(new ScalarValue(), 1)),
                                "all rows",
                                "The values that rows in use have"),
                        field("budget", budget(), "a ball at the radii 0.5, 1, 2, 4", "Which shifts are plausible"),
                        field("against", PATH, "one model", "A second model's table on the same rows"),
                        field("key", COLUMN, "their order", "Column that says which rows of the two tables are one"),
                        field(
                                "targets",
                                new ListOf(new Text(".+", "a target such as 'P(O=1 | Y=1) = 0.52'"), 1, true),
                                "none",
                                "Together one shift to evaluate beside the worst one"),
                        field(
                                "radius-to",
                                NUMBERS,
                                "none",
                                "Losses for which the smallest shift that makes it worse than that is told"),
                        field("estimation", estimation(), "as its fields say", "How numbers are found")));
    }

    static Fields loss() {
        return new Fields(
                "a loss",
                List.of(
                        field(
                                "kind",
                                new LossName(false),
                                "column where 'column' is given, ratio where 'numerator' is",
                                "What it is made of"),
                        field("label", COLUMN, "none", "Column of true classes or values"),
                        field(
                                "prediction",
                                COLUMNS,
                                "none",
                                "Column of predictions, or one column a class; score_* means all of that beginning"),
                        field("column", COLUMN, "none", "Column that holds the loss itself"),
                        field("quantile", new Decimal(0, 1, true), "0.5", "Level of the pinball loss"),
                        field(
                                "positive",
                                new ScalarValue(),
                                "1, true, yes or another word that says it",
                                "The label's value whose probability is predicted"),
                        field(
                                "threshold",
                                new Decimal(0, 1, false),
                                "the prediction is a class",
                                "Probability from which on the decision is positive"),
                        field("clip", new Decimal(0, 0.5, false), "0", "Distance that probabilities keep from 0 and 1"),
                        field(
                                "scale",
                                new Name("scale", words(Scale.values())),
                                "log for score_ columns, probability otherwise",
                                "What prediction columns hold"),
                        field("metric", new LossName(true), "none", "Which ratio, of kind ratio"),
                        field("numerator", COLUMN, "none", "Column whose average is the numerator"),
                        field("denominator", COLUMN, "none", "Column whose average is the denominator")));
    }

    private static Fields shift() {
        return new Fields(
                "a shifting variable",
                List.of(
                        field("variable", COLUMNS, "", "Its column, or the columns of a vector"),
                        field("name", new Text(".+", "a name"), "the column's name", "Its name in labels and tables"),
                        field(
                                "family",
                                new Name("family", Families.names()),
                                "inferred from the column",
                                "Its exponential family"),
                        field("trials", new Whole(1, Integer.MAX_VALUE), "none", "N of binomial and multinomial"),
                        field("shape", POSITIVE, "none", "Shape of gamma and weibull, r of negative-binomial"),
                        field("minimum", POSITIVE, "none", "Smallest value of pareto"),
                        field("location", NUMBER, "none", "Location of laplace"),
                        field(
                                "unit",
                                new Name("unit", List.of("sd", "raw", "whiten")),
                                "sd",
                                "In what a gaussian mean is moved"),
                        field("sd", POSITIVE, "fitted", "Conditional standard deviation of a gaussian"),
                        field(
                                "covariance",
                                new Many(NUMBERS, 1),
                                "fitted",
                                "Conditional covariance of a gaussian vector"),
                        field("reference", new ScalarValue(), "the first", "Level that others are compared with"),
                        field(
                                "statistic",
                                new Text(".+", "an expression"),
                                "none",
                                "Statistics of family statistic, parted by semicolons"),
                        field("given", COLUMNS, "no parents", "Its parents"),
                        field(
                                "bins",
                                new MapOf("parents", new Many(NUMBER, 1)),
                                "none",
                                "Cut points of parents that are numbers"),
                        field(
                                "form",
                                new Text("(?s).+", "constant, per-value, linear, or an expression"),
                                "per-value where every parent is a category or in bins, constant otherwise",
                                "How its parameters depend on the parents"),
                        field(
                                "only",
                                new ListOf(new MapOf("parents", new ScalarValue()), 1, true),
                                "all",
                                "Patterns of the parents that may move"),
                        field(
                                "tie",
                                new Text(".+", "a name"),
                                "none",
                                "Name that variables with common parameters share"),
                        field(
                                "targets",
                                new ListOf(new Text(".+", "a target such as 'P(O=1 | Y=1) = 0.52'"), 1, true),
                                "none",
                                "Together one shift to evaluate beside the worst one")));
    }

    static Fields budget() {
        FieldSpec radius = field("radius", RADII, "0.5, 1, 2, 4", "Largest sizes, each a worst case of its own");
        return new Fields(
                "a budget",
                List.of(
                        field(
                                "ball",
                                new Fields("a ball", List.of(radius)),
                                "see budget",
                                "Shifts up to a Euclidean norm"),
                        field(
                                "scaled",
                                new Fields(
                                        "a scaled ball",
                                        List.of(
                                                radius,
                                                field(
                                                        "scales",
                                                        new MapOf("parameters", POSITIVE),
                                                        "",
                                                        "The size of 1 in each parameter"))),
                                "none",
                                "Shifts up to a norm of parameters over their scales"),
                        field(
                                "fisher",
                                new Fields("a Fisher ball", List.of(radius)),
                                "none",
                                "Shifts up to a norm in Fisher information"),
                        field(
                                "standard-error",
                                new Fields("a ball", List.of(radius)),
                                "none",
                                "Shifts up to a norm of parameters over the standard errors of their gradients"),
                        field(
                                "ellipsoid",
                                new Fields(
                                        "an ellipsoid",
                                        List.of(
                                                radius,
                                                field(
                                                        "matrix",
                                                        new Many(NUMBERS, 1),
                                                        "",
                                                        "A, symmetric positive semidefinite"),
                                                field("vector", NUMBERS, "zero", "b"))),
                                "none",
                                "Shifts with d'Ad + b'd up to the squared radius"),
                        field(
                                "box",
                                new MapOf("parameters", new Interval()),
                                "none",
                                "Smallest and largest value of parameters"),
                        field(
                                "limits",
                                new ListOf(new Text(".+", "a linear limit such as 'abs([O | Y=1]) <= 0.5'"), 1, true),
                                "none",
                                "Linear limits"),
                        field(
                                "freeze",
                                new ListOf(new Text(".+", "a parameter or variable"), 1, true),
                                "none",
                                "Parameters or variables that stay at 0"),
                        field(
                                "like",
                                new Fields(
                                        "a shift of the past",
                                        List.of(
                                                field("before", PATH, "", "The earlier table"),
                                                field("after", PATH, "", "The later table"))),
                                "none",
                                "The radius is the shift between two past tables")));
    }

    static Fields estimation() {
        return new Fields(
                "an estimation",
                List.of(
                        field(
                                "nuisance",
                                new Name("nuisance", words(EstimationSpec.Nuisance.values())),
                                "auto",
                                "Regression of conditional means"),
                        field("degree", new Whole(1, 10), "2", "Degree of poly"),
                        field("penalty", new Decimal(0, LARGE, false), "1", "Penalty of ridge"),
                        field("folds", new Whole(2, EstimationSpec.MOST_FOLDS), "5", "Folds of cross-fitting"),
                        field(
                                "cross-fit",
                                new Flag(),
                                "where nuisance is neither none nor group",
                                "Whether nuisances are fitted out of fold"),
                        field(
                                "bootstrap",
                                new Whole(0, 100_000),
                                "200 up to 200,000 rows, none beyond",
                                "Bootstrap replicates"),
                        field(
                                "min-cell",
                                new Whole(1, Integer.MAX_VALUE),
                                "5",
                                "Rows below which a pattern is reported as too small"),
                        field("seed", new Whole(0, Long.MAX_VALUE), "0", "Seed of everything drawn"),
                        field("level", new Decimal(0, 1, true), "0.95", "Level of intervals"),
                        field(
                                "centring",
                                new Name("centring", words(EstimationSpec.Centring.values())),
                                "pair",
                                "What is subtracted in the cross blocks")));
    }

    private static FieldSpec field(String name, Shape shape, String standard, String help) {
        return new FieldSpec(name, shape, standard, help);
    }

    private static List<String> words(Enum<?>[] values) {
        return Arrays.stream(values)
                .map(value -> value.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                .toList();
    }
}
