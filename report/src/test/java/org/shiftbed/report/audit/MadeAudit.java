package org.shiftbed.report.audit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.shiftbed.audit.estimate.ImportanceSampling;
import org.shiftbed.audit.result.Against;
import org.shiftbed.audit.result.AuditResult;
import org.shiftbed.audit.result.BudgetFacts;
import org.shiftbed.audit.result.DataFacts;
import org.shiftbed.audit.result.Effect;
import org.shiftbed.audit.result.History;
import org.shiftbed.audit.result.LossFacts;
import org.shiftbed.audit.result.RadiusResult;
import org.shiftbed.audit.result.TargetResult;
import org.shiftbed.audit.result.VariableFacts;
import org.shiftbed.audit.result.Verdict;
import org.shiftbed.audit.worst.Ball;
import org.shiftbed.audit.worst.Quadratic;
import org.shiftbed.audit.worst.WorstCase;

/** A result as an audit could give it, made from a gradient and a Hessian: 0/1 variables, one parameter each. */
record MadeAudit(double[] gradient, double[][] hessian, List<String> labels, boolean larger) {
    static final double MEAN = 0.25;

    static MadeAudit random(int p, long seed) {
        Random random = new Random(seed);
        double[] g = new double[p];
        double[][] h = new double[p][p];
        for (int a = 0; a < p; a++) {
            g[a] = 0.05 * random.nextGaussian();
            for (int b = 0; b <= a; b++) {
                h[a][b] = 0.03 * random.nextGaussian();
                h[b][a] = h[a][b];
            }
        }
        List<String> labels = new ArrayList<>();
        for (int k = 0; k < p; k++) {
            labels.add("V" + k / 4 + " | Z=" + k % 4);
        }
        return new MadeAudit(g, h, labels, true);
    }

    /** No slope along the one direction of largest curvature: two answers. */
    static MadeAudit hard() {
        double[][] h = {{0.2, 0.05, 0}, {0.05, 0.2, 0}, {0, 0, -0.1}};
        return new MadeAudit(new double[] {0.01, -0.01, 0.02}, h, List.of("A", "B", "C"), true);
    }

    Quadratic quadratic() {
        double sign = larger ? 1 : -1;
        return new Quadratic(
                Arrays.stream(gradient).map(x -> sign * x).toArray(),
                Arrays.stream(hessian)
                        .map(row -> Arrays.stream(row).map(x -> sign * x).toArray())
                        .toArray(double[][]::new),
                labels);
    }

    AuditResult result(double... radii) {
        int p = gradient.length;
        double[] unlimited = new double[p];
        Arrays.fill(unlimited, Double.POSITIVE_INFINITY);
        double[][] identity = new double[p][p];
        for (int k = 0; k < p; k++) {
            identity[k][k] = 1;
        }
        return result(
                new BudgetFacts(
                        "Plausible are all shifts whose parameters have a norm of at most the radius.",
                        identity,
                        new double[p],
                        Arrays.stream(unlimited).map(x -> -x).toArray(),
                        unlimited,
                        List.of()),
                radii);
    }

    AuditResult result(BudgetFacts budget, double... radii) {
        List<AuditResult.Parameter> parameters = new ArrayList<>();
        List<VariableFacts> variables = new ArrayList<>();
        for (int k = 0; k < gradient.length; k++) {
            String label = labels.get(k);
            parameters.add(new AuditResult.Parameter(label, label, gradient[k], 0.004, 500 + k, k == 1, false));
            variables.add(new VariableFacts(
                    label,
                    "bernoulli",
                    "log-odds",
                    List.of("Z"),
                    "per-value",
                    "How often " + label + " is 1 given Z may change; all else stays.",
                    k == 0,
                    "group means",
                    "odds of " + label + " times 2.72",
                    null));
        }
        List<RadiusResult> all = new ArrayList<>();
        for (double radius : radii) {
            all.add(radius(radius));
        }
        return new AuditResult(
                new DataFacts(
                        "eval.parquet",
                        "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                        20_000,
                        512,
                        true,
                        labels,
                        Map.of("age", 12L),
                        "",
                        0,
                        "part = test"),
                new LossFacts("error rate", larger, MEAN, 0.003, 0.244, 0.256, 0.95, 0, 1),
                variables,
                parameters,
                hessian,
                hessian,
                budget,
                all,
                List.of(new TargetResult(
                        "P(V0=1|Z=1) = 0.5",
                        0.8,
                        radius(0.8).estimate(),
                        effects(new double[gradient.length]),
                        List.of("[V0] <= 0.5", "[V1] is held at 0"))),
                List.of(
                        new AuditResult.Passing(
                                0.4,
                                1.25,
                                1.1,
                                1.4,
                                new Verdict(Verdict.Grade.GOOD, List.of()),
                                new AuditResult.Passing.Weighted(0.402, 0.001, 0.6, false, 1.24)),
                        new AuditResult.Passing(0.9, Double.POSITIVE_INFINITY, Double.NaN, Double.NaN, null, null)),
                new History(
                        "y1.csv",
                        "y2.csv",
                        900,
                        800,
                        gradient,
                        gradient,
                        0.7,
                        0.5,
                        0.9,
                        0.6,
                        radius(0.7).estimate()),
                new Against(
                        "other.parquet",
                        0.23,
                        List.of(new Against.Point(1, 0.4, 0.41, 0.02, -0.01, 0.05, gradient, 0.04, 0.01, 0.07))),
                List.of(
                        new AuditResult.Baseline("joint CVaR", "keep 0.2", 0.91, 0.01, "any fifth of the rows"),
                        new AuditResult.Baseline("marginal CVaR", "keep 0.2", Double.NaN, Double.NaN, "no columns")),
                new AuditResult.FactorisationFacts(
                        true, 2.1, 3.6, gradient.length > 1 ? labels.subList(0, 2) : List.of(), 40),
                new double[] {0.97, 0.99, 0.95},
                new Verdict(Verdict.Grade.CAUTION, List.of("At radius 4 few rows resemble the shifted world.")),
                "At radius 2 the error rate can rise from 0.25 to 0.61.",
                List.of("The family of V0 was inferred from its values 0 and 1."),
                42,
                null);
    }

