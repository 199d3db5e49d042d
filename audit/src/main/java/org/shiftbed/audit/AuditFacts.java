package org.shiftbed.audit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.shiftbed.audit.estimate.Estimator;
import org.shiftbed.audit.estimate.Factorisation;
import org.shiftbed.audit.estimate.Parameters;
import org.shiftbed.audit.estimate.Settings;
import org.shiftbed.audit.estimate.ShiftingVariable;
import org.shiftbed.audit.estimate.Units;
import org.shiftbed.audit.family.Effects;
import org.shiftbed.audit.form.PerValue;
import org.shiftbed.audit.loss.Losses;
import org.shiftbed.audit.nuisance.Groups;
import org.shiftbed.audit.result.AuditResult;
import org.shiftbed.audit.result.BudgetFacts;
import org.shiftbed.audit.result.DataFacts;
import org.shiftbed.audit.result.LossFacts;
import org.shiftbed.audit.result.RulingRows;
import org.shiftbed.audit.result.VariableFacts;
import org.shiftbed.audit.spec.AuditSpec;
import org.shiftbed.audit.spec.BudgetSpec;
import org.shiftbed.audit.spec.LossKind;
import org.shiftbed.audit.spec.ShiftSpec;
import org.shiftbed.data.table.ColumnSummary;
import org.shiftbed.data.table.TableScan;

/** What the answer says about its question: rows, loss, variables, parameters, budget. */
final class AuditFacts {
    private final AuditSpec spec;
    private final TableScan scan;
    private final Prepared prepared;
    private final Metric metric;

    AuditFacts(AuditSpec spec, TableScan scan, Prepared prepared, Metric metric) {
        this.spec = spec;
        this.scan = scan;
        this.prepared = prepared;
        this.metric = metric;
    }

    DataFacts data() {
        Units units = prepared.units();
        return new DataFacts(
                scan.name(),
                prepared.digest(),
                units.rows(),
                units.size(),
                prepared.table().cells(),
                prepared.columns(),
                prepared.missing(),
                spec.weight() == null ? "" : spec.weight(),
                prepared.clusters(),
                where());
    }

    private String where() {
        List<String> words = new ArrayList<>();
        spec.where().forEach((column, value) -> words.add(column + " = " + value));
        return String.join(", ", words);
    }

    LossFacts loss() {
        double[] none = new double[prepared.parameters().size()];
        Estimator.Taylor taylor = metric.taylor(none);
        double z = Curve.quantile(spec.estimation().level());
        LossBounds bounds = bounds();
        double half = z * taylor.standardError();
        boolean same = SameLoss.is(taylor.standardError(), taylor.value());
        double most = same
                ? SameLoss.most(
                        metric.importance(none).effectiveSize(),
                        spec.estimation().level())
                : 0;
        return new LossFacts(
                spec.loss().inWords(),
                spec.worse().sign() > 0,
                taylor.value(),
                taylor.standardError(),
                same ? SameLoss.towards(taylor.value(), bounds.minimum(), most) : taylor.value() - half,
                same ? SameLoss.towards(taylor.value(), bounds.maximum(), most) : taylor.value() + half,
                spec.estimation().level(),
                bounds.minimum(),
                bounds.maximum(),
                Losses.positive(spec.loss(), scan).orElse(""));
    }

    private LossBounds bounds() {
        String column = spec.loss().column();
        if (spec.loss().kind() != LossKind.COLUMN || column == null) {
            return LossBounds.of(spec.loss());
        }
        ColumnSummary summary = scan.summary(column);
        return LossBounds.ofColumn(summary.whole(), summary.min(), summary.max());
    }

    List<String> owners() {
        return Arrays.stream(prepared.parameters().variable())
                .mapToObj(i -> prepared.variables().get(i).name())
                .toList();
    }

    double[] gradientErrors() {
        if (metric instanceof RatioOfAverages ratio) {
            double bottom = ratio.denominator().quadratic().loss();
            double[] errors = ratio.combined()
                    .apply(ratio.numerator().quadratic().loss() / bottom)
                    .gradientErrors();
            for (int a = 0; a < errors.length; a++) {
                errors[a] /= Math.abs(bottom);
            }
            return errors;
        }
        return metric.estimator().gradientErrors();
    }

