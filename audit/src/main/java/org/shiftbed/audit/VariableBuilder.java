package org.shiftbed.audit;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shiftbed.audit.estimate.ResidualScale;
import org.shiftbed.audit.estimate.Settings;
import org.shiftbed.audit.estimate.ShiftingVariable;
import org.shiftbed.audit.estimate.Statistic;
import org.shiftbed.audit.estimate.UnitTable;
import org.shiftbed.audit.family.ExponentialFamily;
import org.shiftbed.audit.family.FamilyOptions;
import org.shiftbed.audit.form.Forms;
import org.shiftbed.audit.form.Parent;
import org.shiftbed.audit.form.PerValue;
import org.shiftbed.audit.form.ShiftForm;
import org.shiftbed.audit.nuisance.Features;
import org.shiftbed.audit.nuisance.Groups;
import org.shiftbed.base.UserError;
import org.shiftbed.data.table.TableScan;

/** Makes a shifting variable out of the values of the units. */
final class VariableBuilder {
    private static final int MOST_PATTERNS = 1 << 22;

    private final TableScan scan;
    private final VariablePlan plan;
    private final UnitTable table;
    private final Settings settings;
    private final List<String> notes;
    private final int units;

    VariableBuilder(TableScan scan, VariablePlan plan, UnitTable table, Settings settings, List<String> notes) {
        this.scan = scan;
        this.plan = plan;
        this.table = table;
        this.settings = settings;
        this.notes = notes;
        units = table.first().size();
    }

    /**
     * @param w one array of values a column of W
     * @param z one array of values a parent
     */
    ShiftingVariable build(double[][] w, double[][] z) {
        boolean[] observed = observed(w, z);
        List<Parent> parents = plan.asParents();
        if (settings.mode() == Settings.Mode.NONE && !parents.isEmpty()) {
            notes.add(
                    "With nuisance: none the parents of '" + plan.spec().name()
                            + "' are left out of account: what they explain of it and of the loss counts as if the shift moved it.");
        }
        boolean binned = plan.parents().stream().anyMatch(parent -> parent.cuts() != null);
        Groups patterns = patterns(parents, z);
        Features features = features(z);
        ExponentialFamily family = plan.needsScale() ? scaled(w, z, observed, patterns, features) : plan.family(null);
        Statistic statistic = statistic(family, w, observed);
        Forms.Nominal nominal = Forms.needsNominal(plan.form()) ? nominal(w[0], observed) : null;
        ShiftForm form = form(family, parents, nominal);
        check(form, parents, z, observed);
        return new ShiftingVariable(
                plan.spec().name(),
                family,
                form,
                statistic,
                z,
                observed,
                patterns,
                !binned || form instanceof PerValue,
                features,
                nominal == null
                        ? null
                        : new double[] {nominal.mean(), nominal.mean() * nominal.mean() + nominal.sd() * nominal.sd()},
                plan.needsScale()
                        ? ShiftingVariable.Scale.SPREAD
                        : nominal == null ? ShiftingVariable.Scale.KNOWN : ShiftingVariable.Scale.NOMINAL);
    }

    /**
     * The same variable over other rows: its family and form are those of an audit, so that parameters mean the same.
     *
     * @param audited the variable as the audit has it
     * @param w one array of values a column of W; NaN where the audit knows no such value
     * @param z one array of values a parent; likewise
     */
    ShiftingVariable like(ShiftingVariable audited, double[][] w, double[][] z) {
        List<Parent> parents = plan.asParents();
        double[][] known = new double[z.length][];
        for (int j = 0; j < z.length; j++) {
            known[j] = z[j].clone();
            for (int u = 0; u < units; u++) {
                boolean foreign = parents.get(j).levels() > 0 && parents.get(j).level(z[j][u]) < 0;
                known[j][u] = foreign ? Double.NaN : z[j][u];
            }
        }
        boolean[] observed = observed(w, known);
        return new ShiftingVariable(
                audited.name(),
                audited.family(),
                audited.form(),
                statistic(audited.family(), w, observed),
                known,
                observed,
                patterns(parents, known),
                audited.exact(),
                features(known),
                null);
    }

