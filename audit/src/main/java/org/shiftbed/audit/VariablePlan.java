package org.shiftbed.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shiftbed.audit.family.Axis;
import org.shiftbed.audit.family.ExponentialFamily;
import org.shiftbed.audit.family.Families;
import org.shiftbed.audit.family.FamilyOptions;
import org.shiftbed.audit.form.Parent;
import org.shiftbed.audit.spec.ShiftSpec;
import org.shiftbed.base.Names;
import org.shiftbed.base.UserError;
import org.shiftbed.data.table.ColumnKind;
import org.shiftbed.data.table.ColumnSummary;
import org.shiftbed.data.table.TableScan;

/**
 * How one shifting variable is read: its family (as declared, or inferred from the column), its columns and parents.
 *
 * @param spec as declared
 * @param place where it stands, for messages
 * @param family its name
 * @param inferred whether the family was inferred
 * @param options of the family, without a scale that is still to be fitted
 * @param columns of W
 * @param axes on which their values lie
 * @param parents of W, in their order
 * @param form its text: as declared, or by the rule
 */
record VariablePlan(
        ShiftSpec spec,
        String place,
        String family,
        boolean inferred,
        FamilyOptions options,
        List<PlannedColumn> columns,
        List<Axis> axes,
        List<PlannedColumn> parents,
        String form) {

    static VariablePlan of(TableScan scan, ShiftSpec spec) {
        String place = "shift '" + spec.name() + "'";
        for (String parent : spec.given()) {
            if (spec.columns().contains(parent)) {
                throw new UserError(place + ": '" + parent
                        + "' is the variable and cannot be its own parent; take it out of given");
            }
        }
        for (String column : spec.columns()) {
            scan.column(column);
            requireVaried(scan, place, column);
        }
        spec.bins().keySet().forEach(name -> {
            if (!spec.given().contains(name)) {
                throw Names.unknown(place + ".bins", "parent", name, spec.given());
            }
        });
        String declared = spec.family();
        String family = declared == null ? infer(scan, spec, place) : declared;
        List<PlannedColumn> columns = spec.columns().stream()
                .map(column -> variable(scan, place, column, family))
                .toList();
        List<PlannedColumn> parents = new ArrayList<>();
        for (String parent : spec.given()) {
            parents.add(parent(scan, spec, place, parent));
        }
        return new VariablePlan(
                spec,
                place,
                family,
                declared == null,
                options(spec, place, family, columns),
                columns,
                spec.columns().stream()
                        .map(column -> axis(scan.column(column).kind()))
                        .toList(),
                List.copyOf(parents),
                form(spec, parents));
    }

    private static Axis axis(ColumnKind kind) {
        return switch (kind) {
            case DATE -> Axis.DATE;
            case TIMESTAMP -> Axis.TIME;
            default -> Axis.NUMBER;
        };
    }

    private static PlannedColumn parent(TableScan scan, ShiftSpec spec, String place, String parent) {
        ColumnKind kind = scan.column(parent).kind();
        List<Double> cuts = spec.bins().get(parent);
        if (cuts != null && kind == ColumnKind.TEXT) {
            NearlyNumbers.refuse(scan, parent, "");
            throw new UserError(
                    place + ".bins." + parent + ": bins need numbers, and column '" + parent + "' holds text");
        }
        PlannedColumn column = PlannedColumn.parent(
                scan,
                parent,
                cuts == null
                        ? null
                        : cuts.stream().mapToDouble(Double::doubleValue).toArray());
        boolean declaredForm = spec.form() != null
                && !spec.form().equals(ShiftSpec.PER_VALUE)
                && !spec.form().equals(ShiftSpec.CONSTANT);
        if (column.category()) {
            requireRepeated(scan, place, parent, "be a parent");
            if (kind == ColumnKind.TEXT && column.levels().size() > PlannedColumn.FEW) {
                NearlyNumbers.refuse(scan, parent, "");
            }
        }
        // An expression of a binned parent sees its value, not its bin.
        return cuts != null && declaredForm ? PlannedColumn.number(parent, new double[0]) : column;
    }

    private static void requireVaried(TableScan scan, String place, String column) {
        ColumnSummary summary = scan.summary(column);
        if (summary.missing() == summary.rows()) {
            throw new UserError(place + ": column '" + column + "' has no value in any row");
        }
        if (summary.distinct() == 1 && summary.missing() == 0) {
            throw new UserError(place + ": column '" + column
                    + "' has one value in all rows; what never varies cannot shift by its family");
        }
    }

    /** A category that is another one in nearly every row says nothing of a law. */
    private static void requireRepeated(TableScan scan, String place, String column, String what) {
        ColumnSummary summary = scan.summary(column);
        boolean own =
                summary.rows() > PlannedColumn.FEW && 2L * summary.distinct() > summary.rows() - summary.missing();
        if ((own || summary.distinct() > TableScan.MOST_LEVELS)
                && scan.column(column).kind() == ColumnKind.TEXT) {
            NearlyNumbers.refuse(scan, column, "");
        }
        if (summary.rows() > PlannedColumn.FEW && summary.distinct() >= summary.rows() - summary.missing()) {
            throw new UserError(place + ": column '" + column
                    + "' has a different value in every row, so it identifies rows and cannot " + what
                    + NearlyDates.hint(scan, column).map(hint -> "; " + hint).orElse(""));
        }
        if (summary.rows() > PlannedColumn.FEW && 2 * summary.distinct() > summary.rows() - summary.missing()) {
            throw new UserError(
                    place + ": column '" + column + "' has " + summary.distinct() + " different values in "
                            + summary.rows() + " rows, so it identifies rows and cannot " + what
                            + "; "
                            + NearlyDates.hint(scan, column)
                                    .orElse(
                                            "a category needs two rows a value on average: write rare values as one, or take another column"));
        }
    }

    private static String infer(TableScan scan, ShiftSpec spec, String place) {
        if (spec.columns().size() > 1) {
            spec.columns().forEach(column -> {
                if (!scan.column(column).kind().isNumber()) {
                    if (scan.column(column).kind() == ColumnKind.TEXT) {
                        NearlyNumbers.refuse(scan, column, "");
                        NearlyDates.refuse(scan, column, "");
                    }
                    throw new UserError(place + ".family: is missing, and column '" + column
                            + "' holds no numbers; name the family of these columns");
                }
            });
            return "gaussian-vector";
        }
        String column = spec.columns().get(0);
        ColumnKind kind = scan.column(column).kind();
        ColumnSummary summary = scan.summary(column);
        if (kind == ColumnKind.TEXT) {
            String names = ", or say family: categorical where its values are names";
            if (summary.distinct() > PlannedColumn.FEW) {
                NearlyNumbers.refuse(scan, column, names);
                NearlyDates.refuse(scan, column, names);
            } else {
                NearlyNumbers.refuseWordsForNothing(scan, column, names);
            }
            return summary.distinct() + (summary.missing() > 0 ? 1 : 0) == 2 ? "bernoulli" : "categorical";
        }
        boolean binary = summary.distinct() == 2 && summary.whole();
        // A blank among 0 and 1 does not make a measurement of it; the blank row stays as it is under the shift.
        boolean withBlanks = binary && summary.min() == 0 && summary.max() == 1;
        if (kind == ColumnKind.BOOLEAN || withBlanks || binary && summary.missing() == 0) {
            return "bernoulli";
        }
        if (kind == ColumnKind.WHOLE && numbersRows(summary)) {
            throw new UserError(place + ": column '" + column + "' numbers the rows from "
                    + (long) summary.min() + " to " + (long) summary.max()
                    + ", so it identifies them and cannot shift; name its family where it is a measurement");
        }
        return "gaussian";
    }

    /** Whether every whole number of a range stands in one row. */
    private static boolean numbersRows(ColumnSummary summary) {
        return summary.rows() > PlannedColumn.FEW
                && summary.missing() == 0
                && summary.max() - summary.min() + 1 == summary.rows()
                && summary.distinct() == Math.min(summary.rows(), TableScan.MOST_LEVELS + 1);
    }

    private static PlannedColumn variable(TableScan scan, String place, String column, String family) {
        ColumnKind kind = scan.column(column).kind();
        boolean numeric = kind.isNumber() || kind == ColumnKind.BOOLEAN;
        if (family.equals("categorical") || family.equals("bernoulli") && !numeric) {
            requireRepeated(scan, place, column, "shift");
            return PlannedColumn.category(scan, column);
        }
        double[] few = numeric ? PlannedColumn.few(scan, column) : new double[0];
        if (family.equals("bernoulli")) {
            boolean binary = few.length > 0 && few.length <= 2 && few[0] >= 0 && few[few.length - 1] <= 1;
            return few.length == 2 && !binary
                    ? PlannedColumn.category(scan, column)
                    : PlannedColumn.number(column, few);
        }
        if (kind == ColumnKind.TEXT) {
            NearlyNumbers.refuse(scan, column, "");
            NearlyDates.refuse(scan, column, "");
            throw new UserError(place + ".family: " + family + " needs numbers, and column '" + column
                    + "' holds text; "
                    + NearlyDates.hint(scan, column).orElse("use family: categorical"));
        }
        return PlannedColumn.number(column, few);
    }

    private static FamilyOptions options(ShiftSpec spec, String place, String family, List<PlannedColumn> columns) {
        FamilyOptions options = FamilyOptions.of(spec.columns().toArray(String[]::new));
        if (columns.size() == 1 && columns.get(0).category()) {
            options = options.withLevels(columns.get(0).levels());
        }
        Map<String, Object> given = spec.options();
        for (Map.Entry<String, Object> option : given.entrySet()) {
            Object value = option.getValue();
            options = switch (option.getKey()) {
                case "trials" -> options.withTrials(number(place, option));
                case "r", "shape" -> options.withShape(number(place, option));
                case "minimum" -> options.withMinimum(number(place, option));
                case "location" -> options.withLocation(number(place, option));
                case "sd" -> options.withSd(number(place, option));
                case "variance" -> options.withSd(Math.sqrt(number(place, option)));
                case "unit" -> options.withUnit(String.valueOf(value));
                case "reference" -> options.withReference(String.valueOf(value));
                case "statistic" -> options.withStatistic(String.valueOf(value));
                case "covariance" -> options.withCovariance(matrix(place, value));
                default ->
                    throw Names.unknown(
                            place,
                            "option",
                            option.getKey(),
                            List.of(
                                    "trials",
                                    "r",
                                    "shape",
                                    "minimum",
                                    "location",
                                    "sd",
                                    "variance",
                                    "unit",
                                    "reference",
                                    "statistic",
                                    "covariance"));
            };
            requireRead(place, family, option.getKey());
        }
        return options;
    }

    private static void requireRead(String place, String family, String option) {
        List<String> read = Families.options(family);
        if (Families.names().contains(family) && !read.contains(option)) {
            throw new UserError(place + "." + option + ": family " + family + " has no such option; it reads "
                    + (read.isEmpty() ? "none" : String.join(", ", read)));
        }
    }

    private static double number(String place, Map.Entry<String, Object> option) {
        if (option.getValue() instanceof Number number) {
            return number.doubleValue();
        }
        throw new UserError(place + "." + option.getKey() + ": must be a number, found '" + option.getValue() + "'");
    }

    private static double[] matrix(String place, Object value) {
        List<Double> entries = new ArrayList<>();
        if (value instanceof List<?> rows) {
            for (Object row : rows) {
                for (Object entry : row instanceof List<?> inner ? inner : List.of(row)) {
                    if (entry instanceof Number number) {
                        entries.add(number.doubleValue());
                    } else {
                        throw new UserError(place + ".covariance: must hold numbers, found '" + entry + "'");
                    }
                }
            }
        } else {
            throw new UserError(place + ".covariance: must be a list of rows of numbers, found '" + value + "'");
        }
        return entries.stream().mapToDouble(Double::doubleValue).toArray();
    }

    private static String form(ShiftSpec spec, List<PlannedColumn> parents) {
        String declared = spec.form();
        if (declared != null) {
            // One parameter a value of no parents is one parameter.
            return parents.isEmpty() && declared.equals(ShiftSpec.PER_VALUE) ? ShiftSpec.CONSTANT : declared;
        }
        boolean discrete = !parents.isEmpty() && parents.stream().allMatch(parent -> parent.cardinality() > 0);
        return discrete ? ShiftSpec.PER_VALUE : ShiftSpec.CONSTANT;
    }

    /** How many parameters the form will have at least; 0 where only its expression can tell. */
    long parameters() {
        long each = family.equals("categorical") && columns.size() == 1
                ? Math.max(1, columns.get(0).levels().size() - 1)
                : 1;
        if (!spec.only().isEmpty()) {
            return each * spec.only().size();
        }
        return switch (form) {
            case ShiftSpec.CONSTANT -> each;
            case ShiftSpec.LINEAR -> each * (parents.size() + 1);
            case ShiftSpec.PER_VALUE -> {
                long patterns = 1;
                for (Parent parent : asParents()) {
                    patterns = Math.min(Integer.MAX_VALUE, patterns * Math.max(1, parent.levels()));
                }
                yield each * patterns;
            }
            default -> 0;
        };
    }

    /** The parents as the form sees them. */
    List<Parent> asParents() {
        return parents.stream().map(parent -> parent.asParent(place)).toList();
    }

    /** The family, with a fitted scale where it needs one that was not declared. */
    ExponentialFamily family(@Nullable FamilyOptions scaled) {
        return Families.require(place, family, scaled == null ? options : scaled);
    }

    /** Whether the scale is to be fitted. */
    boolean needsScale() {
        return Families.needsScale(family)
                && (family.equals("gaussian-vector") ? options.covariance() == null : Double.isNaN(options.sd()));
    }
}
