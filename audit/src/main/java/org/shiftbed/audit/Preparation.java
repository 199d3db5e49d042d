package org.shiftbed.audit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shiftbed.audit.estimate.Parameters;
import org.shiftbed.audit.estimate.Settings;
import org.shiftbed.audit.estimate.ShiftingVariable;
import org.shiftbed.audit.estimate.UnitTable;
import org.shiftbed.audit.estimate.UnitsBuilder;
import org.shiftbed.audit.result.RulingRows;
import org.shiftbed.audit.spec.AuditSpec;
import org.shiftbed.audit.spec.EstimationSpec;
import org.shiftbed.base.UserError;
import org.shiftbed.data.table.Block;
import org.shiftbed.data.table.ColumnKind;
import org.shiftbed.data.table.ColumnSummary;
import org.shiftbed.data.table.TableScan;
import org.shiftbed.data.table.Wanted;

/** Reads a table once and makes it ready for the estimator, after everything that can be wrong with it has been checked. */
final class Preparation {
    private static final int MOST_PARAMETERS = 600;

    private final TableScan scan;
    private final AuditSpec spec;
    private final LossColumns loss;
    private final List<VariablePlan> plans;
    private final List<PlannedColumn> columns = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    private Preparation(TableScan scan, AuditSpec spec, LossColumns loss) {
        this.scan = scan;
        this.spec = spec;
        this.loss = loss;
        plans = spec.shifts().stream()
                .map(shift -> VariablePlan.of(scan, shift))
                .toList();
        requireNoCircle();
        requireFewParameters();
        for (VariablePlan plan : plans) {
            plan.columns().forEach(this::plan);
            plan.parents().forEach(this::plan);
        }
    }

    /**
     * @param keepsRows whether the losses of single rows are kept
     */
    static Prepared of(TableScan scan, AuditSpec spec, LossColumns loss, boolean keepsRows) {
        return new Preparation(scan, spec, loss).read(keepsRows);
    }

    /** The search takes the eigenvectors of a p x p matrix some dozens of times, and the replicates of the bootstrap keep one each. */
    private void requireFewParameters() {
        long sum = 0;
        for (VariablePlan plan : plans) {
            sum += plan.parameters();
        }
        if (sum > MOST_PARAMETERS) {
            VariablePlan largest = plans.stream()
                    .max(Comparator.comparingLong(VariablePlan::parameters))
                    .orElseThrow();
            String name = largest.spec().name();
            boolean levels = largest.columns().size() == 1
                    && largest.columns().get(0).levels().size() > 2;
            String dates = levels && largest.columns().get(0).category()
                    ? NearlyDates.hint(scan, largest.columns().get(0).column())
                            .map(hint -> "; " + hint)
                            .orElse("")
                    : "";
            throw new UserError(largest.place() + ": has " + largest.parameters() + " parameters"
                    + (levels ? ", from " + largest.columns().get(0).levels().size() + " levels" : "")
                    + (plans.size() > 1 ? ", all shifts together " + sum : "") + "; an audit takes at most "
                    + MOST_PARAMETERS + ": "
                    + (levels ? "write rare levels of '" + name + "' as one level" : "give its parents fewer values")
                    + (largest.parents().isEmpty() ? "" : ", or say form: constant")
                    + ", or shift fewer variables at once" + dates);
        }
    }

    /** Parents come before their variables in some order (parametric-robustness 1.1): no variable is among its own causes. */
    private void requireNoCircle() {
        List<VariablePlan> left = new ArrayList<>(plans);
        boolean removed = true;
        while (removed) {
            List<String> waiting = left.stream()
                    .flatMap(plan -> plan.spec().columns().stream())
                    .toList();
            removed = left.removeIf(plan -> plan.spec().given().stream().noneMatch(waiting::contains));
        }
        if (!left.isEmpty()) {
            throw new UserError("shifts: "
                    + String.join(
                            " and ",
                            left.stream()
                                    .map(plan -> "'" + plan.spec().name() + "' given "
                                            + String.join(", ", plan.spec().given()))
                                    .toList())
                    + " go in a circle; a variable cannot be among its own causes, so leave one of these parents out");
        }
    }

    /** One note for each family, however many columns it was inferred from. */
    private void inferred() {
        Map<String, List<String>> names = new LinkedHashMap<>();
        plans.stream()
                .filter(VariablePlan::inferred)
                .forEach(plan -> names.computeIfAbsent(plan.family(), family -> new ArrayList<>())
                        .add("'" + plan.spec().name() + "'"));
        names.forEach((family, of) -> notes.add(
                of.size() == 1
                        ? "The family of " + of.get(0) + " was inferred from its column: " + family + "."
                        : "The family of each of " + String.join(", ", of.subList(0, Math.min(4, of.size())))
                                + (of.size() > 4 ? " and " + (of.size() - 4) + " more" : "")
                                + " was inferred from its column: " + family + "."));
    }