    private ShiftForm form(ExponentialFamily family, List<Parent> parents, Forms.@Nullable Nominal nominal) {
        String text = plan.form();
        if (!plan.spec().only().isEmpty()) {
            text = "subset("
                    + String.join(
                            "; ",
                            plan.spec().only().stream()
                                    .map(VariableBuilder::pattern)
                                    .toList()) + ")";
        }
        return Forms.require(plan.place(), text, family, parents, nominal);
    }

    private static String pattern(java.util.Map<String, Object> pattern) {
        return String.join(
                ", ",
                pattern.entrySet().stream()
                        .map(entry -> entry.getKey() + "=" + entry.getValue())
                        .toList());
    }

    private boolean @Nullable [] observed(double[][] w, double[][] z) {
        boolean[] observed = new boolean[units];
        boolean all = true;
        for (int u = 0; u < units; u++) {
            boolean known = true;
            for (double[] column : w) {
                known &= !Double.isNaN(column[u]);
            }
            for (double[] column : z) {
                known &= !Double.isNaN(column[u]);
            }
            observed[u] = known;
            all &= known;
        }
        return all ? null : observed;
    }

    private Statistic statistic(ExponentialFamily family, double[][] w, boolean @Nullable [] observed) {
        int q = family.dimension();
        boolean oneHot = q > 1 && family.name().equals("categorical");
        double[] all = new double[oneHot ? 0 : Math.multiplyExact(units, q)];
        int[] component = new int[oneHot ? units : 0];
        int[] ofLevel = oneHot ? components(family, q) : component;
        double[] value = new double[w.length];
        double[] t = new double[q];
        for (int u = 0; u < units; u++) {
            if (observed != null && !observed[u]) {
                if (oneHot) {
                    component[u] = -1;
                }
                continue;
            }
            for (int j = 0; j < w.length; j++) {
                value[j] = w[j][u];
            }
            String why = family.refuse(value);
            if (why != null) {
                throw new UserError(scan.place(table.firstRow()[u]) + ", column '"
                        + String.join("', '", plan.spec().columns()) + "': a " + plan.family() + " variable " + why
                        + ", found "
                        + words(value));
            }
            if (oneHot) {
                component[u] = ofLevel[(int) value[0]];
                continue;
            }
            family.statistic(value, t);
            System.arraycopy(t, 0, all, u * q, q);
        }
        return oneHot ? Statistic.oneHot(component, q) : Statistic.of(all, q);
    }

    /** By level of a category the component of its statistic that is 1, or -1 for the reference level. */
    private static int[] components(ExponentialFamily family, int q) {
        int[] components = new int[q + 1];
        double[] t = new double[q];
        for (int level = 0; level <= q; level++) {
            family.statistic(new double[] {level}, t);
            components[level] = -1;
            for (int k = 0; k < q; k++) {
                if (t[k] == 1) {
                    components[level] = k;
                }
            }
        }
        return components;
    }

    private static String words(double[] value) {
        return value.length == 1
                ? number(value[0])
                : String.join(
                        ", ",
                        java.util.Arrays.stream(value)
                                .mapToObj(VariableBuilder::number)
                                .toList());
    }