    private RadiusResult radius(double radius) {
        WorstCase worst = new Ball().solve(quadratic(), radius);
        double sign = larger ? 1 : -1;
        int p = gradient.length;
        double[] delta = worst.delta();
        double[] contributions = new double[p];
        double[][] pairs = new double[p][p];
        for (int a = 0; a < p; a++) {
            contributions[a] = delta[a] * gradient[a];
            for (int b = 0; b < p; b++) {
                pairs[a][b] = 0.5 * delta[a] * hessian[a][b] * delta[b];
                contributions[a] += pairs[a][b];
            }
            pairs[a][a] += delta[a] * gradient[a];
        }
        double value = MEAN + sign * worst.gain();
        double share = Math.exp(-radius * radius / 3);
        double error = 0.003 * (1 + radius * radius);
        boolean few = share < 0.1;
        ImportanceSampling importance = new ImportanceSampling(
                radius > 6 ? Double.NaN : value - 0.01 * radius * radius,
                value - 0.011 * radius * radius,
                20_000 * share,
                share,
                1.01,
                14,
                0.002,
                radius > 6 ? Double.NaN : error / Math.sqrt(share),
                error / Math.sqrt(share),
                9,
                value - 0.02,
                value - 0.02,
                0.01);
        return new RadiusResult(
                radius,
                worst,
                new RadiusResult.ShiftEstimate(
                        delta,
                        value,
                        error,
                        value - 2 * error,
                        value + 2 * error,
                        0.6 * error,
                        value + 0.0004,
                        Double.NaN,
                        Double.NaN,
                        importance,
                        0.011 * radius * radius,
                        error,
                        null,
                        0.01 * radius,
                        value > 1,
                        0.3 * radius,
                        new Verdict(
                                few
                                        ? Verdict.Grade.UNINFORMATIVE
                                        : radius > 1.5 ? Verdict.Grade.CAUTION : Verdict.Grade.GOOD,
                                few
                                        ? List.of("Only " + Math.round(100 * share)
                                                + "% of the rows speak for this world.")
                                        : List.of())),
                value - 0.002,
                error,
                value - 0.002 - MEAN,
                0.6 * error,
                Double.NaN,
                Double.NaN,
                contributions,
                pairs,
                worst.multiplier() * radius,
                radius == 4,
                new RadiusResult.BlockDiagonal(delta, value - 0.004 * radius, value - 0.002, value),
                effects(delta));
    }

    private List<Effect> effects(double[] delta) {
        List<Effect> effects = new ArrayList<>();
        for (int k = 0; k < delta.length; k++) {
            double before = (k + 1.0) / (delta.length + 2);
            double odds = before / (1 - before) * Math.exp(delta[k]);
            double after = odds / (1 + odds);
            effects.add(new Effect(
                    labels.get(k),
                    "Z=" + k % 4,
                    "P(" + labels.get(k) + ")",
                    before,
                    after,
                    500 + k,
                    Math.abs(after - before),
                    labels.get(k) + " becomes " + (after > before ? "more" : "less") + " frequent: "
                            + Math.round(100 * before) + "% before, " + Math.round(100 * after) + "% after.",
                    List.of(new Effect.Term(k, 1))));
        }
        return effects;
    }
}