    /** @param ruling rows that rule the spread of variables that may move */
    List<VariableFacts> variables(List<RulingRows> ruling) {
        List<VariableFacts> facts = new ArrayList<>();
        for (int i = 0; i < prepared.plans().size(); i++) {
            VariablePlan plan = prepared.plans().get(i);
            ShiftingVariable variable = prepared.variables().get(i);
            String unit = plan.options().unit();
            boolean scaled =
                    plan.family().startsWith("gaussian") || plan.family().equals("log-normal");
            facts.add(new VariableFacts(
                    variable.name(),
                    plan.family(),
                    scaled ? (unit == null ? "sd" : unit) : "",
                    plan.spec().given(),
                    plan.form(),
                    sentence(plan),
                    plan.inferred(),
                    nuisance(variable),
                    one(plan, variable),
                    ruling.stream()
                            .filter(one -> one.variable().equals(variable.name()))
                            .findFirst()
                            .orElse(null)));
        }
        return facts;
    }

    /** What a parameter of 1 does; where the form is not the plain one, what a shift of 1 does, and that the parameters enter by it. */
    private static String one(VariablePlan plan, ShiftingVariable variable) {
        if (plan.form().equals("mean-log-sd")) {
            return "mean of " + variable.name() + " by one of its standard deviations, or that deviation times 2.72";
        }
        boolean plain = plan.form().equals(ShiftSpec.CONSTANT)
                || plan.form().equals(ShiftSpec.PER_VALUE)
                || plan.form().startsWith("subset");
        return Effects.one(variable.family(), variable.name(), plan.axes())
                + (plain ? "" : " where the form " + plan.form() + " gives 1");
    }

    private static String sentence(VariablePlan plan) {
        String name = plan.spec().name();
        if (plan.parents().isEmpty()) {
            return "How often each value of " + name + " occurs moves; everything that follows from " + name
                    + ", given " + name + ", stays as it is.";
        }
        String parents = String.join(", ", plan.spec().given());
        return "How " + name + " depends on " + parents + " moves; the mix of " + parents
                + ", and everything else given " + name + " and " + parents + ", stays as it is.";
    }

    private String nuisance(ShiftingVariable variable) {
        Settings settings = prepared.settings();
        if (variable.parents().length == 0 || settings.mode() == Settings.Mode.NONE) {
            return "means over all rows";
        }
        boolean grouped = variable.patterns() != null
                && (settings.mode() == Settings.Mode.AUTO || settings.mode() == Settings.Mode.GROUP);
        if (grouped) {
            return "means inside each parent pattern"
                    + (settings.crossFit() == Settings.CrossFit.ON ? ", cross-fitted" : "");
        }
        int i = prepared.variables().indexOf(variable);
        if (metric.estimator().generalised(i)) {
            return (variable.family().name().equals("poisson") ? "log-linear regression" : "logistic regression")
                    + (settings.degree() > 1 ? " on terms up to degree " + settings.degree() : "")
                    + (settings.crossFit() == Settings.CrossFit.OFF ? "" : ", cross-fitted");
        }
        String kind = settings.penalty() > 0
                ? "ridge regression"
                : settings.degree() > 1 ? "polynomial regression of degree " + settings.degree() : "linear regression";
        return kind + (settings.crossFit() == Settings.CrossFit.OFF ? "" : ", cross-fitted");
    }

    List<AuditResult.Parameter> parameters(Search search) {
        Parameters parameters = prepared.parameters();
        double[] gradient = metric.quadratic().gradient();
        double[] errors = gradientErrors();
        long[] rows = rows();
        List<String> owners = owners();
        return IntStream.range(0, parameters.size())
                .mapToObj(a -> new AuditResult.Parameter(
                        parameters.labels().get(a),
                        owners.get(a),
                        gradient[a],
                        errors[a],
                        rows[a],
                        rows[a] < spec.estimation().minCell(),
                        search.frozen(a)))
                .toList();
    }

    /** Rows of the parent pattern of each parameter; all rows of the variable where a parameter belongs to no pattern. */
    private long[] rows() {
        Parameters parameters = prepared.parameters();
        long[] rows = new long[parameters.size()];
        Units units = prepared.units();
        for (int i = 0; i < prepared.variables().size(); i++) {
            ShiftingVariable variable = prepared.variables().get(i);
            Groups patterns = variable.patterns();
            double[] z = new double[variable.parents().length];
            for (int u = 0; u < units.size(); u++) {
                if (!variable.observes(u)) {
                    continue;
                }
                if (variable.form() instanceof PerValue perValue && patterns != null) {
                    for (int j = 0; j < z.length; j++) {
                        z[j] = variable.parents()[j][u];
                    }
                    int first = perValue.parameter(perValue.pattern(z));
                    for (int k = 0; first >= 0 && k < variable.dimension(); k++) {
                        rows[parameters.position(i, first + k)] += units.count()[u];
                    }
                } else {
                    for (int a = 0; a < variable.form().parameters(); a++) {
                        rows[parameters.position(i, a)] += units.count()[u];
                    }
                }
            }
        }
        return rows;
    }