    private void plan(PlannedColumn column) {
        if (columns.stream().noneMatch(column::same)) {
            columns.add(column);
        }
    }

    private int index(PlannedColumn column) {
        for (int j = 0; j < columns.size(); j++) {
            if (columns.get(j).same(column)) {
                return j;
            }
        }
        throw new IllegalStateException(column.column());
    }

    private Prepared read(boolean keepsRows) {
        EstimationSpec estimation = spec.estimation();
        Reading reading = new Reading(keepsRows);
        List<Wanted> wanted = new ArrayList<>();
        columns.forEach(column -> wanted.add(column.wanted()));
        wanted.addAll(loss.wanted());
        String weight = spec.weight();
        String cluster = spec.cluster();
        if (weight != null) {
            wanted.add(Wanted.number(weight));
        }
        if (cluster != null) {
            wanted.add(cluster(cluster));
        }
        scan.read(wanted, reading::take);
        UnitTable table = reading.builder.build();
        if (table.first().rows() == 0) {
            throw new UserError(scan.name() + ": every row has weight 0 in column '" + weight + "'");
        }
        double[][] decoded = new double[columns.size()][];
        for (int j = 0; j < decoded.length; j++) {
            decoded[j] = columns.get(j).decode(table.columns()[j]);
        }
        Settings settings = settings(estimation);
        List<ShiftingVariable> variables = new ArrayList<>();
        List<RulingRows> ruling = new ArrayList<>();
        FarRows far = new FarRows(scan, table, settings);
        for (VariablePlan plan : plans) {
            double[][] w = pick(plan.columns(), decoded);
            ShiftingVariable variable =
                    new VariableBuilder(scan, plan, table, settings, notes).build(w, pick(plan.parents(), decoded));
            variables.add(variable);
            far.of(plan, variable, w).ifPresent(ruling::add);
            for (PlannedColumn parent : plan.parents()) {
                if (!parent.category() && parent.cardinality() == 0) {
                    far.ofParent(parent.column(), decoded[index(parent)])
                            .filter(found -> ruling.stream()
                                    .noneMatch(one -> one.variable().equals(found.variable())))
                            .ifPresent(found -> notes.add(found.sentence()));
                }
            }
        }
        inferred();
        plans.stream()
                .filter(VariablePlan::inferred)
                .flatMap(plan -> plan.columns().stream())
                .filter(PlannedColumn::category)
                .forEach(column -> NearlyDates.hint(scan, column.column())
                        .ifPresent(hint -> notes.add("Column '" + column.column() + "' is taken as "
                                + column.levels().size() + " names; " + hint + ".")));
        for (PlannedColumn column : columns) {
            ColumnKind kind = scan.column(column.column()).kind();
            if (!column.category() && (kind == ColumnKind.DATE || kind == ColumnKind.TIMESTAMP)) {
                notes.add("Column '" + column.column() + "' holds " + kind.words() + ", taken as numbers of "
                        + (kind == ColumnKind.DATE ? "days" : "seconds") + " since 1970-01-01.");
            }
        }
        plans.forEach(plan -> rareLevels(plan, table));
        blankLevels(table);
        plans.forEach(this::everyRowAnother);
        requireTies(variables);
        Parameters parameters = Parameters.of(variables, ties());
        return new Prepared(
                table,
                reading.builder.losses(),
                plans,
                variables,
                parameters,
                settings,
                List.copyOf(
                        new LinkedHashSet<>(wanted.stream().map(Wanted::column).toList())),
                missing(table, decoded),
                reading.clusters.size(),
                reading.digest.hex(),
                ruling,
                notes);
    }

    /** Notes levels of a category so rare that their odds cannot be told. */
    private void rareLevels(VariablePlan plan, UnitTable table) {
        for (PlannedColumn column : plan.columns()) {
            if (!column.category()) {
                continue;
            }
            long[] rows = new long[column.levels().size()];
            double[] codes = table.columns()[index(column)];
            for (int u = 0; u < codes.length; u++) {
                rows[(int) codes[u]] += table.first().count()[u];
            }
            List<String> rare = new ArrayList<>();
            for (int level = 0; level < rows.length; level++) {
                if (rows[level] > 0 && rows[level] < spec.estimation().minCell()) {
                    rare.add("'" + column.levels().get(level) + "' (" + rows[level] + ")");
                }
            }
            if (!rare.isEmpty()) {
                notes.add("Levels of '" + plan.spec().name() + "' with fewer than "
                        + spec.estimation().minCell() + " rows: "
                        + String.join(", ", rare.subList(0, Math.min(10, rare.size())))
                        + (rare.size() > 10 ? ", ..." : "") + "; what is said of them rests on those rows alone.");
            }
        }
    }

