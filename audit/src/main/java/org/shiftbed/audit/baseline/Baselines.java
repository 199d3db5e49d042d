package org.shiftbed.audit.baseline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.shiftbed.audit.estimate.Estimator;
import org.shiftbed.audit.estimate.QuadraticLoss;
import org.shiftbed.audit.estimate.RowLosses;
import org.shiftbed.audit.estimate.ShiftingVariable;
import org.shiftbed.audit.result.AuditResult.Baseline;
import org.shiftbed.audit.result.Percentage;
import org.shiftbed.audit.worst.Ball;
import org.shiftbed.audit.worst.Freezing;
import org.shiftbed.audit.worst.Quadratic;
import org.shiftbed.audit.worst.RandomShifts;
import org.shiftbed.audit.worst.WorstCase;
import org.shiftbed.base.Seed;
import org.shiftbed.base.UserError;

/** The table of other ways of asking for a worst case, beside the worst parametric shift at one radius (parametric-robustness 7). */
public final class Baselines {
    private static final double HALF = 0.5;
    private static final double FIFTH = 0.2;
    private static final int SUBPOPULATIONS = 3;

    private final Question question;
    private final QuadraticLoss model;
    private final double worst;
    /** Of single rows; null where they were not kept. */
    private final @Nullable LossDistribution losses;

    private final List<Baseline> found = new ArrayList<>();

    private Baselines(Question question) {
        this.question = question;
        model = question.estimator().quadratic();
        worst = model.at(question.delta());
        losses = question.rows().size() == 0 ? null : LossDistribution.of(question.rows(), question.a(), question.b());
    }

    /**
     * What the table is held against.
     *
     * @param estimator of the loss
     * @param rows losses of single rows, of which {@code a l1 + b l2} is the loss; empty where they were not kept, and then the joint balls
     *     have no answer
     * @param a factor of the first loss
     * @param b factor of the second loss
     * @param sign 1 where a larger loss is worse, -1 where a smaller one is
     * @param delta the worst shift found, to whose size the others are matched
     * @param alone the worst shift, inside the same budget, where only the parameters at these positions move
     * @param seed of the random shifts
     */
    public record Question(
            Estimator estimator,
            RowLosses rows,
            double a,
            double b,
            int sign,
            double[] delta,
            Function<int[], WorstCase> alone,
            Seed seed) {

        /** The same with a ball of a radius as the budget of every variable alone. */
        public static Question ball(
                Estimator estimator, RowLosses rows, int sign, double[] delta, double radius, Seed seed) {
            Quadratic gain =
                    signed(estimator.quadratic(), sign, estimator.parameters().labels());
            return new Question(
                    estimator,
                    rows,
                    1,
                    0,
                    sign,
                    delta,
                    moving -> Freezing.allBut(gain.size(), moving)
                            .on(new Ball(), gain)
                            .solve(radius),
                    seed);
        }

        private static Quadratic signed(QuadraticLoss model, int sign, List<String> labels) {
            double[] g =
                    Arrays.stream(model.gradient()).map(value -> sign * value).toArray();
            double[][] h = Arrays.stream(model.hessian())
                    .map(row -> Arrays.stream(row).map(value -> sign * value).toArray())
                    .toArray(double[][]::new);
            return new Quadratic(g, h, labels);
        }
    }

    /** All seven kinds, in the order of the table. */
    public static List<Baseline> all(Question question) {
        Baselines table = new Baselines(question);
        table.joint();
        table.conditional();
        table.marginal();
        table.random();
        table.oneAtATime();
        return List.copyOf(table.found);
    }

    private void joint() {
        double share = question.estimator().importance(question.delta()).effectiveShare();
        double chiSquare = Math.max(0, 1 / share - 1);
        double divergence = Math.max(0, question.estimator().divergence(question.delta()));
        for (double keep : new double[] {HALF, FIFTH}) {
            addJoint(
                    "joint CVaR",
                    "keep " + number(keep),
                    () -> new JointCvar(keep),
                    "The mean of the worst " + Percentage.of(keep)
                            + " of rows, whatever they have in common: a limit, not a change that could be named.");
        }
        addJoint(
                "joint chi-square",
                "rho " + number(chiSquare),
                Double.isFinite(chiSquare) ? () -> new JointChiSquare(chiSquare) : null,
                "The worst weights on rows that are as uneven as those of the worst shift, but free to follow the loss itself.");
        addJoint(
                "joint KL",
                "rho " + number(divergence),
                Double.isFinite(divergence) ? () -> new JointKl(divergence) : null,
                "The worst law of a row as far from the data, in Kullback-Leibler divergence, as the worst shift, but free to follow the loss itself.");
    }

