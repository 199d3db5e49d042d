package org.shiftbed.audit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.shiftbed.audit.estimate.ResidualScale;
import org.shiftbed.audit.estimate.Settings;
import org.shiftbed.audit.estimate.ShiftingVariable;
import org.shiftbed.audit.estimate.UnitTable;
import org.shiftbed.audit.family.Axis;
import org.shiftbed.audit.nuisance.Groups;
import org.shiftbed.audit.result.RulingRows;
import org.shiftbed.data.table.TableScan;

/**
 * Finds the few rows that rule the spread of a measured variable: a misprint such as 9024-06-30 among dates, or a -999 that stands for a blank. A
 * shift of one standard deviation is another shift with and without them, and no interval tells.
 */
final class FarRows {
    /** Squared distance from the mean, over the variance, from which a row lies far out: hardly a row of a million does in a normal law. */
    private static final double FAR = 20;

    /** Share of the variance from which far rows rule it: without them the standard deviation is a fifth smaller. */
    private static final double RULES = 1.0 / 3;

    /** Squared distance of what is absurd, and the share from which it is worth a word. */
    private static final double ABSURD = 100;

    private static final double WORTH = 0.1;

    /** More different values than this are a tail, not a few rows. */
    private static final int FEW = 10;

    private static final Set<String> BY_LOGARITHM = Set.of("log-normal", "pareto");

    private final TableScan scan;
    private final UnitTable table;
    private final Settings settings;

    FarRows(TableScan scan, UnitTable table, Settings settings) {
        this.scan = scan;
        this.table = table;
        this.settings = settings;
    }

    /**
     * @param w one array of values a column of the variable
     */
    Optional<RulingRows> of(VariablePlan plan, ShiftingVariable variable, double[][] w) {
        boolean counted = plan.family().equals("bernoulli") || plan.family().equals("categorical");
        if (counted || plan.columns().stream().anyMatch(PlannedColumn::category)) {
            return Optional.empty();
        }
        double[][] values = new double[w.length][];
        for (int j = 0; j < w.length; j++) {
            values[j] = w[j].clone();
            for (int u = 0; u < values[j].length; u++) {
                values[j][u] =
                        !variable.observes(u) ? 0 : BY_LOGARITHM.contains(plan.family()) ? Math.log(w[j][u]) : w[j][u];
            }
        }
        ResidualScale scale = ResidualScale.of(
                table.first(),
                values,
                variable.observed(),
                variable.parents().length == 0 ? Groups.one(table.first().size()) : variable.patterns(),
                variable.features(),
                settings);
        return IntStream.range(0, w.length)
                .mapToObj(j -> in(plan, variable, scale, j, w[j]))
                .flatMap(Optional::stream)
                .findFirst();
    }

    /** The same of a parent that may be any number: its far rows bend a regression, or a form that is linear in it. */
    Optional<RulingRows> ofParent(String column, double[] values) {
        int[] known = IntStream.range(0, values.length)
                .filter(u -> !Double.isNaN(values[u]))
                .toArray();
        double[] kept = Arrays.stream(known).mapToDouble(u -> values[u]).toArray();
        return ofRows(scan, column, kept, k -> table.firstRow()[known[k]]);
    }

    private Optional<RulingRows> in(
            VariablePlan plan, ShiftingVariable variable, ResidualScale scale, int j, double[] w) {
        double variance = scale.covariance()[j][j];
        double all = variance * scale.total();
        if (!(all > 0) || !Double.isFinite(all)) {
            return Optional.empty();
        }
        double[] residual = scale.residuals()[j];
        double[] weight = table.first().weight();
        List<Integer> far = new ArrayList<>();
        for (int u = 0; u < residual.length; u++) {
            if (residual[u] * residual[u] > FAR * variance) {
                far.add(u);
            }
        }
        far.sort((a, b) -> Double.compare(Math.abs(residual[b]), Math.abs(residual[a])));
        far = farthest(far, w);
        double sum = squares(far, residual);
        boolean absurd = !far.isEmpty() && residual[far.get(0)] * residual[far.get(0)] > ABSURD * variance;
        if (!(sum > (absurd ? WORTH : RULES) * all)) {
            far = apart(variable, w);
            sum = squares(far, residual);
        }
        if (!(sum > (absurd ? WORTH : RULES) * all)) {
            return Optional.empty();
        }
        long rows = far.stream().mapToLong(u -> table.first().count()[u]).sum();
        int first = far.get(0);
        Axis axis = plan.axes().get(j);
        boolean logs = BY_LOGARITHM.contains(plan.family());
        double spread = Math.sqrt(variance);
        double without = Math.sqrt(without(variable, scale, j, far));
        return Optional.of(new RulingRows(
                variable.name(),
                place(scan, table.firstRow()[first]),
                (plan.columns().size() > 1 ? plan.columns().get(j).column() + " " : "")
                        + (axis == Axis.NUMBER ? Search.number(w[first]) : axis.at(w[first])),
                rows,
                sum / all,
                logs ? Judge.number(spread) + " in logarithms" : axis.length(spread),
                logs ? Judge.number(without) : axis.length(without),
                variable.scale() != ShiftingVariable.Scale.KNOWN));
    }