    /** A blank in a category is a level of its own, which nobody may have meant. */
    private void blankLevels(UnitTable table) {
        for (int j = 0; j < columns.size(); j++) {
            int blank = columns.get(j).levels().indexOf(TableScan.BLANK);
            long rows = 0;
            double[] codes = table.columns()[j];
            for (int u = 0; blank >= 0 && u < codes.length; u++) {
                rows += codes[u] == blank ? table.first().count()[u] : 0;
            }
            if (rows > 0) {
                notes.add("Column '" + columns.get(j).column() + "' is blank in " + rows + " of "
                        + table.first().rows() + " rows; that counts as a level of its own, " + TableScan.BLANK + ".");
            }
        }
    }

    /** Whole numbers of which no two rows share one may number customers rather than measure anything. */
    private void everyRowAnother(VariablePlan plan) {
        for (PlannedColumn column : plan.columns()) {
            ColumnSummary summary = scan.summary(column.column());
            if (!column.category()
                    && scan.column(column.column()).kind() == ColumnKind.WHOLE
                    && summary.rows() > PlannedColumn.FEW
                    && summary.distinct() == summary.rows() - summary.missing()) {
                notes.add(
                        "Column '" + column.column()
                                + "' holds a different whole number in every row; where it identifies rows, its shift means nothing.");
            }
        }
    }

    private List<@Nullable String> ties() {
        List<@Nullable String> ties = new ArrayList<>();
        plans.forEach(plan -> ties.add(plan.spec().tie()));
        return ties;
    }

    private void requireTies(List<ShiftingVariable> variables) {
        Map<String, Integer> first = new LinkedHashMap<>();
        for (int i = 0; i < plans.size(); i++) {
            String tie = plans.get(i).spec().tie();
            Integer before = tie == null ? null : first.putIfAbsent(tie, i);
            if (before != null) {
                int one = variables.get(before).form().parameters();
                int two = variables.get(i).form().parameters();
                if (one != two) {
                    throw new UserError(plans.get(i).place() + ".tie: variables tied as '" + tie
                            + "' need equally many parameters, found " + one + " of '"
                            + variables.get(before).name() + "' and " + two + " of '"
                            + variables.get(i).name() + "'");
                }
            }
        }
    }

    private Wanted cluster(String column) {
        ColumnKind kind = scan.column(column).kind();
        return kind.isNumber() ? Wanted.number(column) : Wanted.category(column);
    }

    private double[][] pick(List<PlannedColumn> some, double[][] decoded) {
        return some.stream().map(column -> decoded[index(column)]).toArray(double[][]::new);
    }

    private Map<String, Long> missing(UnitTable table, double[][] decoded) {
        Map<String, Long> missing = new LinkedHashMap<>();
        for (int j = 0; j < columns.size(); j++) {
            long rows = 0;
            for (int u = 0; u < decoded[j].length; u++) {
                rows += Double.isNaN(decoded[j][u]) ? table.first().count()[u] : 0;
            }
            if (rows > 0) {
                missing.put(columns.get(j).column(), rows);
                notes.add("Column '" + columns.get(j).column() + "' has no number in " + rows + " of "
                        + table.first().rows() + " rows; " + unshifted(columns.get(j)) + ".");
            }
        }
        return missing;
    }

    /** What rows without a number in a column keep: the column, and the variables that it is a parent of. */
    private String unshifted(PlannedColumn column) {
        List<String> names = plans.stream()
                .filter(plan -> plan.columns().stream().anyMatch(column::same)
                        || plan.parents().stream().anyMatch(column::same))
                .map(plan -> "'" + plan.spec().name() + "'")
                .toList();
        boolean parent = plans.stream().anyMatch(plan -> plan.parents().stream().anyMatch(column::same));
        return "in those rows " + String.join(", ", names)
                + (names.size() == 1 ? " stays as it is" : " stay as they are") + " under every shift"
                + (parent ? ", because a parent is not known there" : "");
    }