    private void addJoint(String name, String setting, @Nullable Supplier<JointBall> ball, String remark) {
        if (losses == null) {
            add(name, setting, Double.NaN, Double.NaN, "Needs the losses of single rows, which were not kept.");
        } else if (ball == null) {
            add(
                    name,
                    "matched",
                    Double.NaN,
                    Double.NaN,
                    "The divergence of the worst shift cannot be told from these rows.");
        } else {
            add(name, setting, ball.get().worst(losses, question.sign()), Double.NaN, remark);
        }
    }

    private void conditional() {
        ConditionalSubpopulation half = new ConditionalSubpopulation(HALF);
        Columns columns = new Columns(question.estimator());
        question.estimator().variables().stream()
                .filter(columns::discrete)
                .limit(SUBPOPULATIONS)
                .forEach(variable -> {
                    Estimate estimate = half.discrete(
                            question.estimator().units(),
                            columns.given(variable),
                            columns.levels(variable),
                            question.sign());
                    addSubpopulation(variable.name(), estimate);
                });
        if (found.stream().noneMatch(one -> one.name().startsWith("conditional"))) {
            question.estimator().variables().stream().limit(1).forEach(variable -> {
                Estimate estimate = half.general(
                        question.estimator().units(),
                        columns.mean(List.of(variable)),
                        columns.onParents(variable),
                        question.sign());
                addSubpopulation(variable.name(), estimate);
            });
        }
    }

    private void addSubpopulation(String variable, Estimate estimate) {
        add(
                "conditional subpopulation",
                variable + ", keep " + number(HALF),
                estimate.loss(),
                estimate.standardError(),
                "Half of the rows at every value of its parents, those with the worst values of " + variable
                        + ": its mechanism may become any other one of at most twice each probability.");
    }

    private void marginal() {
        Columns columns = new Columns(question.estimator());
        List<ShiftingVariable> variables = question.estimator().variables();
        if (variables.isEmpty()) {
            return;
        }
        Set<String> names = new LinkedHashSet<>();
        variables.forEach(variable -> names.add(variable.name()));
        Estimate estimate = new MarginalDro(new JointCvar(HALF))
                .worst(
                        question.estimator().units(),
                        columns.mean(variables),
                        question.estimator().units().folds(),
                        question.sign());
        add(
                "marginal DRO",
                "CVaR of E[loss | X], keep " + number(HALF),
                estimate.loss(),
                estimate.standardError(),
                "The worse half of the population as told by " + String.join(", ", names)
                        + " and their parents: any of these columns may change together, in any way.");
    }

    private void random() {
        double norm = Math.sqrt(
                Arrays.stream(question.delta()).map(value -> value * value).sum());
        if (!(norm > 0) || Double.isInfinite(norm)) {
            return;
        }
        int count = RandomShifts.DEFAULT_COUNT;
        RandomShifts.Summary summary = new RandomShifts(question.seed(), question.delta().length, count)
                .summary(norm, model::at, worst, question.sign());
        add(
                "random shifts",
                count + " of norm " + number(norm),
                summary.mean(),
                Double.NaN,
                "The mean over random directions (standard deviation " + number(summary.sd()) + ", from "
                        + number(summary.min()) + " to " + number(summary.max()) + "), of which "
                        + Percentage.of(summary.worseShare()) + " are worse than the worst shift found.");
    }

    private void oneAtATime() {
        int[] owner = question.estimator().parameters().variable();
        int[] owners = Arrays.stream(owner).distinct().toArray();
        if (owners.length < 2) {
            return;
        }
        String name = "";
        double largest = Double.NEGATIVE_INFINITY;
        for (int variable : owners) {
            int[] own = IntStream.range(0, owner.length)
                    .filter(k -> owner[k] == variable)
                    .toArray();
            double gain = alone(own);
            if (gain > largest) {
                largest = gain;
                name = question.estimator().variables().get(variable).name();
            }
        }
        if (largest == Double.NEGATIVE_INFINITY) {
            add(
                    "one variable at a time",
                    "none",
                    Double.NaN,
                    Double.NaN,
                    "The budget lets no variable move while all others stay as they are.");
            return;
        }
        double joint = question.sign() * (worst - model.loss());
        String share = joint > 0 ? Percentage.of(largest / joint) + " of" : "no less than";
        add(
                "one variable at a time",
                name + " alone",
                model.loss() + question.sign() * largest,
                Double.NaN,
                "The worst that any one variable does with the whole budget for itself: " + share
                        + " what all of them do together.");
    }

    /** What some parameters gain while the others are 0; minus infinity where box or limits forbid that the others are 0. */
    private double alone(int[] own) {
        try {
            return question.alone().apply(own).gain();
        } catch (UserError e) {
            return Double.NEGATIVE_INFINITY;
        }
    }

    private void add(String name, String setting, double loss, double error, String remark) {
        found.add(new Baseline(name, setting, loss, error, remark));
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.3g", value)
                .replaceAll("(\\.\\d*?)0+$", "$1")
                .replaceAll("\\.$", "");
    }
}