    private static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : Double.toString(value);
    }

    /** Patterns of discrete parents, those of numbers in bins included; null where a parent is a number of any kind. */
    private @Nullable Groups patterns(List<Parent> parents, double[][] z) {
        if (z.length == 0) {
            return Groups.one(units);
        }
        long count = 1;
        for (Parent parent : parents) {
            count *= parent.levels();
            if (count == 0 || count > MOST_PATTERNS) {
                return null;
            }
        }
        int[] code = new int[units];
        int stride = 1;
        for (int j = 0; j < z.length; j++) {
            for (int u = 0; u < units; u++) {
                int level = parents.get(j).level(z[j][u]);
                code[u] += stride * Math.max(0, level);
            }
            stride *= parents.get(j).levels();
        }
        return Groups.of(code, (int) count);
    }

    private Features features(double[][] z) {
        Features features = new Features();
        for (int j = 0; j < z.length; j++) {
            PlannedColumn parent = plan.parents().get(j);
            if (parent.category()) {
                features.category(parent.column(), z[j], parent.levels().size());
            } else {
                features.number(parent.column(), z[j]);
            }
        }
        return features;
    }

    /** The family with the residual scale of W given its parents. */
    private ExponentialFamily scaled(
            double[][] w, double[][] z, boolean @Nullable [] observed, @Nullable Groups patterns, Features features) {
        boolean logs = plan.family().equals("log-normal");
        double[][] values = w;
        if (logs) {
            values = new double[1][units];
            for (int u = 0; u < units; u++) {
                values[0][u] = Math.log(w[0][u]);
            }
            requirePositive(w[0], observed);
        }
        double[][] covariance = ResidualScale.of(
                        table.first(),
                        values,
                        observed,
                        z.length == 0 ? Groups.one(units) : patterns,
                        features,
                        settings)
                .covariance();
        FamilyOptions options = plan.options();
        if (w.length == 1) {
            double sd = Math.sqrt(covariance[0][0]);
            if (!Double.isFinite(sd)) {
                throw new UserError(plan.place() + ": the spread of column '"
                        + plan.spec().columns().get(0)
                        + "' is larger than a number can be; divide the column by something, or mend extreme values");
            }
            if (!(sd > 1e-12 * scale(values[0], observed))) {
                throw new UserError(plan.place() + ": column '"
                        + plan.spec().columns().get(0) + "' does not vary" + (z.length == 0 ? "" : " given its parents")
                        + ", so its mean cannot shift in units of its own spread");
            }
            options = options.withSd(sd);
        } else {
            double[] entries = new double[w.length * w.length];
            for (int a = 0; a < w.length; a++) {
                System.arraycopy(covariance[a], 0, entries, a * w.length, w.length);
            }
            options = options.withCovariance(entries);
        }
        return plan.family(options);
    }

    private void requirePositive(double[] w, boolean @Nullable [] observed) {
        for (int u = 0; u < units; u++) {
            if ((observed == null || observed[u]) && !(w[u] > 0)) {
                throw new UserError(scan.place(table.firstRow()[u]) + ", column '"
                        + plan.spec().columns().get(0) + "': a log-normal variable must be > 0, found " + number(w[u]));
            }
        }
    }

    private static double scale(double[] values, boolean @Nullable [] observed) {
        double largest = Double.MIN_NORMAL;
        for (int u = 0; u < values.length; u++) {
            if (observed == null || observed[u]) {
                largest = Math.max(largest, Math.abs(values[u]));
            }
        }
        return largest;
    }

    private Forms.Nominal nominal(double[] w, boolean @Nullable [] observed) {
        double[] weight = table.first().weight();
        double total = 0;
        double sum = 0;
        for (int u = 0; u < units; u++) {
            if (observed == null || observed[u]) {
                total += weight[u];
                sum += weight[u] * w[u];
            }
        }
        double mean = sum / total;
        double squares = 0;
        for (int u = 0; u < units; u++) {
            if (observed == null || observed[u]) {
                squares += weight[u] * (w[u] - mean) * (w[u] - mean);
            }
        }
        return new Forms.Nominal(mean, Math.sqrt(squares / total));
    }

    private void check(ShiftForm form, List<Parent> parents, double[][] z, boolean @Nullable [] observed) {
        double[] at = new double[z.length];
        for (int u = 0; u < units; u++) {
            if (observed == null || observed[u]) {
                for (int j = 0; j < z.length; j++) {
                    at[j] = z[j][u];
                }
                Forms.check(plan.place(), form, parents, table.firstRow()[u] + 1, at);
            }
        }
        if (form instanceof PerValue && settings.mode() == Settings.Mode.NONE) {
            notes.add(
                    "'" + plan.spec().name()
                            + "' has parents, but nuisance: none uses plain means; gradient and Hessian are then those of a variable without parents.");
        }
    }
}
