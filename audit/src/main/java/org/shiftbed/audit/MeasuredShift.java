package org.shiftbed.audit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shiftbed.audit.estimate.Bootstrap;
import org.shiftbed.audit.estimate.HistoricalShift;
import org.shiftbed.audit.estimate.ShiftingVariable;
import org.shiftbed.audit.estimate.UnitTable;
import org.shiftbed.audit.estimate.Units;
import org.shiftbed.audit.estimate.UnitsBuilder;
import org.shiftbed.audit.nuisance.Groups;
import org.shiftbed.audit.result.History;
import org.shiftbed.audit.result.Percentage;
import org.shiftbed.audit.result.RadiusResult.ShiftEstimate;
import org.shiftbed.audit.spec.AuditSpec;
import org.shiftbed.base.Seed;
import org.shiftbed.base.UserError;
import org.shiftbed.data.table.Block;
import org.shiftbed.data.table.Wanted;

/**
 * The shift between two past tables in the parameters of an audit, and its size as the budget measures it (parametric-robustness 6). Families,
 * scales, levels and bins are those of the audited table: a mean that moved by one of its standard deviations has moved by 1.
 */
final class MeasuredShift {
    /** The spread of 200 replicates is known to 5%, that of 1,000 to 2%. */
    private static final int REPLICATES = 200;

    private static final int MORE_REPLICATES = 1000;

    /** Share of the later rows that a note is enough for. */
    private static final double MOST_LEFT_OUT = 0.05;

    /** Up to so many units the larger number takes no time that anybody would notice. */
    private static final int FEW_UNITS = 5000;

    private final AuditSpec spec;
    private final Prepared audited;
    private final PastTables past;
    private final List<String> notes;
    private final List<PlannedColumn> own = new ArrayList<>();
    private final List<PlannedColumn> columns;
    private final @Nullable String weight;
    private final @Nullable String cluster;

    private MeasuredShift(AuditSpec spec, Prepared audited, PastTables past, List<String> notes) {
        this.spec = spec;
        this.audited = audited;
        this.past = past;
        this.notes = notes;
        for (VariablePlan plan : audited.plans()) {
            for (List<PlannedColumn> some : List.of(plan.columns(), plan.parents())) {
                some.stream()
                        .filter(column -> own.stream().noneMatch(column::same))
                        .forEach(own::add);
            }
        }
        columns = own.stream().map(column -> column.in(past.both())).toList();
        weight = shared(spec.weight(), "every row counts once");
        cluster = shared(spec.cluster(), "rows are taken as independent");
    }

    /**
     * @param search measures the size
     * @param curve estimates the loss under it
     * @param notes what the reader must know is added here
     */
    static History of(
            AuditSpec spec,
            Prepared audited,
            Search search,
            PastTables past,
            Curve curve,
            Seed seed,
            List<String> notes) {
        return new MeasuredShift(spec, audited, past, notes).measure(search, curve, seed);
    }

    private @Nullable String shared(@Nullable String column, String otherwise) {
        if (column == null || past.have(column)) {
            return column;
        }
        notes.add("The past tables have no column '" + column + "'; in them " + otherwise + ".");
        return null;
    }

    private History measure(Search search, Curve curve, Seed seed) {
        UnitTable table = read();
        double[] late = table.columns()[columns.size()];
        boolean[] later = new boolean[late.length];
        long[] rows = new long[2];
        for (int u = 0; u < later.length; u++) {
            later[u] = late[u] == 1;
            rows[(int) late[u]] += table.first().count()[u];
        }
        for (int t = 0; t < 2; t++) {
            if (rows[t] == 0) {
                throw new UserError((t == 0 ? past.before() : past.after()).name()
                        + ": every row has weight 0 in column '" + weight + "'");
            }
        }
        List<ShiftingVariable> variables = variables(table, later);
        int asked = later.length <= FEW_UNITS ? MORE_REPLICATES : REPLICATES;
        HistoricalShift shift = HistoricalShift.of(
                table.first(), later, variables, audited.parameters(), audited.settings(), asked, seed.child("like"));
        if (shift.unbounded() >= 0) {
            throw new UserError(
                    "budget.like: '" + audited.parameters().labels().get(shift.unbounded())
                            + "' moved without bound from " + past.before().name() + " to "
                            + past.after().name()
                            + ": where it counts, one of them holds one value only; merge levels or patterns, or give a radius by hand");
        }
        if (shift.replicates().length < asked) {
            notes.add(
                    (asked - shift.replicates().length) + " of " + asked
                            + " resampled pairs of past tables lack a value or a pattern and are left out; the errors of the historical shift are too small.");
        }
        List<String> against = new ArrayList<>(unused(table, variables, later));
        for (ShiftingVariable variable : variables) {
            PastSpread.of(table.first(), variable, later, audited.settings()).ifPresent(against::add);
        }
        return history(search, curve, shift, rows, against);
    }