    private static Settings settings(EstimationSpec estimation) {
        Settings.CrossFit cross = estimation.crossFit() == null
                ? Settings.CrossFit.AUTO
                : estimation.crossFit() ? Settings.CrossFit.ON : Settings.CrossFit.OFF;
        Settings.Centring centring =
                Settings.Centring.valueOf(estimation.centring().name());
        return switch (estimation.nuisance()) {
            case AUTO -> new Settings(Settings.Mode.AUTO, 1, 0, cross, centring);
            case NONE -> new Settings(Settings.Mode.NONE, 1, 0, cross, centring);
            case GROUP -> new Settings(Settings.Mode.GROUP, 1, 0, cross, centring);
            case LINEAR -> new Settings(Settings.Mode.LEAST_SQUARES, 1, 0, cross, centring);
            case RIDGE -> new Settings(Settings.Mode.LEAST_SQUARES, 1, estimation.penalty(), cross, centring);
            case POLY -> new Settings(Settings.Mode.LEAST_SQUARES, estimation.degree(), 0, cross, centring);
            case GLM -> new Settings(Settings.Mode.GLM, 1, 0, cross, centring);
        };
    }

    /** One pass over the rows. */
    private final class Reading {
        private final UnitsBuilder builder;
        private final Digest digest = new Digest();
        private final Map<Double, Integer> clusters = new LinkedHashMap<>();
        private double[][] values = new double[0][];
        private double[] first = new double[0];
        private double[] second = new double[0];
        private int[] cluster = new int[0];

        Reading(boolean keepsRows) {
            builder = new UnitsBuilder(new UnitsBuilder.Layout(
                    columns.stream().mapToInt(PlannedColumn::cardinality).toArray(),
                    spec.estimation().folds(),
                    spec.weight() != null,
                    spec.cluster() != null,
                    loss.two() ? 2 : 1,
                    keepsRows));
        }

        void take(Block block) {
            int rows = block.rows();
            if (first.length < rows) {
                values = new double[columns.size()][rows];
                first = new double[rows];
                second = new double[loss.two() ? rows : 0];
                cluster = new int[spec.cluster() == null ? 0 : rows];
            }
            for (int j = 0; j < columns.size(); j++) {
                columns.get(j).fill(block, j, values[j]);
                requireFinite(columns.get(j), block, values[j]);
                digest.add(values[j], rows, columns.get(j).cardinality());
            }
            loss.fill(block, columns.size(), first, second);
            digest.add(first, rows, 0);
            if (loss.two()) {
                digest.add(second, rows, 0);
            }
            int next = columns.size() + loss.wanted().size();
            double[] weight = spec.weight() == null ? null : weights(block, next++);
            if (weight != null) {
                digest.add(weight, rows, 0);
            }
            if (spec.cluster() != null) {
                clusters(block, next);
            }
            builder.add(
                    rows, values, first, loss.two() ? second : null, weight, spec.cluster() == null ? null : cluster);
        }

        private void requireFinite(PlannedColumn column, Block block, double[] kept) {
            boolean few = column.values().length > 0;
            if (few ? Arrays.stream(column.values()).noneMatch(Double::isInfinite) : column.cardinality() > 0) {
                return;
            }
            double[] numbers = column.decode(Arrays.copyOf(kept, block.rows()));
            for (int r = 0; r < numbers.length; r++) {
                if (Double.isInfinite(numbers[r])) {
                    throw new UserError(scan.place(block.first() + r) + ", column '" + column.column()
                            + "': must be a finite number, found " + numbers[r]
                            + "; leave the cell blank or correct it");
                }
            }
        }

        private double[] weights(Block block, int index) {
            double[] weight = block.numbers(index);
            for (int r = 0; r < block.rows(); r++) {
                if (!(weight[r] >= 0) || Double.isInfinite(weight[r])) {
                    throw new UserError(scan.place(block.first() + r) + ", column '" + spec.weight()
                            + "': a weight must be a number of at least 0, found "
                            + (Double.isNaN(weight[r]) ? "nothing" : weight[r]));
                }
            }
            return weight;
        }

        private void clusters(Block block, int index) {
            String column = String.valueOf(spec.cluster());
            boolean number = scan.column(column).kind().isNumber();
            for (int r = 0; r < block.rows(); r++) {
                double key = number ? block.numbers(index)[r] : block.codes(index)[r];
                if (Double.isNaN(key)) {
                    throw new UserError(scan.place(block.first() + r) + ", column '" + column
                            + "': every row needs a cluster, found nothing");
                }
                cluster[r] = clusters.computeIfAbsent(key, missing -> clusters.size());
            }
        }
    }
}