    BudgetFacts budget(Search search, boolean sized) {
        return new BudgetFacts(
                budgetSentence(search, sized),
                search.metric(),
                search.vector(),
                search.lower(),
                search.upper(),
                search.limits());
    }

    private String budgetSentence(Search search, boolean sized) {
        List<String> parts = new ArrayList<>();
        BudgetSpec budget = spec.budget();
        if (sized) {
            parts.add(size(budget.size()));
        }
        long boxed = IntStream.range(0, search.lower().length)
                .filter(a ->
                        search.lower()[a] > Double.NEGATIVE_INFINITY || search.upper()[a] < Double.POSITIVE_INFINITY)
                .count();
        if (boxed > 0) {
            parts.add(boxed + (boxed == 1 ? " parameter" : " parameters") + " between given ends");
        }
        if (!search.limits().isEmpty()) {
            parts.add(String.join(", ", search.limits()));
        }
        long frozen =
                IntStream.range(0, search.lower().length).filter(search::frozen).count();
        if (frozen > 0) {
            parts.add(frozen + (frozen == 1 ? " parameter" : " parameters") + " held at 0");
        }
        return "Plausible: " + String.join("; ", parts) + ".";
    }

    private static String size(BudgetSpec.Size size) {
        if (size instanceof BudgetSpec.Scaled) {
            return "all parameters together at most the radius, each divided by its own scale";
        }
        if (size instanceof BudgetSpec.Fisher) {
            return "a size sqrt(d'Ad) of at most the radius, A being the Fisher information of one row";
        }
        if (size instanceof BudgetSpec.StandardError) {
            return "all parameters together at most the radius, each divided by the standard error of its gradient";
        }
        if (size instanceof BudgetSpec.Ellipsoid) {
            return "d'Ad + b'd at most the square of the radius, with the given A and b";
        }
        return "all parameters together at most the radius (Euclidean norm)";
    }

    AuditResult.FactorisationFacts factorisation() {
        Factorisation check = metric.estimator().factorisation();
        return new AuditResult.FactorisationFacts(
                check.holds(), check.largest(), check.limit(), pair(check), check.entries());
    }

    private List<String> pair(Factorisation check) {
        return check.first() < 0
                ? List.of()
                : List.of(
                        prepared.parameters().labelOfOwn(check.first()),
                        prepared.parameters().labelOfOwn(check.second()));
    }

    List<String> notes() {
        List<String> notes = new ArrayList<>();
        AuditResult.FactorisationFacts check = factorisation();
        if (!check.holds()) {
            notes.add(check.sentence());
        }
        double[][] information = metric.estimator().information();
        for (String name : new LinkedHashSet<>(owners())) {
            if (IntStream.range(0, information.length)
                    .filter(a -> owners().get(a).equals(name))
                    .allMatch(a -> !(information[a][a] > 0))) {
                notes.add(
                        "'" + name
                                + "' does not vary among rows that have the same parents, so it cannot shift given them; leave out a parent.");
            }
        }
        Map<String, Integer> small = new TreeMap<>();
        long[] rows = rows();
        for (int a = 0; a < rows.length; a++) {
            if (rows[a] < spec.estimation().minCell()) {
                small.merge(owners().get(a), 1, Integer::sum);
            }
        }
        small.forEach((name, count) -> notes.add(count + (count == 1 ? " parameter" : " parameters") + " of '" + name
                + "' rest on fewer than " + spec.estimation().minCell() + " rows; their standard errors mean little."));
        int fallbacks = metric.estimator().fallbacks();
        if (fallbacks > 0) {
            notes.add(
                    fallbacks
                            + " cells or rows have parents that their training folds lack; the mean of the folds stands in for them.");
        }
        int dropped = metric.estimator().droppedFeatures();
        if (dropped > 0) {
            notes.add(dropped + " features of the parents follow from others and were left out of the regressions.");
        }
        return notes;
    }
}