    /** Rows of the later table that no parameter can speak of, where they are many. */
    private List<String> unused(UnitTable table, List<ShiftingVariable> variables, boolean[] later) {
        List<String> found = new ArrayList<>();
        for (ShiftingVariable variable : variables) {
            long all = 0;
            long left = 0;
            for (int u = 0; u < later.length; u++) {
                long rows = later[u] ? table.first().count()[u] : 0;
                all += rows;
                left += variable.observes(u) ? 0 : rows;
            }
            if (left > MOST_LEFT_OUT * all) {
                found.add(Percentage.of((double) left / all) + " of the rows of "
                        + past.after().name()
                        + " are not used for '" + variable.name()
                        + "': what happened to them is not in this shift.");
            }
        }
        return found;
    }

    private History history(Search search, Curve curve, HistoricalShift shift, long[] rows, List<String> against) {
        double[][] covariance = shift.covariance();
        double[][] metric = search.metric();
        double noise = 0;
        double[] errors = new double[covariance.length];
        for (int a = 0; a < errors.length; a++) {
            errors[a] = Math.sqrt(covariance[a][a]);
            for (int b = 0; b < errors.length; b++) {
                noise += search.frozen(a) || search.frozen(b) ? 0 : metric[a][b] * covariance[b][a];
            }
        }
        double radius = size(search, shift.delta());
        double[] sizes = Arrays.stream(shift.replicates())
                .mapToDouble(replicate -> size(search, replicate))
                .toArray();
        double level = spec.estimation().level();
        boolean known = sizes.length > 1;
        return new History(
                past.before().name(),
                past.after().name(),
                rows[0],
                rows[1],
                shift.delta(),
                errors,
                radius,
                known ? Bootstrap.quantile(sizes, (1 - level) / 2) : Double.NaN,
                known ? Bootstrap.quantile(sizes, (1 + level) / 2) : Double.NaN,
                Math.sqrt(Math.max(0, radius * radius - noise)),
                curve.allows(shift.delta()) ? doubted(curve.estimate(EstimatedShift.of(shift)), against) : null);
    }

    private static ShiftEstimate doubted(ShiftEstimate estimate, List<String> against) {
        return estimate.withVerdict(Reservations.atMostCaution(against, estimate.verdict()));
    }

    /** What the budget holds at 0 takes no part in the size of a shift inside it. */
    private static double size(Search search, double[] delta) {
        double[] free = delta.clone();
        for (int a = 0; a < free.length; a++) {
            free[a] = search.frozen(a) ? 0 : free[a];
        }
        return search.size(free);
    }

    /** The units of both tables; their last column tells whether they belong to the later one. */
    private UnitTable read() {
        List<Wanted> wanted = new ArrayList<>();
        columns.forEach(column -> wanted.add(column.wanted()));
        if (weight != null) {
            wanted.add(Wanted.number(weight));
        }
        boolean numbered = cluster != null && past.both().column(cluster).kind().isNumber();
        if (cluster != null) {
            wanted.add(numbered ? Wanted.number(cluster) : Wanted.category(cluster));
        }
        int[] cardinality = new int[columns.size() + 1];
        for (int j = 0; j < columns.size(); j++) {
            cardinality[j] = columns.get(j).cardinality();
        }
        // Rows of unequal weights are resampled one by one, and thus each is a unit.
        cardinality[columns.size()] = weight == null ? 2 : 0;
        UnitsBuilder builder =
                new UnitsBuilder(new UnitsBuilder.Layout(cardinality, 1, weight != null, cluster != null, 1, false));
        Map<Double, Integer> clusters = new HashMap<>();
        past.both().read(wanted, block -> {
            int rows = block.rows();
            double[][] values = new double[columns.size() + 1][rows];
            for (int j = 0; j < columns.size(); j++) {
                columns.get(j).fill(block, j, values[j]);
            }
            for (int r = 0; r < rows; r++) {
                values[columns.size()][r] = block.first() + r >= past.before().rows() ? 1 : 0;
            }
            int next = columns.size();
            double[] weights = weight == null ? null : weights(block, next++);
            int[] groups = cluster == null ? null : clusters(block, next, numbered, clusters);
            builder.add(rows, values, new double[rows], null, weights, groups);
        });
        return builder.build();
    }