    /**
     * The same of the losses of rows: means and intervals of an audit rest on few rows where a few losses are far larger than all others.
     *
     * @param title of the loss
     * @param losses of all rows, in their order
     */
    static Optional<RulingRows> ofLosses(TableScan scan, String title, double[] losses) {
        return ofRows(scan, title, losses, r -> r);
    }

    private static Optional<RulingRows> ofRows(TableScan scan, String title, double[] losses, IntToLongFunction row) {
        int n = losses.length;
        double mean = Arrays.stream(losses).average().orElse(0);
        double all = 0;
        for (double loss : losses) {
            all += (loss - mean) * (loss - mean);
        }
        double variance = all / n;
        int[] far = IntStream.range(0, n)
                .filter(r -> (losses[r] - mean) * (losses[r] - mean) > FAR * variance)
                .boxed()
                .sorted((a, b) -> Double.compare(Math.abs(losses[b] - mean), Math.abs(losses[a] - mean)))
                .limit(FEW)
                .mapToInt(Integer::intValue)
                .toArray();
        double sum = Arrays.stream(far)
                .mapToDouble(r -> (losses[r] - mean) * (losses[r] - mean))
                .sum();
        if (!(sum > RULES * all)) {
            return Optional.empty();
        }
        Set<Integer> out = Arrays.stream(far).boxed().collect(Collectors.toSet());
        double[] left = IntStream.range(0, n)
                .filter(r -> !out.contains(r))
                .mapToDouble(r -> losses[r])
                .toArray();
        double middle = Arrays.stream(left).average().orElse(0);
        double without = Math.sqrt(Arrays.stream(left)
                .map(loss -> (loss - middle) * (loss - middle))
                .average()
                .orElse(0));
        return Optional.of(new RulingRows(
                title,
                place(scan, row.applyAsLong(far[0])),
                Search.number(losses[far[0]]),
                far.length,
                sum / all,
                Judge.number(Math.sqrt(variance)),
                Judge.number(without),
                false));
    }

    /** A row without the one table's name; of several files with the file's, without its folder. */
    private static String place(TableScan scan, long row) {
        String place = scan.place(row);
        String one = scan.name() + ", ";
        return place.startsWith(one) ? place.substring(one.length()) : place.replaceFirst("^.*/", "");
    }

    private double squares(List<Integer> units, double[] residual) {
        double sum = 0;
        for (int u : units) {
            sum += table.first().weight()[u] * residual[u] * residual[u];
        }
        return sum;
    }

    /**
     * The rows of the smallest or of the largest value, where that lies more than ten standard deviations of all others from their mean: a -999 in
     * every tenth row makes the standard deviation so large that it is not far by it.
     */
    private List<Integer> apart(ShiftingVariable variable, double[] w) {
        List<Integer> used = IntStream.range(0, w.length)
                .filter(variable::observes)
                .filter(u -> table.first().weight()[u] > 0)
                .boxed()
                .toList();
        double least = used.stream().mapToDouble(u -> w[u]).min().orElse(0);
        double most = used.stream().mapToDouble(u -> w[u]).max().orElse(0);
        for (double end : new double[] {least, most}) {
            double total = 0;
            double sum = 0;
            double squares = 0;
            for (int u : used) {
                double weight = w[u] == end ? 0 : table.first().weight()[u];
                total += weight;
                sum += weight * w[u];
                squares += weight * w[u] * w[u];
            }
            double mean = sum / total;
            double variance = squares / total - mean * mean;
            if (total > 0 && variance > 0 && (end - mean) * (end - mean) > ABSURD * variance) {
                return used.stream().filter(u -> w[u] == end).toList();
            }
        }
        return List.of();
    }

    /** Those of the few values that lie farthest out. */
    private static List<Integer> farthest(List<Integer> units, double[] w) {
        Set<Double> values = new HashSet<>();
        List<Integer> farthest = new ArrayList<>();
        for (int u : units) {
            if (values.size() < FEW || values.contains(w[u])) {
                values.add(w[u]);
                farthest.add(u);
            }
        }
        return farthest;
    }

    /** The variance without some rows, around the mean of what is left of the residuals. */
    private double without(ShiftingVariable variable, ResidualScale scale, int j, List<Integer> left) {
        boolean[] out = new boolean[table.first().size()];
        left.forEach(u -> out[u] = true);
        double[] weight = table.first().weight();
        double[] residual = scale.residuals()[j];
        double total = 0;
        double sum = 0;
        double squares = 0;
        for (int u = 0; u < out.length; u++) {
            if (!out[u] && variable.observes(u)) {
                total += weight[u];
                sum += weight[u] * residual[u];
                squares += weight[u] * residual[u] * residual[u];
            }
        }
        double mean = total > 0 ? sum / total : 0;
        return total > 0 ? Math.max(0, squares / total - mean * mean) : 0;
    }
}