    private double[] weights(Block block, int index) {
        double[] weights = block.numbers(index);
        for (int r = 0; r < block.rows(); r++) {
            if (!(weights[r] >= 0) || Double.isInfinite(weights[r])) {
                throw new UserError(past.both().place(block.first() + r) + ", column '" + weight
                        + "': a weight must be a number of at least 0, found "
                        + (Double.isNaN(weights[r]) ? "nothing" : weights[r]));
            }
        }
        return weights;
    }

    private static int[] clusters(Block block, int index, boolean numbered, Map<Double, Integer> known) {
        int[] clusters = new int[block.rows()];
        for (int r = 0; r < clusters.length; r++) {
            double key = numbered ? block.numbers(index)[r] : block.codes(index)[r];
            clusters[r] = known.computeIfAbsent(key, missing -> known.size());
        }
        return clusters;
    }

    private List<ShiftingVariable> variables(UnitTable table, boolean[] later) {
        double[][] decoded = new double[columns.size()][];
        for (int j = 0; j < decoded.length; j++) {
            decoded[j] = own.get(j).translated(columns.get(j), columns.get(j).decode(table.columns()[j]));
        }
        List<ShiftingVariable> variables = new ArrayList<>();
        for (int i = 0; i < audited.plans().size(); i++) {
            VariablePlan plan = audited.plans().get(i);
            ShiftingVariable variable = audited.variables().get(i);
            if (!variable.family().parametric()) {
                throw new UserError("budget.like: the family of '" + variable.name()
                        + "' has no likelihood, so that its past shift cannot be fitted; give a radius by hand");
            }
            ShiftingVariable there = new VariableBuilder(past.both(), plan, table, audited.settings(), notes)
                    .like(variable, pick(plan.columns(), decoded), pick(plan.parents(), decoded));
            variables.add(comparable(there, table.first(), later));
        }
        return variables;
    }

    private double[][] pick(List<PlannedColumn> some, double[][] decoded) {
        return some.stream()
                .map(column -> {
                    for (int j = 0; j < own.size(); j++) {
                        if (own.get(j).same(column)) {
                            return decoded[j];
                        }
                    }
                    throw new IllegalStateException(column.column());
                })
                .toArray(double[][]::new);
    }

    /** A pattern of parents that one of the tables lacks says nothing about a shift: its rows are left out, and its parameters stay at 0. */
    private ShiftingVariable comparable(ShiftingVariable variable, Units units, boolean[] later) {
        long unknown = 0;
        Groups patterns = variable.patterns();
        boolean[][] seen = new boolean[2][patterns == null ? 0 : patterns.count()];
        for (int u = 0; u < units.size(); u++) {
            if (!variable.observes(u)) {
                unknown += units.count()[u];
            } else if (patterns != null) {
                seen[later[u] ? 1 : 0][patterns.at(u)] = true;
            }
        }
        if (unknown > 0) {
            notes.add(unknown + " rows of the past tables are not used for '" + variable.name()
                    + "': a value is missing, or does not occur in the audited table.");
        }
        if (patterns == null) {
            return variable;
        }
        boolean[] observed = new boolean[units.size()];
        long lonely = 0;
        for (int u = 0; u < observed.length; u++) {
            boolean both = seen[0][patterns.at(u)] && seen[1][patterns.at(u)];
            observed[u] = variable.observes(u) && both;
            lonely += variable.observes(u) && !both ? units.count()[u] : 0;
        }
        if (lonely > 0) {
            notes.add(lonely + " rows of the past tables are not used for '" + variable.name()
                    + "': the other table has no row with such parents.");
        }
        return variable.observing(observed);
    }
}
